"""Settings, and the only reader of the environment (`JIYI_…`, nested with `__`: `JIYI_WINDOW__TURNS=8`).

Each group is a frozen model that the policy of the same name takes as an argument. Durations are in the unit
that the field's name says.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from typing import Any, Literal
from zoneinfo import ZoneInfo

from pydantic import BaseModel, ConfigDict, Field, SecretStr, field_validator, model_validator

PREFIX, NESTED = "JIYI_", "__"


def small_scheme(url: str) -> str:
    """The URL with what stands before its `://` in small letters, as it may be written in any; a path stays."""
    scheme, separator, rest = url.partition("://")
    return f"{scheme.lower()}{separator}{rest}" if separator else url


class Group(BaseModel):
    """A part of the settings: frozen, and an unknown field is an error rather than silently ignored."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class GuardSettings(Group):
    """What happens to each category of sensitive text before anything is written.

    `refuse` rejects the whole message, `cut` removes it, `mask` keeps a shape of it, `keep` leaves it.
    """

    # category -> what to do with it, where the built-in choice does not suit
    policies: dict[str, Literal["refuse", "cut", "mask", "keep"]] = Field(default_factory=dict)
    patterns: dict[str, str] = Field(default_factory=dict)  # own category -> regular expression; cut by default


class JudgeSettings(Group):
    """What of a conversation becomes memories."""

    # after so many turns a light scan looks at them together, for what shows only in several; 0: at the session's end
    scan_turns: int = Field(default=5, ge=0)
    repeats: int = Field(default=3, ge=2)  # a question asked so many times becomes a memory
    # new memories from a user's conversations within an hour of talk; what was asked for or is protected always stays
    per_hour: int | None = Field(default=600, ge=1)
    per_day: int | None = Field(default=3_000, ge=1)  # the same within a day


class WindowSettings(Group):
    """How a session's conversation is held."""

    # what stays when a conversation grows long (docs, session strategies)
    strategy: Literal["full", "turns", "tokens", "summary", "summary_buffer", "retrieval"] = "summary_buffer"
    turns: int = Field(default=20, ge=1)  # at most this many whole turns stay verbatim (not for `full`, `tokens`)
    tokens: int = Field(default=4000, ge=64)  # the budget that background compaction assumes
    compact_at: float = Field(default=0.8, gt=0, le=1)  # share of the budget at which compaction starts
    summary_tokens: int = Field(default=400, ge=32)  # bound of the rolling summary
    oversize: Literal["error", "cut"] = "cut"  # the newest user message alone is over the budget
    expire_days: float | None = Field(default=None, gt=0)  # sessions untouched for so long are removed by `maintain`
    model: str = "gpt-4o"  # whose tokens are counted


class RecallSettings(Group):
    """How memories are found and weighed."""

    cache_bytes: int = Field(default=512 * 2**20, ge=2**20)  # working sets of all users together
    flush_uses_seconds: float = Field(default=5.0, gt=0)  # how often use counts are written
    minimum_score: float = Field(default=0.0, ge=0, le=1)  # hits below it are left out
    index_from: int = Field(default=200_000, ge=1)  # episodes over which a user's vectors go to `index`, if one is set
    rerank: int = Field(default=30, ge=2, le=50)  # so many of the best are shown to the reranker, where there is one


class WorkerSettings(Group):
    """Background work."""

    inside: bool = True  # run it in this process; False: `jiyi worker` does it
    lease_seconds: float = Field(default=60.0, gt=0)  # a job is another worker's after so long without a sign
    attempts: int = Field(default=8, ge=1)  # then a job becomes a dead letter
    backoff_seconds: float = Field(default=1.0, gt=0)  # doubles with each attempt
    backoff_most_seconds: float = Field(default=300.0, gt=0)  # the longest wait between two tries
    poll_seconds: float = Field(default=1.0, gt=0)  # how often other processes' work is looked for
    batch: int = Field(default=32, ge=1)  # jobs of one user that are taken at a time
    concurrency: int = Field(default=1, ge=1)  # users that one worker works for at the same time
    model_seconds: float = Field(default=60.0, gt=0)  # the longest wait for the model's word on a batch


class ForgetSettings(Group):
    """The policy of forgetting. None switches a rule off."""

    event_days: float | None = Field(default=90.0, ge=0)  # events not recalled for so long are archived
    doubtful_days: float | None = Field(default=30.0, ge=0)  # low-confidence memories never recalled go
    doubtful_below: float = Field(default=0.5, ge=0, le=1)  # the confidence under which a memory is doubtful
    state_days: float | None = Field(default=7.0, ge=0)  # task progress expires
    confirm_days: float | None = Field(default=90.0, ge=0)  # an old preference comes back as a question
    capacity: int | None = Field(default=None, ge=1)  # current memories per user; the least worth keeping archive
    episode_days: float | None = Field(default=None, ge=0)  # retention of verbatim turns
    # kind -> days after which age has had half its effect on the ranking; no kind else fades
    half_life_days: dict[str, float] = Field(default_factory=lambda: {"event": 30.0, "state": 2.0})


class ModelSettings(Group):
    """An OpenAI-compatible chat endpoint. Without one everything works by rules."""

    base_url: str  # where it is, without `/chat/completions`
    model: str  # its name there
    key: SecretStr = SecretStr("")  # never shown, never written
    timeout_seconds: float = Field(default=30.0, gt=0)  # for one answer
    max_tokens: int = Field(default=1024, ge=1)  # of one answer
    schema_mode: Literal["json_schema", "json_object", "none"] = "json_schema"  # how JSON is asked for
    price_in: float = Field(default=0.0, ge=0)  # of a million tokens that it reads, for `/metrics`
    price_out: float = Field(default=0.0, ge=0)  # of a million tokens that it writes


class LimitSettings(Group):
    """What is refused with a clear error instead of being half kept."""

    message_characters: int = Field(default=1_000_000, ge=1)  # of one message
    memory_characters: int = Field(default=4_000, ge=1)  # of one memory
    meta_bytes: int = Field(default=16_384, ge=2)  # of one `meta`, as JSON


class ServerSettings(Group):
    """`jiyi serve`: where it listens and what it refuses."""

    host: str = "127.0.0.1"  # the address to listen on; another than loopback needs a key (`jiyi keys create`)
    port: int = Field(default=8377, ge=0, le=65_535)  # 0: any that is free
    workers: int = Field(default=1, ge=1, le=256)  # processes that serve on the one port
    hosts: str = ""  # names that requests may be addressed to, with commas between; empty: any once there are keys
    body_bytes: int = Field(default=8 * 2**20, ge=1024)  # of one request
    import_bytes: int = Field(default=256 * 2**20, ge=1024)  # of one request that brings an export
    request_seconds: float = Field(default=60.0, gt=0)  # a request that takes longer is given up
    requests_per_second: float = Field(default=2000.0, gt=0)  # of one key; twice as many at once
    token_seconds: int = Field(default=900, ge=1, le=86_400)  # the longest life of a token for a browser
    ping_seconds: float = Field(default=15.0, gt=0)  # between two signs of life in a stream without changes
    watch_seconds: float = Field(default=0.1, gt=0)  # how often other processes' changes are looked for


class Settings(Group):
    """All of it. Arguments win over the environment, the environment over the defaults."""

    url: str = "jiyi.db"  # the store that the command line opens
    # Redis or Valkey in front of the store (redis://…, rediss://…, unix://…): a cache that may be lost at any time
    cache_url: SecretStr | None = None
    key: SecretStr | None = None  # what a server is shown, when the url is http://… or https://…
    zone: str = "UTC"  # IANA zone of users who have not given theirs
    # "local", "e5", "none", "openai:MODEL", "openai:MODEL@DIMENSIONS", "fastembed:MODEL", "sentence-transformers:MODEL"
    embedder: str = "local"
    embedder_url: str | None = None  # endpoint of an "openai:…" embedder; None: the chat model's
    embedder_key: SecretStr | None = None  # its key; None: the chat model's
    # "none", "http" or "http:MODEL" (a /rerank endpoint), "onnx:FOLDER", "sentence-transformers:MODEL"
    reranker: str = "none"
    reranker_url: str | None = None  # endpoint of an "http…" reranker, without `/rerank`
    reranker_key: SecretStr | None = None  # its key
    # engine of users past recall.index_from: "none", "auto", "faiss", "chroma", "pgvector", "qdrant:URL", "milvus:URL"
    index: str = "none"
    index_key: SecretStr | None = None  # what a Qdrant or Milvus server is shown
    model: ModelSettings | None = None
    guard: GuardSettings = GuardSettings()
    judge: JudgeSettings = JudgeSettings()
    window: WindowSettings = WindowSettings()
    recall: RecallSettings = RecallSettings()
    worker: WorkerSettings = WorkerSettings()
    forget: ForgetSettings = ForgetSettings()
    limits: LimitSettings = LimitSettings()
    server: ServerSettings = ServerSettings()
    episodes: bool = True  # keep past turns verbatim and searchable
    reembed: bool = False  # open although the vectors come from another embedder, in order to re-embed

    @field_validator("url")
    @classmethod
    def _any_case(cls, value: str) -> str:
        return small_scheme(value)

    @field_validator("cache_url")
    @classmethod
    def _none_when_empty(cls, value: SecretStr | None) -> SecretStr | None:
        return value if value is not None and value.get_secret_value().strip() else None

    @field_validator("zone")
    @classmethod
    def _known_zone(cls, value: str) -> str:
        try:
            ZoneInfo(value)
        except (KeyError, ValueError, OSError) as error:
            raise ValueError(f"unknown time zone {value!r}; use an IANA name such as 'Asia/Shanghai'") from error
        return value

    @model_validator(mode="before")
    @classmethod
    def _with_environment(cls, given: Any) -> Any:
        return _merged(_environment(cls.model_fields), given) if isinstance(given, dict) else given


def _environment(known: Mapping[str, Any]) -> dict[str, Any]:
    """What the environment says, of the fields `known`. Names in upper or lower case; an empty value counts as none; a
    whole group or mapping may be given as JSON. A field that its group does not have is an error later, as anywhere."""
    found: dict[str, Any] = {}
    for name in sorted(os.environ, key=len):  # a group's own name before those of its fields, which win
        field, *inside = name.lower().split(NESTED)
        field = field.removeprefix(PREFIX.lower())
        if not name.upper().startswith(PREFIX) or field not in known or not os.environ[name]:
            continue
        value: Any = _decoded(os.environ[name])
        for one in reversed(inside):
            value = {one: value}
        found = _merged(found, {field: value})
    return found


def _decoded(text: str) -> Any:
    """A mapping when it is one in JSON, else the text: the field's type says what becomes of it."""
    if not text.lstrip().startswith("{"):
        return text
    try:
        return json.loads(text)
    except ValueError:
        return text


def _merged(under: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    """Both, field by field; where they differ, `over`."""
    made = {**under, **over}
    for name in under.keys() & over.keys():
        if isinstance(under[name], dict) and isinstance(over[name], dict):
            made[name] = _merged(under[name], over[name])
    return made
