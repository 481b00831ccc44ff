"""Reasons by facts: every claim of random positions is checked by playing it again."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable

import pytest

from companion.app.loop import boards_of
from companion.engine.cards import DECK, MOVES, NO_CARDS, Card
from companion.engine.dealing import program
from companion.engine.events import Damaged, Event
from companion.engine.solo_table import GONE
from companion.engine.state import ACTIVE, Clank, RaceState
from companion.engine.survey import squares_to
from companion.engine.turn import play_register, register_in_steps
from companion.games import find_game
from companion.games.api import Game, Plan
from companion.games.asking import Ask, Finished, PlayOn, Questions
from companion.games.factory_rally.game import FactoryRally
from companion.games.kit.pilot import Explaining, ProgramClaim
from companion.games.programmed.deck import CARD_OF_CODE
from companion.games.programmed.explaining import AWAY, CARD, DESTROYED, FLAG, HITS, SOON
from companion.games.programmed.turn import RacePosition
from companion.pilots.base import Task, pilots
from companion.pilots.explaining import explained, obvious_program
from companion.pilots.programs import Codes, solo_of, with_locked_cards
from tests.games.test_pilots import race
from tests.games.turns import GAME
from tests.typed import any_game, of_kind, present

RALLY = of_kind(FactoryRally, find_game("factory_rally"))
MODELS = ("dawdle", "looking_glass", "twinbore", "boilerplate")
PILOTS = pilots()
STEADY = PILOTS["steady"]


class Replay:
    """A program played step by step while nobody else plays a card."""

    def __init__(self, position: RacePosition, seat: int, codes: Codes) -> None:
        cards = tuple(CARD_OF_CODE[code] if code is not None else None for code in codes)
        clanks = position.state.clanks
        slots = {clank.seat: cards if clank.seat == seat else NO_CARDS for clank in clanks}
        state = program(position.state, slots).state
        self.seat, self.flags, self.hits = seat, dict[int, int](), list[Damaged]()
        self.died: tuple[int, str] | None = None
        for register in range(1, 6):
            before = state.clank(seat)
            for played in register_in_steps(state):
                state = played.state
                self.hits += [
                    event
                    for event in played.events
                    if isinstance(event, Damaged) and event.seat == seat
                ]
                after = state.clank(seat)
                for flag in range(before.next_flag, after.next_flag):
                    self.flags[flag] = register
                before = after
                if after.status != ACTIVE and self.died is None:
                    self.died = register, after.status
            if self.died is not None or state.over:
                break
        self.state, self.clank = state, state.clank(seat)

    def away(self, flag: int) -> int | None:
        """Return the squares to a flag."""
        race, square = self.state.race, present(self.clank.square)
        return squares_to(race.board, race.flags[flag - 1]).get(square)

    def touches_next_turn(self, flag: int, moves: tuple[int, ...]) -> bool:
        """Return whether a piece that is alone touches a flag by these moves."""
        cards: tuple[Card | None, ...] = tuple(
            next(card for card in DECK if card.move == MOVES[move]) for move in moves
        )
        clank = self.clank
        lone = Clank(
            clank.seat,
            ACTIVE,
            clank.square,
            clank.heading,
            clank.damage,
            None,
            flag,
            clank.checkpoints,
            slots=(*cards, *NO_CARDS[len(cards) :]),
        )
        state = RaceState(self.state.race, (lone,), 2)
        for _ in moves:
            state = play_register(state).state
        return state.clanks[0].next_flag > flag


def holds(claim: ProgramClaim, played: Replay, own: Codes, obvious: Codes) -> bool:
    """Return whether a claim is true of a program that was played again."""
    if claim.kind == FLAG:
        return played.flags[claim.marker] == claim.register
    if claim.kind == AWAY:
        return played.away(claim.marker) == claim.number and played.clank.next_flag == claim.marker
    if claim.kind == SOON:
        return played.touches_next_turn(claim.marker, claim.moves)
    if claim.kind == HITS:
        return sum(hit.points for hit in played.hits) == claim.number and (
            not claim.square
            or all((hit.cause, hit.square) == ("laser", claim.square) for hit in played.hits)
        )
    if claim.kind == CARD:
        moves = [[CARD_OF_CODE[code or 0].move for code in codes] for codes in (own, obvious)]
        at = claim.register - 1
        return (
            obvious[at] == claim.number
            and moves[0][at] != moves[1][at]
            and moves[0][:at] == moves[1][:at]
        )
    assert claim.kind == DESTROYED and played.died is not None
    pits = played.state.race.board.having("pit")
    return played.died[0] == claim.register and (claim.cause == "pit") == (claim.square in pits)


def rally(seed: int) -> RacePosition:
    """Return a race of robots with abilities some questions later, at a question for programs."""
    rng = random.Random(seed)
    board = boards_of(any_game(RALLY))[seed % 2].board
    free = [square for square in board.squares if not board.at(square)]
    seats = {seat: {"model": MODELS[seat - 1]} for seat in range(1, 5)}
    plan = Plan(board, tuple(rng.sample(free, 2)), (1, 2, 3, 4), {"lives": "inf"}, seats)
    position = RALLY.begin(plan)
    left = seed % 7
    while True:
        step = RALLY.next_step(position)
        if isinstance(step, Finished):
            position = RALLY.begin(plan)
        elif isinstance(step, Questions):
            programs = any(ask.program.free for ask in step.asks)
            if programs and not left:
                return position
            left -= programs
            answers = {
                ask.seat: PILOTS["random"]
                .choose(Task(any_game(RALLY), step.about, ask, position), rng)
                .answer
                for ask in step.asks
                if ask.must
            }
            position = RALLY.answered(position, answers).position
        elif isinstance(step, PlayOn):
            position = RALLY.play(position).position
        else:
            position = RALLY.dealt(
                position, tuple(rng.sample(RALLY.deck, len(RALLY.deck)))
            ).position


def asked(game: Game[RacePosition, Event], position: RacePosition) -> list[Ask]:
    """Return the questions for programs of pieces on the board."""
    next_step = game.next_step(position)
    assert isinstance(next_step, Questions)
    return [
        ask
        for ask in next_step.asks
        if ask.program.free and position.state.clank(ask.seat).square is not None
    ]


@pytest.mark.parametrize(("game", "made"), ((GAME, race), (RALLY, rally)), ids=("derby", "rally"))
def test_every_claim_about_programs_is_true_of_the_engine(
    game: Game[RacePosition, Event], made: Callable[[int], RacePosition]
) -> None:
    """Check each claim of pilots, and of random programs, in races with damage and locks."""
    said, rng = Counter[tuple[str, bool]](), random.Random(1)
    explaining = present(Explaining.of(game))
    for seed in range(14):
        position = made(seed)
        for ask in asked(game, position):
            known = game.redacted(position, ask.seat)
            task = Task(any_game(game), "program", ask, known)
            solo = present(solo_of(task))
            obvious = with_locked_cards(task, obvious_program(solo))
            hand = rng.sample(present(ask.hand.codes), len(ask.program.free))
            chance = tuple(hand.pop() if slot in ask.program.free else None for slot in range(1, 6))
            for codes in (STEADY.choose(task, rng).answer.codes, chance):
                own = with_locked_cards(task, codes)
                claims = explaining.claims(known, ask.seat, own, obvious)
                played = Replay(position, ask.seat, own), Replay(position, ask.seat, obvious)
                for claim in claims:
                    assert holds(claim, played[claim.obvious], own, obvious), (seed, claim)
                    said[claim.kind, claim.obvious] += 1
                assert not claims or str(explaining.words(claims))
    assert {kind for kind, _ in said} == {FLAG, AWAY, SOON, HITS, DESTROYED, CARD}
    assert min(said[CARD, True], said[DESTROYED, True], said[HITS, True], said[AWAY, True]) > 0


@pytest.mark.parametrize("seed", (3, 8, 14))
def test_a_reason_is_about_the_own_cards_only(seed: int) -> None:
    """Give the same reason whatever the others hold."""
    position = race(seed)
    ask = asked(GAME, position)[0]
    known, choice = GAME.redacted(position, ask.seat), None
    for moment in (position, known):
        task = Task(any_game(GAME), "program", ask, moment)
        choice = choice or STEADY.choose(task, random.Random(1))
        assert explained(task, choice) == explained(task._replace(position=known), choice)


def test_the_obvious_program_ignores_everything_but_walls_and_the_flag() -> None:
    """Reach the flag, or come nearest to it, on a board without elements."""
    for seed in range(8):
        position = race(seed)
        for ask in asked(GAME, position):
            solo = present(solo_of(Task(any_game(GAME), "program", ask, position)))
            pose, moves = solo.pose, dict(zip(solo.hand, solo.moves, strict=True))
            for code, fixed in zip(obvious_program(solo), solo.fixed, strict=True):
                if pose != GONE and (code in moves or fixed is not None):
                    move = moves[code] if code is not None else present(fixed)
                    pose = solo.table.bare(move, pose)
            assert pose != GONE
