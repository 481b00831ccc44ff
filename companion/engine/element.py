"""What a board element is: one file with its rule, its keys, its art and its help, found here by its word.

An element declares
- how it is written: `word`, whether a side or direction follows, its `keys`, the `codes` that a drawing has for it;
- where it may stand: its `layer`, its `traits`, the sides it walls off;
- when it acts: `beats`, each a stage and an order within it, and `active` registers;
- what it asks for: the hooks, every one pure and answered with effects. `act` and `enter` are asked once for a whole race, about nobody in
  particular, and in every register again only where they look at their rider then.

Elements know each other by trait only, never by class. The registry below is the engine's only module state: it is filled once, when
`companion.engine.elements` is imported.
"""
from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Final, NamedTuple, Protocol

from companion.art import Motion, Shape
from companion.engine.cards import Card
from companion.engine.effects import Effect
from companion.engine.geometry import HEADINGS, Heading, Square
from companion.words import NOTHING, Text, count, listed, text, verbatim

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

FLOOR, CARRIER, DEVICE, BARRIER, MOUNT = "floor", "carrier", "device", "barrier", "mount"
"""The layers of a square: one floor or carrier, devices, and on each side one barrier and one mount."""
GROUND_UP: Final = (FLOOR, CARRIER, DEVICE, MOUNT, BARRIER)
"""The layers in the order in which they are drawn, each over those before it."""

EVERY_REGISTER: Final = (1, 2, 3, 4, 5)
NO_EFFECTS: Final[tuple[Effect, ...]] = ()


class Beat(NamedTuple):
    """A moment of a register: stage, order within the stage (sparse, so that others fit between), the name people read, and the rule.

    A whole beat is one look at the board: everybody is asked before anything of it happens (0.4).
    """

    stage: int
    order: int
    name: str
    rule: str


class Key(NamedTuple):
    """One key of an entry: how its value is read and written, its default's text (None if it must be given), its help.

    `read` raises ValueError with what was expected. `flags` are bare words that stand for `name=value`, such as `odd`.
    """

    name: str
    read: Callable[[str], Any]
    write: Callable[[Any], str]
    default: str | None
    about: str
    flags: Mapping[str, str] = {}


class Rider(Protocol):
    """What a hook may look at: a clank in mid-play. Hooks never change it."""

    seat: int
    square: Square
    heading: Heading
    damage: int


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
    """The causes of movement for which `enter` is to be asked; empty for none."""
    excludes: ClassVar[frozenset[str]] = frozenset()
    """The layers and traits of elements that may not stand on its square (2.3)."""
    once: ClassVar[str] = ""
    """The key whose value no two of its kind on a board may share, such as a start's seat; "" for none."""

    def title(self) -> Text:
        """What it is called, with its keys: "Fast belt to the north"."""
        return verbatim(self.word)

    def beats(self) -> tuple[Beat, ...]:
        """When it acts."""
        return ()

    def active(self, register: int) -> bool:
        """Whether it is on in this register."""
        return True

    def walls(self) -> tuple[Heading, ...]:
        """The sides of its square that are walls for good."""
        return ()

    def reach(self, board: Board, register: int | None = None) -> tuple[Square, ...]:
        """The squares on which it acts at its beats in a register (None: wherever it may): its own, unless it says otherwise."""
        return (self.square,)

    def gates(self) -> tuple[Heading, ...]:
        """The sides of its square for which `blocks` and `bump` are to be asked."""
        return ()

    def blocks(self, way: Heading, cause: str, register: int) -> bool:
        """Whether it stops a step or a beam that would cross its side going that way, from either square."""
        return False

    def bump(self, rider: Rider, way: Heading, cause: str) -> tuple[Effect, ...]:
        """What happens to a clank that it stopped."""
        return NO_EFFECTS

    def plan(self, rider: Rider, card: Card) -> tuple[Effect, ...]:
        """What it does to the card of a clank that stands here, before the card is carried out."""
        return NO_EFFECTS

    def enter(self, rider: Rider, way: Heading, cause: str) -> tuple[Effect, ...]:
        """What happens to a clank that came onto the square going that way."""
        return NO_EFFECTS

    def turned(self, rider: Rider, quarters: int) -> tuple[Effect, ...]:
        """What happens to a clank that carried out a turn card here."""
        return NO_EFFECTS

    def rest(self, rider: Rider, way: Heading) -> tuple[Effect, ...]:
        """What happens to a clank whose card is over and that stands here."""
        return NO_EFFECTS

    def act(self, rider: Rider, beat: Beat) -> tuple[Effect, ...]:
        """What it asks for the clank on one of its squares, at one of its beats."""
        return NO_EFFECTS

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
        if self.sided:
            words.append(HEADINGS[getattr(self, self.sided)])
        for key in self.keys:
            text = key.write(getattr(self, key.name))
            if text != key.default:
                words.append(next((flag for flag, value in key.flags.items() if value == text), f"{key.name}={text}"))
        return " ".join(words)


_KINDS: dict[str, type[Element]] = {}


def register(kind: type[Element]) -> type[Element]:
    """Make a kind of element known by its word; the decorator in the element's own file."""
    _KINDS[kind.word] = kind
    return kind


def kinds() -> Mapping[str, type[Element]]:
    """Every known kind of element, by its word, in alphabetical order."""
    return dict(sorted(_KINDS.items()))


def number_key(name: str, low: int, high: int, default: int, about: str) -> Key:
    """A key whose value is a whole number in a range."""

    def read(text: str) -> int:
        """The number; ValueError says which there are."""
        # int() alone would take the digits of every script, signs and blanks.
        if not (text.isascii() and text.isdigit()) or not low <= int(text) <= high:
            raise ValueError(f"a number from {low} to {high}")
        return int(text)

    return Key(name, read, str, str(default), about)


def word_key(name: str, choices: Iterable[str], default: str | None, about: str, flags: Mapping[str, str] = {}) -> Key:
    """A key whose value is one of some words."""
    words = tuple(choices)

    def read(text: str) -> str:
        """The word; ValueError says which there are."""
        if text not in words:
            raise ValueError(" or ".join(words))
        return text

    return Key(name, read, str, default, about, flags)


def registers_key(default: str | None) -> Key:
    """The key for the registers in which an element is active; `odd` and `even` are its short forms."""

    def read(text: str) -> tuple[int, ...]:
        """The registers in order; ValueError says how they are written."""
        numbers = text.split(",")
        if any(number not in ("1", "2", "3", "4", "5") for number in numbers):
            raise ValueError("registers from 1 to 5 with commas between, such as 2,4")
        # In order and each once: however they were written, the element is the same.
        return tuple(sorted({int(number) for number in numbers}))

    def write(value: tuple[int, ...]) -> str:
        """The registers with commas between."""
        return ",".join(map(str, value))

    return Key("registers", read, write, default, "the registers in which it is active", {"odd": "1,3,5", "even": "2,4"})


def registers_words(element: Element) -> Text:
    """The registers in which an element acts, behind "in": "registers 1, 3 and 5"."""
    registers = [str(register) for register in EVERY_REGISTER if element.active(register)]
    if len(registers) == len(EVERY_REGISTER):
        return text("every register")
    return count("register {registers}", "registers {registers}", len(registers), registers=listed(registers))


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
        return one.layer != other.layer or _side(one) != _side(other) or "wall" in one.traits | other.traits
    if one.word == other.word or one.layer == other.layer and one.layer in ONE_TO_A_SQUARE:
        return False
    return not (_excluded(one, other) or _excluded(other, one))


def _side(element: Element) -> object:
    return getattr(element, element.sided, None) if element.sided else None


def _excluded(one: Element, other: Element) -> bool:
    return other.layer in one.excludes or not one.excludes.isdisjoint(other.traits)
