"""After the race: the winner, all places with the board, the race in a few sentences, and counts.

The last race is shown here, too, when looked at again. There may be no winner: then a marker
replaces the piece's sign. A game without a story shows the standing.
"""

from __future__ import annotations

from typing import Final

from kivy.uix.widget import Widget

from companion.session.messages import OpenPage
from companion.session.pages.tournament import NAME as TOURNAMENT
from companion.session.view import SummaryPage, View
from companion.ui.layout import (
    Area,
    LinearLayout,
    arrange,
    hbox,
    leave_empty,
    vbox,
    with_padding,
    with_size,
)
from companion.ui.screens.base import MapScreen, body_of
from companion.ui.theme import (
    BRASS,
    GAP,
    LIST_SIZES,
    SMALL,
    TOUCH,
    is_landscape,
    u,
)
from companion.ui.widgets.button import QUIET, PushButton
from companion.ui.widgets.fingers import Send
from companion.ui.widgets.panel import toggle_child
from companion.ui.widgets.places import LINE, TALLEST, PlaceList, WinnerPlate
from companion.ui.widgets.rows import FittedList, ListRow, RowText
from companion.ui.widgets.standing import CountTable, StandingList
from companion.words import text

PAD: Final = 10
"""Room on either side of the words on a button, as on the seven-inch panel."""
LIST: Final = 0.56
"""Greatest share of the room for the places below a picture."""
ROOM: Final = 1.15
"""Height of the places as a multiple of their least height."""
SHARES, UPRIGHT = (0.42, 0.38, 0.34, 0.3), (0.54, 0.5, 0.46)
"""Shares of the picture with the places, the largest first, and those before them in an upright
window."""
BESIDE: Final = (0.5, 0.46, 0.42, 0.37, 0.33)
"""Shares of the places beside the story without a picture, the largest first."""
SQUARE: Final = 16
"""Smallest squares of a map that is shown, as on the seven-inch panel: the table itself shows more
than smaller ones."""
OTHER: Final = 138
"""Width of the button to the other boards in the foot, as on the seven-inch panel."""
FEW: Final = 4
"""Most seats whose rows of cards are large enough beside the places."""


class OverScreen(MapScreen):
    """The winner over the sentences, board and places beside them; or only the counts."""

    whole = True

    def __init__(self, send: Send, view: View) -> None:
        self.counted = False
        super().__init__(send, view)

    @property
    def page(self) -> SummaryPage:
        return body_of(self.view, SummaryPage)

    @property
    def scene(self) -> Widget | None:
        """Return the board if it is large enough, or cards if they fit; None beside counts."""
        page, scene = self.page, super().scene
        crowded = self.view.board is None and len(page.rows) > FEW and bool(page.sentences)
        if self.counted or crowded or (scene is self.map and not self._is_legible()):
            return None
        return scene

    def _is_legible(self) -> bool:
        """Return whether the squares of the map above the places are large enough."""
        from companion.ui.widgets.map import camera
        from companion.ui.widgets.map.board_widget import MARGIN

        assert self.view.board is not None
        share = self.map_share()
        if is_landscape():
            width, height = self.width * share, self.height
        else:
            width, height = self.width, self.height * share
        if self.page.sentences:
            height = self._scene_column(self.map, width, height).rest(height)
        return camera.whole(
            self.view.board.board, width - 2 * u(MARGIN), height - 2 * u(MARGIN)
        ).side >= u(SQUARE)

    def _scene_column(self, scene: Widget, width: float, height: float) -> LinearLayout:
        """Return a picture over the places, for a box of so many pixels."""
        places = min(height * LIST, self.places.needed_height(width - 2 * u(GAP)) * ROOM)
        return vbox(
            scene,
            with_size(leave_empty, u(GAP) - u(5)),
            with_size(with_padding(self.places, u(GAP), 0), places),
            with_size(leave_empty, u(5)),
            gap=0,
        )

    def update(self, view: View) -> None:
        """Show another view: the number of places decides whether the map has room."""
        self.places.update(body_of(view, SummaryPage).rows, view.signs)
        super().update(view)

    def make(self, view: View) -> Widget:
        """Make winner, sentences or standing, counts, and the buttons between them."""
        self.plate = WinnerPlate()
        self.story = FittedList(LIST_SIZES, gap=7)
        self.counts, self.places = CountTable(), PlaceList()
        self.standing = StandingList(self.send)
        self.watch = PushButton(
            text("Watch the game"), lambda: self._send_if(self.page.watch), size=SMALL
        )
        self.review = PushButton(
            text("Review"), lambda: self._send_if(self.page.review), size=SMALL
        )
        self.tournament = PushButton(
            text("Tournament"), lambda: self._send_if(self.page.begin_tournament), size=SMALL
        )
        self.turned = PushButton("", self._turn, kind=QUIET, size=SMALL)
        self.other = PushButton(
            text("Other board"), lambda: self._send_if(self.page.other), size=SMALL
        )
        return Widget()

    def show(self, view: View) -> None:
        """Show the end of a race."""
        page = body_of(view, SummaryPage)
        self.plate.show(
            page.winner,
            [view.signs[row.seat] for row in page.rows if row.seat in page.winners],
        )
        if self.counted:
            if view.board is not None:
                self.turned.text = text("Back to the board")
            else:
                self.turned.text = text("Back to the table")
        else:
            self.turned.text = text("In figures")
        names = {sign.name: sign.colour for sign in view.signs.values()}

        def story(size: int) -> tuple[ListRow, ...]:
            """Return the sentences, after the standings of the tournament that lead to its page."""
            rows = [
                ListRow(RowText(words, size, names=names), pad=(0, 0), rim=None)
                for words in page.sentences
            ]
            if page.tournament:
                words = RowText(page.tournament, size, names=names)
                leads = OpenPage(TOURNAMENT)
                rows.insert(
                    0, ListRow(words, rim=BRASS, chosen=True, send=self.send, message=leads)
                )
            return tuple(rows)

        self.story.show_rows(story)
        self.standing.update(page.rows, view.signs)
        self.counts.update(page.counts)
        has_story = bool(page.sentences or page.tournament)
        for widget, wanted in (
            (self.plate, not self.counted),
            (self.story, has_story and not self.counted),
            (self.standing, not has_story),
            (self.counts, self.counted),
            (self.places, has_story and not self.counted),
            (self.watch, page.watch is not None),
            (self.review, page.review is not None),
            (self.tournament, page.begin_tournament is not None),
            (self.turned, bool(page.counts) or page.statistics is not None),
        ):
            toggle_child(self.content, widget, wanted)
        toggle_child(self, self.other, page.other is not None)

    def map_share(self) -> float:
        """Return the share that leaves the sentences readable from a seat, if possible together."""
        for share in SHARES if is_landscape() else (*UPRIGHT, *SHARES):
            if self._has_story_room(*self.content_size(share), above=True):
                return share
        return SHARES[-1]

    def _has_story_room(self, width: float, height: float, *, above: bool) -> bool:
        """Return whether all sentences fit a content of so many pixels; `above` as in `_column`."""
        return self.story.has_room(width, self._column(self.story, width, above).rest(height))

    def _places_layout(self, width: float, height: float) -> LinearLayout:
        """Return the places beside or above the content, as large as leaves the story its room."""
        content, places = self.content, self.places
        if is_landscape():
            for share in BESIDE:
                row = hbox(with_size(places, width * share), content)
                rest = row.rest(width)
                if self._fit(self._buttons(), rest) and self._has_story_room(
                    rest, height, above=False
                ):
                    break
            return row
        for line in (TALLEST, LINE):
            column = vbox(with_size(places, u(line) * len(places.rows)), content)
            if self._has_story_room(width, column.rest(height), above=True):
                return column
        return vbox(with_size(places, places.needed_height(width)), content)

    def _fit(self, buttons: list[PushButton], width: float, *, in_line: bool = True) -> bool:
        """Return whether the words of buttons fit side by side in a width, in one line or more."""
        wide = (width - u(GAP) * (len(buttons) - 1)) / max(1, len(buttons)) - 2 * u(PAD)
        return all(
            (button.words.least_line() if in_line else button.words.min_width()) <= wide
            for button in buttons
        )

    def _buttons(self) -> list[PushButton]:
        """Return the buttons above the foot, as far as they are shown."""
        return [
            button
            for button in (self.watch, self.review, self.tournament, self.turned)
            if button.parent is not None
        ]

    def _is_above(self) -> bool:
        """Return whether the button to the other boards is above the foot."""
        return not is_landscape() or self.scene is not None

    def _column(self, main: Widget, width: float, above: bool) -> LinearLayout:
        """Return the content for a width in pixels: the verdict, the main part and the buttons.

        The button to the other boards has its own row if all have no room in one; without `above`
        it is in the foot.
        """
        plate = None if self.counted else self.plate
        buttons = self._buttons()
        others = [self.other] if self.other.parent is not None and above else []
        together = is_landscape() and self._fit([*buttons, *others], width, in_line=False)
        rows = [[*buttons, *others]] if together else [buttons, others]
        return vbox(
            with_size(plate, self.plate.needed_height(width)),
            main,
            *(with_size(hbox(*row), u(TOUCH)) for row in rows if row),
        )

    def _arrange_footer(self, area: Area) -> None:
        """Place the button to the other boards before the foot, where it has room."""
        if self.other.parent is None or self._is_above():
            super()._arrange_footer(area)
            return
        button = with_padding(self.other, u(5), u(5))
        arrange(hbox(with_size(button, u(OTHER)), super()._arrange_footer, gap=0), area)

    def arrange(self, *_: object) -> None:
        """Place the places below the picture or beside the rest, and the content in its room."""
        # In another window there may be room for the map, or none.
        toggle_child(self, self.map, self.scene is self.map)
        super().arrange()
        scene, content = self.scene, self.content
        if self.places.parent is not None and scene is not None:
            arrange(self._scene_column(scene, *scene.size), scene)
        elif self.places.parent is not None:
            arrange(self._places_layout(*content.size), content)
        for widget in (self.story, self.standing, self.counts):
            if widget.parent is not None:
                arrange(self._column(widget, content.width, self._is_above()), content)

    def _turn(self) -> None:
        """Turn to all counts, on a separate page if there are too many."""
        statistics = self.page.statistics
        if statistics is not None:
            self.send(statistics)
            return
        self.counted = not self.counted
        self.update(self.view)


SCREEN = OverScreen
