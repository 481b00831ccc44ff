"""Pilots at Diesel Demolition Derby: they answer by what they may know, and better ones win."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping

import pytest

from companion.games.api import Plan
from companion.games.asking import Answer, Finished, Hand, Questions, Shuffle
from companion.games.diesel.deck_file import house_deck
from companion.games.diesel.engine.asking import GivenAnswer
from companion.games.diesel.engine.rules import Rules
from companion.games.diesel.engine.state import DieselState, RowCard
from companion.games.diesel.game import GAME
from companion.games.diesel.stages import CHOOSING, DEPLOYING, DieselPosition, open_questions
from companion.games.kit.pilot import Weighing
from companion.games.parts import Invariants
from companion.pilots.base import Task, is_sound, pilots
from tests.games.diesel.tables import code, diesel
from tests.typed import of_kind, present

LADDER = ("random", "novice", "steady", "racer", "champion")
TABLES = [(players, "base") for players in range(2, 7)] + [
    (players, "mekk_mania") for players in range(2, 6)
]


def derby(
    players: int, seed: str, words: Mapping[str, str], seated: Mapping[int, str], late: bool = True
) -> Iterator[tuple[DieselPosition, Task, Answer]]:
    """Yield the answers of a Derby with position and question; the last position has none.

    A late pilot guesses once.
    """
    seats = tuple(range(1, players + 1))
    position = GAME.begin(Plan(None, (), seats, dict(words)))
    while (
        not isinstance(next_step := GAME.next_step(position), Finished) and not position.state.over
    ):
        chance = random.Random(f"{seed} {next_step}")
        if isinstance(next_step, Shuffle):
            cards = tuple(chance.sample(GAME.deck, len(GAME.deck)))
            position = GAME.dealt(position, cards).position
        elif isinstance(next_step, Questions):
            answers = {}
            for ask in next_step.asks:
                task = Task(
                    diesel(),
                    next_step.about,
                    ask,
                    GAME.redacted(position, ask.player),
                    lambda: late,
                )
                answers[ask.seat] = (
                    pilots()[seated[ask.player]]
                    .choose(task, random.Random(f"{seed} {next_step.about} {ask.seat}"))
                    .answer
                )
                yield position, task, answers[ask.seat]
            position = GAME.answered(position, answers).position
        else:
            position = GAME.play(position).position
    assert position.state.over
    yield position, task, answers[ask.seat]


@pytest.mark.parametrize(("players", "variant"), TABLES)
def test_every_pilot_answers_what_it_is_asked(players: int, variant: str) -> None:
    """Answer cards and targets at any table, by all pilots of the ladder."""
    seated = {seat: LADDER[(seat + players) % len(LADDER)] for seat in range(1, players + 1)}
    for _, task, answer in derby(players, "sound", {"variant": variant}, seated):
        assert is_sound(task.ask, answer)


@pytest.mark.parametrize(("players", "variant"), TABLES)
def test_a_guess_agrees_with_all_that_a_seat_knows(players: int, variant: str) -> None:
    """Guess a whole position that agrees with all that the seat knows."""
    game = diesel()
    for number, (_, task, _) in enumerate(
        derby(
            players, "guess", {"variant": variant}, dict.fromkeys(range(1, players + 1), "random")
        )
    ):
        weighing, seat = Weighing.of(game), task.ask.player
        assert weighing is not None
        guess = weighing.guessed(
            task.position, task.ask, random.Random(number).sample(game.deck, len(game.deck))
        )
        assert (
            present(Invariants.of(game)).unsound(guess) == ()
            and game.redacted(guess, seat) == task.position
        )


def test_who_has_passed_a_hand_on_knows_what_is_left_of_it() -> None:
    """Know what is left of passed hands, one more each turn, the right player's last."""
    known = {
        position.turn: set(present(of_kind(DieselPosition, task.position).state.hands))
        for position, task, _ in derby(4, "memory", {}, dict.fromkeys(range(1, 5), "random"))
        if position.stage == DEPLOYING and task.ask.seat == 2
    }
    assert known == {1: {2}, 2: {2, 3}, 3: {2, 3, 4}, 4: {1, 2, 3, 4}, 5: {1, 2, 3, 4}}


def last_turn(front: Mapping[int, str], hands: Mapping[int, str]) -> DieselPosition:
    """Return the last turn of a Derby of three, before cards are played."""
    rows = {seat: tuple(RowCard(card) for card in row.split()) for seat, row in front.items()}
    state = DieselState(
        house_deck(),
        Rules(),
        (1, 2, 3),
        rows,
        turn=3,
        hands={seat: tuple(hand.split()) for seat, hand in hands.items()},
        tokens={1: 0, 2: 0, 3: 0},
    )
    return DieselPosition(
        state._replace(aside=2, unused=("scout", "hunter")), DEPLOYING, by_app=True
    )


@pytest.mark.parametrize("name", LADDER)
def test_a_card_that_lies_already_is_counted_in(name: str) -> None:
    """Choose the other card of a seat with one played card, from the rest of the hand."""
    _, task, _ = next(derby(2, "hint", {}, {1: "random", 2: "random"}))
    first, *rest = task.ask.hand.codes or ()
    left = task.ask._replace(
        program=task.ask.program._replace(locked=(1,), held=(first, None, None, None, None)),
        hand=Hand(len(rest), tuple(rest)),
    )
    answer = pilots()[name].choose(task._replace(ask=left), random.Random(1)).answer
    assert is_sound(left, answer) and answer.codes[0] is None and answer.codes[1] in rest


@pytest.mark.parametrize("name", LADDER[2:])
def test_a_win_that_is_there_is_taken(name: str) -> None:
    """Take a win: a Goliath would cost the row its Walker, the Raider wins."""
    game = diesel()
    evening = last_turn(
        {1: "walker chameleon", 2: "colossus guard", 3: "lookout"},
        {1: "goliath raider", 2: "brawler commander", 3: "heavy ironclaw"},
    )
    evening = evening._replace(
        state=evening.state._replace(front={**evening.state.front, 1: (RowCard("walker"),)})
    )
    next_step = game.next_step(evening)
    assert isinstance(next_step, Questions)
    choice = pilots()[name].choose(
        Task(game, next_step.about, next_step.asks[0], game.redacted(evening, 1)), random.Random(1)
    )
    assert choice.answer.codes[0] == code("raider") and "this Derby" in str(choice.why)


@pytest.mark.parametrize("name", LADDER[1:])
def test_a_target_is_somebody_who_leads(name: str) -> None:
    """Hit the leader by a Brawler in the last turn."""
    game = diesel()
    evening = last_turn(
        {1: "colossus raider", 2: "walker bulwark guard", 3: "lookout"},
        {1: "duellist", 2: "heavy", 3: "ironclaw"},
    )
    front = {**evening.state.front, 1: (*evening.state.front[1], RowCard("brawler", deployed=True))}
    evening = evening._replace(
        state=evening.state._replace(front=front, turn=4), stage=CHOOSING, step=1
    )
    evening = evening._replace(asked=open_questions(evening))
    next_step = game.next_step(evening)
    assert isinstance(next_step, Questions)
    found = {
        pilots()[name]
        .choose(
            Task(game, next_step.about, next_step.asks[0], game.redacted(evening, 1)),
            random.Random(seed),
        )
        .answer.offer
        for seed in range(3)
    }
    assert found <= {"walker", "bulwark"}


def test_a_question_that_hidden_choices_have_led_to_is_found() -> None:
    """Weigh a question that hidden choices caused, such as a Leveller copied by a Copycat."""
    game = diesel()
    evening = last_turn(
        {1: "walker raider", 2: "colossus", 3: "guard"}, {1: "duellist", 2: "heavy", 3: "ironclaw"}
    )
    rows = {
        2: (RowCard("colossus"), RowCard("leveller", deployed=True)),
        3: (RowCard("goliath"), RowCard("copycat", deployed=True)),
        1: (RowCard("walker"), RowCard("raider"), RowCard("brawler", deployed=True)),
    }
    state = evening.state._replace(
        seats=(1, 2, 3, 4),
        front={**rows, 4: ()},
        hands={1: ("duellist",), 2: ("heavy",), 3: ("ironclaw",), 4: ("hunter",)},
        tokens={1: 0, 2: 0, 3: 0, 4: 0},
    )
    evening = evening._replace(
        state=state, stage=CHOOSING, step=2, given=(GivenAnswer(3, "copycat", "leveller"),)
    )
    evening = evening._replace(asked=open_questions(evening))
    next_step = game.next_step(evening)
    assert isinstance(next_step, Questions) and [ask.seat for ask in next_step.asks] == [1]
    for name in LADDER:
        assert is_sound(
            next_step.asks[0],
            pilots()[name]
            .choose(
                Task(
                    game,
                    next_step.about,
                    next_step.asks[0],
                    game.redacted(evening, 1),
                    lambda: True,
                ),
                random.Random(1),
            )
            .answer,
        )


@pytest.mark.parametrize(
    ("better", "worse", "derbies"), [("novice", "random", 60), ("steady", "novice", 16)]
)
def test_the_better_pilot_wins_more_derbies(better: str, worse: str, derbies: int) -> None:
    """Let the better pilot win more Derbies of two, with swapped seats."""
    won = 0.0
    for number in range(derbies):
        seated = {1: better, 2: worse} if number % 2 else {1: worse, 2: better}
        state = [position for position, _, _ in derby(2, f"duel {number // 2}", {}, seated)][
            -1
        ].state
        won += sum(seated[seat] == better for seat in state.winners) / len(state.winners)
    assert won > 0.55 * derbies
