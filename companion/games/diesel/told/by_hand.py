"""The events of what people change by hand (`changing`), told like everything else that happens."""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

from companion.games.scene import CardPlace
from companion.words import Text


class LaidByHand(NamedTuple):
    """People have laid a card elsewhere, or turned it over where it lies; `seat` is in front of whom it lies then, or has lain, None for nobody."""

    seat: int | None
    card: str
    start: CardPlace
    end: CardPlace
    down: bool
    rule: str = "DD09"


class TokensByHand(NamedTuple):
    """People have given a seat another number of victory tokens."""

    seat: int
    before: int
    tokens: int
    rule: str = "DD12"


class SetByHand(NamedTuple):
    """People have set something that moves nothing: whose it is, None for the whole game, what, before and after."""

    seat: int | None
    what: Text
    before: Text
    after: Text
    rule: str = ""


HandEvent: TypeAlias = LaidByHand | TokensByHand | SetByHand
HAND_EVENTS: Final = (LaidByHand, TokensByHand, SetByHand)
