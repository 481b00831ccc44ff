"""What is odd about a grid: allowed, but probably not meant.

No target is ever out of reach: a robot that plays what it likes comes to every place, whatever two belts, two teleports and two slippery places do.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.cardbot.engine.cards import TARGET_CARDS, Card
from companion.games.cardbot.engine.grid import FACE_DOWN, STARTS, Belt, Grid, in_force
from companion.games.cardbot.engine.rules import Rules
from companion.games.cardbot.look import SUIT_WORDS, words_of
from companion.words import Text, listed, text


def grid_warnings(drawn: Grid) -> tuple[Text, ...]:
    """Sentences on targets that are missing, belts that are missing or lead nowhere, and starts on features, under the usual settings."""
    grid = in_force(drawn, Rules())
    belts = (words for _, words in odd_belts(grid))
    return (*_lost_targets(grid), *_no_belt(grid), *belts, *odd_starts(grid))


def _lost_targets(grid: Grid) -> Iterator[Text]:
    """Without one of the targets nobody can win (CB17, CB18)."""
    for number, value in enumerate(TARGET_CARDS, 1):
        if number not in grid.targets:
            yield text(
                "target {number}, the {card}, is missing: nobody can win",
                number=number,
                card=words_of(Card(value, "H")),
            )


def _no_belt(grid: Grid) -> Iterator[Text]:
    if not grid.belts:
        yield text("there is no belt")


def odd_belts(grid: Grid) -> Iterator[tuple[Belt, Text]]:
    """Yield the belts that run against the top or the bottom, which keep whoever is on their last place (CBR24)."""
    for belt in grid.belts:
        if grid.step(belt.places[-1], belt.way) is None:
            yield (
                belt,
                text(
                    "the belt of {suit} ends at the edge: a robot on {square} stays there",
                    suit=SUIT_WORDS[belt.suit],
                    square=belt.places[-1],
                ),
            )


def odd_starts(grid: Grid) -> Iterator[Text]:
    """Yield a sentence about the starts that lie on features."""
    seats = [seat for seat, square in STARTS.items() if grid.code(square) != FACE_DOWN]
    if seats:
        places = listed(
            [text("{square} for seat {seat}", square=STARTS[seat], seat=seat) for seat in seats]
        )
        yield text("starts lie on features: {places}", places=places)
