"""Estimating model tokens by classes of characters and lengths of runs, where no table is at hand.

The weights were fitted to OpenAI's tables on 24,000 texts: Chinese and English chat, long answers, code, Markdown,
numbers, emoji, traditional and rare characters, identifiers. An estimate is the expected count and, on top, `SAFETY`
standard deviations of its error, so that it errs above.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Classes = NDArray[np.uint8]

SAFETY = 4.5  # standard deviations; with it 99.8 % of single texts are not under, and no joined dozen of them
ALWAYS = 1.0  # tokens added to any text that has a character

_KINDS = 16
LOWER, UPPER, DIGIT, SPACE, BREAK, MARK, HAN1, HAN2, HAN3, HAN4, WIDE, EMOJI, JOIN, LATIN, OTHER, ASTRAL = range(_KINDS)

# Han characters that the older table knows as one token each.
_CHEAP = (
    "一万三上下不与专业东两个中串为主么义之也书了事二于五些交产享京人亿今介从他付代以们件价任份企优会传但位体何余作你使例供価保"
    "信修倍值停像元先入全公共关其具内円册再写出击分列则初利别到制前力功加务动動包化北区十午华单南即历原去县参及友反发取变口只可"
    "台右号司合同名后向否含听启告员周命和品哈商問器四回因国图土在地场址型城基報場填增声处备复外多大天失头女好如始子字存学安宋完"
    "定实审客家容密对导将小少尔就局展山岁州工左已市布常平年并广序库应店度建开异式引张当录形影径待後得微心必志态思性总息您情意感"
    "成我或户所手打找技投报拉持指按换据排接推提播支收改放政效数整文料断新方族无日时明易星是時景更最月有服期木未本机权束条来板构"
    "析果查标样核格案检模次款止正此步歳段每比民気水求江汽没治法注活流海消清游源火点無然片版物特率环现球理生用由电男画界番登的监"
    "目直相省看県真知码确示社票私种科秒称移程稍税稿空立站章端笑符第等签简算管箱米类系素索约级线组经结给络统编网置美老考者而联能"
    "自至色节英藏行表装西要見见规视角解言計記話读计认议记论设证评试话询该详语误说请读调象责败账货购费资起超路身车转软载辑输达过"
    "运近还这进连述退送选通速造連道邮部都配释里重量金钟钮链销错键长開間關门闭问间队阳陆限院除雅集雷需非面音页项预频题额首验高黑"
)

_FEATURES = 38
_EXCESS, _CAPITALS, _CAPITALISED, _NEAR_DIGIT = 13, 14, 15, 16
_TRIPLES, _NUMBERS, _SPACED_NUMBERS, _GAPS, _BREAKS, _BREAK_CHARACTERS, _MARKS, _MARK_RUNS = range(17, 25)
_HAN, _HAN_RUNS, _WIDE, _TITLED, _TIGHT = 25, 29, 30, 36, 37


@dataclass(frozen=True, slots=True)
class Weights:
    """Tokens per unit of each feature, and variance per unit of what makes the count uncertain."""

    tokens: tuple[float, ...]
    variance: tuple[float, ...]  # Han, letters of titled words, letters of tight words, other scripts, rare, square


CL100K = Weights(
    (
        # words of 1 … 13 letters and more
        0.94,
        0.93,
        0.97,
        0.96,
        1.15,
        1.07,
        1.07,
        0.94,
        1.12,
        1.13,
        1.03,
        1.21,
        0.55,
        # letters over twelve, of words with capitals inside, such words, letters next to a digit
        0.42,
        0.19,
        0.0,
        0.23,
        # digits by threes, numbers, numbers after a space, wide gaps, line breaks, their characters, marks, their runs
        0.97,
        0.22,
        1.01,
        0.11,
        0.75,
        0.03,
        0.17,
        0.58,
        # four classes of Han, their runs; wide marks, emoji, joiners, Latin beyond ASCII, other scripts, astral; titled
        0.90,
        2.09,
        2.23,
        3.50,
        0.36,
        0.84,
        2.85,
        0.0,
        0.72,
        1.17,
        1.5,
        0.05,
        0.0,
    ),
    (0.04, 0.05, 0.6, 3.21, 0.15, 1.4e-3),
)
O200K = Weights(
    (
        0.75,
        0.83,
        0.93,
        0.95,
        1.18,
        1.10,
        1.10,
        1.01,
        1.14,
        1.15,
        1.11,
        1.25,
        0.58,
        0.38,
        0.22,
        0.0,
        0.21,
        0.92,
        0.33,
        0.92,
        0.22,
        0.72,
        0.0,
        0.21,
        0.56,
        0.64,
        0.98,
        1.40,
        4.55,
        0.19,
        0.75,
        2.18,
        0.3,
        0.30,
        0.63,
        1.5,
        0.04,
        0.0,
    ),
    (0.22, 0.1, 0.65, 1.21, 0.43, 0.96e-3),
)
# For tables we do not have: whichever of the two costs more.
EITHER = Weights(
    tuple(map(max, CL100K.tokens, O200K.tokens)),
    tuple(map(max, CL100K.variance, O200K.variance)),
)


@cache
def _table() -> Classes:
    """Code point -> class."""
    table = np.full(0x110000, OTHER, np.uint8)
    table[0x80:0x800] = LATIN
    for first, past, kind in (
        (0x09, 0x0E, BREAK),
        (0x20, 0x21, SPACE),
        (0x21, 0x7F, MARK),
        (0x30, 0x3A, DIGIT),
        (0x41, 0x5B, UPPER),
        (0x61, 0x7B, LOWER),
        (0x2010, 0x2028, WIDE),
        (0x3000, 0x3040, WIDE),
        (0xFF00, 0xFFF0, WIDE),
        (0x3400, 0x4DC0, HAN4),
        (0x4E00, 0xA000, HAN3),
        (0xF900, 0xFB00, HAN4),
        (0x2600, 0x27C0, EMOJI),
        (0x200D, 0x200E, JOIN),
        (0xFE0F, 0xFE10, JOIN),
        (0x10000, 0x110000, ASTRAL),
        (0x1F000, 0x1FB00, EMOJI),
        (0x20000, 0x32400, HAN4),
    ):
        table[first:past] = kind
    everyday = bytes(b for high in range(0xB0, 0xD8) for low in range(0xA1, 0xFF) for b in (high, low))
    table[[ord(c) for c in everyday.decode("gb2312", "ignore")]] = HAN2
    table[[ord(c) for c in _CHEAP]] = HAN1
    return table


def _runs(mask: NDArray[np.bool_]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Begins and ends of the runs of True."""
    edges = np.diff(np.concatenate(([0], mask.view(np.int8), [0])))
    return np.flatnonzero(edges == 1), np.flatnonzero(edges == -1)


def _letters(kinds: Classes, found: Array) -> None:
    begins, ends = _runs(kinds <= UPPER)
    inner = np.flatnonzero((kinds[:-1] == LOWER) & (kinds[1:] == UPPER)) + 1  # camelCase is two words
    begins, ends = np.sort(np.concatenate((begins, inner))), np.sort(np.concatenate((ends, inner)))
    lengths = ends - begins
    capitals = np.concatenate(([0], np.cumsum(kinds == UPPER)))
    capitals = capitals[ends] - capitals[begins]
    found[:13] = np.bincount(np.minimum(lengths, 13), minlength=14)[1:]
    found[_EXCESS] = np.maximum(lengths - 12, 0).sum()
    found[_CAPITALS] = lengths[capitals > 1].sum()
    found[_CAPITALISED] = (capitals > 1).sum()
    found[_TITLED] = lengths[(kinds[begins] == UPPER) & (capitals == 1) & (lengths > 1)].sum()
    padded = np.concatenate(([SPACE], kinds, [SPACE]))
    found[_NEAR_DIGIT] = lengths[(padded[begins] == DIGIT) | (padded[ends + 1] == DIGIT)].sum()
    found[_TIGHT] = lengths[(padded[begins] != SPACE) & (padded[begins] != BREAK)].sum()


def _features(text: str) -> Array:
    points = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)
    kinds = _table()[points]
    amounts = np.bincount(kinds, minlength=_KINDS)
    found = np.zeros(_FEATURES)
    if amounts[LOWER] + amounts[UPPER]:
        _letters(kinds, found)
    if amounts[DIGIT]:
        begins, ends = _runs(kinds == DIGIT)
        found[_TRIPLES] = ((ends - begins + 2) // 3).sum()
        found[_NUMBERS] = len(begins)
        found[_SPACED_NUMBERS] = (kinds[np.maximum(begins - 1, 0)] == SPACE).sum()
    if amounts[SPACE] > 1:
        begins, ends = _runs(kinds == SPACE)
        found[_GAPS] = ((ends - begins) > 1).sum()
    for kind, runs, characters in ((BREAK, _BREAKS, _BREAK_CHARACTERS), (MARK, _MARK_RUNS, _MARKS)):
        if amounts[kind]:
            found[runs], found[characters] = len(_runs(kinds == kind)[0]), amounts[kind]
    found[_HAN : _HAN + 4] = amounts[HAN1 : HAN4 + 1]
    if found[_HAN : _HAN + 4].any():
        found[_HAN_RUNS] = len(_runs((kinds >= HAN1) & (kinds <= HAN4))[0])
    found[_WIDE : _WIDE + 6] = amounts[WIDE:_KINDS]
    return found


def estimate(text: str, weights: Weights, factor: float = 1.0, *, single_digits: bool = False) -> int:
    """An upper estimate of the tokens of `text`; never more than its UTF-8 bytes. 0 for an empty text.

    `factor` scales the expected count for tables that are coarser than those that the weights were fitted to.
    `single_digits`: the model gives each digit a token of its own.
    """
    if not text:
        return 0
    found = _features(text)
    weight = np.array(weights.tokens)
    parts = found * weight
    if single_digits:
        digits = sum(map(text.count, "0123456789"))
        parts[_TRIPLES] = max(parts[_TRIPLES], float(digits))
    expected = float(parts.sum())
    han = float(parts[_HAN : _HAN_RUNS + 1].sum())
    rare = found[_HAN + 2] + found[_HAN + 3] + found[_WIDE + 1] + found[_WIDE + 2]
    others = found[_WIDE + 3] + found[_WIDE + 4] + found[_WIDE + 5]
    sources = np.array([han, found[_TITLED], found[_TIGHT], others, rare, (expected - han) ** 2])
    spread = float(np.sqrt(sources @ np.array(weights.variance)))
    return min(int(factor * expected + SAFETY * spread + ALWAYS), len(text.encode("utf-8", "surrogatepass")))
