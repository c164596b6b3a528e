"""`jiyi`, the command line: the verbs of `Memory` for people, and for scripts with `--json`."""

from __future__ import annotations

from typing import Annotated

import typer

from jiyi import __version__
from jiyi.cli import chat, copying, demo, eval, forgetting, keys, log, memories, running, serve, setting_right
from jiyi.cli.frame import Db, Given, Json, LangOption, User
from jiyi.cli.grouped import Grouped

# Plain help: drawing it with rich takes longer than all the rest of `jiyi --help`.
app = typer.Typer(
    cls=Grouped,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"jiyi {__version__}")
        raise typer.Exit


@app.callback()
def shared(
    ctx: typer.Context,
    db: Db = None,
    user: User = None,
    as_json: Json = False,
    lang: LangOption = None,
    debug: Annotated[
        bool, typer.Option("--debug", envvar="JIYI_DEBUG", help="Tracebacks instead of one line.")
    ] = False,
    system_lang: Annotated[
        str | None,
        typer.Option("--system-lang", envvar=["JIYI_LANG", "LC_ALL", "LC_MESSAGES", "LANG"], hidden=True),
    ] = None,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    """A memory for LLM agents: keep, recall, correct and forget what a person said.

    New here? Run `jiyi demo`. The options below may stand before or after a command.
    """
    ctx.obj = Given(db=db, user=user, as_json=as_json, lang=lang, debug=debug, system_lang=system_lang)


for part in (demo, chat, memories, setting_right, forgetting, log, running, copying, serve, keys, eval):
    part.register(app)
