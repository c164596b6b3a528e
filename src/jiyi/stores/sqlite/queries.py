"""The named statements of `queries.sql`: `Q["head"]` is the text behind `-- name: head`."""

from __future__ import annotations

from importlib.resources import files

from jiyi.stores.named import parse

__all__ = ["Q", "parse"]

Q = parse((files(__package__) / "queries.sql").read_text(encoding="utf-8"))
