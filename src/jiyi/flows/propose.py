"""Asking the chat model what the rules missed: once for a session's messages that a worker holds, never on a request.

The model's word goes through `policy.proposals`. When it does not answer, or answers nothing of use, the rules stand
alone, and the log says so beside the turn.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from jiyi.errors import ModelReplyInvalid, ModelUnavailable
from jiyi.flows.parts import Parts
from jiyi.flows.spent import complete
from jiyi.policy import proposals
from jiyi.policy.candidate import Extraction, Heard
from jiyi.policy.proposals import Proposal, Said
from jiyi.ports import ChatModel

log = logging.getLogger("jiyi.worker")

REPLY_TOKENS = 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """What the model answered about one batch, or in `fault` why it did not."""

    proposals: tuple[Proposal, ...] = ()
    shown: int = 0
    fault: str = ""


class Adviser:
    """The model beside one run of jobs. What it told is kept while the same jobs are judged again, so that a moving log
    costs no further call."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._told: dict[tuple[Heard, ...], Told] = {}

    async def hear(self, said: Sequence[Said]) -> tuple[tuple[Extraction, ...], str]:
        """What each message makes with the model heard, and a note for the log ("" when it was not asked)."""
        model = self._parts.model
        alone = tuple(one.extraction for one in said)
        asked = tuple(place for place, one in enumerate(said) if proposals.open_clauses(one))
        if model is None or not asked:
            return alone, ""
        batch = tuple(said[place] for place in asked)
        told = await self._tell(model, batch)
        if told.fault:
            return alone, f"{model.name}: {told.fault}; rules alone"
        made = list(alone)
        refused: Counter[str] = Counter()
        added = agreed = 0
        for number, place in enumerate(asked, start=1):
            own = [one for one in told.proposals if one.message == number]
            checked = proposals.checked(own, said[place], self._parts.settings.guard, by=model.name)
            made[place] = checked.extraction
            added += len(checked.added)
            agreed += checked.agreed
            refused.update(checked.refused)
        elsewhere = sum(not 1 <= one.message <= len(asked) for one in told.proposals)
        if elsewhere:
            refused[proposals.NOT_SAID] += elsewhere
        return tuple(made), _note(model.name, added, agreed, refused, len(asked) - told.shown)

    async def _tell(self, model: ChatModel, batch: tuple[Said, ...]) -> Told:
        key = tuple(one.heard for one in batch)
        if key not in self._told:
            self._told[key] = await self._ask(model, batch)
        return self._told[key]

    async def _ask(self, model: ChatModel, batch: Sequence[Said]) -> Told:
        spent = self._parts.spent
        messages, shown = proposals.prompt(batch)
        try:
            async with asyncio.timeout(self._parts.settings.worker.model_seconds):
                reply = await complete(model, messages, schema=proposals.schema(), max_tokens=REPLY_TOKENS)
        except (TimeoutError, ModelUnavailable, ModelReplyInvalid) as error:
            spent.fault(answered=False)
            fault = "no answer in time" if isinstance(error, TimeoutError) else error.code
            log.warning("the model was not heard (%s); the rules stand alone", fault)
            return Told(fault=fault)
        spent.answered(reply)
        try:
            return Told(proposals=proposals.parse(reply.text), shown=shown)
        except ModelReplyInvalid as error:
            spent.fault(answered=True)
            log.warning("the model's reply is of no use (%s); the rules stand alone", error)
            return Told(fault=f"{error.code} ({error})")


def _note(name: str, added: int, agreed: int, refused: Counter[str], unseen: int) -> str:
    parts = [f"{added} added", f"{agreed} agreed"]
    parts += [f"{count} refused: {reason}" for reason, count in sorted(refused.items())]
    if unseen:
        parts.append(f"{unseen} message(s) not shown: too much for one call")
    return f"{name}: " + "; ".join(parts)
