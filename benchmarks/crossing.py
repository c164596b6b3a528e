"""Whether a question in one language finds what was said in the other.

    python benchmarks/crossing.py [--embedder {local,e5}]

Each fact is said in Chinese by one person and in English by another, among the others and EXTRA made-up sentences of
both languages; each is asked for in both. R@k: the share of questions whose fact is among the first k.
"""

from __future__ import annotations

import argparse
import asyncio
import os
from collections import defaultdict

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from jiyi.memory import AsyncMemory
from jiyi.settings import Settings, WorkerSettings
from sentences import sentences

EXTRA = 300
# (said in Chinese, said in English, asked in Chinese, asked in English)
FACTS = (
    ("我住在青岛的海边", "I live by the sea in Qingdao.", "我家在哪座城市？", "Which city is my home in?"),
    ("我是一名牙医", "I'm a dentist.", "我做什么工作？", "What do I do for a living?"),
    ("我对虾过敏", "I'm allergic to shrimp.", "我不能吃什么海鲜？", "Which seafood can't I eat?"),
    ("我养了一只叫豆豆的猫", "I have a cat called Doudou.", "我的宠物叫什么名字？", "What's the name of my pet?"),
    ("我的车是白色的", "My car is white.", "我的车是什么颜色？", "What colour is my car?"),
    ("我每周三晚上去打羽毛球", "I play badminton on Wednesday evenings.", "我平时做什么运动？", "What sport do I do?"),
    (
        "我女儿在学小提琴",
        "My daughter is learning the violin.",
        "孩子在学什么乐器？",
        "What instrument does my child learn?",
    ),
    (
        "我九月要去冰岛旅行",
        "I'm travelling to Iceland in September.",
        "我秋天打算去哪儿玩？",
        "Where will I go this autumn?",
    ),
    ("我喝咖啡从来不加糖", "I never put sugar in my coffee.", "我的咖啡要怎么做？", "How do I take my coffee?"),
    ("我大学读的是建筑", "I studied architecture at university.", "我上学时学的什么专业？", "What was my major?"),
    (
        "我弟弟下个月结婚",
        "My brother is getting married next month.",
        "家里谁要办婚礼？",
        "Who in my family has a wedding?",
    ),
    ("我膝盖做过手术", "I had surgery on my knee.", "我身体哪里动过刀？", "Where was I operated on?"),
    ("我最喜欢的作家是汪曾祺", "My favourite writer is Wang Zengqi.", "我爱看谁的书？", "Whose books do I like most?"),
    ("我在攒钱买房子", "I'm saving up to buy a flat.", "我存钱是为了什么？", "What am I saving money for?"),
    ("我晚上十一点前睡觉", "I go to bed before eleven.", "我一般几点睡？", "When do I usually sleep?"),
    ("我用的是安卓手机", "My phone is an Android.", "我的手机是什么系统？", "What system does my phone run?"),
    ("我的老板姓范", "My boss's name is Fan.", "我上司叫什么？", "Who is my manager?"),
    ("我怕坐飞机", "I'm afraid of flying.", "我害怕哪种交通工具？", "Which way of travelling scares me?"),
    ("我妻子是韩国人", "My wife is Korean.", "我爱人是哪国人？", "Where does my spouse come from?"),
    ("我每天骑自行车上班", "I cycle to work every day.", "我怎么去公司？", "How do I get to the office?"),
    ("我去年戒烟了", "I quit smoking last year.", "我改掉了什么坏习惯？", "Which bad habit did I give up?"),
    ("我在自学西班牙语", "I'm teaching myself Spanish.", "我最近在学哪门外语？", "Which language am I learning?"),
    ("我不爱吃香菜", "I hate coriander.", "做菜时哪样东西别给我放？", "What should be left out of my food?"),
    ("我周末喜欢去钓鱼", "I like to go fishing at weekends.", "我休息的时候做什么？", "What do I do on my days off?"),
)


async def measure(embedder: str) -> dict[tuple[str, str], list[int]]:
    """The rank of each fact (0: the first; 99: not found), by (language asked in, language said in)."""
    ranks: dict[tuple[str, str], list[int]] = defaultdict(list)
    settings = Settings(embedder=embedder, worker=WorkerSettings(inside=False))
    async with AsyncMemory.open(":memory:", settings) as memory:
        for said, language in enumerate(("zh", "en")):
            ids = [(await memory.remember(language, fact[said])).id for fact in FACTS]
            for text in sentences(EXTRA):
                await memory.remember(language, text)
            for id, fact in zip(ids, FACTS, strict=True):
                for asked, other in enumerate(("zh", "en")):
                    found = [hit.id for hit in await memory.recall(language, fact[2 + asked], k=20, over=("memories",))]
                    ranks[other, language].append(found.index(id) if id in found else 99)
    return ranks


def main() -> None:
    """Read the arguments, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--embedder", default="local")
    ranks = asyncio.run(measure(parser.parse_args().embedder))
    print("asked -> said     R@1    R@5")
    for (asked, said), places in sorted(ranks.items(), key=lambda one: (one[0][0] != one[0][1], one[0])):
        share = [100 * sum(place < k for place in places) / len(places) for k in (1, 5)]
        print(f"{asked} -> {said}        {share[0]:5.1f}  {share[1]:5.1f}")


if __name__ == "__main__":
    main()
