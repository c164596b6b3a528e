"""Working out what has to go so that nothing of a forgotten thing is left: memories, turns, messages, summaries."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from jiyi import codec
from jiyi.flows import sessions
from jiyi.flows.aside import aside
from jiyi.flows.parts import Parts
from jiyi.language.normalize import fold
from jiyi.language.script import language_of
from jiyi.policy import state as state_policy
from jiyi.policy.redact import Redactor, bared, redact
from jiyi.policy.selection import about_them
from jiyi.policy.window import turns
from jiyi.records import Episode, Evidence, MemoryRecord, Message, Role, SessionRecord, Status, Summary
from jiyi.rows import SessionSave

AT_ONCE = 2_000  # messages that are looked at together
DONE = ("(asked to forget something; done)", "（请求忘记一件事，已照办）")  # in place of an order that names the thing

UNFOUND = (
    "(nothing was forgotten: what shall stay is not known)",
    "（什么都没有忘记：没有找到要留下的内容）",
)  # after an order that would have left nothing


@dataclass(frozen=True, slots=True, kw_only=True)
class Erasure:
    """What one erasure removes whole, and what it cuts words out of."""

    removed: tuple[str, ...] = ()  # memories and episodes
    memories: tuple[MemoryRecord, ...] = ()  # kept, with words cut from their evidence
    episodes: tuple[Episode, ...] = ()  # kept, with words cut
    messages: Mapping[tuple[str, int], Message | None] = field(default_factory=dict)
    scrubbed: tuple[str, ...] = ()
    saves: tuple[SessionSave, ...] = ()
    sessions: tuple[str, ...] = ()

    @property
    def anything(self) -> bool:
        return bool(self.removed or self.memories or self.episodes or self.messages or self.saves or self.sessions)


@dataclass(frozen=True, slots=True, kw_only=True)
class Chosen:
    """What was meant: memories, whole turns (episode ids) and whole sessions, and words of a topic beyond those of
    the memories themselves."""

    memories: frozenset[str] = frozenset()
    turns: frozenset[str] = frozenset()
    sessions: tuple[str, ...] = ()
    quotes: tuple[str, ...] = ()
    values: tuple[str, ...] = ()
    about: str = ""  # the topic in the words of the order
    spared: frozenset[str] = frozenset()  # texts that its words may mean, and that stay
    stays: Callable[[str], bool] | None = None  # of everything but one thing: whether a clause says of that


async def work_out(
    parts: Parts,
    user: str,
    memories: Mapping[str, MemoryRecord],
    episodes: Mapping[str, Episode],
    chosen: Chosen,
    order: Message | None = None,
) -> Erasure:
    """From the ids that were chosen to everything that holds their words.

    The words are the quotes and values of the memories that go. Where they stand in a turn together with other
    things, only the clauses that carry them are cut; a turn that was chosen itself goes whole. Every session is looked
    through: its state and summary may hold the words, and with a topic its messages too, learned from or not.
    """
    gone, turns_gone, whole_sessions = chosen.memories, chosen.turns, chosen.sessions
    doomed = [memories[one] for one in memories if one in gone]
    quotes = tuple(dict.fromkeys(one.quote for record in doomed for one in record.evidence if one.quote))
    quotes += tuple(record.content for record in doomed if record.content not in quotes)
    staying = {
        fold(name) for id, one in memories.items() if id not in gone and one.status in _HELD for name in _telling(one)
    }
    telling = dict.fromkeys(name for record in doomed for name in _telling(record))
    values = tuple(name for name in telling if fold(name) not in staying)
    if chosen.stays is not None:
        cutting = _Cutting((), (), stays=chosen.stays)
    else:
        about = _meant_by(chosen) if chosen.about else None
        cutting = _Cutting((*quotes, *chosen.quotes), (*values, *chosen.values), about)
    size = sum(len(one.content) for one in episodes.values())
    kept_turns, removed_turns = await aside(size, partial(_cut_turns, episodes, turns_gone, whole_sessions, cutting))
    touched = {one.session for one in (*kept_turns, *(episodes[id] for id in removed_turns))}
    touched |= {e.session for record in doomed for e in record.evidence if e.session is not None}
    if order is not None and (doomed or touched):
        touched.add(order.session)
    changed, saves = await _cut_sessions(parts, user, touched, episodes, chosen, cutting, order)
    if order is not None and not (doomed or touched or saves) and set(changed) <= {(order.session, order.seq)}:
        changed = {}  # nothing was known of it: the order stays as it was said
    size = sum(len(quote.quote) for one in memories.values() for quote in one.evidence)
    kept = tuple(await aside(size, partial(_cut_evidence, memories, gone, cutting, whole_sessions)))
    removed = (*(one for one in memories if one in gone), *removed_turns)
    scrubbed = (*removed, *(one.id for one in kept), *(one.id for one in kept_turns), *_later(doomed, memories))
    return Erasure(
        removed=removed,
        memories=kept,
        episodes=tuple(kept_turns),
        messages=changed,
        scrubbed=scrubbed,
        saves=tuple(saves),
        sessions=whole_sessions,
    )


def _meant_by(chosen: Chosen) -> Callable[[Sequence[str]], list[bool]]:
    """Whether clauses are about the topic by their words, but for what stays."""
    meant, stays = about_them(chosen.about), {bared(text) for text in chosen.spared}
    if not stays:
        return meant
    return lambda clauses: [
        one and bared(clause) not in stays for clause, one in zip(clauses, meant(clauses), strict=True)
    ]


def unsaid(order: Message) -> Erasure:
    """Of a message that tells something and says that it shall not be kept, only that it asked so."""
    done = replace(order, content=DONE[language_of(order.content) == "zh"], meta={})
    return Erasure(messages={(order.session, order.seq): done})


def unfound(order: Message) -> Message:
    """An order to forget all but one thing that is not known: as it was said, and that it was not carried out."""
    return replace(order, content=f"{order.content}\n{UNFOUND[language_of(order.content) == 'zh']}")


def of_order(content: str) -> bool:
    """Whether a message is what is left of an order."""
    return content in DONE or content.endswith(UNFOUND)


def _later(doomed: Sequence[MemoryRecord], memories: Mapping[str, MemoryRecord]) -> tuple[str, ...]:
    """What came in place of a thing that goes. Its row of the log says so: "residence was … and is …"."""
    return tuple(one.superseded_by for one in doomed if one.superseded_by is not None and one.superseded_by in memories)


class _Cutting:
    """What is cut out of texts."""

    def __init__(
        self,
        quotes: Sequence[str],
        values: Sequence[str],
        about: Callable[[Sequence[str]], list[bool]] | None = None,
        stays: Callable[[str], bool] | None = None,
    ) -> None:
        if stays is not None:
            about = partial(_go, stays)
        self._abouts = about
        self.about = None if about is None else partial(_one, about)
        self.all = stays is not None  # everything goes but what stays
        self._redactor = Redactor(quotes, values, self.about) if quotes or values or about else None
        self._named = Redactor((), values)  # a quote may hold a key such as "goal" by chance
        self._cut: dict[tuple[str, bool], str | None] = {}  # a message and a memory's evidence often say the same

    def look(self, texts: Iterable[str]) -> None:
        """Find out at once which of many texts stay as they are."""
        fresh = [text for text in dict.fromkeys(texts) if text and (text, False) not in self._cut]
        if self._redactor is None or self.all or not fresh:
            return
        for text, stays in zip(fresh, self._redactor.spares(fresh, self._abouts), strict=True):
            if stays:
                self._cut[text, False] = self._cut[text, True] = text

    def of(self, text: str, role: str = "user") -> str | None:
        """The text without it; None when nothing is left; the same when nothing was in it."""
        if not text or self._redactor is None:
            return text
        asked = text, role != "user"
        if asked in self._cut:
            return self._cut[asked]
        found = self._cut[asked] = self._redactor.cut(text, echo=asked[1])
        return found

    def keeps(self, path: Sequence[str]) -> bool:
        """Whether everything goes but what the keys that lead to an entry name."""
        words = _words_of(path)
        return self.all and bool(words) and self.about is not None and not self.about(words)

    def names(self, path: Sequence[str]) -> bool:
        """Whether the keys that lead to an entry of a state name it: "salary", "公司" and "财务" in it."""
        words = _words_of(path)
        if not words or self.all:
            return False
        if self.about is not None and self.about(words):
            return True
        return self._named.cut(words) != words


def _go(stays: Callable[[str], bool], clauses: Sequence[str]) -> list[bool]:
    return [not stays(clause) for clause in clauses]


def _one(about: Callable[[Sequence[str]], list[bool]], clause: str) -> bool:
    return about([clause])[0]


def _words_of(path: Sequence[str]) -> str:
    return " ".join(path).replace("_", " ").replace("-", " ").replace(".", " ").strip()


_HELD = (Status.CURRENT, Status.PENDING, Status.ARCHIVED)


def _telling(record: MemoryRecord) -> tuple[str, ...]:
    """The words by which a forgotten thing would still be known: its value and the names in it. A name that what stays
    bears too ("Priya lives in Berlin" goes, "I live in Berlin" stays) tells nothing, and is not cut elsewhere."""
    names = [record.value or "", *record.entities]
    return tuple(one for one in names if len(one) > 1)


def _cut_turns(
    episodes: Mapping[str, Episode], chosen: frozenset[str], whole_sessions: tuple[str, ...], cutting: _Cutting
) -> tuple[list[Episode], list[str]]:
    kept: list[Episode] = []
    removed: list[str] = []
    cutting.look(text for one in episodes.values() for _, text in one.parts)
    for one in episodes.values():
        if one.id in chosen or one.session in whole_sessions:
            removed.append(one.id)
            continue
        cut = tuple((role, text) for role, old in one.parts if (text := cutting.of(old, role)) is not None)
        if cut == one.parts:
            continue
        if any(text.strip() for _, text in cut):
            kept.append(replace(one, parts=cut))
        else:
            removed.append(one.id)
    return kept, removed


async def _sessions(parts: Parts, user: str) -> list[SessionRecord]:
    """All sessions of a user."""
    found: list[SessionRecord] = []
    while page := await parts.store.sessions(user, after=found[-1].id if found else ""):
        found += [codec.session(row, user) for row in page]
    return found


async def _cut_sessions(
    parts: Parts,
    user: str,
    touched: set[str],
    episodes: Mapping[str, Episode],
    chosen: Chosen,
    cutting: _Cutting,
    order: Message | None,
) -> tuple[dict[tuple[str, int], Message | None], list[SessionSave]]:
    """Messages that go or lose words, and the sessions whose state or summary does, of all that stay."""
    dropped: dict[str, list[tuple[int, int]]] = {}  # messages of turns that go whole, by session
    for one in episodes.values():
        if one.id in chosen.turns:
            dropped.setdefault(one.session, []).append((one.first, one.last))
    changed: dict[tuple[str, int], Message | None] = {}
    saves: list[SessionSave] = []
    read = [one for one in await _sessions(parts, user) if one.id not in chosen.sessions]
    async for record, old in _said(parts, user, read, touched if cutting.about is None else None, cutting):
        lost: dict[str, Any] = {}
        if old:
            size, gone = sum(len(one.content) for one in old), dropped.get(record.id, [])
            cut = await aside(size, partial(_cut_messages, old, gone, cutting, order, chosen.about))
            lost = await aside(size, partial(_derived, old, cut))
            changed |= cut
        save = _cut_session(parts, record, cutting, lost)
        saves += [] if save is None else [save]
    return changed, saves


async def _said(
    parts: Parts, user: str, read: Sequence[SessionRecord], touched: set[str] | None, cutting: _Cutting
) -> AsyncIterator[tuple[SessionRecord, tuple[Message, ...]]]:
    """Sessions with their messages, which are looked at many at once; without those of sessions not `touched`."""
    ahead: list[tuple[SessionRecord, tuple[Message, ...]]] = []
    for place, record in enumerate(read, 1):
        wanted = touched is None or record.id in touched
        ahead.append((record, await sessions.messages(parts, user, record.id) if wanted else ()))
        if place < len(read) and sum(len(old) for _, old in ahead) < AT_ONCE:
            continue
        texts = [one.content for _, old in ahead for one in old]
        await aside(sum(map(len, texts)), partial(cutting.look, texts))
        for one in ahead:
            yield one
        ahead = []


def _cut_messages(
    old: Sequence[Message],
    dropped: list[tuple[int, int]],
    cutting: _Cutting,
    order: Message | None,
    about: str,
) -> dict[tuple[str, int], Message | None]:
    """Messages of a session that go whole or lose words. The order itself is kept, without the words."""
    found: dict[tuple[str, int], Message | None] = {}
    for turn in turns(tuple(old)):
        for one in turn.messages:
            ordered = order is not None and one.session == order.session and one.seq >= order.seq
            if cutting.all and (ordered or one.role is Role.SYSTEM or (order is not None and one.at > order.at)):
                continue
            if not ordered and any(first <= one.seq <= last for first, last in dropped):
                found[one.session, one.seq] = None
                continue
            text = cutting.of(one.content, one.role)
            if order is not None and (one.session, one.seq) == (order.session, order.seq):
                text = redact(one.content, (), (about,)) if about else one.content
                text = text or DONE[language_of(one.content) == "zh"]
            meta = dict(one.meta) if cutting.all and text == one.content else _cut_value(dict(one.meta), cutting)
            if text == one.content and meta == one.meta:
                continue
            found[one.session, one.seq] = None if text is None else replace(one, content=text, meta=meta or {})
    return found


def _derived(old: Sequence[Message], cut: Mapping[tuple[str, int], Message | None]) -> dict[str, Any]:
    """Entries that rules put into the state from words that go, and from no others."""
    lost: dict[str, Any] = {}
    for one in old:
        if one.role != "user" or (one.session, one.seq) not in cut:
            continue
        new = cut[one.session, one.seq]
        still = state_policy.derive({}, new.content) if new is not None else {}
        made = state_policy.derive({}, one.content)
        lost |= {slot: value for slot, value in made.items() if still.get(slot) != value}
    return lost


def _cut_evidence(
    memories: Mapping[str, MemoryRecord], gone: frozenset[str], cutting: _Cutting, whole_sessions: tuple[str, ...]
) -> list[MemoryRecord]:
    """Memories that stay but quote what goes, or rest partly on a session that goes."""
    found: list[MemoryRecord] = []
    cutting.look(one.quote for id, record in memories.items() if id not in gone for one in record.evidence)
    for record in memories.values():
        if record.id in gone:
            continue
        kept: list[Evidence] = []
        for one in record.evidence:
            if one.session in whole_sessions:
                continue
            quote = cutting.of(one.quote)
            kept.append(one if quote == one.quote else replace(one, quote=quote or record.content))
        pointer = None if record.superseded_by in gone else record.superseded_by
        if tuple(kept) != record.evidence or pointer != record.superseded_by:
            found.append(replace(record, evidence=tuple(kept), superseded_by=pointer))
    return found


def _cut_session(parts: Parts, record: SessionRecord, cutting: _Cutting, lost: Mapping[str, Any]) -> SessionSave | None:
    """State, scratchpad and summary without the words, and without the entries of the state that are `lost`."""
    summary = record.summary
    state = {key: value for key, value in record.state.items() if key not in lost or lost[key] != value}
    new = replace(
        record,
        state=_cut_value(state, cutting) or {},
        scratchpad=_cut_value(dict(record.scratchpad), cutting) or {},
        summary=Summary(
            topic=cutting.of(summary.topic) or "",
            goal=cutting.of(summary.goal) or "",
            confirmed=tuple(text for one in summary.confirmed if (text := cutting.of(one))),
            pending=tuple(text for one in summary.pending if (text := cutting.of(one))),
            preferences=tuple(text for one in summary.preferences if (text := cutting.of(one))),
            upto=summary.upto,
            folds=summary.folds,
        ),
    )
    if new == record:
        return None
    return SessionSave(id=record.id, body=codec.session_body(new), revision=record.revision, at=parts.clock())


def _cut_value(value: Any, cutting: _Cutting, path: tuple[str, ...] = ()) -> Any:
    """The same for JSON-like values; an entry goes whole when its keys name what is forgotten."""
    if cutting.keeps(path):
        return value
    if isinstance(value, str):
        return cutting.of(value)
    if isinstance(value, Mapping):
        return {
            key: new
            for key, one in value.items()
            if not cutting.names((*path, str(key)))
            and ((new := _cut_value(one, cutting, (*path, str(key)))) is not None or one is None)
        }
    if isinstance(value, list | tuple):
        return [new for one in value if (new := _cut_value(one, cutting, path)) is not None or one is None]
    return None if cutting.all else value
