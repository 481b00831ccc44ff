"""The map on a phone: the board as a picture, fetched once, with changing parts as SVG on top.

Lengths are in units of one square, from the board's north-west corner, y downward as in SVG.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from hashlib import sha256
from html import escape
from typing import Final

from companion.content.livery import OUTLINES, TINTS
from companion.engine.board import Board
from companion.errors import PressError
from companion.games.scene import MovePicture, Piece
from companion.geometry import ABOVE, column_row
from companion.names import initial
from companion.phones.faces import picture as drawn_art
from companion.press.board_floor import SQUARE, elements, floor, square_names
from companion.press.marks import SheetSide
from companion.press.svg import svg
from companion.session.view import BoardPicture, SeatSign

Point = tuple[float, float]

SIDE: Final = 100
"""Units of the drawing to one square."""
NEAR, FAR = 7, 11
"""Width in squares of a map around a piece, usual, and largest to show a whole program."""
SOUTH: Final = 2
UNDER: Final = 42
"""The side of an element that is drawn again since a piece is on it."""
BEHIND: Final = ((0, 1), (0, 1), (0, 0), (1, 1))
"""The corner of a square behind a piece, by its heading: 1 for east and for south."""
INK, WAY, MOVE, BEAM, PAPER = "#1b1712", "#0a5fd1", "#b3261e", "#d02a1b", "#ffffff"
MARKER_FILL: Final = "#f0b429"


class Floor:
    """A board's own picture, and a name by which a browser keeps it."""

    def __init__(self, picture: bytes) -> None:
        """Name the picture by its hash, so that another one has another name."""
        self.picture = picture
        self.name = sha256(picture).hexdigest()[:16] if picture else ""


# A board changes only when an element is flipped, and several phones show the same one.
@lru_cache(maxsize=8)
def floor_of(board: Board) -> Floor:
    """Return the picture of a board with its elements and the names of its squares.

    It is empty without the library that measures words.
    """
    marks = (*floor(board), *elements(board), *square_names(board, edge=False))
    try:
        return Floor(
            svg(
                SheetSide(board.columns * SQUARE, board.rows * SQUARE, marks), board.name or "board"
            )
        )
    except PressError:
        return Floor(b"")


def map_of(
    picture: BoardPicture, place: str, label: str, piece: int = 0, near: bool = False
) -> str:
    """Draw the map as an SVG element.

    Args:
        picture: The board with its pieces and markers.
        place: The address of the board's own picture.
        label: What the map shows, in words.
        piece: The seat whose piece is highlighted, 0 for none.
        near: Draw only the squares around that piece, with the piece in the middle.
    """
    board = picture.board
    wide, high = board.columns * SIDE, board.rows * SIDE
    named = floor_of(board).name
    if named:
        floor = f"{escape(place)}/board-{named}.svg"
        drawn = [f'<image href="{floor}" width="{wide}" height="{high}"/>']
    else:
        # Bare squares, if there is no picture.
        drawn = [
            f'<rect x="{column * SIDE}" y="{row * SIDE}" width="{SIDE}" height="{SIDE}"'
            ' fill="#f3ebd8" stroke="#b9a983"/>'
            for column in range(board.columns)
            for row in range(board.rows)
        ]
    drawn.append(
        f'<rect width="{wide}" height="{high}" fill="none" stroke="{INK}" stroke-width="8"/>'
    )
    for square in picture.marks:
        x, y = _corner(board, square)
        drawn.append(
            f'<rect x="{x + 4:g}" y="{y + 4:g}" width="{SIDE - 8}" height="{SIDE - 8}"'
            f' fill="none" stroke="{WAY}" stroke-width="7"/>'
        )
    for beam in picture.beams:
        points = [_middle(board, square) for square in beam.squares]
        drawn.append(_svg_line(points, BEAM, 4 + 3 * beam.strength))
    for number, square in picture.markers:
        x, y = _corner(board, square)
        drawn.append(
            f'<circle cx="{x + 76:g}" cy="{y + 24:g}" r="21" fill="{PAPER}" stroke="{INK}"'
            ' stroke-width="5"/>'
            f'<text x="{x + 76:g}" y="{y + 35:g}" font-size="32" font-weight="700"'
            f' text-anchor="middle" fill="{INK}">{number}</text>'
        )
    for one in picture.pieces:
        if one.square is not None and one.seat == piece and not one.kind:
            # A ring below one's own piece.
            x, y = _middle(board, one.square)
            drawn.append(
                f'<circle class="own" cx="{x:g}" cy="{y:g}" r="48" fill="{PAPER}"'
                f' fill-opacity="0.75" stroke="{WAY}" stroke-width="7"/>'
            )
    # Lines are below pieces, whose letters stay readable.
    drawn += [_track(board, move, MOVE) for move in picture.moves]
    drawn += [_track(board, move, WAY, "16 13") for move, _ in picture.foreseen]
    drawn += [
        _piece(board, one, picture.signs[one.seat])
        for one in picture.pieces
        if one.square is not None
    ]
    drawn += _below_pieces(picture)
    for move in picture.moves:
        points = [_middle(board, square) for square in move.path if square is not None]
        # A tip shows the piece's heading after the move, unless it is lost.
        if points and move.end is not None:
            drawn.append(_nose(*points[-1], move.after, MOVE))
    drawn += _way(picture)
    window = _window(picture, piece) if near else None
    if window is None:
        box, kind = f"0 0 {wide} {high}", "whole"
    else:
        box, kind = " ".join(f"{side:g}" for side in window), "near"
    named = f'role="img" aria-label="{escape(label)}"'
    return f'<svg class="map {kind}" viewBox="{box}" {named}>{"".join(drawn)}</svg>'


def is_cut_out(picture: BoardPicture, piece: int) -> bool:
    """Return whether the map near a piece shows less than the whole board."""
    return _window(picture, piece) is not None


def _window(picture: BoardPicture, seat: int) -> tuple[float, float, float, float] | None:
    """Return the view box around a seat's piece; None for a small board, or without the piece."""
    board, piece = picture.board, piece_of(picture, seat)
    if piece is None or piece.square is None or max(board.columns, board.rows) <= NEAR + 1:
        return None
    x, y = _middle(board, piece.square)
    ends = [
        _middle(board, square)
        for move, _ in picture.foreseen
        for square in move.path
        if square is not None
    ]
    # A longer path stays visible, as long as squares are large enough to be read.
    reach = max((max(abs(across - x), abs(down - y)) for across, down in ends), default=0.0)
    half = min(max(NEAR * SIDE / 2, reach + 0.6 * SIDE), FAR * SIDE / 2)
    return x - half, y - half, 2 * half, 2 * half


def piece_of(picture: BoardPicture, seat: int) -> Piece | None:
    """Return a seat's own piece."""
    return next((piece for piece in picture.pieces if piece.seat == seat and not piece.kind), None)


def sign(colour: str, shape: str) -> str:
    """Return the sign of a piece, to precede its name."""
    return (
        '<svg class="sign" viewBox="-6 -6 112 112"'
        f' aria-hidden="true">{_outline(colour, shape, 0, 0, SIDE)}</svg>'
    )


def _corner(board: Board, square: str) -> Point:
    """Return the north-west corner of a square, also of one above another."""
    column, row = column_row(square.removesuffix(ABOVE))
    return column * SIDE, (board.rows - 1 - row) * SIDE


def _middle(board: Board, square: str) -> Point:
    x, y = _corner(board, square)
    return x + SIDE / 2, y + SIDE / 2


def _svg_line(points: Iterable[Point], ink: str, width: float, dash: str = "") -> str:
    coordinates = " ".join(f"{x:g},{y:g}" for x, y in points)
    dashed = f' stroke-dasharray="{dash}"' if dash else ""
    return (
        f'<polyline points="{coordinates}" fill="none" stroke="{ink}" stroke-width="{width:g}"'
        f' stroke-linecap="round" stroke-linejoin="round"{dashed}/>'
    )


def _below_pieces(picture: BoardPicture) -> Iterator[str]:
    """Draw elements under pieces again, small in a corner behind the pieces."""
    board = picture.board
    heads = {one.square: one.heading for one in picture.pieces if one.square and not one.kind}
    for element in board.elements:
        if element.square in heads and (art := element.corner(board)):
            place = _behind(board, element.square, heads[element.square])
            yield f'<g class="under">{drawn_art(art, *place, UNDER)}</g>'
    for number, square in picture.markers:
        if square in heads:
            x, y = _behind(board, square, heads[square])
            middle = f"{x + UNDER / 2:g}"
            yield (
                f'<g class="under"><circle cx="{middle}" cy="{y + UNDER / 2:g}"'
                f' r="{UNDER / 2 - 2}" '
                f'fill="{MARKER_FILL}" stroke="{INK}" stroke-width="4"/>'
                f'<text x="{middle}" y="{y + UNDER / 2 + 10:g}" font-size="28" font-weight="700" '
                f'text-anchor="middle" fill="{INK}">{number}</text></g>'
            )


def _behind(board: Board, square: str, heading: int) -> Point:
    """Return the north-west corner for an element under a piece with this heading."""
    (x, y), (east, south) = _corner(board, square), BEHIND[heading]
    return x + east * (SIDE - UNDER), y + south * (SIDE - UNDER)


def _outline(colour: str, shape: str, x: float, y: float, side: float, ghost: bool = False) -> str:
    points = " ".join(
        f"{x + across * side:.1f},{y + (1 - up) * side:.1f}"
        for across, up in OUTLINES.get(shape, OUTLINES["circle"])
    )
    fill = TINTS.get(colour, PAPER)
    if ghost:
        edge = f'stroke="{WAY}" stroke-width="7" fill-opacity="0.55"'
    else:
        edge = f'stroke="{INK}" stroke-width="5"'
    return f'<polygon points="{points}" fill="{fill}" {edge} stroke-linejoin="round"/>'


def _nose(x: float, y: float, heading: int, ink: str) -> str:
    """Draw a tip on the side that a piece faces; (x, y) is the middle of its square."""
    return (
        f'<polygon points="0,-50 17,-24 -17,-24" fill="{ink}" stroke="{PAPER}" stroke-width="3"'
        f' transform="translate({x:g} {y:g}) rotate({heading * 90})"/>'
    )


def _piece(board: Board, piece: Piece, sign: SeatSign) -> str:
    """Draw a piece on its square, fainter if it sits the turn out."""
    assert piece.square is not None
    (x, y), faint = (
        _middle(board, piece.square),
        ' opacity="0.55"' if piece.down or piece.kind else "",
    )
    letter = (
        f'<text x="{x:g}" y="{y + 13:g}" font-size="36" font-weight="700" text-anchor="middle"'
        f' fill="{INK}">{escape(initial(sign.name))}</text>'
    )
    body = _outline(sign.colour, sign.shape, x - 34, y - 34, 68)
    return f"<g{faint}>{body}{_nose(x, y, piece.heading, INK)}</g>{letter}"


def _track(board: Board, move: MovePicture, ink: str, dash: str = "") -> str:
    """Draw the line of a move; "" for a turn on the spot."""
    points = [_middle(board, square) for square in move.path if square is not None]
    return _svg_line(points, ink, 9, dash) if len(points) > 1 else ""


def _way(picture: BoardPicture) -> Iterator[str]:
    """Draw the path of a program: the piece at the end, a cross if it is lost, round numbers."""
    board, foreseen = picture.board, picture.foreseen
    ends = [_middle(board, move.end or move.path[-1]) for move, _ in foreseen]
    sign = picture.signs.get(foreseen[0].move.seat) if foreseen else None
    for (move, _), (x, y) in zip(foreseen, ends, strict=True):
        if move.end is None:
            cross = f"M{x - 30:g} {y - 30:g}l60 60m0 -60l-60 60"
            yield f'<path d="{cross}" stroke="{MOVE}" stroke-width="12" stroke-linecap="round"/>'
        elif move is foreseen[-1].move:
            yield _outline(
                sign.colour if sign else "",
                sign.shape if sign else "",
                x - 34,
                y - 34,
                68,
                ghost=True,
            ) + _nose(x, y, move.after, WAY)
    for number, (x, y) in enumerate(ends, 1):
        # Rounds that end on one square are side by side, away from the tip of the piece there.
        shift = ends[: number - 1].count((x, y))
        up = -1 if ends[-1] == (x, y) and foreseen[-1].move.after == SOUTH else 1
        across, down = x - 33 + 33 * (shift % 3), y + up * (36 - 33 * (shift // 3))
        yield f'<circle cx="{across:g}" cy="{down:g}" r="16" fill="{WAY}"/>'
        yield (
            f'<text x="{across:g}" y="{down + 9:g}" font-size="26" font-weight="700" '
            f'text-anchor="middle" fill="{PAPER}">{number}</text>'
        )
