"""Somebody told of by a bare name and an age ("朵朵今年十岁，对花生过敏", "Toby is five, allergic to nuts"): the clause after
it without a subject speaks of them, not of the user."""

from __future__ import annotations

from jiyi.language.regex import regex

_ZH = regex(
    r"^(?!我|咱|俺|本人|今年|明年|去年|现|已经|目前|才|刚|都|快|虽|转眼|马上|一晃|年纪|年龄|满|也|就|还|奔)(?P<name>[\u4e00-\u9fff]{2,3}?|[a-z]{2,12})"
    r"(?:今年|明年|现在|已经|马上|刚刚|刚|才|都|快|也|就)*[满过]?[一二三四五六七八九十两\d]{1,4}(?:个月|周?岁)"
)
_EN = regex(
    r"^(?P<name>(?!I(?:'m)? |We |He |She |It |They |That |This |There )[A-Z][a-z]+)(?:'s| is| was| turns| turned| just turned| will be)"
    r" (?:now |only |almost |already |about |just )*(?:\d{1,3}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|[a-z]+teen|[a-z]+ty)"
    r"(?= years?| months?|[,.;]|$| (?:and|now|already|today|this|next|in)(?![a-z]))"
)


def somebody(text: str, seen: str) -> str:
    """The name by which a clause tells of somebody's age; "" when it does not. `seen` is `text` folded, as long as it."""
    match = _ZH.match(seen) or _EN.match(text)
    return text[match.start("name") : match.end("name")] if match else ""


_HAS_VERB = regex(r"^(?:is|was|has|had|can|can't|cannot|won't|does|doesn't|will)\b")


def beginnings(name: str, seen: str) -> tuple[str, ...]:
    """What may be put before the next clause `seen`, so that it says of whom it is."""
    if not name.isascii():
        return (name,)
    return (f"{name} ",) if _HAS_VERB.match(seen) else (f"{name} is ", f"{name} ")
