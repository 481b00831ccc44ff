"""An open reader on the screen: dealt cards, five slots and the handle, to tap and drag.

A tap on a card puts it into the next free slot, a tap on a slot takes its card back, a card can be
dragged to any slot, and two that meet are exchanged. These actions are sent as touches of the
reader. The positions of cards are always those of the last picture, plus those of touches that were
not answered yet. `reader_desk` works out the meaning of a touch; here are only the moving parts.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import time
from typing import Any, Final

from kivy.graphics import Color, InstructionGroup
from kivy.graphics import Line as Stroke
from kivy.input import MotionEvent
from kivy.uix.widget import Widget

from companion.games.scene import Face
from companion.session.view import ReaderPicture
from companion.signals import PULL, InsertCard, MoveHandle, TakeCard
from companion.ui.layout import Area
from companion.ui.paint import paint_text
from companion.ui.theme import SAND, SEAM, is_landscape, u
from companion.ui.widgets.cards.card import CardFace, CardFinder
from companion.ui.widgets.fingers import Send, is_gone
from companion.ui.widgets.panel import add_all, place_widget
from companion.ui.widgets.readers.reader_desk import (
    LAMP,
    Desk,
    DeskChange,
    ReaderLayout,
    awaited_after,
    desk_of,
    finder_layout,
    map_layout,
    reader_layout,
)
from companion.ui.widgets.readers.reader_handle import HandlePanel
from companion.ui.widgets.readers.slots import AIMED, NEXT, PLAIN, SlotBed
from companion.words import Text, text

DRAG: Final = 14
"""Distance from which a tap becomes a drag, as on the seven-inch panel."""
PATIENCE: Final = 1.0
"""Seconds after which a slot without an answer is shown as it was read."""


@dataclass
class DraggedCard:
    """A card under a finger."""

    touch: MotionEvent
    code: int
    grip: tuple[float, float]
    """The place on the card at which the finger took it."""
    dragged: bool = False


class OpenReader(Widget):
    """An open reader.

    One finger holds one card; a second finger takes none meanwhile. Locked slots keep their cards.
    """

    def __init__(
        self,
        reader: ReaderPicture,
        act: Send,
        say: Callable[[Text | str], object],
        **rest: Any,
    ) -> None:
        """Show a reader.

        Args:
            reader: The picture of the reader.
            act: Gets the actions of hands.
            say: Gets a sentence if a touch has no effect, "" to remove it.
            rest: Arguments of a Kivy widget.
        """
        super().__init__(**rest)
        self.picture, self._act, self._say = reader, act, say
        self._awaited: dict[int, int | None] = {}
        self._since = 0.0
        self._dragged: DraggedCard | None = None
        self.mapped = False
        self.advised: int | None = None
        self.cards: dict[int, CardFace] = {}
        self._ghosts = InstructionGroup()
        self.canvas.add(self._ghosts)
        self.beds = tuple(SlotBed(number) for number in range(1, len(reader.slots) + 1))
        self.handle = HandlePanel(
            lambda position: self._act(MoveHandle(self.picture.seat, position))
        )
        add_all(self, *self.beds, self.handle)
        self.bind(pos=self._arrange, size=self._arrange)
        self.show(reader)

    @property
    def desk(self) -> Desk:
        """Return the cards at their current places, including touches without an answer yet."""
        return desk_of(self.picture, self._awaited)

    @property
    def layout(self) -> ReaderLayout:
        """Return the boxes of all parts."""
        # `u` gives whole pixels; a hundred of them give the scale to a hundredth.
        return (map_layout if self.mapped else reader_layout)(
            Area(*self.pos, *self.size), len(self.desk.dealt), is_landscape(), u(100) / 100
        )

    def show(self, reader: ReaderPicture, mapped: bool = False) -> None:
        """Show the same reader, later, with room for the map if `mapped`.

        A card under a finger stays there as long as it is in the picture.
        """
        if reader.seat != self.picture.seat:
            self._awaited = {}
        self.mapped = mapped
        self.picture, self._awaited = reader, awaited_after(reader, self._awaited)
        self.handle.show(reader.handle, reader.handles)
        self._arrange()

    def advise(self, code: int | None) -> None:
        """Mark the card of a hint, None for none."""
        if code != self.advised:
            self.advised = code
            self._arrange()

    # ---- Drawing ----

    def _arrange(self, *_: Any) -> None:
        """Lay out everything again: handle, cards, beds of slots, and parts of a subclass.

        A card in a slot leaves a ghost at its place of the hand.
        """
        desk, layout = self.desk, self.layout
        place_widget(self.handle, *layout.handle)
        # One widget for every visible card; existing widgets stay.
        wanted = {card.code: card for card in self.visible_cards(desk) if card is not None}
        for code in [code for code in self.cards if code not in wanted]:
            self.remove_widget(self.cards.pop(code))
        for code, card in wanted.items():
            if code not in self.cards:
                self.cards[code] = CardFace(card)
                self.add_widget(self.cards[code])
        # The turn has gone on under the finger, and there is nothing left to drop.
        if self._dragged is not None and self._dragged.code not in wanted:
            self._dragged = None
        self._ghosts.clear()
        # Not strict: where real cards are searched, up to 84 of them have no place in a hand, nor
        # in the layout.
        for card, box in zip(desk.dealt, layout.hand, strict=False):
            slot = desk.slot_of(card.code)
            if slot is None:
                self._place_card(card.code, box)
            else:
                self._ghosts.add(Color(*SEAM))
                inner = box.inner(u(2), u(2), u(2), u(2))
                self._ghosts.add(
                    Stroke(
                        rounded_rectangle=(*inner, u(8)), width=1.2, dash_length=6, dash_offset=4
                    )
                )
                paint_text(
                    self._ghosts,
                    text("in {slot}", slot=slot),
                    box.x + box.width / 2,
                    box.y + box.height / 2,
                    u(22),
                    SAND,
                )
        # Beside the map slots are narrow.
        rim = u(3 if self.mapped else 6)
        for held, box in zip(desk.slots, layout.slots, strict=False):
            if held is not None:
                self._place_card(held.code, box.inner(rim, rim, rim, u(LAMP)))
        self._show_beds(desk, layout)
        self.arrange_rest(desk, layout)

    def arrange_rest(self, desk: Desk, layout: ReaderLayout) -> None:
        """Lay out parts of a subclass; called by every layout."""

    def visible_cards(self, desk: Desk) -> tuple[Face | None, ...]:
        """Return the cards on the screen, None for nothing: those dealt, and those in slots."""
        return (*desk.dealt, *desk.slots)

    def _place_card(self, code: int, box: Area) -> None:
        """Put a card into a box of pixels, unless a finger drags it."""
        # A dragged card stays under its finger, independent of the table's messages.
        if self._dragged is None or self._dragged.code != code or not self._dragged.dragged:
            face = self.cards[code]
            place_widget(face, *box)
            face.lift(False)
            face.advise(code == self.advised)

    def _show_beds(self, desk: Desk, layout: ReaderLayout) -> None:
        """Show every slot, and where the next card would go, tapped or dropped."""
        if self._dragged is not None and self._dragged.dragged:
            over = self._slot_under(self._dragged)
        else:
            over = None
        # While a card is dragged the slot under it counts, not the one that a tap would fill.
        free = desk.free_slot() if self._dragged is None or not self._dragged.dragged else None
        for number, (bed, box, slot, card) in enumerate(
            zip(self.beds, layout.slots, self.picture.slots, desk.slots, strict=False), 1
        ):
            place_widget(bed, *box)
            # A slot that would refuse the card is not lit.
            if number == over and slot.asked and not slot.locked:
                role = AIMED
            elif number == free:
                role = NEXT
            else:
                role = PLAIN
            # While its answer is awaited a slot is shown as it will be: what was read there before
            # says nothing about the last action.
            if number in self._awaited:
                slot = slot._replace(filled=card is not None, fault="")
            bed.show(slot, role)

    # ---- By one touch, or one key ----

    @property
    def clears(self) -> bool:
        """Return whether several cards could be taken back together."""
        return len(self.desk.clear().touches) > 1

    def clear(self) -> None:
        """Take all cards back but those that are locked."""
        if self._dragged is None:
            self.carry_out(self.desk.clear(), time())

    def pull(self) -> None:
        """Pull the handle, if that has a meaning."""
        if PULL in dict(self.picture.handles):
            self._act(MoveHandle(self.picture.seat, PULL))

    # ---- Hands ----

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """Take a card, or touch the handle."""
        if super().on_touch_down(touch):
            return True
        if self._dragged is not None or not self.collide_point(*touch.pos):
            return False
        # The table has not taken the last actions: before the next touch is interpreted all slots
        # are shown as they were read.
        if touch.time_start - self._since > PATIENCE and self._awaited:
            self._awaited = {}
            self._arrange()
        return self._take(touch)

    def _take(self, touch: MotionEvent) -> bool:
        """Take what is under the touch, and return whether that was a card or a slot.

        A card is held until the finger leaves; a slot without one answers immediately.
        """
        desk, layout = self.desk, self.layout
        slot = layout.slot_at(*touch.pos)
        if slot:
            card = desk.slots[slot - 1]
        else:
            card = next(
                (
                    card
                    for card, box in zip(desk.dealt, layout.hand, strict=False)
                    if box.contains(*touch.pos) and desk.slot_of(card.code) is None
                ),
                None,
            )
        if card is not None:
            face = self.cards[card.code]
            self._dragged = DraggedCard(touch, card.code, (touch.x - face.x, touch.y - face.y))
            touch.grab(self)
        elif slot:
            self.carry_out(desk.tapped_slot(slot), touch.time_update)
        return card is not None or slot is not None

    def on_touch_move(self, touch: MotionEvent) -> bool:
        held = self._dragged
        if touch.grab_current is not self or held is None or held.touch is not touch:
            return bool(super().on_touch_move(touch))
        face = self.cards[held.code]
        if not held.dragged and max(abs(touch.x - touch.ox), abs(touch.y - touch.oy)) > u(DRAG):
            held.dragged = True
            # The last widget that was added is drawn over all others.
            self.remove_widget(face)
            self.add_widget(face)
            face.lift(True)
        if held.dragged:
            face.pos = touch.x - held.grip[0], touch.y - held.grip[1]
            self._show_beds(self.desk, self.layout)
        return True

    def on_touch_up(self, touch: MotionEvent) -> bool:
        """Drop the card into the slot under it, or back; a tapped one goes into a free slot."""
        if touch.grab_current is not self:
            return bool(super().on_touch_up(touch))
        touch.ungrab(self)
        held = self._dragged
        if held is None or held.touch is not touch:
            return True
        self._dragged = None
        # The page was removed under the finger, by time or by the turn: the card stays where it
        # was.
        if is_gone(self):
            return True
        desk = self.desk
        if held.dragged:
            self.carry_out(desk.drop(held.code, self._slot_under(held)), touch.time_update)
        else:
            slot = desk.slot_of(held.code)
            self.carry_out(
                desk.tapped_slot(slot) if slot else desk.tapped_card(held.code), touch.time_update
            )
        return True

    def _slot_under(self, held: DraggedCard) -> int | None:
        """Return the slot under the finger, else the one under the middle of the card."""
        layout, face = self.layout, self.cards[held.code]
        return layout.slot_at(*held.touch.pos) or layout.slot_at(
            face.x + face.width / 2, face.y + face.height / 2
        )

    def carry_out(self, answer: DeskChange, when: float) -> None:
        """Do what a touch at a time (in Kivy's seconds) means, or say why it has no effect.

        Actions are shown immediately; after PATIENCE seconds they count only if the table has
        answered.
        """
        self._say(answer.words)
        for done in answer.touches:
            if isinstance(done, (InsertCard, TakeCard)):
                self._awaited[done.slot] = done.code if isinstance(done, InsertCard) else None
        # All of it is awaited before the first is sent: a picture in between shows neither card of
        # an exchange where it was.
        self._since = when
        self._arrange()
        for done in answer.touches:
            self._act(done)


class FinderReader(OpenReader):
    """A reader with the card finder in place of the hand; slots and handle are as usual."""

    def __init__(
        self,
        reader: ReaderPicture,
        act: Send,
        say: Callable[[Text | str], object],
        **rest: Any,
    ) -> None:
        """Take a reader whose picture has `finder` set."""
        # Before the reader is made, since that lays out everything.
        self.finder = CardFinder(
            lambda card, when: self.carry_out(self.desk.tapped_card(card.code), when)
        )
        super().__init__(reader, act, say, **rest)
        self.add_widget(self.finder)

    @property
    def layout(self) -> ReaderLayout:
        return finder_layout(Area(*self.pos, *self.size), is_landscape(), u(100) / 100, self.mapped)

    def visible_cards(self, desk: Desk) -> tuple[Face | None, ...]:
        """Return only the cards in slots: all others are in a hand or in the pile."""
        return desk.slots

    def arrange_rest(self, desk: Desk, layout: ReaderLayout) -> None:
        """Place the finder with every card that is in no slot."""
        box = layout.finder
        assert box is not None
        place_widget(self.finder, *box)
        lying_here = {card.code for card in desk.slots if card is not None}
        self.finder.show(tuple(card for card in self.picture.hand if card.code not in lying_here))
