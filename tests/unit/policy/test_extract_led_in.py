"""A statement that is led in or closed by other words; who is named by the way; an illness of somebody close."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from jiyi.policy.candidate import Candidate, Heard
from jiyi.policy.extract import extract
from jiyi.policy.tables import leads
from jiyi.records import Kind


def _kept(text: str) -> tuple[Candidate, ...]:
    return extract(Heard(text=text, said_at=datetime(2026, 3, 18, 10, tzinfo=UTC))).kept


@pytest.mark.parametrize(
    ("text", "content"),
    [
        ("turns out I'm left-handed lol", "I'm left-handed."),
        ("In case it's relevant, my pronouns are they/them", "My pronouns are they/them."),
        ("so the thing is, and I should've said this earlier, I can't have sesame", "I can't have sesame."),
        ("I realised the other day that I've been vegetarian for ten years", "I've been vegetarian for ten years."),
        ("not that it matters but I'm allergic to latex, don't judge", "I'm allergic to latex."),
        ("New term: I'm in year 9 now.", "I'm in year 9 now."),
        ("Quick correction: my name is Tove.", "My name is Tove."),
        ("说来惭愧，我不会骑自行车", "我不会骑自行车"),
        ("不瞒你说，我對花生過敏哈哈哈", "我對花生過敏"),
        ("后来才发现我乳糖不耐", "我乳糖不耐"),
    ],
)
def test_extract_keeps_the_statement_when_words_lead_it_in(text: str, content: str) -> None:
    assert [one.content for one in _kept(text)] == [content]


@pytest.mark.parametrize("seen", ["turns out", "i'm left-handed", "哈哈哈", "the thing", "说来惭愧"])
def test_span_leaves_a_sentence_whole_when_nothing_or_all_of_it_leads_in(seen: str) -> None:
    assert leads.span(seen) == (0, len(seen))


def test_extract_keeps_what_stands_between_brackets_when_it_is_of_the_user() -> None:
    assert [one.content for one in _kept("the shop (I've a yarn shop, I live in Hebden) is shut")] == [
        "I live in Hebden."
    ]


@pytest.mark.parametrize(
    "text",
    [
        "I'm joking, I don't own a boat",
        "我开玩笑的，我住在月球",
        "'I am a doctor and I live in Boston' -- is there a comma missing",
        "等我退休了我要去种地",
        "养猫好还是养狗好",
        "某人说自己戒烟了",
        "I was telling my friend Ottilie about the match",
        "What should I get for my nephew Otis?",
    ],
)
def test_extract_keeps_nothing_when_it_is_not_meant_or_not_of_the_user(text: str) -> None:
    assert _kept(text) == ()


@pytest.mark.parametrize(
    ("text", "content"),
    [
        ("It's for my nephew Otis, he's train mad", "My nephew is called Otis."),
        ("So I was telling my sister Ottilie, who btw is a vet, about the cat", "My sister Ottilie is a vet."),
        ("and a daughter, Flo, did I say?", "I have a daughter, Flo."),
        ("Mum hates surprises", "My mum hates surprises."),
    ],
)
def test_extract_knows_somebody_close_when_they_are_named_by_the_way(text: str, content: str) -> None:
    kept = _kept(text)
    assert [(one.kind, one.content) for one in kept] == [(Kind.RELATIONSHIP, content)]


@pytest.mark.parametrize(
    "text",
    [
        "Toby has asthma",
        "Our Finn's autistic",
        "My son's on insulin",
        "Dora turned ten, and is allergic to eggs",
        "咱家娃哮喘",
        "弟弟小凯是自闭症",
        "我爸坐輪椅",
    ],
)
def test_extract_protects_a_memory_when_somebody_close_is_ill(text: str) -> None:
    kept = _kept(text)
    assert [one.kind for one in kept] == [Kind.RELATIONSHIP]
    assert kept[0].protected


@pytest.mark.parametrize("text", ["Nobody has asthma", "The heroine has asthma", "Everyone is allergic to something"])
def test_extract_knows_nobody_when_a_statement_of_illness_names_none(text: str) -> None:
    assert _kept(text) == ()


@pytest.mark.parametrize(
    ("text", "slot"),
    [
        ("I never wear makeup", None),
        ("I always buy the cheapest brand", "brand"),
        ("I enjoy knitting", "hobby"),
        ("我每周四打篮球", "sport"),
        ("我周一健身", "fitness.habit"),
    ],
)
def test_extract_takes_for_a_hobby_only_what_is_done_for_joy(text: str, slot: str | None) -> None:
    assert [one.attribute for one in _kept(text)] == [slot]


@pytest.mark.parametrize(
    "text",
    [
        "I don't think I'm diabetic",
        "my character is a half-elf allergic to silver",
        "In the sims I live in Oslo",
        "Sure I'm a morning person, said nobody ever",
        "Dear Sir, I am a widow",
        "I'm peckish",
        "要我住六楼我宁可睡大街",
        "没准儿我有高血压",
        "演讲稿开头：我叫王小明",
        "我大概是社恐吧",
        "养仓鼠臭不臭",
    ],
)
def test_extract_keeps_nothing_when_it_is_a_guess_a_fiction_or_a_question(text: str) -> None:
    assert _kept(text) == ()


@pytest.mark.parametrize(
    ("text", "attribute", "negated"),
    [
        ("Never got a licence", "vehicle.licence", True),
        ("I can't drive", "vehicle.licence", True),
        ("I can't swim", "skill", True),
        ("dust mites set me off too", "allergy", False),
        ("ibuprofen and I do not get along", "allergy", False),
        ("I'm 6 foot 3 if you must know", "height", False),
        ("日语也会一点", "language", False),
        ("我周三休息", "work.schedule", False),
    ],
)
def test_extract_fills_the_right_slot(text: str, attribute: str, negated: bool) -> None:
    assert [(one.attribute, one.negated) for one in _kept(text)] == [(attribute, negated)]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("I've been vegetarian for twelve years now??", Kind.PREFERENCE),
        ("well as a retired postman I like letterboxes", Kind.FACT),
        ("I've a heart murmur", Kind.FACT),
        ("Doing a part-time MA in history", Kind.FACT),
        ("I signed the lease on the shop today", Kind.EVENT),
        ("don't round numbers, ever", Kind.INSTRUCTION),
        ("Default to vegan swaps in what you cook up for me", Kind.INSTRUCTION),
        ("回复能不能别带那么多表情", Kind.INSTRUCTION),
        ("改叫我燕子吧", Kind.INSTRUCTION),
        ("默认给我繁體和简体两个版本", Kind.INSTRUCTION),
    ],
)
def test_extract_keeps_the_kind_that_the_words_say(text: str, kind: Kind) -> None:
    assert kind in [one.kind for one in _kept(text)]


@pytest.mark.parametrize(
    ("answer", "question", "content"),
    [
        ("芒果不行，嘴会肿", "有忌口吗？", "我对芒果过敏"),
        ("yeah, aubergine, makes my mouth itch", "Anything you avoid eating?", "I'm allergic to aubergine."),
    ],
)
def test_extract_takes_for_an_allergy_what_is_avoided_when_the_answer_tells_the_reaction(
    answer: str, question: str, content: str
) -> None:
    heard = Heard(text=answer, said_at=datetime(2026, 3, 18, 10, tzinfo=UTC), answered=question)
    (one, *_) = extract(heard).kept
    assert (one.content, one.attribute, one.protected) == (content, "allergy", True)


@pytest.mark.parametrize(
    ("text", "kind", "content"),
    [
        ("Retired nurse", Kind.FACT, "I'm a retired nurse."),
        ("Apprentice joiner, second year", Kind.FACT, "I'm an apprentice joiner, second year."),
        ("姑父是跑黑车的", Kind.RELATIONSHIP, "我姑父是跑黑车的"),
        ("儿媳妇在月子中心上班", Kind.RELATIONSHIP, "我儿媳妇在月子中心上班"),
    ],
)
def test_extract_puts_back_whose_it_is_when_a_clause_leaves_it_out(text: str, kind: Kind, content: str) -> None:
    assert [(one.kind, one.content) for one in _kept(text)] == [(kind, content)]


@pytest.mark.parametrize("text", ["我家楼上住着老周一家", "我家隔壁住了个鼓手"])
def test_extract_takes_no_neighbour_for_a_home(text: str) -> None:
    assert [one.attribute for one in _kept(text)] == []


def test_extract_keeps_who_teaches_what() -> None:
    assert [(one.attribute, one.kind) for one in _kept("我吉他老师是刘静")] == [("teacher", Kind.RELATIONSHIP)]
    assert [one.attribute for one in _kept("我想当英语老师")] == ["job"]


@pytest.mark.parametrize(
    "text",
    [
        "Write my function names in camelCase.",
        "Function names go in snake_case from today.",
        "Give me prices in euros.",
    ],
)
def test_extract_takes_how_names_and_amounts_are_written_for_an_order(text: str) -> None:
    assert [(one.kind, one.content) for one in _kept(text)] == [(Kind.INSTRUCTION, text)]


def test_extract_leaves_a_task_with_a_table_when_it_sounds_like_one() -> None:
    assert _kept("Write the numbers in the table as words") == ()
