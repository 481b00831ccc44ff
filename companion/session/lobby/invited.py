"""Who may join by a phone: what the service that lets phones in has told the session (`companion.phones`).

It changes nothing of a game, and nothing of it is kept with one: what a phone does for its seat is kept as what comes of it at the table.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.named_tuples import NamedTuple
from companion.session.lobby.opponents import Hint
from companion.words import NOTHING, Text

SCREEN: Final = 0
"""In the place of a seat: a second screen, which shows what everybody may see."""


class Invitation(NamedTuple):
    """By which code a phone joins: for the player of a seat, or as a second screen (SCREEN)."""

    seat: int
    code: str
    joined: int = 0
    """How many phones look by it."""
    shown: bool = False
    """Whether a screen has shown it once, perhaps before the app was started again."""


class Invited(NamedTuple):
    """The phones of this session: who may join, and what is known of those that did."""

    offered: bool = False
    """A service is there that could let phones in."""
    called: bool = False
    """The service was asked to let phones in for this session only."""
    address: str = ""
    """Where phones find this computer ("192.168.4.1:8137"), "" as long as they cannot."""
    others: tuple[str, ...] = ()
    """Where else they find it, such as on another network or by its name."""
    trouble: Text = NOTHING
    """Why they cannot, NOTHING where nothing is wrong."""
    codes: tuple[Invitation, ...] = ()
    """The code of each seat that a phone may join, and of SCREEN."""
    renewals: Mapping[int, int] = {}
    """How often people wanted another code, by seat or SCREEN."""
    covered: frozenset[str] = frozenset()
    """The codes of seats that the screen has shown once: they are shown again only after a held touch."""
    taken: Mapping[int, int] = {}
    """The seats that phones have taken by the table's code (`joining`), by their tickets, until the service is done with those."""
    answers: Mapping[int, Text] = {}
    """Why a phone has not got the seat or the name that it wanted, by its ticket."""
    ready: frozenset[int] = frozenset()
    """The seats whose players have said at their phones that they are ready for the game."""
    standing: frozenset[int] = frozenset()
    """The seats whose players have said at their phones, before a race, that their pieces stand in their places."""
    gone: Mapping[int, float | None] = {}
    """The seats whose phones are gone in this race, each with the time since which the game waits for it, None while it does not."""
    stand_ins: Mapping[int, tuple[int, int]] = {}
    """The seats for which a pilot plays instead, each with the race and the turn in which it does."""
    hints: Mapping[int, Hint | None] = {}
    """The hints that players have asked for at their phones, by seat, None while a pilot thinks; nobody else sees them."""
    replies: Mapping[int, Text] = {}
    """Why the phone of a seat has not got what it wanted last, by seat."""

    @property
    def at_hand(self) -> frozenset[int]:
        """The seats whose players look at a phone now."""
        return frozenset(one.seat for one in self.codes if one.joined and one.seat != SCREEN)

    def invitation(self, seat: int) -> Invitation | None:
        """Return the invitation of a seat or SCREEN, None where it has none."""
        return next((one for one in self.codes if one.seat == seat), None)


NOBODY_INVITED: Final = Invited()
