"""Writing: functions that work on a link inside a transaction of one user. They raise, and then nothing is kept.

The first batch locks the user's row, so that one user's writes follow each other, also across processes; the last one
commits. Names come in as they are stored (`names.short`).
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
from datetime import datetime

from jiyi.errors import Conflict, InvalidInput
from jiyi.rows import Appended, Head, ItemRow, JobDraft, MessageDraft, SessionSave, Use, Write
from jiyi.stores.postgres import reads
from jiyi.stores.postgres.connections import Again, Connections, Link, about
from jiyi.stores.postgres.exchange import Answer, Step
from jiyi.stores.postgres.names import long_ones, short, shorts
from jiyi.stores.times import maybe_stamp, stamp


def keep_names(user: str, given: Sequence[str | None]) -> list[Step]:
    """The step that notes long names in full; none when there are none. `user` as it is stored."""
    found = long_ones(given)
    return [("add_names", {"user": user, "shorts": list(found), "names": list(found.values())})] if found else []


def newcomer(user: str) -> Step:
    """The step that makes a user's row, with a generation that nobody had before, when there is none."""
    return ("add_user", {"user": user, "generation": secrets.randbits(63) or 1})


async def meet(link: Link, user: str, locked: Answer) -> None:
    """Make the user's row when there was none."""
    if not locked.rows:
        (made,) = await link.run(newcomer(user))
        if not made.count:
            raise Again  # made by somebody else meanwhile: what was read before is old


# --- the conversation -------------------------------------------------------------------------------------------
async def append(
    connections: Connections, user: str, session: str, drafts: Sequence[MessageDraft], at: datetime
) -> tuple[Appended, ...]:
    """One round trip; two for a user who is new."""
    names = [user, session, *(draft.key for draft in drafts), *(id_ for draft in drafts for id_, _ in draft.jobs)]
    user, session = short(user), short(session)
    sent: list[tuple[str | None, MessageDraft]] = []
    its: list[tuple[int, bool]] = []  # of each draft: which of those that are sent, and whether it repeats that
    places: dict[str, int] = {}
    for draft in drafts:
        key = None if draft.key is None else short(draft.key)
        again = key is not None and key in places
        if not again:
            sent.append((key, draft))
        place = len(sent) if key is None else places.setdefault(key, len(sent))
        its.append((place, again))
    jobs = [(id_, kind, place) for place, (_, draft) in enumerate(sent, 1) for id_, kind in draft.jobs]
    values = {
        "user": user,
        "session": session,
        "at": stamp(at),
        "keys": [key for key, _ in sent],
        "bodies": [draft.body for _, draft in sent],
        "ids": shorts(id_ for id_, _, _ in jobs),
        "kinds": [kind for _, kind, _ in jobs],
        "places": [place for _, _, place in jobs],
    }
    steps = [*keep_names(user, names), ("ready_at", {"user": user}), ("append", values)]
    *_, found = await connections.gather(about(user), *steps)
    if not found.rows:  # nobody of that name yet
        *_, found = await connections.post(about(user), newcomer(user), *steps)
    seqs = {place: (seq, repeated) for place, seq, repeated in found.rows}
    return tuple(Appended(seq=seqs[place][0], repeated=again or seqs[place][1]) for place, again in its)


def queue(user: str, drafts: Sequence[JobDraft], last: int) -> list[Step]:
    """Queue jobs behind the one with number `last`. Ids are the caller's to make unique."""
    if not drafts:
        return []
    values = {
        "user": user,
        "last": last,
        "ids": shorts(draft.id for draft in drafts),
        "kinds": [draft.kind for draft in drafts],
        "sessions": shorts(draft.session for draft in drafts),
        "seqs": [draft.seq for draft in drafts],
        "times": [stamp(draft.due_at) for draft in drafts],
    }
    return [("add_job", values)]


def first_ready(user: str, drafts: Sequence[JobDraft], locked: Answer) -> list[Step]:
    """When nothing waited before, the user is ready when the first of these is due."""
    if not drafts or (locked.rows and locked.rows[0][2] is not None):
        return []
    return [("first_ready", {"user": user, "due_at": stamp(drafts[0].due_at)})]


async def save_session(link: Link, user: str, save: SessionSave, jobs: Sequence[JobDraft]) -> int:
    whole, user = user, short(user)
    locked, revisions, last = await link.run(
        ("ready_at", {"user": user}),
        ("revision", {"user": user, "sessions": [short(save.id)]}),
        ("last_number", {"user": user}),
    )
    steps = list(saving(user, save, dict(revisions.rows)))
    await meet(link, user, locked)
    given = [whole, save.id, *(name for job in jobs for name in (job.id, job.session))]
    await link.commit(
        *keep_names(user, given), *steps, *queue(user, jobs, last.value or 0), *first_ready(user, jobs, locked)
    )
    return save.revision + 1


def saving(user: str, save: SessionSave, revisions: dict[str, int]) -> Iterator[Step]:
    """Steps that save a session. `revisions` are the stored ones, kept up to date."""
    id_ = short(save.id)
    stored = revisions.get(id_)
    if (stored or 0) != save.revision:
        raise Conflict(
            f"session {save.id!r} is at revision {stored or 0}, not {save.revision}; read it again and retry"
        )
    values = {
        "user": user,
        "session": id_,
        "revision": save.revision + 1,
        "at": stamp(save.at),
        "ended_at": maybe_stamp(save.ended_at),
    }
    yield ("start_session", {**values, "last_seq": 0}) if stored is None else ("save_session", values)
    yield ("save_session_body", {"user": user, "session": id_, "body": save.body})
    revisions[id_] = save.revision + 1


# --- what is known ----------------------------------------------------------------------------------------------
def check(write: Write) -> None:
    """Refuse a write that caches could not follow."""
    if (write.memories or write.episodes or write.removed) and not write.changes:
        raise InvalidInput("a write that puts or removes memories or episodes needs a change in the log")


async def apply(link: Link, user: str, write: Write) -> Head:
    check(write)
    whole, user = user, short(user)
    ending = shorts(dict.fromkeys(write.done))
    saved = shorts(dict.fromkeys(save.id for save in write.sessions))
    locked, ended, *_, revisions, last = await link.run(
        ("ready_at", {"user": user}),
        ("finish_job", {"user": user, "ids": ending, "worker": write.worker}),
        *dropping(user, write.drop_sessions),
        ("revision", {"user": user, "sessions": saved}),
        ("last_number", {"user": user}),
    )
    at = reads.head(locked)
    if write.expect is not None and write.expect != at:
        raise Conflict(f"the log of {whole!r} has moved on from version {write.expect.version} to {at.version}")
    if missing := set(ending) - {row[0] for row in ended.rows}:
        raise Conflict(f"job {min(missing)!r} is no longer leased to {write.worker!r}; whoever has it does it again")
    version = at.version + len(write.changes)
    steps = [*destroying(user, write, version), *recording(user, write, at.version)]
    known: dict[str, int] = dict(revisions.rows)
    for save in write.sessions:
        steps += saving(user, save, known)
    steps += queue(user, write.jobs, last.value or 0)
    if write.changes or write.sessions or write.jobs:
        await meet(link, user, locked)
    elif not locked.rows:
        return at
    if write.done or write.drop_sessions or write.jobs:
        steps.append(("settle", {"user": user}))
    *_, head = await link.commit(*keep_names(user, _names(whole, write)), *steps, ("head", {"user": user}))
    return reads.head(head)


def _names(user: str, write: Write) -> list[str]:
    """All names that a write may bring in."""
    return [
        user,
        *(item.id for item in (*write.memories, *write.episodes)),
        *(change.ref for change in write.changes),
        *(save.id for save in write.sessions),
        *(name for job in write.jobs for name in (job.id, job.session)),
        *write.removed,
    ]


def dropping(user: str, sessions: Sequence[str]) -> Iterator[Step]:
    for session in sessions:
        values = {"user": user, "session": short(session)}
        for query in ("delete_session_messages", "delete_session_jobs", "delete_session_body", "delete_session"):
            yield query, values
        if values["session"] != session:
            yield "drop_name", {"user": user, "short": values["session"]}


def destroying(user: str, write: Write, version: int) -> Iterator[Step]:
    """Steps that take words away."""
    last: dict[tuple[str, int], bytes | None] = {}
    for session, seq, body in write.messages:
        place = (short(session), seq)
        if last.get(place, b"") is not None:  # what was deleted stays so
            last[place] = body
    for deleting in (False, True):
        places = [(s, n, body) for (s, n), body in last.items() if (body is None) is deleting]
        if places:
            values = {"user": user, "sessions": [one[0] for one in places], "seqs": [one[1] for one in places]}
            if deleting:
                yield "delete_message", values
            else:
                yield "rewrite_message", {**values, "bodies": [one[2] for one in places]}
    if last:
        yield "restamp", {"user": user, "sessions": list(dict.fromkeys(session for session, _ in last))}
    if write.removed:
        gone = {"user": user, "ids": shorts(write.removed), "version": version}
        yield "add_removal", gone
        yield "delete_item", gone
    if write.scrubbed:
        yield "scrub", {"user": user, "refs": shorts(write.scrubbed)}


def recording(user: str, write: Write, before: int) -> Iterator[Step]:
    """Steps that put the items and write the log. `before` is the version until now."""
    for items, episode in ((write.memories, False), (write.episodes, True)):
        for batch in unique(items):
            values = {
                "user": user,
                "episode": episode,
                "version": before + len(write.changes),
                "ids": shorts(item.id for item in batch),
                "embedders": [item.embedder for item in batch],
                "counts": [item.recall_count for item in batch],
                "times": [maybe_stamp(item.last_recalled_at) for item in batch],
                "bodies": [item.body for item in batch],
            }
            yield "put_item", values
            yield "drop_removal", {"user": user, "ids": values["ids"]}
    if write.changes:
        yield (
            "add_change",
            {
                "user": user,
                "version": before,
                "actions": [change.action.value for change in write.changes],
                "refs": shorts(change.ref for change in write.changes),
                "times": [stamp(change.at) for change in write.changes],
                "bodies": [change.body for change in write.changes],
            },
        )
        yield "advance", {"user": user, "changes": len(write.changes)}


def unique(items: Sequence[ItemRow]) -> Iterator[list[ItemRow]]:
    """The items in order, in batches that hold no id twice: one statement cannot put a row twice."""
    batch: dict[str, ItemRow] = {}
    for item in items:
        if item.id in batch:
            yield list(batch.values())
            batch = {}
        batch[item.id] = item
    if batch:
        yield list(batch.values())


def touching(user: str, uses: Sequence[Use]) -> list[Step]:
    """Steps that add to use counts. `user` as it is stored."""
    counts: dict[str, int] = {}
    times: dict[str, int] = {}
    for use in uses:
        id_ = short(use.id)
        counts[id_] = counts.get(id_, 0) + use.count
        times[id_] = max(times.get(id_, stamp(use.at)), stamp(use.at))
    columns = {"ids": list(counts), "counts": list(counts.values()), "times": list(times.values())}
    return [("ready_at", {"user": user}), ("touch", {"user": user, **columns})]


async def erase(link: Link, user: str) -> dict[str, int]:
    """Delete all rows of the user. Returns how many by table."""
    stored = {"user": short(user)}
    tables = ("items", "removals", "messages", "sessions", "session_bodies", "changes", "jobs", "names", "users")
    await link.run(("ready_at", stored), ("no_time_limit", {}))
    memories, *answers = await link.commit(("count_memories_of", stored), *((f"erase_{t}", stored) for t in tables))
    rows = {table: answer.count for table, answer in zip(tables, answers, strict=True)}
    del rows["session_bodies"], rows["names"]  # counted with what they belong to
    items = rows.pop("items")
    return {"memories": memories.value, "episodes": items - memories.value, **rows}
