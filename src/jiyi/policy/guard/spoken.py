"""Numbers said in words: "four two one nine", "double eight", "四二一九", "六个八"."""

from __future__ import annotations

import re

from jiyi.language.regex import regex

ENGLISH = {
    word: digits
    for digits, words in {
        "0": "zero oh nought naught", "1": "one", "2": "two", "3": "three", "4": "four", "5": "five", "6": "six",
        "7": "seven", "8": "eight", "9": "nine niner", "10": "ten", "11": "eleven", "12": "twelve",
        "13": "thirteen", "14": "fourteen", "15": "fifteen", "16": "sixteen", "17": "seventeen", "18": "eighteen",
        "19": "nineteen", "20": "twenty", "30": "thirty", "40": "forty", "50": "fifty", "60": "sixty",
        "70": "seventy", "80": "eighty", "90": "ninety", "": "double triple treble hundred thousand o",
    }.items()
    for word in words.split()
}  # fmt: skip
WORD = "(?:" + "|".join(sorted(ENGLISH, key=len, reverse=True)) + ")"
# Three number words or more in a row; "and" only between them.
ENGLISH_RUN = regex(rf"\b{WORD}(?:(?:[\s,.-]{{1,3}}|\s?-\s?)(?:and\s)?{WORD}\b){{1,40}}", re.IGNORECASE)
CHINESE = "零〇一二三四五六七八九幺两壹贰叁肆伍陆柒捌玖"
CHINESE_DIGIT = dict(zip(CHINESE, "0012345678912123456789", strict=True))
CHINESE_RUN = regex(rf"[{CHINESE}](?:[ 、，,.-]?[{CHINESE}十百千万]){{2,40}}")
CHINESE_TIMES = regex(
    rf"[{CHINESE}十\d]{{1,2}}个[{CHINESE}\da-zA-Z](?:[{CHINESE}十\d]{{1,2}}个[{CHINESE}\da-zA-Z]|[{CHINESE}\da-zA-Z]){{0,6}}"
)


def english_digits(run: str) -> str:
    """The digits that a run of English number words spells, where each word is a digit ("double" doubles)."""
    digits: list[str] = []
    times = 1
    for word in re.findall(r"[a-z]+", run.lower()):
        if word in ("double", "triple", "treble"):
            times = 2 if word == "double" else 3
            continue
        digit = "0" if word == "o" else ENGLISH.get(word, "")
        digits.append(digit * times)
        times = 1
    return "".join(digits)
