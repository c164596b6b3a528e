"""The guard over JSON-like values: strings, and what stands under a key that names a secret."""

from __future__ import annotations

from typing import Any

from jiyi.policy.guard.findings import GuardedValue
from jiyi.settings import GuardSettings


def inspect_value(value: Any, settings: GuardSettings) -> GuardedValue:
    """What of a JSON-like value (mappings, lists, tuples, texts, numbers, None) may be stored."""
    raise NotImplementedError
