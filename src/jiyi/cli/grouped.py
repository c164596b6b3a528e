"""The list of commands in `jiyi --help`, in the order of use and under headings."""

from __future__ import annotations

from typing import Any

from typer.core import TyperGroup


class Grouped(TyperGroup):
    """Commands under the heading that they were registered with."""

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
