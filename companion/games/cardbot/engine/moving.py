"""Move robots from place to place: moves, shoves, pings and slides, then belts and teleports.

A `CommandPlay` holds the robots during one command. Only `turn` makes one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from companion.games.cardbot.engine.events import (
    BELT,
    BLOCKED,
    EDGE,
    PING,
    SHOVE,
    SLIDE,
    TELEPORT,
    Event,
    Moved,
    PingChosen,
    Stayed,
)
from companion.games.cardbot.engine.grid import GridBelt
from companion.games.cardbot.engine.state import CardbotState, Robot
from companion.geometry import Heading, Square
from companion.kept_names import kept_as
from companion.named_tuples import NamedTuple


@kept_as("Choice mover sides right square pinged")
class SideChoice(NamedTuple):
    """A choice between two empty sides by the player who enacts the mover (CB11).

    All directions are those of the grid.
    """

    mover: int
    sides: tuple[Heading, ...]
    right: Heading
    """The side that counts if nobody chooses."""
    square: Square
    """The place of the robot in the way."""
    pinged: int
    """The seat of the robot in the way."""


class UnansweredChoiceError(Exception):
    """A choice came up for which no side is given."""

    def __init__(self, choice: SideChoice) -> None:
        super().__init__(choice)
        self.choice = choice


_EDGE_RULES: Final[Mapping[str, str]] = {SLIDE: "CBR12", BELT: "CBR24"}
"""The rulings by which no robot leaves the top and the bottom; for moves it is CBR04."""


class CommandPlay:
    """The robots during a command, and its events so far."""

    def __init__(
        self, state: CardbotState, sides: Sequence[Heading | None], in_steps: bool
    ) -> None:
        """Take the robots as the command finds them.

        Args:
            state: The state before the command.
            sides: The answers to its choices in order, None for the right-hand side.
            in_steps: Whether to keep the robots after each step that hands carry out.
        """
        self.grid = state.grid
        self.robots: dict[int, Robot] = {robot.seat: robot for robot in state.robots}
        self.taken: dict[Square, int] = {robot.square: robot.seat for robot in state.robots}
        self.events: list[Event] = []
        self.displaced: set[int] = set()
        """The robots that have changed their places since the belts began (CBR22)."""
        self.in_steps = in_steps
        self.marks: list[tuple[int, dict[int, Robot]]] = []
        """The robots after each step for hands, with the number of events up to there."""
        self._sides = iter(sides)

    def advance(self, seat: int, direction: Heading, cause: str, rule: str) -> bool:
        """Move a robot one place on, and further if it slides; return whether it left its place.

        The robot in the way makes room first and ends its own slide. Then the mover enters and
        slides (CBR20).
        """
        start = self.robots[seat].square
        end = self.grid.step(start, direction)
        if end is None:
            self.events.append(
                Stayed(seat, start, direction, EDGE, _EDGE_RULES.get(cause, "CBR04"), cause)
            )
            return False
        if end in self.taken and not self._make_room(self.taken[end], direction, seat):
            self.events.append(Stayed(seat, start, direction, BLOCKED, "CB12", cause))
            return False
        self._put(seat, end, direction, cause, seat, rule)
        self.slide(seat)
        return True

    def mark(self) -> None:
        """End a step for hands here, if anything happened since the last one."""
        if self.in_steps and len(self.events) > (self.marks[-1][0] if self.marks else 0):
            self.marks.append((len(self.events), dict(self.robots)))

    def slide(self, seat: int, rule: str = "CBR12") -> None:
        """Let a robot go on from a slippery place, as its own mover (CBR12, CBR21)."""
        direction = self.robots[seat].slide
        if direction is not None:
            self.advance(seat, direction, SLIDE, rule)

    def together(
        self, ends: Mapping[int, Square], direction: Heading | None, cause: str, rule: str
    ) -> None:
        """Move some robots simultaneously without collisions: on a ring, and by teleports."""
        starts = {seat: self.robots[seat].square for seat in ends}
        for square in starts.values():
            del self.taken[square]
        for seat, end in ends.items():
            self.robots[seat] = self.robots[seat]._replace(square=end, slide=None)
            self.taken[end] = seat
            self.events.append(Moved(seat, starts[seat], end, direction, cause, seat, rule))
        self.displaced.update(ends)

    def _make_room(self, seat: int, direction: Heading, mover: int) -> bool:
        """Shove or ping a robot out of the way; return whether that worked (CB10, CB11, CBR05)."""
        square = self.robots[seat].square
        beyond = self.grid.step(square, direction)
        if beyond is not None and beyond not in self.taken:
            self._put(seat, beyond, direction, SHOVE, mover, "CB10")
        else:
            right = (direction + 1) % 4
            beside = {side: self.grid.step(square, side) for side in (right, (direction + 3) % 4)}
            empty = {
                side: place
                for side, place in beside.items()
                if place is not None and place not in self.taken
            }
            if not empty:
                return False
            if len(empty) == 1:
                side = next(iter(empty))
            else:
                side = self._side(SideChoice(mover, tuple(empty), right, square, seat))
            self._put(seat, empty[side], side, PING, mover, "CB11")
        self.slide(seat)
        return True

    def _side(self, choice: SideChoice) -> Heading:
        """Return the chosen side, or the right-hand one (CBR06).

        Raises:
            UnansweredChoiceError: Nobody has been asked yet.
        """
        try:
            side = next(self._sides)
        except StopIteration:
            raise UnansweredChoiceError(choice) from None
        if side is not None and side not in choice.sides:
            raise ValueError(f"side {side} for a choice between {choice.sides}")
        gone = choice.right if side is None else side
        self.events.append(
            PingChosen(choice.mover, gone, side is not None, "CBR06" if side is None else "CB11")
        )
        return gone

    def _put(
        self, seat: int, end: Square, direction: Heading, cause: str, mover: int, rule: str
    ) -> None:
        """Put a robot on an empty place; from a slippery one it will go on (CBR12)."""
        robot = self.robots[seat]
        del self.taken[robot.square]
        self.taken[end] = seat
        self.robots[seat] = robot._replace(
            square=end, slide=direction if end in self.grid.slippery else None
        )
        self.events.append(Moved(seat, robot.square, end, direction, cause, mover, rule))
        self.displaced.add(seat)


# ---- What the grid does --------------------------------------------------------------------------


def carry_on_belts(field: CommandPlay) -> None:
    """Carry robots on every belt, clubs before spades (CB13, CBR10).

    A belt carries robots that were on it before the first belt ran. A robot that changed its place
    in this step for another reason is not carried again (CBR22).
    """
    field.displaced.clear()
    riders = {
        belt: frozenset(field.taken[place] for place in belt.places if place in field.taken)
        for belt in field.grid.belts
    }
    for belt in field.grid.belts:
        field.mark()
        _run(field, belt, riders[belt])


def _run(field: CommandPlay, belt: GridBelt, riders: frozenset[int]) -> None:
    """Run a belt from its far end (CB14), or turn a full ring at once (CBR09, CBR23)."""
    waiting = riders - field.displaced
    back = belt.places[::-1]
    on_belt = [field.taken[place] for place in back if place in field.taken]
    if belt.ring and waiting.issuperset(on_belt):
        back = _behind(back, next((place for place in back if place not in field.taken), back[-1]))
        ends = {
            field.taken[place]: field.grid.step(place, belt.direction) or place
            for place in back
            if place in field.taken
        }
        field.together(ends, belt.direction, BELT, "CBR09")
        return
    if belt.ring:
        # Counted from the far end; a full ring here has a robot on it that does not ride.
        back = _behind(
            back,
            next((place for place in back if place not in field.taken), None)
            or next(place for place in back if field.taken[place] not in waiting),
        )
    for place in back:
        seat = field.taken.get(place)
        if seat in waiting and seat not in field.displaced:
            field.mark()
            field.advance(
                seat,
                belt.direction,
                BELT,
                "CB15" if place == belt.places[-1] and not belt.ring else "CB13",
            )


def _behind(places: tuple[Square, ...], begin: Square) -> tuple[Square, ...]:
    """Return the places of a ring in order, those behind `begin` first and itself last."""
    cut = places.index(begin) + 1
    return (*places[cut:], *places[:cut])


def teleport(field: CommandPlay) -> None:
    """Move robots from each black jack to the other one; two robots swap places (CBR26)."""
    field.mark()
    if field.grid.teleports:
        one, other = field.grid.teleports
        ends = {
            field.taken[start]: end
            for start, end in ((one, other), (other, one))
            if start in field.taken
        }
        field.together(ends, None, TELEPORT, "CBR26")


def try_again(field: CommandPlay, order: Iterable[int]) -> None:
    """Let robots on slippery places try once more to go on, in the order of acting (CBR25)."""
    for seat in order:
        field.mark()
        field.slide(seat, "CBR25")
