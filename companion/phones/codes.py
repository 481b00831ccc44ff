"""Codes by which phones join: one for each person's seat and one for second screens, made by chance for this session, and how often wrong ones may come."""
from __future__ import annotations

import hmac
import secrets
from collections import deque
from collections.abc import Hashable
from typing import Final

from companion.session.lobby.invited import SCREEN, Invitation
from companion.session.session import Session

LETTERS: Final = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""Letters and digits that nobody takes for one another."""
LENGTH: Final = 6
WINDOW: Final = 60.0
"""Seconds for which a wrong code counts."""
MOST_FROM_ONE, MOST_IN_ALL = 6, 60
"""Wrong codes within that time, from one address and from all, after which none is looked at: who guesses for a whole day finds one of a thousand codes."""


class Codes:
    """The codes of a session. A code is void as soon as somebody else plays its seat, the game goes back to its setup, or people want others."""

    def __init__(self) -> None:
        """No codes before a session is seen."""
        self._codes: dict[int, tuple[Hashable, str]] = {}
        self._evenings, self._raced = 0, False

    def follow(self, session: Session) -> bool:
        """Whether other codes hold for this session than before."""
        running = session.match is not None
        if self._raced and not running:
            self._evenings += 1
        self._raced = running
        wanted: dict[int, Hashable] = {SCREEN: (self._evenings, session.house.invited.renewals.get(SCREEN, 0))}
        for seat in session.people:
            wanted[seat] = (self._evenings, session.house.invited.renewals.get(seat, 0), session.setup.seat(seat).player, session.setup.seat(seat).person, session.setup.swaps)
        before = dict(self._codes)
        self._codes = {
            seat: self._codes[seat] if seat in self._codes and self._codes[seat][0] == stamp else (stamp, _new()) for seat, stamp in sorted(wanted.items())
        }
        return self._codes != before

    def seat(self, said: str) -> int | None:
        """The seat of a code, SCREEN for a second screen; None for a wrong one. Every code is looked at, so that no time tells how much of one was right."""
        wanted, found = said.strip().upper().encode("utf-8", "replace")[:64], None
        for seat, (_, code) in self._codes.items():
            if hmac.compare_digest(code.encode(), wanted):
                found = seat
        return found

    def invitations(self, joined: dict[int, int]) -> tuple[Invitation, ...]:
        """All codes, with how many phones each has let in."""
        return tuple(Invitation(seat, code, joined.get(seat, 0)) for seat, (_, code) in self._codes.items())


def _new() -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(LENGTH))


class WrongCodes:
    """Remembers for a while from where wrong codes came; times are in seconds of a clock that only goes forward."""

    def __init__(self) -> None:
        """None has come."""
        self._came: deque[tuple[float, str]] = deque()

    def too_many(self, address: str, now: float) -> bool:
        """Whether no code from this address is to be looked at now."""
        while self._came and now - self._came[0][0] > WINDOW:
            self._came.popleft()
        return len(self._came) >= MOST_IN_ALL or sum(one == address for _, one in self._came) >= MOST_FROM_ONE

    def came(self, address: str, now: float) -> None:
        """A wrong code has come from this address."""
        self._came.append((now, address))
