"""The map beside the cards of a hand, and over everything else, with words on the pieces."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.games.scene import ACTIVE, Piece
from companion.geometry import Square
from companion.session.messages import Message
from companion.session.pages.facts import AskPiece
from companion.session.view import BoardPicture, ReaderPicture, SeatSign, View
from companion.ui.layout import SpareRoom, arrange, hbox, if_shown, vbox, with_padding, with_size
from companion.ui.theme import BODY, IVORY, LARGE, SAND, SMALL, is_landscape, u
from companion.ui.widgets.button import PRIMARY, PushButton
from companion.ui.widgets.label import Label, text_height
from companion.ui.widgets.map import camera as views
from companion.ui.widgets.map.board_map import BoardMap
from companion.ui.widgets.panel import RowBox, add_all, toggle_child
from companion.ui.widgets.rows import (
    Beside,
    ListButton,
    ListRow,
    PieceLead,
    RowSign,
    RowText,
    Stacked,
)
from companion.words import Text, facts, text

SIDES: Final = (60, 52, 44, 36, 30, 26, 22, 20, 18, 16, 14)
"""Sides of squares on the small map, as on the seven-inch panel.

There are no others, since the board is painted again for each.
"""
WHOLE, LEAST, ALONE = 14, 13, 22
"""Smallest sides of squares, as on the seven-inch panel: to show the whole board in any case, to
show the next goal beside the path, and to show the path without it."""
SHARP: Final = 17
"""Side in pixels below which squares of the whole board are too coarse if a part can be shown."""
SMALLEST: Final = 18
"""The smallest letters of the lines below the map."""
LINES, CAPTION = (30, 24, 24), (46, 24)
"""Heights of the lines about the piece, and of the words about the path, landscape and upright."""


class SmallMap(BoardMap):
    """The path of a program and the next goal, as near as both fit; a tap enlarges the map.

    A small board is shown as a whole, in an upright window any board. A part of a board ends
    between squares.
    """

    def __init__(self, enlarge: Callable[[], object], **rest: Any) -> None:
        """Call `enlarge` on a tap."""
        super().__init__(lively=False, **rest)
        self._enlarge = enlarge

    def _handle_tap(self, across: float, up: float) -> None:
        self._enlarge()

    def _frame(self) -> tuple[float, float, float, float]:
        """Return the area inside the margins; a part of a board is centred in the widget."""
        x, y, width, height = super()._frame()
        if self._camera is None or (self._camera.width, self._camera.height) == (width, height):
            return x, y, width, height
        across, up = min(width, self._camera.width), min(height, self._camera.height)
        return x + (width - across) // 2, y + (height - up) // 2, across, up

    def _target_camera(self) -> views.Camera:
        """Return the view with the largest squares that shows the path and the next goal.

        It stays where it is as long as it can.
        """
        assert self.picture is not None
        board, (_, _, width, height) = self.picture.board, super()._frame()
        everything = views.whole(board, width, height)
        # Joined sides must both be visible; an upright window has room for all of the board.
        if not is_landscape() or board.joined or everything.side >= max(SHARP, u(WHOLE)):
            return everything
        path = [square for move, _ in self.picture.foreseen for square in move.path]
        marks = list(self.picture.marks)
        near = () if everything.side >= u(LEAST) else ((path or marks[:1], u(ALONE)),)
        for squares, least in ((path + marks, max(everything.side + 1, u(LEAST))), *near):
            for side in (u(side) for side in SIDES if squares):
                camera = self._part(side, squares, path, (width, height))
                if side >= least and camera is not None:
                    return camera
        return everything

    def _part(
        self,
        side: float,
        squares: list[Square],
        path: list[Square],
        room: tuple[float, float],
    ) -> views.Camera | None:
        """Return a view of whole squares that shows some of them, and a square around the path.

        Args:
            side: Side of a square, in pixels.
            squares: Squares that must be in view.
            path: Squares whose neighbours must be in view, too.
            room: Width and height in pixels.

        Returns:
            None if they do not fit.
        """
        assert self.picture is not None
        board, before = self.picture.board, self._camera
        if before is not None and before.side != side:
            before = None
        starts, lengths = list[float](), list[float]()
        for axis, total in enumerate((board.columns, board.rows)):
            length = min(total, int(room[axis] / side - 2 * views.EDGE))
            places = [views.place_of(square)[axis] for square in squares]
            round_it = [views.place_of(square)[axis] + off for square in path for off in (-1, 1)]
            places += [min(max(place, 0), total - 1) for place in round_it]
            low, high = min(places), max(places) + 1
            if high - low > length:
                return None
            start = (low + high - length) // 2
            if before is not None:
                start = min(
                    max(round((before.west, before.south)[axis] + views.EDGE), high - length), low
                )
            starts.append(min(max(start, 0), total - length) - views.EDGE)
            lengths.append(round((length + 2 * views.EDGE) * side))
        return views.Camera(
            side, west=starts[0], south=starts[1], width=lengths[0], height=lengths[1]
        )


class MapBeside(Widget):
    """The map with brackets around the piece and its next goal, and lines of words below it.

    The lines say how the piece is and where the cards lead.
    """

    def __init__(self, enlarge: Callable[[], object], **rest: Any) -> None:
        """Make it empty; `show` fills it. `enlarge` is called by a tap on the map."""
        super().__init__(**rest)
        self.map = SmallMap(enlarge)
        self.lines = tuple(
            Label("", BODY if not at else SMALL, bold=not at, tint=SAND if at else IVORY, least=18)
            for at in range(3)
        )
        self.words = Label("", SMALL, bold=True, least=18, sparing=True)
        self.add_widget(self.map)
        self.bind(pos=self._place, size=self._place)

    def show(self, picture: BoardPicture, reader: ReaderPicture, words: Text | None) -> None:
        """Show the piece of a seat and where its cards lead, which is hidden if `words` is None."""
        seat = None if reader.drives is None else reader.drives.name
        own = tuple(
            piece.square
            for piece in picture.pieces
            if piece.square is not None
            and not piece.kind
            and (
                piece.seat == reader.seat
                if seat is None
                else picture.signs[piece.seat].name == seat
            )
        )
        goal = () if reader.bearing.goal is None else (reader.bearing.goal,)
        marks = goal if picture.foreseen else (*own, *goal)
        self.map.show(picture._replace(touchable=False, moves=(), beams=(), marks=marks))
        lines: tuple[Text | str, ...] = (*reader.bearing.lines, "", "", "")
        for widget, line in zip(self.lines, lines, strict=False):
            widget.text = line
            toggle_child(self, widget, bool(line))
        self.words.text = words or ""
        toggle_child(self, self.words, words is not None)
        self._place()

    def _place(self, *_: Any) -> None:
        """Place the lines from the bottom up and give the map the rest."""
        # Long words take a second line rather than half of their height.
        lines = (
            with_size(line, max(u(high), text_height(line.source, SMALLEST, self.width)))
            for line, high in zip(self.lines, LINES, strict=False)
            if line.parent is not None
        )
        arrange(
            vbox(
                self.map,
                *lines,
                with_size(if_shown(self.words), u(CAPTION[not is_landscape()])),
                gap=0,
            ),
            self,
        )


BUTTONS: Final = 62
"""Height of the buttons, as on the seven-inch panel."""
WAYS: Final = (text("north"), text("east"), text("south"), text("west"))


def piece_words(piece: Piece) -> Text:
    """Return place and state of a piece in one line; in a narrow upright window only the state."""
    if not is_landscape():
        return facts([badge.short for badge in piece.badges])
    if piece.square:
        where = text("{square}, facing {heading}", square=piece.square, heading=WAYS[piece.heading])
    else:
        where = text("in the parking row")
    return facts(
        [
            where,
            *(badge.meaning for badge in piece.badges),
            "" if piece.status == ACTIVE else piece.status,
        ]
    )


def piece_row(piece: Piece, sign: SeatSign, send: Callable[[Message], object]) -> ListRow:
    """Return a piece as a row: sign, name and state; `send` gets the question about it."""
    # A name is cut off, not wrapped: the sign beside it shows which piece it is.
    size, side = (LARGE, 40) if is_landscape() else (SMALL, 30)
    name = RowText(sign.name, size, bold=True, cut="center")
    state = RowText(piece_words(piece), SMALL, SAND, wrapped=18)
    return ListRow(
        Beside((RowSign(PieceLead(*sign), side), Stacked((name, state), 0))),
        (0, 0),
        rim=None,
        send=send,
        message=AskPiece(piece.seat),
    )


class MapPeek(SpareRoom):
    """The map over everything else, with a button that closes it."""

    def __init__(
        self,
        view: View,
        send: Callable[[Message], object],
        close: Callable[[], object],
        label: Text | str,
        toggle_path: Callable[[], object] | None,
        hidden: bool,
        **rest: Any,
    ) -> None:
        """Make the page.

        Args:
            view: The current view.
            send: Gets the question about a piece that is touched in the list.
            close: Called by the button.
            label: Text of the button.
            toggle_path: Shows or hides where the cards lead; without it there is no button.
            hidden: Whether that is hidden now.
            rest: Arguments of a Kivy widget.
        """
        super().__init__(**rest)
        self.map, self._send = BoardMap(lively=False), send
        self.close = PushButton(
            label, close, kind=PRIMARY, symbol="back", size=LARGE if toggle_path is None else BODY
        )
        self._list = GridLayout(cols=1 if is_landscape() else 2, spacing=u(2))
        label = text("Show my way") if hidden else text("Hide my way")
        self.path_button = PushButton(
            label, toggle_path or close, symbol="plus" if hidden else "cross", size=BODY
        )
        self._buttons = RowBox()
        add_all(self._buttons, self.close, *([self.path_button] if toggle_path is not None else []))
        add_all(self, self.map, self._list, self._buttons)
        self.bind(pos=self.place, size=self.place)
        self._shown: object = None
        self.show(view)

    def show(self, view: View) -> None:
        picture = view.board
        assert picture is not None
        # Only positions: no move is repeated, and no touch means a square here.
        self.map.show(picture._replace(touchable=False, moves=(), beams=()))
        # Later pictures keep the view that somebody has chosen.
        if self._shown is None:
            self.map.near = False
            self.map.zoom(False)
        if (picture.pieces, picture.signs) != self._shown:
            self._shown = picture.pieces, picture.signs
            self._list.clear_widgets()
            for piece in picture.pieces:
                row = piece_row(piece, picture.signs[piece.seat], self._send)
                self._list.add_widget(ListButton(row, size_hint_max_y=u(64)))

    def place(self, *_: Any) -> None:
        """Place the map on the left, or upright above; pieces and buttons take the rest."""
        pad = u(8)
        buttons = with_size(hbox(self._buttons, self.spare_part(0)), u(BUTTONS))
        rest = with_padding(vbox(self._list, buttons, gap=pad), pad)
        if is_landscape():
            arrange(hbox(with_size(self.map, round(self.width * 0.52)), rest, gap=0), self)
        else:
            arrange(vbox(self.map, with_size(rest, round(self.height * 0.36)), gap=0), self)
