"""Pilots play legal programs, and a new one is one new file."""
from __future__ import annotations

import random

import pytest

from companion.games import usual_game
from companion.games.base import Ask
from companion.games.clockwork.deck import CODES
from companion.pilots.base import Task, pilots

ASKS = (
    Ask(1, True, (1, 2, 3, 4, 5), (), 9, CODES[:9], (("pull", "ready"), ("push", "rest"))),
    Ask(1, True, (1, 2, 3, 4, 5), (4, 5), 3, CODES[:3], (("pull", "ready"), ("push", "rest"))),
    Ask(1, True, (1, 2, 3, 4, 5), (1, 2, 3, 4, 5), 0, (), (("pull", "ready"),)),
    Ask(1, True, (), (), 0, None, (("pull", "play on"), ("push", "rest"))),
    Ask(1, False, (), (), 0, (), (("push", "again"), ("pull", "not again"))),
)


@pytest.mark.parametrize("name", sorted(pilots()))
@pytest.mark.parametrize("ask", ASKS, ids=lambda ask: f"{len(ask.slots)}-{len(ask.locked)}-{ask.must}")
def test_every_pilot_answers_what_is_asked(name: str, ask: Ask) -> None:
    """Cards of the hand in every free slot, each once, none in a locked one; a move of the handle that means something."""
    seen = set()
    for seed in range(60):
        answer = pilots()[name].choose(Task(usual_game(), "program", ask, None), random.Random(seed)).answer
        free = [slot for slot in ask.slots if slot not in ask.locked]
        placed = {slot: code for slot, code in enumerate(answer.codes, 1) if code is not None}
        assert sorted(placed) == free and len(set(placed.values())) == len(free) and set(placed.values()) <= set(ask.hand or ())
        assert answer.gesture in dict(ask.gestures)
        seen.add(answer.gesture)
    assert len(seen) == len(ask.gestures)


def test_pilots_are_known_by_name_and_label() -> None:
    """The setup offers them by these."""
    assert {name: str(pilot.label) for name, pilot in pilots().items()}["random"] == "Random pilot"


def test_the_same_chance_makes_the_same_choice() -> None:
    """A pilot has no other source of chance than the one it is given."""
    pilot = pilots()["random"]
    task = Task(usual_game(), "program", ASKS[0], None)
    assert pilot.choose(task, random.Random(4)) == pilot.choose(task, random.Random(4))
