"""The public names, so that none comes or goes unnoticed."""

from __future__ import annotations

import jiyi

NAMES = [
    "About",
    "AsyncMemory",
    "AsyncSession",
    "Change",
    "Context",
    "Episode",
    "Erased",
    "Evidence",
    "Forgotten",
    "History",
    "Hit",
    "JiyiError",
    "Job",
    "JobPage",
    "Kind",
    "Maintained",
    "Memory",
    "MemoryRecord",
    "Message",
    "Page",
    "Profile",
    "Recall",
    "Relation",
    "Role",
    "Session",
    "Settings",
    "Source",
    "Status",
    "Summary",
    "__version__",
    "errors",
]


def test_public_names_are_these_when_imported() -> None:
    assert sorted(jiyi.__all__) == sorted(NAMES)
    assert all(hasattr(jiyi, name) for name in NAMES)
