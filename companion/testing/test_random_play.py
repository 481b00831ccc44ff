"""Test that games take every card that they find no fault with, and ask without hidden cards."""

from __future__ import annotations

from itertools import islice

from companion.games.api import Game
from companion.games.asking import Questions
from companion.testing.random_play import RandomPlay, begun

QUESTIONS = 40
"""Questions that are answered in each game."""
TRIES = 5
"""Different answers to each of them."""


def test_cards_without_a_fault_are_an_answer(game: Game) -> None:
    """Any cards of the deck in which the game finds no fault are taken, and it plays on."""
    for number, session in enumerate(begun(game)):
        play = RandomPlay(session, f"cards {number}", by_hand=True)
        for asked in islice(play.questions(), QUESTIONS):
            if any(ask.program.slots for ask in asked.asks):
                for _ in range(TRIES):
                    play.after(play.answers(asked))


def test_a_position_without_hidden_cards_asks_the_same_seats(game: Game) -> None:
    """Ask the same seats by a redacted position, for nobody and for each seat, as by all of it."""
    for number, session in enumerate(begun(game)):
        for by_hand in (True, False):
            play = RandomPlay(session, f"looks {number}", by_hand=by_hand)
            for asked in islice(play.questions(), QUESTIONS):
                for viewer in (None, *play.holders):
                    seen = game.next_step(game.redacted(play.position, viewer))
                    assert isinstance(seen, Questions) and seen.turn == asked.turn
                    assert [ask.seat for ask in seen.asks] == [ask.seat for ask in asked.asks]
