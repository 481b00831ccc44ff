"""Simulate hands that know only the screen: they begin with a table and do each instruction.

After every touch the table must be as the next view shows it. If a game shows a move without an
instruction, or the reverse, the next view differs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.games.api import Game, Position, Step
from companion.games.scene import HAND, READER, ROW, CardMove, Instruction, MovePicture, Scene
from companion.games.sounds import QUIET, SOUNDS
from companion.geometry import Heading, Square
from companion.session.view import SUMMARY, BoardPicture, CardsPicture, View

Names = Mapping[int, str]
Place = tuple[Square | None, Heading | None]
Lying = tuple[str, bool]
"""A card on the table: its key, and whether it is face down."""


class TableHands:
    """A table as hands have left it: the place of each seat's piece, and the cards in the rows.

    Views show pieces and cards as of before the instruction that they show.
    """

    def __init__(self) -> None:
        self.pieces: dict[int, Place] | None = None
        self.rows: dict[int, list[Lying]] | None = None
        self.piles: dict[str, int] | None = {}
        """The number of cards in each pile; None if that is not followed."""
        self.markers: list[Square] = []
        self.summed_up = False

    def begin(self, view: View) -> None:
        """Take over the table of a view, as when it is set up or checked."""
        self.pieces = None if view.board is None else _piece_places(view.board)
        self.rows = None if view.cards is None else _card_places(view.cards)
        self.count_piles(view)

    def begin_at(self, scene: Scene) -> None:
        """Take over the table of a scene, with its markers."""
        self.pieces, self.rows, self.piles = (
            _piece_places(scene),
            _card_places(scene),
            _pile_sizes(scene),
        )
        self.markers = list(scene.markers)

    def take_cards(self, view: View) -> None:
        """Take over the cards of a view: no hands take back those on the screen."""
        pieces = self.pieces
        self.begin(view)
        self.pieces = pieces

    def count_piles(self, view: View) -> None:
        """Take over the number of cards in the piles of a view."""
        self.piles = None if view.cards is None else _pile_sizes(view.cards)

    def compare(self, view: View) -> None:
        """Compare the table with a view.

        Raises:
            AssertionError: Names each difference.
        """
        if view.board is not None and self.pieces is not None:
            assert self.pieces == _piece_places(view.board), f"on {view.page} ({view.title})"
        if view.cards is not None and self.rows is not None:
            if self.summed_up and not any(_card_places(view.cards).values()):
                # All cards were collected for the next deal at the end of a summary.
                self.begin(view)
            self._compare_cards(view.cards, f"on {view.page} ({view.title})")

    def compare_with(self, scene: Scene, where: str) -> None:
        """Compare the table with a scene; `where` says in errors which one it is.

        Raises:
            AssertionError: Names each difference.
        """
        assert self.pieces == _piece_places(scene), where
        assert self.markers == list(scene.markers), where
        self._compare_cards(scene, where)

    def _compare_cards(self, cards: CardsPicture | Scene, where: str) -> None:
        assert self.rows is not None
        shown = _card_places(cards)
        # The cards of a result are turned up before it is read; no instruction says so.
        self.rows = {
            seat: [(key, down and (key, False) not in shown[seat]) for key, down in row]
            for seat, row in self.rows.items()
        }
        assert self.rows == shown, where
        assert self.piles in (None, _pile_sizes(cards)), where

    def carry_out(self, view: View) -> None:
        """Carry out the whole instruction of a view."""
        self.summed_up = view.page == SUMMARY
        if view.board is not None and self.pieces is not None:
            self._move_pieces(view.board.moves)
        if view.cards is not None and self.rows is not None:
            self._move_cards(view.cards.moves)

    def obey(self, instruction: Instruction) -> None:
        """Carry out a whole instruction."""
        assert instruction.sound in ("", QUIET, *SOUNDS), f"there is no sound {instruction.sound!r}"
        self._move_pieces(instruction.moves)
        self._move_cards(instruction.cards)
        for marker in instruction.markers:
            assert self.markers[marker.number - 1] == marker.start, f"{marker} begins elsewhere"
            self.markers[marker.number - 1] = marker.end

    def _move_pieces(self, moves: tuple[MovePicture, ...]) -> None:
        assert self.pieces is not None
        for move in moves:
            if move.seat not in self.pieces:
                # It belongs to another piece, with which it is compared.
                continue
            stands = self.pieces[move.seat]
            assert stands[0] == move.start, f"{move} begins elsewhere: {stands}"
            # A piece off the board has no heading.
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
    """Carry out steps by their instructions alone, and compare the table with the scene of each.

    Raises:
        AssertionError: Names the first step after which hands are elsewhere.
    """
    hands = TableHands()
    hands.begin_at(public_scene(game, before))
    for number, step in enumerate(steps, 1):
        for instruction in game.tell(before, step, names):
            hands.obey(instruction)
        before = step.position
        hands.compare_with(public_scene(game, before), f"after step {number} of {len(steps)}")


def public_scene(game: Game, position: Position) -> Scene:
    """Return what everybody can see of a position."""
    return game.scene(game.redacted(position, None))


def _piece_places(board: BoardPicture | Scene) -> dict[int, Place]:
    """Return the places of players' pieces; ghosts and the like move with them."""
    return {
        piece.seat: (piece.square, piece.heading if piece.square else None)
        for piece in board.pieces
        if not piece.kind
    }


def _card_places(cards: CardsPicture | Scene) -> dict[int, list[Lying]]:
    return {row.seat: [(card.key, card.down) for card in row.cards] for row in cards.rows}


def _pile_sizes(cards: CardsPicture | Scene) -> dict[str, int]:
    return {pile.key: pile.number for pile in cards.piles}
