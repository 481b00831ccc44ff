"""What would happen: a game says where programs lead, and the real play leads there."""
from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import pytest

from companion.content import load_board, load_flags
from companion.games.base import Answer, Finished, Plan, Questions
from companion.games.clockwork.turn import PROGRAMMING, RacePosition
from companion.games.plain import PlainGame
from tests.games.turns import GAME, answers, go_on, until


def race(seed: int, word: str = "next") -> RacePosition:
    """A race of four that has been going on for some turns, where programs are asked for."""
    plan = Plan(load_board("fountain-circus"), load_flags("fountain-circus").away, (1, 2, 3, 4), {"power_down": word})
    rng, moment = random.Random(seed), GAME.begin(plan)
    for _ in range(3 + seed % 40):
        if isinstance(GAME.want(moment), Finished):
            break
        moment = go_on(moment, rng).position
    return moment if isinstance(GAME.want(moment), Finished) else until(moment, PROGRAMMING, seed)


def played(moment: RacePosition, said: Mapping[int, Answer]) -> RacePosition:
    """The turn as it is really played."""
    passage = GAME.answered(moment, said)
    while not passage.ends_turn:
        passage = GAME.play(passage.position)
    end: RacePosition = passage.position
    return end


@pytest.mark.parametrize("seed", range(40))
def test_the_real_play_leads_where_it_was_said_to_lead(seed: int) -> None:
    """Every program of everybody, also with locked slots left out; and it is said twice alike."""
    moment = race(seed)
    if isinstance(GAME.want(moment), Finished):
        return
    said = answers(moment, random.Random(seed), pushes=0)
    programs = {seat: answer.codes for seat, answer in said.items() if any(answer.codes)}
    found = GAME.simulate(moment, programs)
    assert found == played(moment, said) and found == GAME.simulate(moment, programs)
    locked = {clank.seat: clank.locked for clank in moment.state.clanks}
    left = {seat: tuple(None if slot in locked[seat] else code for slot, code in enumerate(codes, 1)) for seat, codes in programs.items()}
    assert GAME.simulate(moment, left) == found


@pytest.mark.parametrize("seed", range(10))
def test_a_pilot_asks_with_what_it_knows(seed: int) -> None:
    """Of a redacted position its own program is played, and nothing of the others' that is not known."""
    moment = race(seed)
    want = GAME.want(moment)
    if not isinstance(want, Questions):
        return
    ask = next((ask for ask in want.asks if ask.slots and ask.hand), None)
    if ask is None:
        return
    hand = iter(ask.hand or ())
    codes = tuple(None if slot in ask.locked else next(hand) for slot in ask.slots)
    found = GAME.simulate(GAME.redacted(moment, ask.seat), {ask.seat: codes, 99: codes})
    assert found is not None and GAME.want(found) is not None
    assert not isinstance(GAME.want(found), Questions) or found.state.turn >= moment.state.turn


def test_where_nothing_is_programmed_nothing_can_be_said() -> None:
    """Before a deal, in mid-turn; and in a game that cannot say it at all."""
    moment: Any = race(1)
    assert GAME.simulate(until(moment, "dealing"), {}) is None and GAME.simulate(until(moment, "registers"), {}) is None
    assert PlainGame().simulate((), {}) is None
