"""Who may join by a phone: what the service that lets phones in has told the session (`companion.phones`).

It changes nothing of a game, and nothing of it is kept with one: what a phone does for its seat is kept as what comes of it at the table.
"""
from __future__ import annotations

from typing import Final, NamedTuple

from companion.words import NOTHING, Text

SCREEN: Final = 0
"""In the place of a seat: a second screen, which shows what everybody may see."""


class Invitation(NamedTuple):
    """By which code a phone joins: for the player of a seat, or as a second screen (SCREEN); and how many have `joined`."""

    seat: int
    code: str
    joined: int = 0


class Invited(NamedTuple):
    """Who may join. `offered`: there is a service that could let phones in; `called`: it was asked to for this session only.

    `address` is where phones find this computer ("192.168.4.1:8137"), "" as long as they cannot; `trouble` says why, NOTHING where nothing is wrong. `renewed`
    counts how often other codes were wanted.
    """

    offered: bool = False
    called: bool = False
    address: str = ""
    trouble: Text = NOTHING
    codes: tuple[Invitation, ...] = ()
    renewed: int = 0

    @property
    def at_hand(self) -> frozenset[int]:
        """The seats whose players look at a phone now."""
        return frozenset(one.seat for one in self.codes if one.joined and one.seat != SCREEN)
