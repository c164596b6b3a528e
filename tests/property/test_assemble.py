from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zlib import crc32

from hypothesis import given, settings
from hypothesis import strategies as st

from jiyi.errors import BudgetTooSmall
from jiyi.language.count import PER_MESSAGE, message_tokens, messages_tokens, tokenizer
from jiyi.policy.assemble import Material, assemble
from jiyi.policy.shapes import Shape
from jiyi.policy.window import turns
from jiyi.records import Episode, Evidence, Kind, MemoryRecord, Message, Role, SessionRecord, Source, Status, Summary
from jiyi.settings import WindowSettings
from jiyi.trace import Hit

NOW = datetime(2026, 11, 26, 10, 0, tzinfo=UTC)
TEXTS = st.text(alphabet="我你吃在 杭州\nabc.，!?<>“”🍜1", max_size=60)
COUNTERS = st.sampled_from(
    [
        tokenizer("gpt-4o").count,
        len,
        lambda text: len(text.encode("utf-8", "replace")),
        lambda text: len(text) // 3,
        lambda text: len(text) + len(text) ** 2 // 50,  # joining texts costs more than the parts
        lambda text: len(text) * 2 // 3 + crc32(text.encode("utf-8", "replace")) % 7,  # no order at all
    ]
)
ROLES = st.sampled_from(list(Role))


@st.composite
def messages(draw: st.DrawFn) -> list[Message]:
    found = []
    for seq in range(1, draw(st.integers(0, 12)) + 1):
        role = draw(ROLES)
        meta = {}
        if role is Role.ASSISTANT and draw(st.booleans()):
            meta = {"tool_calls": [{"id": f"c{draw(st.integers(0, 3))}", "type": "function"}]}
        elif role is Role.TOOL:
            meta = {"tool_call_id": f"c{draw(st.integers(0, 3))}"}
        at = NOW + timedelta(seconds=seq)
        content = draw(TEXTS) * draw(st.sampled_from([1, 1, 20]))
        found.append(Message(user="u", session="s", seq=seq, role=role, content=content, at=at, meta=meta))
    return found


@st.composite
def memories(draw: st.DrawFn) -> MemoryRecord:
    evidence = Evidence(
        quote=draw(TEXTS), at=NOW, session=draw(st.sampled_from(["s", "other"])), seq=draw(st.integers(1, 12))
    )
    return MemoryRecord(
        id=draw(st.uuids()).hex,
        user="u",
        kind=draw(st.sampled_from(list(Kind))),
        content=draw(TEXTS),
        source=draw(st.sampled_from(list(Source))),
        status=draw(st.sampled_from(list(Status))),
        evidence=(evidence,),
        recorded_at=NOW,
        protected=draw(st.booleans()),
        trusted=draw(st.booleans()),
    )


@st.composite
def hits(draw: st.DrawFn) -> Hit:
    if draw(st.booleans()):
        return Hit(record=draw(memories()), score=draw(st.floats(0, 1)))
    first = draw(st.integers(1, 12))
    parts = (("user", draw(TEXTS)), ("assistant", draw(TEXTS)))
    session = draw(st.sampled_from(["s", "other"]))
    return Hit(
        record=Episode(id="e", user="u", session=session, first=first, last=first + 1, at=NOW, parts=parts), score=0.5
    )


MATERIALS = st.builds(
    Material,
    input=st.none() | TEXTS,
    system=st.none() | TEXTS,
    session=st.builds(
        SessionRecord,
        user=st.just("u"),
        id=st.just("s"),
        state=st.dictionaries(TEXTS, TEXTS, max_size=3),
        scratchpad=st.dictionaries(TEXTS, TEXTS, max_size=2),
        summary=st.builds(
            Summary, topic=TEXTS, goal=TEXTS, confirmed=st.lists(TEXTS, max_size=5).map(tuple), upto=st.integers(0, 12)
        ),
    ),
    known=st.lists(memories(), max_size=6),
    hits=st.lists(hits(), max_size=4),
    messages=messages(),
    now=st.just(NOW),
)
WINDOWS = st.builds(
    WindowSettings,
    strategy=st.sampled_from(["full", "turns", "tokens", "summary", "summary_buffer", "retrieval"]),
    turns=st.integers(1, 6),
    oversize=st.sampled_from(["cut", "error"]),
)


@given(MATERIALS, st.integers(1, 600), COUNTERS, WINDOWS)
@settings(deadline=None, max_examples=80)
def test_assemble_is_never_over_the_budget(material: Material, budget: int, count, window: WindowSettings) -> None:
    try:
        made = assemble(material, max_tokens=budget, count=count, settings=window)
    except BudgetTooSmall:
        return
    assert made.tokens == messages_tokens(made.messages, count) <= budget


@given(MATERIALS, COUNTERS, WINDOWS)
@settings(deadline=None, max_examples=40)
def test_assemble_keeps_the_input_whole_when_it_fits(material: Material, count, window: WindowSettings) -> None:
    text = material.input
    if text is None:
        return
    system = "\n\n".join(
        dict.fromkeys(
            t.strip()
            for t in [material.system or "", *(m.content for m in material.messages if m.role is Role.SYSTEM)]
            if t.strip()
        )
    )
    head = [{"role": "system", "content": system}] if system else []
    needed = messages_tokens(head, count) + message_tokens({"role": "user", "content": text}, count)
    added = bool(material.messages) and material.messages[-1].role is Role.USER
    made = assemble(material, max_tokens=needed + 40 * added, count=count, settings=window)
    assert made.messages[-1]["role"] == "user"
    assert made.messages[-1]["content"].strip() == text.strip()


@given(MATERIALS, WINDOWS)
@settings(deadline=None, max_examples=40)
def test_assemble_never_parts_a_tool_result_from_its_call(material: Material, window: WindowSettings) -> None:
    made = assemble(material, max_tokens=100_000, count=len, settings=window)
    open_calls: set[str] = set()
    for message in made.messages:
        open_calls |= {call["id"] for call in message.get("tool_calls", ())}
        if message["role"] == "tool":
            assert message["tool_call_id"] in open_calls
    assert [m["role"] for m in made.messages[1:]].count("system") == 0


@given(MATERIALS, WINDOWS, st.integers(200, 2000))
@settings(deadline=None, max_examples=40)
def test_assemble_is_the_same_when_made_again(material: Material, window: WindowSettings, budget: int) -> None:
    def make() -> object:
        try:
            return assemble(material, max_tokens=budget, count=len, settings=window)
        except BudgetTooSmall:
            return None

    assert make() == make()


@given(MATERIALS, st.integers(1, 600), COUNTERS, WINDOWS, st.sampled_from(list(Shape)))
@settings(deadline=None, max_examples=120)
def test_assemble_is_within_the_budget_in_every_shape(
    material: Material, budget: int, count, window: WindowSettings, shape: Shape
) -> None:
    try:
        made = assemble(material, max_tokens=budget, count=count, settings=window, shape=shape)
    except BudgetTooSmall:
        return
    apart = PER_MESSAGE + count(made.system) if made.system else 0
    assert made.tokens == apart + messages_tokens(made.messages, count) <= budget
    if shape is Shape.ANTHROPIC:
        roles = [message["role"] for message in made.messages]
        assert all(role == ("user", "assistant")[place % 2] for place, role in enumerate(roles))
        _check_calls(made.messages)


def _check_calls(messages: list[dict]) -> None:
    """Every call has its result in the next message, and no result is without its call."""
    blocks = [one["content"] if isinstance(one["content"], list) else [] for one in messages]
    for place, own in enumerate(blocks):
        called = [block["id"] for block in own if block["type"] == "tool_use"]
        after = blocks[place + 1] if place + 1 < len(blocks) else []
        assert called == [block["tool_use_id"] for block in after if block["type"] == "tool_result"][: len(called)]
        answered = [block["tool_use_id"] for block in own if block["type"] == "tool_result"]
        before = blocks[place - 1] if place else []
        assert answered == [block["id"] for block in before if block["type"] == "tool_use"]


@given(MATERIALS, COUNTERS, WINDOWS, st.sampled_from(list(Shape)))
@settings(deadline=None, max_examples=60)
def test_assemble_keeps_the_input_and_whole_turns_in_every_shape(
    material: Material, count, window: WindowSettings, shape: Shape
) -> None:
    if not (material.input or "").strip():
        return
    made = assemble(material, max_tokens=10**7, count=count, settings=window, shape=shape)
    last = made.messages[-1]["content"]
    said = last if isinstance(last, str) else last[-1]["text"]
    assert said.endswith(material.input)
    for one in made.included:
        if one.part != "recent":
            continue
        (turn,) = [turn for turn in turns(material.messages) if str(turn.first) == one.ref]
        shown = str(made.system) + "".join(map(str, made.messages))
        for message in turn.messages:
            if message.role is Role.USER and message.content.strip() and shape is not Shape.TEXT:
                assert repr(message.content)[1:-1] in shown or message.content in shown
