"""The same sentence with another thing in one place, the same illness in another degree, the same date moved."""

from __future__ import annotations

from jiyi.language.regex import regex
from jiyi.policy import figures, values
from jiyi.policy.decide.reading import Reading
from jiyi.policy.decide.verdict import Verdict
from jiyi.policy.tables import cues
from jiyi.records import Kind

_NOW = regex(r"(?:现在|目前|如今|最近|已经|改)|(?<![a-z])(?:now|nowadays|these days|currently)(?![a-z])|了$")
# Of these there may always be one more, however the sentence is built.
_MANY = regex(
    r"(?<!最)(?:喜欢|爱)|讨厌|会说|会讲|过敏|养|有(?!点)|在学|想|(?<![a-z])(?:like|love|hate|enjoy|speak|allergic|have|got|own|learn\w*|want|know|play|been)(?![a-z])"
)
_DEGREE = regex(
    r"轻微|轻度|中度|重度|严重|一级|二级|三级|早期|晚期|(?<![a-z])(?:mild|moderate|severe|serious|slight|minor|stage (?:\d|i{1,3}v?|one|two|three|four)|grade (?:\d|i{1,3}|one|two|three)|borderline)(?![a-z])"
)
_FROM_TO = regex(r"从[^,，。]{1,10}?(?:变成|变为|降到|转为|到|好转为)|(?<![a-z])from [a-z ]{2,20}? to (?=[a-z])")
_CALLED = regex(
    r"(?:^|[,，]|以后|今后|请|就|可以|直接|你|还是|改)(?:叫|喊|称呼)我(?!们|[去来回起做帮干]|[^,，。]{0,2}的)|(?:(?:^|[,.;] ?|(?<![a-z])(?:please|just|can|now|but) )call me(?! (?:when|if|at|on|back|tomorrow|today|later|a|an|old|crazy)(?![a-z]))"
    r"|(?<![a-z])(?:i|i'd rather|i would rather|i prefer to|i'd like to)(?: now)? (?:go by(?! (?:train|bus|car|bike|foot|taxi|plane|boat|ferry|the|my|a)(?![a-z]))|be called|be known as))(?![a-z])"
)
_SWEETENED = regex(r"[加放多全]糖|甜的|(?<![a-z])(?:with (?:[a-z]+ )?sugars?|two sugars|one sugar|sweet)(?![a-z])")
_UNSWEETENED = regex(
    r"无糖|不[加放要]糖|别[加放]糖|戒糖|(?<![a-z])(?:unsweetened|(?:no|without|off) (?:any )?sugar|sugar[- ]free|stopped (?:adding|taking) sugar)(?![a-z])"
)
NEAR = 0.45  # two sentences may speak of one matter
SHARED = 0.45  # share of the shorter sentence that both must have in common, word for word


def judge_swapped(new: Reading, old: Reading, similarity: float) -> Verdict | None:
    """ "I work with WeChat", "I now work with DingTalk": a "now" and one place in which they differ."""
    if not new.changed or new.kind is not old.kind or new.negative or old.negative or old.past:
        return None
    if new.attribute != old.attribute or similarity < NEAR:
        return None
    if not cues.NOW.search(new.text) or cues.ALSO.search(new.text) or _MANY.search(new.text):
        return None
    mine, other = (_NOW.sub("", one.text).strip(" .。!！") for one in (new, old))
    start = _common_start(mine, other)
    end = _common_start(mine[start:][::-1], other[start:][::-1])
    both = len(mine) - start - end, len(other) - start - end
    if min(both) <= 0 or max(both) > 24 or start + end < SHARED * min(len(mine), len(other)):
        return None
    words = mine[start : len(mine) - end], other[start : len(other) - end]
    if figures.of(words[0]) and not figures.of(words[1]):
        return None
    return Verdict("update", 0.7, f"{words[1].strip()} was in the place of {words[0].strip()}")


def _common_start(first: str, second: str) -> int:
    length = 0
    for a, b in zip(first, second, strict=False):
        if a != b:
            break
        length += 1
    if length and first[:length].isascii() and length < min(len(first), len(second)):
        while length and first[length - 1] not in " -":
            length -= 1  # whole words only
    return length


def judge_degree(new: Reading, old: Reading, similarity: float) -> Verdict | None:
    """An illness that is milder or graver now: the memory of the new degree takes the place of the old one's."""
    if new.attribute != "health.condition" or old.attribute != "health.condition" or new.negative != old.negative:
        return None
    before, after = _degrees(old.text), _degrees(_FROM_TO.sub(" ", new.text))
    if not before or not after or before & after or similarity < 0.5:
        return None
    mine, other = (_DEGREE.sub(" ", one.text) for one in (new, old))
    named = {thing for thing in values.things(other) if len(thing) > 1}
    if not named or not all(any(thing in own or own in thing for own in values.things(mine)) for thing in named):
        return None
    return Verdict("update", 0.9, f"it was {', '.join(sorted(before))} and is {', '.join(sorted(after))}", keeps=True)


def _degrees(text: str) -> frozenset[str]:
    return frozenset(match.group() for match in _DEGREE.finditer(text))


def judge_called(new: Reading, old: Reading, _similarity: float) -> Verdict | None:
    """Another name to be called by: "Call me Liz", "I go by Elizabeth now"."""
    called = old.attribute in ("answer.address", "nickname") or _CALLED.search(old.text) is not None
    if not called or new.subject or old.subject or new.negative or new.corrects or not _CALLED.search(new.text):
        return None
    if cues.ALSO.search(new.text) or not new.so - old.so or not old.so - new.so:
        return None
    return Verdict("update", 0.85, "another name to be called by", explicit=True)


def judge_sweetened(new: Reading, old: Reading, _similarity: float) -> Verdict | None:
    """The same drink with sugar and without: "我喝咖啡要加糖", "咖啡我只喝无糖的"."""
    if new.subject or old.subject or cues.ALSO.search(new.text) or new.corrects:
        return None
    mine, other = _sweet(new.text), _sweet(old.text)
    drinks = (new.so & old.so & values.known_concepts()) - {"sugar", "milk"}
    if mine is None or other is None or mine == other or not drinks or "drink" not in new.topics & old.topics:
        return None
    return Verdict("update", 0.85, "taken otherwise now", explicit=True)


def _sweet(text: str) -> bool | None:
    if _UNSWEETENED.search(text):
        return False
    return True if _SWEETENED.search(text) else None


def judge_put_off(new: Reading, old: Reading, similarity: float) -> Verdict | None:
    """What is due on another day now: the same things, a date that was moved."""
    if not new.moved or similarity < 0.7 or new.kind not in (old.kind, Kind.EVENT) or old.past:
        return None
    when = {"date", "weekday", "day", "time", "month"}
    if not figures.clash(new.figures, old.figures) & when or set(new.claims) != set(old.claims):
        return None
    return Verdict("update", 0.85, "the same at another time")
