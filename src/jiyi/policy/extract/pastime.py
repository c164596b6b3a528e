"""What is done for joy, and not merely liked or used: only that fills the slot of hobbies."""

from __future__ import annotations

from jiyi.language.regex import regex
from jiyi.language.script import has_han

_EN = regex(
    r"^(?:to )?(?:go |going |do |doing |play |playing |make |making )?(?:my )?(?:[a-z]+ )?(?!(?:being|having|getting|seeing|anything|everything|nothing|something|morning|evening|wedding|king|ring|string|thing|spring|ceiling|building|meeting|clothing|knowing|feeling|living|lying|waiting|paying|using|owning|working|sleeping|eating|drinking|amazing|interesting|exciting)\b)[a-z]+ing\b|\b(?:play|paint|draw|knit|sew|collect|garden|fish|hike|climb|dance|sing|skate|surf|ski|sail|bake|brew|whittle|crochet|embroider|birdwatch|forage|restore|build|craft|read|game|run|jog|swim|cycle|ride|write|cook|photograph|row|yoga|pilates|chess|puzzles?|crosswords?|origami|pottery|lego|photography|astronomy|genealogy|calligraphy|choir)\b"
)
_ZH = regex(
    r"打|玩|画|写字|弹|拉(?!面|倒)|吹|跳|唱|跑|爬|骑|游|钓|养|种|集|收藏|收集|拍|摄影|看|听|读|做|织|绣|缝|刻|雕|拼|下(?:棋|象|围)|旅[行游]|逛|练|滑|露营|徒步|健身|瑜伽|手工|烘焙|书法|棋|茶|园艺|模型|乐高|攀岩|潜水|冲浪"
)


def slot(seen: str, value: str | None) -> str | None:
    """The slot of a taste or habit for which no word of the table stands: "hobby", or None. `value` is what is liked."""
    done = value or seen
    if has_han(done):
        return "hobby" if _ZH.search(done) else None
    return "hobby" if _EN.search(done) or _EN.search(seen) else None
