"""The named statements of `queries.sql` (those of every engine) and `frame.sql` (this one's own)."""

from __future__ import annotations

from importlib.resources import files

from jiyi.stores.named import parse
from jiyi.stores.postgres.values import statement

Q = parse((files(__package__) / "queries.sql").read_text(encoding="utf-8"))
Q |= parse((files(__package__) / "frame.sql").read_text(encoding="utf-8"))
SQL = {name: text.encode() for name, text in Q.items()}
STATEMENTS = {name: statement(text) for name, text in Q.items()}
