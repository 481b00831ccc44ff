"""What lies on the table, to be drawn: pieces and markers on a board, or cards in rows and piles; part of a view (`companion.session.view`)."""

from __future__ import annotations

from typing import NamedTuple

from companion.games.base import (
    Badge,
    BeamPicture,
    Board,
    CardMove,
    Foreseen,
    Heading,
    Look,
    MovePicture,
    Square,
    Works,
)
from companion.session.messages import Message
from companion.words import NOTHING, Text


class SeatSign(NamedTuple):
    """By what people tell a seat: the name, the colour and the shape of its piece."""

    name: str
    colour: str
    shape: str


class PiecePicture(NamedTuple):
    """One piece as it is shown: on `square`, or in the parking row when that is None (`place` counts it there from 1).

    `status` is "active" or a word of the game's, `down` that it sits this turn out. `badges` are what is told of it, or drawn on it. One with a `kind` belongs
    to the piece whose look it has ("copy", "ghost").
    """

    seat: int
    name: str
    colour: str
    shape: str
    square: Square | None
    place: int
    heading: Heading
    status: str
    down: bool
    badges: tuple[Badge, ...] = ()
    kind: str = ""


class BoardPicture(NamedTuple):
    """The map: the board itself, markers as (number, square), pieces before the shown instruction, its moves and beams.

    `marks` are squares to point out, `works` what of the board is at work meanwhile. `foreseen` are the rounds of a program that only its player sees, from the first on.
    `ways` are offered, each from a square to a square beside it. `touchable` says that touching a square means something now (send `TouchSquare`).
    """

    board: Board
    markers: tuple[tuple[int, Square], ...] = ()
    pieces: tuple[PiecePicture, ...] = ()
    moves: tuple[MovePicture, ...] = ()
    beams: tuple[BeamPicture, ...] = ()
    marks: tuple[Square, ...] = ()
    touchable: bool = False
    foreseen: tuple[Foreseen, ...] = ()
    works: Works = Works()
    ways: tuple[tuple[Square, Square], ...] = ()


class CardPicture(NamedTuple):
    """A card to draw: its code, its move (as in `companion.content.card_art`) and its priority, and its own look where it has one."""

    code: int
    move: str
    priority: int
    look: Look | None = None


class TableCardPicture(NamedTuple):
    """A card that lies on the table: its `key`, unique on it, and the card itself, None where nobody may know it.

    `down`: it lies face down; where everybody has seen it the card is given all the same. `fresh`: it was laid there in this turn. `moved`: the instruction that is shown
    takes it away from here, or turns it over. `marked`: what is shown is about it. `lit`: it is a legal answer now; `picks` is what touching it says then, None for
    nothing. `chosen`: it is the answer that was given, and may be touched still. `tells` is what touching it says where it is no answer: it asks about the card.
    """

    key: str
    card: CardPicture | None
    down: bool = False
    fresh: bool = False
    moved: bool = False
    marked: bool = False
    picks: Message | None = None
    chosen: bool = False
    tells: Message | None = None

    @property
    def lit(self) -> bool:
        """Whether a touch on it is an answer."""
        return self.picks is not None


class RowPicture(NamedTuple):
    """Cards that lie in front of a seat, from the left, the oldest first; there may be none.

    `title` says what they are, `note` what they come to ("9 points"), each "" for nothing.
    """

    seat: int
    sign: SeatSign
    title: Text | str
    cards: tuple[TableCardPicture, ...]
    note: Text | str = NOTHING
    tokens: int = 0
    """How many tokens the seat has won."""


class PilePicture(NamedTuple):
    """A pile of cards in the middle, all face down: its key, what it is called, how many cards it has, and those that come to it now (`grows`) or go (`shrinks`)."""

    key: str
    title: Text | str
    number: int
    grows: int = 0
    shrinks: int = 0


class CardsPicture(NamedTuple):
    """All cards on the table, before the shown instruction is carried out: a row for each seat that plays, in their order, and the piles in the middle.

    `moves` are those of the shown instruction, from the first to the last, as the game says them (`companion.games.scene.CardMove`): `start` and `end` are places, of which HAND,
    READER and the keys of `piles` lie outside of the rows; a move with the same start and end turns a card over in its place, or shifts it to `at`. `opens`
    is what touching the picture says, where no card is lit under the finger: it shows what lies where, large; None where it is that already, or leads nowhere.
    """

    rows: tuple[RowPicture, ...] = ()
    piles: tuple[PilePicture, ...] = ()
    moves: tuple[CardMove, ...] = ()
    opens: Message | None = None
