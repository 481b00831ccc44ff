"""Hands that know only what the screen shows: they begin with a table and carry out each instruction.

After every touch the table must stand where the next view says it stands. A move that a game shows
without telling it, or tells without showing it, is found at the first view that differs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.games.api import Game, Position, Step
from companion.games.scene import HAND, READER, ROW, CardMove, Instruction, MovePicture, Scene
from companion.geometry import Heading, Square
from companion.session.view import SUMMARY, BoardPicture, CardsPicture, View

Names = Mapping[int, str]
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
        self.markers: list[Square] = []
        self.summed_up = False

    def begin(self, view: View) -> None:
        """Take over the table as a view shows it, as when it is laid out or checked."""
        self.pieces = None if view.board is None else _stands(view.board)
        self.rows = None if view.cards is None else _lies(view.cards)
        self.count_piles(view)

    def begin_at(self, scene: Scene) -> None:
        """Take over the table as a scene has it, with its markers."""
        self.pieces, self.rows, self.piles = _stands(scene), _lies(scene), _counted(scene)
        self.markers = list(scene.markers)

    def take_cards(self, view: View) -> None:
        """Take over the cards as a view shows them: those on the screen are led back by nobody."""
        pieces = self.pieces
        self.begin(view)
        self.pieces = pieces

    def count_piles(self, view: View) -> None:
        """Take over how many cards lie in piles as a view shows it."""
        self.piles = None if view.cards is None else _counted(view.cards)

    def compare(self, view: View) -> None:
        """Compare the table with a view; AssertionError names each difference."""
        if view.board is not None and self.pieces is not None:
            assert self.pieces == _stands(view.board), f"on {view.page} ({view.title})"
        if view.cards is not None and self.rows is not None:
            if self.summed_up and not any(_lies(view.cards).values()):
                # All cards were collected for the next deal, which a summary ends with.
                self.begin(view)
            self._compare_cards(view.cards, f"on {view.page} ({view.title})")

    def compare_with(self, scene: Scene, where: str) -> None:
        """Compare the table with a scene; AssertionError says `where` it is, and names each difference."""
        assert self.pieces == _stands(scene), where
        assert self.markers == list(scene.markers), where
        self._compare_cards(scene, where)

    def _compare_cards(self, cards: CardsPicture | Scene, where: str) -> None:
        assert self.rows is not None
        shown = _lies(cards)
        # Hands turn up the cards of a result before anybody reads it, which no instruction says.
        self.rows = {
            seat: [(key, down and (key, False) not in shown[seat]) for key, down in row]
            for seat, row in self.rows.items()
        }
        assert self.rows == shown, where
        assert self.piles in (None, _counted(cards)), where

    def carry_out(self, view: View) -> None:
        """Do what a view's instruction asks for, all of it at once."""
        self.summed_up = view.page == SUMMARY
        if view.board is not None and self.pieces is not None:
            self._move_pieces(view.board.moves)
        if view.cards is not None and self.rows is not None:
            self._move_cards(view.cards.moves)

    def obey(self, told: Instruction) -> None:
        """Do what an instruction asks for, all of it at once."""
        self._move_pieces(told.moves)
        self._move_cards(told.cards)
        for marker in told.markers:
            assert self.markers[marker.number - 1] == marker.start, f"{marker} begins elsewhere"
            self.markers[marker.number - 1] = marker.end

    def _move_pieces(self, moves: tuple[MovePicture, ...]) -> None:
        assert self.pieces is not None
        for move in moves:
            if move.seat not in self.pieces:
                # It belongs to another piece, with which it is looked at.
                continue
            stands = self.pieces[move.seat]
            assert stands[0] == move.start, f"{move} begins elsewhere: {stands}"
            # A piece that leaves the board faces nowhere any more.
            self.pieces[move.seat] = (move.end, move.after if move.end else None)

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


def check_steps(game: Game, before: Position, steps: Sequence[Step], names: Names) -> None:
    """Carry out steps that begin in a position by their instructions alone, and compare the table with the scene of each.

    AssertionError names the first one at which hands arrive elsewhere.
    """
    hands = Hands()
    hands.begin_at(public_scene(game, before))
    for number, step in enumerate(steps, 1):
        for told in game.tell(before, step, names):
            hands.obey(told)
        before = step.position
        hands.compare_with(public_scene(game, before), f"after step {number} of {len(steps)}")


def public_scene(game: Game, position: Position) -> Scene:
    """Return what there is to see of a position for everybody."""
    return game.scene(game.redacted(position, None))


def _stands(board: BoardPicture | Scene) -> dict[int, Place]:
    """Where players' own pieces stand; what belongs to them, such as a ghost, is moved with them."""
    return {
        piece.seat: (piece.square, piece.heading if piece.square else None)
        for piece in board.pieces
        if not piece.kind
    }


def _lies(cards: CardsPicture | Scene) -> dict[int, list[Lying]]:
    return {row.seat: [(card.key, card.down) for card in row.cards] for row in cards.rows}


def _counted(cards: CardsPicture | Scene) -> dict[str, int]:
    return {pile.key: pile.number for pile in cards.piles}
