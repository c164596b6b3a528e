"""Remarks that only sound like a change of what is known."""

from __future__ import annotations

import pytest

from jiyi.policy.candidate import Candidate
from jiyi.policy.decide.harmless import harmless
from jiyi.policy.decide.reading import Reading, read
from jiyi.records import Kind


def reading(text: str, attribute: str | None = None) -> Reading:
    language = "en" if text.isascii() else "zh"
    return read(Candidate(kind=Kind.FACT, content=text, quote=text, language=language, attribute=attribute))


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("I live in Boston", "I moved the couch to the other wall"),
        ("我住在杭州", "我把沙发搬到窗边了"),
        ("I use VS Code", "I opened the file in Vim instead, just this once"),
        ("I eat breakfast at 7 every day", "I skip breakfast when travelling"),
        ("我每天七点吃早饭", "出差的时候我一般不吃早饭"),
        ("I work at Google", "A friend of mine left Google last month"),
        ("我在腾讯上班", "我同事从腾讯离职了"),
        ("I live with my parents", "My parents' neighbours moved out"),
        ("My best friend is Priya", "Priya and her boyfriend broke up"),
        ("我养了一只狗叫豆豆", "豆豆换了个新窝"),
        ("My phone is an iPhone 13", "I upgraded my phone plan"),
        ("My car is a Tesla", "I left my Tesla at the airport"),
        ("I run every morning", "I'm done with my run now"),
        ("My wife is pregnant", "My wife feels better now, the nausea is over"),
        ("I use Python for work", "I upgraded to Python 3.13 yesterday"),
        ("我喜欢爵士乐", "爵士乐歌单删掉了"),
        ("My mom is in hospital", "My mom is home now from the shops"),
        ("I volunteer at the shelter", "The shelter moved the cats upstairs"),
        ("I share a flat with Jo", "Jo is away now, back Monday"),
        ("我弹吉他", "我换了吉他弦"),
        ("我用飞书", "飞书挂了，早上换成邮件了"),
        ("My daughter plays the violin", "A friend of mine sold her violin"),
        ("I love books", "I moved all my books into the attic"),
        ("我喜欢花", "把花搬到阳台了"),
    ],
)
def test_harmless_holds_when_a_remark_only_sounds_like_a_change(first: str, second: str) -> None:
    assert harmless(reading(second), reading(first))


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("I live in Boston", "I moved to Denver"),
        ("I work at Google", "I left my job at Google"),
        ("My piano stands in the hall", "I moved the piano to the attic"),
        ("I work night shifts", "I switched shifts with Dana for good"),
        ("My boss is Karen", "Karen moved to another company"),
        ("My best friend is Priya", "Priya and I are no longer friends"),
        ("我养了一只狗叫豆豆", "豆豆走丢了"),
        ("My wife is pregnant", "My wife gave birth to a girl"),
        ("My mom is in hospital", "My mom is home from the hospital"),
        ("Their office is in Leeds", "Acme moved its headquarters to York"),
        ("I use Python 3.10", "I upgraded to Python 3.13"),
        ("I'm renting a flat", "My landlord gave me notice"),
    ],
)
def test_harmless_fails_when_a_change_is_told(first: str, second: str) -> None:
    assert not harmless(reading(second), reading(first))
