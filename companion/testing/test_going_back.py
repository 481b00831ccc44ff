"""A game can be taken back to any place and led forward again, and people may change it by hand."""

from __future__ import annotations

import random
from itertools import cycle
from typing import Final

import pytest

from companion.app.loop import EventLoop
from companion.games.api import Game
from companion.games.parts import Invariants
from companion.session.messages import (
    CARD,
    INSTRUCTION,
    START,
    TURN,
    Confirm,
    Decide,
    GoBack,
    GoForward,
)
from companion.session.view import OVER
from companion.testing.hands import Hands
from companion.testing.playing import begin, mark, offered, opened, seats_possible, touches

STOPS = 7
"""After so many touches each the game is changed."""
BACK = 4
"""After so many touches each the game is taken back."""
LEVELS: Final = (INSTRUCTION, CARD, "register", TURN, START)
"""How far it is taken back."""


def arrive(loop: EventLoop, hands: Hands) -> None:
    """Carry out what leads the table to another place of the game."""
    hands.rows = None
    for _ in range(200):
        if loop.session.travel is None:
            hands.take_cards(loop.view)
            return
        hands.compare(loop.view)
        hands.carry_out(loop.view)
        loop.send(Confirm(loop.session.step))
    raise AssertionError("the table never arrives")


def test_it_goes_back_and_forward_again(game: Game) -> None:
    """Back by each step, the table is led there by hands; forward again it is the same game as before."""
    loop, hands = begin(opened(game, seats_possible(game)[-1], seed=4)), Hands()
    hands.begin(loop.view)
    marks, heard = {loop.session.number: mark(loop)}, set[str]()

    def back_and_forward(level: str) -> None:
        """Take the game back and forward, or hear why that step leads nowhere."""
        before, moment = mark(loop), loop.session.number
        loop.send(Decide(GoBack(level)))
        if str(loop.session.notice):
            heard.add(level)
        arrive(loop, hands)
        if loop.session.number != moment:
            heard.add(level)
            assert mark(loop) == marks.get(loop.session.number, mark(loop))
            hands.compare(loop.view)
            loop.send(Decide(GoForward()))
            arrive(loop, hands)
            assert (loop.session.number, mark(loop)) == (moment, before)
            hands.compare(loop.view)

    levels = cycle(LEVELS)
    for number, _ in enumerate(touches(loop, 3)):
        hands.compare(loop.view)
        marks[loop.session.number] = mark(loop)
        if number % BACK == BACK - 1:
            back_and_forward(next(levels))
        hands.carry_out(loop.view)
    for level in LEVELS:
        back_and_forward(level)
    assert heard == {*LEVELS}


@pytest.mark.parametrize("seed", (1, 2, 3))
def test_changes_by_hand_leave_a_sound_game(game: Game, seed: int) -> None:
    """Whatever the forms offer can be done or is refused in words; the game goes on to its end or its third turn."""
    rng = random.Random(seed)
    loop, hands = begin(opened(game, seats_possible(game)[-1], seed=seed)), Hands()
    hands.begin(loop.view)
    made = 0
    for number, _ in enumerate(touches(loop, 3)):
        hands.compare(loop.view)
        hands.carry_out(loop.view)
        if number % STOPS == 2:
            changes = list(offered(loop))
            if changes:
                before = mark(loop)
                loop.send(Decide(rng.choice(changes), "ANNA", "counted wrongly"))
                made += mark(loop) != before or bool(str(loop.session.notice))
            for _ in range(60):
                if loop.session.travel is None:
                    break
                loop.send(Confirm(loop.session.step))
            match, invariants = loop.session.match, game.part(Invariants)
            assert match is not None
            assert invariants is None or not invariants.unsound(match.position)
            # Where something stands people have changed themselves.
            hands.begin(loop.view)
            hands.carry_out(loop.view)
        if loop.session.page == OVER:
            break
    assert made or not list(offered(loop))
