"""PROVISIONAL"""

from __future__ import annotations

from typing import Any


async def context(*a: Any) -> Any: ...
