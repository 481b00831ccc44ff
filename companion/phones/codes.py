"""Keep the codes by which phones join: one for each person's seat, and one for the table itself.

Codes survive a restart in a private file of the state folder. A code ends when the game is over and
its table returns to the set-up, when another person plays the seat, when a new one is requested,
and LIFETIME after its last use.
"""

from __future__ import annotations

import hmac
import json
import secrets
import sys
import time
from collections import deque
from collections.abc import Callable, Hashable, Mapping
from itertools import count
from pathlib import Path
from typing import Any, Final

from companion.folders import write_whole
from companion.named_tuples import NamedTuple
from companion.session.lobby.phone_access import SCREEN, Invitation
from companion.session.session import Session
from companion.session.view import OVER

LETTERS: Final = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""Letters and digits that are not confused with each other."""
LENGTH: Final = 8
"""A guesser with a thousand tries a second misses all of nine codes within LIFETIME, 2000 to 1."""
FILE_NAME: Final = "phones.json"
LIFETIME: Final = 12 * 3600.0
"""Seconds after its last use for which a code is valid."""
SAVE_INTERVAL: Final = 300.0
"""Seconds for which the file may lack a use of a code, to spare the disk."""
GUESSES_WINDOW: Final = 60.0
"""Seconds for which a wrong code counts."""
FREE_GUESSES: Final = 6
"""Wrong codes from one address within that time that are answered immediately."""
GUESS_DELAY: Final = 2.0
"""Seconds of delay for the answer to each further one. The right code is never delayed."""
MAX_PIN_TRIES: Final = 5
MAX_PHONES: Final = 500
"""Phones that are known by their cookies."""
PIN_LOCK: Final = 600.0
"""Seconds for which a seat takes no PIN after too many wrong ones."""


class Code(NamedTuple):
    """The code of one seat."""

    owner: str
    """A description of the person who plays the seat; the code ends when it changes."""
    letters: str
    used: float
    """The time of the last use of the code, in seconds since 1970."""
    shown: bool = False
    """Whether the screen has shown it: it is covered from then on."""


class Codes:
    """The codes of a session, and the secret that signs the server's cookies."""

    def __init__(
        self, folder: Path | None = None, now: Callable[[], float] = time.time, fresh: bool = False
    ) -> None:
        """Read the codes of before.

        Args:
            folder: The state folder. None keeps nothing.
            now: Tells the seconds since 1970.
            fresh: Whether the codes of the file are void.
        """
        self._path = None if folder is None else folder / FILE_NAME
        self._now = now
        self._codes: dict[int, Code] = {}
        self._secret = secrets.token_hex(32)
        self._renewals: Mapping[int, int] | None = None
        self._is_over = False
        self._saved = 0.0
        if not fresh:
            self._read()

    def follow(self, session: Session) -> bool:
        """Update the codes from a session. Return whether any has changed."""
        access, before = (
            session.config.phone_access,
            {seat: code.letters for seat, code in self._codes.items()},
        )
        if self._is_over and session.match is None:
            self._codes.clear()
        self._is_over = session.match is not None and session.page == OVER
        # The first session after a start knows of no renewals: those of before are done.
        known = self._renewals if self._renewals is not None else access.renewals
        self._renewals = dict(access.renewals)
        now = self._now()
        owners = {SCREEN: ""}
        for seat in session.people:
            chosen = session.lobby.setup.seat(seat)
            owners[seat] = json.dumps([chosen.player, chosen.person, session.lobby.setup.swaps])
        kept = {
            seat: code
            for seat, code in self._codes.items()
            if code.owner == owners.get(seat)
            and now - code.used <= LIFETIME
            and access.renewals.get(seat, 0) == known.get(seat, 0)
        }
        self._codes = {
            seat: kept.get(seat)
            or Code(owner, "".join(secrets.choice(LETTERS) for _ in range(LENGTH)), now)
            for seat, owner in owners.items()
        }
        changed = {seat: code.letters for seat, code in self._codes.items()} != before
        shown = {
            seat: code._replace(shown=True)
            for seat, code in self._codes.items()
            if not code.shown and code.letters in access.covered
        }
        self._codes.update(shown)
        if changed or shown:
            self._save()
        return changed

    def seat(self, typed: str) -> int | None:
        """Return the seat of a code, SCREEN for that of the table, None for a wrong one.

        All codes are compared, so that the time does not reveal how much of one was right.
        """
        wanted, found = typed.strip().upper().encode("utf-8", "replace")[:64], None
        for seat, code in self._codes.items():
            if hmac.compare_digest(code.letters.encode(), wanted):
                found = seat
        return found

    def letters(self, seat: int) -> str:
        """Return the code of a seat, "" for none."""
        return self._codes[seat].letters if seat in self._codes else ""

    def use(self, seat: int) -> None:
        """Note that the code of a seat is used now."""
        if seat in self._codes:
            now = self._now()
            self._codes[seat] = self._codes[seat]._replace(used=now)
            if abs(now - self._saved) > SAVE_INTERVAL:
                self._save()

    def invitations(self, joined: Mapping[int, int]) -> tuple[Invitation, ...]:
        """Return all codes, each with its number of connected phones (`joined`, by seat)."""
        return tuple(
            Invitation(seat, code.letters, joined.get(seat, 0), code.shown)
            for seat, code in self._codes.items()
        )

    def signature(self, *words: Hashable) -> str:
        """Return a signature of some words that nobody else can make."""
        return hmac.new(self._secret.encode(), json.dumps(words).encode(), "sha256").hexdigest()

    def _read(self) -> None:
        """Load the codes of the file. An unreadable file counts as none: phones join again."""
        if self._path is None:
            return
        try:
            kept = json.loads(self._path.read_text(encoding="utf-8"))
            codes = {
                int(seat): Code(
                    str(code["owner"]),
                    str(code["letters"]),
                    float(code["used"]),
                    bool(code.get("shown", False)),
                )
                for seat, code in kept["codes"].items()
            }
            secret = str(kept["secret"])
        except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
            return
        if len(secret) == len(self._secret) and all(
            _is_code(code.letters) for code in codes.values()
        ):
            self._codes, self._secret = codes, secret

    def _save(self) -> None:
        """Rewrite the file. Without it phones only have to join again after a restart."""
        if self._path is None:
            return
        self._saved = self._now()
        content: dict[str, Any] = {
            "secret": self._secret,
            "codes": {str(seat): code._asdict() for seat, code in self._codes.items()},
        }
        try:
            write_whole(self._path, json.dumps(content), private=True)
        except OSError as fault:
            print(f"the codes for phones are not saved: {fault}", file=sys.stderr)


def has_shape_of_code(typed: str) -> bool:
    """Return whether this may be a typed code. Anything else is just an unknown address."""
    return _is_code(typed.strip().upper())


def _is_code(letters: str) -> bool:
    return len(letters) == LENGTH and set(letters) <= set(LETTERS)


class Guesses:
    """Wrong codes of the last GUESSES_WINDOW seconds. Times are in seconds of a monotonic clock."""

    def __init__(self) -> None:
        self._came: deque[tuple[float, str]] = deque()

    def delay(self, address: str, now: float) -> float:
        """Note a wrong code from an address. Return the delay of its answer in seconds."""
        while self._came and now - self._came[0][0] > GUESSES_WINDOW:
            self._came.popleft()
        self._came.append((now, address))
        return GUESS_DELAY if sum(one == address for _, one in self._came) > FREE_GUESSES else 0.0


class PinTries:
    """Wrong PINs by seat. Times are in seconds of a monotonic clock."""

    def __init__(self) -> None:
        self._wrong: dict[int, list[float]] = {}

    def locked(self, seat: int, now: float) -> float:
        """Return for how many seconds the seat takes no PIN, 0.0 if it takes one."""
        wrong = self._wrong.get(seat, [])
        if len(wrong) < MAX_PIN_TRIES:
            return 0.0
        left = wrong[-1] + PIN_LOCK - now
        if left <= 0:
            del self._wrong[seat]
        return max(0.0, left)

    def wrong(self, seat: int, now: float) -> None:
        """Note a wrong PIN."""
        self._wrong.setdefault(seat, []).append(now)

    def right(self, seat: int) -> None:
        """Note the right PIN: the wrong ones no longer count."""
        self._wrong.pop(seat, None)


class RateLimit:
    """Limits how often something is done: `burst` times in a row, then `rate` times a second."""

    def __init__(self, rate: float, burst: int) -> None:
        self._rate, self._burst = rate, burst
        self._left: dict[Hashable, tuple[float, float]] = {}

    def allows(self, key: Hashable, now: float) -> bool:
        """Count one more for a key. Return False if that is too many; it does not count then."""
        left, at = self._left.get(key, (float(self._burst), now))
        left = min(float(self._burst), left + (now - at) * self._rate)
        self._left[key] = (left - 1.0 if left >= 1.0 else left, now)
        return left >= 1.0


class Tickets:
    """Numbers for phones, since the session knows no cookies."""

    def __init__(self) -> None:
        self._numbers, self._given = count(1), dict[str, int]()

    def of(self, phone: str) -> int:
        """Return the number of a phone by its cookie, 0 for one without cookies.

        The oldest numbers are forgotten.
        """
        if phone and phone not in self._given:
            if len(self._given) >= MAX_PHONES:
                del self._given[next(iter(self._given))]
            self._given[phone] = next(self._numbers)
        return self._given.get(phone, 0)


def renewed_seats(before: Session | None, after: Session) -> set[int]:
    """Return the seats whose codes were renewed since an earlier moment."""
    if before is None:
        return set()
    old, new = before.config.phone_access.renewals, after.config.phone_access.renewals
    return {seat for seat in {*old, *new} if old.get(seat, 0) != new.get(seat, 0)}


def pin_of(session: Session | None, seat: int) -> str:
    """Return the PIN of a seat, "" for none."""
    return session.lobby.setup.seat(seat).pin if session is not None and seat != SCREEN else ""
