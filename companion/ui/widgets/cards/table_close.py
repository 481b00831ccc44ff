"""One reader in detail: every slot live, every light to be tried; at an emulated one also faults.

The reading is above, the truth of an emulated reader below: the difference is its purpose. The
reading is the reader's last report, which comes about twice a second while the page is open.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from kivy.graphics import Color, Ellipse, InstructionGroup, Rotate, RoundedRectangle, Translate
from kivy.uix.widget import Widget

from companion.games.scene import Face
from companion.session.pages.table import AskSeat, SelectReader, TablePage, TableRow, TryLamp
from companion.signals import (
    ALL_DARK,
    DARK,
    FOREIGN,
    HALF,
    OK,
    PLUG,
    SHADE,
    SLOTS,
    SMUDGED,
    SUN,
    TURNED,
    UNPLUG,
    WELL,
    FreeSeat,
    LyingCard,
    Mischief,
    ReaderModel,
    SetAside,
    SettleCard,
    SlotReport,
)
from companion.ui.layout import Area, LayoutPart, arrange, grid, hbox, leave_empty, vbox, with_size
from companion.ui.paint import paint_bar, paint_fitting, paint_plate, paint_text, transform
from companion.ui.theme import (
    BRASS,
    BRASS_LIGHT,
    GAP,
    GOOD,
    INK,
    IVORY,
    LARGE,
    NIGHT,
    SAND,
    SEAM,
    SMALL,
    TOUCH,
    TRIED,
    WARNING,
    Rgba,
    faded,
    is_landscape,
    u,
)
from companion.ui.widgets.badge import NamedSign
from companion.ui.widgets.button import DANGER, PLAIN, QUIET, Pressable, PushButton
from companion.ui.widgets.cards.card import paint_back, paint_card
from companion.ui.widgets.cards.card_painting import card_name, figure_of
from companion.ui.widgets.cards.table_words import HANDLES, LIES, facts, slot_words
from companion.ui.widgets.fingers import Send
from companion.ui.widgets.label import Label
from companion.ui.widgets.panel import add_all
from companion.ui.widgets.readers.slots import MOST_CONTRAST, LampRow, paint_head
from companion.words import Text, lines, text

PROBE_HEAD, PROBE_FOOT = 34, 46
"""Heights in a slot: of number and lamp, and of code and contrast, as on the seven-inch panel."""
LOW, ROOMY = 104, 96
"""Height below which there is only a word, and room from which a card's face is shown, as on the
seven-inch panel."""
"""The face of a slot whose light is being tried."""
BRIGHT: Final = 64
"""Strongest colour of a bulb that the firmware allows, a quarter of 255 (its `CAP`); the eye sees
it as full light."""
BLOTS: Final = ((0.2, 0.55, 0.34), (0.5, 0.3, 0.42), (0.42, 0.62, 0.3))
"""Dirt on a card: positions and sizes as shares of its width and height."""
SIDE: Final = 204
"""Width of facts and buttons beside the slots, as on the seven-inch panel."""
CAPTION, REMEDY, FOOT, WHO, BOTH = 22, 46, 56, 46, 176
"""Heights of a line above slots, of the remedy, of the buttons, of sign and name, and least height
of facts and remedy together, as on the seven-inch panel."""
PUT_RIGHT: Final = "right"
MISCHIEF: Final = {
    HALF: text("Half in"),
    SMUDGED: text("Smudge it"),
    TURNED: text("Turn it"),
    PUT_RIGHT: text("Put it right"),
}
"""Faults that can be made with the card in the chosen slot, in words."""


class ProbeSlot(Pressable):
    """A slot as a plate."""

    def __init__(self, number: int, send: Send, message: TryLamp, **rest: Any) -> None:
        """Make slot `number`, from 1; the message tries its light."""
        # An empty status: nothing was received yet.
        self._number, self._slot, self._lamp = number, SlotReport("", None, 0), DARK
        self._card: Face | None = None
        self._drawing, self.lamps = InstructionGroup(), LampRow()
        super().__init__(send, message, **rest)
        self.canvas.add(self._drawing)
        self.canvas.add(self.lamps)

    def show(self, slot: SlotReport | None, card: Face | None, lamp: int, trying: bool) -> None:
        """Show a slot's report (None: nothing was received), the card's face and the lamp's state.

        `trying` says whether the light is being tried.
        """
        now = (slot or SlotReport("", None, 0), card, lamp, trying)
        if now != (self._slot, self._card, self._lamp, self.chosen):
            self._slot, self._card, self._lamp, self.chosen = now
            self.draw()

    def tints(self) -> tuple[Rgba, Rgba]:
        """Return the tints, special ones while the light is tried."""
        return (TRIED, BRASS) if self.chosen else super().tints()

    def place(self) -> None:
        """Draw number and lamp above, card or status in the middle, code and contrast below."""
        self._drawing.clear()
        self.lamps.start()
        strip, middle, top = u(PROBE_HEAD), self.x + self.width / 2, self.y + self.height
        paint_head(
            self._drawing, self.lamps, self.x, top, self.width, strip, self._number, self._lamp
        )
        if self.height < u(LOW):
            words, tint = slot_words(self._slot, self._faces())
            paint_fitting(
                self._drawing,
                words or "–",
                middle,
                top - strip / 2,
                u(22),
                self.width - 2 * strip,
                tint,
            )
        else:
            self._draw_card(middle, self.y + u(PROBE_FOOT), self.height - strip - u(PROBE_FOOT))
        if self._slot.status:
            slot, pad, number = self._slot, u(8), u(34)
            if self.height >= u(LOW):
                if slot.code is not None:
                    code = text("code {code}", code=slot.code)
                elif slot.status == OK:
                    code = text("covered")
                else:
                    code = text("no code")
                paint_text(self._drawing, code, middle, self.y + u(PROBE_FOOT - 13), u(18), SAND)
            paint_bar(
                self._drawing,
                self.x + pad,
                self.y + u(9),
                self.width - 2 * pad - number,
                u(11),
                slot.contrast / MOST_CONTRAST,
                SEAM,
                BRASS,
            )
            paint_text(
                self._drawing,
                str(slot.contrast),
                self.x + self.width - number * 0.6,
                self.y + u(14),
                u(18),
                IVORY,
            )

    def _faces(self) -> dict[int, Face]:
        return {} if self._card is None else {self._card.code: self._card}

    def _draw_card(self, middle: float, low: float, high: float) -> None:
        """Draw the card's face, number and move if it is too small, or the status without one."""
        (words, tint), room = slot_words(self._slot, self._faces()), self.width - u(8)
        if self._card is None:
            paint_fitting(self._drawing, words or "–", middle, low + high / 2, u(24), room, tint)
        elif high < u(ROOMY):
            words = figure_of(self._card)
            paint_fitting(
                self._drawing, words, middle, low + high * 0.64, min(u(34), high * 0.62), room, tint
            )
            paint_fitting(
                self._drawing,
                card_name(self._card),
                middle,
                low + high * 0.18,
                min(u(18), high * 0.34),
                room,
                SAND,
            )
        else:
            height = min(high - u(4), (self.width - u(16)) * 1.4)
            paint_card(
                self._drawing,
                self._card,
                middle - height / 2.8,
                low + (high - height) / 2,
                height / 1.4,
                height,
            )


def bulb_tint(colour: tuple[int, int, int]) -> Rgba | None:
    """Return how a bulb of (red, green, blue), 0-255 each, looks; None while it is dark.

    A weak light is seen as stronger than it is.
    """
    strongest = max(colour)
    if not strongest:
        return None
    # The eye sees a quarter of the light as half of it.
    share = min(1.0, strongest / BRIGHT) ** 0.5
    red, green, blue = (part / strongest * share for part in colour)
    return red, green, blue, 1.0


class TruthSlot(Pressable):
    """A slot of an emulated reader as it is; the chosen one is the target of faults."""

    def __init__(self, number: int, choose: Callable[[int], object], **rest: Any) -> None:
        """Make slot `number`, from 1; `choose` gets it on a touch."""
        self._number = number
        self._now: tuple[LyingCard | None, Face | None, tuple[int, int, int]] = (
            None,
            None,
            (0, 0, 0),
        )
        super().__init__(choose, number, **rest)

    def show(
        self,
        card_state: LyingCard | None,
        card: Face | None,
        bulb: tuple[int, int, int],
        chosen: bool,
    ) -> None:
        """Show the card in the slot, its face, the bulb's colour and whether the slot is chosen."""
        if ((card_state, card, bulb), chosen) != (self._now, self.chosen):
            self._now, self.chosen = (card_state, card, bulb), chosen
            self.draw()

    def tints(self) -> tuple[Rgba, Rgba]:
        """Return dark tints, so that the bulb's light is seen."""
        return NIGHT, BRASS_LIGHT if self.chosen else SEAM

    def place(self) -> None:
        """Draw bulb and position of the card on the left, the card on the right."""
        card_state, card, bulb = self._now
        line = u(24)
        # A bulb glows in its tint, or is dark.
        glow = bulb_tint(bulb)
        for share, colour in (
            ((1.0, SEAM), (0.84, NIGHT)) if glow is None else ((1.5, (*glow[:3], 0.3)), (1.0, glow))
        ):
            size = u(22) * share
            place = self.x + u(20) - size / 2, self.y + self.height - u(20) - size / 2
            self.sign.add(Color(*colour))
            self.sign.add(Ellipse(pos=place, size=(size, size)))
        words = (
            LIES.get(card_state.lie, card_state.lie) if card_state is not None else text("empty")
        )
        tint = SAND if card_state is None else GOOD if card_state.lie == WELL else WARNING
        paint_fitting(
            self.sign,
            words,
            self.x + self.width / 2,
            self.y + line / 2 + u(1),
            u(19),
            self.width,
            tint,
        )
        if card_state is not None:
            room = self.width - u(40)
            height = max(1.0, min(self.height - line - u(8), room * 1.4))
            self._draw_card(
                card_state,
                card,
                self.x + u(36) + (room - height / 1.4) / 2,
                self.y + line + u(2),
                height / 1.4,
                height,
            )

    def _draw_card(
        self,
        card_state: LyingCard,
        card: Face | None,
        x: float,
        y: float,
        width: float,
        height: float,
    ) -> None:
        """Draw the card as inserted: half out, upside down, dirty or of another deck.

        While cards are covered its back is drawn.
        """
        onto = self.sign
        # A card that is half in sticks out of the slot, whose edge is painted over its foot.
        place = Translate(x, y + (height * 0.3 if card_state.lie == HALF else 0))
        half_turn = Rotate(angle=180, origin=(width / 2, height / 2))
        with transform(onto, place, *((half_turn,) if card_state.lie == TURNED else ())):
            # A card of another deck may have a code of ours, but another face.
            if card_state.code < 0:
                paint_back(onto, 0, 0, width, height * (0.7 if card_state.lie == HALF else 1))
            elif card is None or card_state.lie == FOREIGN:
                onto.add(Color(*SAND))
                onto.add(RoundedRectangle(size=(width, height), radius=[width * 0.1]))
                paint_text(onto, "?", width / 2, height / 2, height * 0.6, INK)
            else:
                paint_card(onto, card, 0, 0, width, height * (0.7 if card_state.lie == HALF else 1))
            if card_state.lie == SMUDGED:
                onto.add(Color(*faded(INK, 0.82)))
                for across, up, size in BLOTS:
                    blot = size * width
                    onto.add(Ellipse(pos=(across * width, up * height), size=(blot, blot)))
        if card_state.lie == HALF:
            paint_plate(onto, x - u(3), y, width + u(6), height * 0.3, SEAM, u(3))


class TableCloseUp(Widget):
    """A reader, its facts and its actions.

    `chosen` is the slot, from 1, that faults are made in; only an emulated reader, whose truth is
    known, has them.
    """

    def __init__(
        self,
        row: TableRow,
        send: Send,
        label: Text | str,
        **rest: Any,
    ) -> None:
        """Make the page; `send` gets messages and deeds, `label` is the text of the back button."""
        super().__init__(**rest)
        self.back = PushButton(label, send, SelectReader(None), symbol="back")
        self._row, self._send, self.chosen = row, send, 1
        self.probes = tuple(
            ProbeSlot(slot, send, TryLamp(row.seat, slot)) for slot in range(1, SLOTS + 1)
        )
        self.truths = tuple(TruthSlot(slot, self.choose) for slot in range(1, SLOTS + 1))
        self.reads = Label("", 18, tint=BRASS_LIGHT, least=14)
        self.real = Label("", 18, tint=BRASS_LIGHT, least=14)
        self.badge = NamedSign("", row.sign.colour, row.sign.shape, size=LARGE, side=44)
        self.facts = Label("", SMALL, tint=IVORY, least=14, upright="top")
        self.remedy = Label("", SMALL, bold=True, tint=WARNING, least=15)
        self.all_lights = PushButton(text("All lights"), send, TryLamp(row.seat, 0), size=SMALL)
        # The row is asked on the touch: the reader may have been set aside since the button was
        # made.
        self.aside = PushButton(
            "", lambda: send(SetAside(row.seat, not self._row.aside)), kind=PLAIN, size=SMALL
        )
        self.give = PushButton(
            text("Give it a reader"), send, AskSeat(row.seat), kind=PLAIN, size=SMALL
        )
        self.free = PushButton(
            text("Take its seat away"), send, FreeSeat(row.seat), kind=DANGER, size=SMALL
        )
        self.actions = (self.aside, self.give, self.free)
        self.lies = {
            lie: PushButton(words, partial(self._set_card_state, lie), kind=QUIET, size=20)
            for lie, words in MISCHIEF.items()
        }
        self.cable = PushButton(
            "", lambda: self._do(UNPLUG if self._model.plugged else PLUG), size=20
        )
        self.sun = PushButton("", lambda: self._do(SHADE if self._model.sunny else SUN), size=20)
        self.mischief = (*self.lies.values(), self.cable, self.sun)
        self._emulated = row.model is not None
        if row.model is not None:
            # Faults need a card: at first the first one that is there.
            self.chosen = next(
                (slot for slot, card in enumerate(row.model.cards, 1) if card is not None), 1
            )
        add_all(
            self,
            *self.probes,
            self.reads,
            self.badge,
            self.facts,
            self.remedy,
            self.back,
            self.all_lights,
            *self.actions,
        )
        for child in (*self.truths, self.real, *self.mischief) if self._emulated else ():
            self.add_widget(child)
        self.bind(pos=self._place, size=self._place)

    @property
    def _model(self) -> ReaderModel:
        """Return the truth of the emulated reader."""
        assert self._row.model is not None
        return self._row.model

    # ---- What is shown ----

    def fits(self, row: TableRow) -> bool:
        """Return whether this page is for the reader of a row.

        A real reader has other widgets than an emulated one, so it needs another page.
        """
        return row.seat == self._row.seat and (row.model is not None) == self._emulated

    def show(self, row: TableRow, page: TablePage) -> None:
        """Show the same reader, later."""
        self._row, cards = row, {card.code: card for card in page.cards}
        slots = row.report.slots if row.report is not None else (None,) * SLOTS
        for slot, (probe, read, lamp) in enumerate(
            zip(self.probes, slots, row.lamps or ALL_DARK, strict=False), 1
        ):
            card = cards.get(read.code) if read is not None and read.code is not None else None
            probe.show(read, card, lamp, page.lamp in ((row.seat, slot), (row.seat, 0)))
        # A seat on the screen has no reader that could read; what can be tried there is in the
        # head.
        self.reads.text = (
            "" if row.kind == "screen" else text("The reader works · touch a slot to try its light")
        )
        self.badge.show(*row.sign)
        self.badge.words.text = f"{row.seat}  {row.sign.name}"
        self.facts.text, self.remedy.text = lines(facts(row)), row.remedy
        # Buttons without effect are disabled.
        self.all_lights.chosen = page.lamp == (row.seat, 0)
        self.aside.text = text("Use it again") if row.aside else text("Set aside")
        self.aside.disabled = not (row.aside or row.own or self._emulated)
        self.free.disabled = self._emulated or not (row.own or row.aside or row.remedy)
        # There must be a reader to give: one without a seat, or another seat's.
        self.give.disabled = self._emulated or (
            not page.strangers and not any(other.own for other in page.rows)
        )
        if row.model is not None:
            # The real state is independent of the firmware.
            model = self._model
            for slot, (truth, lying, bulb) in enumerate(
                zip(self.truths, model.cards, model.bulbs, strict=False), 1
            ):
                face = cards.get(lying.code) if lying is not None else None
                truth.show(lying, face, bulb, slot == self.chosen)
            cable = text("cable in") if model.plugged else text("cable pulled out")
            light = text("sunlight shines into it") if model.sunny else text("in the shade")
            self.real.text = text(
                "The emulated reader · {handles} · {cable} · {light}",
                handles=HANDLES.get(model.handle, model.handle),
                cable=cable,
                light=light,
            )
            self.real.color = BRASS_LIGHT if model.plugged and not model.sunny else WARNING
            self.cable.text = text("Pull the cable") if model.plugged else text("Plug it in")
            self.sun.text = text("Into the shade") if model.sunny else text("Into the sun")
            for button in self.lies.values():
                button.disabled = model.cards[self.chosen - 1] is None
        self._place()

    # ---- Hands ----

    def choose(self, slot: int) -> None:
        """Choose the slot for faults."""
        self.chosen = slot
        for number, truth in enumerate(self.truths, 1):
            truth.choose(number == slot)
        for button in self.lies.values():
            button.disabled = self._model.cards[slot - 1] is None

    def _set_card_state(self, lie: str) -> None:
        seat = self._row.seat
        self._send(
            SettleCard(seat, self.chosen) if lie == PUT_RIGHT else Mischief(seat, lie, self.chosen)
        )

    def _do(self, what: str) -> None:
        self._send(Mischief(self._row.seat, what))

    # ---- Places ----

    def _place(self, *_: Any) -> None:
        """Arrange the page.

        Landscape: slots on the left, facts on the right, buttons in the foot. Upright: all below
        each other, facts beside the buttons.
        """
        if min(self.size) <= 1:
            return
        gap = u(GAP) * 0.75
        badge = with_size(self.badge, u(WHO))
        if is_landscape():
            lights = with_size(self.all_lights, u(TOUCH))
            aside = vbox(badge, self._arrange_words, lights, gap=gap)
            upper = hbox(self._arrange_slots, with_size(aside, u(SIDE)), gap=gap)
            foot = grid((self.back, *self.actions), 4, gap=gap)
            arrange(vbox(upper, with_size(foot, u(FOOT)), gap=gap), self)
        else:
            buttons = grid((self.all_lights, *self.actions), 2, gap=gap)
            facts = hbox(with_size(self.facts, self.width * 0.44), buttons, gap=self.width * 0.02)
            below = with_size(facts, 2 * u(TOUCH) + gap), with_size(self.back, u(FOOT))
            arrange(vbox(badge, self._arrange_slots, *below, gap=gap), self)

    def _arrange_words(self, area: Area) -> None:
        """Place the facts, and the remedy below them if a notice leaves room."""
        reported = self._row.report is not None
        said = bool(self.remedy.text) and (not reported or area.height > u(BOTH))
        self.remedy.opacity = 1 if said else 0
        remedy = area.height * (0.47 if reported else 0.8) if said else 0
        arrange(vbox(self.facts, with_size(self.remedy, remedy), gap=0), area)

    def _arrange_slots(self, area: Area) -> None:
        """Place from the top: what is read, upright the remedy, the truth, the faults."""
        gap, caption = u(GAP) * 0.75, u(CAPTION)
        remedy = u(REMEDY) if self.remedy.text and not is_landscape() else 0
        rest = area.height - caption - (remedy + gap if remedy else 0)
        truth, below = 0.0, list[LayoutPart | None]()
        if self._emulated:
            rows = 1 if is_landscape() else 2
            low = rows * u(TOUCH) + (rows - 1) * gap
            rest -= low + 2 * gap + caption
            truth = rest * (0.44 if is_landscape() else 0.4)
            below = [
                with_size(self.real, caption),
                with_size(grid(self.truths, SLOTS, gap=gap), truth),
                with_size(leave_empty, gap),
                with_size(grid(self.mischief, len(self.mischief) // rows, gap=gap), low),
            ]
        # A slot gains nothing by more height.
        probe = min(rest - truth, area.width / SLOTS * 2.7)
        arrange(
            vbox(
                with_size(self.reads, caption),
                with_size(grid(self.probes, SLOTS, gap=gap), probe),
                with_size(leave_empty, gap) if remedy else None,
                with_size(self.remedy, remedy) if remedy else None,
                leave_empty,
                *below,
                gap=0,
            ),
            area,
        )
