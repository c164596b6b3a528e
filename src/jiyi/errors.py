"""Every error that jiyi raises on purpose. Each maps to one HTTP status and one MCP code.

JiyiError
├── InvalidInput          400   what was passed cannot be used; nothing was written
│   ├── NaiveTime               a time without a zone
│   ├── UnknownField            a filter, state or settings field that does not exist
│   └── TooLong           413   over a documented limit
├── Refused               422   the guard's policy for this category is `refuse`; nothing was written
├── Unauthorized          401   a server was given no key, or one that it does not know (any more)
├── Forbidden             403   the key does not reach so far: another user's memories, or a verb that it may not call
├── NotFound              404   no such memory, session or job of this user
├── Conflict              409   the user's log moved on, or a key was used for another message
│   ├── Outdated          412   the memory is no longer in the version that the change was based on; nothing was written
│   └── Underway          409   the same request is being carried out already; ask again for its answer
├── RateLimited           429   too many requests for this key; the answer says when to try again
├── BudgetTooSmall        422   the newest user message and what must stay do not fit `max_tokens`
├── ModelUnavailable      503   a model endpoint did not answer; the work stays queued
├── ModelReplyInvalid     502   a model answered something that cannot be used
├── TimedOut              504   a server gave up a request that took too long
├── StoreError            500
│   ├── StoreBusy         503   another process holds the file longer than the timeout
│   ├── Unreachable       503   no jiyi server answers at the URL
│   ├── StoreUnreachable  503   the database server does not answer, or does not let us in
│   ├── StoreReadOnly     500   the file or its folder cannot be written
│   ├── StoreFull         507   no space left
│   ├── StoreCorrupt      500   the file is damaged; nothing was changed
│   ├── SchemaTooNew      500   written by a later version of jiyi
│   └── EmbedderChanged   409   the vectors come from another model: run `jiyi reembed`
├── Closed                409   the memory was closed
├── WrongLoop             500   the sync face was called from its own event loop
└── NotInstalled          501   an extra is missing; the message names it
"""

from __future__ import annotations


class JiyiError(Exception):
    """Root of all errors of jiyi. `status` is its HTTP status, `code` its stable name for programs."""

    status: int = 500
    code: str = "error"


class InvalidInput(JiyiError):
    status, code = 400, "invalid_input"


class NaiveTime(InvalidInput):
    code = "naive_time"


class UnknownField(InvalidInput):
    code = "unknown_field"


class TooLong(InvalidInput):
    status, code = 413, "too_long"


class Refused(JiyiError):
    status, code = 422, "refused"


class Unauthorized(JiyiError):
    status, code = 401, "unauthorized"


class Forbidden(JiyiError):
    status, code = 403, "forbidden"


class NotFound(JiyiError):
    status, code = 404, "not_found"


class Conflict(JiyiError):
    status, code = 409, "conflict"


class Outdated(Conflict):
    status, code = 412, "outdated"


class Underway(Conflict):
    code = "underway"


class RateLimited(JiyiError):
    status, code = 429, "rate_limited"


class BudgetTooSmall(JiyiError):
    status, code = 422, "budget_too_small"


class ModelUnavailable(JiyiError):
    status, code = 503, "model_unavailable"


class ModelReplyInvalid(JiyiError):
    status, code = 502, "model_reply_invalid"


class TimedOut(JiyiError):
    status, code = 504, "timed_out"


class StoreError(JiyiError):
    code = "store_error"


class StoreBusy(StoreError):
    status, code = 503, "store_busy"


class Unreachable(StoreError):
    status, code = 503, "unreachable"


class StoreUnreachable(StoreError):
    status, code = 503, "store_unreachable"


class StoreReadOnly(StoreError):
    code = "store_read_only"


class StoreFull(StoreError):
    status, code = 507, "store_full"


class StoreCorrupt(StoreError):
    code = "store_corrupt"


class SchemaTooNew(StoreError):
    code = "schema_too_new"


class EmbedderChanged(StoreError):
    status, code = 409, "embedder_changed"


class Closed(JiyiError):
    status, code = 409, "closed"


class WrongLoop(JiyiError):
    code = "wrong_loop"


class NotInstalled(JiyiError):
    status, code = 501, "not_installed"
