"""Putting a context together: what goes in front of the model, in which order, and what has to go when it is too much.

One system message (the caller's words, profile, state, summary, recalled: stable before moving), then whole turns,
then the input. The result is never over the budget, whatever the counter says. Each part has a share of what the
system prompt and the input leave over; what a part does not use flows on to the next, at last to the recent turns,
and what those leave comes back to parts that had to leave something out.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from jiyi.language.count import PER_MESSAGE, message_tokens
from jiyi.language.normalize import fold as folded
from jiyi.language.script import language_of
from jiyi.policy import asking, fold, phrasing, profile, window
from jiyi.policy.draft import PROMPT_ORDER, Draft, Line
from jiyi.policy.prepared import PER_LINE, SHORTEST_QUOTE, Prepared, as_said
from jiyi.policy.profile import Told
from jiyi.policy.shapes import Shape
from jiyi.records import Episode, MemoryRecord, Message, Role, SessionRecord, Summary, Turn
from jiyi.results import Included
from jiyi.settings import WindowSettings
from jiyi.trace import Hit

Count = Callable[[str], int]

# Shares of the room that the system prompt and the input leave, in the order in which parts are filled.
TOLD_READ = 10  # memories by which the language of the headings goes, where nothing was said yet
SHARES = {"profile": 0.25, "state": 0.05, "summary": 0.15, "scratchpad": 0.03, "recalled": 0.22, "untrusted": 0.03}
PROTECTED_SHARE = 0.6  # of the room, for memories that must not be missed (health, safety), before all others
EPISODE_SHARE = 0.12
LEAST_EPISODE = 0.001  # the score of a past turn under which it is noise: 1 in 20 of the right ones, half of the others
KIND_HEADING = 6  # tokens allowed for the heading of a kind in the profile
IN_WINDOW = "its words are in the conversation (message "
RETRIES = 8  # times that a prompt is made again for a shape that costs more than was reckoned


@dataclass(frozen=True, slots=True, kw_only=True)
class Material:
    """What a context is made of.

    `input` is the user's new message; None means that the newest user message of `messages` is the input.
    `known` are the user's memories that may stand in the profile, or `told` the same, prepared;
    `hits` what recall found, best first; `messages` the session's messages in order. `zone` is the user's.
    `question` is the id of a memory in the profile that has gone stale and shall be asked about.
    """

    input: str | None
    session: SessionRecord
    now: datetime
    system: str | None = None
    known: Sequence[MemoryRecord] = ()
    told: Prepared | None = None
    hits: Sequence[Hit] = ()
    messages: Sequence[Message] = ()
    zone: str = "UTC"
    question: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Assembled:
    """Messages for a chat API, what they cost, and what is in them and what is not, with the reasons. `system` is the
    system text where the shape has it apart; `asked` whether the question is among it."""

    messages: list[dict[str, Any]]
    tokens: int
    system: str = ""
    asked: bool = False
    included: tuple[Included, ...]
    left_out: tuple[Included, ...]
    parts: dict[str, int]


def assemble(
    material: Material, *, max_tokens: int, count: Count, settings: WindowSettings, shape: Shape = Shape.OPENAI
) -> Assembled:
    """The context within `max_tokens`, as `Shaped.tokens` counts it in its shape with `count`.

    Raises BudgetTooSmall when the system prompt and the input do not fit (the input as `settings.oversize` says).
    Recent turns with whole tool calls; memories whose words are in the window, or that were said already, are left
    out; what had to go for want of space is listed.
    """
    if material.told is None:
        material = replace(material, told=Prepared(profile.tell(material.known, count, material.zone)))
    turns = window.turns(material.messages)
    open_turns, asked = _split(turns, material)
    recent = _recent(open_turns, material.session.summary, settings, count)
    talk = _Talk(
        system="\n\n".join(dict.fromkeys([*_own([material.system]), *_own(_system_texts(turns))])),
        recent=recent,
        asked=asked,
        limit=asking.Limit(tokens=max_tokens, count=count, oversize=settings.oversize),
        shape=shape,
    )
    draft = _drafted(material, talk)
    while (missed := _missed(draft, talk.recent)) is not None:  # words that left with their turn must be said
        talk = replace(talk, recent=missed)
        draft = _drafted(material, talk)
    prompt, cost = draft.shrunk()
    included = draft.included()
    parts: dict[str, int] = {}
    for one in included:
        parts[one.part] = parts.get(one.part, 0) + one.tokens
    for turn in recent[: len(recent) - len(talk.recent)]:
        draft.leave("recent", turn.messages[0].content, 0, "no room for this turn", str(turn.first))
    return Assembled(
        messages=prompt.messages,
        system=prompt.system,
        tokens=cost,
        included=included,
        left_out=tuple(draft.left),
        parts=parts,
        asked=any(line.ref == material.question for line in draft.lines.get("profile", ()) if material.question),
    )


@dataclass(frozen=True, slots=True)
class _Talk:
    """The conversation around the input, and the budget."""

    system: str
    recent: Sequence[Turn]
    asked: Turn | None
    limit: asking.Limit
    shape: Shape


def _drafted(material: Material, talk: _Talk) -> Draft:
    """The draft, filled. A shape whose last messages cost more than OpenAI's gets them shortened until they fit."""
    limit = talk.limit
    for _ in range(RETRIES):
        draft = Draft(
            language=_language(material),
            count=limit.count,
            limit=talk.limit.tokens,
            summary=material.session.summary,
            shape=talk.shape,
            system=talk.system,
        )
        draft.last, dropped = asking.last_messages(talk.asked, material.input, draft.system, limit)
        draft.left += dropped
        room = draft.limit - draft.total() - (0 if draft.system else PER_MESSAGE)
        if room + PER_MESSAGE >= 0 or talk.shape is Shape.OPENAI:
            break
        limit = replace(limit, tokens=limit.tokens + room)
    _fill(draft, _lines(draft, material, talk), talk.recent, max(0, room))
    return draft


def _missed(draft: Draft, recent: Sequence[Turn]) -> Sequence[Turn] | None:
    """The turns that are in, when a memory was left out because its words stand in one that is not."""
    kept = recent[len(recent) - len(draft.turns) :]
    gone = {str(message.seq) for turn in recent[: len(recent) - len(kept)] for message in turn.messages}
    if not gone:
        return None
    in_window = (one.reason.removeprefix(IN_WINDOW).rstrip(")") for one in draft.left if one.ref is not None)
    return kept if not gone.isdisjoint(in_window) else None


def _own(texts: Sequence[str | None]) -> list[str]:
    return [text.strip() for text in texts if text and text.strip()]


def _system_texts(turns: Sequence[Turn]) -> list[str | None]:
    """What the session's own system messages say: it stays, at the head."""
    return [message.content for turn in turns for message in turn.messages if message.role is Role.SYSTEM]


def _language(material: Material) -> str:
    """The language of the headings: that of the input, else of what is known."""
    users = [m.content for m in material.messages if m.role is Role.USER]
    for text in (material.input or "", users[-1] if users else "", None):
        language = language_of(_beginning(material) if text is None else text)
        if language != "und":
            return "en" if language == "en" else "zh"
    return "en"


def _beginning(material: Material) -> str:
    """What is known first of all."""
    told = material.told.told if material.told else ()
    return " ".join(one.record.content for one in told[:TOLD_READ])


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


def _lines(draft: Draft, material: Material, talk: _Talk) -> dict[str, list[Line]]:
    """Everything that may go into the system message, by part, in order of worth."""
    seen = _Seen(material.session.id, [*talk.recent, *([talk.asked] if talk.asked else [])], material.input or "")
    lines: dict[str, list[Line]] = {part: [] for part in PROMPT_ORDER}
    known = _profile(draft, lines["profile"], seen, material)
    for hit in material.hits:
        if isinstance(hit.record, Episode):
            _offer_episode(draft, lines, seen, hit, material)
        elif hit.record.id not in known:
            _offer(draft, lines, seen, hit, material)
    for part, entries in (("state", material.session.state), ("scratchpad", material.session.scratchpad)):
        for text in phrasing.entry_lines(entries):
            worded = text if part == "state" else phrasing.fenced(text)
            lines[part].append(Line(part, worded, draft.count(worded) + PER_LINE, "kept with the session"))
    return lines


def _profile(draft: Draft, lines: list[Line], seen: _Seen, material: Material) -> frozenset[str]:
    """What may stand in the profile; returns the ids of all that was thought of. Most of it is the same for every
    prompt: only what the question brought or the conversation may say already is looked at closely."""
    if material.told is None:
        return frozenset()
    scores = {hit.id: hit.score for hit in material.hits}
    standing = material.told.standing(material.now)
    closely = material.told.spoken(seen.session, seen.said).union(scores)
    if material.question is not None:
        closely.add(material.question)
    places = sorted(standing.places[id] for id in closely | standing.twice if id in standing.places)
    seen.texts.update(standing.texts)
    for at in places:
        seen.texts.pop(standing.offers[at].told.content, None)
    made: list[Line | None] = [*standing.lines]
    for at in places:
        told = standing.offers[at].told
        id = told.record.id
        reason = seen.why_not(told.record, told.content, told.quotes)
        if reason is not None:
            draft.leave("profile", told.record.content, 0, reason, id)
            made[at] = None
        elif id in closely:
            made[at] = _recalled(draft, told, scores.get(id), material)
    lines += [line for line in made if line is not None]
    return standing.ids


def _recalled(draft: Draft, told: Told, score: float | None, material: Material) -> Line:
    """A line of the profile for this prompt alone: recalled with a score, or to be asked about."""
    memory, text, tokens = told.record, told.line, told.tokens
    why = "protected" if memory.protected else "profile"
    if score is not None:
        why += f"; recalled with score {score:.2f}"
    if memory.id == material.question:
        text += phrasing.to_confirm(memory, material.now, material.zone)
        tokens, why = draft.count(text), f"{why}; not confirmed for long"
    return Line("profile", text, tokens + PER_LINE, why, memory.id, memory.protected, memory, score is not None)


class _Seen:
    """What stands in the conversation already, so that it is not said twice."""

    def __init__(self, session: str, turns: Sequence[Turn], said: str) -> None:
        self.session = session
        self.places = {message.seq: message for turn in turns for message in turn.messages}
        self.said = folded(said)
        self.texts: dict[str, str] = {}  # folded content -> where it stands

    def why_not(self, memory: MemoryRecord, content: str, quotes: Sequence[str]) -> str | None:
        """Why the memory need not be said, None when it must. `content` and `quotes` are folded."""
        for evidence, quote in zip(memory.evidence, quotes, strict=True) if as_said(memory) else ():
            if evidence.session == self.session and evidence.seq in self.places:
                return f"{IN_WINDOW}{evidence.seq})"
            if len(quote) >= SHORTEST_QUOTE and quote in self.said:
                return "its words are in the input"
        if content in self.texts:
            return f"said already: {self.texts[content]}"
        self.texts[content] = memory.id
        return None


def _why(hit: Hit) -> str:
    return "; ".join((f"score {hit.score:.2f}", *hit.reasons))


def _offer(draft: Draft, lines: dict[str, list[Line]], seen: _Seen, hit: Hit, material: Material) -> None:
    """A recalled memory that does not stand in the profile."""
    memory = hit.record
    assert isinstance(memory, MemoryRecord)
    part = "recalled" if memory.trusted else "untrusted"
    quotes = [folded(evidence.quote) for evidence in memory.evidence]
    reason = seen.why_not(memory, folded(memory.content), quotes)
    if reason is not None:
        draft.leave(part, memory.content, 0, reason, memory.id)
        return
    text = phrasing.recalled_line(memory, material.now, material.zone)
    text = text if memory.trusted else phrasing.fenced(text)
    lines[part].append(
        Line(part, text, draft.count(text) + PER_LINE, _why(hit), memory.id, memory.protected, memory, recalled=True)
    )


def _offer_episode(draft: Draft, lines: dict[str, list[Line]], seen: _Seen, hit: Hit, material: Material) -> None:
    episode = hit.record
    assert isinstance(episode, Episode)
    text = phrasing.episode_line(episode, material.now, material.zone, hit.part)
    if episode.session == seen.session and any(episode.first <= seq <= episode.last for seq in seen.places):
        draft.leave("episodes", text, 0, "this turn is in the conversation", episode.id)
    elif hit.score < LEAST_EPISODE:
        draft.leave("episodes", text, 0, "too far from what is asked", episode.id)
    elif _said_by_memory(episode, (*lines["profile"], *lines["recalled"])):
        draft.leave("episodes", text, 0, "a memory says the same", episode.id)
    else:
        lines["episodes"].append(Line("episodes", text, draft.count(text) + PER_LINE, _why(hit), episode.id))


def _said_by_memory(episode: Episode, lines: Sequence[Line]) -> bool:
    """Whether what the user said in a past turn is little more than what one of these memories was made of."""
    return any(
        evidence.session == episode.session
        and evidence.seq is not None
        and episode.first <= evidence.seq <= episode.last
        and len(episode.parts[0][1]) <= 2 * len(evidence.quote)
        for line in lines
        if line.record is not None
        for evidence in line.record.evidence
    )


# --- the budget -----------------------------------------------------------------------------------------------------


def _fill(draft: Draft, lines: dict[str, list[Line]], recent: Sequence[Turn], room: int) -> None:
    """Fill the parts with their shares, what is not used flowing on; then again with what is left over."""
    taken = draft.taken
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
        if part != "summary":
            draft.lines[part] = [line for line in offered if line in taken]
            draft.left += [line.left() for line in offered if line not in taken]


def _waiting(draft: Draft, offered: Sequence[Line]) -> list[Line]:
    """The lines that are not in yet; in the profile those that the question recalled first."""
    taken = draft.taken
    waiting = [line for line in offered if line not in taken]
    if not waiting or waiting[0].part != "profile":
        return waiting
    return [line for line in waiting if line.recalled] + [line for line in waiting if not line.recalled]


def _take(draft: Draft, waiting: Sequence[Line], allowed: int) -> int:
    """Put lines in, in order, as long as they fit; a part's heading is paid with its first line."""
    least = min([line.tokens for line in waiting], default=0)
    if not waiting or least > allowed:
        return 0
    last = allowed - least  # who has spent more has no room for any
    spent = 0
    opened = {part for part, lines in draft.lines.items() if lines}
    kinds = {line.record.kind for line in draft.lines.get("profile", ()) if line.record}
    for line in waiting:
        cost, record = line.tokens, line.record
        if spent + cost > allowed:
            continue
        if line.part not in opened:
            cost += draft.count(phrasing.HEADINGS[draft.language][line.part]) + 3
        if line.part == "profile" and record and record.kind not in kinds:
            cost += KIND_HEADING
        if spent + cost <= allowed:
            draft.take(line)
            opened.add(line.part)
            if record:
                kinds.add(record.kind)
            spent += cost
            if spent > last:
                break
    return spent


def _take_summary(draft: Draft, allowed: int) -> int:
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
    draft.lines["summary"] = [Line("summary", text, cost, reason)]
    return cost - spent


def _without_profile(summary: Summary, lines: Sequence[Line]) -> Summary:
    """The summary without the preferences that the profile holds in the same words."""
    quotes = {folded(evidence.quote) for line in lines if line.record for evidence in line.record.evidence}
    quotes = {quote for quote in quotes if len(quote) >= SHORTEST_QUOTE}
    fresh = [item for item in summary.preferences if not any(_mostly(folded(item), quote) for quote in quotes)]
    return replace(summary, preferences=tuple(fresh))


def _mostly(item: str, quote: str) -> bool:
    return (quote in item and 2 * len(quote) >= len(item)) or item in quote


def _take_turns(draft: Draft, recent: Sequence[Turn], allowed: int) -> int:
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
