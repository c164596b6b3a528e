"""One allergy in many words, and the slot and bare name of what is eaten and drunk."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from jiyi.policy.candidate import Candidate, Heard
from jiyi.policy.decide.allergies import denies_allergy, judge_allergies
from jiyi.policy.decide.reading import read
from jiyi.policy.extract import extract
from jiyi.policy.extract.food import bare, is_food
from jiyi.policy.values import plain
from jiyi.records import Kind

SAID_AT = datetime(2026, 3, 18, 9, 30, tzinfo=UTC)


def only(text: str) -> Candidate:
    kept = extract(Heard(text=text, said_at=SAID_AT, zone="UTC")).kept
    assert len(kept) == 1
    return kept[0]


@pytest.mark.parametrize(
    "text",
    [
        "walnut allergy here",
        "I can't eat walnuts, allergic.",
        "walnuts make me itch, I'm allergic",
        "I have a bad walnut allergy",
    ],
)
def test_extract_names_the_allergen_when_it_stands_in_another_clause(text: str) -> None:
    found = only(text)
    assert (found.kind, found.attribute, found.protected) == (Kind.FACT, "allergy", True)
    assert found.value in ("walnut", "walnuts")
    assert "walnut" in found.content.lower()


@pytest.mark.parametrize(
    "text", ["我对虾过敏", "虾我过敏", "我虾过敏", "我不能吃虾，会过敏", "我不吃虾，过敏", "虾让我起疹子，我过敏"]
)
def test_extract_gives_the_bare_allergen_when_it_is_chinese(text: str) -> None:
    assert only(text).value == "虾"


@pytest.mark.parametrize(
    ("new", "old", "relation"),
    [
        ("我不能吃虾，会过敏", "我对虾过敏", "same"),
        ("我对虾不过敏", "我对虾过敏", "update"),
        ("我对虾过敏，会休克", "我对虾过敏", "kin"),
        ("I'm no longer allergic to eggs.", "I'm allergic to eggs.", "update"),
    ],
)
def test_judge_tells_same_from_opposite_when_the_allergen_is_one(new: str, old: str, relation: str) -> None:
    verdict = judge_allergies(read(only(new)), read(only(old)), 0.8)
    assert verdict is not None
    assert verdict.relation == relation


def test_judge_has_nothing_to_say_when_the_allergens_differ() -> None:
    assert judge_allergies(read(only("我对虾过敏")), read(only("我对花粉过敏")), 0.8) is None


@pytest.mark.parametrize(
    ("text", "denied"),
    [
        ("我对虾不过敏", True),
        ("我不能吃虾，会过敏", False),
        ("I'm not allergic to eggs", True),
        ("I can't eat eggs", False),
    ],
)
def test_denies_allergy_only_when_the_allergy_itself_is_denied(text: str, denied: bool) -> None:
    assert denies_allergy(plain(text)) is denied


@pytest.mark.parametrize(
    ("slot", "value", "expected"),
    [
        ("diet.avoids", "drink lattes", "lattes"),
        ("diet.likes", "usually drink lattes", "lattes"),
        ("diet.likes", "改喝绿茶", "绿茶"),
        ("hobby", "drink wine tasting", "drink wine tasting"),
        ("diet.likes", None, None),
    ],
)
def test_bare_cuts_the_verb_when_the_slot_is_of_food(slot: str, value: str | None, expected: str | None) -> None:
    assert bare(slot, value) == expected


@pytest.mark.parametrize(
    ("value", "food"), [("jasmine tea", True), ("火锅", True), ("hiking", False), ("tea ceremonies", False)]
)
def test_is_food_only_when_the_value_names_something_to_eat_or_drink(value: str, food: bool) -> None:
    assert is_food(value) is food
