"""The moves from one layout of the table to another."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.games.asking import Custody
from companion.games.cardbot.engine.cards import target_card
from companion.games.cardbot.engine.events import (
    CardsByHand,
)
from companion.games.cardbot.narration.wording import (
    hand_words,
)
from companion.games.race.scene_diff import scene_diff as race_scene_diff
from companion.games.scene import BACK, Instruction, Scene
from companion.geometry import Square


def scene_diff(
    before: Scene, after: Scene, names: Mapping[int, str], back: bool = True
) -> tuple[Instruction, ...]:
    """Return the moves from one layout to another, each onto a free place; rings move in one go.

    Cards of targets that were reached in between leave real piles or return to them. `back` makes
    the words say so.
    """
    cards = (
        _cards(seat, before.taken[seat], taken, names)
        for seat, taken in after.taken.items()
        if seat in before.taken and len(taken) != len(before.taken[seat])
    )
    return (*race_scene_diff(before, after, names, back), *cards)


def _cards(
    seat: int,
    before: Sequence[Square],
    after: Sequence[Square],
    names: Mapping[int, str],
) -> Instruction:
    """Return the instruction for the cards of one pile."""
    out = len(after) > len(before)
    numbers = range(min(len(before), len(after)) + 1, max(len(before), len(after)) + 1)
    squares = after if out else before
    event = CardsByHand(
        seat,
        len(after),
        tuple((target_card(seat, number), squares[number - 1]) for number in numbers),
        out,
    )
    words = hand_words(event, names, seat, Custody.HANDS)
    return Instruction(
        seat,
        words,
        "",
        BACK,
        marks=tuple(square for _, square in event.cards if square),
        short=words,
    )
