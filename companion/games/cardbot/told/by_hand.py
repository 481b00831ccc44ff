"""The events of what people change by hand (`changing`), told like everything else that happens."""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

from companion.games.cardbot.engine.cards import Card
from companion.geometry import Heading, Square
from companion.words import Text


class PlacedByHand(NamedTuple):
    """People have put a robot on another place, or turned it."""

    seat: int
    start: Square
    square: Square
    before: Heading
    heading: Heading
    rule: str = "CB09"


class CardsByHand(NamedTuple):
    """Cards of targets leave a pile and lie under their targets, or go back: each with the place of its target; `targets` are those reached by then."""

    seat: int
    targets: int
    cards: tuple[tuple[Card, Square], ...]
    out: bool
    rule: str = "CB17"


class ShuffledByHand(NamedTuple):
    """People want a pile shuffled; whoever holds it does that."""

    seat: int
    rule: str = "CB17"


class SetByHand(NamedTuple):
    """People have set something that moves nothing: whose it is, None for the whole game, what, before and after."""

    seat: int | None
    what: Text
    before: Text
    after: Text
    rule: str = ""


HandEvent: TypeAlias = PlacedByHand | CardsByHand | ShuffledByHand | SetByHand
HAND_EVENTS: Final = (PlacedByHand, CardsByHand, ShuffledByHand, SetByHand)
