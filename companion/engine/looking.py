"""What the hooks of elements may look at: a piece in mid-play, the play as it stands, and how a card is carried out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from companion.engine.cards import STEPS, Card, Slots
from companion.engine.effects import Go, Jump
from companion.geometry import Heading, Square
from companion.named_tuples import NamedTuple

# Boards are made of elements, which are asked about what they look at.
if TYPE_CHECKING:
    from companion.engine.board import Board
    from companion.engine.element import Element


class Rider(Protocol):
    """What a hook may look at: a piece in mid-play. Hooks never change it. `kind` is "clank", "copy" or "ghost"; `locked` are slots."""

    seat: int
    square: Square
    heading: Heading
    damage: int
    kind: str
    down: bool
    slots: Slots
    locked: tuple[int, ...]


class Look(Protocol):
    """What else a hook may look at: the play as it stands at this moment (hooks of base boards never do).

    `left` counts the squares left of the movement under way, the one under way included; `card` is the card under way.
    """

    turn: int
    register: int
    card: Card | None

    @property
    def board(self) -> Board:
        """The board as it stands now."""

    @property
    def left(self) -> int:
        """The squares left of the movement under way, 0 where there are none to count."""

    def recall(self, owner: str, word: str) -> str:
        """What is remembered, "" for nothing; `owner` is a square, "group …" or a seat ("3")."""

    def of_group(self, word: str, group: str) -> tuple[Element, ...]:
        """The elements of a kind in a group, in reading order."""

    def has(self, square: Square, trait: str) -> bool:
        """Whether an element with this trait that is active now covers the square."""

    def standing(self, square: Square) -> Rider | None:
        """The solid piece on a square, of the ground or above, or None."""

    def flyer(self, square: Square) -> Rider | None:
        """The flyer above a square that is in the way of other flyers, or None."""

    def pieces(self) -> Sequence[Rider]:
        """All pieces on the board, of any kind and plane, by seat."""

    def wears(self, seat: int, status: str) -> str:
        """The value of a piece's status, "" where it has none."""

    def occupied(self, square: Square, rider: Rider) -> bool:
        """Whether somebody of the rider's own plane is in its way on a square."""

    def passable(self, square: Square, way: Heading, cause: str) -> bool:
        """Whether no wall, barrier, mount or closed border stops a piece that would leave the square that way; who stands beyond does not count."""

    def line(self, square: Square, way: Heading) -> tuple[Square, ...]:
        """The squares of a beam from a square on, itself first, in this register."""

    def shot(self, rider: Rider) -> tuple[Square, ...]:
        """The squares that a shot of the rider crosses now, without its own, up to fog, or to the first piece and its square included."""

    def deck(self) -> tuple[Card, ...]:
        """The cards that can be taken from the deck now: in nobody's slots, and neither drawn nor given up in this turn."""

    def dealt(self, rider: Rider) -> int:
        """How many cards a rider is dealt next, as far as is known now."""

    def drove(self, seat: int) -> Card | None:
        """The movement card that a piece has executed in this register, or None."""


class Drive(NamedTuple):
    """How a card is carried out, as the `plan` hooks pass it on: its move, and for a movement card the direction and how many squares.

    `jump` takes the place of the steps, and so does `slide`. `eased`: a square was taken off (B7, once). `fogged`: the card was exchanged (B20).
    """

    move: str
    way: Heading
    squares: int
    jump: Jump | None = None
    slide: Go | None = None
    eased: bool = False
    fogged: bool = False

    @property
    def moves(self) -> bool:
        """Whether it is a movement card, no rotate card."""
        return self.move in STEPS
