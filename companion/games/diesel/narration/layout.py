"""What people lay out before a game, and what is on the table apart from rows and readers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.games.diesel.engine.cards import MARKS
from companion.games.diesel.engine.rules import MANIA, MEKK_MANIA, hand_size
from companion.games.diesel.engine.state import DieselState
from companion.games.diesel.engine.turn import in_use
from companion.games.scene import Layout
from companion.words import Text, count, listed, text, verbatim


def layout(state: DieselState, names: Mapping[int, str]) -> Layout:
    """Return which cards come out of the deck, and where things are put."""
    hint = text("Each player needs room for about eight cards in front of the reader.")
    return Layout(
        text("Get the cards ready"), hint, tuple((None, words) for words in _lines(state))
    )


def _lines(state: DieselState) -> Iterator[Text]:
    players = len(state.seats)
    used = sum(MANIA[players]) if state.rules.variant == MEKK_MANIA else len(in_use(state))
    if state.rules.variant == MEKK_MANIA:
        yield from _mania(players)
    else:
        out = [mark for mark in MARKS if mark and int(mark[0]) > players]
        if out:
            yield text(
                "Take out all cards marked {marks}: {number} cards stay in play.",
                marks=listed([verbatim(mark) for mark in out]),
                number=used,
            )
        else:
            yield text("All {number} cards are in play.", number=used)
    dealt = hand_size(players)
    yield text(
        "Each Derby: {number} cards for each player, {aside} lie aside, face down.",
        number=dealt,
        aside=used - dealt * players,
    )
    yield text("Leave room for one discard pile for everybody, and lay 13 victory tokens ready.")


def _mania(players: int) -> Iterator[Text]:
    """Yield how many cards of each strength are drawn (DD15)."""
    yield text("Take out the Liaison Unit. Shuffle each strength separately.")
    drawn = listed(
        [
            text("{number} of strength {strength}", number=number, strength=strength)
            for strength, number in enumerate(MANIA[players])
        ]
    )
    yield text("Draw without looking: {cards}.", cards=drawn)


def beside_board(
    state: DieselState, names: Mapping[int, str]
) -> tuple[tuple[int | None, Text], ...]:
    """Return the tokens of players with any; the piles are in the scene (`Scene.piles`)."""
    return tuple(_lines_beside(state, names))


def _lines_beside(
    state: DieselState, names: Mapping[int, str]
) -> Iterator[tuple[int | None, Text]]:
    for seat in state.seats:
        if tokens := state.tokens.get(seat, 0):
            yield (
                seat,
                count(
                    "{player} has {number} victory token",
                    "{player} has {number} victory tokens",
                    tokens,
                    player=names[seat],
                ),
            )
