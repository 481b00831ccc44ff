"""The state of a race: robots, piles and programs in one frozen value."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from companion.games.cardbot.engine.cards import Card
from companion.games.cardbot.engine.grid import SLIPPERY_CODES, START_HEADING, STARTS, CardbotGrid
from companion.games.cardbot.engine.rules import Rules
from companion.geometry import Heading, Square
from companion.kept_names import kept_as
from companion.named_tuples import NamedTuple

EXTRA_ROBOT = 4
"""The seat of the chance robot with three players (CBR30)."""


@kept_as("Robot seat square heading targets slide visited")
class Robot(NamedTuple):
    """The robot of a seat."""

    seat: int
    square: Square
    heading: Heading
    targets: int = 0
    """The number of reached targets, 0 to 3."""
    slide: Heading | None = None
    """The direction in which it tries to leave a slippery place, None elsewhere (CBR25)."""
    visited: tuple[Square, ...] = ()
    """The places of further targets that it visited in this round; they count in the reset (CB17).
    """

    @property
    def goal(self) -> int:
        """Return the next target, a number past the last one after all visits."""
        return self.targets + len(self.visited) + 1


@kept_as(
    "State grid rules robots piles people programs round command order first reset winners owners"
)
class CardbotState(NamedTuple):
    """The state of a race. Mappings are by seat, for every seat with a robot."""

    grid: CardbotGrid
    """The grid in force."""
    rules: Rules
    robots: tuple[Robot, ...]
    piles: Mapping[int, tuple[Card, ...] | None]
    """The cards in the piles, top first, None for an unknown order."""
    people: int = 0
    """The number of players, 0 for a bare position in which every seat is its own."""
    programs: Mapping[int, tuple[Card, ...]] = {}
    """The programs of this round, empty between rounds."""
    round: int = 0
    """The number of the round, 0 before the first one."""
    command: int = 0
    """The last command that all have acted on, 0 before the first one."""
    order: tuple[int, ...] = ()
    """The seats in the order in which they acted on it."""
    first: int = 1
    """The first seat of this round, or before all rounds that of the first one (CBR02)."""
    reset: bool = False
    """Whether the round is over and cleared up."""
    winners: tuple[int, ...] = ()
    """The seats of the winners."""
    owners: Mapping[int, int | None] = {}
    """The seat of each robot's player, None for a chance robot.

    It is empty if the players are on the first seats.
    """

    @property
    def seats(self) -> tuple[int, ...]:
        """Return the seats with a robot, in order."""
        return tuple(robot.seat for robot in self.robots)

    @property
    def over(self) -> bool:
        """Return whether somebody has won."""
        return bool(self.winners)

    @property
    def random_seat(self) -> int | None:
        """Return the seat of the chance robot, None if there is none (CBR16)."""
        if self.owners:
            return next((seat for seat, owner in self.owners.items() if owner is None), None)
        if self.people == 3 and self.rules.fill_robots and EXTRA_ROBOT in self.seats:
            return EXTRA_ROBOT
        return None

    @property
    def enactors(self) -> Mapping[int, int]:
        """Return the seat whose player enacts each robot.

        It is the next seat clockwise that belongs to another player (CB02, CB04, CBR30).
        """
        seats, found = self.seats, dict[int, int]()
        for place, seat in enumerate(seats):
            others = (*seats[place + 1 :], *seats[:place])
            another = (
                other for other in others if self.person(other) not in (self.person(seat), None)
            )
            found[seat] = next(another, seat)
        return found

    def robot(self, seat: int) -> Robot:
        """Return the robot of a seat.

        Raises:
            KeyError: It has none.
        """
        for robot in self.robots:
            if robot.seat == seat:
                return robot
        raise KeyError(seat)

    def person(self, seat: int) -> int | None:
        """Return the player of a seat, by their lowest seat; None for a chance robot (CBR30)."""
        if self.owners:
            return self.owners[seat]
        if seat == self.random_seat:
            return None
        return (seat - 1) % 2 + 1 if self.people == 2 and self.rules.fill_robots else seat

    def called(self, seats: Iterable[int]) -> tuple[int, ...]:
        """Return the players of some seats, in order; a chance robot counts as its seat."""
        return tuple(sorted({self.person(seat) or seat for seat in seats}))

    def with_robot(self, robot: Robot) -> CardbotState:
        """Return the state with another robot for its seat."""
        return self._replace(
            robots=tuple(robot if other.seat == robot.seat else other for other in self.robots)
        )


def robot_seats(people: int, rules: Rules) -> tuple[int, ...]:
    """Return the seats with a robot for 2 to 8 players (CBR16, CBR17)."""
    robots = EXTRA_ROBOT if rules.fill_robots and people in (2, 3) else people
    return tuple(range(1, robots + 1))


def settled(robot: Robot, grid: CardbotGrid) -> Robot:
    """Return a robot that hands or settings put on its place, with the slide that fits it.

    On a slippery place it goes on in its direction of sliding, else in its heading (CBR25).
    """
    if grid.code(robot.square) not in SLIPPERY_CODES:
        return robot._replace(slide=None)
    return robot._replace(slide=robot.heading if robot.slide is None else robot.slide)


def robot_at(seat: int, square: Square, heading: Heading, grid: CardbotGrid) -> Robot:
    """Return a robot without targets on a place."""
    return settled(Robot(seat, square, heading), grid)


def robot_at_start(seat: int, grid: CardbotGrid) -> Robot:
    """Return the robot of a seat on its start (CBR29)."""
    return robot_at(seat, STARTS[seat], START_HEADING, grid)
