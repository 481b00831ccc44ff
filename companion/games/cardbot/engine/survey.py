"""Find what is odd about a grid: allowed, but probably not meant.

Nothing looks for targets out of reach, since there are none: with a free choice of cards a robot
reaches every place, past any two belts, teleports and slippery places.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.cardbot.engine.cards import TARGET_CARDS, Card
from companion.games.cardbot.engine.grid import FACE_DOWN, STARTS, CardbotGrid, GridBelt, in_force
from companion.games.cardbot.engine.rules import Rules
from companion.games.cardbot.look import SUIT_WORDS, words_of
from companion.words import Text, listed, text


def grid_warnings(drawn: CardbotGrid) -> tuple[Text, ...]:
    """Return warnings of missing targets and belts, belts that end at an edge, starts on features.

    The default settings apply.
    """
    grid = in_force(drawn, Rules())
    lost = [
        text(
            "target {number}, the {card}, is missing: nobody can win",
            number=number,
            card=words_of(Card(value, "H")),
        )
        for number, value in enumerate(TARGET_CARDS, 1)
        if number not in grid.targets
    ]
    belts = [words for _, words in odd_belts(grid)] if grid.belts else [text("there is no belt")]
    return (*lost, *belts, *odd_starts(grid))


def odd_belts(grid: CardbotGrid) -> Iterator[tuple[GridBelt, Text]]:
    """Yield the belts that end at the top or bottom and keep robots there (CBR24)."""
    for belt in grid.belts:
        if grid.step(belt.places[-1], belt.direction) is None:
            yield (
                belt,
                text(
                    "the belt of {suit} ends at the edge: a robot on {square} stays there",
                    suit=SUIT_WORDS[belt.suit],
                    square=belt.places[-1],
                ),
            )


def odd_starts(grid: CardbotGrid) -> Iterator[Text]:
    """Yield a sentence about starts on features."""
    seats = [seat for seat, square in STARTS.items() if grid.code(square) != FACE_DOWN]
    if seats:
        places = listed(
            [text("{square} for seat {seat}", square=STARTS[seat], seat=seat) for seat in seats]
        )
        yield text("starts lie on special places: {places}", places=places)
