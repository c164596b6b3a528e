"""What an order to forget says shall stay."""

from __future__ import annotations

import pytest

from jiyi.policy.orders import order


@pytest.mark.parametrize(
    ("text", "about", "spared"),
    [
        ("Forget everything about my sister except her birthday", "sister", "birthday"),
        ("Forget about Idris's trouble at school, but not his hobby", "idris's trouble at school", "hobby"),
        ("小宇受处分的事忘掉，下棋的留着", "小宇受处分", "下棋"),
        ("忘掉我妹妹的事，除了她的生日", "妹妹", "生日"),
        ("把我的病忘了，過敏的要留著", "病", "过敏"),
    ],
)
def test_order_names_what_stays_when_it_says_so(text: str, about: str, spared: str) -> None:
    found = order(text)
    assert found is not None
    assert (found.about, found.spared) == (about, spared)


@pytest.mark.parametrize("text", ["孩子的病你就别存着了，别的可以留", "后腰那个你可千万别留着", "请删除我的住址"])
def test_order_spares_nothing_when_nothing_is_named(text: str) -> None:
    found = order(text)
    assert found is None or found.spared == ""
