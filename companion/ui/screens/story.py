"""The story of a round: the screen plays its moments, then lists what hands have to move."""

from __future__ import annotations

from typing import Any, Final

from kivy.clock import Clock
from kivy.input import MotionEvent
from kivy.uix.widget import Widget

from companion.session.messages import Message
from companion.session.pages.story import StoryBeat, StoryLine, StoryPage
from companion.session.view import View
from companion.ui.layout import arrange, hbox, vbox, with_size
from companion.ui.screens.base import WIDE_MOST, MapScreen, Screen, body_of
from companion.ui.screens.replay import sentence_row
from companion.ui.theme import (
    BODY,
    GAP,
    HEADING,
    LARGE,
    LIST_SIZES,
    SAND,
    SMALL,
    TOUCH,
    is_landscape,
    is_wide,
    u,
)
from companion.ui.widgets.button import QUIET, PushButton
from companion.ui.widgets.drama_plate import DramaPlate
from companion.ui.widgets.fingers import Send
from companion.ui.widgets.label import Label
from companion.ui.widgets.panel import add_all, toggle_child
from companion.ui.widgets.rows import FittedList, ListRow
from companion.ui.widgets.scroll_list import TrackedList
from companion.words import Text, text

SIDE: Final = 30
"""The side of a sign, as on the seven-inch panel."""
SIZES, MOVES = (HEADING, LARGE, *LIST_SIZES), (LARGE, BODY, SMALL)
"""Sizes of the letters of the sentences and of the moves, the largest first."""
BEAT, LINE, DRAMA, REST = 1.0, 0.4, 0.8, 0.25
"""Seconds of a moment, of each further sentence in it, of a drama more, and those that a moment
stays after its last movement."""
LONGEST: Final = 3.0
"""The most seconds of a moment without a drama."""
SHARE, UPRIGHT_SHARE = 0.55, 0.5
"""The share of the map, of a landscape window's width or of an upright one's height."""


def seconds_of(beat: StoryBeat, motion: float) -> float:
    """Return how long a moment is shown whose movements take `motion` seconds."""
    read = min(LONGEST, BEAT + LINE * (len(beat.lines) - 1)) + (DRAMA if beat.drama else 0.0)
    return max(read, motion + REST if motion else 0.0)


class StoryScreen(MapScreen):
    """The map with the present moment beside its sentences; a touch pauses it or goes on."""

    def __init__(self, send: Send, view: View) -> None:
        self.at, self.paused = 0, False
        """The number of the present moment, that of all moments at the end."""
        super().__init__(send, view)
        self.bind(parent=lambda _, parent: None if parent is not None else self._stop())

    def make(self, view: View) -> Widget:
        """Make the plate of a drama, the sentences and the buttons below them."""
        self.part = Label("", BODY, tint=SAND, least=18)
        self.count = Label("", BODY, tint=SAND, align="right", least=18)
        self.drama, self.lines = DramaPlate(), FittedList(SIZES, gap=8)
        self.moves = TrackedList(gap=4)
        self.moves.bind(offset=self.point)
        self.again = PushButton(
            text("Watch again"), self.begin, kind=QUIET, symbol="undo", size=SMALL
        )
        self.run = PushButton("", self.toggle, kind=QUIET, symbol="pause", size=SMALL)
        content = Widget()
        add_all(content, self.part, self.count, self.again, self.run)
        return content

    @property
    def page(self) -> StoryPage:
        return body_of(self.view, StoryPage)

    @property
    def plays(self) -> bool:
        """Return whether the story is not at its end."""
        return self.at < len(self.page.beats)

    @property
    def beat(self) -> StoryBeat:
        """Return what is shown now: a moment, or at the end what hands have to move."""
        return self.page.beats[self.at] if self.plays else self.page.moves

    @property
    def scene(self) -> Widget | None:
        """Return the map of the present moment, or the cards on the table."""
        beat = self.beat
        return self.map if beat.board is not None else self.tables if beat.cards else None

    def update(self, view: View) -> None:
        """Show the page; another view of the same round does not disturb the story."""
        known = self.view.body if self.map.picture or self.tables.parent else None
        self.view = view
        if known != view.body:
            self.at = 0
        Screen.update(self, view)
        self.map.lively = not view.preferences.calm
        if known != view.body:
            self._show_beat()

    def show(self, view: View) -> None:
        """Show the words of the present moment."""
        beat, all_beats = self.beat, len(self.page.beats)
        names = {sign.name: sign.colour for sign in view.signs.values()}
        self.part.text = beat.part
        self.count.text = (
            text("{number} of {all}", number=self.at + 1, all=all_beats) if self.plays else ""
        )
        if beat.drama:
            self.drama.show(beat.drama, beat.headline, names)
        toggle_child(self.content, self.drama, bool(beat.drama))
        toggle_child(self.content, self.run, self.plays)
        self.run.text = text("Go on") if self.paused else text("Pause")
        self.run.symbol = "play" if self.paused else "pause"
        toggle_child(self.content, self.lines, self.plays)
        toggle_child(self.content, self.moves, not self.plays)
        if self.plays:
            self.lines.show_rows(self._rows)

    def _rows(self, size: int) -> tuple[ListRow, ...]:
        """Return the sentences of the present moment, or the moves, in letters of a size."""
        names = {sign.name: sign.colour for sign in self.view.signs.values()}
        lines = self.beat.lines or (StoryLine(None, text("Nothing has to be moved.")),)
        return tuple(sentence_row(line, names, size, SIDE) for line in lines)

    @property
    def to_see(self) -> TrackedList | None:
        """Return the list of the moves, which must be seen before it is confirmed."""
        return None if self.plays else self.moves

    # ---- The course of the story ----

    def begin(self) -> None:
        """Show the story from its first moment."""
        self.jump(0)

    def jump(self, at: int) -> None:
        """Go on from a moment; the one after the last is the end."""
        self.at, self.paused = min(at, len(self.page.beats)), False
        self.moves.forget()
        self.map.finish()
        self._show_beat()

    def toggle(self) -> None:
        """Pause after the present moment, or go on with the next one."""
        if self.paused:
            self.jump(self.at + 1)
            return
        self.paused = True
        self._stop()
        self.show(self.view)

    def _show_beat(self) -> None:
        self._stop()
        self.footer.show(*self.labels(self.view))
        self.header.show(
            self.view.title,
            self.hint_now,
            self.view.table,
            self.view.menu,
            self.view.language,
            self.view.time,
        )
        for widget in (self.map, self.tables):
            toggle_child(self, widget, widget is self.scene)
        self.show(self.view)
        self.arrange()
        beat, motion = self.beat, 0.0
        if beat.board is not None:
            self.map.show(beat.board)
            motion = self.map.motion_seconds
        if beat.cards is not None:
            self.tables.show(beat.cards)
        if self.plays:
            self.play_effects(beat.sounds)
            Clock.schedule_once(self._go_on, seconds_of(beat, motion))

    def _go_on(self, _: float) -> None:
        self.jump(self.at + 1)

    def _stop(self) -> None:
        Clock.unschedule(self._go_on)

    @property
    def hint_now(self) -> Text | str:
        """Return what to do now."""
        return self.view.hint if self.plays else text("Make these moves, then touch All done.")

    # ---- Touches ----

    def labels(self, view: View) -> tuple[Text | str, Text | str, Text | str]:
        """Return the buttons of the foot: before the end the story can be skipped."""
        back, forward, blocked = super().labels(view)
        return back, text("Skip") if self.plays else forward, blocked

    def said_forward(self, view: View) -> Message | None:
        """Return the message that confirms the round, None before the end of the story."""
        return None if self.plays else super().said_forward(view)

    def go_forward(self) -> None:
        """Skip the rest of the story, or confirm the round."""
        if self.plays:
            self.jump(len(self.page.beats))
        else:
            super().go_forward()

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """Pause or go on where the story is touched; at its end the map and the list move."""
        story = (self.map, self.tables, self.lines, self.drama)
        if (
            self.plays
            and not touch.is_mouse_scrolling
            and any(
                widget.parent is not None and widget.collide_point(*touch.pos) for widget in story
            )
        ):
            self.toggle()
            return True
        return bool(super().on_touch_down(touch))

    # ---- Places ----

    def map_share(self) -> float:
        """Return a large share, since people look at the board."""
        if is_wide():
            board = self.beat.board
            whole = 0.0 if board is None else self.map.whole_width(board.board, self.height)
            return max(SHARE, min(WIDE_MOST, whole / max(1, self.width)))
        return SHARE if is_landscape() else UPRIGHT_SHARE

    def arrange(self, *_: Any) -> None:
        """Place part and number on top, then drama and sentences, the buttons at the foot."""
        super().arrange()
        gap, width = u(GAP), self.content.width
        drama = self.drama if self.drama.parent is not None else None
        run = self.run if self.run.parent is not None else None
        number = hbox(self.part, with_size(self.count, u(96))) if self.plays else None
        arrange(
            vbox(
                with_size(number, u(30)),
                with_size(drama, self.drama.needed_height(width)),
                self.lines if self.plays else self.moves,
                with_size(hbox(self.again, run, gap=gap / 2), u(TOUCH)),
                gap=gap,
            ),
            self.content,
        )
        if not self.plays:
            rows = self.moves.first_fitting(self._rows(size) for size in MOVES)
            self.moves.show(rows, self.moves.offset)
            self.point()


SCREEN = StoryScreen
