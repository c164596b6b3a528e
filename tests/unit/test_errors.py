"""The tree drawn at the top of errors.py is the tree of the classes."""

from __future__ import annotations

import re

import pytest

from jiyi import errors
from jiyi.errors import JiyiError

LINE = re.compile(
    r"^(?P<branch>(?:[│ ]   |[├└]── )*)(?P<name>[A-Z]\w+)(?: +(?P<status>\d{3}))?(?: +\S.*)?$",
    re.MULTILINE,
)


def classes() -> dict[str, type[JiyiError]]:
    return {name: one for name, one in vars(errors).items() if isinstance(one, type) and issubclass(one, JiyiError)}


def drawn() -> dict[str, tuple[str | None, int | None]]:
    """Name to (parent, status) as the docstring draws them."""
    above: dict[int, str] = {}
    found: dict[str, tuple[str | None, int | None]] = {}
    for line in LINE.finditer((errors.__doc__ or "").partition("\n\n")[2]):
        depth = len(line["branch"]) // 4
        above[depth] = line["name"]
        found[line["name"]] = (above[depth - 1] if depth else None, int(line["status"]) if line["status"] else None)
    return found


def test_tree_names_every_class_when_drawn() -> None:
    assert set(drawn()) == set(classes())


@pytest.mark.parametrize("name", sorted(classes()))
def test_tree_shows_parent_and_status_when_drawn(name: str) -> None:
    one = classes()[name]
    parent, status = drawn()[name]
    assert one.__bases__[0].__name__ == (parent or "Exception")
    assert one.status == (status or one.__bases__[0].status if parent else 500)


def test_codes_are_distinct_when_programs_read_them() -> None:
    codes = [one.code for one in classes().values()]
    assert len(codes) == len(set(codes))
    assert all(re.fullmatch(r"[a-z_]+", code) for code in codes)


def test_code_is_the_name_of_the_class_when_not_the_root() -> None:
    for name, one in classes().items():
        if one is not JiyiError:
            assert one.code == re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()
