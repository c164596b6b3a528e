"""Cantonese and Taiwanese words as the Chinese that the patterns know, of the same length, in simplified characters."""

from __future__ import annotations

from jiyi.language.regex import regex

# What marks a text as such: without one of these nothing is changed.
MARKS = regex("[喺嘅哋唔佢冇咗啲嚟睇㗎嘢攞畀乜嗰噉冚]|钟意|屋企|边度|点解|而家|听日|琴日|阮兜|逐工|透早|佮意|毋")
_WORDS = {
    "钟意": "喜欢",
    "佮意": "喜欢",
    "中意": "喜欢",
    "屋企": "家里",
    "边度": "哪里",
    "边个": "哪个",
    "点解": "为啥",
    "点样": "怎样",
    "而家": "现在",
    "今日": "今天",
    "琴日": "昨天",
    "寻日": "昨天",
    "头先": "刚才",
    "啱啱": "刚才",
    "听日": "明天",
    "日日": "每天",
    "逐工": "每天",
    "透早": "早上",
    "阮兜": "我家",
    "返工": "上班",
    "细路": "小孩",
    "老豆": "爸爸",
    "老母": "妈妈",
    "仔女": "孩子",
    "唔该": "麻烦",
    "唔好": "不要",
    "食咗": "吃了",
    "饮茶": "喝茶",
    "系度": "在这",
}
_LETTERS = {
    "喺": "在",
    "佇": "在",
    "嘅": "的",
    "㗎": "的",
    "哋": "们",
    "唔": "不",
    "毋": "不",
    "佢": "他",
    "冇": "没",
    "咗": "了",
    "啲": "些",
    "嚟": "来",
    "睇": "看",
    "嘢": "西",
    "乜": "啥",
    "攞": "拿",
    "畀": "给",
    "食": "吃",
    "饮": "喝",
    "系": "是",
    "係": "是",
    "阮": "我",
    "住喺": "住在",
}
_ALL = regex("|".join(sorted({*_WORDS, *_LETTERS}, key=len, reverse=True)))


def plain(seen: str) -> str:
    """The shadow of a text with dialect words as common ones, character for character; unchanged when it has none."""
    if MARKS.search(seen) is None:
        return seen
    return _ALL.sub(lambda word: _WORDS.get(word.group()) or _LETTERS[word.group()], seen)
