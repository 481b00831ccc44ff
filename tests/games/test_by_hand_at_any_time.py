"""Races with corrections at any moment raise only RuleError, ask answerable questions, go on."""

from __future__ import annotations

import random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.engine.changes import BoardChange
from companion.engine.rules import MODE_OPTION, OPTIONS
from companion.engine.state import ACTIVE
from companion.errors import RuleError
from companion.games.asking import Finished, Questions, Shuffle
from companion.games.corrections import Corrections
from companion.games.kit.edit import ChangeRule
from companion.games.programmed.corrections import CORRECTIONS, EndTurn, Redeal
from companion.games.programmed.invariants import breaches, card_breaches, status_breaches
from companion.games.programmed.turn import PROGRAM, RacePosition, begin_turn
from tests.engine.random_changes import random_change
from tests.engine.random_races import random_board, random_state
from tests.games.turns import GAME, answers, go_on, row
from tests.typed import present


def beginning(rng: random.Random) -> RacePosition:
    """Return a race on a crowded small board, before its first turn."""
    state = random_state(
        rng, random_board(rng, rng.randint(3, 6), rng.randint(3, 6)), rng.randint(1, 5)
    )
    clanks = tuple(clank._replace(down=False, slots=(None,) * 5) for clank in state.clanks)
    return begin_turn(state._replace(turn=0, clanks=clanks))


def anything(rng: random.Random, moment: RacePosition) -> Any:
    """Return any change: of the board mostly, else of the turn or of a setting."""
    if rng.random() < 0.6:
        found: BoardChange = random_change(rng, moment.state)
        return found
    option = rng.choice((*OPTIONS, OPTIONS[3]))
    return rng.choice(
        (Redeal(), EndTurn(), ChangeRule(option.key, rng.choice(option.choices).word))
    )


def sound(moment: RacePosition) -> None:
    """Check the invariants of the state and its question."""
    state, next_step = moment.state, GAME.next_step(moment)
    assert (
        breaches(state.race.board, state, (), GAME.pieces(moment))
        == card_breaches(state)
        == status_breaches(state)
        == ()
    )
    assert GAME.flags(moment) == state.race.flags and set(CORRECTIONS.words(moment)) == {
        option.key for option in GAME.options if option != MODE_OPTION
    }
    if isinstance(next_step, Finished):
        assert state.over
    elif isinstance(next_step, Shuffle):
        assert set(next_step.held) == {clank.seat for clank in state.clanks}
    elif isinstance(next_step, Questions):
        asked(moment, next_step, random.Random(1))


def asked(moment: RacePosition, next_step: Questions, rng: random.Random) -> None:
    """Check that only seats that can answer are asked, and that a legal answer has no fault."""
    for ask in next_step.asks:
        clank = moment.state.clank(ask.seat)
        assert (
            clank.status == ACTIVE
            and ask.program.locked == (clank.locked if ask.program.slots else ())
            and ask.must != clank.down * (next_step.about == PROGRAM)
        )
        assert ask.hand.codes is None or len(ask.hand.codes) == ask.hand.number
        assert not ask.program.slots or ask.hand.number + len(ask.program.locked) >= 5
    given = answers(moment, rng)
    rows = {ask.seat: row(ask, given[ask.seat]) for ask in next_step.asks if ask.seat in given}
    assert [GAME.fault(moment, seat, rows) for seat in rows] == [None] * len(rows)


@settings(max_examples=200, deadline=None)
@given(st.integers(0, 2**32), st.booleans())
def test_changes_at_any_moment_never_break_a_race(seed: int, real: bool) -> None:
    """Play turns with corrections between, then two without, of eight steps at most."""
    rng = random.Random(seed)
    moment = beginning(rng)
    for _ in range(60):
        while rng.random() < 0.4:
            before = GAME.fingerprint(moment)
            try:
                passage = present(Corrections.of(GAME)).changed(moment, anything(rng, moment))
            except RuleError as fault:
                assert str(fault) and GAME.fingerprint(moment) == before
            else:
                assert passage.events and not passage.ends_turn
                moment = passage.position
            sound(moment)
        if isinstance(GAME.next_step(moment), Finished):
            return
        moment = go_on(moment, rng, real).position
        sound(moment)
    goal = moment.state.turn + 2
    for _ in range(3 * 9):
        if isinstance(GAME.next_step(moment), Finished) or moment.state.turn == goal:
            return
        moment = go_on(moment, rng, real).position
        sound(moment)
    raise AssertionError(f"turn {goal} never comes")


def test_every_kind_of_change_is_made_in_such_races() -> None:
    """Make corrections of every kind in these races, so that they prove something."""
    made, rng = set(), random.Random(5)
    for _ in range(30):
        moment = beginning(rng)
        for _ in range(40):
            wanted = anything(rng, moment)
            try:
                moment = present(Corrections.of(GAME)).changed(moment, wanted).position
                made.add(type(wanted).__name__)
            except RuleError:
                continue
            if not isinstance(GAME.next_step(moment), Finished):
                moment = go_on(moment, rng).position
    assert made == {
        "PutOn",
        "Park",
        "SetDamage",
        "SetLives",
        "SetNextFlag",
        "SetCheckpoints",
        "SetPower",
        "MoveFlag",
        "Redeal",
        "EndTurn",
        "ChangeRule",
    }
