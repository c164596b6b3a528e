"""A chat and embeddings endpoint on loopback, with real sockets, that does what it is told to."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

Answer = tuple[int, Any]  # status, and a JSON value or raw bytes


class Served:
    """What arrived, and what is answered: `script` holds one answer or act per request, the last one repeats."""

    def __init__(self) -> None:
        self.script: list[Answer | Callable[[Handler], None]] = []
        self.requests: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []
        self.paths: list[str] = []
        self.url = ""
        self.released = threading.Event()  # set when the test is over: nobody hangs for ever

    chat = staticmethod(lambda text, usage=None: chat(text, usage))
    hang = staticmethod(lambda handler: hang(handler))
    dribble = staticmethod(lambda handler: dribble(handler))
    drop = staticmethod(lambda handler: drop(handler))

    def next(self) -> Answer | Callable[[Handler], None]:
        return self.script[min(len(self.requests), len(self.script)) - 1]


class Handler(BaseHTTPRequestHandler):
    served: Served
    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        size = int(self.headers["Content-Length"])
        self.served.paths.append(self.path)
        self.served.headers.append(dict(self.headers.items()))
        self.served.requests.append(json.loads(self.rfile.read(size)))
        act = self.served.next()
        if callable(act):
            act(self)
        else:
            self.answer(*act)

    def answer(self, status: int, value: Any, headers: dict[str, str] | None = None) -> None:
        body = value if isinstance(value, bytes) else json.dumps(value).encode()
        self.send_response(status)
        for name, text in {"Content-Length": str(len(body)), **(headers or {})}.items():
            self.send_header(name, text)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: Any) -> None:
        pass


@pytest.fixture
def served() -> Iterator[Served]:
    served = Served()
    handler = type("BoundHandler", (Handler,), {"served": served})
    server = type("Server", (ThreadingHTTPServer,), {"request_queue_size": 128})(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    served.url = f"http://127.0.0.1:{server.server_port}/v1"
    try:
        yield served
    finally:
        served.released.set()
        server.shutdown()
        server.server_close()
        thread.join()


def chat(text: Any, usage: dict[str, int] | None = None) -> Answer:
    """A chat reply as the API gives it."""
    reply: dict[str, Any] = {"choices": [{"message": {"role": "assistant", "content": text}}]}
    if usage is not None:
        reply["usage"] = usage
    return 200, reply


def hang(handler: Handler) -> None:
    """Say nothing until the test is over."""
    handler.served.released.wait(10)
    handler.close_connection = True


def dribble(handler: Handler) -> None:
    """Send a byte now and then: each read succeeds, the reply never ends."""
    handler.send_response(200)
    handler.send_header("Content-Length", "1000000")
    handler.end_headers()
    try:
        while not handler.served.released.is_set():
            handler.wfile.write(b" ")
            handler.wfile.flush()
            time.sleep(0.02)
    except OSError:
        handler.close_connection = True


def drop(handler: Handler) -> None:
    """Close without an answer."""
    handler.close_connection = True
    handler.connection.close()
