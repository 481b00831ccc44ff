"""The visible state of a game and its standings: plain values to draw, print or read out.

A game fills them in: a board with pieces and markers, rows of cards in front of seats, both or
neither. The functions at the end return the scene after some instructions of any game.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Final, Generic, TypeAlias, TypeVar

from companion.art import Shape
from companion.engine.board import Board
from companion.engine.element import Element
from companion.geometry import Heading, Square
from companion.named_tuples import NamedTuple
from companion.words import NOTHING, Text, text

if TYPE_CHECKING:
    from typing_extensions import TypeVar as _TypeVar

    E_co = _TypeVar("E_co", default=object, covariant=True)
else:
    E_co = TypeVar("E_co", covariant=True)
"""The class of a game's events in values that it returns (`companion.games.api.E`)."""

ACTIVE, OUT = "active", "out"
"""The status of a piece that plays, and of one that is out of the race for good.

Games may have further ones.
"""


class CardDesign(NamedTuple):
    """The look of a card that its game draws.

    `sign` and `art` are drawings on a unit square each, in colours of `companion.art.PALETTE`, on
    light paper.
    """

    words: Text
    """The name of the card, such as "ace of hearts"."""
    corner: str
    """The letters in the corner, such as "A" or "10"."""
    sign: tuple[Shape, ...]
    """The small drawing beside the corner."""
    art: tuple[Shape, ...]
    """The large drawing in the middle."""
    tint: str
    """The colour of the letters in the corner, one of the palette."""
    about: Text = NOTHING
    """The effect of the card, in a few words."""
    full: Text = NOTHING
    """The effect of the card, in sentences, if `about` is not all."""
    kind: Text = NOTHING
    """The sort of card, such as "Ravager"."""
    notes: tuple[Text, ...] = ()
    """Small facts for the foot of the card."""


MOVE_NAMES: Final[Mapping[str, Text]] = {
    "move1": text("Move 1"),
    "move2": text("Move 2"),
    "move3": text("Move 3"),
    "back": text("Back"),
    "left": text("Left"),
    "right": text("Right"),
    "uturn": text("U-turn"),
}
"""The names of the usual moves of cards, by `Face.move`."""


class Face(NamedTuple):
    """The print on a card."""

    code: int
    """The code that a reader reads."""
    move: str
    """The effect of the card, as a word of the game such as "move2"."""
    priority: int
    """Its rank among cards. In races a card with a higher number is played first."""
    look: CardDesign | None = None
    """Its look if the game draws it, None for the table's own drawing."""

    @property
    def word(self) -> str:
        """Return the card as files name it, such as "move1@490"."""
        return f"{self.move}@{self.priority}"


class Badge(NamedTuple):
    """A fact about a piece, in words and as a mark."""

    meaning: Text
    """The fact in words."""
    short: Text = NOTHING
    """The same for little room."""
    ticks: int = 0
    """The number of marks round the piece, 0 for none."""
    ring: str = ""
    """The colour of a ring round the piece, "" for none."""


class Piece(NamedTuple):
    """A piece to draw."""

    seat: int
    square: Square | None
    """Its square, None for the parking row."""
    heading: Heading
    """The direction in which it faces."""
    status: str
    """ACTIVE, OUT, or a word of the game's."""
    down: bool = False
    """Whether it sits this turn out."""
    badges: tuple[Badge, ...] = ()
    of: int | None = None
    """For a piece that is no player's own: the seat of the piece that it belongs to.

    It looks like that piece and is not counted. Without a square it is gone.
    """
    kind: str = ""
    """The kind of such a piece, "copy" or "ghost"."""


class TableCard(NamedTuple):
    """A card on the table."""

    face: Face | None
    """Its face, None if it must stay unknown."""
    key: str = ""
    """The name by which moves and offers refer to it, unique in a scene."""
    down: bool = False
    """Whether it is face down."""
    fresh: bool = False
    """Whether it was put there in this turn."""


class CardRow(NamedTuple):
    """The cards in front of a seat, from the left."""

    seat: int
    cards: tuple[TableCard, ...]
    title: Text = NOTHING
    """A description of the cards."""
    note: Text = NOTHING
    """Their worth, such as "9 points"."""
    tokens: int = 0
    """The number of tokens that the seat has won. They are drawn beside its name."""


class Pile(NamedTuple):
    """A pile of cards in the middle of the table, all face down."""

    key: str
    title: Text
    number: int
    """The number of cards."""
    known: tuple[str, ...] = ()
    """The keys of the cards in it that everybody has seen. They are not shown."""


class LoosePart(NamedTuple):
    """A part of the board that hands turn or move, such as a room or a barricade."""

    key: str
    lies: str
    """Its present position, as a word of the game."""
    words: Text
    """The instruction by which hands put it into that position."""
    squares: tuple[Square, ...] = ()
    """The squares that it covers."""


class HandCards(NamedTuple):
    """Cards that players hold and pass on, as far as everybody at the table knows them."""

    deal: int
    """The number of the deal, from 1."""
    turn: int
    """The number of turns since the deal."""
    each: int
    """The number of cards that everybody was dealt."""
    left: int
    """The number of cards that are still in every hand."""
    passes: int
    """The number of times that hands have been passed on since the deal."""
    played_by: Mapping[str, tuple[int, int]]
    """The seat that played a card and the turn, as (seat, turn), by the card's key."""
    unseen: int = 0
    """The number of cards on the common pile that nobody has seen."""


class Scene(NamedTuple):
    """Everything there is to see of a position."""

    board: Board | None = None
    """The board, None for a game without one."""
    pieces: tuple[Piece, ...] = ()
    """The pieces, in the order of their seats."""
    markers: tuple[Square, ...] = ()
    """The squares of the markers, in the order of their numbers."""
    rows: tuple[CardRow, ...] = ()
    """The rows of cards, in the order of their seats."""
    piles: tuple[Pile, ...] = ()
    loose: tuple[LoosePart, ...] = ()
    """The parts of the board that are not in their printed position."""
    hands: HandCards | None = None
    """The cards that players hold, None if the app holds them or there are none."""
    taken: Mapping[int, tuple[Square, ...]] = {}
    """The squares of the cards that were taken from a player's pile, in order, by its seat."""


class Layout(NamedTuple):
    """The things that people lay out before a game."""

    title: Text = NOTHING
    hint: Text = NOTHING
    lines: tuple[tuple[int | None, Text], ...] = ()
    """The lines, one for each thing, with the seat of its piece or None."""


class Fact(NamedTuple):
    """One figure of a standing."""

    title: Text
    """The heading of its column."""
    figure: Text | str
    """The figure as it stands in the column."""
    words: Text
    """The figure with its meaning, within a sentence, such as "2 of 4 flags"."""


class Standing(NamedTuple):
    """The standing of a seat."""

    place: int
    """The place of its player. Equal ones share a place."""
    seat: int
    status: str
    """The status of its piece, such as ACTIVE or OUT."""
    state: Text = NOTHING
    """The status in words, NOTHING if it goes without saying."""
    facts: tuple[Fact, ...] = ()
    """The figures, in the same columns for every seat."""
    ahead: Text = NOTHING
    """The way that is left, in a few words."""
    summary: Text = NOTHING
    """The standing in half a sentence."""
    data: Mapping[str, object] = {}
    """The figures as JSON values, by their names."""
    soon: Text = NOTHING
    """The things that the seat has to expect of the next turn."""
    brief: Text = NOTHING
    """State, figures and way in one short line, NOTHING if the game has no shorter form."""
    goal: Square | None = None
    """The square to which `ahead` counts, None if there is none."""
    player: int | None = None
    """The seat by which a player with several seats is known, None for any other player.

    The standings of all seats of a player follow one another.
    """


class SeatReview(NamedTuple):
    """A turn of one seat in review."""

    seat: int
    reached: Text
    """The result of the turn, in a few words."""
    alone: Text = NOTHING
    """The result of the program if nobody else had moved.

    NOTHING if no card was chosen.
    """
    best: Text = NOTHING
    """The result of the best program of the hand in that case.

    NOTHING if no program was better.
    """
    codes: tuple[int | None, ...] = ()
    """The codes of the best program."""
    sooner: float = 0.0
    """By how many turns the best program would have shortened the race."""
    known: bool = False
    """Whether the hand is known at all."""
    placed: bool = False
    """Whether the best program is better placed, though no nearer to the next marker."""
    before: float = 0.0
    """The chance to win before the turn, from 0 to 1."""
    after: float = 0.0
    """The chance to win after the turn, from 0 to 1."""


class TurnReview(NamedTuple):
    """A turn in review, seat by seat."""

    turn: int
    seats: tuple[SeatReview, ...]


class Review(NamedTuple):
    """The review of a finished race."""

    turns: tuple[TurnReview, ...] = ()
    decided: int | None = None
    """The turn that decided the race, None if it cannot be named."""
    winner: int | None = None
    """The seat that won by that turn, None if nobody did."""


class AboutPiece(NamedTuple):
    """A question about the piece of a seat."""

    seat: int


class AboutSquare(NamedTuple):
    """A question about a square of the board."""

    square: Square


class AboutCard(NamedTuple):
    """A question about a card that a seat plays in a round."""

    seat: int
    face: Face
    round: int
    """The round in which the card is played."""
    cards: tuple[tuple[int, Face], ...]
    """All cards of the round as (seat, face), in the order in which they are played."""
    played: bool = False
    """Whether the card has been played."""
    now: bool = False
    """Whether it is being played."""


class AboutRule(NamedTuple):
    """A question about a rule."""

    rule: str
    move: str = ""
    """The move of the card that is played by the rule, "" for none."""


Subject: TypeAlias = AboutPiece | AboutSquare | AboutCard | AboutRule


class Known(NamedTuple):
    """One thing that is known about a subject."""

    title: Text
    words: Text
    rule: str = ""
    """The number of the rule behind it, "" for none."""
    seat: int | None = None
    """The seat that it belongs to, None for nobody's."""
    art: tuple[Shape, ...] = ()
    """Its drawing, for something on the board."""
    face: Face | None = None
    """Its card, for something about a card."""


class Exhibit(NamedTuple):
    """Something that a board can hold.

    `companion.games.boards.Exhibits.example` shows it at work.
    """

    key: str
    known: Known


class MovePicture(NamedTuple):
    """The move of a piece on the map within an instruction."""

    seat: int
    start: Square | None
    """The first square, None for the parking row."""
    end: Square | None
    """The last square, None for the parking row."""
    path: tuple[Square, ...]
    """All squares, both ends included."""
    before: Heading
    """The heading at the start."""
    after: Heading
    """The heading at the end."""
    leaps: bool = False
    """Whether the piece leaps between squares of the path that do not touch."""


class Foreseen(NamedTuple):
    """The result of a round of a program."""

    move: MovePicture
    """The move of the piece. It ends with None if the piece is lost."""
    words: Text
    """The fate of the piece, in words."""


class BeamPicture(NamedTuple):
    """A beam to show."""

    squares: tuple[Square, ...]
    """Its squares, from the source to the last one."""
    direction: Heading
    """The direction of the beam."""
    strength: int
    """The strength, from 1 to 3."""
    aimed: bool = False
    """Whether a piece aims it. If not, it goes on to a border."""


class MarkerMove(NamedTuple):
    """The move of a marker from one square to another."""

    number: int
    start: Square
    end: Square


ROW, HAND, READER = "row", "hand", "reader"
"""The places of a card apart from piles: the row before a seat, its hand, its reader."""


class CardPlace(NamedTuple):
    """The place of a card."""

    where: str
    """ROW, HAND or READER of a seat, or the key of a pile."""
    seat: int | None = None
    """The seat, None for a pile."""


class CardMove(NamedTuple):
    """The move of a card, or its turning over in place."""

    key: str
    """The card's key on the table."""
    face: Face | None
    """The print on the card, None if it is not known."""
    start: CardPlace
    end: CardPlace
    down: bool = False
    """Whether it is face down afterwards."""
    at: int | None = None
    """Its place in the new row, counted from 0.

    None for the end of the row, or for the place that it has already.
    """


class Works(NamedTuple):
    """The elements of a board that are at work during an instruction."""

    acting: tuple[Element, ...] = ()
    """The elements that act."""
    along: tuple[Element, ...] = ()
    """The elements that only move along with them."""
    raised: tuple[int, ...] = ()
    """The numbers of the markers that stand out."""


BY_HAND: Final = "correction"
"""The part of the instructions that tell corrections."""
BACK: Final = "back"
"""The part of the instructions that lead from one layout of the table to another."""
DESTROYED, FALL, GOAL, WIN = "destroyed", "fall", "goal", "win"
"""The drama of an instruction: a piece is destroyed, falls into a pit or off the board, reaches its
next marker or another goal, or wins."""
DRAMAS: Final = (WIN, FALL, DESTROYED, GOAL)
"""All dramas, the greatest first."""


class Instruction(NamedTuple, Generic[E_co]):
    """One thing for hands to do, or one thing to know.

    All its moves are carried out together. A notice has none.
    """

    seat: int | None
    """The seat that it concerns first, None for nobody."""
    text: Text
    """The sentence for people."""
    rule: str
    """The number of the rule behind it, "" if hands only restore a position."""
    part: str
    """The part of the play that it belongs to."""
    moves: tuple[MovePicture, ...] = ()
    """The moves of pieces."""
    beams: tuple[BeamPicture, ...] = ()
    """Beams that show on the map what it is about."""
    marks: tuple[Square, ...] = ()
    """Squares that show on the map what it is about."""
    events: tuple[E_co, ...] = ()
    """The events that it tells."""
    markers: tuple[MarkerMove, ...] = ()
    """The moves of markers."""
    short: Text = NOTHING
    """The deed that it asked for, in a few words, for the list of what is done."""
    card: str = ""
    """The move of the card that it tells, "" for none."""
    cards: tuple[CardMove, ...] = ()
    """The moves of cards."""
    points: tuple[str, ...] = ()
    """The keys of cards on the table that it points out."""
    has_other_work: bool = False
    """Whether hands do something that no move shows, such as putting a ring on a piece."""
    tokens: tuple[tuple[int, int], ...] = ()
    """The tokens that seats have afterwards, as (seat, tokens), if it changes them."""
    hands: HandCards | None = None
    """The cards in hands afterwards, if it leads back or forward and changes them."""
    news: tuple[Text, ...] = ()
    """The news that must not be overlooked in a long list, in a few words each.

    Examples are a destroyed piece and a touched marker.
    """
    sound: str = ""
    """Its sound, a word of `companion.games.sounds`; "" for the sound of its moves."""
    drama: str = ""
    """One of DRAMAS for what everybody at the table should see, large and on the map; "" for the
    usual."""
    focus: Square | None = None
    """The square of the drama. None: where a piece is lost, else the first of `marks`, else where a
    move ends."""

    @property
    def for_hands(self) -> bool:
        """Return whether hands have anything to do."""
        return bool(self.moves or self.markers or self.cards or self.has_other_work)

    @property
    def words(self) -> str:
        """Return the sentence in English."""
        return str(self.text)


# ---- A scene after instructions ------------------------------------------------------------------


def scene_after(
    before: Scene, instructions: Iterable[Instruction], after: Scene | None = None
) -> Scene:
    """Return the scene after the first instructions of those that lead from it to `after`.

    The moves of an instruction are carried out together, so that cards can swap places. A card that
    nobody has seen gets the face that its move gives it. What no move says is taken from `after`:
    which cards are fresh, what a complete row is worth, and pieces that enter the board.

    Args:
        before: The scene to start from.
        instructions: The instructions that are done.
        after: The scene after all instructions, None for no later scene.
    """
    instructions, after = tuple(instructions), before if after is None else after
    if not instructions:
        return before
    # Everything else about pieces stays.
    pieces = {piece.seat: piece for piece in before.pieces}
    coming = {piece.seat: piece for piece in after.pieces}
    markers = list(before.markers)
    for one in instructions:
        for move in one.moves:
            piece = pieces.get(move.seat) or coming.get(move.seat)
            if piece is not None:
                pieces[move.seat] = piece._replace(square=move.end, heading=move.after)
        for moved in one.markers:
            markers[moved.number - 1] = moved.end
    hands = next(
        (one.hands for one in reversed(instructions) if one.hands is not None), before.hands
    )
    scene = before._replace(pieces=tuple(pieces.values()), markers=tuple(markers), hands=hands)
    if not any(one.cards or one.tokens for one in instructions):
        return scene
    rows = {row.seat: row for row in before.rows}
    piles = {pile.key: pile for pile in before.piles}
    tokens: dict[int, int] = {}
    for one in instructions:
        _move(rows, piles, one.cards)
        tokens |= one.tokens
    first, last = {row.seat: row for row in before.rows}, {row.seat: row for row in after.rows}
    fresh = {card.key: card.fresh for row in after.rows for card in row.cards}
    found = [
        row._replace(
            cards=tuple(card._replace(fresh=fresh.get(card.key, card.fresh)) for card in row.cards),
            tokens=tokens.get(row.seat, row.tokens),
        )
        for row in rows.values()
    ]
    return scene._replace(
        rows=tuple(_noted(row, first.get(row.seat), last.get(row.seat)) for row in found),
        piles=tuple(piles.values()),
    )


def with_cards_turned_up(before: Scene, instructions: Iterable[Instruction], after: Scene) -> Scene:
    """Return the scene with those cards face up that the instructions turn up without a move.

    A game that tells only a result has hands turn up the cards before anybody reads it.
    """
    moved = {move.key for one in instructions for move in one.cards}
    faces = {card.key: card.face for row in after.rows for card in row.cards if not card.down}

    def turned(card: TableCard) -> TableCard:
        up = card.down and card.key in faces and card.key not in moved
        return card._replace(face=faces[card.key], down=False) if up else card

    return before._replace(
        rows=tuple(row._replace(cards=tuple(map(turned, row.cards))) for row in before.rows)
    )


def _move(rows: dict[int, CardRow], piles: dict[str, Pile], moves: Sequence[CardMove]) -> None:
    """Carry out the moves of one instruction together.

    First all cards leave their places, then each goes to its new one, from the left.
    """
    lying = {card.key: card for row in rows.values() for card in row.cards}
    placed = [(move, _card(lying.get(move.key), move)) for move in moves]
    lifted = {move.key for move in moves if move.start != move.end or move.at is not None}
    turned = {card.key: card for move, card in placed if move.key not in lifted}
    for seat, row in rows.items():
        rows[seat] = row._replace(
            cards=tuple(turned.get(card.key, card) for card in row.cards if card.key not in lifted)
        )
    # A card without a place goes to the end, after those that have one.
    for move, card in sorted(placed, key=lambda one: (one[0].at is None, one[0].at or 0)):
        if move.key in lifted and move.end.where == ROW and move.end.seat is not None:
            row = rows.get(move.end.seat, CardRow(move.end.seat, ()))
            at = len(row.cards) if move.at is None else move.at
            rows[move.end.seat] = row._replace(cards=(*row.cards[:at], card, *row.cards[at:]))
    # Moves within a pile, or from row to row, change no pile.
    moves = [move for move in moves if move.start.where != move.end.where]
    keys = {move.key for move in moves}
    for where, pile in piles.items():
        gone = sum(move.start.where == where for move in moves)
        come = [move for move in moves if move.end.where == where]
        known = (
            *(key for key in pile.known if key not in keys),
            *(move.key for move in come if move.face is not None),
        )
        piles[where] = pile._replace(number=max(0, pile.number + len(come) - gone), known=known)


def _card(known: TableCard | None, move: CardMove) -> TableCard:
    """Return a card after its move."""
    if known is None:
        return TableCard(move.face, move.key, move.down, move.start.where in (HAND, READER))
    return known._replace(face=known.face if move.face is None else move.face, down=move.down)


def _noted(row: CardRow, first: CardRow | None, last: CardRow | None) -> CardRow:
    """Return a row with the note of the first or last row with the same cards, else none."""
    if first is not None and _cards_of_row(first) == _cards_of_row(row):
        return row._replace(note=first.note)
    if last is not None and _cards_of_row(last) == _cards_of_row(row):
        return row._replace(title=last.title, note=last.note)
    return row._replace(note=NOTHING)


def _cards_of_row(row: CardRow) -> list[tuple[str, bool]]:
    return [(card.key, card.down) for card in row.cards]
