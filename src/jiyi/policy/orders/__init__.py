"""Orders to forget, and questions about what is known, as they are said in conversation.

An order is what asks the assistant itself to forget: "把关于我公司财务的信息都忘了", "erase my address". "别忘了带伞",
"I forgot my keys", "forget it" and "delete the second paragraph" are none. Two witnesses are heard: patterns see how it
is said and what is meant (`patterns`), a learned head (`jiyi.models.orders`) sees that something is meant at all.
"""

from __future__ import annotations

from jiyi.policy.orders.hearing import Chances, order, units
from jiyi.policy.orders.kinds import Order, Scope
from jiyi.policy.orders.patterns import topic_of
from jiyi.policy.orders.signs import signs
from jiyi.policy.selection import Selection, select

__all__ = ["Chances", "Order", "Scope", "Selection", "order", "select", "signs", "topic_of", "units"]
