"""Forgetting: on request, by an order in conversation, by policy, and all of a person."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from jiyi import codec, ids
from jiyi.errors import Conflict, InvalidInput, NotFound, Outdated
from jiyi.flows import former_engines, items
from jiyi.flows.aside import aside
from jiyi.flows.erasure import Chosen, Erasure, unfound, unsaid, work_out
from jiyi.flows.meant import Known, by_topic, meant, of_session, with_earlier
from jiyi.flows.observe import aware
from jiyi.flows.parts import Parts
from jiyi.flows.unsettled import set_aside
from jiyi.language import memo
from jiyi.policy import forget as policy
from jiyi.policy.orders import Order
from jiyi.policy.orders import order as wanted
from jiyi.records import Action, Message, Status
from jiyi.results import Forgotten, Maintained
from jiyi.rows import ChangeRow, Erased, ItemRow, Write

TRIES = 8
BATCH = 500  # memories archived in one transaction
SHORT_TURN = 160  # characters; the vector of a longer turn says little about one sentence of it
LONGEST_ORDER = 400  # characters that are compared
SHORTLIST = 48  # of the nearest, what is looked at closely


async def _known(parts: Parts, user: str) -> tuple[Write, Known]:
    loaded = await parts.store.load(user)

    def read() -> Known:
        return Known(
            memories={row.id: codec.memory(row, user) for row in loaded.memories},
            episodes={row.id: codec.episode(row, user) for row in loaded.episodes},
            rows={row.id: row for row in (*loaded.memories, *loaded.episodes)},
        )

    size = sum(len(row.body) for row in (*loaded.memories, *loaded.episodes))
    return Write(expect=loaded.head), await aside(size, read)


# --- on request -------------------------------------------------------------------------------------------------
async def forget(
    parts: Parts,
    user: str,
    *,
    id: str | None,
    about: str | None,
    session: str | None,
    dry_run: bool,
    version: int | None = None,
    seen: str | None = None,
) -> Forgotten:
    """Find what is meant, and erase it for good. See `AsyncMemory.forget`."""
    ids.name(user, "user")
    if sum(one is not None for one in (id, about, session)) != 1:
        raise InvalidInput("forget takes exactly one of id, about and session")
    if about is not None and not about.strip():
        raise InvalidInput("about is empty: say what shall be forgotten, or use erase(user) for everything")
    for _ in range(TRIES):
        base, known = await _known(parts, user)
        if id is not None:
            chosen = _by_id(known, id)
            if version is not None and known.rows[id].version != version:
                raise Outdated(f"memory {id!r} is in version {known.rows[id].version} now; look at it again")
        elif about is not None:
            chosen = await by_topic(parts, known, about)
        else:
            assert session is not None
            chosen = replace(of_session(known, session), sessions=(session,))
        erasure = await work_out(parts, user, known.memories, known.episodes, chosen)
        found = _answer(known, erasure, chosen, dry_run)
        if seen is not None and seen != found.preview:
            raise Conflict("what would go is no longer what the preview showed; look at it again")
        if dry_run or not erasure.anything:
            return found
        try:
            await parts.store.apply(user, await _write(parts, base, known, erasure, "asked for", "forget"))
        except Conflict:
            continue
        await _drop(parts, user)
        return found
    raise Conflict(f"the memories of user {user!r} are being changed by too many at once; try again")


def _by_id(known: Known, id: str) -> Chosen:
    """A memory with the earlier ones that it replaced (the same thing, as it was before), or an episode."""
    if id in known.episodes:
        return Chosen(turns=frozenset({id}))
    if id not in known.memories:
        raise NotFound(f"no memory {id!r} of this user")
    return Chosen(memories=with_earlier(known, {id}))


def _answer(known: Known, erasure: Erasure, chosen: Chosen, dry_run: bool) -> Forgotten:
    gone = [known.episodes[one] for one in erasure.removed if one in known.episodes]
    found = Forgotten(
        memories=tuple(known.memories[one] for one in known.memories if one in chosen.memories),
        episodes=tuple(gone),
        messages=tuple(place for place, text in erasure.messages.items() if text is None),
        cut=tuple(place for place, text in erasure.messages.items() if text is not None),
        sessions=erasure.sessions,
        states=tuple(one.id for one in erasure.saves),
        dry_run=dry_run,
    )
    return replace(found, preview=_print(known, found))


def _print(known: Known, found: Forgotten) -> str:
    """What tells one preview from another: what would go, each in its version."""
    ids_ = (*(one.id for one in found.memories), *(one.id for one in found.episodes))
    named = [(one, known.rows[one].version) for one in ids_]
    places = (sorted(found.messages), sorted(found.cut), sorted(found.sessions), sorted(found.states))
    return hashlib.sha256(repr((sorted(named), *places)).encode("utf-8", "surrogatepass")).hexdigest()[:16]


async def _write(parts: Parts, base: Write, known: Known, erasure: Erasure, why: str, by: str) -> Write:
    """The erasure as one write. Log rows about what went stay, without their words."""
    now = parts.clock()
    changes: list[ChangeRow] = []
    for one in erasure.removed:
        action = Action.UNRECORD if one in known.episodes else Action.ERASE
        changes.append(items.entry(action, one, why, now, by))
    memories: list[ItemRow] = []
    for record in erasure.memories:
        memories.append(items.again(known.rows[record.id], record))
        changes.append(items.entry(Action.UPDATE, record.id, "words of its evidence were erased", now, by))
    changes += [items.entry(Action.RECORD, one.id, "words in it were erased", now, by) for one in erasure.episodes]
    return replace(
        base,
        memories=tuple(memories),
        episodes=await items.episode_rows(parts, erasure.episodes),
        removed=erasure.removed,
        messages=tuple(
            (session, seq, None if message is None else codec.message_body(message))
            for (session, seq), message in erasure.messages.items()
        ),
        scrubbed=erasure.scrubbed,
        sessions=erasure.saves,
        drop_sessions=erasure.sessions,
        changes=tuple(changes),
    )


# --- by an order in conversation --------------------------------------------------------------------------------
async def obey(parts: Parts, order: Order, message: Message, done: Sequence[str], worker: str) -> bool:
    """Carry out "forget what I told you about …", as the effect of the job of the message that said so. False, and
    nothing is written, when an order that is not certain means nothing that is known. What a doubted one means is
    set aside: archived, to be restored or erased by hand.

    Raises Conflict when the log moved on; the worker tries again.
    """
    user = message.user
    base, known = await _known(parts, user)
    if order.scope == "this":
        erasure = unsaid(message)
    else:
        try:
            chosen, sure = await meant(parts, known, order, message)
        except NotFound:
            if not order.certain:
                return False
            said = codec.message_body(unfound(message))
            write = replace(base, messages=((message.session, message.seq, said),))
            await parts.store.apply(user, replace(write, done=tuple(done), worker=worker))
            return True
        if order.doubted or not sure:
            write = _set_aside(parts, base, known, chosen)
            if write.memories:
                await parts.store.apply(user, replace(write, done=tuple(done), worker=worker))
            return bool(write.memories)
        erasure = _plain(await work_out(parts, user, known.memories, known.episodes, chosen, message), message)
        if chosen.stays is not None:
            erasure = replace(erasure, messages={**erasure.messages, **unsaid(message).messages})
    if not (order.certain or erasure.anything):
        return False
    write = base
    if erasure.anything:
        write = await _write(parts, base, known, erasure, "the user asked to forget it", "order")
    await parts.store.apply(user, replace(write, done=tuple(done), worker=worker))
    if erasure.anything:
        await _drop(parts, user)
    return True


def _plain(erasure: Erasure, message: Message) -> Erasure:
    """What is left of an order without the words of its topic is kept only while patterns see an order in it: turns
    with one are no episodes, and an answer to it may well repeat what went."""
    left = erasure.messages.get((message.session, message.seq))
    if left is None or wanted(left.content) is not None:
        return erasure
    return replace(erasure, messages={**erasure.messages, **unsaid(message).messages})


def _set_aside(parts: Parts, base: Write, known: Known, chosen: Chosen) -> Write:
    """Archive the current memories that were chosen. What is protected stays: it is given up on a clear order only."""
    now = parts.clock()
    rows: list[ItemRow] = []
    changes: list[ChangeRow] = []
    for before in known.memories.values():
        if before.id not in chosen.memories or before.status is not Status.CURRENT or before.protected:
            continue
        after = set_aside(before, now)
        rows.append(items.again(known.rows[before.id], after))
        why = "perhaps to be forgotten: set aside, not erased"
        changes.append(items.entry(Action.ARCHIVE, before.id, why, now, "order", items.patch(before, after)))
    return replace(base, memories=tuple(rows), changes=tuple(changes))


# --- all of a person --------------------------------------------------------------------------------------------
async def erase(parts: Parts, user: str) -> Erased:
    """Everything of a user, from the engine of large users where there is one, the store, its files and our caches."""
    ids.name(user, "user")
    parts.uses.drop(user)
    if parts.large is not None:
        await parts.large.erase(user)  # first: a crash after it leaves a user who is there, not vectors of nobody
    report = await parts.store.erase(user)
    await _drop(parts, user)
    parts.uses.drop(user)
    if parts.large is not None:
        report = replace(report, leftovers=report.leftovers + await parts.large.erase(user))
    left, unreached = await former_engines.erase(parts, user)
    return replace(report, leftovers=report.leftovers + left, unreached=unreached)


async def _drop(parts: Parts, user: str) -> None:
    """Nothing of what went may live on in this process: not the working set, not what was worked out of words; nor in
    the engine that holds vectors of large users."""
    parts.sets.drop(user)
    memo.clear()
    if parts.large is not None:
        await parts.large.follow(user)


# --- by policy --------------------------------------------------------------------------------------------------
async def maintain(parts: Parts, *, now: datetime | None, dry_run: bool) -> Maintained:
    """Plan for each user by the pure policy; carry it out unless `dry_run`."""
    at = parts.clock() if now is None else aware(now)
    await parts.uses.flush(parts.store)
    found: list[tuple[str, str, str, str]] = []
    after = ""
    while users := await parts.store.users(after=after):
        for user in users:
            found += await _maintain_user(parts, user, at, dry_run)
        after = users[-1]
    return Maintained(items=tuple(found), dry_run=dry_run)


async def _maintain_user(parts: Parts, user: str, at: datetime, dry_run: bool) -> list[tuple[str, str, str, str]]:
    expired = await _expired_sessions(parts, user, at)
    for _ in range(TRIES):
        base, known = await _known(parts, user)
        plan = policy.plan(tuple(known.memories.values()), tuple(known.episodes.values()), at, parts.settings.forget)
        found = [(user, one.id, str(one.action), one.reason) for one in plan.items]
        found += [(user, session, "end of session", "untouched for too long") for session in expired]
        if dry_run or not (found or expired):
            return found
        try:
            await parts.store.apply(user, _plan_write(parts, base, known, plan, expired, at))
        except Conflict:
            continue
        await _drop(parts, user)
        return found
    raise Conflict(f"the memories of user {user!r} are being changed by too many at once; try again")


def _plan_write(
    parts: Parts, base: Write, known: Known, plan: policy.ForgetPlan, expired: Iterable[str], at: datetime
) -> Write:
    rows: list[ItemRow] = []
    removed: list[str] = []
    changes: list[ChangeRow] = []
    for one in plan.items:
        if one.action == "ask":
            continue
        if one.action == "erase" or one.id in known.episodes:
            removed.append(one.id)
            action = Action.UNRECORD if one.id in known.episodes else Action.ERASE
            changes.append(items.entry(action, one.id, one.reason, at, "maintain"))
            continue
        before = known.memories[one.id]
        after = replace(before, status=Status.ARCHIVED, retired_at=at)
        rows.append(items.again(known.rows[one.id], after))
        patch = items.patch(before, after)
        changes.append(items.entry(Action.ARCHIVE, one.id, one.reason, at, "maintain", patch))
    return replace(
        base,
        memories=tuple(rows),
        removed=tuple(removed),
        scrubbed=tuple(removed),
        changes=tuple(changes),
        drop_sessions=tuple(expired),
    )


async def _expired_sessions(parts: Parts, user: str, at: datetime) -> list[str]:
    days = parts.settings.window.expire_days
    if days is None:
        return []
    found: list[str] = []
    after = ""
    while page := await parts.store.sessions(user, after=after):
        found += [one.id for one in page if at - one.updated_at > timedelta(days=days)]
        after = page[-1].id
    return found
