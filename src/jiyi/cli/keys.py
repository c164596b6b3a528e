"""`jiyi keys`: who may ask a server of this store, and how far that reaches."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import TYPE_CHECKING, Annotated, Any

import typer

from jiyi.cli.frame import Frame, command
from jiyi.errors import InvalidInput

if TYPE_CHECKING:
    from jiyi.server.keys import Key, KeyRing

Id = Annotated[str, typer.Argument(help="The key's id, as `jiyi keys list` shows it.")]


def register(app: typer.Typer) -> None:
    group = typer.Typer(help="Keys for `jiyi serve`: create, list, revoke, rotate.", no_args_is_help=True)
    for name, body in (("create", create), ("list", list_), ("revoke", revoke), ("rotate", rotate)):
        command(group, name)(body)
    app.add_typer(group, name="keys", rich_help_panel="Running it")


@asynccontextmanager
async def _ring(frame: Frame) -> AsyncIterator[KeyRing]:
    """The store's keys. The store itself is opened: no embedder and no model is needed."""
    from jiyi.memory import utc_now  # noqa: PLC0415 - start-up time
    from jiyi.server.keys import KeyRing  # noqa: PLC0415 - start-up time
    from jiyi.stores.opening import open_store  # noqa: PLC0415 - start-up time

    store = open_store(frame.settings().url if frame.url is None else frame.url)
    await store.open()
    try:
        ring = KeyRing(store, utc_now)
        await ring.refresh(now=True)
        yield ring
    finally:
        await store.close()


async def create(
    frame: Frame,
    name: Annotated[str, typer.Argument(help="What it is for, in your own words.")] = "",
    right: Annotated[str, typer.Option("--right", metavar="read|write|admin", help="What it may do.")] = "write",
    users: Annotated[list[str] | None, typer.Option("--for", metavar="USER", help="A user it reaches; repeat.")] = None,
    prefix: Annotated[str | None, typer.Option("--prefix", help="Users whose names begin so.")] = None,
    days: Annotated[float | None, typer.Option("--days", min=0.0, help="How long it holds.")] = None,
) -> None:
    """Make a key. Its text is shown this once; only a hash of it is kept."""
    from jiyi.server.operations import Right  # noqa: PLC0415 - start-up time

    if right not in tuple(Right):
        raise InvalidInput(f"--right must be one of {', '.join(Right)}, not {right!r}")
    if frame.user_given:  # who means one user shall not get a key for all
        raise InvalidInput(f"--user bounds no key: write `--for {frame.user}` for a key that reaches this user alone")
    async with _ring(frame) as ring:
        chosen = tuple(users) if users else None
        key, text = await ring.create(name, Right(right), users=chosen, prefix=prefix, days=days)
    _show_new(frame, key, text)


def _show_new(frame: Frame, key: Key, text: str) -> None:
    frame.emit({**_plain(key), "key": text})
    if not frame.as_json:
        typer.echo(text)
        frame.err.print(
            frame.pick(
                f"key {key.id} ({key.right}, {_reach(frame, key)}). It is not shown again.",
                f"密钥 {key.id}（{key.right}，{_reach(frame, key)}）。之后不会再显示。",
            ),
            markup=False,
        )


async def list_(frame: Frame) -> None:
    """Show the keys of this store, never their texts."""
    async with _ring(frame) as ring:
        keys = ring.all
    frame.emit([_plain(key) for key in keys])
    if frame.as_json:
        return
    if not keys:
        frame.say("No keys: a server lets only this machine in.", "没有密钥：服务器只允许本机访问。")
        return
    from jiyi.cli import show  # noqa: PLC0415 - start-up time

    heads = (("id", "编号"), ("name", "名称"), ("right", "权限"), ("for", "用户"), ("made", "创建"), ("until", "到期"))
    table = show.plain_table(*(frame.pick(*head) for head in heads))
    for key in keys:
        revoked = frame.pick("revoked ", "已撤销 ") + frame.minute(key.revoked_at) if key.revoked_at else None
        until = revoked or frame.minute(key.expires_at)
        table.add_row(key.id, key.name, key.right.value, _reach(frame, key), frame.minute(key.created_at), until)
    frame.show(table)


async def revoke(frame: Frame, id: Id) -> None:
    """Take a key back, and all tokens that it signed. Running servers hear of it within a second."""
    async with _ring(frame) as ring:
        key = await ring.revoke(id)
    frame.emit(_plain(key))
    frame.say(f"Key {key.id} is revoked.", f"密钥 {key.id} 已撤销。")


async def rotate(
    frame: Frame,
    id: Id,
    grace: Annotated[float, typer.Option("--grace", min=0.0, help="Hours for which the old text still works.")] = 0.0,
) -> None:
    """Give a key a new text."""
    async with _ring(frame) as ring:
        key, text = await ring.rotate(id, timedelta(hours=grace))
    _show_new(frame, key, text)


def _reach(frame: Frame, key: Key) -> str:
    if key.users is not None:
        return ", ".join(key.users)
    return frame.pick("all users", "所有用户") if key.prefix is None else f"{key.prefix}…"


def _plain(key: Key) -> dict[str, Any]:
    """What may be shown of a key: all but the hashes."""
    return {
        "id": key.id,
        "name": key.name,
        "right": key.right,
        "users": key.users,
        "prefix": key.prefix,
        "created_at": key.created_at,
        "expires_at": key.expires_at,
        "revoked_at": key.revoked_at,
    }
