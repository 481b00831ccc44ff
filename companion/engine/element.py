"""A board element: one file with its rule, keys, art and help, found here by its word.

An element of another package is such a module too, named by an entry point of the group
`clockwork_derby.elements` under the element's word.

An element declares

- how it is written: `word`, whether a side or direction follows, its `keys`, the `codes` that a
  drawing has for it;
- where it may stand: its `layer`, its `traits`, the sides it walls off;
- when it acts: `beats`, each a stage and an order within it, and `active` registers;
- its effects: the hooks, all of them pure. `act` and `enter` are asked once for a whole race
  without a piece, and in every register again only if they look at their piece.

Elements know each other by trait only, never by class. The registry below is the engine's only
module state: it gains a kind when the kind's module in `companion.engine.elements` is imported,
which `kinds` does on demand.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import ClassVar, Final, Protocol

from companion.art import Motion, Shape
from companion.engine.cards import STEPS, Card, Slots
from companion.engine.causes import ANY_CAUSE
from companion.engine.effects import Effect, Jump, TakeSteps
from companion.engine.keys import Key
from companion.errors import PluginError, RuleError
from companion.geometry import HEADINGS, Heading, Square
from companion.named_tuples import NamedTuple
from companion.plugins import ELEMENTS, Plugin, clashes, plugins
from companion.words import NOTHING, Text, text, verbatim

STAGES: Final = ("reveal", "move", "board", "fire", "touch", "end of turn")
REVEAL: Final = 0
MOVE: Final = 1
BOARD: Final = 2
FIRE: Final = 3
TOUCH: Final = 4
END_OF_TURN: Final = 5
"""The six stages. The first five run in every register, the last after register 5. The game itself
has nothing to do in REVEAL."""

FLOOR, CARRIER, DEVICE, BARRIER, MOUNT, AREA = (
    "floor",
    "carrier",
    "device",
    "barrier",
    "mount",
    "area",
)
"""The layers of a square: one floor and one carrier, devices, areas, and on each side one barrier
and one mount (elements 3.1)."""
GROUND_UP: Final = (FLOOR, CARRIER, DEVICE, AREA, MOUNT, BARRIER)
"""The layers in drawing order, each over those before it."""

ANY: Final = ANY_CAUSE
"""For `enters_by`: any movement onto the square."""
STAY: Final = "stay"
TURN_CARD: Final = "turn"
"""Causes for `rest`: a movement card that moved its piece nowhere, and a rotate card."""
NO_EFFECTS: Final[tuple[Effect, ...]] = ()
OUR_RULING: Final = text("Its effect is a rule of this app.")
"""The last sentence of the help of experimental elements."""


class BoardView(Protocol):
    """The board as elements see it (`companion.engine.board.Board`)."""

    @property
    def columns(self) -> int:
        """The number of columns, from the west."""

    @property
    def rows(self) -> int:
        """The number of rows, from the south."""

    @property
    def elements(self) -> tuple[Element, ...]:
        """The elements in reading order."""

    @property
    def squares(self) -> tuple[Square, ...]:
        """Every square, row by row from the south, west to east."""

    @property
    def decks(self) -> tuple[Square, ...]:
        """The upper squares, in reading order."""

    @property
    def walls(self) -> frozenset[tuple[Square, Heading]]:
        """Every walled edge as (square, side), noted from both squares."""

    @property
    def gates(self) -> Mapping[tuple[Square, Heading], tuple[Element, ...]]:
        """Edges with barriers that stop crossings in some registers."""

    @property
    def ahead(self) -> tuple[Mapping[Square, Square | None], ...]:
        """For each heading, the square that a step from each square leads to."""

    def at(self, square: Square) -> tuple[Element, ...]:
        """Return the elements noted on a square, () for none."""

    def next(self, square: Square, direction: Heading) -> Square | None:
        """Return the neighbouring square on the board or None."""

    def beam(
        self, square: Square, direction: Heading, register: int | None = None
    ) -> tuple[Square, ...]:
        """Return the squares that a beam from a square covers, that square first."""

    def board_edge(self, direction: Heading) -> Square | None:
        """Return the area beyond an open border, None for a closed one."""


class PieceView(Protocol):
    """A piece in mid-play that a hook may look at. Hooks never change it."""

    seat: int
    square: Square
    heading: Heading
    damage: int
    kind: str
    """"clank", "copy" or "ghost"."""
    down: bool
    slots: Slots
    locked: tuple[int, ...]
    """Slots, from 1."""


class PlayView(Protocol):
    """The play at this moment. Hooks of base boards never look at it."""

    turn: int
    register: int
    card: Card | None
    """The card under way."""

    @property
    def board(self) -> BoardView:
        """The board as it is now."""

    @property
    def left(self) -> int:
        """The squares left of the movement under way, the current one included, or 0."""

    def recall(self, owner: str, word: str) -> str:
        """Return what is remembered, "" for nothing.

        `owner` is a square, "group …" or a seat ("3").
        """

    def of_group(self, word: str, group: str) -> tuple[Element, ...]:
        """Return the elements of a kind in a group, in reading order."""

    def has(self, square: Square, trait: str) -> bool:
        """Say whether an element with this trait that is active now covers the square."""

    def standing(self, square: Square) -> PieceView | None:
        """Return the solid piece on a square, of the ground or above, or None."""

    def flyer(self, square: Square) -> PieceView | None:
        """Return the flyer above a square that is in the way of other flyers, or None."""

    def pieces(self) -> Sequence[PieceView]:
        """Return all pieces on the board, of any kind and plane, by seat."""

    def wears(self, seat: int, status: str) -> str:
        """Return the value of a piece's status, empty without it."""

    def occupied(self, square: Square, piece: PieceView) -> bool:
        """Say whether another of the piece's plane is in its way on a square."""

    def passable(self, square: Square, direction: Heading, cause: str) -> bool:
        """Say whether no wall, barrier, mount or closed border stops a piece that leaves that way.

        Pieces on the square beyond do not count.
        """

    def line(self, square: Square, direction: Heading) -> tuple[Square, ...]:
        """Return the squares of a beam from a square on, itself first, in this register."""

    def shot(self, piece: PieceView) -> tuple[Square, ...]:
        """Return the squares that a shot of the piece crosses now, without its own.

        It ends before fog, or with the square of the first piece.
        """

    def deck(self) -> tuple[Card, ...]:
        """Return the cards that can be drawn now.

        They are in no slot, and not drawn or given up in this turn.
        """

    def dealt(self, piece: PieceView) -> int:
        """Return how many cards a piece is dealt next, as far as is known now."""

    def drove(self, seat: int) -> Card | None:
        """Return the movement card that a piece executed in this register, or None."""


class Drive(NamedTuple):
    """A card as it is carried out; the `plan` hooks pass it on."""

    move: str
    direction: Heading
    """The direction of a movement card."""
    squares: int
    """The number of squares that a movement card goes."""
    jump: Jump | None = None
    """Replaces the steps."""
    slide: TakeSteps | None = None
    """Replaces the steps, too."""
    eased: bool = False
    """Whether a square was taken off (B7, once)."""
    fogged: bool = False
    """Whether the card was exchanged (B20)."""

    @property
    def moves(self) -> bool:
        """Return whether it is a movement card rather than a rotate card."""
        return self.move in STEPS


class Beat(NamedTuple):
    """A moment of a register.

    A whole beat is one look at the board: every element is asked before any of its effects happens
    (0.4).
    """

    stage: int
    order: int
    """The order within the stage, with gaps so that others fit between."""
    name: str
    """The name that people read."""
    rule: str


DEVICES: Final = Beat(REVEAL, 40, "devices", "A4")
"""The beat in which trapdoors, bridges and elevators are set for a register."""


class ElementFault(NamedTuple):
    """A forbidden element on a board, described for screens and for files."""

    words: Text
    """A sentence for screens."""
    found: Text
    """For files: the entry found."""
    expected: Text
    """For files: the entry that belongs there, with what to do."""


@dataclass(frozen=True, slots=True)
class Element:
    """One element on one square.

    Subclasses add their keys as fields, in the order of `keys`, after `side` where they have one.
    Equal fields make equal elements, so that a set of them holds each once. Hooks get the objects
    that they may look at and answer with effects; an empty answer means that nothing happens.
    `direction` is the direction of movement, 0-3, not the heading of the clank.
    """

    square: Square

    word: ClassVar[str] = ""
    layer: ClassVar[str] = DEVICE
    sided: ClassVar[str] = ""
    """The field for a direction that follows the word: "side" for a side of the square,
    "heading" for a direction, empty for none."""
    keys: ClassVar[tuple[Key, ...]] = ()
    codes: ClassVar[Mapping[str, str]] = {}
    """Drawing codes: the code's four characters → the rest of the entry, such as ">>" for
    "belt E speed=fast"."""
    traits: ClassVar[frozenset[str]] = frozenset()
    about: ClassVar[Text] = NOTHING
    """One or two sentences for the players."""
    rule: ClassVar[str] = ""
    """The rulebook section that describes it."""
    example: ClassVar[str] = ""
    """An entry as in a board file."""
    enters_by: ClassVar[frozenset[str]] = frozenset()
    """The causes of movement for which `enter` is asked; empty for none, ANY for all."""
    lines: ClassVar[Mapping[str, int]] = {}
    """Hook → its place among the hooks of one moment. For `plan` it is the order of section 4 (fog
    10, mirror 20, big drain 40, mag lock 50, crumbly 60, ice 70, teleporters 80, energizer 90, B7
    100, B8 110, ramp 120), for the others line × 10."""
    drawn_among: ClassVar[str] = ""
    """The layer among which it is drawn, if that is not its own: a trapdoor is a floor, but is
    drawn over the belt that it carries."""
    experimental: ClassVar[bool] = False
    """Whether its effect is mainly a ruling of this app (elements 9). Its help says so, and people
    are asked before such a board is played."""
    noun: ClassVar[Text] = NOTHING
    """Its name without its keys, such as "Flamer", for legends, palettes and sentences about its
    effects."""
    spreads: ClassVar[bool] = False
    """Whether an entry may fill a rectangle with it, by `to=` and the opposite corner. The file is
    read as elements of one square each."""
    remembers: ClassVar[str] = ""
    """The word of memory that changes the board (`redraw`), empty if there is none."""
    excludes: ClassVar[frozenset[str]] = frozenset()
    """The layers and traits of elements that may not share its square (2.3)."""
    needs_others: ClassVar[bool] = False
    """Whether it is useless as the only one of its group, such as a light barrier without belts to
    flip. Such a board does not load."""
    rests_pushed: ClassVar[bool] = False
    """Whether `rest` is asked for pieces that were pushed, too (B30, B31)."""
    once: ClassVar[str] = ""
    """The key whose value no two of its kind on a board may share, such as a start's seat; empty
    for none."""

    def title(self) -> Text:
        """Return its name with its keys: "Fast belt to the north"."""
        return verbatim(self.word)

    def direction(self) -> Heading | None:
        """Return the side or the direction that follows its word, None without one."""
        direction: Heading | None = getattr(self, self.sided) if self.sided else None
        return direction

    def leads(self, register: int) -> Heading | None:
        """Return the way in which a belt carries in a register, None for any other element."""
        return self.direction()

    def begins(self) -> tuple[int, Heading] | None:
        """Return the seat that begins on its square and the heading of its piece, or None."""
        return None

    def repairs(self) -> int:
        """Return the damage that it takes away from a piece that touches it."""
        return 0

    def beam_count(self) -> int:
        """Return the number of its beams if it is a laser, each worth one damage."""
        return 1

    def owner(self) -> str:
        """Return the owner of what is remembered about it: its group, or its square."""
        group = getattr(self, "group", "")
        return f"group {group}" if group else self.square

    def beats(self) -> tuple[Beat, ...]:
        """Return the beats at which it acts."""
        return ()

    def active(self, register: int) -> bool:
        """Say whether it is active in this register."""
        return True

    def walls(self) -> tuple[Heading, ...]:
        """Return the sides of its square that are permanent walls."""
        return ()

    def covers(self) -> tuple[Square, ...]:
        """Return the squares that it covers: its own, or those of its block."""
        return (self.square,)

    def reach(self, board: BoardView, register: int | None = None) -> tuple[Square, ...]:
        """Return the squares on which it acts at its beats.

        By default these are the squares that it covers. With None for `register` they are those of
        all registers.
        """
        return self.covers()

    def minds(self, hook: str, board: BoardView, register: int) -> tuple[Square, ...]:
        """Return the squares for which a hook is asked.

        A beam has `enter` asked on its whole line, fog has `plan` asked on all squares from which
        it is seen.
        """
        return self.reach(board, register) if hook == "act" else self.covers()

    def gates(self) -> tuple[Heading, ...]:
        """Return the sides of its square for which `blocks`, `bump` and `crossed` are asked."""
        return ()

    def blocks(self, direction: Heading, cause: str, view: PlayView) -> bool:
        """Say whether it stops a step that crosses its side, from either square.

        With the cause BEAM it is about a beam or shot.
        """
        return False

    def bump(
        self, piece: PieceView, direction: Heading, cause: str, view: PlayView
    ) -> tuple[Effect, ...]:
        """Return the effects on a piece that it stopped.

        The cause is PUSH for a piece that was pushed.
        """
        return NO_EFFECTS

    def crossed(
        self, piece: PieceView, direction: Heading, cause: str, view: PlayView
    ) -> tuple[Effect, ...]:
        """Return the effects on a piece that is about to cross one of its gates."""
        return NO_EFFECTS

    def holds(self, piece: PieceView, direction: Heading, cause: str, view: PlayView) -> bool:
        """Say whether nothing can move a piece off its square (B6, B9)."""
        return False

    def plan(
        self, piece: PieceView, drive: Drive, view: PlayView
    ) -> tuple[Drive | None, tuple[Effect, ...]]:
        """Return how the card of a piece is carried out, and the effects before that.

        It is asked for pieces on squares that it minds for `plan`. None means that the card has no
        effect.
        """
        return drive, NO_EFFECTS

    def enter(
        self, piece: PieceView, direction: Heading, cause: str, view: PlayView
    ) -> tuple[Effect, ...]:
        """Return the effects on a piece that came onto the square with this direction."""
        return NO_EFFECTS

    def turned(self, piece: PieceView, quarters: int, view: PlayView) -> tuple[Effect, ...]:
        """Return the effects on a piece that carried out a rotate card here."""
        return NO_EFFECTS

    def rest(
        self, piece: PieceView, direction: Heading, cause: str, view: PlayView
    ) -> tuple[Effect, ...]:
        """Return the effects on a piece that comes to rest here.

        It rests at the end of its card, or where another movement leaves it. `cause` is CARD, STAY
        for a movement card that moved it nowhere, TURN for a rotate card; or PUSH, PUSHER, THROW or
        DRAW for a displaced piece, of which only `rests_pushed` kinds are asked.
        """
        return NO_EFFECTS

    def act(self, piece: PieceView, beat: Beat, view: PlayView) -> tuple[Effect, ...]:
        """Return its effects at one of its beats on the piece on one of its squares."""
        return NO_EFFECTS

    def always(self, beat: Beat, view: PlayView) -> tuple[Effect, ...]:
        """Return its effects at its beat with or without a piece.

        They are `Upon`, or `Remember` with an owner.
        """
        return NO_EFFECTS

    def lit(self, beams: int, view: PlayView) -> tuple[Effect, ...]:
        """Return the effects of the beams and shots that ended at its gates in this register.

        They are `Remember` with an owner (B2f). `beams` is their number.
        """
        return NO_EFFECTS

    def above(self, register: int) -> bool:
        """Say whether there is a square above its own in this register (B4f, B3b).

        Remembered values are not considered.
        """
        return False

    def rails(self) -> tuple[Heading, ...]:
        """Return the sides of the square above that stop pieces but not shots."""
        return ()

    def climbs(self) -> Heading | None:
        """Return the side where a piece goes up to an upper square beyond, or None (B21).

        A piece that comes down over it does not fall.
        """
        return None

    def redraw(self, elements: tuple[Element, ...], value: str) -> Iterable[Element]:
        """Return the elements of the board with the value of its `remembers` word in force.

        Elements may have been flipped, removed or turned.
        """
        return elements

    def carried(self, square: Square, quarters: int) -> Element:
        """Return the same element on another square, turned by clockwise quarters (C14)."""
        direction = self.direction()
        turned_side = {} if direction is None else {self.sided: (direction + quarters) % 4}
        return replace(self, square=square, **turned_side)

    def placed(self, square: Square, quarters: int) -> Element:
        """Return the same element elsewhere and turned, as if a board file had it there."""
        return self.carried(square, quarters)

    def remembered(self, word: str, value: str) -> Text:
        """Return instructions or a notice for people when this is remembered.

        An example is "turn the disc on B2"; NOTHING if none is needed.
        """
        return NOTHING

    def faults(self, board: BoardView) -> tuple[ElementFault, ...]:
        """Say what is forbidden about it on this board (elements 5); such a board does not load."""
        return ()

    def corner(self, board: BoardView) -> tuple[Shape, ...]:
        """Return what stays visible in a corner of the square while a piece is on it.

        Usually there is nothing that must not be hidden.
        """
        return ()

    def art(self, board: BoardView) -> tuple[Shape, ...]:
        """Return its drawing in the unit square of its own square."""
        return ()

    def motion(self, board: BoardView) -> tuple[Motion, ...]:
        """Return what moves while it acts, from the ground up, with the still parts between.

        It replaces the moving parts of `art`.
        """
        return ()

    def warnings(self, board: BoardView) -> tuple[Text, ...]:
        """Return sentences for board makers about oddities of it on this board."""
        return ()

    def entry(self) -> str:
        """Return its line in the element list of a board file.

        Equal elements have equal text: defaults are left out and short forms used. The order of a
        board's elements and the hash of a state depend on it.
        """
        words = [self.square, self.word]
        # A platform or a magnet may have no side.
        if (direction := self.direction()) is not None:
            words.append(HEADINGS[direction])
        for key in self.keys:
            text = key.write(getattr(self, key.attribute))
            if text != key.default:
                words.append(
                    next(
                        (flag for flag, value in key.flags.items() if value == text),
                        f"{key.name}={text}",
                    )
                )
        return " ".join(words)


class InRegisters:
    """A base, before `Element`, of those that are active in their `registers` only."""

    __slots__ = ()
    registers: tuple[int, ...]

    def active(self, register: int) -> bool:
        return register in self.registers


_KINDS: dict[str, type[Element]] = {}
"""The kinds imported so far, by word."""
_HOME: Final = "companion.engine.elements"


def register(kind: type[Element]) -> type[Element]:
    """Register a kind of element by its word; the decorator in the element's own file."""
    if kind.word in _words() and not kind.__module__.startswith(_HOME):
        raise RuleError(text("there is an element {word} already", word=kind.word))
    _KINDS[kind.word] = kind
    return kind


class _Kinds(Mapping[str, type[Element]]):
    """Kinds of elements by word in alphabetical order; a kind's module is imported on demand."""

    def __getitem__(self, word: str) -> type[Element]:
        if word not in _KINDS:
            if word in _words():
                import_module(f"{_HOME}.{word}")
            else:
                _of_plugins()
        return _KINDS[word]

    def __contains__(self, word: object) -> bool:
        return word in _KINDS or word in _words() or word in _of_plugins()

    def __iter__(self) -> Iterator[str]:
        return iter(sorted({*_KINDS, *_words(), *_of_plugins()}))

    def __len__(self) -> int:
        return len({*_KINDS, *_words(), *_of_plugins()})


@cache
def _words() -> frozenset[str]:
    """Return the words of all elements, which are the names of their files."""
    return frozenset(found.name for found in iter_modules(import_module(_HOME).__path__))


def broken_elements() -> Mapping[str, Text]:
    """Return why elements of other packages cannot be used, by their words; imports the others."""
    found: dict[str, PluginError] = {**clashes(ELEMENTS, _words())}
    for word, plugin in plugins(ELEMENTS, _words()).items():
        try:
            _load(plugin)
        except PluginError as fault:
            found[word] = fault
    return {word: fault.words for word, fault in found.items()}


def _of_plugins() -> list[str]:
    """Return the words of usable elements of other packages. Imports, and so registers, them."""
    found = plugins(ELEMENTS, _words())
    broken = broken_elements() if found else {}
    return [word for word in found if word not in broken]


def _load(plugin: Plugin) -> None:
    try:
        plugin.load()
    except PluginError:
        # It may have registered a kind before it failed.
        _KINDS.pop(plugin.name, None)
        raise
    if plugin.name not in _KINDS:
        raise plugin.fault(
            text("{module} registers no element {word}", module=plugin.module, word=plugin.name)
        )


_ALL: Final = _Kinds()


def kinds() -> Mapping[str, type[Element]]:
    """Return every kind of element by its word, in alphabetical order.

    A board has a few kinds only, and iterating imports the modules of all.
    """
    return _ALL


# ---- Which elements may share a square (rulebook 2.3 [E188]) -------------------------------------


ONE_TO_A_SQUARE = (FLOOR, CARRIER)
ONE_TO_A_SIDE = (BARRIER, MOUNT)


def may_share(one: Element, other: Element) -> bool:
    """Say whether two elements may stand on the same square.

    A square has one floor and one carrier, a side one barrier and one mount, no kind is there
    twice, and no element together with one that it excludes. A wall may be noted any number of
    times, it stays one wall (2.4 [E004]).
    """
    if one.layer in ONE_TO_A_SIDE and other.layer in ONE_TO_A_SIDE:
        # A mount and a barrier may share a side: pushers and emitters hang on walls (2.4).
        return (
            one.layer != other.layer
            or one.direction() != other.direction()
            or "wall" in one.traits | other.traits
        )
    if one.word == other.word or (one.layer == other.layer and one.layer in ONE_TO_A_SQUARE):
        return False
    return not (_excluded(one, other) or _excluded(other, one))


def _excluded(one: Element, other: Element) -> bool:
    return other.layer in one.excludes or not one.excludes.isdisjoint(other.traits)
