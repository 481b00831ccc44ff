"""One reader looked at closely: every slot live, every light to be tried; at an emulated one also what really is there, and mischief.

Above stands what is read, below it the truth: the difference is what an emulated reader is there to show.
"""
from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from kivy.uix.widget import Widget

from companion.session.messages import AskSeat, LookAt, Message, TryLamp
from companion.session.view import CardPicture, TablePage, TableRow
from companion.signals import (
    ALL_DARK, HALF, PLUG, SHADE, SLOTS, SMUDGED, SUN, TURNED, UNPLUG, Deed, FreeSeat, Mischief, SetAside, SettleCard,
)
from companion.ui.theme import BRASS_LIGHT, GAP, IVORY, LARGE, SMALL, TOUCH, WARNING, lying, u
from companion.ui.widgets.badge import Badge
from companion.ui.widgets.button import DANGER, PLAIN, QUIET, PushButton
from companion.ui.widgets.table_probe import ProbeSlot
from companion.ui.widgets.table_truth import TruthSlot
from companion.ui.widgets.table_words import HANDLES, facts
from companion.ui.widgets.text import Words

SIDE: Final = 204
"""Width of facts and buttons beside the slots, as on the seven-inch panel."""
CAPTION, REMEDY, FOOT, WHO, BOTH = 22, 46, 56, 46, 176
"""Heights of a line above slots, of what is wrong, of the buttons, of sign and name, and of what facts and remedy need at least, likewise."""
PUT_RIGHT: Final = "right"
LIES: Final = {HALF: "Half in", SMUDGED: "Smudge it", TURNED: "Turn it", PUT_RIGHT: "Put it right"}
"""What can be done to the card in the chosen slot, in words."""


class CloseLook(Widget):
    """A reader, its facts and what can be done with it; `send` passes messages and deeds on.

    `chosen` is the slot, from 1, that mischief is done to; there is mischief at an emulated reader only, whose truth is known.
    """

    def __init__(self, row: TableRow, send: Callable[[Message | Deed], object], label: str, **rest: Any) -> None:
        """`label` is what the button to all readers says; further arguments are those of a Kivy widget."""
        super().__init__(**rest)
        self.back = PushButton(label, lambda: send(LookAt(None)), symbol="back")
        self._row, self._send, self.chosen = row, send, 1
        self.probes = tuple(ProbeSlot(slot, lambda slot=slot: send(TryLamp(row.seat, slot))) for slot in range(1, SLOTS + 1))
        self.truths = tuple(TruthSlot(slot, lambda slot=slot: self.choose(slot)) for slot in range(1, SLOTS + 1))
        self.reads = Words("", 18, tint=BRASS_LIGHT, least=14)
        self.real = Words("", 18, tint=BRASS_LIGHT, least=14)
        self.badge = Badge("", row.colour, row.shape, size=LARGE, side=44)
        self.facts = Words("", SMALL, tint=IVORY, least=14, upright="top")
        self.remedy = Words("", SMALL, bold=True, tint=WARNING, least=15)
        self._make_buttons(row.seat)
        self._emulated = row.model is not None
        if row.model is not None:
            # Mischief is done to a card: to begin with the first one there is.
            self.chosen = next((slot for slot, card in enumerate(row.model.cards, 1) if card is not None), 1)
        for child in (*self.probes, self.reads, self.badge, self.facts, self.remedy, self.back, self.all_lights, *self.actions):
            self.add_widget(child)
        for child in (*self.truths, self.real, *self.mischief) if self._emulated else ():
            self.add_widget(child)
        self.bind(pos=self._place, size=self._place)

    def _make_buttons(self, seat: int) -> None:
        """Everything that can be done: with lights, with the reader's seat, and mischief, which is shown at emulated readers only."""
        send = self._send
        self.all_lights = PushButton("All lights", lambda: send(TryLamp(seat, 0)), size=SMALL)
        # The row is asked when it is touched: it may have been set aside since the button was made.
        self.aside = PushButton("", lambda: send(SetAside(seat, not self._row.aside)), kind=PLAIN, size=SMALL)
        self.give = PushButton("Give it a reader", lambda: send(AskSeat(seat)), kind=PLAIN, size=SMALL)
        self.free = PushButton("Take its seat away", lambda: send(FreeSeat(seat)), kind=DANGER, size=SMALL)
        self.actions = (self.aside, self.give, self.free)
        self.lies = {lie: PushButton(words, lambda lie=lie: self._lay(lie), kind=QUIET, size=20) for lie, words in LIES.items()}
        self.cable = PushButton("", lambda: self._do(UNPLUG if self._model.plugged else PLUG), size=20)
        self.sun = PushButton("", lambda: self._do(SHADE if self._model.sunny else SUN), size=20)
        self.mischief = (*self.lies.values(), self.cable, self.sun)

    @property
    def _model(self) -> Any:
        return self._row.model

    # ---- What is shown ---------------------------------------------------------------------------------------------------

    def fits(self, row: TableRow) -> bool:
        """Whether this look is for the reader of a row; a real reader has other widgets than an emulated one, so that another look is made."""
        return row.seat == self._row.seat and (row.model is not None) == self._emulated

    def show(self, row: TableRow, page: TablePage) -> None:
        """The same reader, later."""
        self._row, cards = row, {card.code: card for card in page.cards}
        slots = row.report.slots if row.report is not None else (None,) * SLOTS
        for slot, (probe, read, lamp) in enumerate(zip(self.probes, slots, row.lamps or ALL_DARK, strict=False), 1):
            card = cards.get(read.code) if read is not None and read.code is not None else None
            probe.show(read, card, lamp, page.lamp in ((row.seat, slot), (row.seat, 0)))
        # A seat on the screen has no reader that could read; what can be tried there stands in the head.
        self.reads.text = "" if row.kind == "screen" else "The reader reads · touch a slot to try its light"
        self.badge.show(row.name, row.colour, row.shape)
        self.badge.words.text = f"{row.seat}  {row.name}"
        self.facts.text, self.remedy.text = "\n".join(facts(row)), row.remedy
        self._show_actions(row, page)
        if row.model is not None:
            self._show_truth(cards)
        self._place()

    def _show_actions(self, row: TableRow, page: TablePage) -> None:
        """Words of the buttons; what would do nothing cannot be pressed."""
        self.all_lights.chosen = page.lamp == (row.seat, 0)
        self.aside.text = "Use it again" if row.aside else "Set aside"
        self.aside.disabled = not (row.aside or row.own or self._emulated)
        self.free.disabled = self._emulated or not (row.own or row.aside or row.remedy)
        # There must be a reader to give: one without a seat, or another seat's.
        self.give.disabled = self._emulated or not page.strangers and not any(other.own for other in page.rows)

    def _show_truth(self, cards: Mapping[int, CardPicture]) -> None:
        """What really is there, whatever the firmware makes of it; a warning while cable or sun are not as they should be."""
        model = self._model
        for slot, (truth, card, bulb) in enumerate(zip(self.truths, model.cards, model.bulbs, strict=False), 1):
            truth.show(card, cards.get(card.code) if card is not None else None, bulb, slot == self.chosen)
        cable = "cable in" if model.plugged else "cable pulled out"
        light = "the sun shines into it" if model.sunny else "in the shade"
        self.real.text = f"What is really there · {HANDLES.get(model.handle, model.handle)} · {cable} · {light}"
        self.real.color = BRASS_LIGHT if model.plugged and not model.sunny else WARNING
        self.cable.text = "Pull the cable" if model.plugged else "Plug it in"
        self.sun.text = "Into the shade" if model.sunny else "Into the sun"
        for button in self.lies.values():
            button.disabled = model.cards[self.chosen - 1] is None

    # ---- Hands -------------------------------------------------------------------------------------------------------

    def choose(self, slot: int) -> None:
        """Mischief is done to this slot from now on."""
        self.chosen = slot
        for number, truth in enumerate(self.truths, 1):
            truth.choose(number == slot)
        for button in self.lies.values():
            button.disabled = self._model.cards[slot - 1] is None

    def _lay(self, lie: str) -> None:
        seat = self._row.seat
        self._send(SettleCard(seat, self.chosen) if lie == PUT_RIGHT else Mischief(seat, lie, self.chosen))

    def _do(self, what: str) -> None:
        self._send(Mischief(self._row.seat, what))

    # ---- Places ------------------------------------------------------------------------------------------------------

    def _place(self, *_: Any) -> None:
        """Lying: slots left, facts right, buttons in the foot. Upright: all below each other, facts beside the buttons."""
        if min(self.size) <= 1:
            return
        gap, top, foot = u(GAP) * 0.75, self.y + self.height, u(FOOT)
        if lying():
            self._grid((self.back, *self.actions), 4, self.x, self.y, self.width, foot, gap)
            width, low = self.width - u(SIDE) - gap, self.y + foot + gap
            self._put(self.all_lights, self.x + width + gap, low, u(SIDE), u(TOUCH))
            self._put(self.badge, self.x + width + gap, top - u(WHO), u(SIDE), u(WHO))
            self._place_words(self.x + width + gap, low + u(TOUCH) + gap, top - u(WHO) - gap)
            self._place_slots(self.x, low, width, top, gap)
        else:
            self._put(self.back, self.x, self.y, self.width, foot)
            low, high = self.y + foot + gap, 2 * u(TOUCH) + gap
            self._put(self.badge, self.x, top - u(WHO), self.width, u(WHO))
            self._put(self.facts, self.x, low, self.width * 0.44, high)
            self._grid((self.all_lights, *self.actions), 2, self.x + self.width * 0.46, low, self.width * 0.54, high, gap)
            self._place_slots(self.x, low + high + gap, self.width, top - u(WHO) - gap, gap)

    def _place_words(self, x: float, low: float, top: float) -> None:
        """Facts beside the slots, and below them what is wrong, unless a notice has taken the room for both."""
        room = top - low
        said = bool(self.remedy.text) and (self._row.report is None or room > u(BOTH))
        self.remedy.opacity = 1 if said else 0
        remedy = room * (0.47 if self._row.report is not None else 0.8) if said else 0
        self._put(self.remedy, x, low, u(SIDE), remedy)
        self._put(self.facts, x, low + remedy, u(SIDE), top - low - remedy)

    def _place_slots(self, x: float, y: float, width: float, top: float, gap: float) -> None:
        """From the top down: what is read, upright what is wrong, what is really there, mischief."""
        caption, remedy = u(CAPTION), u(REMEDY) if self.remedy.text and not lying() else 0
        rest = top - y - caption - (remedy + gap if remedy else 0)
        truth = 0.0
        if self._emulated:
            rows = 1 if lying() else 2
            low = rows * u(TOUCH) + (rows - 1) * gap
            self._grid(self.mischief, len(self.mischief) // rows, x, y, width, low, gap)
            rest -= low + 2 * gap + caption
            truth = rest * (0.44 if lying() else 0.4)
            self._grid(self.truths, SLOTS, x, y + low + gap, width, truth, gap)
            self._put(self.real, x, y + low + gap + truth, width, caption)
        # Higher than that a slot gains nothing.
        probe = min(rest - truth, width / SLOTS * 2.7)
        if not lying():
            self._put(self.remedy, x, top - caption - probe - gap - remedy, width, remedy)
        self._grid(self.probes, SLOTS, x, top - caption - probe, width, probe, gap)
        self._put(self.reads, x, top - caption, width, caption)

    def _grid(self, widgets: tuple[Widget, ...], columns: int, x: float, y: float, width: float, height: float, gap: float) -> None:
        """Put widgets into rows of so many columns, from the top left of a rectangle of pixels."""
        rows = -(-len(widgets) // columns)
        wide, high = (width - gap * (columns - 1)) / columns, (height - gap * (rows - 1)) / rows
        for at, widget in enumerate(widgets):
            row, column = divmod(at, columns)
            self._put(widget, x + column * (wide + gap), y + height - (row + 1) * high - row * gap, wide, high)

    @staticmethod
    def _put(widget: Widget, x: float, y: float, width: float, height: float) -> None:
        widget.pos, widget.size = (x, y), (max(1, width), max(1, height))
