"""How far someone has come in education: a child in second grade is no longer in kindergarten.

Each wording stands for a span on one scale: kindergarten below 0, grades 1-12, years of university 13-16, what comes
after from 17 on. Someone who is on a later span has left the earlier one; spans that overlap only say more or less.
"""

from __future__ import annotations

import re

from jiyi.language.regex import regex
from jiyi.policy import figures
from jiyi.policy.decide.reading import Reading
from jiyi.policy.decide.verdict import Verdict

_UNDER = {"小": -3.0, "中": -2.0, "大": -1.0}
_SPANS = tuple(
    (regex(pattern), low, high)
    for pattern, low, high in (
        (r"托班|托儿所|(?<![a-z])(?:nursery|daycare|day care|preschool|pre-k|playgroup)(?![a-z])", -4.5, -2.0),
        (r"幼儿园|(?<![a-z])(?:kindergarten|kindy)(?![a-z])", -3.0, 0.0),
        (r"小学|(?<![a-z])(?:(?:primary|elementary)(?:[- ]school)?|grade[- ]school)(?![a-z])", 1.0, 6.0),
        (r"(?<![a-z])secondary(?:[- ]school)?(?![a-z])", 7.0, 12.0),
        (r"初中|(?<![a-z])(?:middle school|junior high)(?![a-z])", 7.0, 9.0),
        (r"高中|(?<![a-z])(?:high school|sixth form)(?![a-z])", 10.0, 12.0),
        (
            r"大学|本科|(?<![a-z])(?:college|university|uni|undergrad\w*|bachelor's|final[- ]year|freshman|sophomore)(?![a-z])",
            13.0,
            16.0,
        ),
        (
            r"研究生|读研|硕士|(?<![a-z])(?:grad(?:uate)? school|master's|med school|medical school|law school)(?![a-z])",
            17.0,
            19.0,
        ),
        (r"读博|博士(?!后)|(?<![a-z])(?:ph\.?d|doctorate)(?![a-z])", 20.0, 24.0),
        (
            r"毕业了|已经毕业|毕业[,，]|工作了|参加工作|上班了|(?<![a-z])(?:graduated|finished (?:school|college|university|med school|law school|uni))(?![a-z])",
            25.0,
            25.0,
        ),
    )
)
_NUMBER = r"[一二三四五六七八九\d]"
_GRADE = regex(
    rf"(?P<zh>{_NUMBER})年级|(?P<junior>初{_NUMBER})|(?P<high>高{_NUMBER})(?!铁|楼)|(?P<uni>(?<!老)(?<!第)大[一二三四五])(?=$|[了的,，。学上下读念生])|(?P<post>研[一二三])|(?P<kind>[小中大])班(?=$|[了的,，。上])"
    r"|(?<![a-z])(?P<en>first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|\d{1,2}(?:st|nd|rd|th))[- ]grade(?:r)?(?![a-z])"
    r"|(?<![a-z])(?:year|grade) (?P<num>\d{1,2})(?![a-z\d])|(?<![a-z])(?P<year>first|second|third|fourth|final)[- ]year (?:student|of (?:college|university|uni))"
)
_ORDINALS = "zero first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth".split()
_THEN = regex(
    r"(?:小学|初中|高中|大学|硕士|本科)[^,，。]{0,8}(?:在|是)[^,，。]{1,10}(?:读|念|上)的|学的(?:是)?|毕业于|母校|以前|当年|那时|辍学"
    r"|(?<![a-z])(?:went to|studied|attended|graduated from|my degree|majored|used to|was in|dropped out|teach\w*|work\w* at)(?![a-z])"
)


def judge_schooling(new: Reading, old: Reading, similarity: float) -> Verdict | None:
    """An update when the new sentence puts the same person on a later stage than the old one did."""
    before, after = stage(old.text), stage(new.text)
    if before is None or after is None or _THEN.search(old.text) or _THEN.search(new.text) or new.negative:
        return None
    if before[1] < after[0]:
        return Verdict("update", 0.9, "a later year of school or study", explicit=True)
    return None


def stage(text: str) -> tuple[float, float] | None:
    """The span on the scale that plain text names, the most exact and latest one; None when it names none."""
    exact = [value for match in _GRADE.finditer(text) if (value := _grade(match)) is not None]
    if exact:
        return max(exact), max(exact)
    spans = [(low, high) for pattern, low, high in _SPANS if pattern.search(text)]
    return max(spans, default=None)


def _grade(match: re.Match[str]) -> float | None:
    if match["kind"]:
        return _UNDER[match["kind"]]
    if match["en"] or match["year"]:
        word = match["en"] or match["year"]
        place = 4 if word == "final" else _ORDINALS.index(word) if word in _ORDINALS else int(word[:-2])
        return float(place) + (12 if match["year"] else 0)
    for name, base in (("zh", 0), ("junior", 6), ("high", 9), ("uni", 12), ("post", 16), ("num", 0)):
        if match[name]:
            value = figures.number(match[name][-1:] if name != "num" else match[name])
            return None if value is None else base + value
    return None
