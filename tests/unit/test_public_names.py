"""The public names, so that none comes or goes unnoticed."""

from __future__ import annotations

import re

import jiyi
from source import ROOT

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
    "Restored",
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


def test_public_name_comes_from_the_module_that_says_so() -> None:
    said = (ROOT / "src/jiyi/__init__.py").read_text(encoding="utf-8")
    for home, names in re.findall(r"from (jiyi\.\w+) import \(?([\w,\s]+?)\)?\n(?=    from|\n)", said):
        for name in re.findall(r"\w+", names):
            assert getattr(jiyi, name).__module__ == home, name


def test_version_is_in_the_changelog_when_set() -> None:
    assert f"\n## {jiyi.__version__}" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_unknown_name_is_an_attribute_error_when_asked_for() -> None:
    assert not hasattr(jiyi, "Memroy")
