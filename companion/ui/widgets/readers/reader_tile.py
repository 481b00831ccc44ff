"""All readers on one page, a tile for each seat: sign, state, slots and what is wrong.

Faces are shown only of cards that everybody has seen. Where no cards are hidden the tile has the
handle and the offers, so that a seat answers with one touch.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

from kivy.clock import Clock
from kivy.graphics import InstructionGroup
from kivy.uix.widget import Widget

from companion.named_tuples import NamedTuple
from companion.session.messages import Pick, TakeBack
from companion.session.pages.facts import AskPiece
from companion.session.view import TAKE_BACK, ReaderPicture, SeatSign, SlotPicture
from companion.signals import PULL, MoveHandle, ReaderTouch
from companion.ui.layout import Area, arrange, grid, vbox, with_size
from companion.ui.paint import paint_symbol
from companion.ui.theme import (
    BRASS,
    BRASS_DARK,
    GAP,
    GOOD,
    IVORY,
    LAMP,
    LARGE,
    PANEL,
    RAISED,
    SAND,
    SEAM,
    SMALL,
    WARNING,
    Rgba,
    is_landscape,
    u,
)
from companion.ui.widgets.badge import Token
from companion.ui.widgets.button import PLAIN, PRIMARY, PushButton
from companion.ui.widgets.fingers import Pressing, Send
from companion.ui.widgets.label import Label, text_height
from companion.ui.widgets.panel import Plate, add_all, place_widget, tile_columns, toggle_child
from companion.ui.widgets.readers.slots import FiveSlots, SlotContent
from companion.words import NOTHING, Text, capital, count, facts, lines, text

STRIP: Final = 150
"""Width of the five small slots, as on the seven-inch panel."""
END, CROWDED = 94, 160
"""Width of a button of the handle, and the room below which the slots are omitted beside it, as on
the seven-inch panel."""
ROOMY: Final = 520
"""Width of a tile from which two signs fit side by side, as on the seven-inch panel."""
NEARLY, WORDS = 20, 106
"""Letters up to which a state takes one line, and greatest height of name and state, as on the
seven-inch panel."""
TILE_MOST: Final = 150
"""Greatest useful height of a tile, as on the seven-inch panel."""


def sign_of(reader: ReaderPicture) -> tuple[str, Rgba]:
    """Return symbol and tint of a reader's state; a fault comes first, also of a ready reader."""
    if reader.problem:
        return "warning", WARNING
    if reader.ready:
        return "tick", GOOD
    if reader.kind == "pilot":
        return "pilot", SAND
    return ("person", BRASS) if reader.asked else ("minus", SAND)


def dealt_words(reader: ReaderPicture) -> Text:
    """Say how many cards were dealt, maybe none; NOTHING for a seat that is not asked."""
    if reader.dealt is None:
        return NOTHING
    return (
        count("{number} card", "{number} cards", reader.dealt) if reader.dealt else text("no cards")
    )


def left_words(reader: ReaderPicture) -> Text:
    """Say how much time is left for an answer; NOTHING without a limit, or before time runs."""
    if reader.left and reader.left != reader.limit:
        return count("{number} second left", "{number} seconds left", reader.left)
    return NOTHING


def driver_words(reader: ReaderPicture) -> Text:
    """Say whose piece a seat plays, or who plays its cards; NOTHING if it is its own for both."""
    if reader.drives is not None:
        return text("drives {piece}", piece=reader.drives.name)
    return text("{piece} plays", piece=reader.passes.name) if reader.passes is not None else NOTHING


def state_of(reader: ReaderPicture) -> Text | str:
    """Return the reader's state, the time left, and whether it is played on this screen.

    The latter is said if its reader was set aside.
    """
    state = text("{state}, on this screen", state=reader.state) if reader.aside else reader.state
    left = left_words(reader)
    return facts([state, left]) if left else state


class TileButton(NamedTuple):
    """A button on a tile."""

    words: Text | str
    """Its text."""
    message: ReaderTouch | TakeBack | Pick
    """The message that it sends."""
    first: bool
    """Whether it is the main choice."""


def ends_of(reader: ReaderPicture) -> dict[str, TileButton]:
    """Return the moves of the handle and the offers of a tile, by move or key of the offer.

    Nothing if the seat opens a page.
    """
    if reader.opens:
        return {}
    moves = (
        (move, words)
        for move, words in reader.handles
        if move == TAKE_BACK or reader.kind == "touch"
    )
    ends = {
        move: TileButton(
            words,
            TakeBack(reader.seat) if move == TAKE_BACK else MoveHandle(reader.seat, move),
            move == PULL,
        )
        for move, words in moves
    }
    # A remedy needs the room of buttons that are no answer.
    shown = (
        ()
        if reader.ready
        else reader.offers
        if reader.problem
        else (*reader.offers, *reader.optional_actions)
    )
    offers = {
        offer.key: TileButton(
            offer.label, Pick(reader.seat, offer.key), offer.chosen or offer.current
        )
        for offer in shown
    }
    return {**ends, **offers}


def numbered_words(reader: ReaderPicture) -> Text:
    """Return the answers of a secret choice by lights, each with its number."""
    return facts(
        [
            text("{number}: {answer}", number=number, answer=answer)
            for number, answer in enumerate(reader.numbered, 1)
        ]
    )


def slot_of(slot: SlotPicture) -> SlotContent:
    """Return a slot: a covered or known card, an empty bed, or a warning if something is wrong."""
    if slot.fault:
        return SlotContent(slot.lamp, WARNING, sign="warning")
    if slot.locked and slot.card is not None:
        return SlotContent(slot.lamp, LAMP, card=slot.card)
    return SlotContent(slot.lamp, covered=slot.filled)


class ReaderTile(Pressing, Widget):
    """A reader as a plate.

    A remedy takes the place of the slots. Those of a real reader move below the sign, so that the
    wrong slot is visible.
    """

    def __init__(
        self,
        reader: ReaderPicture,
        sign: SeatSign,
        open_it: Callable[[int], object],
        act: Send,
        **rest: Any,
    ) -> None:
        """Make the tile.

        Args:
            reader: The picture of the reader.
            sign: The sign of its seat.
            open_it: Called with the seat on a touch if it can be opened; otherwise a touch asks
                about the seat.
            act: Gets what is touched on the tile itself.
            rest: Arguments of a Kivy widget.
        """
        self._reader, self._open_it, self._act = reader, open_it, act
        self._ends: dict[str, TileButton] = {}
        self.ends: dict[str, PushButton] = {}
        self._plate, self._sign = Plate(PANEL), InstructionGroup()
        super().__init__(always_release=False, **rest)
        self.canvas.add(self._plate)
        self.token = Token(*sign)
        self.name = Label(sign.name, LARGE, bold=True, least=18, cut="right")
        self.state_words = Label(
            "", SMALL, tint=SAND, upright="middle", least=18 if is_landscape() else 16
        )
        self.strip = FiveSlots()
        self.other = Token(*sign)
        """The other seat's piece that this seat plays, or who plays its cards, if there is one."""
        add_all(self, self.token, self.name, self.state_words, self.strip)
        self.canvas.after.add(self._sign)
        self.bind(pos=self._draw, size=self._draw, state=self._draw)
        self.show(reader, sign)

    @property
    def can_open(self) -> bool:
        """Return whether a touch opens it."""
        return self._reader.opens

    @property
    def tells_remedy(self) -> bool:
        """Return whether it says what is wrong; buttons on the tile leave no room for that."""
        return bool(self._reader.problem) and not self.ends

    @property
    def _is_numbered(self) -> bool:
        """Return whether it shows the answers of a choice by lights, which need all the room."""
        return bool(self._reader.numbered) and not self.tells_remedy

    def show(self, reader: ReaderPicture, sign: SeatSign) -> None:
        """Show the same seat, later."""
        self._reader = reader
        if (ends := ends_of(reader)) != self._ends:
            self._ends = ends
            for button in self.ends.values():
                self.remove_widget(button)
            self.ends = {
                key: PushButton(
                    capital(end.words),
                    partial(self._act, end.message),
                    kind=PRIMARY if end.first else PLAIN,
                    size=SMALL,
                )
                for key, end in ends.items()
            }
            add_all(self, *self.ends.values())
        self.token.show(*sign)
        other = reader.drives or reader.passes
        if other is not None:
            self.other.show(*other)
        toggle_child(self, self.other, other is not None)
        self.name.text = sign.name
        if self.tells_remedy:
            self.state_words.text = reader.problem
        elif self._is_numbered:
            self.state_words.text = numbered_words(reader)
        else:
            self.state_words.text = state_of(reader)
        if self.tells_remedy:
            self.state_words.color = WARNING
        elif reader.ready:
            self.state_words.color = GOOD
        elif reader.asked:
            self.state_words.color = IVORY
        else:
            self.state_words.color = SAND
        self.strip.show(tuple(map(slot_of, reader.slots)))
        self._draw()

    def on_release(self) -> None:
        """Open it, or else ask about the seat."""
        if self.can_open:
            self._open_it(self._reader.seat)
        else:
            self._act(AskPiece(self._reader.seat))

    def _draw(self, *_: Any) -> None:
        """Set tints and places; a tile that waits for a touch is raised."""
        waits = self.can_open and self._reader.asked and not self._reader.ready
        pressed = self.state == "down"
        self._plate.tint(
            BRASS_DARK if pressed else RAISED if waits else PANEL,
            WARNING if self._reader.problem else BRASS if waits else SEAM,
        )
        self._plate.place(*self.pos, *self.size)
        pad = u(8)
        token = min(self.height - 2 * pad, u(72))
        # Small slots are below the sign if words need all the room beside it.
        high = self.height * 0.34 if self._small_strip else 0
        side = min(token, self.height - high - 1.5 * pad)
        place_widget(
            self.token,
            self.x + pad + (token - side) / 2,
            self.y + high + (self.height - high - side) / 2,
            side,
            side,
        )
        if high:
            self.token.y = self.y + high + pad / 2
            place_widget(self.strip, self.x + pad / 2, self.y + u(3), token + pad, high)
        self._sign.clear()
        right = self._draw_signs(waits, pad)
        self._place_words(self.x + token + 2 * pad + self._place_other(token, pad), right, pad)

    def _place_other(self, room: float, pad: float) -> float:
        """Place the sign of the other piece, and return the width that it takes.

        It is beside the sign of the seat, or over its corner in a narrow tile.
        """
        if self.other.parent is None:
            return 0.0
        if self.width < u(ROOMY) or self._small_strip:
            side, token = room * 0.6, self.token
            place_widget(
                token,
                token.x - pad / 2,
                token.y + token.height * 0.2,
                token.width * 0.8,
                token.height * 0.8,
            )
            place_widget(
                self.other,
                self.x + pad + room - side + pad / 2,
                token.y - token.height * 0.25,
                side,
                side,
            )
            return 0.0
        side, chevron = room * 0.8, u(20)
        paint_symbol(
            self._sign,
            "next",
            self.x + room + pad + u(2),
            self.y + (self.height - chevron) / 2,
            chevron,
            SAND,
            PANEL,
        )
        place_widget(
            self.other,
            self.x + room + pad + u(4) + chevron,
            self.y + (self.height - side) / 2,
            side,
            side,
        )
        return chevron + u(4) + side

    @property
    def _small_strip(self) -> bool:
        """Return whether the slots are small below the sign: of a real reader with a remedy."""
        return self.tells_remedy and self._reader.kind == "reader"

    def _draw_signs(self, waits: bool, pad: float) -> float:
        """Draw symbol and arrow on the right; return the x left for the rest."""
        name, tint = sign_of(self._reader)
        side = min(u(34), self.height * 0.42)
        right = self.x + self.width - pad
        if waits:
            paint_symbol(
                self._sign,
                "next",
                right - side,
                self.y + (self.height - side) / 2,
                side,
                BRASS,
                RAISED,
            )
            # The arrow alone says that it waits, as long as nothing is wrong.
            if not self._reader.problem:
                return right - side
            right -= side + pad / 2
        if self.ends and not self._reader.ready:
            return right
        if self.ends:
            right -= u(END) + pad
        paint_symbol(
            self._sign, name, right - side, self.y + (self.height - side) / 2, side, tint, PANEL
        )
        return right - side - pad

    def _place_words(self, left: float, right: float, pad: float) -> None:
        """Place name and state on the left, slots on the right, between two pixels.

        A remedy takes the room of all of them, and buttons of the handle that of the slots; buttons
        that answer nothing do so only where there is little room.
        """
        wide, high = u(END), min(self.height - u(10), u(84))
        edge = self.x + self.width - pad
        for button in self.ends.values():
            place_widget(button, edge - wide, self.y + (self.height - high) / 2, wide, high)
            edge -= wide + pad
        right = min(right, edge)
        asks = not self._reader.ready and not self._reader.optional_actions
        crowded = bool(self.ends) and (asks or right - left < u(CROWDED))
        # It is asked nothing and has no cards: the state may take all the room.
        is_idle = not self._reader.asked and not any(
            slot.filled or slot.locked or slot.fault or slot.lamp for slot in self._reader.slots
        )
        strip = (
            0
            if self._reader.problem or crowded or is_idle or self._is_numbered
            else min(u(STRIP), (right - left) * 0.52)
        )
        self.strip.opacity = 1 if strip or self._small_strip else 0
        tells = self.tells_remedy or self._is_numbered
        self.name.opacity = 0 if tells else 1
        if strip:
            place_widget(self.strip, right - strip, self.y + u(5), strip, self.height - u(10))
        width = max(1, right - strip - left - (pad if strip else 0))
        if tells:
            # A remedy begins with the seat's name; both need all the room.
            place_widget(self.state_words, left, self.y + u(3), width, self.height - u(6))
            return
        high = min(self.height - u(10), u(WORDS))
        name = min(u(34), high * 0.5)
        self.state_words.text = self._state_in(width, high - name)
        words = vbox(with_size(self.name, name), self.state_words, gap=0)
        arrange(words, Area(left, self.y + (self.height - high) / 2, width, high))

    def _state_in(self, width: float, height: float) -> Text | str:
        """Return the state and how many cards were dealt.

        Without room for both, only whose piece is played, or who plays the cards.
        """
        full, reader = state_of(self._reader), self._reader
        other = reader.drives or reader.passes
        if reader.reads and (not self.ends or reader.ready) and dealt_words(reader):
            dealt, least = dealt_words(reader), 18 if is_landscape() else 16
            words = facts([full, dealt])
            if text_height(words, NEARLY, width) > text_height(full, NEARLY, 1e6):
                words = lines((full, dealt))
            if text_height(words, least, width) <= height + u(2):
                full = words
            elif reader.opens and reader.asked and other is None:
                # The arrow alone says that it chooses.
                full = dealt
        if (
            other is None
            or not reader.asked
            or reader.ready
            or text_height(full, 18 if is_landscape() else 16, width) <= height + u(2)
        ):
            return full
        return driver_words(reader) or full


class Overview(Widget):
    """The tiles of all readers."""

    def __init__(self, open_it: Callable[[int], object], act: Send, **rest: Any) -> None:
        """Make it empty; `show` fills it.

        Args:
            open_it: Called with a seat whose tile is touched to be opened.
            act: Gets actions on a tile itself.
            rest: Arguments of a Kivy widget.
        """
        super().__init__(**rest)
        self._open_it, self._act = open_it, act
        self.tiles: dict[int, ReaderTile] = {}
        # Before the next frame, and only if visible: head and buttons may move it several times,
        # and eight tiles take their time.
        self._later = Clock.create_trigger(self._place, -1)
        self.bind(pos=self._later, size=self._later, parent=self._later)

    def show(self, readers: tuple[ReaderPicture, ...], signs: Mapping[int, SeatSign]) -> None:
        """Show all readers as they are."""
        if tuple(self.tiles) != tuple(reader.seat for reader in readers):
            self.clear_widgets()
            self.tiles = {}
            for reader in readers:
                self.tiles[reader.seat] = ReaderTile(
                    reader, signs[reader.seat], self._open_it, self._act
                )
                self.add_widget(self.tiles[reader.seat])
            self._place()
        for reader in readers:
            self.tiles[reader.seat].show(reader, signs[reader.seat])

    def _place(self, *_: Any) -> None:
        """Place tiles in the order of seats, row by row; a few of limited height are centred."""
        if self.parent is None:
            return
        columns = tile_columns(len(self.tiles), self.width)
        arrange(
            grid(self.tiles.values(), columns, gap=u(GAP), most=u(TILE_MOST), middle=True), self
        )
