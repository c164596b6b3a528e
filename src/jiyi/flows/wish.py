"""The order to forget that a message holds, with both witnesses heard."""

from __future__ import annotations

from jiyi.flows.parts import Parts
from jiyi.models import orders as witness
from jiyi.policy import guard
from jiyi.policy.orders import Order, order, units
from jiyi.records import Message


async def wish(parts: Parts, message: Message) -> Order | None:
    """The order to forget in a message, or what comes to one: that the message before was a secret. A question about
    what is known is answered from `list`, not here. The learned witness is asked about few messages: it only reads the
    bundled embedder's vectors. A message is looked at more than once, so its vectors are asked for like a query's,
    which are remembered until words are erased."""
    if message.withheld and guard.points_back(message.content) in message.withheld:
        return Order(kind="forget", scope="last")
    heard = units(message.content) if parts.embedder.name == witness.EMBEDDER else ()
    vectors = await parts.embedder.embed(heard, "query") if heard else None
    found = order(message.content) if vectors is None else order(message.content, witness.chances(heard, vectors))
    return found if found is not None and found.kind == "forget" else None
