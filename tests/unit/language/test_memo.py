from __future__ import annotations

from jiyi.language import memo
from jiyi.language.count import cached
from jiyi.policy.profile import second_person


def test_clear_forgets_what_was_worked_out_of_words() -> None:
    second_person("我住在杭州")
    calls: list[str] = []
    count = cached(lambda text: calls.append(text) or len(text))  # type: ignore[func-returns-value]
    assert count("abc") == count("abc") == 3
    memo.clear()
    assert second_person.cache_info().currsize == 0  # type: ignore[attr-defined]
    assert count("abc") == 3
    assert calls == ["abc", "abc"]
