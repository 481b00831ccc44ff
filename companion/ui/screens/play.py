"""Playback: what to move now, in words and on the map, with its rule, the cards and Done."""

from __future__ import annotations

from typing import Any, Final

from kivy.clock import Clock
from kivy.graphics import InstructionGroup
from kivy.uix.widget import Widget

from companion.session.messages import WATCH, CarriedOut, OpenPage, Pause
from companion.session.pages.facts import AskInstruction
from companion.session.view import PlayPage, View
from companion.ui.layout import Area, arrange, hbox, leave_empty, vbox, with_padding, with_size
from companion.ui.paint import paint_plate, paint_text
from companion.ui.screens.base import MapScreen, body_of
from companion.ui.theme import (
    BODY,
    BRASS,
    BRASS_DARK,
    BYGONE,
    BYGONE_RIM,
    GAP,
    HEADLINE,
    INK,
    IVORY,
    LARGE,
    NIGHT,
    PANEL,
    RAISED,
    SAND,
    SEAM,
    SMALL,
    is_landscape,
    is_wide,
    u,
)
from companion.ui.widgets.badge import Sign, Token
from companion.ui.widgets.bars import DONE
from companion.ui.widgets.button import QUIET, PushButton
from companion.ui.widgets.cards.card_rows import ProgramRows, RoundCards
from companion.ui.widgets.drama_plate import DramaPlate
from companion.ui.widgets.fingers import Pressing, Send
from companion.ui.widgets.label import Label, text_height
from companion.ui.widgets.panel import ColumnBox, Panel, RowBox, add_all, toggle_child
from companion.ui.widgets.scroll_list import TrackedList
from companion.ui.widgets.sentence import Sentence
from companion.ui.widgets.step_list import (
    WHY,
    WHY_MOST,
    WHY_SIZE,
    Reasons,
    StepList,
    StepsAndNews,
    with_room,
)
from companion.words import NOTHING, Text, facts, text, verbatim


class Rounds(Widget):
    """A numbered plate for each round of a turn, the current one lit, those before it filled."""

    def __init__(self) -> None:
        super().__init__(size_hint_x=None, width=0)
        self._now, self._all, self._drawing = 0, 0, InstructionGroup()
        self.canvas.add(self._drawing)
        self.bind(pos=self._draw, size=self._draw)

    def show(self, now: int, of: int) -> None:
        if (now, of) != (self._now, self._all):
            self._now, self._all = now, of
            self.width = u(of * 30)
            self._draw()

    def _draw(self, *_: Any) -> None:
        self._drawing.clear()
        side, step = min(u(27), self.height), u(30)
        for number in range(1, self._all + 1):
            x, y = self.x + (number - 1) * step, self.y + (self.height - side) / 2
            face = BRASS if number == self._now else BRASS_DARK if number < self._now else RAISED
            paint_plate(self._drawing, x, y, side, side, face, u(5))
            paint_text(
                self._drawing,
                str(number),
                x + side / 2,
                y + side / 2,
                side * 0.82,
                INK if number == self._now else IVORY,
            )


class Halted(RowBox):
    """A sign in place of the rounds while hands only set the table."""

    def __init__(self) -> None:
        super().__init__(gap=10, size_hint_x=2)
        self.add_widget(Sign("pause", BYGONE_RIM, NIGHT, size_hint_x=None, width=u(24)))
        self.add_widget(
            Label(text("The game is paused"), BODY, bold=True, tint=BYGONE_RIM, least=18)
        )


PACE: Final = "pace"
"""The page that chooses how a round is confirmed."""
LEAST, MOST, WHOLE_LIST = 0.36, 0.62, 0.42
"""Least and greatest share of an upright window's height for the map beside a list, and the least
if that shows the whole list."""
AUTO_WIDTH, SIGN_WIDTH, CARDS, LOW_CARDS = 104, 58, 104, 72
"""Widths of the button for automatic steps and of a piece's sign, height of the cards in a
landscape and in an upright window."""
ONE_LINE: Final = 24
"""Height of the reason in an upright window, where the map needs the room of a second line."""
MORE: Final = 20
"""Width of the sign for more."""
WATCH_WIDTH, WATCH_HEIGHT, PROGRESS = 128, 47, 30
"""Size of the button that shows the whole round, and height of the line without it."""
SPARE, UPRIGHT_SPARE, LIST_SPARE = 6, 9.5, 12
"""Height that stays free below a sentence in a landscape and in an upright window, and below a list
in an upright one."""
LARGE_SHARE: Final = 0.5
"""Least share of a landscape window's width for the map while a drama is shown large."""
BACK: Final = "back"
"""The part in which nothing is played: hands bring the table to another moment of the race."""


class Asking(Pressing, ColumnBox):
    """The sentence and its reason; a touch asks for more."""

    def __init__(self, send: Send) -> None:
        super().__init__(always_release=False, gap=6)
        self.do = send


class PlayScreen(MapScreen):
    """One instruction after another, confirmed by Done or by time; or those that set the table."""

    def make(self, view: View) -> Widget:
        """Make progress, sentence, reason and cards."""
        self.rounds, self._wants_cards = Rounds(), False
        self.part = Label("", BODY, tint=SAND, align="right", least=18)
        self.progress, self.halted = RowBox(size_hint_y=None, height=u(PROGRESS)), Halted()
        self.watch = PushButton(
            text("Watch"),
            lambda: self._send_if(body_of(self.view, PlayPage).watch),
            kind=QUIET,
            symbol="play",
            size=SMALL,
            in_line=True,
            size_hint_x=None,
            width=u(WATCH_WIDTH),
        )
        add_all(self.progress, self.rounds, self.part)
        self.drama = DramaPlate()
        self.sign, self.sentence = (
            Token("?", "brass", "circle", size_hint_x=None, width=u(SIGN_WIDTH)),
            Sentence(HEADLINE, least=18),
        )
        self.banner = RowBox(gap=12)
        self.banner.add_widget(self.sentence)
        self.panel = Panel(pad=10)
        self.panel.add_widget(self.banner)
        self.reason, self.why = (
            RowBox(gap=4, size_hint_y=None, height=u(WHY)),
            Label("", SMALL, tint=SAND, least=18, upright="top"),
        )
        add_all(self.reason, self.why, Sign("next", SAND, NIGHT, size_hint_x=None, width=u(MORE)))
        self.ask_area = Asking(self.send)
        self.ask_area.bind(state=lambda *_: self._tint())
        add_all(self.ask_area, self.panel, self.reason)
        self.cards = RoundCards(self.send, size_hint_y=None, height=u(CARDS))
        self.column = ColumnBox(gap=6)
        add_all(self.column, self.progress, self.ask_area)
        self.steps = StepList(lambda at: self.send(CarriedOut(self.view.revision, at)), self.send)
        self.list, self._later = StepsAndNews(self.steps), Clock.create_trigger(self.point, -1)
        self.programs = ProgramRows()
        self.steps.bind(offset=self._later, size=self._later)
        self.map.asks = True
        self.auto = PushButton("", self._change_pace, kind=QUIET, size=SMALL)
        self.add_widget(self.auto)
        return self.column

    def show(self, view: View) -> None:
        """Show another instruction.

        The plate shows what to do now, the line under it the rule and the reason; numbers count the
        instructions of the round.
        """
        page = body_of(view, PlayPage)
        names = {sign.name: sign.colour for sign in view.signs.values()}
        self.rounds.show(page.round, page.rounds)
        instruction, halted = page.instruction, page.part == BACK
        if instruction.total > 1 or halted:
            at = text("{number} of {all}", number=instruction.number, all=instruction.total)
        else:
            at = NOTHING
        self.part.text = at if halted else facts([page.called, at])
        # If hands only set the table, no round is lit, and no step is automatic.
        self._tint()
        shown, other = (self.halted, self.rounds) if halted else (self.rounds, self.halted)
        toggle_child(self.progress, other, False)
        # Left of the words on the right.
        toggle_child(self.progress, shown, True, index=1)
        toggle_child(self, self.auto, not halted)
        self.sentence.say(instruction.words, names)
        self.ask_area.message = AskInstruction(instruction.number - 1)
        rule = (
            text("{rule}  {why}", rule=instruction.rule, why=instruction.why)
            if instruction.rule
            else instruction.why
        )
        self._reasons: Reasons = (
            *instruction.cause,
            *([rule if isinstance(rule, Text) else verbatim(rule)] if rule else []),
        )
        self.cards.show(page.cards, view.signs)
        self.programs.show(page.programs, view.signs, page.round)
        toggle_child(self, self.programs, bool(page.programs) and view.board is not None)
        self._show_watch(page)
        if page.drama:
            self.drama.show(page.drama, page.headline, names)
        below = len(self.column.children) - 1
        toggle_child(self.column, self.drama, bool(page.drama), index=below)
        self._show_lines(view, page, names)
        # The sign of the piece concerned is left of the sentence.
        sign = view.signs.get(instruction.seat) if instruction.seat is not None else None
        toggle_child(self.banner, self.sign, sign is not None, index=1)
        if sign is not None:
            self.sign.show(*sign)
        self.footer.back.note = page.done
        self.auto.text, self.auto.symbol = (
            (text("Pause"), "pause") if _is_time_running(page) else (text("Pace"), "play")
        )

    def map_share(self) -> float:
        """Return the share of the map; upright it leaves readable words, or some rows of a list."""
        if is_landscape():
            share = super().map_share()
            return max(share, LARGE_SHARE) if self.drama.parent is not None else share
        width, room = self.content_size(0)
        if self.list.parent is not None:
            room -= self.column.needed_height(width) + u(LIST_SPARE)
            # A list that is seen as a whole is confirmed by one touch.
            rows = self.programs.needed_height() if self.programs.parent is not None else 0
            left = room - self.steps.whole_height(width)
            if (left - rows) / self.height >= WHOLE_LIST:
                return min(MOST, left / self.height)
            needed = self.steps.in_sight(width)
            needed += self.list.news_height(width, needed)
            return max(LEAST, min(MOST, (room - needed) / self.height))
        # Measured in BODY, which is readable from a metre: larger letters are for more room. The
        # map stays as large without a sign, which is beside most sentences.
        self.sentence.needed_size = BODY
        sign = 0 if self.sign.parent is not None else self.sign.width + self.banner.spacing
        needed = self.column.needed_height(width - sign - u(2)) + u(UPRIGHT_SPARE)
        return max(0.25, min(MOST, (room - needed) / self.height))

    def _fit(self) -> None:
        """Give drama, reason and cards their heights.

        Reason and cards have less, or none, where the sentence would be small.
        """
        share = self.map_share() if is_landscape() and self.scene is not None else 0.0
        width, height = self.content_size(share)
        self.drama.height = self.drama.needed_height(width)
        toggle_child(self.column, self.cards, self._wants_cards)
        rooms = [(WHY, CARDS), (ONE_LINE, CARDS), (ONE_LINE, LOW_CARDS), (ONE_LINE, 0)]
        if not is_landscape():
            rooms = [(ONE_LINE, LOW_CARDS)]
        # Letters of BODY are legible at a metre; for larger ones cards become lower, but stay.
        tries = [(LARGE, *room) for room in rooms[:-1]] + [(BODY, *room) for room in rooms]
        # The sentence keeps its room beside the higher line with the button to watch the round.
        spared = WATCH_HEIGHT - PROGRESS if self.watch.parent is not None and is_landscape() else 0
        line = width - u(MORE + 4)
        for size, room, high in tries:
            self.sentence.needed_size = size
            most = WHY_MOST if room == WHY or not is_landscape() else room
            # A single line ends in dots; a touch shows all of it.
            one_line = most == ONE_LINE
            self.why.cut = "right" if one_line else ""
            self.why.text = with_room(self._reasons, line, room)
            self.reason.height = max(
                u(room), min(u(most), text_height(self.why.source, WHY_SIZE, line))
            )
            self.cards.height = u(high - spared) if high else 0
            if self.column.needed_height(width) + u(SPARE) <= height:
                break
        toggle_child(self.column, self.cards, self._wants_cards and self.cards.height > 0)

    def arrange(self, *_: Any) -> None:
        """Place the page, and the programs of the round below map or list."""
        self._fit()
        super().arrange()
        if self.programs.parent is not None:
            # Below the map, or in an upright window between the map and the instruction. A wide
            # window has room for them below the list, so that the map can show the whole board.
            rows = with_size(self.programs, self.programs.needed_height())
            above = self.content if is_wide() else self.map
            arrange(vbox(above, rows, gap=0), above)

    def _arrange_footer(self, area: Area) -> None:
        """Place the button for automatic steps first in the foot, Done always at its end."""
        forward, back = self.footer.forward, self.footer.back
        forward.size_hint_x, forward.width = None if self.view.back else 1, u(DONE)
        back.size_hint_x = 1
        # The foot has room around its own buttons.
        pad = u(5)
        auto = with_size(with_padding(self.auto, 0, pad), u(AUTO_WIDTH))
        pace = hbox(with_size(leave_empty, pad), auto, gap=0)
        shown = None if self.auto.parent is None else pace
        width = u(AUTO_WIDTH) + u(GAP) / 2
        arrange(hbox(with_size(shown, width), super()._arrange_footer, gap=0), area)

    def _tint(self) -> None:
        """Tint the plate: darker under a finger, another colour while hands only set the table."""
        halted = body_of(self.view, PlayPage).part == BACK
        face, rim = (BYGONE, BYGONE_RIM) if halted else (PANEL, SEAM)
        self.panel.plate.tint(BRASS_DARK if self.ask_area.state == "down" else face, rim)

    def _show_watch(self, page: PlayPage) -> None:
        """Show the button for the story of the round, where a list names the part in its place."""
        shown = page.watch is not None
        if shown != (self.watch.parent is not None):
            self.progress.height = u(WATCH_HEIGHT if shown else PROGRESS)
            toggle_child(self.progress, self.watch, shown)
        if shown and page.lines:
            self.part.text = NOTHING

    def _show_lines(self, view: View, page: PlayPage, names: dict[str, str]) -> None:
        """Show several instructions as a list, the current one large, or one on the plate.

        The cards are beside a single one while they are played.
        """
        several = bool(page.lines)
        toggle_child(self.column, self.list, several)
        toggle_child(self.column, self.ask_area, not several)
        self._wants_cards = (
            not several and not page.drama and any(card.state != "played" for card in page.cards)
        )
        toggle_child(self.column, self.cards, self._wants_cards)
        if several:
            self.steps.update(
                page.lines, {seat: (*sign,) for seat, sign in view.signs.items()}, self._reasons
            )
            # The plate of a drama says the greatest news already.
            self.list.update(() if page.drama else page.news, names)
        self._later()

    @property
    def to_see(self) -> TrackedList | None:
        """Return the list of instructions, while it is shown."""
        return self.steps if self.list.parent is not None else None

    def _change_pace(self) -> None:
        """Stop automatic confirmation, or open the page that chooses the pace."""
        page = body_of(self.view, PlayPage)
        self.send(Pause(True) if _is_time_running(page) else OpenPage(PACE))


def _is_time_running(page: PlayPage) -> bool:
    """Return whether time confirms now."""
    return (page.flow == WATCH or page.auto is not None) and not page.paused


SCREEN = PlayScreen
