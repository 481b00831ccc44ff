"""Thinking ahead in Cardbot Derby: a single robot on the tube, unknown hands, whole rounds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from itertools import combinations
from typing import Final

from companion.engine.solo_table import NO_MOVE, SoloStep, SoloTable
from companion.games.asking import Ask
from companion.games.cardbot.deck import CARD_OF_CODE, CODE_OF_CARD
from companion.games.cardbot.engine.cards import COMMANDS, LAST_TARGET, Card, cards_left, pile_of
from companion.games.cardbot.engine.events import Moved
from companion.games.cardbot.engine.grid import (
    ALL_SQUARES,
    START_HEADING,
    STARTS,
    CardbotGrid,
)
from companion.games.cardbot.engine.rules import Rules
from companion.games.cardbot.engine.state import CardbotState, Robot, robot_at
from companion.games.cardbot.engine.turn import CardbotOutcome, begin_round, end_round, play_command
from companion.games.cardbot.narration.standing import places_between
from companion.games.cardbot.stages import CHOOSING, DEALING, OVER, CardbotPosition, hand_of
from companion.games.kit.pilot import Foresight, Outlook, Solo, nearest
from companion.geometry import Heading, Square, turn_heading
from companion.words import Text, count, text

FORWARD, RIGHT, ABOUT, LEFT, STAY = range(5)
"""The effects that a card can have on a robot (CB07, CB08)."""
_CARDS: Final = (Card("A", "H"), Card("5", "H"), Card("2", "H"), Card("3", "H"), Card("4", "H"))
_SEAT: Final = 1
_HANDS: Final = 24
"""The number of hands to think with."""


def move_of(card: Card) -> int:
    """Return what a card does, as a number."""
    return FORWARD if card.moves else (STAY, RIGHT, ABOUT, LEFT)[card.quarters]


class RobotSoloTable(SoloTable):
    """The results of every command, card and pose for a robot that is alone on a grid.

    Markers are the targets. All five cards are played: only their order is chosen (`hands`).
    """

    def __init__(self, grid: CardbotGrid, rules: Rules) -> None:
        pile = pile_of(_SEAT)
        super().__init__(
            ALL_SQUARES,
            tuple(grid.targets[target] for target in sorted(grid.targets)),
            (STARTS[_SEAT], START_HEADING),
            tuple(
                sum(move_of(card) == move for card in pile) / len(pile)
                for move in range(len(_CARDS))
            ),
            COMMANDS,
        )
        self.grid, self.rules = grid, rules
        self._steps: Final[dict[tuple[int, int], tuple[SoloStep, tuple[Square, ...]]]] = {}

    def away(self, goal: int, pose: int) -> int | None:
        """Return the number of places to a target without diagonals, around the tube if shorter."""
        return min(places_between(self.square(pose), square) for square in self.grid.goals[goal])

    def alike(self, register: int) -> int:
        """Return a command with the same results as this one.

        Only the first and the last one differ: the place at the start of the first one counts, and
        the last one may have to end on the king.
        """
        return register if register in (1, COMMANDS) else 2

    def step(self, register: int, move: int, pose: int) -> SoloStep:
        """Return the result of one command."""
        return self._sent(move, pose)[0]

    def touches(self, register: int, move: int, pose: int, goal: int) -> int:
        """Return how many targets, from number `goal` on, a command reaches.

        Places are visited as they are entered; the first command also visits the place at its start
        (CBR14).
        """
        end, path = self._sent(move, pose)
        places, next_one = ((self.square(pose), *path) if register == 1 else path), goal
        for square in places:
            last = self.rules.must_end_on_final_target and next_one == LAST_TARGET
            if next_one <= len(self.flags) and square in self.grid.goals[next_one] and not last:
                next_one += 1
        # The last target counts only for a robot that ends the round on it (CBR32).
        if (
            self.rules.must_end_on_final_target
            and next_one == LAST_TARGET
            and register == COMMANDS
            and self.square(end.pose) in self.grid.goals[LAST_TARGET]
        ):
            next_one += 1
        return next_one - goal

    def bare(self, move: int, pose: int) -> int:
        square, heading = self.square(pose), pose & 3
        if move != FORWARD:
            quarters = {RIGHT: 1, ABOUT: 2, LEFT: 3}.get(move, 0)
            return self.pose(square, turn_heading(heading, quarters))
        return self.pose(self.grid.step(square, heading) or square, heading)

    def hands(self, goal: int) -> tuple[tuple[int, ...], ...]:
        """Return enough hands of five, spread over those that the pile can give.

        Their order does not depend on chance.
        """
        return _hands(min(goal, LAST_TARGET) - 1, self.moves)

    def _sent(self, move: int, pose: int) -> tuple[SoloStep, tuple[Square, ...]]:
        """Return the pose after a command and the entered places, by the rules."""
        key = STAY if move == NO_MOVE else move, pose
        found = self._steps.get(key)
        if found is None:
            robot = robot_at(_SEAT, self.square(pose), pose & 3, self.grid)
            outcome = play_command(
                begin_round(
                    CardbotState(self.grid, self.rules, (robot,), {_SEAT: None}),
                    {_SEAT: (_CARDS[key[0]],) * COMMANDS},
                )
            )
            path = tuple(event.end for event in outcome.events if isinstance(event, Moved))
            after = outcome.state.robot(_SEAT)
            step = SoloStep(
                self.pose(after.square, after.heading), 0, 0, frozenset((self.square(pose), *path))
            )
            found = self._steps[key] = step, path
        return found


def to_its_end(state: CardbotState) -> CardbotOutcome:
    """Return the outcome of the next command with every ping to the right-hand side."""
    sides: tuple[Heading | None, ...] = ()
    while (outcome := play_command(state, sides)).choice is not None:
        sides = (*sides, None)
    return outcome


@cache
def _hands(targets: int, moves: int) -> tuple[tuple[int, ...], ...]:
    pile = [move_of(card) for card in cards_left(_SEAT, targets)]
    every = sorted(
        tuple(hand.count(move) for move in range(moves)) for hand in combinations(pile, COMMANDS)
    )
    step = len(every) / _HANDS
    return tuple(every[int((number + 0.5) * step)] for number in range(_HANDS))


@lru_cache(maxsize=4)
def lone_of(grid: CardbotGrid, rules: Rules) -> RobotSoloTable:
    """Return the tables of a grid. They are cached: a table has one race at a time."""
    return RobotSoloTable(grid, rules)


class RobotForesight(Foresight[CardbotPosition]):
    """Thinking ahead in the race of card robots."""

    def solo(
        self,
        position: CardbotPosition,
        seat: int,
        hand: tuple[int, ...] | None = None,
        in_slots: tuple[int | None, ...] = (),
    ) -> Solo:
        state = position.shown
        solo_table, robot = lone_of(state.grid, state.rules), state.robot(seat)
        if hand is not None:
            codes = hand
        else:
            codes = tuple(CODE_OF_CARD[card] for card in (hand_of(position, seat) or ()))
        cards = sorted((CARD_OF_CODE[code] for code in codes), key=lambda card: -card.rank)
        fixed = tuple(
            move_of(CARD_OF_CODE[code]) if code is not None else None
            for code in (in_slots or (None,) * COMMANDS)
        )
        pose = solo_table.pose(robot.square, robot.heading)
        return Solo(
            solo_table,
            seat,
            pose,
            0,
            goal_of(state, robot),
            pose,
            None,
            fixed,
            tuple(CODE_OF_CARD[card] for card in cards),
            tuple(map(move_of, cards)),
        )

    def rivals(self, position: CardbotPosition, seat: int) -> tuple[int, ...]:
        """Return the robots of other players, the nearest first."""
        owner, own = position.owners[seat], position.state.robot(seat).square
        others = {
            robot.seat: robot.square
            for robot in position.state.robots
            if robot.seat != seat and (owner is None or position.owners[robot.seat] != owner)
        }
        return nearest(others, lambda square: places_between(own, square))

    def guessed(
        self, position: CardbotPosition, seat: int, hand: tuple[int, ...], deck: Iterable[int]
    ) -> CardbotPosition:
        """Return the race with every other robot drawing from the rest of its pile."""
        order, piles = [CARD_OF_CODE[code] for code in deck], dict(position.state.piles)
        for robot in position.state.robots:
            if robot.seat != seat:
                left = {*cards_left(robot.seat, robot.targets)}
                piles[robot.seat] = tuple(card for card in order if card in left)
        by_app = frozenset(position.seats)
        return position._replace(state=position.state._replace(piles=piles), by_app=by_app)

    def simulate(
        self, position: CardbotPosition, programs: Mapping[int, tuple[int | None, ...]]
    ) -> CardbotPosition | None:
        """Play the whole round with these programs and all pings to the right-hand side."""
        if position.stage != CHOOSING:
            return None
        cards = {
            seat: tuple(CARD_OF_CODE[code] for code in codes if code is not None)
            for seat, codes in programs.items()
        }
        cards |= {
            seat: hand[:COMMANDS]
            for seat in position.seats
            if seat not in cards and (hand := hand_of(position, seat)) is not None
        }
        state = begin_round(
            position.state,
            {seat: program for seat, program in cards.items() if len(program) == COMMANDS},
        )
        for _ in range(COMMANDS):
            state = to_its_end(state).state
        after = end_round(state).state
        return position._replace(state=after, stage=OVER if after.over else DEALING, programs={})

    def offer(self, position: CardbotPosition, ask: Ask) -> str:
        """Return the best side of a ping.

        It is away from the target for another player's robot, and towards it for an own one.
        """
        choice = position.choice
        if choice is None or any(not offer.squares for offer in ask.offers):
            return ""
        state = position.shown
        robot = state.robot(choice.pinged)
        own = position.owners[choice.pinged] == position.owners[ask.player]
        goals = state.grid.goals.get(goal_of(state, robot), ())
        ways = {
            offer.key: min([places_between(offer.squares[0], goal) for goal in goals], default=0)
            for offer in ask.offers
        }
        return (min if own else max)(ways, key=lambda key: ways[key])

    def reason(self, solo: Solo, outlook: Outlook) -> Text:
        """Return the target that the program was to reach, or how near to it."""
        if outlook.goal > solo.goal:
            return text("Aim: target {target}.", target=outlook.goal - 1)
        away = outlook.away or 0
        return count(
            "Aim: within {away} place of target {target}.",
            "Aim: within {away} places of target {target}.",
            away,
            away=away,
            target=outlook.goal,
        )

    def came_to(self, solo: Solo, outlook: Outlook) -> Text:
        """Return the reached targets, or the way to the next one."""
        if outlook.goal > len(solo.table.flags):
            return text("the last target")
        away = outlook.away or 0
        way = count(
            "{away} place to target {target}",
            "{away} places to target {target}",
            away,
            away=away,
            target=outlook.goal,
        )
        if outlook.goal > solo.goal:
            return text("target {target}, then {way}", target=outlook.goal - 1, way=way)
        return way


def goal_of(state: CardbotState, robot: Robot) -> int:
    """Return the next target, past the last one for a winner.

    A robot that must end on the king keeps it as its target (CBR32).
    """
    if robot.seat in state.winners:
        return LAST_TARGET + 1
    return min(robot.targets + 1, LAST_TARGET)
