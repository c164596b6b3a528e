"""Which script and language a text is in. Classes of characters are given as the inside of a regex class."""

from __future__ import annotations

from jiyi.language.regex import regex

HAN = "\u3005\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U000323af"
KANA = "\u3041-\u309f\u30a0-\u30ff\u31f0-\u31ff"
HANGUL = "\u1100-\u11ff\u3130-\u318f\uac00-\ud7a3"
EMOJI = "\u2600-\u27bf\u2b1b\u2b1c\u2b50\u2b55\u231a\u231b\u23e9-\u23f3\U0001f000-\U0001faff"

_HAN = regex(f"[{HAN}]")
_KANA_HANGUL = regex(f"[{KANA}{HANGUL}]")
_LATIN_WORD = regex(r"[a-zA-Z\u00c0-\u024f]+(?:['’][a-zA-Z]+)?")
_OTHER_LETTER = regex(r"[\u0370-\u10ff\u1200-\u1fff]")

SAMPLE = 4000  # characters that are looked at; a longer text is judged by its beginning
HAN_PER_WORD = 1.6  # Han characters that say about as much as one English word
MOSTLY = 0.6  # share of Chinese from which a text counts as Chinese
SHORT = 400
CHINESE_SHARE = 0.3  # of the characters
HARDLY = 0.12  # share of Chinese below which it counts as English


def han_count(text: str) -> int:
    """How many Han characters the text has."""
    return 0 if text.isascii() else len(_HAN.findall(text))


def has_han(text: str) -> bool:
    return not text.isascii() and _HAN.search(text) is not None


def chinese(text: str) -> bool:
    """Whether a short text reads as Chinese: three in ten of its first characters are Han."""
    sample = text[:SHORT]
    return han_count(sample) >= CHINESE_SHARE * max(len(sample), 1)


def language_of(text: str) -> str:
    """ "zh", "en", "mixed" or "und". Any language in Latin script counts as "en"; Japanese, Korean, … are "und".

    A Chinese sentence with an English name or term in it is Chinese, and the other way round.
    """
    sample = text[:SAMPLE]
    han = han_count(sample)
    words = len(_LATIN_WORD.findall(sample))
    if not sample.isascii():
        foreign = len(_KANA_HANGUL.findall(sample)) + len(_OTHER_LETTER.findall(sample))
        if foreign * 4 > han + words * 4 or (foreign and foreign * 4 > han):
            return "und"
    if not han:
        return "en" if words else "und"
    chinese = han / HAN_PER_WORD
    share = chinese / (chinese + words)
    if share >= MOSTLY:
        return "zh"
    return "en" if share < HARDLY else "mixed"


def is_latin(letter: str) -> bool:
    """Whether a character is an ASCII letter or digit, so that words of such are divided by what is not; "" is none."""
    return letter.isascii() and letter.isalnum()
