"""Tables of a piece alone on the board, by register, move and position, filled by the rules.

A pilot asks thousands of times where a card would lead. Each question is put to the engine once,
and the answer is kept with the race, so that the rules are in one place and new elements work
without changes here. A *pose* is a square and a heading as one number: the square's place times 4,
plus the heading. A *move* is its index in MOVES; NO_MOVE is a slot without a card.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from companion.engine.board import Board
from companion.engine.cards import DECK, MOVES, NO_CARDS, QUARTERS, STEPS
from companion.engine.events import Damaged, FlagTouched, Jumped, Moved
from companion.engine.keys import EVERY_REGISTER
from companion.engine.race_tables import race_tables
from companion.engine.rules import DERBY_MODE, Rules
from companion.engine.state import ACTIVE, DEADLY, Clank, Race, RaceState
from companion.engine.survey import squares_to
from companion.engine.turn import play_register
from companion.geometry import ABOVE, Heading, N, Square, opposite, turn_heading
from companion.named_tuples import NamedTuple

NO_MOVE: Final = len(MOVES)
"""The move of an empty slot, after those of the cards."""
GONE: Final = -1
"""The pose of a destroyed clank."""
EVERYTHING: Final = DEADLY
"""The amount healed if all damage is healed."""
CHOICE: Final = 6.0
"""The number of cards that each register seems to choose from. Five registers share nine cards, but
in any order: with this number, races alone take about as many turns as the values predict."""
_WORN: Final = 4
"""The damage of the simulated clank: enough to measure repairs, and not so much that few hits
destroy it."""
_SEAT: Final = 1
_CARDS: Final = (*(next(card for card in DECK if card.move == move) for move in MOVES), None)
"""One card for each move: alone on the board its priority decides nothing."""


class SoloStep(NamedTuple):
    """The result of one register for a lone clank."""

    pose: int
    """The pose after it, or GONE."""
    hits: int
    """The points of damage it takes."""
    heals: int
    """The points repaired after that."""
    squares: frozenset[Square]
    """The squares that it was on."""


class SoloTable:
    """The tables of one piece. They are filled on demand and never change an answer.

    Registers are the rounds of a turn, from 1; moves count from 0.
    """

    def __init__(
        self,
        squares: tuple[Square, ...],
        flags: tuple[Square, ...],
        start: tuple[Square, Heading],
        shares: tuple[float, ...],
        registers: int,
    ) -> None:
        self.squares: Final = squares
        self.flags: Final = flags
        """The squares of the markers, in order."""
        self.poses: Final = 4 * len(squares)
        """The number of poses."""
        self._place: Final = {square: place for place, square in enumerate(squares)}
        self.start: Final = self.pose(*start)
        """The pose where the first seat begins."""
        self.shares: Final = shares
        """The share of the deck that each move has."""
        self.moves: Final = len(shares)
        self.registers: Final = registers
        self.choice = 1.0
        """The number of cards that each register seems to choose from."""
        self.deadly = 10**6
        """The damage that destroys."""
        self.notes: Final[dict[str, object]] = {}
        """Results that pilots compute once for a race, by name."""

    def pose(self, square: Square, heading: Heading) -> int:
        """Return the pose of a square of the board and a heading."""
        return 4 * self._place[square.removesuffix(ABOVE)] + heading

    def square(self, pose: int) -> Square:
        """Return the square of a pose."""
        return self.squares[pose >> 2]

    def away(self, goal: int, pose: int) -> int | None:
        """Count the squares from a pose to the marker with this number, None without a way."""
        raise NotImplementedError

    def alike(self, register: int) -> int:
        """Return the first register in which everything happens as in this one."""
        raise NotImplementedError

    def step(self, register: int, move: int, pose: int) -> SoloStep:
        """Return what a register does to a piece on a pose that plays a move."""
        raise NotImplementedError

    def touches(self, register: int, move: int, pose: int, goal: int) -> int:
        """Count the markers, from number `goal` on, that such a piece touches in a register."""
        raise NotImplementedError

    def bare(self, move: int, pose: int) -> int:
        """Return the pose after a card alone, as if nothing on the board acted; GONE off it."""
        raise NotImplementedError

    def hands(self, goal: int) -> tuple[tuple[int, ...], ...]:
        """Return hands that may be held on the way to a marker, each equally likely.

        A hand is the number of cards of each move. There are none, (), if cards are so many that
        each register can be considered by itself.
        """
        return ()


class ClankSoloTable(SoloTable):
    """The tables of one board, its flags and rules.

    Args:
        board: The board.
        flags: The flags in the order in which they are visited.
        rules: The settings; flags count in order in any mode.
        numbers: The numbers of the flags on the board.
        like: Tables of the same board and rules to share.
    """

    def __init__(
        self,
        board: Board,
        flags: tuple[Square, ...],
        rules: Rules,
        numbers: tuple[int, ...] = (),
        like: ClankSoloTable | None = None,
    ) -> None:
        start = next((square for _, square in sorted(board.starts.items())), board.squares[0])
        shares = tuple(sum(card.move == move for card in DECK) / len(DECK) for move in MOVES)
        super().__init__(board.squares, flags, (start, N), shares, len(EVERY_REGISTER))
        # In any mode: for a clank that goes from flag to flag they count in this order.
        rules = replace(rules, mode=DERBY_MODE) if rules.mode != DERBY_MODE else rules
        self.numbers: Final = numbers or tuple(range(1, len(flags) + 1))
        self.board: Final = board
        # Without flags nobody wins, so every register is played to its end.
        self._plain: Final = Race(board, (), rules)
        self._race: Final = Race(board, flags, rules)
        self._like: Final[tuple[int, ...]] = _alike(self._plain) if like is None else like._like
        tables: dict[int, list[list[SoloStep | None]]] = {
            first: [[None] * self.poses for _ in _CARDS] for first in set(self._like)
        }
        # The effect of a register does not depend on the flags.
        self._steps: Final[list[list[list[SoloStep | None]]]] = (
            [tables[first] for first in self._like] if like is None else like._steps
        )
        self._touched: Final[dict[tuple[int, int, int, int], int]] = {}
        self.choice = CHOICE
        self.deadly = rules.rule_set.deadly

    def away(self, goal: int, pose: int) -> int | None:
        """Count the squares from a pose to the flag with this number, around walls and pits."""
        return squares_to(self.board, self.flags[goal - 1]).get(self.square(pose))

    def alike(self, register: int) -> int:
        return self._like[register - 1]

    def step(self, register: int, move: int, pose: int) -> SoloStep:
        """Return what a register (1-5) does to a clank on a pose that plays a move.

        The effects of elements are included.
        """
        known = self._steps[register - 1][move]
        found = known[pose]
        if found is None:
            found = known[pose] = self._send(register, move, pose)
        return found

    def touches(self, register: int, move: int, pose: int, goal: int) -> int:
        # Most registers lead past no flag, and need not be played again.
        if self.flags[goal - 1] not in self.step(register, move, pose).squares:
            return 0
        key = self._like[register - 1], move, pose, goal
        if key not in self._touched:
            _, events = play_register(self._state(self._race, register, move, pose, goal))
            self._touched[key] = sum(isinstance(event, FlagTouched) for event in events)
        return self._touched[key]

    def bare(self, move: int, pose: int) -> int:
        square, heading = self.square(pose), pose & 3
        word = MOVES[move] if move < NO_MOVE else ""
        steps = STEPS.get(word, 0)
        direction = heading if steps > 0 else opposite(heading)
        for _ in range(abs(steps)):
            beyond = self.board.ahead[direction][square]
            if beyond is None:
                break
            if beyond not in self._place:
                return GONE
            square = beyond
        return self.pose(square, turn_heading(heading, QUARTERS.get(word, 0)))

    def _send(self, register: int, move: int, pose: int, damage: int = _WORN) -> SoloStep:
        """Play one register with a clank by the engine."""
        state = self._state(self._plain, register, move, pose, 1, damage)
        after, events = play_register(state)
        clank = after.clanks[0]
        hits = sum(event.points for event in events if isinstance(event, Damaged))
        squares = frozenset(
            (
                self.square(pose),
                *(
                    event.end
                    for event in events
                    if isinstance(event, (Moved, Jumped)) and event.end is not None
                ),
            )
        )
        if clank.status == ACTIVE:
            assert clank.square is not None
            # If no damage is left, any would have been healed.
            heals = EVERYTHING if damage and not clank.damage else damage + hits - clank.damage
            return SoloStep(self.pose(clank.square, clank.heading), hits, heals, squares)
        # An undamaged clank may survive.
        if damage and damage + hits >= self.deadly:
            return self._send(register, move, pose, 0)
        return SoloStep(GONE, hits, 0, squares)

    def _state(
        self, race: Race, register: int, move: int, pose: int, goal: int, damage: int = 0
    ) -> RaceState:
        """Return a state with a lone clank about to play one register."""
        square, heading = self.square(pose), pose & 3
        slots = (*NO_CARDS[: register - 1], _CARDS[move], *NO_CARDS[register:])
        clank = Clank(
            _SEAT, ACTIVE, square, heading, damage, None, goal, ((square, heading),), slots=slots
        )
        return RaceState(race, (clank,), 1, register - 1)


def solo_table_of(race: Race) -> ClankSoloTable:
    """Return the tables of a clank alone in a race, which are filled once and kept with it."""
    found: ClankSoloTable | None = race.derived.get(ClankSoloTable)
    if found is None:
        found = ClankSoloTable(race.board, race.flags, race.rules)
        race.derived[ClankSoloTable] = found
    return found


def _alike(race: Race) -> tuple[int, ...]:
    """Return for each register the first one with the same acting elements, touching and repair.

    The last register is like no other, since it includes the end of the turn. On extended boards
    none are alike, since barriers may open and shut in any.
    """
    timing = race_tables(race).timing
    if not race_tables(race).plain:
        return EVERY_REGISTER
    *others, last = EVERY_REGISTER
    return *(
        next(first for first in others if timing[first] == timing[register]) for register in others
    ), last
