"""Test that a game can be rewound to any place, led forward again, and corrected."""

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
    ApplyCorrection,
    Confirm,
    GoBack,
    GoForward,
)
from companion.session.view import OVER
from companion.testing.playing import (
    begin,
    mark,
    offered_corrections,
    seats_possible,
    session_on_first_page,
    touches,
)
from companion.testing.table_hands import TableHands

STOPS = 7
"""Touches between two corrections."""
BACK = 4
"""Touches between two rewinds."""
LEVELS: Final = (INSTRUCTION, CARD, "register", TURN, START)
"""The steps of rewinds."""


def arrive(loop: EventLoop, hands: TableHands) -> None:
    """Follow the screen until the table is in line with another place of the game."""
    hands.rows = None
    for _ in range(200):
        if loop.session.timeline.table_sync is None:
            hands.take_cards(loop.view)
            return
        hands.compare(loop.view)
        hands.carry_out(loop.view)
        loop.send(Confirm(loop.session.revision))
    raise AssertionError("the table never arrives")


def test_it_goes_back_and_forward_again(game: Game) -> None:
    """Hands follow each rewind; forward again the game is the same as before."""
    loop, hands = begin(session_on_first_page(game, seats_possible(game)[-1], seed=4)), TableHands()
    hands.begin(loop.view)
    marks, heard = {loop.session.timeline.number: mark(loop)}, set[str]()

    def back_and_forward(level: str) -> None:
        """Rewind and go forward, or note the reason why that step leads nowhere."""
        before, moment = mark(loop), loop.session.timeline.number
        loop.send(ApplyCorrection(GoBack(level)))
        if str(loop.session.notice):
            heard.add(level)
        arrive(loop, hands)
        if loop.session.timeline.number != moment:
            heard.add(level)
            assert mark(loop) == marks.get(loop.session.timeline.number, mark(loop))
            hands.compare(loop.view)
            loop.send(ApplyCorrection(GoForward()))
            arrive(loop, hands)
            assert (loop.session.timeline.number, mark(loop)) == (moment, before)
            hands.compare(loop.view)

    levels = cycle(LEVELS)
    for number, _ in enumerate(touches(loop, 3)):
        hands.compare(loop.view)
        marks[loop.session.timeline.number] = mark(loop)
        if number % BACK == BACK - 1:
            back_and_forward(next(levels))
        hands.carry_out(loop.view)
    for level in LEVELS:
        back_and_forward(level)
    assert heard == {*LEVELS}


@pytest.mark.parametrize("seed", (1, 2, 3))
def test_changes_by_hand_leave_a_sound_game(game: Game, seed: int) -> None:
    """Each correction on offer is done or refused in words, and the game continues."""
    rng = random.Random(seed)
    loop, hands = (
        begin(session_on_first_page(game, seats_possible(game)[-1], seed=seed)),
        TableHands(),
    )
    hands.begin(loop.view)
    made = 0
    for number, _ in enumerate(touches(loop, 3)):
        hands.compare(loop.view)
        hands.carry_out(loop.view)
        if number % STOPS == 2:
            changes = list(offered_corrections(loop))
            if changes:
                before = mark(loop)
                loop.send(ApplyCorrection(rng.choice(changes), "ANNA", "counted wrongly"))
                made += mark(loop) != before or bool(str(loop.session.notice))
            for _ in range(60):
                if loop.session.timeline.table_sync is None:
                    break
                loop.send(Confirm(loop.session.revision))
            match, invariants = loop.session.match, Invariants.of(game)
            assert match is not None
            assert invariants is None or not invariants.unsound(match.position)
            # Hands take over the table from the view after a correction.
            hands.begin(loop.view)
            hands.carry_out(loop.view)
        if loop.session.page == OVER:
            break
    assert made or not list(offered_corrections(loop))
