"""From a provider's error text to the refusal, its place in the request, and the cure."""

from replayable.diagnosis.diagnosing import Diagnosis, diagnose

__all__ = ["Diagnosis", "diagnose"]
