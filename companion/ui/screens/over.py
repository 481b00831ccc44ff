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
        self.counted = self._measuring = False
        super().__init__(send, view)

    @property
    def page(self) -> SummaryPage:
        return body_of(self.view, SummaryPage)

    @property
    def scene(self) -> Widget | None:
        """Return the board if it is large enough, or cards if they fit; None beside counts."""
        page, scene = self.page, super().scene
        crowded = self.view.board is None and len(page.rows) > FEW and bool(page.sentences)
        if self.counted or crowded:
            return None
        # With a picture the button to the other boards is above the foot.
        self._measuring = True
        legible = scene is not self.map or self._is_legible()
        self._measuring = False
        return scene if legible else None

    def _is_legible(self) -> bool:
        """Return whether the squares of the map above the places are large enough."""
        from companion.ui.widgets.map import camera
        from companion.ui.widgets.map.board_view import MARGIN

        assert self.view.board is not None
        share, has_story = self.map_share(), bool(self.page.sentences)
        width, height = (
            (self.width * share, self.height)
            if is_landscape()
            else (self.width, self.height * share)
        )
        high = self._places_height(width, height) + u(GAP) if has_story else 0.0
        return camera.whole(
            self.view.board.board, width - 2 * u(MARGIN), height - high - 2 * u(MARGIN)
        ).side >= u(SQUARE)

    def _places_height(self, width: float, height: float) -> float:
        """Return the height in pixels of the places below a picture, both in a box of pixels."""
        return min(height * LIST, self.places.needed_height(width - 2 * u(GAP)) * ROOM)

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
        self.turned.text = (
            (text("Back to the board") if view.board is not None else text("Back to the table"))
            if self.counted
            else text("In figures")
        )
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
            width, height = self.content_size(share)
            taken = u(GAP) + self._buttons_height(width)
            if self.story.has_room(width, height - taken - self.plate.needed_height(width)):
                return share
        return SHARES[-1]

    def _places_width(self, width: float, height: float) -> float:
        """Return the width in pixels of the places, which leaves the story its room."""
        for share in BESIDE:
            rest = width * (1 - share) - u(GAP)
            taken = u(GAP) + self._buttons_height(rest)
            if self._fit(self._buttons(), rest) and self.story.has_room(
                rest, height - taken - self.plate.needed_height(rest)
            ):
                return width * share
        return width * BESIDE[-1]

    def _fit(self, buttons: list[PushButton], width: float, *, in_line: bool = True) -> bool:
        """Return whether the words of buttons fit side by side in a width, in one line or more."""
        wide = (width - u(GAP) * (len(buttons) - 1)) / max(1, len(buttons)) - 2 * u(PAD)
        return all(
            (button.words.least_line() if in_line else button.words.min_width()) <= wide
            for button in buttons
        )

    def _height_above_story(self, width: float, height: float) -> float:
        """Return the height in pixels of the places above the story, which leaves it its room."""
        taken = 2 * u(GAP) + self._buttons_height(width) + self.plate.needed_height(width)
        for line in (TALLEST, LINE):
            high = u(line) * len(self.places.rows)
            if self.story.has_room(width, height - taken - high):
                return high
        return self.places.needed_height(width)

    def _buttons(self) -> list[PushButton]:
        """Return the buttons above the foot, as far as they are shown."""
        return [
            button
            for button in (self.watch, self.review, self.tournament, self.turned)
            if button.parent is not None
        ]

    def _is_above(self) -> bool:
        """Return whether the button to the other boards has a row above the foot."""
        return not is_landscape() or self._measuring or self.scene is not None

    def _button_rows(self, width: float) -> list[LinearLayout]:
        """Return the rows of buttons above the foot, at a width in pixels.

        The button to the other boards has its own row if all have no room in one.
        """
        buttons = self._buttons()
        others = [self.other] if self.other.parent is not None and self._is_above() else []
        together = is_landscape() and self._fit([*buttons, *others], width, in_line=False)
        rows = [[*buttons, *others]] if together else [buttons, others]
        return [hbox(*row) for row in rows if row]

    def _buttons_height(self, width: float) -> float:
        """Return the height in pixels of the rows of buttons, each with the gap above it."""
        return len(self._button_rows(width)) * (u(TOUCH) + u(GAP))

    def _arrange_footer(self, area: Area) -> None:
        """Place the button to the other boards before the foot, where it has room."""
        if self.other.parent is None or self._is_above():
            super()._arrange_footer(area)
            return
        button = with_padding(self.other, u(5), u(5))
        arrange(hbox(with_size(button, u(OTHER)), super()._arrange_footer, gap=0), area)

    def _arrange_places(self) -> None:
        """Place the places below the picture, or without one beside or above the story."""
        scene, content = self.scene, self.content
        x, y, width, height = (scene or content).pos + (scene or content).size
        area = Area(x, y, width, height)
        if scene is not None:
            places = with_size(
                with_padding(self.places, u(GAP), 0), self._places_height(width, height)
            )
            arrange(
                vbox(scene, places, gap=u(GAP) - u(5)),
                area._replace(y=y + u(5), height=height - u(5)),
            )
        elif is_landscape():
            arrange(hbox(with_size(self.places, self._places_width(width, height)), content), area)
        else:
            arrange(
                vbox(with_size(self.places, self._height_above_story(width, height)), content), area
            )

    def arrange(self, *_: object) -> None:
        """Place the plate on top, the buttons at the foot, the text between them."""
        # In another window there may be room for the map, or none.
        toggle_child(self, self.map, self.scene is self.map)
        super().arrange()
        if self.places.parent is not None:
            self._arrange_places()
        rows = [with_size(row, u(TOUCH)) for row in self._button_rows(self.content.width)]
        plate = None if self.plate.parent is None else self.plate
        head = with_size(plate, self.plate.needed_height(self.content.width))
        for widget in (self.story, self.standing, self.counts):
            if widget.parent is not None:
                arrange(vbox(head, widget, *rows), self.content)

    def _turn(self) -> None:
        """Turn to all counts, on a separate page if there are too many."""
        statistics = self.page.statistics
        if statistics is not None:
            self.send(statistics)
            return
        self.counted = not self.counted
        self.update(self.view)


SCREEN = OverScreen
