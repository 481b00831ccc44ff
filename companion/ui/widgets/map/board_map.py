"""The map: the board with everything on it, near or as a whole, and the moves of the present instruction carried out before one's eyes.

It draws only when the picture changes, while something moves, and while a finger drags it. A tap on a touchable map looks closer first
and then sends `TouchSquare`, so that every square to be touched is large enough, unless `at_once` says that the first tap does both. Where there is
somebody to `ask`, a tap asks about what is there, on squares too small to be aimed at it looks closer first, and the lens in the corner changes
between near and whole; elsewhere every tap does.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import TYPE_CHECKING, Any, Final

from kivy.animation import Animation
from kivy.graphics import Color, InstructionGroup, Rectangle, ScissorPop, ScissorPush, Translate
from kivy.properties import NumericProperty
from kivy.uix.widget import Widget

from companion.geometry import Square, column_name
from companion.session.messages import TouchSquare
from companion.session.view import BoardPicture
from companion.ui.paint import paint_rimmed, paint_symbol, placed
from companion.ui.theme import BRASS, BRASS_DARK, NIGHT, RAISED, u
from companion.ui.turning import on_glass
from companion.ui.widgets.fingers import is_gone
from companion.ui.widgets.map import camera as views
from companion.ui.widgets.map.board_picture import RIM, board_texture
from companion.ui.widgets.map.camera import Camera, Spot
from companion.ui.widgets.map.map_marks import paint_joined, paint_names, paint_parking
from companion.ui.widgets.map.map_play import Stage, moves_anything
from companion.ui.widgets.map.map_rings import LEGEND, legend, paint_legend
from companion.words import Text

if TYPE_CHECKING:
    from kivy.input import MotionEvent

MARGIN, NAME = 24, 21
"""Width of the margin that holds the coordinates, and the size of their letters, as on the seven-inch panel."""
NEAR, TO_TOUCH = 60, 60
"""Sides of a square as on the seven-inch panel, when near and where squares are to be touched."""
LENS, AIMED = 48, 47
"""Side of the lens that is a button, and the smallest square that a finger is trusted to hit."""
LOOKING: Final = 0.25
"""Seconds in which the view comes to a new place."""


class BoardMap(Widget):
    """The map of a `BoardPicture`; `send` takes the touches. `lively=False` shows every picture at rest at once.

    `progress` goes from 0 to 1 while the view travels and pieces move, and is 1 at rest. The parking row lies south of row 1 [2.1].
    `at_once`: a tap on the whole board touches the square, too, and looks closer there, where a square that was missed costs nothing. `ask` is called with
    the square that is tapped, or with the seat of a piece in the parking row.
    """

    progress = NumericProperty(1.0)

    def __init__(
        self, send: Callable[[TouchSquare], object], *, lively: bool = True, **rest: Any
    ) -> None:
        """An empty map; `show` fills it."""
        super().__init__(**rest)
        self._send, self.lively = send, lively
        self.picture: BoardPicture | None = None
        self.near = True
        self.at_once = False
        self.ask: Callable[[Square | int], object] | None = None
        self._asked = False
        self._look: Camera | None = None
        self._from: Camera | None = None
        self._put: Camera | None = None
        self._stage: Stage | None = None
        self._scroll, self._names = Translate(0, 0), InstructionGroup()
        self._legend: list[tuple[str, Text]] = []
        self._moving: Animation | None = None
        self._finger: MotionEvent | None = None
        self._held: tuple[float, float, Camera] | None = None
        self.bind(pos=self._lay_out, size=self._lay_out)

    def show(self, picture: BoardPicture) -> None:
        """Show another picture; the same one again changes nothing."""
        if picture == self.picture:
            return
        first = self.picture is None or self.picture.board != picture.board
        # What only points out other squares does not move everything again.
        told = self.picture is not None and _motion(self.picture) == _motion(picture)
        # Wherever somebody has looked, the view follows what happens again with the next picture.
        self.picture, self._asked = picture, False
        self._legend = legend(picture)
        if first:
            # Where squares are to be touched the board is first seen as a whole, and the first tap looks closer.
            self.near = not picture.touchable
            self._look = None
        self._lay_out(lively=self.lively and not told and moves_anything(picture))

    def finish(self) -> None:
        """Bring everything to where it goes, at once; nothing where all is at rest."""
        if self._moving is not None:
            self._moving.cancel(self)
            self._moving = None
            self.progress = 1.0

    def halt(self, share: float) -> None:
        """Show the present picture after a share of its motion, and stay there until another one is shown: for pictures of it."""
        self._lay_out(lively=True)
        if self._moving is not None and self._stage is not None:
            self._moving.cancel(self)
            self._moving = None
            self.progress = (LOOKING + share * self._stage.seconds) / (
                LOOKING + self._stage.seconds
            )

    def _frame(self) -> tuple[float, float, float, float]:
        """What is inside the margins: x, y, width, height."""
        margin, line = u(MARGIN), u(LEGEND) if self._legend else 0.0
        return (
            self.x + margin,
            self.y + margin,
            max(1.0, self.width - 2 * margin),
            max(1.0, self.height - 2 * margin - line),
        )

    def _lay_out(self, *_: Any, lively: bool = False) -> None:
        """Paint everything anew and let it move if it is to."""
        if self.picture is None or self.width < u(3 * MARGIN) or self.height < u(3 * MARGIN):
            return
        self.finish()
        self._put = None
        before, self._look = self._look, self._aimed()
        # Everything is painted for one size of squares, so that the view can travel only where the size stays.
        self._from = (
            before
            if lively and before is not None and before.side == self._look.side
            else self._look
        )
        self._stage = Stage(self.picture, self._look.side, lively=lively)
        self._paint()
        if lively:
            # First the view travels, then the pieces move: nobody follows both at once.
            seconds = LOOKING + self._stage.seconds
            self.progress = 0.0
            self._moving = Animation(progress=1.0, duration=seconds)
            self._moving.start(self)
        else:
            self.progress = 1.0
            # Where it was 1 already Kivy does not call it.
            self.on_progress()

    def _aimed(self) -> Camera:
        """The view that the present picture wants."""
        assert self.picture is not None
        board, (_, _, width, height) = self.picture.board, self._frame()
        everything = views.whole(board, width, height)
        side = u(TO_TOUCH if self.picture.touchable else NEAR)
        # Where the whole board is nearly as large, looking closer would only cut something off; of joined sides both are to be seen.
        if not self.near or everything.side >= 0.9 * side or (board.joined and not self._asked):
            return everything
        look = self._look
        if look is None or look.side != side or (look.width, look.height) != (width, height):
            look = views.close(
                board,
                width,
                height,
                side,
                (board.columns / 2, 0) if look is None else _middle(look),
            )
        spots = Stage.spots(self.picture)
        # Where people choose what they see, nothing moves away from under the finger.
        if self.picture.touchable or self._asked or not spots:
            return views.inside(board, look)
        # As many squares round what happens as can be had; where not even that fits, the whole board is shown.
        regions = [views.region_of(spots, margin) for margin in (2.0, 1.0, 0.5, 0.0)]
        region = next((region for region in regions if views.fits(look, region)), None)
        return everything if region is None else views.following(board, look, region)

    def _paint(self) -> None:
        """All instructions, from the floor up; afterwards only positions change."""
        assert self.picture is not None and self._look is not None and self._stage is not None
        board, side = self.picture.board, self._look.side
        x, y, width, height = self._frame()
        self.canvas.clear()
        self.canvas.add(Color(*NIGHT))
        self.canvas.add(Rectangle(pos=self.pos, size=self.size))
        left, low, across, up = on_glass(x, y, width, height)
        self.canvas.add(ScissorPush(x=left, y=low, width=across, height=up))
        with placed(self.canvas, self._scroll):
            self.canvas.add(Color(1, 1, 1))
            wide, tall = (board.columns + 2 * RIM) * side, (board.rows + 2 * RIM) * side
            self.canvas.add(
                Rectangle(
                    texture=board_texture(board, round(side)),
                    pos=(-RIM * side, -RIM * side),
                    size=(wide, tall),
                )
            )
            around = InstructionGroup()
            if board.parking:
                paint_parking(around, board, side)
            if board.joined:
                paint_joined(around, board, side)
            self.canvas.add(around)
            self.canvas.add(self._stage)
        self.canvas.add(ScissorPop())
        # The margins lie outside what the scissors leave.
        self.canvas.add(self._names)
        if self._legend:
            line = InstructionGroup()
            paint_legend(line, self._legend, self.x, self.y + self.height - u(LEGEND), self.width)
            self.canvas.add(line)

    def on_progress(self, *_: Any) -> None:
        """Put view and pieces where they are at this moment; Kivy calls it whenever `progress` changes."""
        if self._look is None or self._from is None or self._stage is None:
            return
        total = LOOKING + self._stage.seconds
        passed = self.progress * total
        self._put_camera(views.between(self._from, self._look, min(1.0, passed / LOOKING)))
        self._stage.at(
            1.0
            if self.progress >= 1
            else max(0.0, passed - LOOKING) / max(0.01, self._stage.seconds)
        )

    def _put_camera(self, look: Camera) -> None:
        """Move the painted board under the view, and its letters and numbers along the margins."""
        # Most of the time only pieces move, and the letters are many.
        if look == self._put:
            return
        self._put = look
        x, y, _, _ = self._frame()
        # The board's picture is as sharp as it was painted only on whole pixels.
        self._scroll.xy = round(x - look.west * look.side), round(y - look.south * look.side)
        self._name_margins(look)

    def _name_margins(self, look: Camera) -> None:
        """Letters below and above, numbers left and right; those of the squares concerned are lit."""
        assert self.picture is not None and self._stage is not None
        board, margin, size, half = (
            self.picture.board,
            u(MARGIN),
            min(u(NAME), look.side * 0.95),
            look.side * 0.4,
        )
        x, y, width, height = self._frame()
        lit = [views.place_of(square) for square in self._stage.squares]
        columns = [
            (column_name(at), x + look.pixel((at + 0.5, 0))[0]) for at in range(board.columns)
        ]
        rows = [(str(at + 1), y + look.pixel((0, at + 0.5))[1]) for at in range(board.rows)]
        # The margins stand at the board where that is smaller than the view, else at the view's border.
        world = views.world(board)
        left, low = (max(0.0, pixel) for pixel in look.pixel((world.west, world.south)))
        right, high = look.pixel((world.east, world.north))
        self._names.clear()
        self._mark_zoom(x + left - margin, y + min(height, high))
        above, beside = y + min(height, high) + margin / 2, x + left - margin / 2
        clear_east, clear_south = self._clear_of_lens(beside, above, size)
        letters, figures = (
            frozenset(column_name(c) for c, _ in lit),
            frozenset(str(r + 1) for _, r in lit),
        )
        # A square that is cut off by more than a tenth of its side goes without its name.
        for lane, start in ((y + low - margin / 2, x + half), (above, max(x + half, clear_east))):
            paint_names(
                self._names,
                columns,
                start,
                x + width - half,
                (lane,),
                size,
                across=True,
                lit=letters,
            )
        for lane, end in (
            (beside, min(y + height - half, clear_south)),
            (x + min(width, right) + margin / 2, y + height - half),
        ):
            paint_names(self._names, rows, y + half, end, (lane,), size, across=False, lit=figures)

    @property
    def _has_lens(self) -> bool:
        """Whether the lens is a button, which lies over a corner of the map."""
        return self.ask is not None and self.picture is not None and not self.picture.touchable

    def _clear_of_lens(self, beside: float, above: float, size: float) -> tuple[float, float]:
        """Return from which pixel on names above the board, and up to which names left of it, are not covered by the lens.

        Args:
            beside: the middle of the margin on the left, in pixels.
            above: the middle of the margin above, likewise.
            size: of the letters in pixels.
        """
        if not self._has_lens:
            return -inf, inf
        left, low, side = self._lens()
        reach = size * 0.6
        return (
            left + side + reach if above > low - reach else -inf,
            low - reach if beside < left + side + reach else inf,
        )

    def _mark_zoom(self, x: float, y: float) -> None:
        """A lens in the corner of the margins: a tap looks closer, or at the whole."""
        size = u(NAME) * 0.8
        if self._has_lens:
            left, low, side = self._lens()
            paint_rimmed(self._names, left, low, side, side, BRASS_DARK, RAISED, u(1.5), u(8))
            size, x, y = side * 0.56, left + (side - u(MARGIN)) / 2, low + (side - u(MARGIN)) / 2
        paint_symbol(
            self._names,
            "zoom" if self._is_whole() else "whole",
            x + (u(MARGIN) - size) / 2,
            y + (u(MARGIN) - size) / 2,
            size,
            BRASS,
            NIGHT,
        )

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """A finger comes down on the map; a wheel is no finger (False)."""
        if (
            not self.collide_point(*touch.pos)
            or self.picture is None
            or self._look is None
            or touch.is_mouse_scrolling
        ):
            return False
        # The finger that came last has the map: two would pull it apart, and one whose end gets lost would keep it.
        touch.grab(self)
        self._finger, self._held = touch, (*touch.pos, self._look)
        return True

    def on_touch_move(self, touch: MotionEvent) -> bool:
        """A finger that drags takes the near view along."""
        if touch.grab_current is not self or self._held is None or self.picture is None:
            return False
        if touch is not self._finger:
            return True
        x, y, start = self._held
        right, up = touch.x - x, touch.y - y
        if touch.ud.get("dragged") or max(abs(right), abs(up)) > u(14):
            touch.ud["dragged"] = True
            # A view that still travels would pull against the finger.
            self.finish()
            look = start._replace(
                west=start.west - right / start.side, south=start.south - up / start.side
            )
            # Both ends of the way, so that the view stays where the finger has it.
            self._look = self._from = views.inside(self.picture.board, look)
            self.on_progress()
        return True

    def on_touch_up(self, touch: MotionEvent) -> bool:
        """A tap: skip what moves, touch a square, look closer or at the whole."""
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        if touch is not self._finger:
            return True
        self._finger = self._held = None
        if not touch.ud.get("dragged") and not is_gone(self):
            self._tapped(*touch.pos)
        return True

    def _tapped(self, across: float, up: float) -> None:
        """What a tap at a pixel of the window means.

        In this order: it ends what moves; it touches a square, where that means something and the squares are large enough; else it
        looks closer there, or at the whole.
        """
        assert self.picture is not None and self._look is not None
        if self.progress < 1:
            self.finish()
            return
        x, y, width, height = self._frame()
        spot, whole = self._look.spot(across - x, up - y), self._is_whole()
        if self._has_lens:
            self._ask_about(across, up, spot)
            return
        touched = self.picture.touchable and (self.at_once or not whole)
        if whole or not touched:
            self.look(whole, spot)
        if touched:
            square = views.square_at(self.picture.board, spot)
            # The board goes on under the margins, where nobody sees which square a finger hits.
            if square is not None and 0 <= across - x <= width and 0 <= up - y <= height:
                self._send(TouchSquare(square))

    def _ask_about(self, across: float, up: float, spot: Spot) -> None:
        """What a tap means where it asks: the lens changes the view, a small square comes closer, everything else is asked about."""
        assert self.picture is not None and self._look is not None and self.ask is not None
        left, low, side = self._lens()
        if left <= across <= left + side and low <= up <= low + side:
            spots = Stage.spots(self.picture)
            middle = self.picture.board.columns / 2, self.picture.board.rows / 2
            self.look(
                self._is_whole(), (spots[0] if spots else middle) if self._is_whole() else None
            )
        elif self._is_whole() and self._look.side < u(AIMED):
            self.look(True, spot)
        elif (found := self._found(spot)) is not None:
            self.ask(found)

    def _lens(self) -> tuple[float, float, float]:
        """Where the lens lies that is a button: its corner and its side."""
        return (
            self.x,
            self.y + self.height - u(LENS) - (u(LEGEND) if self._legend else 0.0),
            u(LENS),
        )

    def _found(self, spot: Spot) -> Square | int | None:
        """The square at a spot, or the seat of the piece that lies there in the parking row."""
        assert self.picture is not None
        square, (across, up) = views.square_at(self.picture.board, spot), spot
        if (
            square is not None
            or not self.picture.board.parking
            or not 0 <= up - views.PARKING_ROW < 1
        ):
            return square
        return next(
            (
                piece.seat
                for piece in self.picture.pieces
                if piece.square is None and (piece.of or piece.seat) - 1 == across // 1
            ),
            None,
        )

    def look(self, near: bool, spot: Spot | None = None) -> None:
        """Look nearer, about a spot (counted in squares) if one is given, or at the whole board; nothing before a picture was shown."""
        if self.picture is None or self._look is None:
            return
        self.near, self._asked = near, near and spot is not None
        if near and spot is not None:
            _, _, width, height = self._frame()
            side = u(TO_TOUCH if self.picture.touchable else NEAR)
            self._look = views.close(self.picture.board, width, height, side, spot)
        self._lay_out()

    def _is_whole(self) -> bool:
        """Whether the whole board is in view, wanted or because what happens is too far apart."""
        assert self.picture is not None and self._look is not None
        return self._look.side == views.whole(self.picture.board, *self._frame()[2:]).side


def _motion(picture: BoardPicture) -> tuple[object, ...]:
    """What moves in a picture, and from where."""
    return picture.board, picture.pieces, picture.moves, picture.beams, picture.works


def _middle(look: Camera) -> Spot:
    seen = look.seen
    return (seen.west + seen.east) / 2, (seen.south + seen.north) / 2
