"""Putting a context together: what goes in front of the model, in which order, and what has to go when it is too much.

One system message (the caller's words, profile, state, summary, recalled: stable before moving), then whole turns,
then the input. The result is never over the budget, whatever the counter says. Each part has a share of what the
system prompt and the input leave over; what a part does not use flows on to the next, at last to the recent turns,
and what those leave comes back to parts that had to leave something out.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from jiyi.errors import BudgetTooSmall
from jiyi.language.count import PER_MESSAGE, message_tokens, messages_tokens
from jiyi.language.normalize import fold as folded
from jiyi.language.script import language_of
from jiyi.policy import asking, fold, phrasing, profile, window
from jiyi.records import Episode, Kind, MemoryRecord, Message, Role, SessionRecord, Source, Status, Summary, Turn
from jiyi.results import Included
from jiyi.settings import WindowSettings
from jiyi.trace import Hit

Count = Callable[[str], int]

# Shares of the room that the system prompt and the input leave, in the order in which parts are filled.
SHARES = {"profile": 0.25, "state": 0.05, "summary": 0.15, "scratchpad": 0.03, "recalled": 0.22, "untrusted": 0.03}
PROTECTED_SHARE = 0.6  # of the room, for memories that must not be missed (health, safety), before all others
EPISODE_SHARE = 0.12
# Kinds that always stand in the profile; events and task progress come only when they are recalled.
STANDING = (Kind.INSTRUCTION, Kind.FACT, Kind.PREFERENCE, Kind.RELATIONSHIP)
KIND_HEADING = 6  # tokens allowed for the heading of a kind in the profile
MOST_STANDING = 300  # memories that are tried for the profile, best first
SHORTEST_QUOTE = 4  # characters of a quote that is looked for in the input
# What goes first when the whole turns out to be over the budget after all.
FIRST_TO_GO = ("untrusted", "scratchpad", "episodes", "recalled", "recent", "summary", "profile", "state")
PROMPT_ORDER = ("profile", "state", "scratchpad", "summary", "recalled", "episodes", "untrusted")


@dataclass(frozen=True, slots=True, kw_only=True)
class Material:
    """What a context is made of.

    `input` is the user's new message; None means that the newest user message of `messages` is the input.
    `known` are the user's memories that may stand in the profile; `hits` what recall found, best first; `messages`
    the session's messages in order. `zone` is the user's.
    """

    input: str | None
    session: SessionRecord
    now: datetime
    system: str | None = None
    known: Sequence[MemoryRecord] = ()
    hits: Sequence[Hit] = ()
    messages: Sequence[Message] = ()
    zone: str = "UTC"


@dataclass(frozen=True, slots=True, kw_only=True)
class Assembled:
    """Messages for a chat API, what they cost, and what is in them and what is not, with the reasons."""

    messages: list[dict[str, Any]]
    tokens: int
    included: tuple[Included, ...]
    left_out: tuple[Included, ...]
    parts: dict[str, int]


@dataclass(slots=True)
class _Line:
    """One thing that may go into the system message. `keep`: goes last when space is short."""

    part: str
    text: str
    tokens: int
    reason: str
    ref: str | None = None
    keep: bool = False
    record: MemoryRecord | None = None


@dataclass(slots=True)
class _Draft:
    """A context in the making."""

    language: str
    count: Count
    limit: int
    summary: Summary
    system: str = ""
    lines: dict[str, list[_Line]] = field(default_factory=dict)
    turns: list[tuple[Turn, list[dict[str, Any]]]] = field(default_factory=list)
    last: list[dict[str, Any]] = field(default_factory=list)  # the input, or the turn that holds it
    left: list[Included] = field(default_factory=list)
    taken: set[int] = field(default_factory=set)  # identities of the lines that are in

    def leave(self, part: str, what: str, tokens: int, reason: str, ref: str | None = None) -> None:
        self.left.append(Included(part=part, what=_short(what), tokens=tokens, reason=reason, ref=ref))

    def system_text(self) -> str:
        sections = [self.system] if self.system else []
        for part in PROMPT_ORDER:
            lines = self.lines.get(part)
            if not lines:
                continue
            if part == "profile":
                body = [profile.grouped([line.record for line in lines if line.record], self.language)]
            elif part == "summary":
                body = [line.text for line in lines]
            else:
                body = [f"- {line.text}" for line in lines]
            sections.append(phrasing.section(part, body, self.language))
        return "\n\n".join(sections)

    def messages(self) -> list[dict[str, Any]]:
        text = self.system_text()
        head = [{"role": "system", "content": text}] if text else []
        return [*head, *(chat for _, chats in self.turns for chat in chats), *self.last]

    def total(self) -> int:
        return messages_tokens(self.messages(), self.count)


def _short(text: str, most: int = 60) -> str:
    text = phrasing.one_line(text[: 2 * most])
    return text if len(text) <= most else text[: most - 1] + "…"


def assemble(material: Material, *, max_tokens: int, count: Count, settings: WindowSettings) -> Assembled:
    """The context within `max_tokens`, as `messages_tokens` counts it with `count`.

    Raises BudgetTooSmall when the system prompt and the input do not fit (the input as `settings.oversize` says).
    Recent turns with whole tool calls; memories whose words are in the window, or that were said already, are left
    out; what had to go for want of space is listed.
    """
    draft = _Draft(language=_language(material), count=count, limit=max_tokens, summary=material.session.summary)
    limit = asking.Limit(tokens=max_tokens, count=count, oversize=settings.oversize)
    turns = window.turns(material.messages)
    open_turns, asked = _split(turns, material)
    draft.system = "\n\n".join(dict.fromkeys([*_own([material.system]), *_own(_system_texts(turns))]))
    draft.last, dropped = asking.last_messages(asked, material.input, draft.system, limit)
    draft.left += dropped
    room = max_tokens - draft.total() - (0 if draft.system else PER_MESSAGE)
    recent = _recent(open_turns, material.session.summary, settings, count)
    lines = _lines(draft, material, recent, asked)
    _fill(draft, lines, recent, max(0, room))
    _shrink(draft)
    return _result(draft)


def _own(texts: Sequence[str | None]) -> list[str]:
    return [text.strip() for text in texts if text and text.strip()]


def _system_texts(turns: Sequence[Turn]) -> list[str | None]:
    """What the session's own system messages say: it stays, at the head."""
    return [message.content for turn in turns for message in turn.messages if message.role is Role.SYSTEM]


def _language(material: Material) -> str:
    """The language of the headings: that of the input, else of what is known."""
    users = [m.content for m in material.messages if m.role is Role.USER]
    for text in (material.input or "", users[-1] if users else "", *(m.content for m in material.known[:1])):
        language = language_of(text)
        if language != "und":
            return "en" if language == "en" else "zh"
    return "en"


def _split(turns: Sequence[Turn], material: Material) -> tuple[list[Turn], Turn | None]:
    """The turns before the input, and the turn that holds the input when it was added already."""
    found = list(turns)
    if not found or found[-1].messages[0].role is not Role.USER:
        return found, None
    newest = [message for message in found[-1].messages if message.role is not Role.SYSTEM]
    added = len(newest) == 1 and material.input is not None and newest[0].content.strip() == material.input.strip()
    if material.input is None or added:
        return found[:-1], found[-1]
    return found, None


# --- what may go in -------------------------------------------------------------------------------------------------


def _recent(turns: Sequence[Turn], summary: Summary, settings: WindowSettings, count: Count) -> list[Turn]:
    """The turns that the strategy keeps verbatim and no summary covers, older tool results shortened."""
    folding = settings.strategy in ("summary", "summary_buffer")
    uncovered = [turn for turn in turns if turn.last > summary.upto] if folding else list(turns)
    kept = window.verbatim(uncovered, settings, count)
    return [window.lighten(turn, count) if turn is not kept[-1] else turn for turn in kept]


def _lines(draft: _Draft, material: Material, recent: Sequence[Turn], asked: Turn | None) -> dict[str, list[_Line]]:
    """Everything that may go into the system message, by part, in order of worth."""
    seen = _Seen(material.session.id, [*recent, *([asked] if asked else [])], material.input or "")
    lines: dict[str, list[_Line]] = {part: [] for part in PROMPT_ORDER}
    scores = {hit.id: hit.score for hit in material.hits}
    stands = [m for m in profile.ordered(material.known, material.now) if m.protected or m.kind in STANDING]
    for memory in stands[:MOST_STANDING]:
        why = "protected" if memory.protected else "profile"
        if memory.id in scores:
            why += f"; recalled with score {scores[memory.id]:.2f}"
        _offer(draft, lines, seen, "profile", memory, profile.line(memory), why)
    standing = {memory.id for memory in stands[:MOST_STANDING]}
    for hit in material.hits:
        why = "; ".join((f"score {hit.score:.2f}", *hit.reasons))
        if isinstance(hit.record, Episode):
            _offer_episode(draft, lines, seen, hit, material, why)
        elif hit.record.id not in standing:
            text = phrasing.recalled_line(hit.record, material.now, material.zone)
            part = "recalled" if hit.record.trusted else "untrusted"
            _offer(draft, lines, seen, part, hit.record, text if hit.record.trusted else phrasing.fenced(text), why)
    for part, entries in (("state", material.session.state), ("scratchpad", material.session.scratchpad)):
        for text in phrasing.entry_lines(entries):
            worded = text if part == "state" else phrasing.fenced(text)
            lines[part].append(_Line(part, worded, draft.count(worded) + 3, "kept with the session"))
    return lines


class _Seen:
    """What stands in the conversation already, so that it is not said twice."""

    def __init__(self, session: str, turns: Sequence[Turn], said: str) -> None:
        self.session = session
        self.places = {message.seq: message for turn in turns for message in turn.messages}
        self.said = folded(said)
        self.texts: dict[str, str] = {}  # folded content -> where it stands

    def why_not(self, memory: MemoryRecord) -> str | None:
        """Why the memory need not be said, None when it must."""
        as_said = memory.status is Status.CURRENT and memory.source is not Source.CORRECTED
        for evidence in memory.evidence if as_said else ():
            if evidence.session == self.session and evidence.seq in self.places:
                return f"its words are in the conversation (message {evidence.seq})"
            if len(evidence.quote) >= SHORTEST_QUOTE and self.said and folded(evidence.quote) in self.said:
                return "its words are in the input"
        content = folded(memory.content)
        if content in self.texts:
            return f"said already: {self.texts[content]}"
        self.texts[content] = memory.id
        return None


def _offer(
    draft: _Draft, lines: dict[str, list[_Line]], seen: _Seen, part: str, memory: MemoryRecord, text: str, why: str
) -> None:
    reason = seen.why_not(memory)
    if reason is not None:
        draft.leave(part, memory.content, 0, reason, memory.id)
        return
    line = _Line(part, text, draft.count(text) + 3, why, memory.id, memory.protected, memory)
    lines[part].append(line)


def _offer_episode(
    draft: _Draft, lines: dict[str, list[_Line]], seen: _Seen, hit: Hit, material: Material, why: str
) -> None:
    episode = hit.record
    assert isinstance(episode, Episode)
    covered = episode.session == seen.session and any(episode.first <= seq <= episode.last for seq in seen.places)
    text = phrasing.episode_line(episode, material.now, material.zone, hit.part)
    if covered:
        draft.leave("episodes", text, 0, "this turn is in the conversation", episode.id)
        return
    by_memory = any(
        evidence.session == episode.session
        and evidence.seq is not None
        and episode.first <= evidence.seq <= episode.last
        and len(episode.parts[0][1]) <= 2 * len(evidence.quote)
        for line in lines["recalled"]
        if line.record is not None
        for evidence in line.record.evidence
    )
    if by_memory:
        draft.leave("episodes", text, 0, "a recalled memory says the same", episode.id)
        return
    lines["episodes"].append(_Line("episodes", text, draft.count(text) + 3, why, episode.id))


# --- the budget -----------------------------------------------------------------------------------------------------


def _fill(draft: _Draft, lines: dict[str, list[_Line]], recent: list[Turn], room: int) -> None:
    """Fill the parts with their shares, what is not used flowing on; then again with what is left over."""
    guarded = [line for line in (*lines["profile"], *lines["recalled"]) if line.keep]
    left = room - _take(draft, guarded, int(PROTECTED_SHARE * room))
    carried = 0
    for part, share in SHARES.items():
        allowed = min(left, int(share * room) + carried)
        spent = (
            _take_summary(draft, allowed) if part == "summary" else _take(draft, _waiting(draft, lines[part]), allowed)
        )
        left -= spent
        carried = max(0, allowed - spent)
    left -= _take(draft, lines["episodes"], min(left, int(EPISODE_SHARE * room)))
    left -= _take_turns(draft, recent, left)
    for part in (*SHARES, "episodes"):  # what the turns did not need
        if part == "summary":
            left -= _take_summary(draft, left)
        else:
            left -= _take(draft, _waiting(draft, lines[part]), left)
    for part, offered in lines.items():
        if part == "summary":
            continue
        draft.lines[part] = [line for line in offered if id(line) in draft.taken]
        for line in offered:
            if id(line) not in draft.taken:
                draft.leave(part, line.text, line.tokens, "no room", line.ref)


def _waiting(draft: _Draft, offered: Sequence[_Line]) -> list[_Line]:
    """The lines that are not in yet; in the profile those that the question recalled first."""
    waiting = [line for line in offered if id(line) not in draft.taken]
    return (
        sorted(waiting, key=lambda line: "recalled" not in line.reason)
        if offered[:1] and offered[0].part == "profile"
        else waiting
    )


def _take(draft: _Draft, waiting: Sequence[_Line], allowed: int) -> int:
    """Put lines in, in order, as long as they fit; a part's heading is paid with its first line."""
    spent = 0
    for line in waiting:
        chosen = draft.lines.setdefault(line.part, [])
        heading = 0 if chosen else draft.count(phrasing.HEADINGS[draft.language][line.part]) + 3
        kinds = {other.record.kind for other in chosen if other.record} if line.part == "profile" else set()
        if line.part == "profile" and line.record and line.record.kind not in kinds:
            heading += KIND_HEADING
        if spent + heading + line.tokens <= allowed:
            chosen.append(line)
            draft.taken.add(id(line))
            spent += heading + line.tokens
    return spent


def _take_summary(draft: _Draft, allowed: int) -> int:
    """The summary within what is allowed; called again, it grows if there is more room. Returns what it takes more."""
    if not draft.summary:
        return 0
    before = draft.lines.get("summary", [])
    heading = draft.count(phrasing.HEADINGS[draft.language]["summary"]) + 3
    spent = before[0].tokens if before else 0
    wanted = _without_profile(draft.summary, draft.lines.get("profile", []))
    fitted = fold.bounded(wanted, max_tokens=allowed + spent - heading, count=draft.count, language=draft.language)
    text = fold.render(fitted, draft.language)
    cost = draft.count(text) + heading
    if not text or cost <= spent:
        return 0
    whole = fitted == wanted
    reason = "what left the window" if whole else "what left the window, shortened to fit"
    draft.lines["summary"] = [_Line("summary", text, cost, reason)]
    return cost - spent


def _without_profile(summary: Summary, lines: Sequence[_Line]) -> Summary:
    """The summary without the preferences that the profile holds in the same words."""
    quotes = {folded(evidence.quote) for line in lines if line.record for evidence in line.record.evidence}
    quotes = {quote for quote in quotes if len(quote) >= SHORTEST_QUOTE}
    fresh = [item for item in summary.preferences if not any(_mostly(folded(item), quote) for quote in quotes)]
    return replace(summary, preferences=tuple(fresh))


def _mostly(item: str, quote: str) -> bool:
    return (quote in item and 2 * len(quote) >= len(item)) or item in quote


def _take_turns(draft: _Draft, recent: Sequence[Turn], allowed: int) -> int:
    """The newest whole turns that fit."""
    spent = 0
    for place in range(len(recent) - 1, -1, -1):
        chats = asking.paired(recent[place], newest=False)
        cost = sum(message_tokens(chat, draft.count) for chat in chats)
        if spent + cost > allowed:
            for turn in recent[: place + 1]:
                draft.leave("recent", turn.messages[0].content, 0, "no room for this turn", str(turn.first))
            break
        draft.turns.insert(0, (recent[place], chats))
        spent += cost
    return spent


def _shrink(draft: _Draft) -> None:
    """Take things out until the whole is within the budget by the real count."""
    while draft.total() > draft.limit:
        if not _drop_one(draft):
            raise BudgetTooSmall(
                f"the system prompt and the newest user message need {draft.total()} tokens, {draft.limit} are allowed"
            )


def _drop_one(draft: _Draft) -> bool:
    for keep in (False, True):
        for part in FIRST_TO_GO:
            if part == "recent" and draft.turns:
                turn, _ = draft.turns.pop(0)
                draft.leave("recent", turn.messages[0].content, 0, "no room for this turn", str(turn.first))
                return True
            lines = draft.lines.get(part, [])
            for place in range(len(lines) - 1, -1, -1):
                if lines[place].keep is keep:
                    gone = lines.pop(place)
                    draft.leave(part, gone.text, gone.tokens, "no room", gone.ref)
                    return True
    return False


def _result(draft: _Draft) -> Assembled:
    messages = draft.messages()
    included: list[Included] = []
    if draft.system:
        cost = draft.count(draft.system)
        included.append(
            Included(part="system", what=_short(draft.system), tokens=cost, reason="the caller's own words")
        )
    for part in PROMPT_ORDER:
        for line in draft.lines.get(part, ()):
            what = line.record.content if line.record else line.text
            included.append(
                Included(part=part, what=_short(what), tokens=line.tokens, reason=line.reason, ref=line.ref)
            )
    for turn, chats in draft.turns:
        cost = sum(message_tokens(chat, draft.count) for chat in chats)
        what = _short(turn.messages[0].content)
        included.append(Included(part="recent", what=what, tokens=cost, reason="recent turn", ref=str(turn.first)))
    for chat in draft.last:
        cost = message_tokens(chat, draft.count)
        included.append(Included(part="input", what=_short(str(chat["content"])), tokens=cost, reason="the input"))
    parts: dict[str, int] = {}
    for one in included:
        parts[one.part] = parts.get(one.part, 0) + one.tokens
    return Assembled(
        messages=messages,
        tokens=messages_tokens(messages, draft.count),
        included=tuple(included),
        left_out=tuple(draft.left),
        parts=parts,
    )
