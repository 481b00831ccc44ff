"""The map over everything else, from an open hand or the readers, with every piece in words."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.games.scene import ACTIVE, Piece
from companion.session.session import replace
from companion.session.view import SeatSign, View
from companion.ui.layout import arrange, hbox, leave_empty, vbox, with_padding, with_size
from companion.ui.theme import BODY, GAP, LARGE, SAND, SMALL, is_landscape, u
from companion.ui.widgets.badge import Token
from companion.ui.widgets.button import PRIMARY, PushButton
from companion.ui.widgets.fingers import Pressing
from companion.ui.widgets.label import Label
from companion.ui.widgets.map.board_map import BoardMap
from companion.ui.widgets.panel import ColumnBox, RowBox, add_all
from companion.words import Text, facts, text

BUTTONS: Final = 62
"""Height of the buttons, as on the seven-inch panel."""
WAYS: Final = (text("north"), text("east"), text("south"), text("west"))


def piece_words(piece: Piece) -> Text:
    """Return place and state of a piece in one line; in a narrow upright window only the state."""
    if not is_landscape():
        return facts([badge.short for badge in piece.badges])
    where = (
        text("{square}, facing {heading}", square=piece.square, heading=WAYS[piece.heading])
        if piece.square
        else text("in the parking row")
    )
    return facts(
        [
            where,
            *(badge.meaning for badge in piece.badges),
            "" if piece.status == ACTIVE else piece.status,
        ]
    )


class PieceRow(Pressing, RowBox):
    """A piece in a list: sign, name and state."""

    def __init__(
        self, piece: Piece, sign: SeatSign, ask: Callable[[], object], **rest: Any
    ) -> None:
        """Call `ask` on a touch."""
        super().__init__(gap=8, always_release=False, **rest)
        self._ask, words = ask, ColumnBox(gap=0)
        # A name is cut off, not wrapped: the sign beside it shows which piece it is.
        words.add_widget(
            Label(
                sign.name,
                LARGE if is_landscape() else SMALL,
                bold=True,
                least=18,
                shorten=True,
                max_lines=1,
            )
        )
        words.add_widget(Label(piece_words(piece), SMALL, tint=SAND, least=18))
        add_all(
            self,
            Token(
                *sign,
                size_hint_x=None,
                width=u(40 if is_landscape() else 30),
            ),
            words,
        )

    def on_release(self) -> None:
        self._ask()


class MapPeek(Widget):
    """The map over everything else, with a button that closes it."""

    def __init__(
        self,
        view: View,
        close: Callable[[], object],
        label: Text | str,
        ask: Callable[[int], object],
        toggle_path: Callable[[], object] | None = None,
        hidden: bool = False,
        **rest: Any,
    ) -> None:
        """Make the page.

        Args:
            view: The current view.
            close: Called by the button.
            label: Text of the button.
            ask: Called with the seat of a piece that is touched in the list.
            toggle_path: Shows or hides where the cards lead; without it there is no button.
            hidden: Whether that is hidden now.
            rest: Arguments of a Kivy widget.
        """
        super().__init__(**rest)
        self.map, self._ask = BoardMap(lambda _: None, lively=False), ask
        self.close = PushButton(
            label, close, kind=PRIMARY, symbol="back", size=LARGE if toggle_path is None else BODY
        )
        self._list = GridLayout(cols=1 if is_landscape() else 2, spacing=u(2))
        label = text("Show my way") if hidden else text("Hide my way")
        self.path_button = PushButton(
            label, toggle_path or close, symbol="plus" if hidden else "cross", size=BODY
        )
        self._buttons, self._reserved = RowBox(), 0.0
        add_all(self._buttons, self.close, *([self.path_button] if toggle_path is not None else []))
        add_all(self, self.map, self._list, self._buttons)
        self.bind(pos=self._place, size=self._place)
        self._shown: object = None
        self.show(view)

    def show(self, view: View) -> None:
        picture = view.board
        assert picture is not None
        # Only positions: no move is repeated, and no touch means a square here.
        self.map.show(replace(picture, touchable=False, moves=(), beams=()))
        # Later pictures keep the view that somebody has chosen.
        if self._shown is None:
            self.map.near = False
            self.map.zoom(False)
        if (picture.pieces, picture.signs) != self._shown:
            self._shown = picture.pieces, picture.signs
            self._list.clear_widgets()
            for piece in picture.pieces:
                self._list.add_widget(
                    PieceRow(
                        piece,
                        picture.signs[piece.seat],
                        partial(self._ask, piece.seat),
                        size_hint_max_y=u(64),
                    )
                )

    def reserve(self, width: float) -> None:
        """Keep so many pixels free, right of the buttons."""
        if width != self._reserved:
            self._reserved = width
            self._place()

    @property
    def spare(self) -> tuple[float, float, float, float]:
        """Return the area that is kept free: x, y, width and height."""
        wide = max(1.0, self._reserved - u(GAP))
        return self.x + self.width - u(8) - wide, self.y + u(8), wide, u(BUTTONS)

    def _place(self, *_: Any) -> None:
        """Place the map on the left, or upright above; pieces and buttons take the rest."""
        pad = u(8)
        reserved = with_size(leave_empty, self._reserved) if self._reserved else None
        buttons = with_size(hbox(self._buttons, reserved, gap=0), u(BUTTONS))
        rest = with_padding(vbox(self._list, buttons, gap=pad), pad)
        if is_landscape():
            arrange(hbox(with_size(self.map, round(self.width * 0.52)), rest, gap=0), self)
        else:
            arrange(vbox(self.map, with_size(rest, round(self.height * 0.36)), gap=0), self)
