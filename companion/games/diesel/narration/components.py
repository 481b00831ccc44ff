"""List what people lay out before a game, and what lies beside rows and readers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.games.asking import Custody
from companion.games.diesel.engine.cards import MARKS, Deck
from companion.games.diesel.engine.dealing import in_play
from companion.games.diesel.engine.rules import MANIA, MEKK_MANIA, hand_size
from companion.games.diesel.engine.state import DieselState
from companion.games.diesel.narration.scene_diff import scene_diff
from companion.games.diesel.stages import DieselPosition
from companion.games.parts import Components
from companion.games.scene import Instruction, Layout, Scene
from companion.words import Text, count, listed, text, verbatim


class DieselComponents(Components[DieselPosition]):
    """The cards of the deck and the victory tokens on the table."""

    def __init__(self, deck: Deck) -> None:
        self._deck = deck

    def layout(
        self, position: DieselPosition, names: Mapping[int, str], custody: Mapping[int, Custody]
    ) -> Layout:
        """Return which cards are taken out, and the tokens; nothing if the app holds the cards."""
        real = Custody.HANDS in custody.values()
        return Layout(
            text("Get the cards ready"),
            text("Each player needs room for about eight cards in front of the reader."),
            tuple((None, words) for words in _lines(position.state)) if real else (),
        )

    def beside_board(
        self, position: DieselPosition, names: Mapping[int, str]
    ) -> tuple[tuple[int | None, Text], ...]:
        """Return the tokens of players with any; the piles are in the scene (`Scene.piles`)."""
        return tuple(
            (
                seat,
                count(
                    "{player} has {number} victory token",
                    "{player} has {number} victory tokens",
                    tokens,
                    player=names[seat],
                ),
            )
            for seat in position.state.seats
            if (tokens := position.state.tokens.get(seat, 0))
        )

    def scene_diff(
        self, before: Scene, after: Scene, names: Mapping[int, str], back: bool = True
    ) -> tuple[Instruction, ...]:
        """Return the moves of rows, piles and hands."""
        return scene_diff(self._deck, before, after, names)


def _lines(state: DieselState) -> Iterator[Text]:
    players = len(state.seats)
    used = in_play(state)
    if state.rules.variant == MEKK_MANIA:
        # A fixed number of cards of each strength is drawn (DD15).
        yield text("Take out the Liaison Unit. Shuffle each strength separately.")
        drawn = listed(
            [
                text("{number} of strength {strength}", number=number, strength=strength)
                for strength, number in enumerate(MANIA[players])
            ]
        )
        yield text("Draw without looking: {cards}.", cards=drawn)
    elif out := [mark for mark in MARKS if mark and int(mark[0]) > players]:
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
