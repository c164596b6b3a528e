"""Medicines: kept with care when they are the user's, and another dose takes the place of the last."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from deciding import beside, candidate, memory
from jiyi.policy.candidate import Heard
from jiyi.policy.extract import extract

SAID = datetime(2026, 5, 4, 9, tzinfo=UTC)


def slots(text: str) -> list[tuple[str | None, bool]]:
    return [(one.attribute, one.negated) for one in extract(Heard(text=text, said_at=SAID)).kept]


@pytest.mark.parametrize(
    "text",
    [
        "My doc put me on sertraline last month btw, 50mg",
        "they've got me on 20mg of omeprazole now",
        "my psychiatrist switched me from zoloft to lexapro",
        "i was prescribed amoxicillin for a week",
        "started lithium two weeks ago",
        "Doc upped the sertraline to 100mg.",
        "My insulin dose went up to 14 units",
        "上个月医生给我开了舍曲林，每天50毫克",
        "上週醫生幫我開了安眠藥",
        "我最近开始吃优甲乐了",
        "医生把舍曲林加到100毫克了",
        "胰岛素调到14单位了",
        "医生让我每天早上吃一片氨氯地平",
        "醫生說我每天要吃二甲雙胍",
    ],
)
def test_extract_keeps_a_medicine_when_the_user_takes_it(text: str) -> None:
    assert slots(text) == [("medication", False)]


@pytest.mark.parametrize("text", ["医生叫我别吃头孢", "医生建议我不要吃布洛芬", "医生让我少吃止痛药"])
def test_extract_keeps_a_condition_when_the_doctor_forbids_a_medicine(text: str) -> None:
    assert slots(text) == [("health.condition", False)]


@pytest.mark.parametrize(
    "text",
    ["I came off the antidepressants in March", "I stopped taking metformin", "降压药已经停了", "我不吃二甲双胍了"],
)
def test_extract_knows_a_medicine_as_over_when_it_was_stopped(text: str) -> None:
    assert slots(text) == [("medication", True)]


@pytest.mark.parametrize(
    "text",
    [
        "the vet put Rex on prednisone",
        "the doctor put him on antibiotics",
        "Is ibuprofen bad for kidneys?",
        "what happens if my doctor puts me on statins?",
        "translate: my doctor put me on lithium",
        "my mum upped the metformin to 1000mg",
        "I work in insulin research",
        "I use codeine as my username",
        "我妈把二甲双胍加到两片了",
        "兽医给猫开了头孢",
        "医生给我爸开了氯吡格雷",
        "布洛芬伤胃吗",
        "把“医生给我开了锂盐”翻译成英文",
        "如果医生给我开激素怎么办",
        "我做胰岛素研究的",
    ],
)
def test_extract_fills_no_medicine_when_it_is_not_the_users(text: str) -> None:
    assert "medication" not in [slot for slot, _ in slots(text)]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("My doc put me on sertraline last month, 50mg.", "Doc upped the sertraline to 100mg."),
        ("I've been on levothyroxine 50mcg since 2019.", "My levothyroxine went up to 75mcg."),
        ("医生给我开了舍曲林，每天50毫克", "医生把舍曲林加到100毫克了"),
        ("我每天吃舍曲林50毫克", "我舍曲林减到25毫克了"),
    ],
)
def test_update_ends_the_old_dose_when_another_is_told(old: str, new: str) -> None:
    decision, _ = beside(
        candidate(new, attribute="medication"), memory(old, attribute="medication", protected=True), similarity=0.5
    )
    assert decision.action == "update"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("My doc put me on sertraline last month, 50mg.", "Doc upped the lithium to 100mg."),
        ("I take 20mg of omeprazole.", "I also take 50mg of losartan."),
        ("医生给我开了舍曲林，每天50毫克", "医生把锂盐加到两片了"),
        ("I take 500mg of metformin.", "Doubled my metformin by accident yesterday."),
        ("I take metformin 500mg twice a day.", "I stopped at the pharmacy for metformin."),
    ],
)
def test_both_stay_when_they_are_two_medicines_or_the_dose_is_the_same(old: str, new: str) -> None:
    decision, _ = beside(
        candidate(new, attribute="medication"), memory(old, attribute="medication", protected=True), similarity=0.5
    )
    assert decision.action in ("add", "supplement")
