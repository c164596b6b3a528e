"""The group of all commands: its arguments as text, wrong calls, and the list in `jiyi --help` under headings."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, cast

import typer
from typer.core import TyperGroup

from jiyi.cli import streams

USAGE = cast("type[typer.BadParameter]", typer.BadParameter.__mro__[1])  # UsageError, which typer does not name


@contextmanager
def _told(group: Grouped) -> Iterator[None]:
    """A wrong call is said on stdout too when JSON was asked for."""
    try:
        yield
    except USAGE as error:
        if group.as_json:
            streams.write_error("usage", str(error.format_message()))
        raise


class Grouped(TyperGroup):
    """Commands under the heading that they were registered with."""

    as_json = False  # whether `--json` stands anywhere in the call, right or wrong

    def main(self, args: Sequence[str] | None = None, *rest: Any, **options: Any) -> Any:
        streams.settle()
        given = list(sys.argv[1:] if args is None else args)
        self.as_json = "--json" in given
        texts = streams.readable(given)
        if texts is None:
            said = "an argument is not UTF-8 text"
            if self.as_json:
                streams.write_error("usage", said)
            sys.stderr.write(f"jiyi: {said}\n")
            sys.exit(2)
        return super().main(texts, *rest, **options)

    def make_context(self, *args: Any, **options: Any) -> Any:
        with _told(self):
            return super().make_context(*args, **options)

    def invoke(self, ctx: Any) -> Any:
        with _told(self):
            return super().invoke(ctx)

    def list_commands(self, ctx: Any) -> list[str]:
        return list(self.commands)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        panels: dict[str, list[tuple[str, str]]] = {}
        for name in self.list_commands(ctx):
            command = self.get_command(ctx, name)
            if command is not None and not command.hidden:
                heading = getattr(command, "rich_help_panel", None)
                heading = heading if isinstance(heading, str) else "Commands"
                panels.setdefault(heading, []).append((name, command.get_short_help_str(limit=90)))
        for heading, rows in panels.items():
            with formatter.section(heading):
                formatter.write_dl(rows)
