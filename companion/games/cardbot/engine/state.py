"""Where everything stands: robots, piles and programs, as one frozen value that the rules turn into the next one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from companion.games.cardbot.engine.cards import Card
from companion.games.cardbot.engine.grid import START_HEADING, STARTS, Grid, in_force
from companion.games.cardbot.engine.rules import Rules
from companion.geometry import Heading, Square
from companion.kept_names import kept_as
from companion.named_tuples import NamedTuple

EXTRA_ROBOT = 4
"""The seat of the robot that plays by chance with three players (CBR30)."""


@kept_as("Robot seat square heading targets slide visited")
class Robot(NamedTuple):
    """The robot of a seat.

    `targets` are those reached, 0 to 3; `visited` the places of further ones on which it has been in this round, in order: they count in the reset
    (CB17). `slide` is the direction in which it tries to go on while it stands on a slippery place, None elsewhere (CBR25).
    """

    seat: int
    square: Square
    heading: Heading
    targets: int = 0
    slide: Heading | None = None
    visited: tuple[Square, ...] = ()


@kept_as(
    "State grid rules robots piles people programs round command order first reset winners owners"
)
class State(NamedTuple):
    """A game as it stands. Seats have robots; the mappings are by seat, for every seat with a robot where nothing else is said.

    `grid` is the one in force. `people` is how many play, 0 for a bare position, in which every seat is its own. `owners` say it seat by seat where people sit
    elsewhere than on the first seats: the seat of the player who has the robot, None for the robot that plays by chance. `piles` are the cards in the pile
    now, top first, None where nobody knows their order. `programs` are those of this round, empty between rounds. `round` counts from 1, 0 before
    the first; `command` is the last one that all have acted on, 0 for none in this round; `order` are the seats in the order in which they acted on it.
    `first` is the first seat of this round, before the first round that of the first (CBR02). `reset` tells whether the round is over and cleared
    up. `winners` are seats.
    """

    grid: Grid
    rules: Rules
    robots: tuple[Robot, ...]
    piles: Mapping[int, tuple[Card, ...] | None]
    people: int = 0
    programs: Mapping[int, tuple[Card, ...]] = {}
    round: int = 0
    command: int = 0
    order: tuple[int, ...] = ()
    first: int = 1
    reset: bool = False
    winners: tuple[int, ...] = ()
    owners: Mapping[int, int | None] = {}

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats with a robot, in order."""
        return tuple(robot.seat for robot in self.robots)

    @property
    def over(self) -> bool:
        """Whether somebody has won."""
        return bool(self.winners)

    @property
    def random_seat(self) -> int | None:
        """The seat of the robot that plays cards by chance, None where there is none (CBR16)."""
        if self.owners:
            return next((seat for seat, owner in self.owners.items() if owner is None), None)
        return (
            EXTRA_ROBOT
            if self.people == 3 and self.rules.fill_robots and EXTRA_ROBOT in self.seats
            else None
        )

    @property
    def enactors(self) -> Mapping[int, int]:
        """Seat → the seat whose player enacts its robot: the next one clockwise that belongs to somebody else (CB02, CB04, CBR30)."""
        return {seat: self._enactor(seat) for seat in self.seats}

    def robot(self, seat: int) -> Robot:
        """The robot of a seat; KeyError where there is none."""
        for robot in self.robots:
            if robot.seat == seat:
                return robot
        raise KeyError(seat)

    def person(self, seat: int) -> int | None:
        """The person of a seat, named by the lowest seat that is theirs; None for the robot that plays by chance (CBR30)."""
        if self.owners:
            return self.owners[seat]
        if seat == self.random_seat:
            return None
        return (seat - 1) % 2 + 1 if self.people == 2 and self.rules.fill_robots else seat

    def called(self, seats: Iterable[int]) -> tuple[int, ...]:
        """The people of some seats, each once, lowest first; a robot that plays by chance goes by its seat."""
        return tuple(sorted({self.person(seat) or seat for seat in seats}))

    def with_robot(self, robot: Robot) -> State:
        """The same with another robot in its seat."""
        return self._replace(
            robots=tuple(robot if other.seat == robot.seat else other for other in self.robots)
        )

    def _enactor(self, seat: int) -> int:
        others = self.seats
        place = others.index(seat)
        for other in (*others[place + 1 :], *others[:place]):
            if self.person(other) not in (self.person(seat), None):
                return other
        return seat


def robot_seats(people: int, rules: Rules) -> tuple[int, ...]:
    """The seats with a robot when so many people play, 2 to 8 (CBR16, CBR17)."""
    robots = EXTRA_ROBOT if rules.fill_robots and people in (2, 3) else people
    return tuple(range(1, robots + 1))


def robot_at(
    seat: int,
    square: Square,
    heading: Heading,
    grid: Grid,
    targets: int = 0,
    slide: Heading | None = None,
) -> Robot:
    """A robot put on a place by hand; on a slippery one it goes on where it faces, unless another direction is given (CBR25)."""
    on = grid.code(square) in ("QC", "QS")
    return Robot(
        seat, square, heading, targets, (heading if slide is None else slide) if on else None
    )


def robot_at_start(seat: int, grid: Grid) -> Robot:
    """The robot of a seat on its start place (CBR29)."""
    return robot_at(seat, STARTS[seat], START_HEADING, grid)


def set_up(drawn: Grid, rules: Rules, people: int, layout: str = "", first: int = 1) -> State:
    """A game about to begin with so many people, 2 to 8; `layout` as for `in_force`, whose piles nobody knows."""
    grid = in_force(drawn, rules, layout)
    seats = robot_seats(people, rules)
    return State(
        grid,
        rules,
        tuple(robot_at_start(seat, grid) for seat in seats),
        dict.fromkeys(seats),
        people,
        first=first,
    )
