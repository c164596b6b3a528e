"""The checks of `jiyi doctor`. They read; they change nothing, and connect to nothing but the store unless asked to."""

from __future__ import annotations

import os
import shutil
import sys
import threading
import time
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from jiyi import __version__, extras
from jiyi.errors import EmbedderChanged, InvalidInput, JiyiError

if TYPE_CHECKING:
    from jiyi.cli.frame import Frame
    from jiyi.memory import AsyncMemory
    from jiyi.settings import Settings

LEAST_SPACE = 500 * 2**20  # bytes free below which there is a warning
POSTGRES = ("postgresql://", "postgres://")
LATE = timedelta(minutes=10)  # a job due for so long is one that nobody does
MANY_THREADS = 64


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """One finding: `good`, `warn` (works, but look at it) or `bad`; what was seen, and what to do."""

    name: str
    level: Literal["good", "warn", "bad"]
    said: str
    advice: str = ""


async def examine(frame: Frame, online: bool) -> list[Check]:
    """All checks, in order. One that fails does not keep the others from being made."""
    from jiyi.settings import small_scheme  # noqa: PLC0415 - start-up time

    settings = frame.settings()
    url = small_scheme(frame.url or settings.url)
    found = [_program(), _library(frame), *_place(frame, url)]
    found += [check async for check in (_server if url.startswith(POSTGRES) else _store)(frame, url)]
    found += [check async for check in _cache(frame, settings)]
    found += [check async for check in _models(frame, settings, online)]
    found += [_counter(frame, settings), _threads(frame)]
    return found


def path_of(url: str) -> Path | None:
    """The file that a URL names; None when it is none."""
    if url == ":memory:":
        return None
    if url.startswith("sqlite:///"):
        return Path(url.removeprefix("sqlite:///"))
    return None if "://" in url else Path(url)


def _program() -> Check:
    python = ".".join(str(part) for part in sys.version_info[:3])
    return Check(name="jiyi", level="good", said=f"{__version__}, Python {python}")


def _library(frame: Frame) -> Check:
    from jiyi.stores.sqlite import health  # noqa: PLC0415 - start-up time

    known = health.library()
    if known.sqlite_fits:
        return Check(name="SQLite", level="good", said=known.sqlite)
    advice = frame.pick("use a newer Python", "请使用更新的 Python")
    return Check(
        name="SQLite", level="bad", said=frame.pick(f"{known.sqlite} is too old", f"{known.sqlite} 太旧"), advice=advice
    )


def _place(frame: Frame, url: str) -> Iterator[Check]:
    """The file, its folder and the disk."""
    path = path_of(url)
    if url.startswith(POSTGRES):
        return  # what there is to say, the server says
    if path is None:
        yield Check(name=frame.pick("store", "存储"), level="good", said=url.split("@")[-1])
        return
    path = path.absolute()
    name, folder = frame.pick("file", "文件"), path.parent
    if not folder.is_dir():
        said = frame.pick(f"the folder {folder} does not exist", f"目录 {folder} 不存在")
        yield Check(name=name, level="bad", said=said, advice=frame.pick("make it", "请先创建"))
        return
    rights = os.access(folder, os.W_OK) and (not path.exists() or os.access(path, os.W_OK | os.R_OK))
    if not rights:
        said = frame.pick(f"{path} or its folder cannot be written", f"无法写入 {path} 或其目录")
        yield Check(
            name=name, level="bad", said=said, advice=frame.pick("check its owner and rights", "请检查归属和权限")
        )
    elif not path.exists():
        said = frame.pick(f"{path} is not there yet; the first write makes it", f"{path} 尚未创建，首次写入时会创建")
        yield Check(name=name, level="good", said=said)
    else:
        size = sum(p.stat().st_size for p in (path, Path(f"{path}-wal")) if p.exists())
        yield Check(name=name, level="good", said=f"{path}, {size / 2**20:,.1f} MB")
    free = shutil.disk_usage(folder).free
    said = frame.pick(f"{free / 2**30:,.1f} GB free", f"剩余 {free / 2**30:,.1f} GB")
    advice = frame.pick("free some space", "请清理磁盘") if free < LEAST_SPACE else ""
    yield Check(name=frame.pick("disk", "磁盘"), level="warn" if advice else "good", said=said, advice=advice)


async def _store(frame: Frame, url: str) -> AsyncIterator[Check]:
    """Schema, integrity, jobs, and whether the vectors are the present embedder's."""
    path = path_of(url)
    if path is None or not path.exists():
        return
    name = frame.pick("schema", "结构")
    from jiyi.stores.sqlite import health  # noqa: PLC0415 - start-up time

    try:
        seen = health.look(path)
    except JiyiError as error:
        yield Check(name=name, level="bad", said=str(error), advice=frame.pick("restore a backup", "请恢复备份"))
        return
    if seen.faults:
        said = frame.pick("the file is damaged: ", "文件已损坏：") + "; ".join(seen.faults[:3])
        advice = frame.pick("stop all programs, keep a copy, restore a backup", "停止所有程序，保留副本，恢复备份")
        yield Check(name=name, level="bad", said=said, advice=advice)
        return
    if not 0 < seen.schema <= seen.newest:
        said = frame.pick(f"version {seen.schema} is not one of this jiyi's", f"版本 {seen.schema} 不属于此 jiyi")
        yield Check(name=name, level="bad", said=said, advice="pip install -U jiyi")
        return
    older = frame.pick("; brought up to date when opened", "；打开时会升级") if seen.schema < seen.newest else ""
    said = frame.pick(f"version {seen.schema}, the file is sound", f"版本 {seen.schema}，文件完好") + older
    yield Check(name=name, level="good", said=said)
    if older:
        return  # opening it would change it
    async for check in _opened(frame):
        yield check


async def _server(frame: Frame, url: str) -> AsyncIterator[Check]:
    """Whether the server answers and fits, the schema, what weakens the store, and jobs."""
    from jiyi.stores.opening import open_store  # noqa: PLC0415 - start-up time

    name = frame.pick("server", "服务器")
    try:
        open_store(url)  # says so when the extra is missing
        from jiyi.stores.postgres import health  # noqa: PLC0415 - an extra

        seen = await health.look(url)
    except JiyiError as error:
        yield Check(name=name, level="bad", said=str(error))
        return
    yield Check(name=name, level="good", said=f"{seen.place}, {seen.server}")
    for weakness in seen.weaknesses:
        yield Check(
            name=name,
            level="warn",
            said=weakness,
            advice=frame.pick("see docs/en/postgres.md", "见 docs/zh/postgres.md"),
        )
    name = frame.pick("schema", "结构")
    if seen.schema < seen.newest:
        said = frame.pick(
            f"version {seen.schema}; opening brings it to {seen.newest}",
            f"版本 {seen.schema}，打开时升到 {seen.newest}",
        )
        yield Check(name=name, level="good", said=said)
        return
    yield Check(name=name, level="good", said=frame.pick(f"version {seen.schema}", f"版本 {seen.schema}"))
    async for check in _opened(frame):
        yield check


async def _cache(frame: Frame, settings: Settings) -> AsyncIterator[Check]:
    """Whether the cache answers, and soon enough. Without it nothing is wrong, only slower."""
    if settings.cache_url is None:
        return
    name = frame.pick("cache", "缓存")
    try:
        from jiyi.stores.valkey import health  # noqa: PLC0415 - an extra
    except ImportError:
        yield Check(name=name, level="bad", said="redis", advice=extras.command("redis"))
        return
    try:
        seen = await health.look(settings.cache_url.get_secret_value())
    except InvalidInput as error:  # with it no store opens
        yield Check(name=name, level="bad", said=str(error))
        return
    except JiyiError as error:
        advice = frame.pick("everything goes on without it, only slower", "没有它一切照常，只是慢一些")
        yield Check(name=name, level="warn", said=str(error), advice=advice)
        return
    slow = seen.milliseconds > seen.patience * 1000
    said = f"{seen.place}, {seen.server}, {seen.milliseconds:.1f} ms"
    advice = frame.pick("it answers too late to be of use", "应答太慢，起不到作用") if slow else ""
    yield Check(name=name, level="warn" if slow else "good", said=said, advice=advice)
    for weakness in seen.weaknesses:
        advice = frame.pick("see docs/en/cache.md", "见 docs/zh/cache.md")
        yield Check(name=name, level="warn", said=weakness, advice=advice)


async def _opened(frame: Frame) -> AsyncIterator[Check]:
    """What only an open store tells: jobs, and whether the vectors are the present embedder's."""
    try:
        async with frame.memory() as memory:
            yield await _jobs(frame, memory)
    except EmbedderChanged as error:
        yield Check(name=frame.pick("vectors", "向量"), level="bad", said=str(error), advice="jiyi reembed")
    except JiyiError as error:
        yield Check(name=frame.pick("store", "存储"), level="bad", said=str(error))


async def _jobs(frame: Frame, memory: AsyncMemory) -> Check:
    dead = await memory.jobs(state="dead", limit=1)
    waiting = await memory.jobs(limit=1)
    name = frame.pick("jobs", "后台任务")
    if dead.total:
        why = dead.jobs[0].error or ""
        said = frame.pick(f"{dead.total} were given up: {why}", f"{dead.total} 个已放弃：{why}")
        advice = frame.pick(
            "mend the cause, then `jiyi jobs --retry --all-users`", "解决原因后运行 `jiyi jobs --retry --all-users`"
        )
        return Check(name=name, level="warn", said=said, advice=advice)
    oldest = waiting.jobs[0].due_at if waiting.jobs else None
    said = frame.pick(f"{waiting.total} waiting", f"{waiting.total} 个等待中")
    if oldest is not None and datetime.now(UTC) - oldest > LATE:
        advice = frame.pick("nobody works on them: start `jiyi worker`", "没有程序在处理：请启动 `jiyi worker`")
        return Check(name=name, level="warn", said=said, advice=advice)
    return Check(name=name, level="good", said=said)


async def _models(frame: Frame, settings: Settings, online: bool) -> AsyncIterator[Check]:
    """The embedder makes a vector (a remote one only with `online`); the chat model answers, with `online`."""
    from jiyi.models.opening import open_embedder, open_model  # noqa: PLC0415 - start-up time

    name = frame.pick("embedder", "向量模型")
    try:
        embedder = open_embedder(settings, load=False)
        if online or not embedder.name.startswith("openai:"):
            began = time.perf_counter()
            await embedder.embed(["住在杭州 / lives in Hangzhou"])
            seconds = time.perf_counter() - began
            what = f"{embedder.name}, {embedder.dimensions} d"
            said = frame.pick(
                f"{what}, weights checked, ready in {seconds:.1f} s", f"{what}，权重已校验，{seconds:.1f} 秒就绪"
            )
            yield Check(name=name, level="good", said=said)
        else:
            said = frame.pick("not asked (--online asks it)", "未询问（加 --online）")
            yield Check(name=name, level="good", said=f"{embedder.name}; {said}")
        await embedder.close()
    except JiyiError as error:
        yield Check(name=name, level="bad", said=str(error))
    name = frame.pick("chat model", "对话模型")
    try:
        model = open_model(settings)
        if model is None:
            yield Check(
                name=name, level="good", said=frame.pick("none: everything goes by rules", "未设置：全部按规则处理")
            )
            return
        said = model.name
        if online:
            answer = await model.complete([{"role": "user", "content": "Say OK."}], max_tokens=8)
            said += frame.pick(f", answered in {answer.tokens_out} tokens", f"，已应答（{answer.tokens_out} 词元）")
        await model.close()
        yield Check(name=name, level="good", said=said)
    except JiyiError as error:
        yield Check(name=name, level="bad", said=str(error))


def _counter(frame: Frame, settings: Settings) -> Check:
    from jiyi.language.count import tokenizer  # noqa: PLC0415 - start-up time

    counter = tokenizer(settings.window.model)
    exact = frame.pick("exact", "精确") if counter.exact else frame.pick("an estimate that errs above", "估算（偏高）")
    said = f"{settings.window.model}: {exact} ({counter.name})"
    advice = "" if counter.exact else frame.pick("for exact counts: ", "需要精确计数：") + extras.command("tokens")
    return Check(name=frame.pick("token counter", "词元计数"), level="good", said=said, advice=advice)


def _threads(frame: Frame) -> Check:
    from jiyi.models import blas  # noqa: PLC0415 - start-up time

    count, linear = threading.active_count(), blas.threads()
    said = frame.pick(f"{count} in this process, BLAS {linear or '?'}", f"本进程 {count} 个，BLAS {linear or '?'}")
    return Check(name=frame.pick("threads", "线程"), level="warn" if count > MANY_THREADS else "good", said=said)
