"""Is what stands here a secret? Recognisers for the value beside a word such as "password"."""

from __future__ import annotations

import itertools
import re
from typing import NamedTuple

from jiyi.language.regex import regex
from jiyi.policy.guard.lexicon import NO_SECRET, NO_SECRET_AFTER_HAN, TECHNICAL, UNITS, ZH_DESCRIBES, ZH_NO_SECRET
from jiyi.policy.guard.spoken import CHINESE_RUN, CHINESE_TIMES, ENGLISH_RUN, english_digits

REACH = 96  # characters looked at on each side of a noun


DIGITAL = ("pin", "code", "anycode", "cvv", "lock")  # kinds whose values hold digits
PLAIN = ("password", "phrase", "han")  # kinds whose values may be plain words
DIGITAL_VALUE = regex(r"(?=[A-Za-z-]*\d)[A-Za-z0-9-]{4,14}#?|\d{4,12}[#*]?|\d{3,4}")
ANY_CODE = regex(r"[\"'`*]{0,2}(?:[A-Z]-)?\d{4,8}(?![A-Za-z0-9.,]\w)")


class Found(NamedTuple):
    """Where a value stands."""

    start: int
    end: int


QUOTED = regex(
    r"\"([^\"\n]{1,80})\"|'([^'\n]{1,80})'(?![a-z])|`([^`\n]{1,80})`|「([^」\n]{1,80})」|『([^』\n]{1,80})』|《([^》\n]{1,80})》|\*\*([^*\n]{1,80})\*\*|<b>([^<\n]{1,80})</b>"
)
TOKEN = regex(r"[!-~]{1,256}")
SPACED = regex(r"(?<!\d)\d(?:[ -]{0,2}\d){2,60}(?![\d])")
GLUED = regex(r"[!-+./:-~-]?[A-Za-z0-9_]")  # the digits are only the beginning of a token
HASHED = regex(r"[#＃*](?=\d{3,12}(?!\d))")  # as it is keyed in: "the gate code is #2580"
CORRECT = regex(
    r"correct(?:[ -](?!now|again|but|and|for|on|in|if|so|this|that|as|when|the|yet|too|only|about)[a-z]{3,}){2,5}",
    re.IGNORECASE,
)  # a phrase that begins with a word which mostly describes
DAY = regex(r"\d{4}-\d{1,2}-\d{1,2}")
UNIT = regex(UNITS, re.IGNORECASE)
DIAL = regex(
    r"(?:[左右](?:转|拧)?\s?\d{1,2}[圈格下,，、 ]{0,2}){2,6}\d{0,8}|(?:\d{1,2}\s?(?:right|left|clockwise|counter-?clockwise|[rl])[\s,]{1,3}){1,4}\d{1,2}",
    re.IGNORECASE,
)
TRAILING = ".,;:!?)]}\"'`>*"
HAN_MIXED = regex(r"[\u4e00-\u9fff]{2,8}[A-Za-z0-9!@#$%^&*_.-]{1,12}(?![A-Za-z0-9位个次天])")
HAN_RUN = regex(r"[\u4e00-\u9fff]{2,10}")
CLAUSE_END = regex(
    r"\s{0,3}(?:$|[，。,.;；!！?？\n)）(（…~～]|和|别忘|不要|记|谢|帮|请|哦|啊|呢|哈|吧|的$|and\b|but\b|so\b|please\b|pls\b|thanks\b|for\b|if\b|in case\b|remember\b|ok\b|—|-\s|'s\b)",
    re.IGNORECASE,
)
NOT_ONE = regex(
    r"[A-Za-z_][\w.]*\(|\w+=[\"']|https?:|www\.|[/~]\w+/|\.\.?/|[$][{(A-Z]|\{\{|<[a-z_ -]|%\(|\*{3,}$|x{4,}$|\.{3}|…|•|os\.|env\.|process\.|getenv|config\.|settings\.|self\.|args\.|request\.|req\.|input\(|null\b|none\b|\[redacted|\[masked"
    r"|\d{4}-\d{2}-\d{2}|\d{1,2}:\d{2}|v\d+\.\d|\d+\.\d+\.\d|[$€£¥]\d|\d+%|#?\[|\(",
    re.IGNORECASE,
)
ADDRESS = regex(
    r"[\w.+-]+@[\w-]+\.[\w.]+$|[\w-]+\.(?:com|org|net|io|cn|html?|py|js|json|txt|pdf|md|ya?ml|env)\b", re.IGNORECASE
)
FILLER = regex(
    r"(?:我|你|的|名字|生日|姓|拼音|缩写|首字母|大写|小写|加上?|后面|前面|再|是|女儿|儿子|老婆|老公|妈妈|爸爸|狗|猫|手机|电话|车牌|号|尾号|公司|英文|数字|全|然后|就|还|那个|老|新|旧|原来|之前|以前|一样|跟|和|以|开头|结尾|四位|六位|八位|为|[：:、+ ]){1,8}",
)
PHRASE = regex(
    r"[A-Za-z][\w'-]{0,20}(?: (?!(?:and|but|so|because|please|pls|thanks|if|ok|remember|i|i'm|for the)\b)"
    r"[A-Za-z][\w'-]{0,20}){2,11}",
    re.IGNORECASE,
)
NO_PHRASE_WORDS = """
a an the not too very so required needed missing wrong stored in on at to used something what how why longer long better
more never always just still
"""
NO_PHRASE = frozenset(NO_PHRASE_WORDS.split())
GLUE = frozenset(
    "and but or so because please pls thanks for if ok remember i it the which that this my to on in at with not don't you can is was too also".split()
)


def value_at(body: str, at: int, kind: str, linked: bool = True) -> Found | None:
    """The secret that begins at `at`. `linked`: a word such as "is" or a colon led here, so that plain words count."""
    if kind == "key":
        return _key_at(body, at, linked)
    if kind == "anycode":
        spoken = ENGLISH_RUN.match(body, at)
        if spoken is not None and len(english_digits(spoken[0])) >= 4 and not UNIT.match(body, spoken.end()):
            return Found(*spoken.span())
        match = ANY_CODE.match(body, at)
        return Found(*match.span()) if match is not None and not UNIT.match(body, match.end()) else None
    if not linked:
        return _adjacent(body, at, kind)
    if kind == "short":
        return strong_at(body, at, kind)
    quoted = _quoted_at(body, at, kind, strong=False)
    if quoted is not None:
        return quoted
    if kind in ("pin", "lock", "han") and HASHED.match(body, at):
        at += 1
    if kind in PLAIN and (phrase := CORRECT.match(body, at)) and CLAUSE_END.match(body, phrase.end()):
        return Found(*phrase.span())
    if kind == "phrase" and (found := _phrase_at(body, at)) is not None:
        return found
    return (
        number_at(body, at, kind)
        or _token_at(body, at, kind, weak=True)
        or _han_at(body, at, kind)
        or _filled(body, at, kind)
    )


def strong_at(body: str, at: int, kind: str) -> Found | None:
    """A secret that shows by itself: digits, or letters with digits or signs."""
    if kind == "key":
        return _key_at(body, at, linked=True)
    found = (
        _quoted_at(body, at, kind, strong=True) or number_at(body, at, kind) or _token_at(body, at, kind, weak=False)
    )
    if found is not None and body[found.start : found.end].isascii() and body[found.start : found.end].isalpha():
        return None  # "KeePass" shows nothing by itself
    return found


def _quoted_at(body: str, at: int, kind: str, strong: bool) -> Found | None:
    quoted = QUOTED.match(body, at)
    if quoted is None:
        return None
    group = quoted.lastindex or 1
    value = quoted[group]
    if not _worthy(value) or (strong and not _strong(value)):
        return None
    if kind in DIGITAL and not DIGITAL_VALUE.fullmatch(value.replace(" ", "")):
        return None
    return Found(*quoted.span(group))


def number_at(body: str, at: int, kind: str) -> Found | None:
    """Digits, spaced or not, or a number in words."""
    for pattern in (ENGLISH_RUN, CHINESE_TIMES, CHINESE_RUN, DIAL):
        match = pattern.match(body, at)
        if match is not None:
            return None if UNIT.match(body, match.end()) else Found(*match.span())
    run = SPACED.match(body, at)
    if run is None or GLUED.match(body, run.end()) or UNIT.match(body, run.end()) or DAY.fullmatch(run[0]):
        return None
    digits = sum(character.isdigit() for character in run[0])
    if kind == "cvv":
        return Found(*run.span()) if digits in (3, 4) else None
    if kind == "short" and digits < 6:
        return None
    least = 3 if kind in PLAIN or kind == "lock" else 4
    return Found(*run.span()) if digits >= least else None


def weak_before(body: str, low: int, end: int, kind: str) -> Found | None:
    """The secret that ends at `end` (and begins after `low`), as in "hunter2 is my password"."""
    text = body[low:end]
    for pattern in (ENGLISH_RUN, CHINESE_RUN):
        for match in pattern.finditer(text):
            if match.end() == len(text):
                return Found(low + match.start(), end)
    last = re.search(r"(?<!\d)\d(?:[ -]?\d){2,11}$", text) or re.search(r"[!-~]{3,64}$", text)
    if last is None:
        return None
    start = last.start()
    while start < len(text) and text[start] in "\"'`(<*":
        start += 1
    value = text[start:].rstrip("\"'`>*)")
    stop = low + start + len(value)
    if kind in DIGITAL and not (
        value.replace(" ", "").replace("-", "").isdigit() or re.fullmatch(r"[A-Z]-\d{4,8}|[A-Z0-9]{5,8}", value)
    ):
        return None
    if _strong(value) and not ADDRESS.search(value) and not NOT_ONE.match(value) and len(value) >= 4:
        return Found(low + start, stop)
    return None


POSTAL = regex(r"\s(?:is\s)?(?:in|for)\s[A-Z]")  # "pin code 560001 is in Bangalore"
GAP = regex(
    r"(?:吧|哦|啊|呀|哈|就|(?:你|给你|发你|帮我|给我)?(?:记一下|记下来?|存一下|记住|记好|收好))?[\"'`*)\]]{0,2}[ \t]{0,3}\n?"
)


def _adjacent(body: str, at: int, kind: str) -> Found | None:
    """A secret right after its noun, without a link: "密码8848", "wifi password hunter2"."""
    noun = at
    gap = GAP.match(body, at)
    at = gap.end() if gap is not None else at
    han = "\u4e00" <= body[noun - 1 : noun] <= "\u9fff"
    if not han and (gap is None or not gap[0][-1:].isspace()):
        return None
    found = number_at(body, at, kind)
    if found is not None:
        digits = sum(character.isdigit() for character in body[found.start : found.end])
        if kind == "pin" and POSTAL.match(body, found.end):
            return None
        return (
            found
            if digits >= 4
            or "个" in body[found.start : found.end]
            or (digits >= 3 and (han or kind == "cvv"))
            or not digits
            else None
        )
    found = _quoted_at(body, at, kind, strong=True) or _token_at(body, at, kind, weak=False)
    if found is None and at > noun and kind in PLAIN and (han or body[noun - 10 : noun].startswith("--")):
        # "微信密码 sunflower": a plain word that ends the clause, after Han characters
        found = _token_at(body, at, kind, weak=True)
        if found is not None and CLAUSE_END.match(body, found.end) is None:
            return None
    return found


def _trimmed(token: str) -> str:
    end = len(token)
    while end > 0 and token[end - 1] in TRAILING:
        end -= 1
    return token[:end] if end else token


def _strong(value: str) -> bool:
    """Letters with digits or signs, or digits alone: not a plain word, a technique, or a placeholder."""
    if value.lower() in TECHNICAL or value.lower() in NO_SECRET or not value:
        return False
    if not any(character.isalnum() for character in value) and len(value) < 6:
        return False
    if any(character.isdigit() for character in value):
        return True
    plain = value.replace("-", "").replace("'", "").replace("’", "").replace(".", "").replace("/", "")
    if not plain.isalpha():
        return True
    return any(a.islower() and b.isupper() for a, b in itertools.pairwise(value)) and value.isalpha()


def _worthy(value: str) -> bool:
    inner = value.strip()
    return (
        bool(inner)
        and inner.lower() not in NO_SECRET
        and NOT_ONE.match(inner) is None
        and any(c.isalnum() or ord(c) > 127 for c in inner)
        and "\ufffc" not in inner
    )


def _token_at(body: str, at: int, kind: str, weak: bool) -> Found | None:
    match = TOKEN.match(body, at)
    if match is None:
        return None
    start = at
    while start < match.end() and body[start] in "\"'`(<*[":
        if body[start] == "<" or body[start] == "[":
            return None
        start += 1
    value = _trimmed(body[start : match.end()])
    lower = value.lower()
    no_secret = NO_SECRET_AFTER_HAN if kind == "han" else NO_SECRET
    if (
        not value
        or NOT_ONE.match(value)
        or lower in TECHNICAL
        or lower in no_secret
        or (ADDRESS.search(value) and not weak)
    ):
        return None
    end = start + len(value)
    if not any(character.isalnum() for character in value):
        return None
    if kind in DIGITAL:
        if not DIGITAL_VALUE.fullmatch(value):
            return None
        return (
            None
            if UNIT.match(body, end) or (value.isalnum() and not value.isdigit() and lower == value and len(value) < 5)
            else Found(start, end)
        )
    if not value.strip("0123456789-~") and (len(value) < 3 or UNIT.match(body, end)):
        return None
    if (
        re.fullmatch(r"\d+(?:st|nd|rd|th|am|pm|k|m|x|s|ms|h|min|-digit|-character|-char|-day|-bit|-step)?", lower)
        and not value.isdigit()
    ):
        return None
    if _strong(value):
        return Found(start, _extended(body, end, kind)) if (weak and len(value) >= 2) or len(value) >= 4 else None
    if not weak or len(value) < 3:
        return None
    return _plain(body, start, end, kind)


def _plain(body: str, start: int, end: int, kind: str) -> Found | None:
    """Plain words as a secret ("my password is swordfish"): they must close their clause and describe nothing."""
    word = body[start:end].lower()
    if kind == "han":
        stop = _extended(body, end, kind)
        return Found(start, stop) if CLAUSE_END.match(body, stop) is not None else None
    stop = _extended(body, end, kind)
    if word.endswith("'s") and stop == end:
        return None
    if word.endswith(("ed", "ing", "able", "ible", "ly", "n't")) and "-" not in word and len(word) > 3:
        return None
    parts = word.split("-")
    if len(parts) > 1 and all(part in NO_SECRET for part in parts):
        return None
    return Found(start, stop) if CLAUSE_END.match(body, stop) is not None else None


MORE = regex(r" ([!-~]{1,64})")


def _extended(body: str, end: int, kind: str) -> int:
    """The end of a secret of several words: "blue monkey jumps", "abc 123"."""
    stop = end
    for _ in range(12 if kind == "phrase" else 3):
        more = MORE.match(body, stop)
        if more is None or body[stop - 1] in ",.;!?":
            break
        word = _trimmed(more[1])
        lower = word.lower()
        if (
            not word
            or (kind != "han" and (lower in GLUE or lower in NO_SECRET))
            or NOT_ONE.match(word)
            or UNIT.match(body, more.start())
        ):
            break
        if not any(character.isalnum() for character in word):
            break
        stop = more.start(1) + len(word)
        if _strong(word):
            end = stop
        if more[1] != word:
            break
    return stop if CLAUSE_END.match(body, stop) is not None else end


def _phrase_at(body: str, at: int) -> Found | None:
    """A passphrase: three words or more up to the end of the clause, whatever they mean by themselves."""
    match = PHRASE.match(body, at)
    if match is None or match[0].split()[0].lower() in NO_PHRASE:
        return None
    return Found(*match.span())


def _han_at(body: str, at: int, kind: str) -> Found | None:
    """A secret of Han characters: "口令是芝麻开门", "密码：小猪666"."""
    if kind not in PLAIN:
        return None
    mixed = HAN_MIXED.match(body, at)
    match = mixed or HAN_RUN.match(body, at)
    if match is None or CLAUSE_END.match(body, match.end()) is None:
        return None
    value = match[0]
    if value.startswith(ZH_DESCRIBES if mixed else ZH_NO_SECRET) or value.endswith(
        ("的", "了", "吗", "呢", "吧", "过")
    ):
        return None
    return None if any(word in value for word in ("什么", "多少", "不", "没", "密码", "的")) else Found(*match.span())


def _filled(body: str, at: int, kind: str) -> Found | None:
    """ "密码是我生日19900101": a few words of description, then what shows by itself."""
    filler = FILLER.match(body, at)
    if filler is None:
        return None
    spelt = re.search(r"写|英文|拼音|字母|单词", filler[0]) is not None
    return number_at(body, filler.end(), kind) or _token_at(body, filler.end(), kind, weak=spelt)


KEY_VALUE = regex(r"[\"'`]?([A-Za-z0-9][A-Za-z0-9_+/=.~:-]{7,512})")


def _key_at(body: str, at: int, linked: bool) -> Found | None:
    """A key or token: long, letters with digits, and not made of words."""
    if not linked:
        gap = regex(r"[\"'`*)\]]{0,2}\s{1,3}|(?<=[\u4e00-\u9fff])").match(body, at)
        if gap is None:
            return None
        at = gap.end()
    match = KEY_VALUE.match(body, at)
    if match is None:
        return None
    value = _trimmed(match[1])
    return Found(match.start(1), match.start(1) + len(value)) if _random(value) else None


def _random(value: str) -> bool:
    """Long and without structure: not an identifier, a path, a version, a date or a plain number."""
    if len(value) < 12 or NOT_ONE.match(value) or ADDRESS.search(value):
        return False
    turns = sum(a.islower() and b.isupper() for a, b in itertools.pairwise(value))
    if len(value) >= 24 and turns >= 4 and any(character.isdigit() for character in value):
        return True
    digits = sum(character.isdigit() for character in value)
    letters = sum(character.isalpha() for character in value)
    if digits < 2 or letters < 3:
        return False
    parts = [part for part in re.split(r"[_./:~+=-]", value) if part]
    wordy = sum(
        part.isalpha() or (part.isdigit() and len(part) < 5) or re.fullmatch(r"[a-z]+\d{1,3}|v\d+", part) is not None
        for part in parts
    )
    return bool(wordy < len(parts))
