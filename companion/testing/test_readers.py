"""Test that a game with real cards ends the same if people are clumsy at their readers."""

from __future__ import annotations

import random
from itertools import cycle

from companion.games.api import Game
from companion.session.messages import (
    CARD,
    INSTRUCTION,
    START,
    TURN,
    ApplyCorrection,
    GoBack,
    GoForward,
    GoTo,
)
from companion.session.view import DEAL
from companion.testing.people import People
from companion.testing.playing import mark
from companion.testing.table_hands import TableHands

TURNS = 3
STOPS = 3
"""Actions between two rewinds."""
LEVELS = (INSTRUCTION, "", CARD, "", "register", "", TURN, "", START)
"""The steps of rewinds; "" for any moment."""


def marks(people: People) -> list[str]:
    """Play some turns; return the fingerprints of all positions in order."""
    found = [mark(people.loop)]
    for _ in people.play(TURNS):
        if mark(people.loop) != found[-1]:
            found.append(mark(people.loop))
    return found


def test_faulted_readers_end_as_clean_ones(game: Game) -> None:
    """A faulty answer is refused in words, and every position is the same as without faults."""
    clean, clumsy = People(game), People(game, clumsy=True)
    assert marks(clumsy) == marks(clean)
    assert "cable" in clumsy.happened
    if "early" in clumsy.happened:
        assert {"gap", "blank", "foreign"} <= {*clumsy.happened}
    if "early" in clumsy.happened and len(clumsy.session.people) > 1:
        assert {"elsewhere", "out"} <= {*clumsy.happened}


def compare(hands: TableHands, people: People) -> None:
    """Compare the table with the view; a deal takes over all cards as they are dealt."""
    if DEAL in (people.view.page, people.before):
        hands.take_cards(people.view)
    hands.compare(people.view)


def test_real_cards_are_led_back_and_forward_again(game: Game) -> None:
    """Hands bring pieces and cards back to each earlier place, and forward to the same place."""
    people, hands, found = People(game), TableHands(), dict[int, str]()
    hands.begin(people.view)
    levels, rng, back = cycle(LEVELS), random.Random(1), 0
    for number, _ in enumerate(people.play(TURNS)):
        compare(hands, people)
        found[people.session.timeline.number] = mark(people.loop)
        if number % STOPS == STOPS - 1:
            before = people.session.timeline.number
            level = next(levels)
            people.loop.send(
                ApplyCorrection(GoBack(level) if level else GoTo(rng.choice([*found])))
            )
            people.arrive(hands)
            if people.session.timeline.number != before:
                back += 1
                assert mark(people.loop) == found.get(
                    people.session.timeline.number, mark(people.loop)
                )
                compare(hands, people)
                people.before = people.view.page
                people.loop.send(ApplyCorrection(GoForward()))
                people.arrive(hands)
                assert (people.session.timeline.number, mark(people.loop)) == (
                    before,
                    found[before],
                )
                compare(hands, people)
        hands.carry_out(people.view)
    assert back
