"""An OpenAI-compatible endpoint over the standard library: POST JSON, time limits, retries, circuit breaker.

Only the host in `base_url` is ever connected to: proxies of the environment are not used and redirects are not
followed, since either would hand key and words to somebody whom the settings do not name. Errors hold the host,
the HTTP status and the endpoint's error code; never the key and never a word of what was sent or answered.
"""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import json
import random
import socket
import ssl
import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any
from urllib.parse import urlsplit

from jiyi.errors import Closed, InvalidInput, ModelReplyInvalid, ModelUnavailable
from jiyi.language.regex import regex
from jiyi.models.breaker import Breaker

REPLY_BYTES = 64 * 2**20  # a longer reply is not read to its end
AGAIN = frozenset({408, 409, 425, 429, 500, 502, 503, 504, 520, 522, 524, 529})  # worth another try
REQUEST_AT_FAULT = frozenset({400, 413, 415, 422})  # another request may well be answered
WORD = regex(r"[A-Za-z][A-Za-z0-9_.-]{0,63}")  # an error code or parameter name, not a sentence


@dataclass(frozen=True, slots=True, kw_only=True)
class Patience:
    """How long to wait and how often to try. All times in seconds."""

    timeout: float = 30.0  # for one try, from connecting to the last byte
    tries: int = 3
    backoff: float = 0.5  # before the second try; doubles with each
    longest_wait: float = 20.0  # a server that asks for more (`Retry-After`) counts as unavailable

    @property
    def longest(self) -> float:
        """An upper bound for one call with all its tries."""
        return self.tries * (self.timeout + self.longest_wait)


class Rejected(ModelReplyInvalid):
    """The endpoint refused this very request. `param` is the parameter it named, or ''."""

    def __init__(self, text: str, param: str = "") -> None:
        super().__init__(text)
        self.param = param


class _Retry(Exception):
    """One try failed in a way that another may not. `wait` is what the server asked for."""

    def __init__(self, why: str, wait: float | None = None) -> None:
        super().__init__(why)
        self.why, self.wait = why, wait


@dataclass(slots=True)
class _Wire:
    """The connection of one try, so that a timeout can cut it from outside its thread."""

    connection: http.client.HTTPConnection | None = None
    cut: bool = False

    def close(self) -> None:
        self.cut = True
        if self.connection is not None and self.connection.sock is not None:
            with contextlib.suppress(OSError):  # already gone, which is the aim
                self.connection.sock.shutdown(socket.SHUT_RDWR)


class Endpoint:
    """One base URL with its key. `post` may be called from many tasks at once."""

    def __init__(
        self,
        base_url: str,
        key: str = "",
        *,
        patience: Patience | None = None,
        breaker: Breaker | None = None,
        lists: bool = False,
    ) -> None:
        """`lists`: an answer may be a bare list; `post` gives it as {"results": list}. Raises InvalidInput when URL
        or key cannot be used; neither is shown."""
        url = urlsplit(base_url.strip())
        if url.scheme not in ("http", "https") or not url.hostname:
            raise InvalidInput("the model's base_url must look like https://host/v1")
        if url.username or url.password:
            raise InvalidInput("give the model's credentials as its key, not inside base_url")
        if not all(" " < c < "\x7f" for c in key):
            raise InvalidInput("the model's key holds characters that an HTTP header cannot carry")
        try:
            self._port = url.port
        except ValueError as error:
            raise InvalidInput("the port in the model's base_url is not a number") from error
        self._secure = url.scheme == "https"
        self._host = url.hostname
        self._path = url.path.rstrip("/").removesuffix("/chat/completions").removesuffix("/embeddings")
        self._key = key
        self._lists = lists
        self._patience = patience or Patience()
        self._breaker = breaker or Breaker()
        self._threads: ThreadPoolExecutor | None = None
        self._tls: ssl.SSLContext | None = None
        self._closed = False

    @property
    def host(self) -> str:
        """Host and port, for messages to people."""
        return self._host if self._port is None else f"{self._host}:{self._port}"

    def __repr__(self) -> str:
        return f"Endpoint({self.host!r})"

    async def post(self, path: str, payload: Mapping[str, Any]) -> dict[str, Any]:
        """The JSON object answered to `payload`.

        Raises ModelUnavailable (no answer within the tries, refused key, breaker open), ModelReplyInvalid (not a
        JSON object) and its `Rejected` (this request was refused), Closed.
        """
        if self._closed:
            raise Closed(f"the endpoint {self.host} was closed")
        if wait := self._breaker.remaining(time.monotonic()):
            raise ModelUnavailable(f"{self.host} failed {self._breaker.failures} times; asked again in {wait:.0f} s")
        self._breaker = self._breaker.begun(time.monotonic(), self._patience.longest)
        body = json.dumps(payload, ensure_ascii=True, separators=(",", ":")).encode("ascii")
        try:
            answer = await self._tries(path, body)
        except ModelReplyInvalid:
            self._breaker = self._breaker.succeeded()
            raise
        except ModelUnavailable:
            self._breaker = self._breaker.failed(time.monotonic())
            raise
        except asyncio.CancelledError:
            self._breaker = self._breaker.abandoned()
            raise
        self._breaker = self._breaker.succeeded()
        return answer

    async def close(self) -> None:
        """Cut what is under way."""
        self._closed = True
        if self._threads is not None:
            self._threads.shutdown(wait=False, cancel_futures=True)
            self._threads = None

    async def _tries(self, path: str, body: bytes) -> dict[str, Any]:
        patience = self._patience
        for turn in range(1, patience.tries + 1):
            try:
                return await self._try(path, body)
            except _Retry as failure:
                why, asked = failure.why, failure.wait
            wait = patience.backoff * 2 ** (turn - 1) * random.uniform(0.75, 1.25)  # noqa: S311 - spreads load only
            if asked is not None:
                wait = max(wait, asked)
            if turn == patience.tries or wait > patience.longest_wait:
                raise ModelUnavailable(f"{self.host} {why} (tried {turn} of {patience.tries} times)")
            await asyncio.sleep(wait)
        raise AssertionError("unreachable: tries is at least 1")

    async def _try(self, path: str, body: bytes) -> dict[str, Any]:
        wire = _Wire()
        if self._threads is None:
            self._threads = ThreadPoolExecutor(max_workers=8, thread_name_prefix="jiyi-endpoint")
        work = asyncio.get_running_loop().run_in_executor(self._threads, self._exchange, wire, path, body)
        try:
            status, headers, reply = await asyncio.wait_for(work, self._patience.timeout)
        except TimeoutError:
            raise _Retry(f"did not answer within {self._patience.timeout:g} s") from None
        except (OSError, http.client.HTTPException, UnicodeError) as error:
            raise _Retry(f"could not be reached ({_reason(error)})") from None
        finally:
            wire.close()
        if 200 <= status < 300:
            return self._object(reply)
        raise self._failure(status, headers, reply)

    def _exchange(self, wire: _Wire, path: str, body: bytes) -> tuple[int, Mapping[str, str], bytes]:
        """One request and its reply, in a thread."""
        timeout = self._patience.timeout
        connection: http.client.HTTPConnection
        if self._secure:
            self._tls = self._tls or ssl.create_default_context()
            connection = http.client.HTTPSConnection(self._host, self._port, timeout=timeout, context=self._tls)
        else:
            connection = http.client.HTTPConnection(self._host, self._port, timeout=timeout)
        wire.connection = connection
        headers = {"Content-Type": "application/json", "Accept": "application/json", "Connection": "close"}
        if self._key:
            headers["Authorization"] = f"Bearer {self._key}"
        try:
            if wire.cut:
                raise TimeoutError("given up before it began")
            connection.request("POST", f"{self._path}/{path.lstrip('/')}", body=body, headers=headers)
            answer = connection.getresponse()
            return answer.status, {k.lower(): v for k, v in answer.getheaders()}, answer.read(REPLY_BYTES + 1)
        finally:
            connection.close()

    def _object(self, reply: bytes) -> dict[str, Any]:
        if len(reply) > REPLY_BYTES:
            raise ModelReplyInvalid(f"{self.host} answered more than {REPLY_BYTES >> 20} MB")
        try:
            answer = json.loads(reply)
        except (ValueError, RecursionError):
            answer = None  # the decoder's own error would hold the reply's words
        if self._lists and isinstance(answer, list):
            return {"results": answer}
        if not isinstance(answer, dict):
            raise ModelReplyInvalid(f"{self.host} answered something that is not a JSON object")
        return answer

    def _failure(self, status: int, headers: Mapping[str, str], reply: bytes) -> Exception:
        """What a status other than 2xx means."""
        code, param = _fault(reply)
        said = f"HTTP {status}" + (f", {code}" if code else "")
        if status in AGAIN and code != "insufficient_quota":
            return _Retry(f"answered {said}", _retry_after(headers.get("retry-after")))
        if status in REQUEST_AT_FAULT:
            return Rejected(f"{self.host} refused the request ({said}{f' about {param}' if param else ''})", param)
        hint = {401: "check the key", 403: "check the key's rights", 404: "check base_url and the model's name"}
        advice = hint.get(status, "redirects are not followed: check base_url" if 300 <= status < 400 else "")
        return ModelUnavailable(f"{self.host} answered {said}" + (f"; {advice}" if advice else ""))


def _reason(error: Exception) -> str:
    """The kind of a failed connection, in words that hold nothing of what was sent."""
    if isinstance(error, TimeoutError):
        return "timed out"
    if isinstance(error, ssl.SSLCertVerificationError):
        return f"its certificate does not hold: {error.verify_message}"
    if isinstance(error, socket.gaierror):
        return "unknown host"
    if isinstance(error, ConnectionRefusedError):
        return "connection refused"
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    return type(error).__name__


def _fault(reply: bytes) -> tuple[str, str]:
    """(code, parameter) of an error reply, each a bare word or ''. Its message is not looked at: it may quote us."""
    try:
        error = json.loads(reply).get("error")
    except (ValueError, RecursionError, AttributeError):
        return "", ""
    if not isinstance(error, dict):
        return "", ""
    code = next((v for v in (error.get("code"), error.get("type")) if isinstance(v, str) and WORD.fullmatch(v)), "")
    param = error.get("param")
    return code, param if isinstance(param, str) and WORD.fullmatch(param) else ""


def _retry_after(value: str | None) -> float | None:
    """Seconds that a `Retry-After` header asks for: a number or a date; None when it says nothing usable."""
    if not value:
        return None
    with contextlib.suppress(ValueError):
        seconds = float(value)
        return seconds if 0 <= seconds < 86_400 else None
    with contextlib.suppress(ValueError, TypeError):
        until = parsedate_to_datetime(value)
        return max(0.0, (until.replace(tzinfo=until.tzinfo or UTC) - datetime.now(UTC)).total_seconds())
    return None
