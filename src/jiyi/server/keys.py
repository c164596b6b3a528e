"""API keys and the tokens that they sign. Kept as a note in the store itself, so that all servers of a store and the
command line know the same ones; of a key's secret only its SHA-256 is kept (it is 256 random bits, not a password).
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any

from jiyi import extras, ids
from jiyi.errors import InvalidInput, NotFound, NotInstalled, Unauthorized
from jiyi.ports import Clock, Store, Swapping
from jiyi.server import wire
from jiyi.server.caller import ANYBODY, Caller
from jiyi.server.operations import Right

KEYS, SIGNING = "server.keys", "server.signing"
FRESH_SECONDS = 1.0  # how soon a running server hears of a revoked key
NOBODY = hashlib.sha256(secrets.token_bytes(32)).hexdigest()  # what an unknown key is compared with
AUDIENCE = "jiyi"
PAGE = "jiyi-page"  # the audience of what a browser keeps after signing in with a key
PAGE_TIME = timedelta(hours=12)  # how long that holds


@dataclass(frozen=True, slots=True, kw_only=True)
class Key:
    """What is kept of a key. `users` and `prefix` bound whom it reaches; with neither it reaches all."""

    id: str
    name: str
    right: Right
    users: tuple[str, ...] | None
    prefix: str | None
    digest: str
    created_at: datetime
    expires_at: datetime | None = None
    revoked_at: datetime | None = None
    old_digest: str | None = None  # of the secret before the last rotation
    old_until: datetime | None = None

    def holds(self, now: datetime) -> bool:
        """Whether it can be used at all."""
        return self.revoked_at is None and (self.expires_at is None or now < self.expires_at)

    def caller(self) -> Caller:
        return Caller(name=self.id, right=self.right, users=self.users, prefix=self.prefix)


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


class KeyRing:
    """The keys of a store, all in one note. A change takes the place of what it was made on and of nothing else, so
    that of two at one instant neither is lost."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self._keys: dict[str, Key] = {}
        self._text: str | None = None  # the note that they were read from
        self._signing = b""
        self._read_at = float("-inf")
        self._lock = asyncio.Lock()

    async def refresh(self, *, now: bool = False) -> None:
        """Read the keys again, unless that was done within the last second."""
        if not now and time.monotonic() - self._read_at < FRESH_SECONDS:
            return
        async with self._lock:
            if not now and time.monotonic() - self._read_at < FRESH_SECONDS:
                return
            self._take(await self._store.note(KEYS))

    def _take(self, text: str | None) -> None:
        found: tuple[Key, ...] = wire.adapter(tuple[Key, ...]).validate_json(text or "[]")
        self._keys = {key.id: key for key in found}
        self._text = text
        self._read_at = time.monotonic()

    async def _change(self, make: Callable[[], Key]) -> Key:
        """Put what `make` makes of the keys as they are; it is called again when others changed them meanwhile."""
        async with self._lock:
            self._take(await self._store.note(KEYS))
            while True:
                key = make()
                text = wire.dump(tuple[Key, ...], tuple({**self._keys, key.id: key}.values())).decode()
                if text == self._text:
                    return key
                if isinstance(self._store, Swapping):
                    found = await self._store.swap(KEYS, self._text, text)
                else:
                    found = await self._store.note(KEYS, text)
                self._take(found)
                if found == text:
                    return key

    @property
    def any(self) -> bool:
        """Whether there ever were keys: then nobody is let in without one, also when all were revoked."""
        return bool(self._keys)

    @property
    def all(self) -> tuple[Key, ...]:
        return tuple(self._keys.values())

    # --- by hand ----------------------------------------------------------------------------------------------
    async def create(
        self,
        name: str,
        right: Right,
        *,
        users: tuple[str, ...] | None = None,
        prefix: str | None = None,
        days: float | None = None,
    ) -> tuple[Key, str]:
        """A new key and its text, which is shown this once. Raises InvalidInput."""
        if users is not None and prefix is not None:
            raise InvalidInput("a key is for users or for a prefix, not for both")
        if users == () or prefix == "":
            raise InvalidInput("a key for no user is of no use: name users or a prefix, or neither for all")
        for user in users or ():
            ids.name(user, "user")
        if right is Right.ADMIN and (users is not None or prefix is not None):
            raise InvalidInput("admin concerns the whole store: such a key has neither users nor a prefix")
        now = self._clock()
        secret = secrets.token_urlsafe(32)
        key = Key(
            id=secrets.token_hex(5),
            name=name,
            right=right,
            users=users,
            prefix=prefix,
            digest=_digest(secret),
            created_at=now,
            expires_at=None if days is None else now + timedelta(days=days),
        )
        return await self._change(lambda: key), f"jiyi_{key.id}_{secret}"

    async def revoke(self, id: str) -> Key:
        """Take a key back, and with it the tokens that it signed. Whom it reached is no longer kept, so that the name
        of somebody who was erased does not stay here. Raises NotFound."""

        def revoked() -> Key:
            key = self._named(id)
            return key if key.revoked_at else replace(key, revoked_at=self._clock(), users=(), prefix=None)

        return await self._change(revoked)

    async def rotate(self, id: str, grace: timedelta = timedelta(0)) -> tuple[Key, str]:
        """A new secret for a key; the old one goes on working for `grace`. Raises NotFound, InvalidInput."""
        secret, now = secrets.token_urlsafe(32), self._clock()

        def rotated() -> Key:
            key = self._named(id)
            if not key.holds(now):
                raise InvalidInput(f"key {id!r} was revoked or has run out; create a new one")
            old, until = (key.digest, now + grace) if grace else (None, None)
            return replace(key, digest=_digest(secret), old_digest=old, old_until=until)

        key = await self._change(rotated)
        return key, f"jiyi_{key.id}_{secret}"

    def _named(self, id: str) -> Key:
        if id not in self._keys:
            raise NotFound(f"no key {id!r}; `jiyi keys list` shows them")
        return self._keys[id]

    # --- at the door ------------------------------------------------------------------------------------------
    async def caller(self, bearer: str | None) -> Caller:
        """Who a key or token stands for; anybody while there are no keys. Raises Unauthorized, with the same words
        whatever is wrong."""
        await self.refresh()
        if bearer is None:
            if not self.any:
                return ANYBODY
            raise Unauthorized("a key is needed: set JIYI_KEY for jiyi's client, or send `Authorization: Bearer …`")
        found = self._by_key(bearer) if bearer.startswith("jiyi_") else await self._by_token(bearer)
        if found is None:
            raise Unauthorized("this key is not known, was revoked or has run out")
        return found

    def _by_key(self, text: str) -> Caller | None:
        _, _, rest = text.partition("_")
        id, _, secret = rest.partition("_")
        key = self._keys.get(id)
        given = _digest(secret)
        now = self._clock()
        good = hmac.compare_digest(given, key.digest if key else NOBODY)
        old = key.old_digest if key and key.old_digest and key.old_until and now < key.old_until else NOBODY
        good |= hmac.compare_digest(given, old)
        return key.caller() if key is not None and good and key.holds(now) else None

    async def _secret(self) -> bytes:
        """What tokens are signed with; made at the first use."""
        if not self._signing:
            kept = await self._store.note(SIGNING)
            if kept is None:
                made = secrets.token_hex(32)
                if isinstance(self._store, Swapping):  # another server may be first
                    kept = await self._store.swap(SIGNING, None, made)
                else:
                    kept = await self._store.note(SIGNING, made)
            self._signing = bytes.fromhex(kept or "")
        return self._signing

    async def token(self, caller: Caller, user: str, right: Right, seconds: int) -> wire.Token:
        """A signed pass for one user, as good as its key at most. The caller was admitted to the user before."""
        import_jwt()
        import jwt  # noqa: PLC0415 - an extra

        until = self._clock().astimezone(UTC).replace(microsecond=0) + timedelta(seconds=seconds)
        claims = {"sub": user, "right": right.value, "key": caller.name, "aud": AUDIENCE, "exp": until}
        text = jwt.encode(claims, await self._secret(), algorithm="HS256")
        return wire.Token(token=text, user=user, right=right.value, expires_at=until)

    async def _by_token(self, text: str) -> Caller | None:
        claims = await self._claims(text, AUDIENCE)
        try:
            user, right, id = str(claims["sub"]), Right(claims["right"]), str(claims["key"])
        except (KeyError, ValueError):
            return None
        key = self._keys.get(id)
        good = key.holds(self._clock()) if key is not None else id == ANYBODY.name and not self.any
        return Caller(name=id, right=right, users=(user,), token=True) if good else None

    async def _claims(self, text: str, audience: str) -> dict[str, Any]:
        """What a pass of ours says; nothing when it is none, or has run out."""
        import_jwt()
        import jwt  # noqa: PLC0415 - an extra

        try:
            claims: dict[str, Any] = jwt.decode(
                text,
                await self._secret(),
                algorithms=["HS256"],
                audience=audience,
                options={"require": ["exp", "aud"], "verify_exp": False},  # by our clock, below
            )
            until = datetime.fromtimestamp(int(claims["exp"]), UTC)
        except (jwt.InvalidTokenError, ValueError, OverflowError):
            return {}
        return claims if self._clock() < until else {}

    # --- for a browser ----------------------------------------------------------------------------------------
    async def page_pass(self, bearer: str) -> str:
        """What a browser keeps after somebody signed in: a token as it is; for a key a pass that holds for PAGE_TIME,
        so that the key itself does not stay there. It ends with the key, and with its next rotation. Raises
        Unauthorized."""
        found = await self.caller(bearer)
        if found.token:
            return bearer
        import jwt  # noqa: PLC0415 - an extra

        until = self._clock().astimezone(UTC).replace(microsecond=0) + PAGE_TIME
        claims = {"key": found.name, "of": self._keys[found.name].digest[:16], "aud": PAGE, "exp": until}
        return jwt.encode(claims, await self._secret(), algorithm="HS256")

    async def page_caller(self, kept: str | None) -> Caller:
        """Whom a browser stands for, by what it keeps; anybody while there are no keys. Raises Unauthorized."""
        await self.refresh()
        if not self.any:
            return ANYBODY
        found = None
        if kept is not None:
            claims = await self._claims(kept, PAGE)
            key = self._keys.get(str(claims.get("key")))
            if key is not None and key.holds(self._clock()) and claims.get("of") == key.digest[:16]:
                return key.caller()
            found = await self._by_token(kept)
        if found is None:
            raise Unauthorized("sign in with a key or a token")
        return found

    async def form_token(self, browser: str) -> str:
        """What a form of our page carries: another site cannot make it, since it knows neither the browser's secret
        (a cookie) nor ours."""
        text = f"form {browser}".encode("utf-8", "surrogatepass")
        return hmac.new(await self._secret(), text, hashlib.sha256).hexdigest()


def import_jwt() -> None:
    """Say which extra is missing. Raises NotInstalled."""
    try:
        import jwt  # noqa: F401, PLC0415 - an extra
    except ImportError as error:
        raise NotInstalled(f"tokens need the server's extra: {extras.command('server')}") from error
