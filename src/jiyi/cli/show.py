"""How records look to people. Imported by commands when they print, since `rich` takes its time to load."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from jiyi import reasons
from jiyi.cli.frame import Frame
from jiyi.records import Change, Episode, MemoryRecord, Message, Relation, Role
from jiyi.results import About, Context, Forgotten, History, Maintained
from jiyi.server.page import words as plain
from jiyi.trace import Recall

SHORT = 8  # last characters of an id; every command takes them
STYLES = {"current": "", "pending": "yellow", "superseded": "dim", "retracted": "dim strike", "archived": "dim"}


def short(id: str) -> str:
    """The end of an id, which tells memories apart better than its beginning, a time."""
    return id[-SHORT:]


def plain_table(*columns: str) -> Table:
    """A table without lines; the last column takes the room."""
    table = Table(box=SIMPLE_HEAD, pad_edge=False, expand=False, header_style="bold")
    for column in columns:
        table.add_column(column, overflow="fold")
    return table


def marks(frame: Frame, record: MemoryRecord) -> str:
    """What a reader must know of a memory besides its words."""
    found = []
    if record.status.value != "current":
        found.append(frame.word(record.status.value))
    if record.protected:
        found.append(frame.pick("protected", "受保护"))
    if not record.trusted:
        found.append(frame.pick("untrusted", "来源不可信"))
    if len(record.evidence) > 1:
        found.append(frame.pick(f"said {len(record.evidence)}×", f"说过 {len(record.evidence)} 次"))
    return ", ".join(found)


def memories(frame: Frame, records: Iterable[MemoryRecord]) -> Table:
    """A line per memory."""
    table = plain_table(
        "id", *(frame.pick(*c) for c in (("kind", "类型"), ("memory", "记忆"), ("date", "日期"), ("", "")))
    )
    for record in records:
        style = STYLES.get(record.status.value, "")
        since = record.valid_from or (record.evidence[0].at if record.evidence else record.recorded_at)
        table.add_row(
            Text(short(record.id), "cyan"),
            frame.word(record.kind.value),
            Text(record.content, style),
            frame.day(since),
            Text(marks(frame, record), "dim"),
        )
    return table


def memory(frame: Frame, record: MemoryRecord) -> RenderableType:
    """All of one memory."""
    table = Table.grid(padding=(0, 2))
    table.add_column(style="dim", no_wrap=True)
    table.add_column(overflow="fold")
    slot = reasons.slot(record.attribute or "", chinese=frame.lang == "zh")
    slot = f"{slot} = {record.value}" if record.value else slot
    rows: list[tuple[str, str, str]] = [
        ("id", "编号", record.id),
        ("kind", "类型", frame.word(record.kind.value)),
        ("status", "状态", frame.word(record.status.value)),
        ("attribute", "属性", slot),
        ("about", "涉及", ", ".join(record.entities)),
        ("relations", "关系", "; ".join(_relation(frame, one) for one in record.relations)),
        ("tags", "标签", ", ".join(record.tags)),
        ("source", "来源", frame.word(record.source.value)),
        ("how sure", "把握", _sure(frame, record.confidence)),
        ("weight", "重要度", f"{record.importance:.0%}"),
        ("true from", "生效", frame.minute(record.valid_from)),
        ("true until", "失效", frame.minute(record.valid_to)),
        ("recorded", "记录于", frame.minute(record.recorded_at)),
        ("retired", "停用于", frame.minute(record.retired_at)),
        ("replaced by", "取代者", short(record.superseded_by) if record.superseded_by else ""),
        ("expires", "到期", frame.minute(record.expires_at)),
        ("recalled", "被想起", f"{record.recall_count}×" if record.recall_count else ""),
        ("notes", "备注", marks(frame, record)),
    ]
    for en, zh, value in rows:
        if value:
            table.add_row(frame.pick(en, zh), Text(value))
    for evidence in record.evidence:
        place = f"  ({evidence.session} #{evidence.seq})" if evidence.session else ""
        said = Text.assemble(f"“{evidence.quote}”", (f"  {frame.minute(evidence.at)}{place}", "dim"))
        table.add_row(frame.pick("said", "原话"), said)
    return Group(Text(record.content, "bold"), Padding(table, (0, 0, 0, 2)))


def _sure(frame: Frame, confidence: float) -> str:
    """A word before the number."""
    words = {0.9: ("certain", "确定"), 0.6: ("quite sure", "比较确定"), 0.0: ("not sure", "不太确定")}
    word = next(pair for least, pair in words.items() if confidence >= least)
    return f"{frame.pick(*word)} ({confidence:.0%})"


def _relation(frame: Frame, one: Relation) -> str:
    subject = frame.pick("you", "你") if one.subject == "user" else one.subject
    return f"{subject} — {plain.relation(one.relation, frame.lang)} → {one.object}"


def changes(frame: Frame, log: Sequence[Change]) -> Table:
    """The log as it is."""
    table = plain_table(
        "#", *(frame.pick(*c) for c in (("when", "时间"), ("change", "变更"), ("id", "编号"), ("why", "原因")))
    )
    for change in log:
        why, action = Text(frame.reason(change.why)), frame.word(change.action.value)
        table.add_row(str(change.version), frame.minute(change.at), action, Text(short(change.ref), "cyan"), why)
    return table


def history(frame: Frame, found: History) -> RenderableType:
    """The chain, oldest first, then its changes."""
    known = {one.id: one.content for one in found.records}
    told = plain_table(
        *(frame.pick(*c) for c in (("when", "时间"), ("what happened", "发生了什么"), ("memory", "记忆")))
    )
    for change in found.changes:
        why = frame.plainly(change.why)
        text = Text.assemble(known.get(change.ref, short(change.ref)), (f"  ← {why}" if why else "", "dim"))
        told.add_row(frame.minute(change.at), plain.action(change.action.value, frame.lang), text)
    return Group(memories(frame, found.records), told)


def bar(share: float, width: int = 12) -> Text:
    """A share from 0 to 1 as a bar."""
    full = round(max(0.0, min(1.0, share)) * width)
    return Text("█" * full, "cyan").append("░" * (width - full), "bright_black")


def hits(frame: Frame, found: Recall, explain: bool) -> RenderableType:
    """What a query brought back; with `explain` the reasons and the stages."""
    table = plain_table("", "id", frame.pick("found", "想起的内容"))
    for hit in found.hits:
        text = Text(_hit_words(frame, hit.record, hit.part))
        if explain and hit.reasons:
            text.append("\n" + "; ".join(frame.reason(one) for one in hit.reasons), "dim")
        table.add_row(Text.assemble(bar(hit.score), f" {hit.score:.2f}"), Text(short(hit.id), "cyan"), text)
    return Group(table, stages(frame, found)) if explain else table


def _hit_words(frame: Frame, record: MemoryRecord | Episode, part: int) -> str:
    if isinstance(record, MemoryRecord):
        return record.content
    role, text = record.parts[min(part, len(record.parts) - 1)]
    text = text if len(text) <= 300 else text[:300] + "…"
    return f"[{frame.day(record.at)}] {frame.word(role)}: {text}"


STAGES = {
    "understand": "理解问题",
    "embed": "计算向量",
    "load": "读取记忆",
    "memories": "比对记忆",
    "episodes": "比对过去的对话",
    "rerank": "重排",
    "show": "选出结果",
}


def why_not(
    frame: Frame, asked: str, record: MemoryRecord | None, reasons: Sequence[str], after: MemoryRecord | None
) -> RenderableType:
    """The cause first, then the questions one by one. `after` is the memory that took the place of `record`."""
    steps = Table.grid(padding=(0, 1))
    steps.add_column(no_wrap=True)
    steps.add_column(overflow="fold")
    for reason in reasons:
        fine = not reason.startswith("dropped") and ": no" not in reason
        steps.add_row(Text("  ✓" if fine else "  ✗", "green" if fine else "red"), Text(frame.reason(reason)))
    things: list[RenderableType] = []
    if record is not None:
        things.append(Text.assemble((short(record.id), "cyan"), "  ", record.content))
    things.append(Text(frame.pick(f"asked: {asked}", f"问题：{asked}"), "dim"))
    things.append(steps)
    if after is not None:
        there = Text.assemble((short(after.id), "cyan"), "  ", after.content)
        things.append(Text.assemble(frame.pick("  in its place: ", "  取代它的："), there))
    return Group(*things)


def stages(frame: Frame, found: Recall) -> RenderableType:
    """How the answer came about."""
    table = plain_table(
        *(frame.pick(*c) for c in (("stage", "步骤"), ("in", "进"), ("out", "出"), ("ms", "毫秒"), ("notes", "说明")))
    )
    for stage in found.trace.stages:
        notes = [*map(frame.reason, stage.notes), *(f"{short(id)}: {frame.reason(why)}" for id, why in stage.left_out)]
        table.add_row(
            frame.pick(stage.name, STAGES.get(stage.name, stage.name)),
            str(stage.came),
            str(stage.went),
            f"{stage.milliseconds:.2f}",
            Text("\n".join(notes), "dim"),
        )
    return table


def parts(frame: Frame, found: Context, budget: int) -> Table:
    """The parts of a context with their tokens."""
    heads = (("part", "部分"), ("tokens", "词元"), (f"of {budget}", f"预算 {budget}"))
    table = plain_table(*(frame.pick(*head) for head in heads))
    for name, tokens in found.trace.parts.items():
        if tokens:
            table.add_row(frame.word(name), str(tokens), bar(tokens / budget, 30))
    rest = found.tokens - sum(found.trace.parts.values())
    if rest > 0:
        table.add_row(frame.pick("headings and marks", "标题与分隔标记"), str(rest), bar(rest / budget, 30))
    total = Text(frame.pick("all", "合计"), "bold")
    table.add_row(total, Text(str(found.tokens), "bold"), bar(found.tokens / budget, 30))
    return table


def context(frame: Frame, found: Context, budget: int) -> RenderableType:
    """A context as its parts with their tokens, then why each thing is in it, and what was left out."""
    things: list[RenderableType] = [parts(frame, found, budget)]
    for title, items in (
        (frame.pick("why it is there", "为什么放进去"), found.trace.included),
        (frame.pick("left out", "没有放进去"), found.trace.left_out),
    ):
        if items:
            table = plain_table(title, "", "")
            for item in items:
                table.add_row(frame.word(item.part), Text(_clipped(item.what)), Text(frame.reason(item.reason), "dim"))
            things.append(table)
    return Group(*things)


def prompt(frame: Frame, found: Context) -> RenderableType:
    """The messages as they go to the model."""
    table = Table.grid(padding=(0, 1))
    table.add_column(style="bold", no_wrap=True)
    table.add_column(overflow="fold")
    for message in found.messages:
        table.add_row(frame.word(str(message.get("role", ""))), Text(str(message.get("content", ""))))
    return table


def _clipped(text: str, most: int = 120) -> str:
    line = " ".join(text.split())
    return line if len(line) <= most else line[: most - 1] + "…"


def messages(frame: Frame, found: Iterable[Message]) -> Table:
    """A conversation."""
    table = plain_table("#", *(frame.pick(*c) for c in (("when", "时间"), ("who", "谁"), ("message", "消息"))))
    for message in found:
        text = Text(message.content)
        if message.withheld:
            text.append("  " + frame.pick("cut out: ", "已略去：") + frame.withheld(message.withheld), "yellow")
        table.add_row(str(message.seq), frame.minute(message.at), message.name or frame.word(message.role.value), text)
    return table


def conversations(frame: Frame, names: Sequence[str], heads: Sequence[Sequence[Message]]) -> Table:
    """A line per conversation: its id, when it began, and the user's first words."""
    table = plain_table("id", *(frame.pick(*c) for c in (("began", "开始于"), ("first words", "开头"))))
    for name, head in zip(names, heads, strict=True):
        said = next((one.content for one in head if one.role is Role.USER), head[0].content if head else "")
        began = frame.minute(head[0].at) if head else ""
        table.add_row(Text(name, "cyan"), began, Text(_clipped(said, 60)))
    return table


def about(frame: Frame, found: About) -> RenderableType:
    """What is known of a person or thing."""
    lines = [Text(_relation(frame, one), "cyan") for one in found.relations]
    return Group(memories(frame, found.memories), *lines)


def forgotten(frame: Frame, found: Forgotten) -> RenderableType:
    """What an order to forget found."""
    things: list[RenderableType] = []
    if found.memories:
        things.append(memories(frame, found.memories))
    if found.episodes:
        table = plain_table("id", frame.pick("past conversation", "过去的对话"))
        for episode in found.episodes:
            table.add_row(Text(short(episode.id), "cyan"), Text(_clipped(episode.content)))
        things.append(table)
    counts = (
        (len(found.messages), "message{s} removed whole", "条消息整条删去"),
        (len(found.cut), "message{s} cut in part", "条消息删去一部分"),
        (len(found.sessions), "session{s}", "个会话"),
        (len(found.states), "session{s} whose state is cut in part", "个会话的状态删去一部分"),
    )
    said = [frame.pick(f"{n} {en.format(s='s'[: n != 1])}", f"{n} {zh}") for n, en, zh in counts if n]
    if said:
        things.append(Text("; ".join(said)))
    return Group(*things)


def maintained(frame: Frame, found: Maintained, words: Mapping[str, str]) -> Table:
    """What the policy of forgetting did or would do. `words` gives the content of the memories that are known."""
    table = plain_table(
        *(
            frame.pick(*c)
            for c in (("user", "用户"), ("id", "编号"), ("action", "处理"), ("what and why", "内容和原因"))
        )
    )
    for user, ref, action, reason in found.items:
        why = Text(frame.reason(reason), "dim")
        what = Text.assemble(_clipped(words[ref]), "  ← ", why) if ref in words else why
        table.add_row(user, Text(short(ref), "cyan"), frame.word(action), what)
    return table


def pairs(values: Mapping[str, Any], frame: Frame) -> Table:
    """Names and numbers."""
    table = Table.grid(padding=(0, 2))
    for name, value in values.items():
        shown = f"{value:,}" if isinstance(value, int) and not isinstance(value, bool) else str(value)
        if isinstance(value, Mapping):
            shown = ", ".join(f"{frame.word(str(k))} {v}" for k, v in value.items()) or "0"
        table.add_row(Text(frame.word(name), "dim"), shown)
    return table
