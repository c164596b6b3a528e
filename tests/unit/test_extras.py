from __future__ import annotations

from pathlib import Path

import pytest

from jiyi import extras


@pytest.mark.parametrize(
    ("origin", "said"),
    [
        (None, "pip install 'jiyi[server]'"),
        (
            {"url": "https://example.org/jiyi.git", "vcs_info": {"vcs": "git"}},
            "pip install 'jiyi[server] @ https://example.org/jiyi.git'",
        ),
        ({"url": "file:///no/such/folder", "dir_info": {}}, "in the folder of jiyi's clone: pip install '.[server]'"),
        ({"url": "file:///a/jiyi.whl", "archive_info": {}}, "in the folder of jiyi's clone: pip install '.[server]'"),
    ],
)
def test_command_names_where_jiyi_came_from(origin: dict[str, object] | None, said: str) -> None:
    assert extras._command("server", origin) == said


def test_command_names_the_folder_when_jiyi_came_from_one(tmp_path: Path) -> None:
    place = tmp_path / "my jiyi"
    place.mkdir()
    origin: dict[str, object] = {"url": place.as_uri(), "dir_info": {"editable": True}}
    assert extras._command("e5", origin) == f"pip install '{place}[e5]'"
