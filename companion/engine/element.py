"""What a board element is: one file with its rule, its keys, its art and its help, found here by its word.

An element declares
- how it is written: `word`, whether a side or direction follows, its `keys`, the `codes` that a drawing has for it;
- where it may stand: its `layer`, its `traits`, the sides it walls off;
- when it acts: `beats`, each a stage and an order within it, and `active` registers;
- what it asks for: the hooks, every one pure and answered with effects. `act` and `enter` are asked once for a whole race, about nobody in
  particular, and in every register again only where they look at their rider then.

Elements know each other by trait only, never by class. The registry below is the engine's only module state: it gains a kind when the module of the
kind in `companion.engine.elements` is imported, which `kinds` does when somebody asks for it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING, ClassVar, Final

from companion.art import Motion, Shape
from companion.engine.causes import ANY_CAUSE
from companion.engine.effects import Effect
from companion.engine.keys import Key
from companion.engine.looking import Drive, Look, Rider
from companion.geometry import HEADINGS, Heading, Square
from companion.named_tuples import NamedTuple
from companion.words import NOTHING, Text, text, verbatim

# Boards are made of elements, which are asked about boards.
if TYPE_CHECKING:
    from companion.engine.board import Board

STAGES: Final = ("reveal", "move", "board", "fire", "touch", "end of turn")
REVEAL: Final = 0
MOVE: Final = 1
BOARD: Final = 2
FIRE: Final = 3
TOUCH: Final = 4
END_OF_TURN: Final = 5
"""The six stages; the first five run in every register, the last after register 5. The game itself has nothing to do in REVEAL."""

FLOOR, CARRIER, DEVICE, BARRIER, MOUNT, AREA = (
    "floor",
    "carrier",
    "device",
    "barrier",
    "mount",
    "area",
)
"""The layers of a square: one floor and one carrier, devices, areas, and on each side one barrier and one mount (3.1 of the elements)."""
GROUND_UP: Final = (FLOOR, CARRIER, DEVICE, AREA, MOUNT, BARRIER)
"""The layers in the order in which they are drawn, each over those before it."""

ANY: Final = ANY_CAUSE
"""For `enters_by`: whatever brings a piece onto the square."""
STAY: Final = "stay"
TURN_CARD: Final = "turn"
"""What `rest` is told of a movement card that moved its piece nowhere, and of a rotate card."""
NO_EFFECTS: Final[tuple[Effect, ...]] = ()
OUR_RULING: Final = text("Its effect is a rule of this app.")
"""The last sentence of the help of experimental elements."""


class Beat(NamedTuple):
    """A moment of a register: stage, order within the stage (sparse, so that others fit between), the name people read, and the rule.

    A whole beat is one look at the board: everybody is asked before anything of it happens (0.4).
    """

    stage: int
    order: int
    name: str
    rule: str


class Fault(NamedTuple):
    """What is forbidden about an element on a board: a sentence for screens, and for a file what was found there and what belongs there, with what to do."""

    words: Text
    found: Text
    expected: Text


@dataclass(frozen=True, slots=True)
class Element:
    """One element on one square; subclasses add their keys as fields, in the order of `keys`, after `side` where they have one.

    Equal fields make equal elements, so that a set of them holds each once. Hooks get what they may look at and answer with effects; an
    empty answer means that nothing happens. `way` is the direction of movement, 0-3, not the heading of the clank.
    """

    square: Square

    word: ClassVar[str] = ""
    layer: ClassVar[str] = DEVICE
    sided: ClassVar[str] = ""
    """"side" where a side of the square follows the word, "heading" where a direction does, "" where neither does."""
    keys: ClassVar[tuple[Key, ...]] = ()
    codes: ClassVar[Mapping[str, str]] = {}
    """Drawing codes: the four characters' content → the entry's rest, such as `">>": "belt E speed=fast"`."""
    traits: ClassVar[frozenset[str]] = frozenset()
    about: ClassVar[Text] = NOTHING
    """One or two sentences for the players."""
    rule: ClassVar[str] = ""
    """The rulebook section that says what it does."""
    example: ClassVar[str] = ""
    """An entry as in a board file."""
    enters_by: ClassVar[frozenset[str]] = frozenset()
    """The causes of movement for which `enter` is to be asked; empty for none, ANY for all of them."""
    lines: ClassVar[Mapping[str, int]] = {}
    """Hook → its place among the hooks of one moment: the order of section 4 for `plan` (fog 10, mirror 20, big drain 40, mag lock 50, crumbly 60,
    ice 70, teleporters 80, energizer 90, B7 100, B8 110, ramp 120), line × 10 for the others."""
    drawn_among: ClassVar[str] = ""
    """The layer among which it is drawn, where that is not its own: a trapdoor is a floor, but is seen over the belt that it carries."""
    experimental: ClassVar[bool] = False
    """Whether its effect is mainly our own ruling (elements 9); said in its help, and asked before such a board is played."""
    noun: ClassVar[Text] = NOTHING
    """What it is called without its keys, such as "Flamer": for legends, palettes and sentences about what it did."""
    spreads: ClassVar[bool] = False
    """Whether an entry may fill a rectangle with it, by `to=` and the opposite corner; what is read then are elements of one square each."""
    remembers: ClassVar[str] = ""
    """The word of memory that changes the board (`redraw`); "" where nothing does."""
    excludes: ClassVar[frozenset[str]] = frozenset()
    """The layers and traits of elements that may not stand on its square (2.3)."""
    needs_others: ClassVar[bool] = False
    """Whether it means nothing as the only one of its group, such as a light barrier without belts to flip; such a board does not load."""
    rests_pushed: ClassVar[bool] = False
    """Whether `rest` is asked for pieces that were pushed, too (B30, B31)."""
    once: ClassVar[str] = ""
    """The key whose value no two of its kind on a board may share, such as a start's seat; "" for none."""

    def title(self) -> Text:
        """What it is called, with its keys: "Fast belt to the north"."""
        return verbatim(self.word)

    def direction(self) -> Heading | None:
        """Return the side or the direction that follows its word; None without one."""
        direction: Heading | None = getattr(self, self.sided) if self.sided else None
        return direction

    def begins(self) -> tuple[int, Heading] | None:
        """Return the seat that begins on its square and the heading of its piece there; None where no seat does."""
        return None

    def repairs(self) -> int:
        """Return the damage that it takes away from a piece that touches it."""
        return 0

    def beats(self) -> tuple[Beat, ...]:
        """When it acts."""
        return ()

    def active(self, register: int) -> bool:
        """Whether it is on in this register."""
        return True

    def walls(self) -> tuple[Heading, ...]:
        """The sides of its square that are walls for good."""
        return ()

    def covers(self) -> tuple[Square, ...]:
        """The squares on which it lies: its own, or those of its block."""
        return (self.square,)

    def reach(self, board: Board, register: int | None = None) -> tuple[Square, ...]:
        """The squares on which it acts at its beats in a register (None: wherever it may): those it covers, unless it says otherwise."""
        return self.covers()

    def minds(self, hook: str, board: Board, register: int) -> tuple[Square, ...]:
        """The squares for which it is asked a hook: a beam minds its whole line also for `enter`, fog all squares from which it is seen for `plan`."""
        return self.reach(board, register) if hook == "act" else self.covers()

    def gates(self) -> tuple[Heading, ...]:
        """The sides of its square for which `blocks`, `bump` and `crossed` are to be asked."""
        return ()

    def blocks(self, way: Heading, cause: str, look: Look) -> bool:
        """Whether it stops a step, or with the cause BEAM a beam or shot, that would cross its side going that way, from either square."""
        return False

    def bump(self, rider: Rider, way: Heading, cause: str, look: Look) -> tuple[Effect, ...]:
        """What happens to a piece that it stopped; the cause is PUSH for one that was being pushed."""
        return NO_EFFECTS

    def crossed(self, rider: Rider, way: Heading, cause: str, look: Look) -> tuple[Effect, ...]:
        """What happens to a piece that is about to go over one of its gates."""
        return NO_EFFECTS

    def holds(self, rider: Rider, way: Heading, cause: str, look: Look) -> bool:
        """Whether nothing moves a piece off its square (B6, B9)."""
        return False

    def plan(
        self, rider: Rider, drive: Drive, look: Look
    ) -> tuple[Drive | None, tuple[Effect, ...]]:
        """How the card of a piece that stands on a square it minds is carried out, None for no effect; and what happens before."""
        return drive, NO_EFFECTS

    def enter(self, rider: Rider, way: Heading, cause: str, look: Look) -> tuple[Effect, ...]:
        """What happens to a piece that came onto the square going that way."""
        return NO_EFFECTS

    def turned(self, rider: Rider, quarters: int, look: Look) -> tuple[Effect, ...]:
        """What happens to a piece that carried out a rotate card here."""
        return NO_EFFECTS

    def rest(self, rider: Rider, way: Heading, cause: str, look: Look) -> tuple[Effect, ...]:
        """What happens to a piece that comes to rest here: at the end of its card, or where another movement leaves it.

        `cause` is CARD, STAY for a movement card that moved it nowhere, TURN for a rotate card; PUSH, PUSHER, THROW or DRAW for a piece that was
        displaced, of which only `rests_pushed` kinds are asked.
        """
        return NO_EFFECTS

    def act(self, rider: Rider, beat: Beat, look: Look) -> tuple[Effect, ...]:
        """What it asks for the piece on one of its squares, at one of its beats."""
        return NO_EFFECTS

    def always(self, beat: Beat, look: Look) -> tuple[Effect, ...]:
        """What it asks for at its beat whoever stands there: `Upon`, `Remember` with an owner."""
        return NO_EFFECTS

    def lit(self, beams: int, look: Look) -> tuple[Effect, ...]:
        """What comes of so many beams and shots that ended at its gates in this register: `Remember` with an owner (B2f)."""
        return NO_EFFECTS

    def above(self, register: int) -> bool:
        """Whether there is a square above its own in this register, while nothing remembered says otherwise (B4f, B3b)."""
        return False

    def rails(self) -> tuple[Heading, ...]:
        """The sides of the square above that stop pieces and no shots."""
        return ()

    def climbs(self) -> Heading | None:
        """The side over which one goes up to a square above that lies beyond, and comes down from it without a fall (B21); None where there is none."""
        return None

    def redraw(self, board: Board, value: str) -> Board:
        """The board with the value of its `remembers` word in force: flipped, gone, turned."""
        return board

    def carried(self, square: Square, quarters: int) -> Element:
        """The same element on another square, turned by quarters with the clock (C14)."""
        direction = self.direction()
        turned_side = {} if direction is None else {self.sided: (direction + quarters) % 4}
        return replace(self, square=square, **turned_side)

    def remembered(self, word: str, value: str) -> Text:
        """What hands do, or people are to know, when this is remembered of it: "turn the disc on B2"; NOTHING where that needs no word."""
        return NOTHING

    def faults(self, board: Board) -> tuple[Fault, ...]:
        """Say what is forbidden about it on this board (elements 5), each with what to do; such a board does not load."""
        return ()

    def corner(self, board: Board) -> tuple[Shape, ...]:
        """Return what stays to be seen in a corner of the square while a piece stands on it: nothing, unless it must not be hidden."""
        return ()

    def art(self, board: Board) -> tuple[Shape, ...]:
        """What it looks like, in the unit square of its own square."""
        return ()

    def motion(self, board: Board) -> tuple[Motion, ...]:
        """What of it moves while it acts, from the ground up, with what lies still among it; it hides what moves of its `art`."""
        return ()

    def warnings(self, board: Board) -> tuple[Text, ...]:
        """What is odd about it on this board, as sentences for whoever makes boards."""
        return ()

    def entry(self) -> str:
        """Its line in the element list of a board file.

        Equal elements have equal text: defaults are left out and short forms used. The order of a board's elements and the hash of a state
        rest on that.
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


_KINDS: dict[str, type[Element]] = {}
"""Those that have been imported, by their words."""
_HOME: Final = "companion.engine.elements"


def register(kind: type[Element]) -> type[Element]:
    """Make a kind of element known by its word; the decorator in the element's own file."""
    _KINDS[kind.word] = kind
    return kind


class _Kinds(Mapping[str, type[Element]]):
    """Kinds of elements by their words, in alphabetical order; the module of a kind is imported when the kind is asked for."""

    def __getitem__(self, word: str) -> type[Element]:
        if word not in _KINDS and word in _words():
            import_module(f"{_HOME}.{word}")
        return _KINDS[word]

    def __contains__(self, word: object) -> bool:
        return word in _KINDS or word in _words()

    def __iter__(self) -> Iterator[str]:
        return iter(sorted({*_KINDS, *_words()}))

    def __len__(self) -> int:
        return len({*_KINDS, *_words()})


@cache
def _words() -> frozenset[str]:
    """Return the words of all elements: each file is called as the word of its kind."""
    return frozenset(found.name for found in iter_modules(import_module(_HOME).__path__))


_ALL: Final = _Kinds()


def kinds() -> Mapping[str, type[Element]]:
    """Every kind of element, by its word, in alphabetical order. A board has a few of them, so that to go through all takes longer than to ask for some."""
    return _ALL


# ---- Which elements may share a square (rulebook 2.3 [E188]) ---------------------------------------------------------------


ONE_TO_A_SQUARE = (FLOOR, CARRIER)
ONE_TO_A_SIDE = (BARRIER, MOUNT)


def may_share(one: Element, other: Element) -> bool:
    """Whether two elements may stand on the same square.

    One floor and one carrier to a square, one barrier and one mount to a side, no kind twice, and nothing that one of them excludes.
    A wall may be noted as often as people like, it stays one wall (2.4 [E004]).
    """
    if one.layer in ONE_TO_A_SIDE and other.layer in ONE_TO_A_SIDE:
        # A mount and a barrier may even share a side: pushers and emitters hang on walls (2.4).
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
