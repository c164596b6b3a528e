"""Who asks, and how far that reaches."""

from __future__ import annotations

from dataclasses import dataclass

from jiyi.errors import Forbidden, InvalidInput
from jiyi.server.operations import Operation, Right


@dataclass(frozen=True, slots=True, kw_only=True)
class Caller:
    """A key, a token, or anybody on this machine while there are no keys. `users` None and `prefix` None: any user."""

    name: str  # for logs and limits: the id of a key, never a secret and never a user
    right: Right
    users: tuple[str, ...] | None = None
    prefix: str | None = None
    token: bool = False  # a pass that a key signed

    @property
    def bounded(self) -> bool:
        return self.users is not None or self.prefix is not None

    @property
    def own(self) -> str | None:
        """The one user it speaks for, if it is one."""
        return self.users[0] if self.users is not None and len(self.users) == 1 else None

    def reaches(self, user: str) -> bool:
        if self.users is not None:
            return user in self.users
        return self.prefix is None or user.startswith(self.prefix)

    def admit(self, operation: Operation, user: str | None) -> str:
        """The user whom the operation is about ("" when it is about the whole store).

        Raises Forbidden. It is judged by names alone, before anything is looked up: an answer can never tell whether
        another user, or a memory of theirs, exists.
        """
        if not self.right.covers(operation.may):
            raise Forbidden(f"this needs the right to {operation.may}; only the right to {self.right} was given")
        if operation.whole:
            if self.bounded:
                raise Forbidden("this concerns the whole store; the key is for some users only")
            return user or ""
        return self.admit_user(user)

    def admit_user(self, user: str | None) -> str:
        """The user, by default the only one that it speaks for. Raises Forbidden, InvalidInput."""
        found = user if user is not None else self.own
        if found is None:
            raise InvalidInput("user is missing: say whose memory is meant")
        if not self.reaches(found):
            raise Forbidden("this key does not reach that user")
        return found


ANYBODY = Caller(name="local", right=Right.ADMIN)
