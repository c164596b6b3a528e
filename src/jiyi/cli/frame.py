"""What every command shares: the common options, the opened memory, output in words or JSON, errors in one line."""

from __future__ import annotations

import asyncio
import functools
import inspect
import os
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import datetime, tzinfo
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from jiyi.cli.streams import write_error, write_json
from jiyi.cli.words import Lang, language, word
from jiyi.errors import InvalidInput, JiyiError

if TYPE_CHECKING:
    from rich.console import Console

    from jiyi.memory import AsyncMemory
    from jiyi.settings import Settings

DEFAULT_USER = "me"
HINTS = {
    "store_busy": ("another program holds the file; try again in a moment", "文件被别的程序占用，请稍后再试"),
    "store_corrupt": ("`jiyi doctor` says more; restore a backup", "运行 `jiyi doctor` 查看详情，或恢复备份"),
    "store_read_only": ("check the rights of the file and its folder", "请检查文件和所在目录的权限"),
    "store_unreachable": ("start the server, or mend the URL", "请启动服务器，或检查 URL"),
    "store_full": ("free some space; nothing that was acknowledged is lost", "请清理磁盘；已确认的内容没有丢失"),
    "schema_too_new": ("upgrade: pip install -U jiyi", "请升级：pip install -U jiyi"),
    "model_unavailable": (
        "check JIYI_MODEL__BASE_URL and JIYI_MODEL__KEY",
        "请检查 JIYI_MODEL__BASE_URL 和 JIYI_MODEL__KEY",
    ),
    "not_found": ("`jiyi list --status all` shows the ids", "`jiyi list --status all` 可查看编号"),
}

Db = Annotated[
    str | None,
    typer.Option("--db", metavar="URL", help="The store: a path, a URL, or :memory:. [default: $JIYI_URL or jiyi.db]"),
]
User = Annotated[str | None, typer.Option("--user", "-u", metavar="NAME", help="Whose memory. [default: me]")]
Json = Annotated[bool, typer.Option("--json", help="JSON on stdout, and nothing else there.")]
LangOption = Annotated[
    str | None,
    typer.Option("--lang", metavar="zh|en", help="Language of the output. [default: that of the system]"),
]
COMMON: dict[str, Any] = {"db": Db, "user": User, "as_json": Json, "lang": LangOption}


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """The common options as given, before or after the command's name; None: not given."""

    db: str | None = None
    user: str | None = None
    as_json: bool = False
    lang: str | None = None
    debug: bool = False
    system_lang: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """One run of a command. Words for people go through `say` and `show`; with `as_json` only `emit` writes."""

    url: str | None
    user: str
    as_json: bool
    lang: Lang
    debug: bool
    user_given: bool = False
    zone: tzinfo | None = None  # in which times are shown; None: that of the system
    consoles: dict[str, Console] = field(default_factory=dict)

    # --- output -----------------------------------------------------------------------------------------------
    def pick(self, en: str, zh: str) -> str:
        """The text in the reader's language."""
        return zh if self.lang == "zh" else en

    def word(self, code: str) -> str:
        return word(code, self.lang)

    def day(self, at: datetime | None) -> str:
        return "" if at is None else at.astimezone(self.zone).strftime("%Y-%m-%d")

    def minute(self, at: datetime | None) -> str:
        return "" if at is None else at.astimezone(self.zone).strftime("%Y-%m-%d %H:%M")

    def reason(self, text: str) -> str:
        """A reason of the log or a trace in the reader's language."""
        from jiyi.reasons import in_chinese  # noqa: PLC0415 - start-up time

        return in_chinese(text) if self.lang == "zh" else text

    def plainly(self, text: str) -> str:
        """A reason of the log for people who only use what is kept of them."""
        from jiyi.reasons import plainly  # noqa: PLC0415 - start-up time

        return plainly(text, chinese=self.lang == "zh")

    def withheld(self, categories: Iterable[str]) -> str:
        """What the guard cut out, by name. A category of one's own has no other name than its code."""
        from jiyi.policy.guard import categories as known  # noqa: PLC0415 - start-up time

        return ", ".join(known()[one].zh if self.lang == "zh" and one in known() else one for one in categories)

    @property
    def out(self) -> Console:
        return self._console("out")

    @property
    def err(self) -> Console:
        return self._console("err")

    def _console(self, name: str) -> Console:
        if name not in self.consoles:
            from rich.console import Console  # noqa: PLC0415 - start-up time

            self.consoles[name] = Console(stderr=name == "err", highlight=False, emoji=False)
        return self.consoles[name]

    def say(self, en: str, zh: str) -> None:
        """A line for people; silent with `--json`."""
        self.show(self.pick(en, zh))

    def show(self, *things: Any) -> None:
        """Texts (taken literally) and rich renderables for people; silent with `--json`."""
        if not self.as_json:
            self.out.print(*things, markup=False)

    def emit(self, value: Any) -> None:
        """The machine's answer: one JSON document; silent without `--json`."""
        if self.as_json:
            write_json(value)

    @property
    def lively(self) -> bool:
        """Whether progress bars make sense."""
        return not self.as_json and self.err.is_terminal

    # --- the memory -------------------------------------------------------------------------------------------
    def settings(self, **changes: Any) -> Settings:
        """The environment's settings; `changes` win, a mapping changes fields of that group."""
        from jiyi.settings import Settings  # noqa: PLC0415 - start-up time

        settings = Settings()
        groups = {
            name: getattr(settings, name).model_copy(update=dict(value)) if isinstance(value, Mapping) else value
            for name, value in changes.items()
        }
        return settings.model_copy(update=groups)

    @asynccontextmanager
    async def memory(
        self, *, work: bool = False, reembed: bool = False, worker: Mapping[str, Any] | None = None
    ) -> AsyncIterator[AsyncMemory]:
        """The open store. With `work` background jobs run in this process; `worker` changes settings of theirs. The
        embedder loads at its first use."""
        from jiyi.memory import AsyncMemory  # noqa: PLC0415 - start-up time
        from jiyi.models.opening import open_embedder  # noqa: PLC0415 - start-up time

        if self.url == "":
            raise InvalidInput("--db is empty; give a path, or leave the option out")
        if self.user == "":
            raise InvalidInput("--user is empty; give a name, or leave the option out")
        settings = self.settings(worker={"inside": work, **(worker or {})}, reembed=reembed)
        served = (self.url or settings.url).lower().startswith(("http://", "https://"))  # a server has its own embedder
        embedder = None if served else open_embedder(settings, load=work)
        memory = await AsyncMemory.open(self.url, settings, embedder=embedder)
        try:
            yield memory
        finally:
            await memory.close()


def stop(text: str, code: int = 1, *, frame: Frame | None = None, error: str = "usage") -> NoReturn:
    """End with one line on stderr; with a `frame` that speaks JSON also with `error`, a code, on stdout."""
    if frame is not None and frame.as_json:
        write_error(error, text)
    sys.stderr.write(f"jiyi: {text}\n")
    raise typer.Exit(code)


def moment(text: str | None, zone: str) -> datetime | None:
    """An ISO 8601 time given as an option; without an offset it is read in `zone`."""
    if text is None:
        return None
    from zoneinfo import ZoneInfo  # noqa: PLC0415 - start-up time

    try:
        at = datetime.fromisoformat(text)
        return at if at.tzinfo else at.replace(tzinfo=ZoneInfo(zone))
    except (ValueError, KeyError) as error:
        raise InvalidInput(f"{text!r} is no time; write it as 2026-03-01 or 2026-03-01T09:30:00+08:00") from error


def frame_of(shared: Given, own: Given) -> Frame:
    """Options after the command's name win over those before it. An empty one is no missing one."""
    user = shared.user if own.user is None else own.user
    return Frame(
        url=shared.db if own.db is None else own.db,
        user=DEFAULT_USER if user is None else user,
        user_given=user is not None,
        as_json=own.as_json or shared.as_json,
        lang=language(own.lang or shared.lang or shared.system_lang),
        debug=shared.debug,
    )


Body = Callable[..., Awaitable[None]]


def command(app: typer.Typer, name: str, panel: str = "") -> Callable[[Body], Body]:
    """Register an async `body(frame, …)` as a command: the common options are added, errors become one line."""

    def register(body: Body) -> Body:
        @functools.wraps(body)
        def run(ctx: typer.Context, **given: Any) -> None:
            own = Given(**{option: given.pop(option) for option in COMMON})
            frame = frame_of(ctx.obj or Given(), own)
            carry_out(frame, lambda: body(frame, **given))

        signature = inspect.signature(body, eval_str=True)
        params = [p.replace(kind=p.KEYWORD_ONLY) for p in list(signature.parameters.values())[1:]]
        first = inspect.Parameter("ctx", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=typer.Context)
        common = [
            inspect.Parameter(
                option, inspect.Parameter.KEYWORD_ONLY, annotation=kind, default=False if option == "as_json" else None
            )
            for option, kind in COMMON.items()
        ]
        every = [first, *params, *common]
        del run.__wrapped__  # typer would look through to the body
        run.__signature__ = signature.replace(parameters=every, return_annotation=None)  # type: ignore[attr-defined]
        run.__annotations__ = {p.name: p.annotation for p in every}
        app.command(name, rich_help_panel=panel or None)(run)
        return body

    return register


def carry_out(frame: Frame, body: Callable[[], Awaitable[None]]) -> None:
    """Run a body to its end. Exit 1 with one line on stderr when it fails, 130 when interrupted."""

    async def run() -> None:
        await body()

    from jiyi.background import new_loop  # noqa: PLC0415 - start-up time

    try:
        with asyncio.Runner(loop_factory=new_loop) as runner:
            runner.run(run())
        sys.stdout.flush()
    except JiyiError as error:
        if frame.debug:
            raise
        hint = HINTS.get(error.code)
        stop(f"{error}" + (f" ({frame.pick(*hint)})" if hint else ""), frame=frame, error=error.code)
    except (KeyboardInterrupt, asyncio.CancelledError):
        stop(frame.pick("interrupted", "已中断"), 130, frame=frame, error="interrupted")
    except BrokenPipeError:  # the reader has had enough: `jiyi list | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise typer.Exit(0) from None
    except (typer.Exit, typer.Abort):
        raise
    except Exception as error:
        if frame.debug:
            raise
        stop(_unexpected(frame, error), frame=frame, error="unexpected")


def _unexpected(frame: Frame, error: Exception) -> str:
    """One line for an error that is not jiyi's own."""
    if type(error).__name__ == "ValidationError":  # the settings, read from the environment
        return frame.pick("a setting cannot be used: ", "设置有误：") + _settings_fault(error)
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename or ''}: {error.strerror}".lstrip(": ")
    again = frame.pick("set JIYI_DEBUG=1 to see where", "设置 JIYI_DEBUG=1 可查看详情")
    return f"{type(error).__name__}: {error} ({again})"


def _settings_fault(error: Any) -> str:
    """Names and reasons of the settings that failed; never their values, which may be keys."""
    faults = error.errors(include_input=False, include_url=False)
    return "; ".join("JIYI_" + "__".join(str(p).upper() for p in f["loc"]) + f": {f['msg']}" for f in faults)
