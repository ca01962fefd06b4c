"""How the generated tests run: the same examples every time in `make test`, many and new ones with HYPOTHESIS_PROFILE=long."""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, settings

pytest.register_assert_rewrite("laws", "golden_functions")

SLOW = (HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example)

settings.register_profile("ci", max_examples=80, deadline=None, derandomize=True, suppress_health_check=SLOW)
settings.register_profile("long", max_examples=1000, deadline=None, suppress_health_check=SLOW, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))
