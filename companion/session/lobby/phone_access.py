"""The phones that may join, as reported by the service for phones (`companion.phones`).

It changes nothing in a game and is not kept with one: the acts of a phone for its seat are kept as
their effects at the table.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.named_tuples import NamedTuple
from companion.session.lobby.opponents import Hint
from companion.words import NOTHING, Text

SCREEN: Final = 0
"""In place of a seat: a second screen, which shows what everybody may see."""


class Invitation(NamedTuple):
    """The code with which a phone joins, for a seat's player or as a second screen (SCREEN)."""

    seat: int
    code: str
    joined: int = 0
    """The number of phones that use it."""
    shown: bool = False
    """Whether a screen has shown it, perhaps before the app was restarted."""


class PhoneAccess(NamedTuple):
    """The phones of this session."""

    offered: bool = False
    """Whether the service for phones exists."""
    called: bool = False
    """Whether the service was asked to let phones in for this session only."""
    address: str = ""
    """The address of this computer for phones ("192.168.4.1:8137"), "" as long as it has none."""
    others: tuple[str, ...] = ()
    """Other addresses, on another network or by name."""
    trouble: Text = NOTHING
    """The reason for which phones cannot join, NOTHING where they can."""
    codes: tuple[Invitation, ...] = ()
    """The code of each seat that a phone may join, and of SCREEN."""
    renewals: Mapping[int, int] = {}
    """The number of times that people asked for a new code, by seat or SCREEN."""
    covered: frozenset[str] = frozenset()
    """The seats' codes that the screen has shown once; then only a long press shows them."""
    taken: Mapping[int, int] = {}
    """The seats taken with the table's code (`joining`), by ticket, until the service confirms."""
    answers: Mapping[int, Text] = {}
    """The reason for which a phone was refused a seat or a name, by ticket."""
    ready: frozenset[int] = frozenset()
    """The seats whose players have said on their phones that they are ready."""
    standing: frozenset[int] = frozenset()
    """The seats whose players have said on their phones that their pieces are in place."""
    gone: Mapping[int, float | None] = {}
    """The seats whose phones are gone, each with the time since when the game waits, or None."""
    stand_ins: Mapping[int, tuple[int, int]] = {}
    """The seats for which a pilot plays for now, each with the race and the turn of that."""
    hints: Mapping[int, Hint | None] = {}
    """The private hints on phones, by seat, None while a pilot thinks."""
    replies: Mapping[int, Text] = {}
    """The reason for which the last act of a seat's phone was refused, by seat."""

    @property
    def at_hand(self) -> frozenset[int]:
        """The seats whose players use a phone now."""
        return frozenset(one.seat for one in self.codes if one.joined and one.seat != SCREEN)

    def invitation(self, seat: int) -> Invitation | None:
        """Return the invitation of a seat or SCREEN, None where it has none."""
        return next((one for one in self.codes if one.seat == seat), None)


NO_PHONE_ACCESS: Final = PhoneAccess()
