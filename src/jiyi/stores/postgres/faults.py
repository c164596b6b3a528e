"""What PostgreSQL and its driver say when something is wrong, in the words of `jiyi.errors`."""

from __future__ import annotations

import psycopg
from psycopg import errors as pg
from psycopg_pool import PoolClosed, PoolTimeout, TooManyRequests

from jiyi.errors import (
    Closed,
    Conflict,
    InvalidInput,
    JiyiError,
    StoreBusy,
    StoreCorrupt,
    StoreError,
    StoreFull,
    StoreReadOnly,
    StoreUnreachable,
)

AGAIN = (pg.DeadlockDetected, pg.SerializationFailure)  # nothing was kept, and the next try may go through
STARTING = (pg.CannotConnectNow, pg.AdminShutdown, pg.CrashShutdown)


def translate(error: psycopg.Error | UnicodeError, place: str) -> JiyiError:
    """The error that a caller sees for one of the driver's."""
    what = f"{place}: {_first_line(error)}"
    for kinds, made, advice in TABLE:
        if isinstance(error, kinds):
            return made(f"{what}. {advice}" if advice else what)
    if isinstance(error, psycopg.OperationalError) and error.sqlstate is None:
        return StoreUnreachable(f"{what}. Is the server running, and does the URL name it, the user and the password?")
    return StoreError(what)


TABLE: tuple[tuple[tuple[type[BaseException], ...], type[JiyiError], str], ...] = (
    ((PoolClosed,), Closed, ""),
    (
        (PoolTimeout, TooManyRequests),
        StoreBusy,
        "All connections of this process are in use; try again, or give the URL more with `connections=`",
    ),
    ((pg.DiskFull,), StoreFull, "Nothing of this write was kept; free some space on the server and try again"),
    ((pg.ReadOnlySqlTransaction,), StoreReadOnly, "This server takes no writes; name the primary in the URL"),
    ((pg.InsufficientPrivilege,), StoreReadOnly, "Give the role the rights that the page on PostgreSQL lists"),
    (
        (pg.LockNotAvailable, pg.QueryCanceled, *AGAIN),
        StoreBusy,
        "Nothing of this call was kept; try again, or look what holds the server up (pg_stat_activity)",
    ),
    ((pg.TooManyConnections,), StoreUnreachable, "The server lets no more in; lower `connections=` or raise its limit"),
    (
        (pg.InvalidPassword, pg.InvalidAuthorizationSpecification),
        StoreUnreachable,
        "The server refuses this user or password",
    ),
    ((pg.InvalidCatalogName,), StoreUnreachable, "Make the database first: CREATE DATABASE …"),
    (STARTING, StoreUnreachable, "The server is starting or stopping; try again in a moment"),
    ((pg.DataCorrupted, pg.IndexCorrupted), StoreCorrupt, "Nothing was changed; restore a backup"),
    ((pg.UniqueViolation,), Conflict, "A row of this write is there already"),
    (
        (psycopg.DataError, pg.ProgramLimitExceeded, UnicodeError),
        InvalidInput,
        "A value of this call cannot be stored",
    ),
)


def _first_line(error: BaseException) -> str:
    """Without the details, which quote rows."""
    return (str(error).strip().splitlines() or [type(error).__name__])[0].strip().rstrip(".")
