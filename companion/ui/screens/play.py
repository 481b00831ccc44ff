"""Playback: what hands are to move now, in large words and on the map, with the rule behind it, the cards of the round and Done.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeAlias

from kivy.uix.widget import Widget

from companion.session.messages import WATCH, CarriedOut, OpenPage, Pause
from companion.session.pages.facts import AskCard, AskInstruction, asked_about
from companion.session.view import InstructionLine, PlayPage, View
from companion.ui.paint import paint_symbol
from companion.ui.screens.base import MapScreen, body_of
from companion.ui.theme import (
    BODY, BOLD_FONT, BRASS, BRASS_DARK, BRASS_LIGHT, BYGONE, BYGONE_RIM, GAP, GOOD, HEADLINE, INK, IVORY, LARGE, NIGHT, PANEL, RAISED, SAND, SEAM,
    SMALL, Rgba, lying, u,
)
from companion.ui.widgets.badge import Sign, Token
from companion.ui.widgets.bars import DONE, FOOTER
from companion.ui.widgets.button import QUIET, Pressable, PushButton
from companion.ui.widgets.cards.card import BREADTH, paint_card
from companion.ui.widgets.cards.card_rows import RoundCards
from companion.ui.widgets.choice_plate import Signs
from companion.ui.widgets.fingers import Pressing
from companion.ui.widgets.panel import Column, Panel, Row, fill, keep, put
from companion.ui.widgets.roll import Roll
from companion.ui.widgets.rounds import Halted, Rounds
from companion.ui.widgets.sentence import Sentence
from companion.ui.widgets.text import Words, measured, text_height
from companion.words import NOTHING, Text, facts, sentences, text, verbatim

PACE: Final = "pace"
"""The page on which it is chosen how a round is confirmed."""
TOGETHER: Final = 3
"""Rows of a list that stand in sight together at least, where an upright window gives the map the rest."""
MOST: Final = 0.62
"""The share of an upright window's height that the map takes at most."""
AUTO_WIDTH, SIGN_WIDTH, CARDS = 104, 58, 104
"""Widths of the button for going on by itself and of a piece's sign, height of the cards."""
WHY, WHY_MOST, WHY_SIZE, MORE = 50, 80, 20, 20
"""Least and greatest height of the cause, the letters by which it is measured, and the width of the sign that says that there is more."""
BACK: Final = "back"
"""The part in which nothing is played: hands bring the table to another moment of the race."""


class Asking(Pressing, Column):
    """The sentence and its cause, to be touched by who wants to know more."""

    def __init__(self, ask: Callable[[], object]) -> None:
        """`ask` is called on release."""
        super().__init__(always_release=False, gap=6)
        self._ask = ask

    def on_release(self) -> None:
        """Ask."""
        self._ask()


# ---- Several instructions ------------------------------------------------------------------------------------------------

HEAD, SIGN, PAD, LOWEST, FIGURE = 24, 30, 6, 47, 44
"""Heights of a part's head and of the lowest row, side of a sign, room around the words and for a card's priority, as on the seven-inch panel."""
PASSED, PRESENT = "done", "now"
"""States of a line."""
Reasons: TypeAlias = tuple[Text, ...]
"""Why it is so: the cause sentence by sentence, then the rule."""


def with_room(told: Reasons, width: float) -> Text:
    """As many sentences as have room where it is so wide, in pixels, and the last one, which is the rule, only where that is little more."""
    most = WHY
    while len(told) > 1 and text_height(sentences(*told), WHY_SIZE, width) > u(most):
        told, most = told[:-1], WHY_MOST
    return sentences(*told)


class StepRow:
    """One instruction as a row of the list."""

    def __init__(self, line: InstructionLine, signs: Signs, why: Reasons, do: Callable[[InstructionLine], object]) -> None:
        """`why` stands below the words; `do` is called with the line when it is touched."""
        self.line, self.signs, self.why, self._do = line, signs, why, do

    @property
    def head(self) -> float:
        """The height in pixels of the head above it."""
        return u(HEAD) if self.line.head else 0.0

    @property
    def sign(self) -> tuple[str, str, str] | None:
        """The sign of the piece that it concerns first, None where it concerns nobody."""
        return self.signs.get(self.line.seat) if self.line.seat is not None else None

    def size(self, width: float) -> int:
        """The size of its letters: the present one is large, or as large as one line allows."""
        if self.line.state != PRESENT:
            return SMALL
        return LARGE if measured(self.line.words, u(LARGE), BOLD_FONT)[0] <= self.inner(width) else BODY

    def inner(self, width: float) -> float:
        """What is left for the words, in pixels."""
        return max(1.0, width - u(SIGN) - 4 * u(PAD) - (u(FIGURE) if self.line.priority else u(SIGN) * 0.8))

    def wanted(self, width: float) -> float:
        """The height in pixels of its words, at least that of a finger that aims, and of the head."""
        words = text_height(self.line.words, self.size(width), self.inner(width), BOLD_FONT) + 2 * u(PAD)
        return self.head + max(u(LOWEST), words) + self.reason(width)

    def reason(self, width: float) -> float:
        """The height in pixels of why it is so."""
        return text_height(with_room(self.why, self.inner(width)), WHY_SIZE, self.inner(width)) + u(PAD) if self.why else 0.0

    def widget(self) -> Widget:
        """Its plate."""
        return StepPlate(self, lambda: self._do(self.line))


class StepPlate(Pressable):
    """A row as it is drawn: the head of its part, the sign of the piece, the words, the priority of its card, a tick once it is done, and why it is so."""

    def __init__(self, about: StepRow, do: Callable[[], object], **rest: Any) -> None:
        """`do` is called on release."""
        line = about.line
        self.about = about
        self.words = Words(line.words, LARGE if line.state == PRESENT else SMALL, bold=line.state == PRESENT, tint=self._ink(line), least=18)
        self.head = Words(line.head, SMALL, bold=True, tint=BRASS_LIGHT, least=18)
        self.token = Token(*about.sign) if about.sign is not None else None
        self.figure = Words(line.priority if line.state != PASSED and line.card is None else "", SMALL, bold=True, tint=INK if line.state == PRESENT else SAND, align="right", least=18)
        self.why = Words("", WHY_SIZE, tint=INK, upright="top", least=18)
        super().__init__(do, **rest)
        for widget in (self.words, self.head, self.figure, self.why, self.token):
            if widget is not None:
                self.add_widget(widget)

    @staticmethod
    def _ink(line: InstructionLine) -> Rgba:
        if line.state == PRESENT:
            return INK
        return IVORY if line.moves and line.state != PASSED else SAND

    def draw(self, *_: Any) -> None:
        """The plate below the head."""
        line, pad = self.about.line, u(PAD)
        high, reason = max(1.0, self.height - self.about.head), self.about.reason(self.width)
        face = BRASS if line.state == PRESENT else NIGHT if line.state == PASSED else RAISED if self.state == "down" else PANEL
        self.plate.tint(face, BRASS_LIGHT if line.state == PRESENT else SEAM)
        self.plate.place(self.x, self.y, self.width, high)
        put(self.head, self.x + pad, self.y + high, self.width - 2 * pad, self.about.head)
        side, low, told = u(SIGN), self.y + reason, high - reason
        if self.token is not None:
            put(self.token, self.x + pad, low + (told - side) / 2, side, side)
        put(self.words, self.x + side + 2 * pad, low, self.about.inner(self.width), told)
        self.why.text = with_room(self.about.why, self.about.inner(self.width))
        put(self.why, self.x + side + 2 * pad, self.y, self.about.inner(self.width), reason)
        put(self.figure, self.x + self.width - u(FIGURE) - pad, low, u(FIGURE), told)
        self.sign.clear()
        if line.card is not None and line.state != PASSED:
            tall = min(told - pad, u(LOWEST))
            paint_card(self.sign, line.card, self.x + self.width - tall * BREADTH - pad, low + (told - tall) / 2, tall * BREADTH, tall)
        if line.state == PASSED:
            mark = side * 0.8
            paint_symbol(self.sign, "tick", self.x + self.width - mark - pad, self.y + (high - mark) / 2, mark, GOOD, NIGHT)


class StepList(Roll):
    """All rows of a page; the present one is always in sight, with what comes next. Touching it says why, and touching it again tells all about it."""

    def __init__(self, do: Callable[[int], object], ask: Callable[[int], object], **rest: Any) -> None:
        """`do` is called with the number of an instruction that is touched and still to come, `ask` with one that is to be told all about."""
        super().__init__(gap=3, **rest)
        self._do, self._ask, self._known = do, ask, tuple[StepRow, ...]()
        self._told: tuple[tuple[InstructionLine, ...], Signs, Reasons] = ((), {}, ())
        self._asked = False

    def tell(self, lines: tuple[InstructionLine, ...], signs: Signs, why: Reasons) -> None:
        """Other instructions, or other states of the same, and why the present one is so; rows that say the same keep their plates."""
        self._asked = self._asked and lines == self._told[0]
        self._told = (lines, signs, why)
        self._lay()

    def _touched(self, line: InstructionLine) -> None:
        if line.state == PRESENT and not self._asked and self._told[2]:
            self._asked = True
            self._lay()
        elif line.state in (PRESENT, PASSED):
            self._ask(line.at)
        else:
            self._do(line.at)

    def _lay(self) -> None:
        lines, signs, why = self._told
        known = {(row.line, tuple(row.signs.items()), row.why): row for row in self._known}
        told = [(line, why if self._asked and line.state == PRESENT else ()) for line in lines]
        rows = tuple(known.get((line, tuple(signs.items()), words)) or StepRow(line, signs, words, self._touched) for line, words in told)
        if rows == self._known:
            return
        self._known = rows
        self.show(rows, self.offset)
        self.bring()

    def bring(self) -> None:
        """Bring the present row into sight, with a little of the one before it."""
        now = next((place for place, row in enumerate(self._known) if row.line.state == PRESENT), 0)
        if self._known and len(self._tops) == len(self._known):
            self.offset = self._held(self._tops[now] - (u(LOWEST) if now else 0))

    def in_sight(self, width: float) -> float:
        """The height in pixels of the present row and of the next ones, so many as are worth being seen together."""
        now = next((place for place, row in enumerate(self._known) if row.line.state == PRESENT), 0)
        # What is done already makes room for what is to come.
        start = max(0, min(now, len(self._known) - TOGETHER))
        return sum(row.wanted(width) + u(3) for row in self._known[start:start + TOGETHER]) + (u(LOWEST) if now else 0)

    def _resize(self, *_: Any) -> None:
        """In another window the rows have other heights."""
        super()._resize()
        self.bring()


# ---- The page ------------------------------------------------------------------------------------------------------------


class PlayScreen(MapScreen):
    """One instruction after another, each confirmed by Done or, if wanted, by time; or one after another to set the table."""

    def make(self, view: View) -> Widget:
        """Progress, the sentence, why, the cards."""
        self.rounds = Rounds()
        self.part = Words("", BODY, tint=SAND, align="right", least=18)
        self.progress, self.halted = Row(size_hint_y=None, height=u(30)), Halted()
        fill(self.progress, self.rounds, self.part)
        self.sign, self.sentence = Token("?", "brass", "circle", size_hint_x=None, width=u(SIGN_WIDTH)), Sentence(HEADLINE, least=18)
        self.banner = Row(gap=12)
        self.banner.add_widget(self.sentence)
        self.panel = Panel(pad=10)
        self.panel.add_widget(self.banner)
        self.reason, self.why = Row(gap=4, size_hint_y=None, height=u(WHY)), Words("", SMALL, tint=SAND, least=18, upright="top")
        fill(self.reason, self.why, Sign("next", SAND, NIGHT, size_hint_x=None, width=u(MORE)))
        self.told = Asking(self._ask_present)
        self.told.bind(state=lambda *_: self._tint())
        fill(self.told, self.panel, self.reason)
        self.cards = RoundCards(lambda seat: self.send(AskCard(seat)), size_hint_y=None, height=u(self._cards_height))
        self.column = Column(gap=6)
        fill(self.column, self.progress, self.told)
        self.steps = StepList(lambda at: self.send(CarriedOut(self.view.step, at)), lambda at: self.send(AskInstruction(at)))
        self.map.ask = lambda found: self.send(asked_about(found))
        self.auto = PushButton("", self._change_pace, kind=QUIET, size=SMALL)
        self.add_widget(self.auto)
        return self.column

    def show(self, view: View) -> None:
        """Another instruction.

        The plate shows what hands do now, the line under it the rule and why; numbers count the instructions of the round (7.1).
        """
        page = view.body
        assert isinstance(page, PlayPage)
        names = {sign.name: sign.colour for sign in view.signs.values()}
        self.rounds.show(page.round, page.rounds)
        told = page.instruction
        at = text("{number} of {all}", number=told.number, all=told.count) if told.count > 1 or page.part == BACK else NOTHING
        self.part.text = at if page.part == BACK else facts([page.called, at])
        self._show_halt(page.part == BACK)
        self.sentence.say(told.words, names)
        rule = text("{rule}  {why}", rule=told.rule, why=told.why) if told.rule else told.why
        self._reasons: Reasons = (*told.cause, *([rule if isinstance(rule, Text) else verbatim(rule)] if rule else []))
        self.cards.show(page.cards)
        self._show_lines(view, page)
        self._show_sign(view)
        self.footer.back.note = page.done
        self.auto.text, self.auto.symbol = (text("Pause"), "pause") if _running(page) else (text("Pace"), "play")

    @property
    def _cards_height(self) -> int:
        """Upright there is more breadth for them than height."""
        return CARDS if lying() else CARDS - 20

    def map_share(self) -> float:
        """Upright, the map leaves the words as much as they need to be read from a metre, and a list as much as a few rows need."""
        if lying():
            return super().map_share()
        if self.steps.parent is not None:
            others = self.header.wanted(self.width) + u(FOOTER) + u(30) + u(26)
            return max(0.4, min(MOST, 1 - (self.steps.in_sight(self.width - 2 * u(GAP)) + others) / self.height))
        # Measured in BODY, which can be read from a metre: what is larger is for where there is more room than that.
        _, needed = measured(self.sentence.plain(), u(BODY), BOLD_FONT, max(1.0, self.width - u(SIGN_WIDTH + 50)), Sentence.LEADING)
        others = self.header.wanted(self.width) + u(FOOTER) + u(30) + self.reason.height + (u(self._cards_height + 6) if self.cards.parent else 0) + u(56)
        return max(0.25, min(MOST, 1 - (needed + others) / self.height))

    def _ask_present(self) -> None:
        """All about the instruction that is shown."""
        self.send(AskInstruction(body_of(self.view, PlayPage).instruction.number - 1))

    def _say_why(self) -> None:
        """The cause below the plate."""
        width = self.width * (1 - self.map_share() if lying() and self.scene is not None else 1) - 2 * u(GAP) - u(MORE + 4)
        self.why.text = with_room(self._reasons, width)
        self.reason.height = max(u(WHY), min(u(WHY_MOST), text_height(self.why.told, WHY_SIZE, width)))

    def arrange(self, *_: Any) -> None:
        """The button for going on by itself stands at the beginning of the foot, Done always in the same place at its end."""
        self._say_why()
        super().arrange()
        self.footer.forward.size_hint_x, self.footer.forward.width = (None, u(DONE)) if self.view.back else (1, u(DONE))
        self.footer.back.size_hint_x = 1
        if self.auto.parent is None:
            return
        foot, wide, pad = u(FOOTER), u(AUTO_WIDTH), u(5)
        put(self.auto, self.footer.x + pad, self.footer.y + pad, wide, foot - 2 * pad)
        put(self.footer, self.footer.x + wide + u(GAP) / 2, self.footer.y, self.footer.width - wide - u(GAP) / 2, foot)

    def _tint(self) -> None:
        """A finger on the plate is seen; while hands only set the table it has another colour."""
        halted = body_of(self.view, PlayPage).part == BACK
        face, rim = (BYGONE, BYGONE_RIM) if halted else (PANEL, SEAM)
        self.panel.plate.tint(BRASS_DARK if self.told.state == "down" else face, rim)

    def _show_halt(self, halted: bool) -> None:
        """While hands only set the table no round is lit, the plate has another colour, and nothing goes on by itself."""
        self._tint()
        shown, other = (self.halted, self.rounds) if halted else (self.rounds, self.halted)
        if shown.parent is None:
            self.progress.remove_widget(other)
            # Kivy counts children from the last: 1 is left of the words on the right.
            self.progress.add_widget(shown, index=1)
        if halted and self.auto.parent is not None:
            self.remove_widget(self.auto)
        elif not halted and self.auto.parent is None:
            self.add_widget(self.auto)

    def _show_lines(self, view: View, page: PlayPage) -> None:
        """Several instructions are a list, in which the present one is large; a single one has the plate, and the cards while they are played."""
        several = bool(page.lines)
        keep(self.column, self.steps, several)
        keep(self.column, self.told, not several)
        keep(self.column, self.cards, not several and any(card.state != "played" for card in page.cards))
        if several:
            self.steps.tell(page.lines, {seat: (*sign,) for seat, sign in view.signs.items()}, self._reasons)

    def _show_sign(self, view: View) -> None:
        """The sign of the piece that is meant stands before the sentence."""
        assert isinstance(view.body, PlayPage)
        seat = view.body.instruction.seat
        meant = view.signs.get(seat) if seat is not None else None
        wanted = meant is not None
        if wanted and self.sign.parent is None:
            # Left of the sentence, as Kivy counts.
            self.banner.add_widget(self.sign, index=1)
        elif not wanted and self.sign.parent is not None:
            self.banner.remove_widget(self.sign)
        if meant is not None:
            self.sign.show(*meant)

    def _change_pace(self) -> None:
        """While time confirms, one touch stops it; else, and then, it leads to where the pace is chosen, from where the race goes on."""
        page = self.view.body
        assert isinstance(page, PlayPage)
        self.send(Pause(True) if _running(page) else OpenPage(PACE))


def _running(page: PlayPage) -> bool:
    """Whether time confirms, now."""
    return (page.flow == WATCH or page.auto is not None) and not page.paused


SCREEN = PlayScreen
