"""A round: beginning, commands and reset, as pure functions that can resume.

They are called in this order::

    begin_round → play_command ×5 → end_round

After a question during a command, the command is played again from its start with one more side. A
command has this order: robots by their cards, belts, teleports, slippery places again, visits
(CBR01).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from companion.games.cardbot.engine import moving
from companion.games.cardbot.engine.cards import (
    COMMANDS,
    LAST_TARGET,
    Card,
    target_card,
)
from companion.games.cardbot.engine.events import (
    MOVE,
    NOTHING,
    STICKY,
    CardPlayed,
    CardsReturned,
    CommandBegan,
    Event,
    Moved,
    PileShuffled,
    RoundBegan,
    Stayed,
    TargetReached,
    Turned,
    Visited,
    Won,
)
from companion.games.cardbot.engine.grid import CardbotGrid
from companion.games.cardbot.engine.moving import CommandPlay, SideChoice, UnansweredChoiceError
from companion.games.cardbot.engine.piles import after_drawing
from companion.games.cardbot.engine.state import CardbotState, Robot
from companion.geometry import Heading, Square
from companion.named_tuples import NamedTuple


class CardbotStep(NamedTuple):
    """The smallest step that hands can carry out."""

    events: tuple[Event, ...]
    """The events in it."""
    state: CardbotState
    """The state after it."""


class CardbotOutcome(NamedTuple):
    """The result of a part of the play."""

    state: CardbotState
    events: tuple[Event, ...]
    choice: SideChoice | None = None
    """The open choice at which the play has stopped, None if it is complete."""
    marks: tuple[tuple[int, Mapping[int, Robot]], ...] = ()
    """The robots after each step for hands, with the number of events up to there."""

    def steps(self, before: CardbotState) -> tuple[CardbotStep, ...]:
        """Return the play step by step; `before` is the state at its beginning.

        All states except the last one have the command of that state.
        """
        states = [(end, _with_robots(before, robots)) for end, robots in self.marks]
        ends = [
            *(entry for entry in states if entry[0] < len(self.events)),
            (len(self.events), self.state),
        ]
        starts = [0, *(end for end, _ in ends)]
        return tuple(
            CardbotStep(self.events[start:end], state)
            for start, (end, state) in zip(starts, ends, strict=False)
        )


# ---- The beginning -------------------------------------------------------------------------------


def next_round(state: CardbotState) -> CardbotState:
    """Return the state before the next round, with the next first seat (CBR02, CBR19)."""
    seats = state.seats
    first = seats[(seats.index(state.first) + 1) % len(seats)] if state.round else state.first
    return state._replace(
        round=state.round + 1, first=first, command=0, order=(), programs={}, reset=False
    )


def begin_round(state: CardbotState, programs: Mapping[int, tuple[Card, ...]]) -> CardbotState:
    """Return the state after the programs have left their piles (CB02, CBR31).

    The programs must be free of faults (`piles.refused`), five cards for every robot.

    Raises:
        ValueError: A round is under way, the game is over, or a program is missing or incomplete.
    """
    if state.over or state.programs:
        raise ValueError("a round begins when the one before is over, and nobody has won")
    if set(programs) != set(state.seats) or any(
        len(program) != COMMANDS for program in programs.values()
    ):
        raise ValueError("a round begins with five cards for every robot, and for no other")
    piles = {seat: after_drawing(state, seat, programs[seat]) for seat in state.seats}
    return next_round(state)._replace(
        programs={seat: tuple(programs[seat]) for seat in state.seats}, piles=piles
    )


# ---- A command -----------------------------------------------------------------------------------


def play_command(
    state: CardbotState, sides: Sequence[Heading | None] = (), in_steps: bool = False
) -> CardbotOutcome:
    """Play the next command: all robots act, then the grid acts on them (CB05, CBR01).

    Args:
        state: The state before the command.
        sides: The answers to its choices in order, None for the right-hand side. At a choice
            without an answer the outcome stops and holds the choice.
        in_steps: Whether to keep the robots after each step for hands.

    Raises:
        ValueError: No command is left, or a side is not among those of its choice.
    """
    command = state.command + 1
    if command > COMMANDS or not state.programs:
        raise ValueError(
            "no command is left to be played: a round begins with programs, and has five commands"
        )
    order, enactors = acting_order(state, command), state.enactors
    before = CardbotOutcome(state, ())
    if command == 1:
        # At the beginning of a round robots visit the places on which they stand (CBR14).
        robots, visits = _visiting(
            {robot.seat: robot for robot in state.robots},
            ((robot.seat, robot.square) for robot in state.robots),
            state.grid,
        )
        before = CardbotOutcome(
            _with_robots(state, robots), (RoundBegan(state.round, state.first), *visits)
        )
    field = CommandPlay(before.state, sides, in_steps)
    try:
        field.events.append(CommandBegan(command))
        for place, seat in enumerate(order, 1):
            field.mark()
            field.events.append(
                CardPlayed(seat, state.programs[seat][command - 1], enactors[seat], place)
            )
            _act(field, seat, state.programs[seat][command - 1])
        moving.carry_on_belts(field)
        moving.teleport(field)
        moving.try_again(field, order)
    except UnansweredChoiceError as asked:
        return CardbotOutcome(
            _with_robots(before.state, field.robots),
            (*before.events, *field.events),
            asked.choice,
            _marks(before, field),
        )
    field.mark()
    entered = [(event.seat, event.end) for event in field.events if isinstance(event, Moved)]
    robots, visits = _visiting(field.robots, entered, state.grid)
    after = _with_robots(before.state, robots)._replace(command=command, order=order)
    return CardbotOutcome(
        after, (*before.events, *field.events, *visits), marks=_marks(before, field)
    )


def _marks(
    before: CardbotOutcome, field: CommandPlay
) -> tuple[tuple[int, Mapping[int, Robot]], ...]:
    return tuple([(len(before.events) + end, robots) for end, robots in field.marks])


def acting_order(state: CardbotState, command: int) -> tuple[int, ...]:
    """Return the seats in the order in which they act (CB06, CBR02, CBR19).

    It is by value, by the command before, by later ones, then clockwise from the first seat.
    """
    seats = state.seats
    begin = seats.index(state.first)

    def before_others(seat: int) -> tuple[int, ...]:
        ranks = [card.rank for card in state.programs[seat]]
        compared = [ranks[command - 1], *ranks[max(command - 2, 0) : command - 1], *ranks[command:]]
        return (*(-rank for rank in compared), (seats.index(seat) - begin) % len(seats))

    return tuple(sorted(seats, key=before_others))


def _act(field: CommandPlay, seat: int, card: Card) -> None:
    """Move a robot one place forward (CB07), or turn it on its place (CB08, CBR35)."""
    robot = field.robots[seat]
    if card.moves:
        field.advance(seat, robot.heading, MOVE, "CB07")
    elif robot.square in field.grid.sticky:
        field.events.append(Stayed(seat, robot.square, robot.heading, STICKY, "CBR35"))
    elif card.quarters == 0:
        field.events.append(Stayed(seat, robot.square, robot.heading, NOTHING, "CB08"))
    else:
        after = (robot.heading + card.quarters) % 4
        field.robots[seat] = robot._replace(heading=after)
        field.events.append(Turned(seat, robot.square, robot.heading, after))


def _visiting(
    robots: Mapping[int, Robot], entered: Iterable[tuple[int, Square]], grid: CardbotGrid
) -> tuple[dict[int, Robot], list[Event]]:
    """Return the robots after visits of the entered places, in order (CB17, CBR14, CBR36)."""
    after, visits = dict(robots), list[Event]()
    for seat, square in entered:
        robot = after[seat]
        if grid.target_on(square) == robot.goal:
            after[seat] = robot._replace(visited=(*robot.visited, square))
            visits.append(Visited(seat, square, robot.goal, "CBR14"))
    return after, visits


def _with_robots(state: CardbotState, robots: Mapping[int, Robot]) -> CardbotState:
    return state._replace(robots=tuple(robots[seat] for seat in state.seats))


# ---- The reset -----------------------------------------------------------------------------------


def end_round(
    state: CardbotState, shuffled: Mapping[int, tuple[Card, ...]] | None = None
) -> CardbotOutcome:
    """Play the reset: cards return to piles, targets count, robots may win (CB16-CB18).

    Piles are shuffled for seats that reached a target and for a chance robot. `shuffled` has all
    their cards in the new order; without it a pile is unknown.
    """
    if state.command != COMMANDS or state.reset:
        raise ValueError("a round ends after its fifth command, once")
    enactors = state.enactors
    returned = [CardsReturned(seat, enactors[seat], state.programs[seat]) for seat in state.seats]
    piles, reached, shuffles = dict(state.piles), list[Event](), list[Event]()
    robots = {}
    for robot in state.robots:
        counted = robot._replace(targets=robot.targets + len(robot.visited), visited=())
        robots[robot.seat] = counted
        numbered = enumerate(robot.visited, robot.targets + 1)
        reached += [
            TargetReached(robot.seat, target, target_card(robot.seat, target), square)
            for target, square in numbered
        ]
        if robot.visited or robot.seat == state.random_seat:
            shuffles.append(PileShuffled(robot.seat, "CB17" if robot.visited else "CBR16"))
        pile = state.piles[robot.seat]
        if shuffled and robot.seat in shuffled:
            piles[robot.seat] = shuffled[robot.seat]
        elif pile is None or robot.visited or robot.seat == state.random_seat:
            piles[robot.seat] = None
        else:
            # The five cards go under the pile (CB16, CBR15).
            piles[robot.seat] = (*pile, *state.programs[robot.seat])
    winners = tuple(robot.seat for robot in robots.values() if _has_won(robot, state))
    after = _with_robots(state, robots)._replace(
        piles=piles, programs={}, reset=True, winners=winners
    )
    return CardbotOutcome(
        after, (*returned, *reached, *shuffles, *([Won(winners)] if winners else []))
    )


def _has_won(robot: Robot, state: CardbotState) -> bool:
    """Return whether a robot has all targets, and if required is on the last one (CB18, CBR32)."""
    return robot.targets == LAST_TARGET and (
        not state.rules.must_end_on_final_target
        or state.grid.target_on(robot.square) == LAST_TARGET
    )
