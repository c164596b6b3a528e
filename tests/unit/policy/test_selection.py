"""What a topic selects: whatever literally has its words, whatever the table of topics says."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from jiyi.policy.redact import redact
from jiyi.policy.selection import about_it, select
from jiyi.policy.topic import concepts
from jiyi.records import Episode, MemoryRecord

NOW = datetime(2026, 6, 1, 12, tzinfo=UTC)
CALLED = {  # each concept of the table by names that people use for it
    "company finance": ("公司财务", "公司的资金", "生意的账", "company finances", "business revenue"),
    "finance": ("财务", "经济状况", "finances"),
    "salary": ("薪酬", "待遇", "salary", "compensation"),
    "debt": ("债务", "借款", "mortgage"),
    "investing": ("炒股", "币圈", "portfolio"),
    "gambling": ("赌博", "gambling", "betting"),
    "residence": ("住址", "家庭住址", "居住地", "住处", "home address", "neighborhood"),
    "phone number": ("电话号码", "联系方式", "phone number", "contact details"),
    "email": ("邮箱", "电子邮件", "email"),
    "phone": ("手机型号", "smartphone"),
    "therapy": ("心理咨询师", "therapist", "shrink"),
    "mental health": ("心理问题", "depression"),
    "health": ("健康状况", "病史", "就医", "diagnosis", "sickness"),
    "medication": ("用药", "medicine"),
    "doctor": ("主治医", "gynecologist"),
    "pregnancy": ("孕期", "pregnancy"),
    "allergy": ("过敏", "allergies"),
    "weight": ("身材", "diet plan"),
    "height": ("身高", "height"),
    "birthday": ("生辰", "date of birth"),
    "name": ("姓名", "nickname"),
    "marriage": ("感情状况", "marital"),
    "divorce": ("离异", "custody"),
    "breakup": ("失恋", "breakup"),
    "ex": ("前任", "ex-partner"),
    "job": ("职业", "雇主", "career", "occupation", "workplace"),
    "leaving a job": ("裸辞", "跳槽", "layoff"),
    "attending school": ("学校", "school"),
    "school": ("学历", "school record"),
    "religion": ("宗教", "faith"),
    "politics": ("政治", "立场", "party affiliation"),
    "sexuality": ("性向", "gender identity"),
    "smoking": ("戒烟", "cigarettes"),
    "drinking": ("酒瘾", "alcohol"),
    "law": ("案子", "犯罪", "criminal record"),
    "travel": ("行程", "journey", "vacation"),
    "project": ("课题", "project"),
    "car": ("车子", "vehicle"),
    "sleep": ("睡眠", "作息", "insomnia"),
    "diet": ("饮食", "吃的喜好", "food preferences"),
    "family": ("家庭", "relatives"),
    "pets": ("宠物", "pets"),
    "age": ("岁数", "age"),
    "surgery": ("手术", "operation"),
    "hospital": ("住院", "hospital"),
    "injury": ("旧伤", "injury"),
    "breathing": ("呼吸", "breathing"),
    "ex-husband": ("前夫", "ex-husband"),
    "ex-wife": ("前妻", "ex-wife"),
    "ex-boyfriend": ("前男友", "ex-boyfriend"),
    "ex-girlfriend": ("前女友", "former girlfriend"),
    "parking": ("车位", "parking"),
    "work secret": ("内部消息", "trade secrets"),
    "security answer": ("密保问题", "security answers"),
    "bank account": ("卡号", "bank details"),
    "teeth": ("牙齿", "teeth"),
    "hair": ("发际线", "hair"),
    "period": ("例假", "period"),
    "windfall": ("中奖", "windfall", "lottery"),
    "inheritance": ("遗产", "inheritance"),
    "addiction": ("毒瘾", "addiction"),
    "layoffs": ("裁员", "layoffs"),
    "fundraising": ("融资", "fundraising"),
    "housing costs": ("住房开销", "房租", "rent", "housing costs"),
    "property": ("房产", "real estate"),
    "looks": ("整容", "plastic surgery"),
    "tattoo": ("纹身", "tattoo"),
    "body odour": ("狐臭", "bad breath"),
    "immigration": ("移民", "immigration status"),
    "id number": ("身份证", "passport"),
    "dislikes": ("反感", "dislikes"),
    "likes": (),  # what it finds, "I like …", is what the others here must leave
    "books": ("作家", "authors"),
    "music": ("歌手", "singers"),
    "film": ("演员", "actors"),
    "affair": ("外遇", "affair"),
    "romance": ("恋爱", "love life"),
    "secret plan": ("求婚", "surprise"),
    "violence": ("家暴", "bullying"),
}


def memory(id: str, content: str) -> MemoryRecord:
    return MemoryRecord(id=id, user="u", kind="fact", content=content, recorded_at=NOW)  # type: ignore[arg-type]


def chosen(about: str, *contents: str) -> list[str]:
    records = [memory(str(number), content) for number, content in enumerate(contents)]
    return [contents[int(one)] for one in select(about, records, []).memories]


def test_every_concept_of_the_table_is_called_by_some_name_here() -> None:
    assert {concept.name for concept in concepts()} == set(CALLED)


@pytest.mark.parametrize("name", [name for names in CALLED.values() for name in names])
def test_select_finds_what_literally_has_the_words_when_a_concept_takes_them(name: str) -> None:
    said = f"关于{name}有一份表格" if name > "\u4e00" else f"There is a sheet on {name} in the blue folder."
    assert chosen(name, said, "我喜欢放风筝", "I like kites.") == [said]


@pytest.mark.parametrize(
    ("about", "said"),
    [
        ("公司财务", "公司财务的预算是八百万"),
        ("公司财务", "我在公司财务部工作"),
        ("公司财务", "我在公司財務部工作"),
        ("公司的财务", "公司财务归我管"),
        ("salary", "The SALARIES are late."),
        ("茶", "我爱喝茶"),
        ("公司", "公司在城东"),
        ("公司的事", "公司在城东"),
        ("my home", "My home is old."),
    ],
)
def test_select_finds_the_words_in_other_forms(about: str, said: str) -> None:
    assert chosen(about, said, "我喜欢放风筝") == [said]


@pytest.mark.parametrize(
    ("about", "said"), [("工作", "我喜欢在工作日跑步"), ("薪酬", "我老婆的薪酬很高"), ("事情", "我和同事打球")]
)
def test_select_leaves_what_the_table_sets_apart(about: str, said: str) -> None:
    assert chosen(about, said) == []


def test_select_finds_the_words_in_what_any_role_said() -> None:
    parts = (("user", "公司财务有点乱"), ("assistant", "好的，记下了公司财务"), ("tool", "row 公司财务 7"))
    episode = Episode(id="e", user="u", session="s", first=1, last=3, at=NOW, parts=parts)
    found = select("公司财务", [], [episode])
    assert found.episodes == ("e",)
    assert found.messages == (("s", 1), ("s", 2), ("s", 3))


def test_redact_cuts_clauses_about_it_and_the_whole_sentence_of_an_echo() -> None:
    text = "青铜三三三，公司财务记下了。明天有雨。"
    about = about_it("公司财务")
    assert redact(text, (), (), about) == "青铜三三三，明天有雨。"
    assert redact(text, (), (), about, echo=True) == "明天有雨。"
    assert redact("明天有雨。", (), (), about) == "明天有雨。"


def test_redact_leaves_a_short_clause_when_a_quote_holds_its_letters_by_chance() -> None:
    assert redact("ok", ["I booked a room"]) == "ok"
    assert redact("好的", ["我好的朋友来了"]) == "好的"
    assert redact("I booked, ok", ["I booked, ok"]) is None


def turn(id: str, text: str, minute: int = 0) -> Episode:
    at = NOW.replace(minute=minute)
    return Episode(id=id, user="u", session=id, first=1, last=1, at=at, parts=(("user", text),))


@pytest.mark.parametrize(
    ("about", "text", "left"),
    [
        ("前夫", "我前夫姓霍，在船厂，我喜欢钓鱼", "我喜欢钓鱼"),
        ("2016年", "我2016年在广州，租在石牌。我2019年去了成都", "我2019年去了成都"),
        ("面馆", "我盘了个面馆，转让费十八万，平时爱钓鱼", "平时爱钓鱼"),
        ("宗教", "我信佛，爱吃面", "爱吃面"),
    ],
)
def test_select_takes_the_clause_that_carries_on_when_it_has_no_subject_of_its_own(
    about: str, text: str, left: str
) -> None:
    found = select(about, [], [turn("e", text)])
    assert redact(text, found.quotes, found.values) == left


def test_select_takes_the_next_turn_when_it_begins_with_the_pronoun_of_a_person() -> None:
    turns = [turn("a", "My boss is Mr Stone."), turn("b", "He pays me late.", 1), turn("c", "He is a good film.", 40)]
    assert select("my boss", [], turns).episodes == ("a", "b")
    assert select("my address", [], [turn("a", "I live in Hull."), turn("b", "He pays me late.", 1)]).episodes == ("a",)


@pytest.mark.parametrize(
    ("about", "said", "left"),
    [
        ("前夫", "我前夫叫郝振", "我前女友叫贝贝"),
        ("睡眠的毛病", "我失眠三年了", "我对尘螨过敏"),
        ("eye operation", "I had laser eye surgery in 2020.", "I wear hearing aids."),
        ("breathing", "I outgrew asthma.", "I have a peanut allergy."),
        ("which authors I like", "I like Woolf.", "I journal every night."),
        ("birthday", "我的生日是三月十九", "我属马"),
        ("表弟进去过", "我表弟坐过牢", "我表弟在开挖掘机"),
        ("我哥从前的事", "我哥吸过毒", "我哥现在开面馆"),
    ],
)
def test_select_takes_the_narrow_topic_and_leaves_its_neighbour(about: str, said: str, left: str) -> None:
    assert chosen(about, said, left) == [said]


def test_select_takes_the_nearest_by_far_only_when_no_table_knows_the_topic() -> None:
    records = [memory("a", "I stammer when nervous."), memory("b", "I keep bees.")]
    assert select("my speech thing", records, [], [0.42, 0.1]).memories == ("a",)
    assert not select("my speech thing", records, [], [0.42, 0.36])
    assert not select("my religion", records, [], [0.42, 0.1])
