"""Races with corrections at any moment raise only RuleError, ask answerable questions, go on."""

from __future__ import annotations

from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.engine.changes import PutOn
from companion.errors import RuleError
from companion.games.api import Plan, PlayResult
from companion.games.asking import Answer, Finished, Questions, Reading, Row, Shuffle
from companion.games.cardbot.corrections import CORRECTIONS, EndRound, SetTargets, ShufflePile
from companion.games.cardbot.engine.cards import COMMANDS
from companion.games.cardbot.engine.events import GameEvent
from companion.games.cardbot.engine.grid import ALL_SQUARES, LAYOUTS, layout_grid
from companion.games.cardbot.engine.rules import OPTIONS
from companion.games.cardbot.places import board_of_grid
from companion.games.cardbot.stages import CHOOSING, HANDING, CardbotPosition, left_of
from companion.games.corrections import Corrections
from companion.games.kit.edit import ChangeRule
from companion.games.parts import Invariants
from companion.signals import OK
from tests.games.cardbot.plays import NAMES
from tests.games.cardbot.rounds import cardbot
from tests.games.instructions import instructions_of
from tests.typed import present

GAME: Any = cardbot()


def beginning(chance: Random) -> CardbotPosition:
    """Return a race of two to eight people on any layout, before its first round."""
    seats = tuple(sorted(chance.sample(range(1, 9), chance.randint(2, 8))))
    race: CardbotPosition = GAME.begin(
        Plan(
            board_of_grid(layout_grid(chance.choice(LAYOUTS))),
            (),
            seats,
            {"draw": chance.choice(("5", "7"))},
        )
    )
    return race


def anything(chance: Random, race: CardbotPosition) -> Any:
    """Return any correction, valid or not."""
    seat = chance.choice((*race.seats, 9))
    option = chance.choice(OPTIONS)
    return chance.choice(
        (
            PutOn(seat, chance.choice((*ALL_SQUARES, "H1")), chance.randrange(5)),
            PutOn(seat, chance.choice(ALL_SQUARES), chance.randrange(4)),
            SetTargets(seat, chance.randint(-1, 4)),
            ShufflePile(seat),
            ChangeRule(option.key, chance.choice(option.choices).word),
            EndRound(),
        )
    )


def go_on(
    race: CardbotPosition, chance: Random, by_hand: frozenset[int]
) -> PlayResult[CardbotPosition, GameEvent]:
    """Give what is wanted: shuffled cards, programs on the screen or in readers, sides."""
    next_step = GAME.next_step(race)
    if isinstance(next_step, Shuffle):
        codes = list(GAME.deck)
        chance.shuffle(codes)
        passage = GAME.dealt(race, tuple(codes), GAME.sharing.custody(GAME.seats, by_hand))
    elif isinstance(next_step, Questions):
        passage = GAME.answered(race, answers(race, next_step, chance))
    else:
        passage = GAME.play(race)
    return passage


def answers(race: CardbotPosition, next_step: Questions, chance: Random) -> dict[int, Answer]:
    """Return a legal answer of every seat that is asked, without faults in readers."""
    given: dict[int, Answer] = {}
    rows: dict[int, Row] = {}
    for ask in next_step.asks:
        if ask.offers:
            given[ask.seat] = Answer(
                "", offer=chance.choice(ask.offers).key, late=chance.random() < 0.3
            )
            continue
        codes: tuple[int | None, ...] = (None,) * COMMANDS
        if ask.program.slots:
            if ask.hand.codes is not None:
                hand = ask.hand.codes
            else:
                hand = left_of(race, ask.roles.piece or ask.seat)
            codes = tuple(chance.sample(hand, COMMANDS))
            rows[ask.seat] = tuple(Reading(OK, code) for code in codes)
        given[ask.seat] = Answer(ask.gestures[0][0], codes)
    assert [GAME.fault(race, seat, rows) for seat in rows] == [None] * len(rows)
    return given


def sound(race: CardbotPosition) -> None:
    """Check the invariants of the state and its words."""
    assert (
        present(Invariants.of(GAME)).unsound(race) == ()
        and present(Invariants.of(GAME)).breaches(race, (), GAME.scene(race).pieces) == ()
    )
    assert set(CORRECTIONS.words(race)) == {option.key for option in OPTIONS}
    assert len(GAME.standings(race)) == len(race.seats)
    # A player on the screen has cards to choose from.
    next_step = GAME.next_step(race)
    if race.stage in (CHOOSING, HANDING) and isinstance(next_step, Questions):
        assert all(
            ask.hand.codes is None or len(ask.hand.codes) == ask.hand.number
            for ask in next_step.asks
        )


def changed(race: CardbotPosition, wanted: Any) -> CardbotPosition | None:
    """Return the race after a correction; None if it is refused in words, without a change."""
    before = GAME.fingerprint(race)
    try:
        passage = present(Corrections.of(GAME)).changed(race, wanted)
    except RuleError as fault:
        assert str(fault.words) and GAME.fingerprint(race) == before
        return None
    instructions = instructions_of(GAME, race, passage, NAMES)
    assert (
        passage.events
        and all(one.words and one.part == "correction" for one in instructions)
        and len(instructions) == len(passage.events)
    )
    after: CardbotPosition = passage.position
    sound(after)
    return after


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32), st.booleans())
def test_changes_at_any_moment_never_break_a_race(seed: int, real: bool) -> None:
    """Play some rounds with corrections, then two without."""
    chance = Random(seed)
    race = beginning(chance)
    by_hand = frozenset(
        seat
        for seat in race.seats
        if real and race.owners[seat] is not None and chance.random() < 0.7
    )
    for _ in range(30):
        while chance.random() < 0.4:
            race = changed(race, anything(chance, race)) or race
        if isinstance(GAME.next_step(race), Finished):
            return
        race = go_on(race, chance, by_hand).position
        sound(race)
    goal = race.state.round + 2
    for _ in range(200):
        if isinstance(GAME.next_step(race), Finished) or race.state.round == goal:
            return
        race = go_on(race, chance, by_hand).position
        sound(race)
    raise AssertionError(f"round {goal} never comes")


def test_every_kind_of_change_is_made_in_such_races() -> None:
    """Make corrections of every kind in these races, so that they prove something."""
    made, chance = set(), Random(5)
    for _ in range(10):
        race = beginning(chance)
        for _ in range(30):
            wanted = anything(chance, race)
            if (after := changed(race, wanted)) is not None:
                made.add(type(wanted))
                race = after
            if not isinstance(GAME.next_step(race), Finished):
                race = go_on(race, chance, frozenset()).position
    assert made == set(CORRECTIONS.changes)
