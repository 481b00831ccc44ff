"""What there is to see of a game, and how it stands: plain values that the game fills in and everybody else draws, prints or reads out.

A board with pieces and markers on it, or rows of cards in front of the seats, or both, or none of it. At the end, a scene after some instructions,
whatever game they come from.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeAlias

from companion.art import Shape
from companion.engine.board import Board
from companion.engine.element import Element
from companion.geometry import Heading, Square
from companion.words import NOTHING, Text

ACTIVE, OUT = "active", "out"
"""The status of a piece that plays, and of one that is out of the race for good; games may have further ones."""


class Look(NamedTuple):
    """How a card of a game looks that draws its own: what it is called ("ace of hearts"), a short `corner` ("A", "10"), and two drawings.

    `sign` stands small beside the corner, `art` large in the middle; both in a unit square each, in colours of `companion.art.PALETTE`, on light paper.
    `tint` is the one of them for the letters of the corner. `about` says in a few words what the card does, `full` in sentences where that is not all;
    `kind` is what sort of card it is ("Ravager"), and `notes` are small facts for its foot.
    """

    words: Text
    corner: str
    sign: tuple[Shape, ...]
    art: tuple[Shape, ...]
    tint: str
    about: Text = NOTHING
    full: Text = NOTHING
    kind: Text = NOTHING
    notes: tuple[Text, ...] = ()


class Face(NamedTuple):
    """What is printed on a card: its code, its move and its priority, and how it looks where it has a look of its own."""

    code: int
    move: str
    priority: int
    look: Look | None = None


class Badge(NamedTuple):
    """Something about a piece: in words, in fewer where there is little room, and drawn as so many `ticks` round the piece, or not at all.

    `ring` names the colour of a ring that the piece wears for it, "" where it wears none.
    """

    meaning: Text
    short: Text = NOTHING
    ticks: int = 0
    ring: str = ""


class Piece(NamedTuple):
    """One piece to draw: on `square`, or in the parking row when that is None.

    `down` that it sits this turn out. `status` is ACTIVE, or a word of the game's. `of` is the seat of the piece that it belongs to, where it is no player's own: then it has the look of that one, a `kind` of its own
    ("copy", "ghost"), and nobody counts it; without a square it is gone.
    """

    seat: int
    square: Square | None
    heading: Heading
    status: str
    down: bool = False
    badges: tuple[Badge, ...] = ()
    of: int | None = None
    kind: str = ""


class TableCard(NamedTuple):
    """A card that lies on the table: its face, None where nobody may know it, and a `key` by which moves and offers name it, unique in a scene.

    `down`: it lies face down. `fresh`: it was laid there in this turn.
    """

    face: Face | None
    key: str = ""
    down: bool = False
    fresh: bool = False


class CardRow(NamedTuple):
    """Cards that lie in front of a seat, from the left; `title` says what they are, `note` what they come to ("9 points")."""

    seat: int
    cards: tuple[TableCard, ...]
    title: Text = NOTHING
    note: Text = NOTHING
    tokens: int = 0
    """How many tokens the seat has won; they are drawn beside its name."""


class Pile(NamedTuple):
    """A pile of cards that lies in the middle: its key, what it is called, and how many cards it has; all lie face down.

    `known` are the keys of those cards in it that everybody has seen; nobody shows them.
    """

    key: str
    title: Text
    number: int
    known: tuple[str, ...] = ()


class LoosePart(NamedTuple):
    """A part of the board that hands turn or lay otherwise, such as a room or a barricade: its key, and how it lies now.

    `words` say to hands how to put it as it lies now, `squares` are those that it covers.
    """

    key: str
    lies: str
    words: Text
    squares: tuple[Square, ...] = ()


class Hands(NamedTuple):
    """Cards that players hold in their hands and pass on, as far as everybody at the table knows them.

    `deal` counts the deals, from 1, and `turn` the turns since the last one; `each` is how many cards everybody was dealt, and `left` how many of them are
    still in every hand. `passes` is how often hands have been passed on since the deal. `laid` says who has laid down which card in which turn, as
    (seat, turn), by the card's key. `unseen` counts the cards on the common pile that nobody has seen.
    """

    deal: int
    turn: int
    each: int
    left: int
    passes: int
    laid: Mapping[str, tuple[int, int]]
    unseen: int = 0


class Scene(NamedTuple):
    """What there is to see: a board, or None, pieces by seat, where markers lie in the order of their numbers, rows of cards by seat, and piles."""

    board: Board | None = None
    pieces: tuple[Piece, ...] = ()
    markers: tuple[Square, ...] = ()
    rows: tuple[CardRow, ...] = ()
    piles: tuple[Pile, ...] = ()
    loose: tuple[LoosePart, ...] = ()
    """The loose parts of the board that do not lie as it is printed."""
    hands: Hands | None = None
    """The cards in hands, where players hold any; None where the app holds them, or where there are none."""
    taken: Mapping[int, tuple[Square, ...]] = {}
    """Where cards lie that were taken out of a pile which a player keeps, in the order in which they were, by the seat whose pile it is."""


class Layout(NamedTuple):
    """What hands lay out before a game, one line for each thing, and whose piece each is about, None for nobody's; no lines where there is nothing."""

    title: Text = NOTHING
    hint: Text = NOTHING
    lines: tuple[tuple[int | None, Text], ...] = ()
    piles: Text = NOTHING
    """What players do with piles of their own; it is said where hands hold them."""


class Fact(NamedTuple):
    """One figure of a standing: the head of its column, the figure, and both in words that stand among others ("2 of 4 flags")."""

    title: Text
    figure: Text | str
    words: Text


class Standing(NamedTuple):
    """How a seat stands: its place, which equal ones share, its status, and facts in the same columns for every seat.

    `state` is the status in words where it does not go without saying. `ahead` is what lies before it, in a few words, `soon` what it has to expect of
    the next turn, and `told` how it stands in half a sentence. `brief` are state, facts and way in one line, where the game can say them shorter. `data`
    are the figures as JSON values by their names. The place is that of the player; `player` is the seat by which a player is known who has several, else
    None: the lines of all those seats follow one another.
    """

    place: int
    seat: int
    status: str
    state: Text = NOTHING
    facts: tuple[Fact, ...] = ()
    ahead: Text = NOTHING
    told: Text = NOTHING
    data: Mapping[str, Any] = {}
    soon: Text = NOTHING
    brief: Text = NOTHING
    goal: Square | None = None
    """The square that it makes for, to which `ahead` counts; None where there is none."""
    player: int | None = None


class TurnRecord(NamedTuple):
    """A turn as it stands in a race: everything that happened in it, in order, and the position at its end."""

    turn: int
    position: Any
    events: tuple[Any, ...]


class TurnPlayed(NamedTuple):
    """A turn for those who look back on it: the position in which cards were asked for, and the one at its end.

    `hands` are the codes of the seats that were asked for cards, None where only their player knew them; `programs` the five codes that lay in each
    reader then, None for an empty slot.
    """

    turn: int
    before: Any
    hands: Mapping[int, tuple[int, ...] | None]
    programs: Mapping[int, tuple[int | None, ...]]
    after: Any


class SeatReview(NamedTuple):
    """What a turn came to for a seat, in a few words (`reached`), and what its program would have, had nobody else moved (`alone`).

    `best` is what the best program of its hand would have come to then, `codes` that program; by it the race would have been shorter by so many turns
    (`sooner`). `alone` is NOTHING where no card was chosen, `best` where no program was better; `known` says whether the hand is known at all, `placed`
    that the best one is no nearer to the next marker but better placed. `before` and `after` are its chances to win, from 0 to 1.
    """

    seat: int
    reached: Text
    alone: Text = NOTHING
    best: Text = NOTHING
    codes: tuple[int | None, ...] = ()
    sooner: float = 0.0
    known: bool = False
    placed: bool = False
    before: float = 0.0
    after: float = 0.0


class TurnReview(NamedTuple):
    """A turn in review, seat by seat."""

    turn: int
    seats: tuple[SeatReview, ...]


class Review(NamedTuple):
    """A race that is over in review; `decided` is the turn that decided it and `winner` the seat for which it did, None where nobody has won."""

    turns: tuple[TurnReview, ...] = ()
    decided: int | None = None
    winner: int | None = None


class AboutPiece(NamedTuple):
    """What somebody wants to know all about: a seat's piece."""

    seat: int


class AboutSquare(NamedTuple):
    """Likewise: a square of the board."""

    square: Square


class AboutCard(NamedTuple):
    """Likewise: a seat's card of a round, among all cards of it in the order in which they are played; it was `played`, or is played `now`, or neither."""

    seat: int
    face: Face
    round: int
    cards: tuple[tuple[int, Face], ...]
    played: bool = False
    now: bool = False


class AboutRule(NamedTuple):
    """Likewise: a rule by its number, with the move of the card that is played by it, "" for none."""

    rule: str
    move: str = ""


Subject: TypeAlias = AboutPiece | AboutSquare | AboutCard | AboutRule


class Known(NamedTuple):
    """One thing that is known about something: a head, sentences, the number of the rule behind it, "" for none.

    `seat` is whose it is, None for nobody's; `art` and `face` show it, where it is something on the board or a card.
    """

    title: Text
    words: Text
    rule: str = ""
    seat: int | None = None
    art: tuple[Shape, ...] = ()
    face: Face | None = None


class Exhibit(NamedTuple):
    """Something that can be on a board: a key, and what is known about it; the game shows it at work (`companion.games.boards.Exhibits.example`)."""

    key: str
    known: Known


class MovePicture(NamedTuple):
    """One piece of an instruction on the map: a piece from a square to a square, None for parking; `path` are all squares, both ends included.

    `leaps`: where two squares of it do not touch, it leaps from one to the other, over what lies between.
    """

    seat: int
    start: Square | None
    end: Square | None
    path: tuple[Square, ...]
    before: Heading
    after: Heading
    leaps: bool = False


class Foreseen(NamedTuple):
    """Where a round of its program would take a piece: its move in that round, which ends with None where it is lost, and what becomes of it in words."""

    move: MovePicture
    words: Text


class BeamPicture(NamedTuple):
    """A beam to show: its squares from where it begins to the last one, `strength` 1-3; it is `aimed` by a piece, or goes on to a border."""

    squares: tuple[Square, ...]
    way: Heading
    strength: int
    aimed: bool = False


class MarkerMove(NamedTuple):
    """A marker that hands lay on another square, by its number."""

    number: int
    start: Square
    end: Square


ROW, HAND, READER = "row", "hand", "reader"
"""Where a card can be besides on a pile: in the row in front of a seat, in its hand, in its reader."""


class CardPlace(NamedTuple):
    """Where a card is: ROW, HAND or READER of a seat, or the key of a pile, which is nobody's."""

    where: str
    seat: int | None = None


class CardMove(NamedTuple):
    """A card that hands move, or turn over where it stays in its place: which one, from where to where, and whether it lies face down then.

    `key` is its key on the table. `at` is its place in the new row, counted from 0; None for the end of it, or for where it lies already.
    """

    key: str
    face: Face | None
    start: CardPlace
    end: CardPlace
    down: bool = False
    at: int | None = None


class Works(NamedTuple):
    """What of a board is at work during an instruction: the elements that are `acting`, those that only turn `along`, the numbers of the markers that are `raised`."""

    acting: tuple[Element, ...] = ()
    along: tuple[Element, ...] = ()
    raised: tuple[int, ...] = ()


BY_HAND: Final = "correction"
"""The part of instructions that tell what people have changed by hand."""
BACK: Final = "back"
"""The part of instructions that lead from one position of the table to another."""


class Instruction(NamedTuple):
    """One thing for hands to do, or one thing to know.

    `seat` is whom it concerns first, None for nobody. `rule` is the number of the rule behind it, "" where hands only restore a position. `part` says to
    which part of the play it belongs. `moves` and `markers` are carried out in one go; a notice has neither. `beams` and `marks`, which are squares,
    show on the map what it is about. `events` are what it tells. `short` says in a few words what it asked for, once it has been carried out.
    `card` is the move of the card that it tells, "" where it tells none.
    """

    seat: int | None
    text: Text
    rule: str
    part: str
    moves: tuple[MovePicture, ...] = ()
    beams: tuple[BeamPicture, ...] = ()
    marks: tuple[Square, ...] = ()
    events: tuple[Any, ...] = ()
    markers: tuple[MarkerMove, ...] = ()
    short: Text = NOTHING
    card: str = ""
    cards: tuple[CardMove, ...] = ()
    points: tuple[str, ...] = ()
    besides: bool = False
    """Whether hands do something that no move shows, such as putting a ring on a piece."""
    tokens: tuple[tuple[int, int], ...] = ()
    """How many tokens seats have when it has been carried out, as (seat, tokens), where it changes that."""
    hands: Hands | None = None
    """The cards in hands when it has been carried out, where it leads back or forward and changes them."""
    news: tuple[Text, ...] = ()
    """What nobody may overlook in a long list, in a few words each: who is destroyed, who touches a marker."""

    @property
    def for_hands(self) -> bool:
        """Whether there is anything that hands move."""
        return bool(self.moves or self.markers or self.cards or self.besides)

    @property
    def words(self) -> str:
        """The sentence in English."""
        return str(self.text)


# ---- A scene as hands have brought it along ------------------------------------------------------


def carried_out(before: Scene, told: Iterable[Instruction], after: Scene | None = None) -> Scene:
    """Return a scene after the first few of the instructions that lead from it to `after`.

    Each instruction is carried out in one go, so that cards can take each other's places. A card that nobody has seen comes with the face that its move
    gives it. What no move says is as in `after`: which cards are fresh, what a row comes to as soon as it is complete, and pieces that come onto the board.
    """
    told, after = tuple(told), before if after is None else after
    if not told:
        return before
    pieces = _moved(before.pieces, told, after)
    markers = list(before.markers)
    for one in told:
        for moved in one.markers:
            markers[moved.number - 1] = moved.end
    hands = next((one.hands for one in reversed(told) if one.hands is not None), before.hands)
    scene = before._replace(pieces=pieces, markers=tuple(markers), hands=hands)
    if not any(one.cards or one.tokens for one in told):
        return scene
    return _cards_moved(scene, told, after)


def _moved(
    pieces: tuple[Piece, ...], told: Sequence[Instruction], after: Scene
) -> tuple[Piece, ...]:
    """The pieces where their moves have brought them; everything else about them stays."""
    moves = [move for one in told for move in one.moves]
    if not moves:
        return pieces
    found = {piece.seat: piece for piece in pieces}
    coming = {piece.seat: piece for piece in after.pieces}
    for move in moves:
        piece = found.get(move.seat) or coming.get(move.seat)
        if piece is not None:
            found[move.seat] = piece._replace(square=move.end, heading=move.after)
    return tuple(found.values())


def _cards_moved(before: Scene, told: Sequence[Instruction], after: Scene) -> Scene:
    rows = {row.seat: row for row in before.rows}
    piles = {pile.key: pile for pile in before.piles}
    tokens: dict[int, int] = {}
    for one in told:
        _move(rows, piles, one.cards)
        tokens |= one.tokens
    last, first = {row.seat: row for row in after.rows}, {row.seat: row for row in before.rows}
    fresh = {card.key: card.fresh for row in after.rows for card in row.cards}
    found = [
        row._replace(
            cards=tuple(card._replace(fresh=fresh.get(card.key, card.fresh)) for card in row.cards),
            tokens=tokens.get(row.seat, row.tokens),
        )
        for row in rows.values()
    ]
    return before._replace(
        rows=tuple(_noted(row, first.get(row.seat), last.get(row.seat)) for row in found),
        piles=tuple(piles.values()),
    )


def turned_up(before: Scene, told: Iterable[Instruction], after: Scene) -> Scene:
    """Return the scene before some instructions with those cards face up that are turned up by no move of theirs.

    Where a game tells no more than a result, hands have turned up the cards that make it before anybody reads it.
    """
    moved = {move.key for one in told for move in one.cards}
    faces = {card.key: card.face for row in after.rows for card in row.cards if not card.down}

    def turned(card: TableCard) -> TableCard:
        up = card.down and card.key in faces and card.key not in moved
        return card._replace(face=faces[card.key], down=False) if up else card

    return before._replace(
        rows=tuple(row._replace(cards=tuple(map(turned, row.cards))) for row in before.rows)
    )


def _move(rows: dict[int, CardRow], piles: dict[str, Pile], moves: Sequence[CardMove]) -> None:
    """Carry out the moves of an instruction at once: first all cards away from where they were, then each to its place, from the left."""
    lying = {card.key: card for row in rows.values() for card in row.cards}
    laid = [(move, _card(lying.get(move.key), move)) for move in moves]
    lifted = {move.key for move in moves if move.start != move.end or move.at is not None}
    turned = {card.key: card for move, card in laid if move.key not in lifted}
    for seat, row in rows.items():
        rows[seat] = row._replace(
            cards=tuple(turned.get(card.key, card) for card in row.cards if card.key not in lifted)
        )
    # Without a place a card comes to the end, behind those that have one.
    for move, card in sorted(laid, key=lambda one: (one[0].at is None, one[0].at or 0)):
        if move.key in lifted and move.end.where == ROW and move.end.seat is not None:
            row = rows.get(move.end.seat, CardRow(move.end.seat, ()))
            at = len(row.cards) if move.at is None else move.at
            rows[move.end.seat] = row._replace(cards=(*row.cards[:at], card, *row.cards[at:]))
    for key, pile in piles.items():
        piles[key] = _grown(pile, [move for move in moves if move.start.where != move.end.where])


def _grown(pile: Pile, moves: Sequence[CardMove]) -> Pile:
    """A pile with the cards that come to it, and without those that go."""
    gone, come = (
        [move for move in moves if move.start.where == pile.key],
        [move for move in moves if move.end.where == pile.key],
    )
    keys = {move.key for move in moves}
    known = (
        *(key for key in pile.known if key not in keys),
        *(move.key for move in come if move.face is not None),
    )
    return pile._replace(number=max(0, pile.number + len(come) - len(gone)), known=known)


def _card(known: TableCard | None, move: CardMove) -> TableCard:
    """A card as it lies after its move."""
    if known is None:
        return TableCard(move.face, move.key, move.down, move.start.where in (HAND, READER))
    return known._replace(face=known.face if move.face is None else move.face, down=move.down)


def _noted(row: CardRow, first: CardRow | None, last: CardRow | None) -> CardRow:
    """A row with what it comes to: as before where nothing has changed, as afterwards where everything has, and else with nothing."""
    if first is not None and _lies(first) == _lies(row):
        return row._replace(note=first.note)
    if last is not None and _lies(last) == _lies(row):
        return row._replace(title=last.title, note=last.note)
    return row._replace(note=NOTHING)


def _lies(row: CardRow) -> list[tuple[str, bool]]:
    return [(card.key, card.down) for card in row.cards]
