"""Hands that know only what the screen shows: they begin with a table and carry out each instruction.

After every touch the table must stand where the next view says it stands. A move that a game shows
without telling it, or tells without showing it, is found at the first view that differs.
"""

from __future__ import annotations

from companion.games.base import HAND, READER, ROW, CardMove, Heading, Square
from companion.session.table_view import BoardPicture, CardsPicture
from companion.session.view import SUMMARY, View

Place = tuple[Square | None, Heading | None]
Lying = tuple[str, bool]
"""A card on the table, by its key, and whether it lies face down."""


class Hands:
    """A table as hands have left it: where each seat's piece stands, and which cards lie in the rows.

    Views show pieces and cards as they lie before the instruction that they show.
    """

    def __init__(self) -> None:
        self.pieces: dict[int, Place] | None = None
        self.rows: dict[int, list[Lying]] | None = None
        self.piles: dict[str, int] | None = {}
        """How many cards lie in each pile; None where that is not followed."""
        self.summed_up = False

    def begin(self, view: View) -> None:
        """Take over the table as a view shows it, as when it is laid out or checked."""
        self.pieces = None if view.board is None else _stands(view.board)
        self.rows = None if view.cards is None else _lies(view.cards)
        self.count_piles(view)

    def take_cards(self, view: View) -> None:
        """Take over the cards as a view shows them: those on the screen are led back by nobody."""
        pieces = self.pieces
        self.begin(view)
        self.pieces = pieces

    def count_piles(self, view: View) -> None:
        """Take over how many cards lie in piles as a view shows it."""
        self.piles = None if view.cards is None else {p.key: p.number for p in view.cards.piles}

    def compare(self, view: View) -> None:
        """Compare the table with a view; AssertionError names each difference."""
        if view.board is not None and self.pieces is not None:
            assert self.pieces == _stands(view.board), f"on {view.page} ({view.title})"
        if view.cards is not None and self.rows is not None:
            if self.summed_up and not any(_lies(view.cards).values()):
                # All cards were collected for the next deal, which a summary ends with.
                self.begin(view)
            shown = _lies(view.cards)
            # Hands turn up the cards of a result before anybody reads it, which no instruction says.
            self.rows = {
                seat: [(key, down and (key, False) not in shown[seat]) for key, down in row]
                for seat, row in self.rows.items()
            }
            assert self.rows == shown, f"on {view.page} ({view.title})"
            piles = {pile.key: pile.number for pile in view.cards.piles}
            assert self.piles in (None, piles), f"on {view.page} ({view.title})"

    def carry_out(self, view: View) -> None:
        """Do what a view's instruction asks for, all of it at once."""
        self.summed_up = view.page == SUMMARY
        if view.board is not None and self.pieces is not None:
            for move in view.board.moves:
                if move.seat not in self.pieces:
                    # It belongs to another piece, with which it is looked at.
                    continue
                stands = self.pieces[move.seat]
                assert stands[0] == move.start, f"{move} begins elsewhere: {stands}"
                # A piece that leaves the board faces nowhere any more.
                self.pieces[move.seat] = (move.end, move.after if move.end else None)
        if view.cards is not None and self.rows is not None:
            self._move_cards(view.cards.moves)

    def _move_cards(self, moves: tuple[CardMove, ...]) -> None:
        assert self.rows is not None
        for move in moves:
            if move.start == move.end and move.start.where == ROW and move.at is None:
                row = self.rows[move.start.seat or 0]
                row[[key for key, _ in row].index(move.key)] = (move.key, move.down)
        going = [move for move in moves if move.start != move.end or move.at is not None]
        for move in going:
            if move.start.where == ROW and move.start.seat is not None:
                row = self.rows[move.start.seat or 0]
                del row[[key for key, _ in row].index(move.key)]
            elif move.start.where not in (ROW, HAND, READER) and move.start != move.end:
                self._grow(move.start.where, -1)
        for move in sorted(going, key=lambda move: (move.at is None, move.at or 0)):
            if move.end.where == ROW and move.end.seat is not None:
                row = self.rows[move.end.seat]
                row.insert(len(row) if move.at is None else move.at, (move.key, move.down))
            elif move.end.where not in (ROW, HAND, READER) and move.start != move.end:
                self._grow(move.end.where, 1)

    def _grow(self, pile: str, cards: int) -> None:
        if self.piles is not None:
            self.piles[pile] += cards


def _stands(board: BoardPicture) -> dict[int, Place]:
    """Where players' own pieces stand; what belongs to them, such as a ghost, is moved with them."""
    return {
        piece.seat: (piece.square, piece.heading if piece.square else None)
        for piece in board.pieces
        if not piece.kind
    }


def _lies(cards: CardsPicture) -> dict[int, list[Lying]]:
    return {row.seat: [(card.key, card.down) for card in row.cards] for row in cards.rows}
