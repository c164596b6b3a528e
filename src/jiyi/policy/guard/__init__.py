"""The guard: cuts secrets and identity numbers out of a text before it touches anything that lasts.

Pure and linear in the length of the text. `inspect` for texts, `inspect_value` for JSON-like values, `notice`
to say what was left out, `mask` to show kept phones, e-mails and addresses with their middle hidden, `marked`
to ask whether a clause is one that something was cut out of (and so is no memory).
"""

from jiyi.policy.guard.answers import LOOK_BACK, Awaited, awaited, bare, inspect_answer, may_answer, opens, points_back
from jiyi.policy.guard.contacts import mask
from jiyi.policy.guard.findings import Category, Finding, Guarded, GuardedValue, categories, notice
from jiyi.policy.guard.inspection import inspect, marked
from jiyi.policy.guard.values import inspect_value

__all__ = [
    "LOOK_BACK",
    "Awaited",
    "Category",
    "Finding",
    "Guarded",
    "GuardedValue",
    "awaited",
    "bare",
    "categories",
    "inspect",
    "inspect_answer",
    "inspect_value",
    "marked",
    "mask",
    "may_answer",
    "notice",
    "opens",
    "points_back",
]
