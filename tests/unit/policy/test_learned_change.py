"""What the learned judge of changes may end, and what it is not heard on."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from deciding import candidate, memory
from jiyi.policy.candidate import Candidate, Heard
from jiyi.policy.decide import Neighbour, decide, hints, loose_ends, revision
from jiyi.policy.decide.learned import SURE, WHY
from jiyi.policy.decision import Decision
from jiyi.policy.extract import extract
from jiyi.records import Kind, MemoryRecord

SAID = datetime(2026, 5, 4, 9, tzinfo=UTC)
SAVING = "I'm saving for a house."
KEYS = "We got the keys!!"


def judged(new: Candidate, *old: MemoryRecord, chance: float) -> Decision:
    return decide(new, [Neighbour(record=one, similarity=0.3, replaced=chance) for one in old], SAID)


def test_update_says_who_spoke_when_only_the_learned_judge_is_sure() -> None:
    decision = judged(candidate(KEYS), memory(SAVING), chance=0.95)
    assert (decision.action, decision.reason) == ("update", WHY)


def test_both_stay_when_the_learned_judge_is_less_than_sure() -> None:
    assert judged(candidate(KEYS), memory(SAVING), chance=SURE - 0.01).action == "add"


def test_only_the_surest_ends_when_several_might() -> None:
    near = [
        Neighbour(record=memory(SAVING, "a"), similarity=0.3, replaced=0.8),
        Neighbour(record=memory("I rent a room.", "b"), similarity=0.3, replaced=0.97),
    ]
    decision = decide(candidate(KEYS), near, SAID)
    assert decision.targets == ("b",)


def test_only_what_a_rule_ends_goes_when_the_learned_judge_means_it_too() -> None:
    near = [
        Neighbour(record=memory("The falcon API listens on port 8080.", "a"), similarity=0.85, replaced=0.99),
        Neighbour(record=memory("The repo falcon deploys to Fly.io.", "b"), similarity=0.37, replaced=0.87),
    ]
    decision = decide(candidate("The falcon API listens on port 9090 now."), near, SAID)
    assert decision.targets == ("a",)


def test_something_protected_waits_for_review_when_only_the_learned_judge_speaks() -> None:
    old = memory("I take pills for my thyroid.", protected=True)
    assert judged(candidate("The tablets went in the bin."), old, chance=0.99).action == "review"
    assert judged(candidate("The tablets went in the bin."), old, chance=0.8).action in ("add", "supplement")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("I play the cello.", "I also play the ukulele."),
        ("我在学吉他", "我也在学口琴"),
        ("The bakery opens at six.", "Closed for now, the oven is on hold."),
        ("I live in Hull.", "I used to be in a choir."),
    ],
)
def test_both_stay_when_the_sentence_itself_says_so(old: str, new: str) -> None:
    assert judged(candidate(new), memory(old), chance=0.99).action in ("add", "supplement")


def test_what_was_asked_to_be_remembered_waits_for_review_when_only_the_learned_judge_speaks() -> None:
    old = memory("Prod access needs a ticket to Lena.", importance=0.8)
    assert judged(candidate("Lena handed it all over."), old, chance=0.99).action == "review"


@pytest.mark.parametrize(
    ("old", "new", "attribute"),
    [
        ("We use postgres 15 and redis.", "Moving to postgres 17 in January.", "plan"),
        ("我住在杭州", "我打算明年搬去苏州", "plan"),
    ],
)
def test_both_stay_when_the_new_one_is_only_planned(old: str, new: str, attribute: str) -> None:
    assert judged(candidate(new, attribute=attribute, kind=Kind.EVENT), memory(old), chance=0.99).action in (
        "add",
        "supplement",
    )


def test_where_somebody_lives_stays_when_they_come_to_visit() -> None:
    old = memory("My daughter Susan lives in Perth.", kind=Kind.RELATIONSHIP, attribute="children")
    new = candidate("Susan's coming to visit on the 20th of December.", kind=Kind.EVENT)
    assert judged(new, old, chance=0.97).action in ("add", "supplement")


def test_nothing_ends_when_a_change_names_another_thing() -> None:
    old = memory("Prod access needs a ticket to Lena.")
    assert judged(candidate("no longer need the offsite reminder"), old, chance=0.7).action == "add"


def test_both_stay_when_a_rule_has_spoken() -> None:
    old = memory("My brother Leo is a cook.", kind=Kind.RELATIONSHIP)
    new = candidate("My sister Ann is a painter.", kind=Kind.RELATIONSHIP)
    assert judged(new, old, chance=0.99).action in ("add", "supplement")


def test_nothing_ends_when_the_source_is_not_the_user() -> None:
    assert judged(replace(candidate(KEYS), trusted=False), memory(SAVING), chance=0.99).action == "add"


def heard(text: str) -> tuple[Candidate, ...]:
    said = Heard(text=text, said_at=SAID)
    return hints(extract(said), said)


def test_hint_makes_a_memory_when_the_learned_judge_is_sure_of_what_it_ends() -> None:
    (hint,) = heard(KEYS)
    old = memory(SAVING, attribute="goal")
    made = revision(hint, [Neighbour(record=old, similarity=0.3, replaced=0.95)])
    assert made is not None and made.content == KEYS and made.attribute == "goal"
    assert revision(hint, [Neighbour(record=old, similarity=0.3, replaced=0.2)]) is None


def test_hint_of_several_sentences_comes_whole_last_when_nothing_of_it_was_kept() -> None:
    text = "Ring's back in its box. Champagne's down the sink."
    assert heard(text)[-1].content == text


@pytest.mark.parametrize(
    "text", ["Did we get the keys?", "钥匙拿到了吗？", "We got the keys!! " * 10, "You got that wrong, keys."]
)
def test_no_hint_is_taken_when_the_message_asks_or_corrects_or_is_long(text: str) -> None:
    assert heard(text) == ()


def test_hint_makes_nothing_when_nobody_knows_whom_it_speaks_of() -> None:
    old = Neighbour(record=memory("My grandson is two.", kind=Kind.RELATIONSHIP), similarity=0.3, replaced=0.99)
    assert all(revision(one, [old]) is None for one in heard("He's three, the little man."))


def test_hints_leave_what_tells_a_change_to_the_rules() -> None:
    said = Heard(text="我现在改用Emacs了", said_at=SAID)
    ends = {one.content for one in loose_ends(extract(said), said)}
    assert not ends & {one.content for one in hints(extract(said), said)}


@pytest.mark.parametrize(
    ("new", "old", "chance", "action"),
    [
        ("My locker 4 is at station 28.", "My locker 3 is at station 21.", 0.99, "add"),
        ("My locker number 4 is by the window.", "My locker number 3 is by the window.", 0.99, "add"),
        ("小李的工位在三楼西侧。", "小张的工位在四楼西侧。", 0.99, "add"),
        ("The plants got a rack on the balcony.", "The plants stand in the kitchen.", 0.99, "update"),
    ],
)
def test_two_lines_of_one_list_both_stay_whatever_the_learned_judge_says(
    new: str, old: str, chance: float, action: str
) -> None:
    decision = judged(candidate(new), memory(old), chance=chance)
    assert decision.action == action or (action == "add" and decision.action == "supplement")


@pytest.mark.parametrize(
    ("new", "old"),
    [
        ("我上个月又领养了一只黑猫叫芝麻", "我家养了一只橘猫叫年糕"),
        ("We took in a stray named Nori.", "We have a cat called Miso."),
        ("我又添了一辆小车", "我开一辆白色的丰田"),
        ("Claire's best friend got married.", "My sister Claire is single."),
        ("小雅的妈妈搬去重庆了", "我闺蜜小雅住在成都"),
        ("My right ear got cleaned.", "My left ear is deaf."),
        ("右耳洗了一下", "我左耳听不见"),
        ("Leo had a Snickers at the party, he swelled up.", "My son Leo is allergic to peanuts."),
        ("女儿在奶奶家吃了炒蛋，吐了", "女儿对鸡蛋过敏"),
    ],
)
def test_both_stay_when_there_are_two_of_them_or_somebody_near_has_an_allergy(new: str, old: str) -> None:
    assert judged(candidate(new), memory(old), chance=0.99).action in ("add", "supplement")


def test_update_is_heard_when_a_name_is_told_but_not_another_one() -> None:
    assert judged(
        candidate("The stray went to a home named Rosehill."), memory("We feed a stray."), chance=0.99
    ).targets


@pytest.mark.parametrize(
    ("new", "old", "chance", "action"),
    [
        ("小霖跟我分了", "我男朋友叫小霖", 0.65, "update"),
        ("Knee's shot so the cycling is finished.", "Cycling to work every day.", 0.65, "update"),
        ("Knee's shot so the cycling is finished.", "Cycling to work every day.", 0.55, "add"),
        ("The kettle is finished.", "Cycling to work every day.", 0.65, "add"),
        ("I never left the choir.", "I sing in the choir.", 0.85, "add"),
    ],
)
def test_a_change_told_in_words_needs_less_certainty_when_it_names_what_changed(
    new: str, old: str, chance: float, action: str
) -> None:
    assert judged(candidate(new), memory(old), chance=chance).action == action


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("我房子租在天河", "我房子买下来了，在番禺"),
        ("I'm on a 12-month contract.", "I've been made permanent."),
        ("我跟男朋友異地", "我們不用異地了"),
        ("I wear contact lenses.", "No more lenses for me."),
        ("我在准备考研", "我考研上岸了"),
        ("We're house-hunting.", "We closed on the house."),
    ],
)
def test_a_state_ends_its_forerunner_when_only_one_can_be_so(old: str, new: str) -> None:
    assert judged(candidate(new), memory(old), chance=0.0).action == "update"
    assert judged(candidate(old), memory(new), chance=0.0).action != "update"


@pytest.mark.parametrize(
    ("old", "attribute", "value", "remark", "end"),
    [
        ("我男朋友叫张伟", "partner", "张伟", "张伟睡着了", "张伟甩了我"),
        ("我男朋友叫張偉", "partner", "張偉", "把張偉從群裡踢了", "張偉成我前男友了"),
        ("I'm dating Tom.", "partner", "Tom", "Tom left his keys here", "Tom walked out on me"),
        ("I have a dog named Rex.", "pet", "Rex", "Take out the trash, Rex", "Rehomed Rex"),
        ("I live in Denver.", "residence", "Denver", "Drop me off in Denver", "Denver is behind me"),
        ("我养了一只狗叫豆豆", "pet", "豆豆", "豆豆又尿床了", "豆豆去汪星了"),
    ],
)
def test_a_remark_on_what_is_named_ends_nothing_but_its_end_does(
    old: str, attribute: str, value: str, remark: str, end: str
) -> None:
    known = memory(old, attribute=attribute, value=value)
    assert judged(candidate(remark), known, chance=0.99).action in ("add", "supplement")
    assert judged(candidate(end), known, chance=0.99).action == "update"


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("My daughter is called Mia, she's in first grade.", "Mia changed schools, she's at Oakwood now."),
        ("我儿子叫小宇，在读初二", "小宇升初三了"),
        ("I work at a dental clinic now.", "We moved to Camden, close to the clinic."),
        ("我现在在一家体检中心上班", "我们现在住高新区，离体检中心近"),
    ],
)
def test_both_stay_when_one_says_who_it_is_or_fills_another_place_of_a_life(first: str, second: str) -> None:
    said = Heard(text=first, said_at=SAID)
    old = [memory(one.content, kind=one.kind, attribute=one.attribute) for one in extract(said).kept]
    new = next(iter(extract(Heard(text=second, said_at=SAID)).kept), candidate(second, kind=Kind.RELATIONSHIP))
    assert old and judged(new, *old, chance=0.97).action in ("add", "supplement")


def test_who_somebody_was_ends_when_they_left() -> None:
    old = memory("My girlfriend is called Greta.", kind=Kind.RELATIONSHIP, attribute="partner")
    assert judged(candidate("Greta left."), old, chance=0.96).action == "update"


@pytest.mark.parametrize(
    "text",
    [
        "Kate and Bob broke up",
        "Tom broke up with his band",
        "张伟跟他兄弟闹掰了",
        "張偉和前女友分手了",
        "Tom stopped smoking",
    ],
)
def test_a_partner_stays_when_others_part_or_something_else_ends(text: str) -> None:
    old = memory("我男朋友叫张伟", attribute="partner", value="张伟")
    if text.isascii():
        old = memory("I'm dating Tom.", attribute="partner", value="Tom")
    assert judged(candidate(text), old, chance=0.95).action in ("add", "supplement")


def test_where_somebody_lives_ends_when_they_moved() -> None:
    old = memory("My sister Kate lives in Boston.", kind=Kind.RELATIONSHIP, attribute="siblings")
    assert judged(candidate("Kate moved to Seattle."), old, chance=0.95).action == "update"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Our wedding budget is 15 grand.", "Gran chipped in, so the wedding budget's 22 grand."),
        ("My harp lessons cost 40 pounds.", "A harp lesson costs 55 pounds with the new teacher."),
    ],
)
def test_the_old_one_ends_when_another_figure_of_the_same_thing_is_told(old: str, new: str) -> None:
    assert judged(candidate(new), memory(old), chance=0.96).action == "update"


def test_both_stay_when_a_likely_change_names_nothing_of_the_memory() -> None:
    assert judged(candidate("I keep bees on the roof."), memory("I live with an otter."), chance=0.7).action == "add"


@pytest.mark.parametrize("new", ["Switch to Spanish for your replies.", "Speak Dutch to me."])
def test_the_old_language_ends_when_another_one_is_wished_for(new: str) -> None:
    old = memory("Answer me in French.", kind=Kind.INSTRUCTION, attribute="answer.language")
    wished = candidate(new, kind=Kind.INSTRUCTION, attribute="answer.language")
    assert judged(wished, old, chance=0.0).action == "update"
