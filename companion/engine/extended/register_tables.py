"""An extended board prepared for one register: every question of the rules as a table (S1).

Elements that are idle in the register are left out. Tables are shared by all plays of a race and
kept with the tables of the race, by what is remembered of the board, up to a cap.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, TypeAlias

from companion.engine.board import Board
from companion.engine.causes import ANY_CAUSE
from companion.engine.element import Beat, Element
from companion.engine.race_tables import BEYOND, STOPPED, Place, RaceTables
from companion.engine.state import Memory
from companion.geometry import ABOVE, Heading, Square, opposite

ByIndex: TypeAlias = dict[Square, tuple[Element, ...]]
MOST_TABLES: Final = 160
"""The most tables that a race keeps: five registers of 32 boards. A race with two rooms and a belt
group has that many."""
SWALLOWING: Final = frozenset({"pit", "trapdoor"})
"""The traits of elements that destroy a piece that enters: for good, or while they are open."""
LASER_TRAIT: Final = "laser"
NO_ELEMENTS: Final[tuple[Element, ...]] = ()


def redrawn(board: Board, memory: Memory) -> Board:
    """Return the board with everything in force that is remembered of it.

    Rooms come first, since they carry all else.
    """
    drawn: list[tuple[Element, str]] = []
    for (owner, word), (value, _) in memory:
        element = next(
            (one for one in board.elements if one.remembers == word and one.owner() == owner), None
        )
        if element is not None:
            drawn.append((element, value))
    for element, value in sorted(
        drawn, key=lambda pair: (len(pair[0].covers()) == 1, pair[0].square)
    ):
        board = board.changed(element.redraw(board.elements, value))
    return board


def tables_of(tables: RaceTables, memory: Memory, register: int) -> RegisterTables:
    """Return the tables of a register, made on first use.

    `memory` is the part that changes the board, and nothing else.
    """
    kept = tables.extended
    key = memory, register
    found = kept.get(key)
    if found is None:
        if len(kept) >= MOST_TABLES:
            kept.clear()
        found = kept[key] = RegisterTables(tables, redrawn(tables.board, key[0]), register)
    assert isinstance(found, RegisterTables)
    return found


class BeatElements:
    """A beat with the elements that act at it.

    `acting` are those asked for pieces, by square, `always` those asked with or without a piece.
    """

    def __init__(self, beat: Beat) -> None:
        self.beat: Final = beat
        self.acting: Final[ByIndex] = {}
        self.always: Final[list[Element]] = []


class RegisterTables:
    """One board in one register."""

    def __init__(self, tables: RaceTables, board: Board, register: int) -> None:
        self.board = board
        self.register = register
        self.places = tables.places
        self.names = tables.names
        self.healing = tables.rules.healing
        active = [element for element in board.elements if element.active(register)]
        self.active: Final = active
        self.decks: Final = frozenset(
            element.square for element in active if element.above(register)
        )
        self.rails: Final = frozenset(
            (element.square, side)
            for element in active
            if element.square in self.decks
            for side in element.rails()
        )
        self.climbs: Final = {
            element.square: side for element in active if (side := element.climbs()) is not None
        }
        self.falls: tuple[set[Place], ...] = (set(), set(), set(), set())
        self.ahead: Final = tuple(
            [self._ahead(square, direction) for square in tables.names] for direction in range(4)
        )
        """By direction and place, as is `falls`; everything else is by square."""
        self.gates: Final = _gates(board, active)
        self.gated: Final = tuple(
            frozenset(square for square, side in self.gates if side == direction)
            for direction in range(4)
        )
        self.entered: Final = {
            cause: self._minding("enter", [e for e in active if cause in e.enters_by])
            for cause in ANY_CAUSE
        }
        # Squares where being there may have effects: an element minds it, or water puts out fires.
        self.minded: Final = frozenset(
            {square for asked in self.entered.values() for square in asked}
            | {
                square
                for element in active
                if "water" in element.traits
                for square in element.covers()
            }
        )
        self.planning: Final = self._hooked("plan", active)
        self.turning: Final = self._hooked("turned", active)
        self.resting: Final = self._hooked("rest", active)
        self.holding: Final = self._hooked("holds", active)
        # Squares where a rotate card matters: before it, as it turns, or at rest.
        self.turn_minding: Final = frozenset((*self.planning, *self.turning, *self.resting))
        self.rests_pushed: Final = any(element.rests_pushed for element in active)
        self.barricades: Final = [
            element for element in active if type(element).lit is not Element.lit
        ]
        self.lasers: Final = (
            [element for element in active if LASER_TRAIT in element.traits]
            if self.barricades
            else []
        )
        self._ends: Final[dict[Element, Square]] = {}
        self.moments: Final = self._moments(active)
        self.traits: Final[dict[Square, frozenset[str]]] = {}
        for element in active:
            for square in element.covers():
                self.traits[square] = self.traits.get(square, frozenset()) | element.traits
        self.bottomless: Final = frozenset(
            self.places[square]
            for square, traits in self.traits.items()
            if not traits.isdisjoint(SWALLOWING)
        ) | {BEYOND}
        # A room carries its checkpoints and repair points along (C14).
        same = board is tables.board
        self.checkpoints: Final = tables.checkpoints if same else tables.checkpoints_on(board)
        self.repairs: Final = tables.repairs if same else tables.repairs_on(board)
        # The order of the register, computed by the module that knows the game's own beats.
        self.order: tuple[Any, ...] = ()
        # As bits, one for each entry of the order: what is due anyway, and what acts on a square.
        self.bound = 0
        self.acting_bits: Final[dict[Square, int]] = {}
        self._plain: list[tuple[Place, ...] | None] = [None, None, None, None]
        self.rays: Final[tuple[dict[Square, tuple[tuple[Place, ...], int]], ...]] = ({}, {}, {}, {})
        """Filled by `shot_ray`."""
        self._lines: Final[tuple[dict[Square, tuple[Square, ...]], ...]] = ({}, {}, {}, {})
        self._joined: Final[dict[tuple[Square, str], frozenset[Square]]] = {}

    # ---- Where steps lead ------------------------------------------------------------------------

    def _ahead(self, square: Square, direction: Heading) -> Place:
        """Return where a step leads as far as walls, borders and levels say (3.4 1-3)."""
        if square.endswith(ABOVE):
            return self._ahead_above(square, direction)
        beyond = self.board.ahead[direction][square]
        if not beyond:
            return STOPPED if beyond is None else BEYOND
        if beyond in self.decks and self.climbs.get(square) == direction:
            if (beyond, opposite(direction)) in self.rails:
                return STOPPED
            return self.places[beyond + ABOVE]
        # Beneath the deck that a ramp leads onto nobody crosses its high side (B21).
        if square in self.decks and self.climbs.get(beyond) == opposite(direction):
            return STOPPED
        return self.places[beyond]

    def _ahead_above(self, square: Square, direction: Heading) -> Place:
        ground = square.removesuffix(ABOVE)
        beyond = self.board.next(ground, direction)
        if (ground, direction) in self.rails:
            return STOPPED
        if beyond is None:
            return STOPPED if self.board.board_edge(direction) is None else BEYOND
        if beyond in self.decks:
            if (beyond, opposite(direction)) in self.rails:
                return STOPPED
            return self.places[beyond + ABOVE]
        if self.climbs.get(beyond) != opposite(direction):
            self.falls[direction].add(self.places[square])
        return self.places[beyond]

    def plain_steps(self, direction: Heading) -> tuple[Place, ...]:
        """Return by place where a step without further effects leads.

        STOPPED for all other steps.
        """
        found = self._plain[direction]
        if found is None:
            found = self._plain[direction] = tuple(
                [
                    target
                    if target >= 0
                    and square not in self.gated[direction]
                    and square not in self.holding
                    and place not in self.falls[direction]
                    and self.names[target] not in self.minded
                    else STOPPED
                    for place, (square, target) in enumerate(
                        zip(self.names, self.ahead[direction], strict=True)
                    )
                ]
            )
        return found

    def shot_ray(self, square: Square, direction: Heading) -> tuple[tuple[Place, ...], int]:
        """Return the places that a shot crosses, without the shooter's, and the same as bits.

        They are in order, the nearest first. Fog ends it (B20), and no shot leaves its level.
        """
        found = self.rays[direction].get(square)
        if found is None:
            crossed: list[Square] = []
            if square.endswith(ABOVE):
                here = self.board.next(square.removesuffix(ABOVE), direction)
                while here is not None:
                    crossed.append(here + ABOVE)
                    here = self.board.next(here, direction)
            elif not self.has(square, "fog"):
                for beyond in self.board.beam(square, direction, self.register)[1:]:
                    if self.has(beyond, "fog"):
                        break
                    crossed.append(beyond)
            ray = tuple([self.places[beyond] for beyond in crossed if beyond in self.places])
            found = self.rays[direction][square] = ray, sum(1 << place for place in set(ray))
        return found

    def line(self, square: Square, direction: Heading) -> tuple[Square, ...]:
        """Return the squares of a beam from a square on, itself first, in this register."""
        found = self._lines[direction].get(square)
        if found is None:
            found = self._lines[direction][square] = self.board.beam(
                square, direction, self.register
            )
        return found

    def end_of(self, laser: Element) -> Square:
        """Return the last square that a beam reaches in this register."""
        if laser not in self._ends:
            self._ends[laser] = laser.reach(self.board, self.register)[-1]
        return self._ends[laser]

    def has(self, square: Square, trait: str) -> bool:
        """Say whether an active element with this trait covers the square."""
        return trait in self.traits.get(square, ())

    def joined(self, square: Square, trait: str) -> frozenset[Square]:
        """Return the squares with a trait that are connected side by side with this one: a slick.

        See B31.
        """
        key = square, trait
        if key not in self._joined:
            found, edge = {square}, [square]
            while edge:
                here = edge.pop()
                for direction in range(4):
                    beyond = self.board.next(here, direction)
                    if beyond and beyond not in found and self.has(beyond, trait):
                        found.add(beyond)
                        edge.append(beyond)
            self._joined[key] = frozenset(found)
        return self._joined[key]

    # ---- Who is asked ----------------------------------------------------------------------------

    def _minding(self, hook: str, elements: Iterable[Element]) -> ByIndex:
        """Return by square the elements that mind it for a hook, in the order of their lines."""
        found: dict[Square, list[Element]] = {}
        for element in elements:
            for square in element.minds(hook, self.board, self.register):
                found.setdefault(square, []).append(element)
        return {
            square: tuple(sorted(minding, key=lambda one: (one.lines.get(hook, 0), one.entry())))
            for square, minding in found.items()
        }

    def _hooked(self, hook: str, active: list[Element]) -> ByIndex:
        return self._minding(
            hook,
            [
                element
                for element in active
                if getattr(type(element), hook) is not getattr(Element, hook)
            ],
        )

    def _moments(self, active: list[Element]) -> list[BeatElements]:
        found: dict[tuple[int, int], BeatElements] = {}
        for element in active:
            for beat in element.beats():
                moment = found.setdefault((beat.stage, beat.order), BeatElements(beat))
                if type(element).always is not Element.always:
                    moment.always.append(element)
                if type(element).act is not Element.act:
                    for square in element.minds("act", self.board, self.register):
                        moment.acting[square] = (*moment.acting.get(square, NO_ELEMENTS), element)
        return [found[key] for key in sorted(found)]


def _gates(
    board: Board, active: list[Element]
) -> dict[tuple[Square, Heading], tuple[Element, ...]]:
    """Return the barriers of each edge as seen from a square, own side first, in line order.

    See 3.4 1.
    """
    found: dict[tuple[Square, Heading], list[tuple[int, int, str, Element]]] = {}
    for element in active:
        for side in element.gates():
            line = element.lines.get("blocks", 0)
            found.setdefault((element.square, side), []).append((0, line, element.entry(), element))
            beyond = board.next(element.square, side)
            if beyond is not None:
                found.setdefault((beyond, opposite(side)), []).append(
                    (1, line, element.entry(), element)
                )
    return {
        edge: tuple(entry[3] for entry in sorted(listed, key=lambda entry: entry[:3]))
        for edge, listed in found.items()
    }
