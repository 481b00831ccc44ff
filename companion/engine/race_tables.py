"""A board prepared for play: tables by square, so that a register costs what its clanks cost.

The tables are built once per race from board, flags and rules, and never change. In them a square
is a *place*, its index in `Board.squares`, since lists are faster than look-ups by text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, TypeAlias, TypeVar

from companion.engine.answers import Effects, answers
from companion.engine.board import OUTSIDE, Board
from companion.engine.causes import MOVEMENTS
from companion.engine.effects import NOBODY, Destroy, Heal, Hurt, Shift, Spin
from companion.engine.element import END_OF_TURN, Beat, Element
from companion.engine.events import BeatBegan
from companion.engine.keys import EVERY_REGISTER, LAST_REGISTER
from companion.engine.modes import mode_of
from companion.engine.rule_set import AT_DEATH, RuleSet
from companion.engine.rules import PASS, REGISTER, TURN, Rules, words_of
from companion.engine.state import Race
from companion.geometry import Heading, S, Square, W
from companion.named_tuples import NamedTuple

Table: TypeAlias = dict[Square, tuple[Element, ...]]
Value = TypeVar("Value")
Place: TypeAlias = int
Rays: TypeAlias = tuple[list[tuple[Place, ...]], ...]

STOPPED: Final[Place] = -1
"""The end of a step that a wall stops."""
BEYOND: Final[Place] = -2
"""The end of a step that crosses an open edge."""
_PLAIN: Final = (Shift, Spin, Hurt, Heal, Destroy)
"""The effects that plain play carries out."""


def bare_flag_heals(flags: Iterable[Square]) -> dict[Square, int]:
    """Return the damage that each flag repairs by itself (13.4 `bare_flag_heals` [E113]).

    None does: the amount comes from the square.
    """
    return {}


class GameBeat(NamedTuple):
    """A part of the register that the game itself plays, such as the cards."""

    beat: Beat
    play: Callable[..., None]
    """Plays it in a `companion.engine.play.Play`."""


class BeatEntry:
    """An entry of a register's order: a beat with the game's own function or acting elements.

    On extended boards the elements are asked for every piece, and those of `always` at every beat.
    """

    def __init__(self, beat: Beat, game: Callable[..., None] | None, elements: Table) -> None:
        self.beat: Final = beat
        self.game: Final = game
        self.elements: Final = elements
        self.began: Final = BeatBegan(beat.name, beat.rule)
        """The event that says that the beat begins."""
        self.shifts: list[tuple[Shift, ...] | None] = []
        """By place, the movements that the elements ask for from any clank; empty if there are
        none."""
        self.effects: list[Effects | None] = []
        """By place, their other effects; empty if there are none."""


class RaceTables:
    """The tables of one board with its flags and rules."""

    def __init__(self, board: Board, flags: tuple[Square, ...], rules: Rules) -> None:
        self.board, self.rules = board, rules
        self.names: Final = (*board.squares, *board.decks)
        self.places: Final = {square: place for place, square in enumerate(self.names)}
        # If nothing is touched on pass, nobody notes the squares that clanks enter.
        self.on_pass: Final = PASS in (rules.flag_hit, rules.checkpoint)
        self.rule_set: Final = rules.rule_set
        self.deadly: Final = self.rule_set.deadly
        self.mode: Final = mode_of(rules)
        self.in_order: Final = self.mode.in_order
        self.last_one_left: Final = self.rule_set.last_one_left or self.mode.last_left
        self.pays_at_death: Final = self.rule_set.life_paid == AT_DEATH
        place_of = {OUTSIDE: BEYOND, **self.places}
        self.ahead: Final = tuple(
            [STOPPED if end is None else place_of[end] for end in ahead.values()]
            for ahead in board.ahead
        )
        # Decided once: a board with base elements only takes the fast path, which knows no others.
        self.plain = is_plain(board, self.rule_set.handled)
        self.rays: Final = self._rays(board) if self.plain else ()
        self.flag_at: Final = (
            {square: number for number, square in enumerate(flags, 1)}
            if self.mode.flags_count
            else {}
        )
        self.flag_count: Final = len(flags)
        self.flags: Final = flags
        self.checkpoints: Final = self.checkpoints_on(board)
        self.repairs: Final = self.repairs_on(board)
        # A clank that goes over an edge is in nobody's way there either (13.3).
        self.bottomless: Final = self._places_of(board.having("pit")) | {BEYOND}
        # By the trait that a shift may name in `spares`.
        self.sparing: Final = {
            trait: self._places_of(board.having(trait))
            for trait in {trait for element in board.elements for trait in element.traits}
        }
        # For movements by the game itself that push nobody.
        self.sparing[NOBODY] = frozenset(range(len(self.names)))
        self.entering: Final = (
            {
                cause: tuple(self._entering(table, direction, cause) for direction in range(4))
                for cause, table in _entered(board, self.rule_set).items()
            }
            if self.plain
            else {}
        )
        # Extended tables of registers by remembered values.
        self.extended: Final[dict[object, object]] = {}
        self.remembering: Final = frozenset(element.remembers for element in board.elements) - {""}
        # Filled when a register is first played: only modules above this one know the engine's own
        # beats.
        self.orders: Final[dict[int, tuple[BeatEntry, ...]]] = {}
        # Tables from place to piece, emptied and left by earlier plays for reuse.
        self.spare: Final[list[list[Any]]] = []
        self.timing: Final = {
            register: _element_moments(board, register, rules) for register in EVERY_REGISTER
        }
        # By place, the damage that light does to a clank that enters.
        self.lit: Final[dict[Place, tuple[Hurt, ...]]] = {
            self.places[square]: hits
            for square, hits in self.rule_set.lights(board, words_of(rules)).items()
        }

    def checkpoints_on(self, board: Board) -> list[bool | None]:
        """Return by place whether it is a checkpoint of this board.

        Flags are checkpoints too (7.11.2).
        """
        if self.rule_set.repair_is_checkpoint:
            points = board.having("checkpoint")
        else:
            points = frozenset[Square]()
        return self._by_place(dict.fromkeys(points | frozenset(self.flags), True))

    def repairs_on(self, board: Board) -> dict[Square, int]:
        """Return the repair on each square.

        A flag on a repair square leaves its value as it is (7.12.3).
        """
        values = {
            element.square: element.repairs()
            for element in board.elements
            if "repair" in element.traits
        }
        return {**bare_flag_heals(self.flags), **values}

    def _by_place(self, table: Mapping[Square, Value]) -> list[Value | None]:
        """Turn a table by square into a list by place, None where the table has no entry."""
        return [table.get(square) for square in self.names]

    def _places_of(self, squares: Iterable[Square]) -> frozenset[Place]:
        return frozenset(self.places[square] for square in squares)

    def _entering(self, elements: Table, direction: Heading, cause: str) -> list[Effects | None]:
        """Return by place the effects of entering it with this heading and cause."""

        def ask(element: Element, piece: Any) -> Effects:
            return element.enter(piece, direction, cause, piece)

        return self._by_place(answers(elements, ask) or {})

    def _rays(self, board: Board) -> Rays:
        """Return for each heading and place the places that a shot crosses, nearest first.

        The shooter's own place is left out.
        """
        found = []
        for direction, ahead in enumerate(board.ahead):
            rays: dict[Square, tuple[Place, ...]] = {}
            # From the far border on: a ray is the next square and the ray from there.
            for square in board.squares if direction in (S, W) else reversed(board.squares):
                beyond = ahead[square]
                # Neither None nor OUTSIDE is a square to continue from.
                rays[square] = (self.places[beyond], *rays[beyond]) if beyond else ()
            found.append([rays[square] for square in board.squares])
        return tuple(found)

    def due(self, setting: str, last: bool) -> bool:
        """Say whether touching with this setting happens at the end of this register (7.11.3).

        Args:
            setting: The setting for flags or checkpoints.
            last: Whether this is register 5.
        """
        return setting == REGISTER or (last and setting == TURN)

    def order(self, own: Iterable[GameBeat], register: int) -> tuple[BeatEntry, ...]:
        """Return the order of a register: beats of the game and of elements, by stage and order.

        See 7.1. Equal beats keep the given order, the game's own first. Beats of the end of the
        turn are in register 5 only.
        """
        last = register == LAST_REGISTER
        moments = [BeatEntry(game.beat, game.play, {}) for game in own] + [
            self._entry(beat, table) for beat, table in self.timing[register]
        ]
        due = [moment for moment in moments if last or moment.beat.stage != END_OF_TURN]
        return tuple(sorted(due, key=lambda moment: moment.beat[:2]))

    def _entry(self, beat: Beat, elements: Table) -> BeatEntry:
        """Return the entry of a beat of elements."""
        entry = BeatEntry(beat, None, elements)
        if not self.plain:
            return entry

        def ask(element: Element, piece: Any) -> Effects:
            return element.act(piece, beat, piece)

        found = answers(elements, ask) or {}
        shifts = {
            square: tuple(effect for effect in effects if isinstance(effect, Shift))
            for square, effects in found.items()
        }
        others = {
            square: tuple(effect for effect in effects if not isinstance(effect, Shift))
            for square, effects in found.items()
        }
        if any(shifts.values()):
            entry.shifts = self._by_place(shifts)
        if any(others.values()):
            entry.effects = self._by_place(others)
        return entry


def race_tables(race: Race) -> RaceTables:
    """Return the tables of a race, which are built once and kept with it."""
    found: RaceTables | None = race.derived.get(RaceTables)
    if found is None:
        found = race.derived[RaceTables] = RaceTables(race.board, race.flags, race.rules)
    return found


def _entered(board: Board, rule_set: RuleSet) -> dict[str, Table]:
    """Return for each cause of movement the elements that act on entry by it, by square.

    Causes without such elements are left out.
    """
    found: dict[str, Table] = {}
    for element in board.elements:
        for cause in element.enters_by & rule_set.movements:
            table = found.setdefault(cause, {})
            table[element.square] = (*table.get(element.square, ()), element)
    return dict(sorted(found.items()))


_LONG_WAY: Final = (
    "covers",
    "minds",
    "gates",
    "blocks",
    "bump",
    "crossed",
    "holds",
    "plan",
    "turned",
    "rest",
    "always",
    "lit",
    "above",
    "climbs",
    "redraw",
)
"""The hooks that base boards do not need."""
_LONG_TRAITS: Final = frozenset({"grave"})
"""The traits that bring pieces unknown to base boards."""


def is_plain(board: Board, handled: frozenset[str] = frozenset()) -> bool:
    """Say whether the elements need only walls, entry and beats that treat every clank alike.

    Args:
        board: The board to look at.
        handled: The traits of elements that the game itself handles.
    """
    known = board.plain
    if handled not in known:
        known[handled] = all(
            not element.traits.isdisjoint(handled) or _is_plain(element)
            for element in board.elements
        )
    return known[handled]


def _is_plain(element: Element) -> bool:
    kind = type(element)
    if any(
        getattr(kind, hook) is not getattr(Element, hook) for hook in _LONG_WAY
    ) or not element.traits.isdisjoint(_LONG_TRAITS):
        return False
    # The fast path asks once for all registers about the effects of entering.
    if element.enters_by and not all(map(element.active, EVERY_REGISTER)):
        return False
    standing = {element.square: (element,)}

    def entered(direction: Heading, cause: str) -> dict[Square, Effects] | None:
        return answers(standing, lambda one, piece: one.enter(piece, direction, cause, piece))

    def acted(beat: Beat) -> dict[Square, Effects] | None:
        return answers(standing, lambda one, piece: one.act(piece, beat, piece))

    acts = [acted(beat) for beat in element.beats()]
    asked = [
        entered(direction, cause)
        for cause in sorted(element.enters_by & MOVEMENTS)
        for direction in range(4)
    ] + acts
    if not all(
        found is not None
        and all(isinstance(effect, _PLAIN) for effects in found.values() for effect in effects)
        for found in asked
    ):
        return False
    # Plain play knows only the movements of base boards and always pushes.
    return all(
        effect.cause in MOVEMENTS and effect.spares != NOBODY
        for found in acts
        if found
        for effects in found.values()
        for effect in effects
        if isinstance(effect, Shift)
    )


def _element_moments(board: Board, register: int, rules: Rules) -> tuple[tuple[Beat, Table], ...]:
    """Return the beats of the elements active in a register, each with its elements by square.

    A square is one that they act on. Stage and order alone make a beat: kinds that share both act
    together, under the name of the first on the board.
    """
    tables: dict[tuple[int, int], tuple[Beat, Table]] = {}
    rule_set, words = rules.rule_set, words_of(rules)
    for element in board.elements:
        if not element.active(register) or not element.traits.isdisjoint(rule_set.handled):
            continue
        for beat in rule_set.timing(element, words):
            _, table = tables.setdefault(beat[:2], (beat, {}))
            for square in element.reach(board, register):
                table[square] = (*table.get(square, ()), element)
    return tuple(moment for _, moment in sorted(tables.items(), key=lambda item: item[0]))
