"""Thinking ahead: solo tables, programs, values and guessed hands, checked by the engine."""

from __future__ import annotations

import random
from itertools import permutations

import pytest

from companion.content import load_board, load_flags
from companion.engine.cards import DECK, MOVES, NO_CARDS, Card
from companion.engine.solo_table import GONE, solo_table_of
from companion.engine.state import Clank, Race, RaceState
from companion.engine.turn import play_turn
from companion.games.api import Plan
from companion.games.asking import Questions
from companion.games.kit.pilot import Foresight
from companion.games.programmed.deck import CARD_OF_CODE
from companion.games.programmed.turn import PROGRAMMING, RacePosition
from companion.pilots.base import Task, is_sound, pilots
from companion.pilots.programs import cards_for_moves, programs, solo_of
from companion.pilots.racer import PILOT as RACER
from companion.pilots.search import program_ends
from companion.pilots.values import values_of
from tests.engine.random_races import random_board, random_rules
from tests.games.test_pilots import race
from tests.games.turns import GAME
from tests.typed import any_game, present

FORESIGHT = present(Foresight.of(GAME))
End = tuple[object, ...]


def by_the_engine(races: Race, clank: Clank, program: tuple[Card | None, ...]) -> End:
    """Return the end of a lone clank's turn: won, destroyed with its next flag, or its pose."""
    after = play_turn(RaceState(races, (clank._replace(slots=program),), turn=1)).state
    end = after.clanks[0]
    if after.winner is not None:
        return ("won",)
    if after.deaths:
        return "destroyed", end.next_flag
    return end.square, end.heading, end.damage, end.next_flag


@pytest.mark.parametrize("seed", range(60))
def test_all_programs_of_a_hand_come_to_what_the_engine_plays(seed: int) -> None:
    """Find the engine's ends for all programs of six cards, with locks, boards and settings."""
    rng = random.Random(seed)
    board, rules = random_board(rng), random_rules(rng)
    races = Race(board, tuple(rng.sample(board.squares, 2)), rules)
    square = rng.choice([square for square in board.squares if square not in board.having("pit")])
    clank = Clank(
        1,
        square=square,
        heading=rng.randrange(4),
        damage=rng.choice((0, 0, 3, 6)),
        lives=None,
        checkpoints=((square, 0),),
    )
    deck = rng.sample(DECK, 11)
    locked = {
        slot: card for slot, card in zip(range(4, 6), deck[9:], strict=True) if rng.random() < 0.3
    }
    hand = deck[: 6 - len(locked)]
    free = [slot for slot in range(1, 6) if slot not in locked]
    expected = set()
    for cards in permutations(hand, len(free)):
        slots = {**dict(zip(free, cards, strict=True)), **locked}
        expected.add(by_the_engine(races, clank, tuple(slots[slot] for slot in range(1, 6))))
    solo_table = solo_table_of(races)
    counts = [sum(card.move == move for card in hand) for move in MOVES]
    fixed = [MOVES.index(locked[slot].move) if slot in locked else None for slot in range(1, 6)]
    found: dict[End, tuple[int, ...]] = {}
    for end in program_ends(
        solo_table, (solo_table.pose(square, clank.heading), clank.damage, 1), counts, fixed
    ):
        what: End = (
            ("won",)
            if end.goal > 2
            else ("destroyed", end.goal)
            if end.pose == GONE
            else (solo_table.square(end.pose), end.pose & 3, end.damage, end.goal)
        )
        found[what] = end.moves
    assert set(found) == expected
    for what, moves in found.items():
        left = [*hand]
        program = []
        for slot in range(1, 6):
            move = MOVES[moves[slot - 1]] if slot <= len(moves) else ""
            card = locked.get(slot) or next((card for card in left if card.move == move), left[0])
            program.append(card)
            if slot not in locked:
                left.remove(card)
        assert by_the_engine(races, clank, tuple(program)) == what


@pytest.mark.parametrize("board", ("fountain-circus", "welding-shop"))
def test_values_foretell_about_as_many_turns_as_a_race_alone_takes(board: str) -> None:
    """Foretell the turns of a lone race on average, fewer near the flag, none after the last."""
    races: list[RacePosition] = []
    taken = 0
    for seed in range(16):
        if not races:
            moment = GAME.begin(
                Plan(load_board(board), load_flags(board).away, (1,), {"lives": "inf"})
            )
        else:
            moment = races[0]
        races.append(moment)
        rng = random.Random(seed)
        while (next_step := GAME.next_step(moment)).turn < 40 and not hasattr(next_step, "winners"):
            if isinstance(next_step, Questions):
                answer = RACER.choose(
                    Task(any_game(GAME), next_step.about, next_step.asks[0], moment), rng
                ).answer
                moment = GAME.answered(moment, {1: answer}).position
            else:
                if hasattr(next_step, "held"):
                    moment = GAME.dealt(moment, tuple(rng.sample(GAME.deck, 84))).position
                else:
                    moment = GAME.play(moment).position
        taken += GAME.next_step(moment).turn
    solo = FORESIGHT.solo(races[0], 1)
    expected = values_of(solo.table).turns(1, solo.pose)
    assert expected * 0.75 < taken / len(races) < expected * 1.35
    flag = solo.table.flags[0]
    assert (
        values_of(solo.table).turns(1, solo.table.pose(flag, 0)) < expected
        and values_of(solo.table).turns(5, solo.pose) == 0
    )


@pytest.mark.parametrize("seed", range(12))
def test_hands_are_guessed_from_cards_that_nobody_is_known_to_hold(seed: int) -> None:
    """Guess hands from free cards by damage and locks; keep the own hand."""
    moment = race(seed, seats=8)
    seat = next(clank.seat for clank in moment.state.clanks if clank.hand)
    own = moment.state.clank(seat)
    known = GAME.redacted(moment, seat)
    deck = random.Random(seed).sample(GAME.deck, len(GAME.deck))
    guess = FORESIGHT.guessed(known, seat, (), deck)
    cards = [
        card
        for clank in guess.state.clanks
        for card in (*clank.slots, *(clank.hand or ()))
        if card is not None
    ]
    assert len(cards) == len(set(cards)) and guess.state.clank(seat) == own
    for clank in guess.state.clanks:
        real = moment.state.clank(clank.seat)
        assert len(clank.hand or ()) == len(real.hand or ()) and all(
            clank.slots[slot - 1] is not None for slot in real.locked
        )
    assert FORESIGHT.guessed(known, seat, (), deck) == guess


def test_a_hand_that_only_the_question_knows_is_thought_with() -> None:
    """Think with the question's cards where the position knows none, and guess no others."""
    moment = race(0)
    next_step = GAME.next_step(moment)
    assert isinstance(next_step, Questions) and moment.stage == PROGRAMMING
    ask = next(
        ask
        for ask in next_step.asks
        if (ask.hand.codes and len(ask.hand.codes) == 9) or ask.hand.codes
    )
    unseen = GAME.redacted(moment, None)
    task = Task(any_game(GAME), next_step.about, ask, unseen)
    solo = solo_of(task)
    assert solo is not None and sorted(solo.hand) == sorted(ask.hand.codes or ())
    guess = FORESIGHT.guessed(unseen, ask.seat, solo.hand, GAME.deck)
    held = {CARD_OF_CODE[code] for code in solo.hand}
    assert all(
        held.isdisjoint({*(clank.hand or ()), *clank.slots})
        for clank in guess.state.clanks
        if clank.seat != ask.seat
    )
    for name in ("steady", "champion"):
        assert is_sound(ask, pilots()[name].choose(task, random.Random(1)).answer)


def test_who_is_late_plays_the_best_it_has() -> None:
    """Answer as Champion with the best program by one guess when time is up."""
    moment = race(0)
    next_step = GAME.next_step(moment)
    assert isinstance(next_step, Questions)
    asked = []

    def late() -> bool:
        asked.append(True)
        return True

    task = Task(
        any_game(GAME),
        next_step.about,
        next_step.asks[0],
        GAME.redacted(moment, next_step.asks[0].seat),
        late,
    )
    assert is_sound(
        next_step.asks[0], pilots()["champion"].choose(task, random.Random(1)).answer
    ) and asked == [True]


def test_a_clank_off_the_board_has_no_program() -> None:
    """Find no program for a clank off the board."""
    moment = race(0)
    parked = moment.state.clanks[0]._replace(status="parked", square=None, slots=NO_CARDS, hand=())
    solo = FORESIGHT.solo(moment._replace(state=moment.state.with_clank(parked)), parked.seat)
    assert solo.pose == GONE and programs(solo) == [] and cards_for_moves(solo, ()) == (None,) * 5
