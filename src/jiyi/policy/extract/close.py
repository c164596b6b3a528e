"""Somebody close whom a clause names without "my" ("老婆坐月子，不能吃凉的"), or only points at after the message before
("我老婆怀孕了" – "她对青霉素过敏"): what is told of their health is theirs, and never the user's."""

from __future__ import annotations

from jiyi.language.regex import regex
from jiyi.language.script import has_han
from jiyi.policy.extract import ailing
from jiyi.policy.extract.frame import words
from jiyi.policy.tables import en, zh

READ = 300  # characters of the message before that are read
_ZH_CLOSE = words(zh.PARTNER, zh.CHILDREN, zh.PARENTS, zh.SIBLINGS, zh.GRANDPARENTS, zh.RELATIVES)
_BARE_ZH = regex(
    rf"^(?P<s>(?:{_ZH_CLOSE}))(?!们|的|节|饼|装|车|房|床|班|衣|用|教|俩|家|说|问|让|叫|觉得|嫌|想|要|希望|建议|推荐|送|给)(?![^，。]*(?:我|[吧吗呢嘛]$))[^，。？?]"
)
_HEALTH_ZH = regex(
    r"怀孕|怀着|坐月子|生病|病了|住院|出院|手术|开刀|发烧|发热|感冒|咳嗽|拉肚子|不舒服|牙|岁|个月大?|断奶|哺乳|喂奶"
)
_NAMED_ZH = regex(rf"(?:我们?|咱们?|俺)(?:家|的)?(?P<s>{_ZH_CLOSE})")
_NAMED_EN = regex(
    rf"(?<![a-z])(?:my|our) (?:\w+ )?(?P<s>{words(en.PARTNER, en.CHILDREN, en.PARENTS, en.SIBLINGS, en.GRANDPARENTS, en.RELATIVES)})(?![a-z])"
)
_MARKS = regex("[，。！？!?,]")
_PRONOUN_ZH = regex(r"^(?P<p>他|她|牠|它)(?!们|说|问|让|叫)")
_PRONOUN_EN = regex(r"^(?P<p>he|she)(?P<short>'s got|'s)?(?= )")
_WOMEN = regex(
    r"老婆|妻|媳妇|太太|女|姑|姨|姐|姊|妹|妈|母|娘|奶|婆|姥姥|嬷|嫂|丫头|囡|婶|闺"
    r"|(?:wife|missus|girlfriend|fiancee|fiancée|gf|daughter|girl|lass|mum|mom|mam|mummy|mama|mother|sister|gran|grandma|granny|nan|nana|oma|nonna|abuela|aunt|niece|goddaughter)"
)
_MEN = regex(
    r"老公|丈夫|先生|男|儿子|仔|小子|哥|弟|爸|爹|父|爷|公公|外公|阿公|叔|伯|舅|婿|孙子|侄子"
    r"|(?:husband|hubby|boyfriend|fianc[eé]$|bf|son|boys?$|lad$|dad|daddy|papa|father|brother|bro$|grandpa|grandad|granddad|gramps|opa|nonno|abuelo|uncle|nephew|godson)"
)


def bare(seen: str) -> int:
    """Where the words end by which a Chinese clause that tells of health or age names somebody of the user's at its
    beginning, without "my" ("老婆"); 0 when it does not."""
    match = _BARE_ZH.match(seen)
    return match.end("s") if match and (ailing.ails(seen) or _HEALTH_ZH.search(seen)) else 0


def meant(before: str, seen: str) -> tuple[str, int]:
    """Whom the pronoun at the start of a clause stands for, when it tells of health and the message before named one
    person alone whom it may stand for; and where the clause goes on. ("", 0) else."""
    han = has_han(seen)
    pronoun = (_PRONOUN_ZH if han else _PRONOUN_EN).match(seen)
    if pronoun is None or not before or not ailing.ails(seen):
        return "", 0
    told = before[-READ:].lower()
    named = {match["s"] for match in (_NAMED_ZH if has_han(told) else _NAMED_EN).finditer(told)}
    if has_han(told):
        named |= {found["s"] for piece in _MARKS.split(told) if (found := _BARE_ZH.match(piece))}
    wrong = {"他": _WOMEN, "he": _WOMEN, "她": _MEN, "she": _MEN}.get(pronoun["p"])
    left = [one for one in named if wrong is None or not wrong.search(one) or (_WOMEN.search(one) and _MEN.search(one))]
    if len(left) != 1:
        return "", 0
    if has_han(told):
        return "我" + left[0], pronoun.end()
    verb = {None: "", "'s": " is", "'s got": " has"}[pronoun["short"]] if "short" in pronoun.groupdict() else ""
    return f"my {left[0]}{verb}", pronoun.end()
