"""The interfaces through which hooks of elements see a piece, the play, and a card under way."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from companion.engine.cards import STEPS, Card, Slots
from companion.engine.effects import Jump, TakeSteps
from companion.geometry import Heading, Square
from companion.named_tuples import NamedTuple

# Boards are made of elements, which are asked about what they look at.
if TYPE_CHECKING:
    from companion.engine.board import Board
    from companion.engine.element import Element


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
    def board(self) -> Board:
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
    """How many squares a movement card goes."""
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
