"""The two witnesses of an order heard together: what patterns and the learned head each can and cannot do."""

from __future__ import annotations

import pytest

from jiyi.policy.orders import order, units


@pytest.mark.parametrize(
    ("text", "about"),
    [
        ("hmm about that hernia thing: I'd sooner it wasn't sitting in your notes", "hernia"),
        ("Whatever you picked up about my plumber, un-pick it", "plumber"),
        ("your memory says I'm celiac, I'm not, kick that out", "celiac"),
        ('please don\'t have "chain smoker" attached to me any longer', "chain smoker"),
        ("我不再授权你保留我的工资情况", "工资"),
        ("我女儿的名字，请你从今往后不知道", "女儿的名字"),
        ("你那個關於我失眠的記號，揭下來吧", "失眠"),
    ],
)
def test_order_names_its_topic_when_only_the_learned_witness_sees_it(text: str, about: str) -> None:
    assert order(text) is None
    assert order(text, {text: 0.5}) is None
    found = order(text, {text: 0.99})
    assert found is not None
    assert (found.kind, found.scope, found.about, found.certain) == ("forget", "about", about, False)


@pytest.mark.parametrize(
    ("text", "chance", "doubted"),
    [
        ("Whatever you know of my plumber: un-know it", 0.99, False),
        ("Whatever you know of my plumber: un-know it", 0.9, True),
        ("Consider my hernia none of your business and clear it.", 0.99, True),
        ("从你那儿把我的工资弄没", 0.99, False),
        ("我的旧微信号，丢掉咯", 0.99, True),
    ],
)
def test_order_is_doubted_when_it_is_not_sure_or_does_not_speak_of_memory(
    text: str, chance: float, doubted: bool
) -> None:
    found = order(text, {text: chance})
    assert found is not None
    assert found.doubted is doubted


@pytest.mark.parametrize(
    "text",
    [
        "Write a story in which the robot is told to forget its owner.",
        'Translate "erase what you know of my salary" into French.',
        "How do I get rid of what Google knows of my salary?",
        "翻译：请忘记我的工资",
        "怎么让网站删掉我的工资信息",
    ],
)
def test_order_is_none_when_structure_forbids_it_whatever_the_chance(text: str) -> None:
    assert order(text, {text: 1.0}) is None


def test_order_is_doubted_when_the_learned_witness_holds_a_pattern_s_finding_for_none() -> None:
    text = "Forget my salary."
    sure, doubted = order(text, {text: 0.5}), order(text, {text: 0.001})
    assert sure is not None
    assert doubted is not None
    assert (sure.certain, sure.doubted) == (True, False)
    assert (doubted.certain, doubted.doubted, doubted.about) == (False, True, "salary")


def test_order_of_a_whole_person_is_not_doubted() -> None:
    text = "Forget everything you know about me."
    found = order(text, {text: 0.0})
    assert found is not None
    assert (found.scope, found.doubted) == ("all", False)


@pytest.mark.parametrize("text", ["Dyspraxic, drop everything", "Clear everything.", "remove everything please"])
def test_order_for_everything_is_none_when_no_word_speaks_of_memory(text: str) -> None:
    assert order(text) is None


@pytest.mark.parametrize(
    "text",
    [
        "弟弟把我的存档给删了",
        "老爷子把药忘在家里了",
        "谁删了我的论文",
        "我哪敢忘了你的好",
        "好想把昨天忘得干干净净",
        "Please forget not what your mother taught you.",
        "forget what the label says, how much sugar would you take",
    ],
)
def test_order_is_none_when_somebody_tells_what_happened_or_what_they_would_like(text: str) -> None:
    assert order(text) is None


@pytest.mark.parametrize("text", ["I like tea and live in Leeds.", "我住在北京，喜欢喝茶", "What a lovely day!", ""])
def test_units_are_none_when_no_word_is_one_that_orders_have(text: str) -> None:
    assert units(text) == ()


def test_units_are_the_message_when_it_is_short() -> None:
    assert units("Let my rehab vanish from your notes.") == ("Let my rehab vanish from your notes.",)


def test_units_hold_the_sentence_with_such_a_word_when_the_message_is_long() -> None:
    order_ = "Anyway, my rent can vanish from your notes."
    talk = "The roses are in bloom at last and the neighbours came round for tea. "
    text = talk + order_ + " How is the recipe coming along?"
    assert units(text) == (text, order_)
    assert units(talk * 8 + order_) == (order_,)


def test_order_out_of_a_long_message_needs_a_higher_chance() -> None:
    part = "Anyway, my rent can vanish from your notes."
    text = "The roses are in bloom at last and the neighbours came round for tea. " + part
    assert order(text, {text: 0.1, part: 0.9}) is None
    found = order(text, {text: 0.1, part: 0.97})
    assert found is not None
    assert "rent" in found.about


@pytest.mark.parametrize(("chance", "both"), [(0.4, False), (0.8, True)])
def test_order_is_seen_by_both_when_the_learned_witness_bears_out_the_patterns(chance: float, both: bool) -> None:
    text = "Forget what I told you about my salary."
    found = order(text, {text: chance})
    assert found is not None
    assert found.both is both


@pytest.mark.parametrize(
    ("text", "about"),
    [
        ("please wipe my surgery, my kids use this laptop", "surgery"),
        ("Forget about my trouble at school, but not my hobby", "trouble at school"),
        ("跟钱有关的通通删掉", "钱"),
    ],
)
def test_order_has_a_topic_without_a_reason_or_what_shall_stay(text: str, about: str) -> None:
    found = order(text)
    assert found is not None
    assert found.about == about
