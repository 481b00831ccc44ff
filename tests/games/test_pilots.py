"""Pilots play legal programs, better ones better; a new one is one new file."""

from __future__ import annotations

import random
from functools import cache

import pytest

from companion.app.loop import catalogue, open_session, play_to_the_end
from companion.content import load_board, load_flags
from companion.engine.changes import PutOn, SetDamage, SetNextFlag
from companion.engine.events import Destroyed
from companion.games.api import Game, Plan
from companion.games.asking import Ask, Finished, Hand, Program, Questions
from companion.games.corrections import Corrections
from companion.games.kit.pilot import Foresight, Solo
from companion.games.programmed.deck import CODES
from companion.games.programmed.turn import PROGRAMMING, RacePosition
from companion.geometry import N, S
from companion.pilots.base import Task, is_sound, pilots
from companion.pilots.programs import best, cards_for_moves, has_won
from companion.pilots.search import ProgramEnd
from companion.session.messages import Begin
from companion.signals import PUSH
from companion.words import text
from tests.games.turns import GAME, go_on, until
from tests.recorded import recorded
from tests.typed import any_game, of_kind, present

ASKS = (
    Ask(
        1,
        True,
        (("pull", text("ready")), ("push", text("rest"))),
        Program((1, 2, 3, 4, 5)),
        Hand(9, CODES[:9]),
    ),
    Ask(
        1,
        True,
        (("pull", text("ready")), ("push", text("rest"))),
        Program((1, 2, 3, 4, 5), locked=(4, 5)),
        Hand(3, CODES[:3]),
    ),
    Ask(
        1,
        True,
        (("pull", text("ready")),),
        Program((1, 2, 3, 4, 5), locked=(1, 2, 3, 4, 5)),
        Hand(codes=()),
    ),
    Ask(1, True, (("pull", text("play on")), ("push", text("rest")))),
    Ask(1, False, (("push", text("again")), ("pull", text("not again"))), hand=Hand(codes=())),
)
LADDER = ("random", "novice", "steady", "racer", "champion")


class Thoughtless(Game):
    """A game that cannot say where cards lead."""

    key: str = "thoughtless"
    title: str = "Thoughtless"


@pytest.mark.parametrize("name", LADDER)
@pytest.mark.parametrize(
    "ask", ASKS, ids=lambda ask: f"{len(ask.program.slots)}-{len(ask.program.locked)}-{ask.must}"
)
def test_every_pilot_answers_what_is_asked(name: str, ask: Ask) -> None:
    """Answer with cards of the hand and a valid handle, in a game that only asks."""
    seen = set()
    for seed in range(60):
        answer = (
            pilots()[name]
            .choose(Task(Thoughtless(), "program", ask, None), random.Random(seed))
            .answer
        )
        assert is_sound(ask, answer)
        seen.add(answer.gesture)
    assert len(seen) == len(ask.gestures)


@cache
def begun(word: str, seats: int) -> RacePosition:
    """Return a race at its beginning, shared by all tests.

    The thoughts of pilots about a race are kept.
    """
    return GAME.begin(
        Plan(
            load_board("fountain-circus"),
            load_flags("fountain-circus").away,
            tuple(range(1, seats + 1)),
            {"power_down": word, "lives": "inf"},
        )
    )


def race(seed: int, word: str = "next", seats: int = 4) -> RacePosition:
    """Return that race some turns later at its question, with damage."""
    rng, moment = random.Random(seed), begun(word, seats)
    for _ in range(seed % 30):
        moment = go_on(moment, rng).position
        if isinstance(GAME.next_step(moment), Finished):
            moment = begun(word, seats)
    for clank in moment.state.clanks:
        if clank.square is not None and clank.damage != (seed + clank.seat) % 10:
            moment = (
                present(Corrections.of(GAME))
                .changed(moment, SetDamage(clank.seat, (seed + clank.seat) % 10))
                .position
            )
    # Locks follow the damage with the next deal.
    return until(moment, PROGRAMMING, seed)


@pytest.mark.parametrize("name", LADDER)
def test_every_pilot_answers_every_question_of_a_race(name: str) -> None:
    """Answer all questions with damage, locks, rests and parked clanks, by known cards only.

    The same chance makes the same choice, checked once in every moment.
    """
    asked = 0
    for seed in range(6):
        moment, again = race(seed, ("next", "this")[seed % 2]), True
        next_step = GAME.next_step(moment)
        for ask in next_step.asks if isinstance(next_step, Questions) else ():
            about = of_kind(Questions, next_step).about
            task = Task(any_game(GAME), about, ask, GAME.redacted(moment, ask.player))
            choice = pilots()[name].choose(task, random.Random(seed))
            assert is_sound(ask, choice.answer)
            assert not again or choice == pilots()[name].choose(task, random.Random(seed))
            again = False
            assert name in ("random", "novice") or choice.why or choice.answer.gesture != PUSH
            asked += 1
    assert asked > 10


def test_what_is_no_answer_is_known() -> None:
    """Recognise a repeated, foreign or locked card, a gap, an unknown gesture or offer."""
    ask = ASKS[1]
    good = (
        pilots()["random"]
        .choose(Task(any_game(GAME), "program", ask, None), random.Random(1))
        .answer
    )
    first, second, third, _, _ = good.codes
    assert is_sound(ask, good)
    for codes in (
        (first, first, third, None, None),
        (first, second, CODES[70], None, None),
        (first, second, third, CODES[4], None),
        (first, second, None, None, None),
    ):
        assert not is_sound(ask, good._replace(codes=codes))
    assert not is_sound(ask, good._replace(gesture="wave")) and not is_sound(
        ask, good._replace(offer="north")
    )


def test_pilots_are_known_by_name_and_strength() -> None:
    """Offer pilots from the weakest to the strongest, each with its way of playing."""
    known = pilots()
    assert [name for name in known if name in LADDER] == list(LADDER) and str(
        known["random"].label
    ) == recorded("Random-pilot")
    assert all(pilot.about for pilot in known.values())


@pytest.mark.parametrize("seed", (1, 2))
def test_a_champion_beats_chance_and_soon(seed: int) -> None:
    """Beat a random pilot long before turn twelve, without a loss.

    A champion that took its worst programs would not come to the first flag.
    """
    entry = catalogue(("fountain-circus",))[0]
    loop = open_session(seed=seed, boards=(entry,), players=("champion", "random"))
    destroyed: list[int] = []
    loop.on_events = lambda played: destroyed.extend(
        event.seat for event in played.events if isinstance(event, Destroyed)
    )
    loop.send(Begin())
    assert play_to_the_end(loop, 12)
    assert loop.session.match is not None
    assert of_kind(Finished, loop.session.match.next_step).winners == (1,)
    assert loop.session.match.shown.turn <= 9 and 1 not in destroyed


def test_a_champion_keeps_its_last_life() -> None:
    """Keep a champion with one life out of short ways through a pit at the gorge."""
    board = "gorge-crossing"
    settings = {"power_down": "next", "lives": "1"}
    moment = GAME.begin(Plan(load_board(board), load_flags(board).away, (1, 2), settings))
    rng = random.Random(11)
    for _ in range(11):
        moment = go_on(moment, rng).position
    moment = until(moment, PROGRAMMING, 11)
    next_step, foresight = GAME.next_step(moment), Foresight.of(GAME)
    assert isinstance(next_step, Questions) and foresight is not None
    ask = next_step.asks[0]
    task = Task(any_game(GAME), next_step.about, ask, GAME.redacted(moment, ask.player))
    codes = pilots()["champion"].choose(task, random.Random(1)).answer.codes
    for seed in range(4):
        deck = random.Random(seed).sample(GAME.deck, len(GAME.deck))
        guess = foresight.guessed(moment, ask.seat, ask.hand.codes or (), deck)
        theirs = {seat: foresight.solo(guess, seat).hand[:5] for seat in (1, 2) if seat != ask.seat}
        after = present(foresight.simulate(guess, {**theirs, ask.seat: codes}))
        assert foresight.solo(after, ask.seat).deaths == 0


@pytest.mark.parametrize("seats", [2, 3])
def test_a_champion_stands_in_the_way_of_somebody_who_is_about_to_win(seats: int) -> None:
    """Block a rival four squares before the last flag, and delay the own one.

    The race is lost as soon as one rival has won, however far away the third one is.
    """
    changes = (SetNextFlag(2, 4), SetNextFlag(1, 3), PutOn(2, "A13", S), PutOn(1, "B10", N))
    moment = begun("next", seats)
    for change in changes:
        moment = present(Corrections.of(GAME)).changed(moment, change).position
    moment = until(moment, PROGRAMMING, 133)
    next_step, foresight = GAME.next_step(moment), Foresight.of(GAME)
    assert isinstance(next_step, Questions) and foresight is not None
    ask = next(ask for ask in next_step.asks if ask.seat == 1)
    task = Task(any_game(GAME), next_step.about, ask, GAME.redacted(moment, ask.player))
    blocking, alone = (
        pilots()[name].choose(task, random.Random(1)).answer.codes for name in ("champion", "racer")
    )
    won = {blocking: 0, alone: 0}
    for seed in range(10):
        deck = random.Random(seed).sample(GAME.deck, len(GAME.deck))
        guess = foresight.guessed(moment, 1, ask.hand.codes or (), deck)
        rival = foresight.solo(guess, 2)
        for codes in won:
            third = {seat: foresight.solo(guess, seat).hand[:5] for seat in range(3, seats + 1)}
            played = {1: codes, 2: cards_for_moves(rival, _soonest(rival).moves), **third}
            won[codes] += foresight.solo(present(foresight.simulate(guess, played)), 2).goal > 4
    assert (won[blocking], won[alone]) == (0, 10)


def _soonest(solo: Solo) -> ProgramEnd:
    """Return the program that touches the last flag in the earliest register."""
    found = best(solo, lambda ending: (not has_won(solo, ending), ending.register))
    assert found is not None and has_won(solo, found)
    return found
