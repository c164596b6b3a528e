"""Made-up sentences about made-up people, Chinese and English, for benchmarks that need many. The same every time."""

from __future__ import annotations

import random

ZH = (
    "我{when}在{place}{did}{thing}",
    "我喜欢在{place}{do}{thing}，{when}也去了",
    "我的{who}{when}去{place}{did}{thing}",
    "{when}我和{who}商量去{place}{do}{thing}的事",
)
EN = (
    "I {en_did} {en_thing} in {en_place} {en_when}",
    "my {en_who} likes to {en_do} {en_thing} in {en_place}",
    "{en_when} my {en_who} and I {en_did} {en_thing} near {en_place}",
    "I want to {en_do} {en_thing} with my {en_who} in {en_place}",
)
WORDS = {
    "when": "上周 昨天 去年夏天 三月份 周五晚上 前天 今年春节 国庆假期".split(),
    "place": "杭州 北京 成都 西湖 公司附近 图书馆 老城区 海边 机场 健身房 南京 大理".split(),
    "did": "买了 吃了 学了 修好了 拍了 看了 弄丢了 收到了".split(),
    "do": "吃 买 学 看 做 画 练 找".split(),
    "thing": "火锅 吉他 电影 咖啡 羽毛球 旧书 自行车 油画 围巾 豆浆 相机 植物".split(),
    "who": "同事 女儿 室友 导师 邻居 表弟 客户 医生".split(),
    "en_when": "last week|yesterday|two summers ago|in March|on Friday night|this spring|over the holidays".split("|"),
    "en_place": "Berlin|Leeds|the harbour|Kyoto|the old town|Denver|the library|Porto|Oslo".split("|"),
    "en_did": "bought|cooked|repaired|photographed|watched|lost|painted|borrowed".split("|"),
    "en_do": "cook|watch|paint|repair|collect|practise|photograph".split("|"),
    "en_thing": "ramen|a guitar|old maps|a bicycle|chess puzzles|a tent|sourdough|a telescope|orchids".split("|"),
    "en_who": "sister|colleague|neighbour|son|teacher|roommate|manager|cousin".split("|"),
}


def sentences(count: int, seed: int = 7) -> list[str]:
    """`count` sentences, half Chinese and half English; each carries a number, so that none stands twice."""
    draw = random.Random(seed)
    made = []
    for number in range(count):
        pattern = draw.choice(ZH if number % 2 else EN)
        filled = pattern.format(**{name: draw.choice(words) for name, words in WORDS.items()})
        made.append(f"{filled} {number}")
    return made


def questions(count: int, seed: int = 11) -> list[str]:
    """`count` questions about such sentences, none twice."""
    draw = random.Random(seed)
    made = []
    for number in range(count):
        if number % 2:
            made.append(f"{draw.choice(WORDS['when'])}我在{draw.choice(WORDS['place'])}做了什么，第{number}次问")
        else:
            made.append(
                f"what did my {draw.choice(WORDS['en_who'])} do in {draw.choice(WORDS['en_place'])}, try {number}"
            )
    return made
