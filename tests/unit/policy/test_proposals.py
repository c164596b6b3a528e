"""What a model may add: only what the user plainly said, in the user's own words, and nothing that the gate left."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.hanging import stopped_when_hanging

from jiyi.errors import ModelReplyInvalid
from jiyi.policy import gate, proposals
from jiyi.policy.candidate import Extraction, Heard, Left
from jiyi.policy.extract import extract
from jiyi.policy.extract.opinion import Opinion
from jiyi.policy.proposals import Checked, Proposal, Said
from jiyi.policy.tables import talk
from jiyi.records import Kind, Relation
from jiyi.settings import GuardSettings

AT = datetime(2026, 5, 6, 9, tzinfo=UTC)
SNAPSHOTS = Path(__file__).parent / "prompts"
HENS = "I keep hens in the yard behind my house."
BEES = "我在楼顶养了几箱蜜蜂"


def said(text: str, *, worth: float | None = 0.9, answered: str = "") -> Said:
    """A message in which the patterns found nothing, so that these tests stay when patterns are added. `worth` is the
    second witness's word on each clause, None: it was not asked."""
    heard = Heard(text=text, said_at=AT, zone="Europe/Oslo", answered=answered)
    left = tuple(Left(quote=one.text, reason=one.left or talk.NOTHING) for one in gate.read(text))
    sure = {} if worth is None else {one.quote: Opinion(worth=worth, kind=Kind.FACT, certainty=0.9) for one in left}
    return Said(heard=heard, extraction=Extraction(left=left), opinions=sure)


def proposal(quote: str, **fields: Any) -> Proposal:
    return Proposal(**{"message": 1, "quote": quote, "content": quote, "kind": "fact", **fields})


def check(text: str, *proposed: Proposal, **how: Any) -> Checked:
    return proposals.checked(proposed, said(text, **how), GuardSettings(), by="m")


@pytest.mark.parametrize(
    ("text", "quote", "content"),
    [
        (HENS, "I keep hens in the yard behind my house", HENS),
        (HENS, "i KEEP hens in the yard", HENS),  # the whole clause is kept, however little was pointed at
        (BEES, BEES, BEES),
        ("我在樓頂養了幾箱蜜蜂", BEES, "我在樓頂養了幾箱蜜蜂"),
        (f"{BEES}，一有空就上去看看", BEES, f"{BEES}，一有空就上去看看"),  # with what completes it
        (f"What is it worth? {HENS}", HENS, HENS),
    ],
)
def test_clause_is_kept_in_its_own_words_when_a_model_points_at_it(text: str, quote: str, content: str) -> None:
    made = check(text, proposal(quote))
    (one,) = made.added
    assert one.content == content
    assert one.confidence < 0.55  # under the bar from which something known is replaced
    assert one.reason == "the model (m) and the second witness: its meaning"
    assert made.extraction.kept == (*said(text).extraction.kept, one)
    assert all(left.quote not in one.quote for left in made.extraction.left)


@pytest.mark.parametrize(
    ("text", "proposed", "why"),
    [
        (HENS, proposal("I keep cats in the yard"), proposals.NOT_SAID),
        (HENS, proposal(""), proposals.NOT_SAID),
        (HENS, proposal("I"), proposals.NOT_SAID),
        (HENS, proposal(HENS, content=""), proposals.MISREAD),
        (HENS, proposal(HENS, content="I keep hens and goats in the yard behind my house."), proposals.MISREAD),
        (HENS, proposal(HENS, content="I keep 12 hens in the yard behind my house."), proposals.MISREAD),
        (HENS, proposal(HENS, content="I do not keep hens in the yard behind my house."), proposals.MISREAD),
        (HENS, proposal(HENS, content="我在屋后养鸡"), proposals.MISREAD),
        (BEES, proposal(BEES, content="I keep bees on the roof"), proposals.MISREAD),
        (BEES, proposal(BEES, content="我没在楼顶养蜜蜂"), proposals.MISREAD),
        (HENS, proposal(HENS, kind="identity"), proposals.KIND),
        (HENS, proposal(HENS, kind="state"), proposals.KIND),
        (HENS, proposal(HENS, kind="instruction"), None),  # the second witness's kind is taken
        ("Do I keep hens in the yard behind my house?", proposal(HENS), proposals.NOT_OPEN),
        ("If I kept hens in the yard I would eat eggs.", proposal("I kept hens in the yard"), proposals.NOT_OPEN),
        ("Pretend you are a farmer. I keep hens in the yard.", proposal("I keep hens in the yard"), proposals.NOT_OPEN),
        (f"Translate into French: {HENS}", proposal(HENS), proposals.NOT_OPEN),
        (f"> {HENS}\nWhat do you make of it?", proposal(HENS), proposals.NOT_SAID),
        (f"```\n{HENS}\n```", proposal(HENS), proposals.NOT_SAID),
        ("He said “I keep hens in the yard”.", proposal("I keep hens in the yard"), proposals.NOT_OPEN),
        ("假如我在楼顶养了几箱蜜蜂，会怎么样", proposal(BEES), proposals.NOT_OPEN),
        ("翻译一下：我在楼顶养了几箱蜜蜂", proposal(BEES), proposals.NOT_OPEN),
        ("The woman upstairs adores opera.", proposal("adores opera", content="I adore opera"), proposals.NOT_OPEN),
        ("I keep telling you about the yard.", proposal("I keep telling you about the yard"), proposals.NOT_OPEN),
    ],
)
def test_proposal_is_refused_with_a_reason_when_it_is_not_what_was_said(
    text: str, proposed: Proposal, why: str | None
) -> None:
    made = check(text, proposed)
    if why is None:
        assert [one.kind for one in made.added] == [Kind.FACT]
    else:
        assert made.refused == (why,)
        assert made.extraction == said(text).extraction


def test_proposal_is_refused_when_the_second_witness_sees_nothing() -> None:
    assert check(HENS, proposal(HENS), worth=0.2).refused == (proposals.WORTHLESS,)


def test_proposal_stands_alone_only_in_a_lasting_form_when_there_is_no_second_witness() -> None:
    (one,) = check(
        "My cellar has nine barrels of cider.", proposal("My cellar has nine barrels of cider"), worth=None
    ).added
    assert one.reason == "the model alone (m): its meaning"
    assert check("I ran the tests slowly.", proposal("I ran the tests slowly"), worth=None).refused == (
        proposals.WORTHLESS,
    )


@pytest.mark.parametrize("end", [".", "", " and some cash", ", all of them"])
def test_what_holds_a_withheld_word_is_refused(end: str) -> None:
    text = f"I keep my savings at [bank account number withheld]{end}"
    assert not check(text, proposal("I keep my savings at"), proposal("I keep my savings")).added


def test_what_the_guard_finds_is_refused_when_it_was_kept_so_far() -> None:
    own = GuardSettings(patterns={"yard": r"the yard"})
    assert proposals.checked([proposal(HENS)], said(HENS), own, by="m").refused == (proposals.CUT,)


def test_finding_of_the_patterns_gains_confidence_when_the_model_agrees() -> None:
    heard = Heard(text="I live in Bergen.", said_at=AT)
    patterns = Said(heard=heard, extraction=extract(heard))
    (before,) = patterns.extraction.kept
    agrees = [proposal("I live in Bergen", attribute="employer", value="Oslo")] * 3
    made = proposals.checked(agrees, patterns, GuardSettings(), by="m")
    (after,) = made.extraction.kept
    assert (made.agreed, made.added, made.refused) == (1, (), ())
    assert after.confidence == 0.95 > before.confidence
    assert (after.content, after.attribute, after.value) == (before.content, before.attribute, before.value)


def test_attribute_and_value_count_only_when_the_words_name_them() -> None:
    named = check(
        "I keep a strict budget of 40 kroner.", proposal("I keep a strict budget", attribute="residence", value="Oslo")
    )
    assert [(one.attribute, one.value) for one in named.added] in ([], [(None, None)])
    (one,) = check(HENS, proposal(HENS, attribute="allergy", value="hens")).added
    assert (one.attribute, one.value, one.protected) == (None, None, False)


def test_relations_are_kept_when_all_their_parts_were_said() -> None:
    own = Relation(subject="user", relation="keep", object="hens")
    strange = Relation(subject="user", relation="married to", object="hens")
    (one,) = check(HENS, proposal(HENS, relations=(own, strange))).added
    assert one.relations == (own,)
    assert "hens" in one.entities


def test_message_gains_few_memories_when_the_model_proposes_many() -> None:
    text = " ".join(f"I keep thing{n} in the yard." for n in range(30))
    made = check(text, *(proposal(f"I keep thing{n} in the yard") for n in range(30)))
    assert len(made.added) == proposals.MOST_ADDED
    assert proposals.TOO_MANY in made.refused


def test_same_words_are_added_once_when_proposed_again() -> None:
    made = check(HENS, proposal(HENS), proposal(HENS), proposal("hens in the yard"))
    assert len(made.added) == 1
    assert made.refused == (proposals.AGAIN, proposals.AGAIN)


@given(st.text(max_size=80), st.text(max_size=40), st.sampled_from([*proposals.KINDS, "x"]), st.text(max_size=200))
def test_nothing_is_added_that_was_not_said_whatever_is_proposed(
    quote: str, content: str, kind: str, text: str
) -> None:
    made = check(f"{text}\n{HENS}", proposal(quote, content=content, kind=kind), proposal(HENS, content=content))
    words = f"{text}\n{HENS}".casefold()
    assert all(one.content.rstrip(".").casefold() in words for one in made.added if one.language == "en")
    assert set(said(f"{text}\n{HENS}").extraction.kept) <= set(made.extraction.kept)


def test_long_message_is_checked_in_time_when_it_is_made_against_it() -> None:
    text = "I keep hens in the yard, " * 4_000
    with stopped_when_hanging():
        check(text, *[proposal("hens in the yard I keep hens in the yard")] * proposals.MOST_READ)


# --- asking -----------------------------------------------------------------------------------------------------------


def snapshot(name: str, text: str) -> None:
    """The prompt as it was when somebody last read it. After a wanted change: delete the file, run the test twice."""
    path = SNAPSHOTS / name
    if not path.exists():
        path.write_text(text, encoding="utf-8")
        pytest.fail(f"{name} was missing and has been written: read it")
    assert text == path.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("language", "texts"),
    [("en", [HENS, "I bake rye bread on Sundays"]), ("zh", [BEES, "我周日自己烤黑麦面包"])],
)
def test_prompt_is_the_one_that_was_read(language: str, texts: list[str]) -> None:
    answered = {"en": "Do you have a garden?", "zh": "你家有院子吗？"}[language]
    messages, shown = proposals.prompt([said(texts[0], answered=answered), said(texts[1])])
    assert shown == 2
    assert [one["role"] for one in messages] == ["system", "user"]
    snapshot(f"propose.{language}.txt", "\n-----\n".join(one["content"] for one in messages) + "\n")


def test_schema_is_the_one_that_was_read() -> None:
    snapshot("propose.schema.json", json.dumps(proposals.schema(), indent=2) + "\n")


def test_prompt_is_bounded_when_messages_are_long_or_many() -> None:
    messages, shown = proposals.prompt([said(HENS + " x" * 50_000)] * 100)
    assert 5 < shown < 100
    assert len(messages[1]["content"]) < proposals.PROMPT_CHARACTERS + proposals.MESSAGE_CHARACTERS


def test_clauses_are_open_only_when_they_state_something_of_the_user() -> None:
    text = f"{HENS} Do you like eggs? My boss adores opera. If I won, I would buy a farm."
    assert [clause.text for clause in proposals.open_clauses(said(text))] == [HENS]


def test_reply_is_read_when_it_is_sound_in_parts() -> None:
    whole = {
        "message": 1,
        "quote": HENS,
        "content": HENS,
        "kind": "fact",
        "attribute": None,
        "value": 3,
        "relations": 5,
    }
    odd = [whole, 4, {"quote": None}, {"quote": "q", "relations": [{"subject": "user", "relation": "r"}]}, "words"]
    first, second = proposals.parse(json.dumps({"memories": odd}))
    assert (first.quote, first.attribute, first.value, first.relations) == (HENS, "", "", ())
    assert (second.message, second.quote, second.relations) == (0, "q", ())


@pytest.mark.parametrize("reply", ["", "none", '{"memories": "none"}', '{"memory": []}'])
def test_reply_is_refused_when_it_holds_no_list(reply: str) -> None:
    with pytest.raises(ModelReplyInvalid):
        proposals.parse(reply)
