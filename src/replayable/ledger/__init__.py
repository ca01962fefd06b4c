"""Is each request an extension of the last? Prompt caches and signed reasoning depend on it."""

from replayable.ledger.ledger import Ledger, Tally
from replayable.ledger.verdict import Break, Kind, PrefixBroken, PrefixWarning, Verdict

__all__ = ["Break", "Kind", "Ledger", "PrefixBroken", "PrefixWarning", "Tally", "Verdict"]
