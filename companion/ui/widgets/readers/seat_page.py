"""The open page of one seat: a head that says whose it is and what to do, its reader or offers.

The map is beside them.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import ceil
from typing import Any, Final

from kivy.uix.widget import Widget

from companion.session.advice import AskForHint, InsertHint
from companion.session.messages import Cover, Notice, Pick
from companion.session.pages.facts import AskPiece
from companion.session.view import (
    BoardPicture,
    CardsPicture,
    OfferPicture,
    ReaderPicture,
    SeatSign,
    View,
)
from companion.signals import PULL, PUSH
from companion.ui.keys import DELETE, ENTER
from companion.ui.layout import (
    Area,
    SpareRoom,
    arrange,
    grid,
    hbox,
    if_shown,
    split,
    vbox,
    with_padding,
    with_size,
)
from companion.ui.theme import (
    BODY,
    BRASS_LIGHT,
    GAP,
    IVORY,
    LARGE,
    SAND,
    SMALL,
    TEXT_FONT,
    WARNING,
    is_landscape,
    u,
)
from companion.ui.widgets.badge import DriverSign
from companion.ui.widgets.button import PushButton, SignButton
from companion.ui.widgets.cards.card_offers import (
    CardOffers,
    OfferPlate,
    about_words,
    leads_to_cards,
)
from companion.ui.widgets.cards.table_peek import SmallTable
from companion.ui.widgets.fingers import Pressing, Send
from companion.ui.widgets.label import Label, measure
from companion.ui.widgets.map.map_beside import MapBeside
from companion.ui.widgets.map.square_offers import SquareOffers, leads_to_squares
from companion.ui.widgets.panel import add_all, place_widget, tile_columns, toggle_child
from companion.ui.widgets.readers.reader import FinderReader, OpenReader
from companion.ui.widgets.readers.reader_desk import BESIDE
from companion.ui.widgets.readers.reader_tile import left_words
from companion.ui.widgets.readers.text_card_reader import TextCardReader, has_card_texts
from companion.words import NOTHING, Text, capital, count, facts, listed, text

TALLEST, LEAST = 190, 48
"""Greatest useful height of an offer, and the least that a finger hits, as on the seven-inch
panel."""


class BadgeTouched(Pressing, DriverSign):
    """The sign of the player in the head; a touch on it asks about the seat."""

    def __init__(self, send: Send, reader: ReaderPicture, sign: SeatSign, size: int) -> None:
        """Take the size of the letters; `send` gets the question."""
        super().__init__(
            always_release=False,
            seat=sign,
            drives=reader.drives,
            passes=reader.passes,
            size=size,
        )
        self.do, self.message = send, AskPiece(reader.seat)


class OfferGrid(Widget):
    """The answers side by side."""

    def __init__(self, seat: int, send: Send, **rest: Any) -> None:
        """Make it empty; `send` gets the touched answer of the seat."""
        super().__init__(**rest)
        self._seat, self._send = seat, send
        self._offers: tuple[OfferPicture, ...] = ()
        self.plates: dict[str, OfferPlate] = {}
        self.bind(pos=self._place, size=self._place)

    def show(self, offers: tuple[OfferPicture, ...]) -> None:
        if offers == self._offers:
            return
        self._offers = offers
        self.clear_widgets()
        self.plates = {
            offer.key: OfferPlate(
                offer, self._send, Pick(self._seat, offer.key), about_words(offer)
            )
            for offer in offers
        }
        add_all(self, *self.plates.values())
        self._place()

    def _place(self, *_: Any) -> None:
        """Place them row by row; a few are centred."""
        if self.height > u(TALLEST):
            columns = tile_columns(len(self.plates), self.width)
        else:
            columns = max(1, len(self.plates))
        if self.height > u(TALLEST):
            # Many get more columns rather than plates too low to hit.
            high = (self.height + u(GAP)) / (u(LEAST) + u(GAP))
            columns = max(columns, min(3, ceil(len(self.plates) / max(1, int(high)))))
        arrange(grid(self.plates.values(), columns, gap=u(GAP), most=u(TALLEST), middle=True), self)


HINT: Final = text("Hint")


def view_button_words(view: View) -> Text:
    """Return the name of the page that is there to look at, map or table."""
    return text("Table") if view.board is None else text("Map")


LEAST_ADVICE: Final = 18
"""Smallest letters of a hint, as on the seven-inch panel."""
HEAD, SECOND, STRIP, ASK, STANDS, ADVICE = 60, 58, 96, 62, 26, 46
"""Height of the head, of the line of words below it in an upright window, and of offers beside
cards; width of the button that asks for a hint; height of the lines about the piece and with a
hint; all as on the seven-inch panel."""
UPPER, MANY, TERSE = 0.5, 6, 18
"""Share of the height for the map above the offers, and the most answers that leave room for it:
with words below their labels, and without."""


def what_to_do(reader: ReaderPicture, name: str, narrow: bool) -> Text | str:
    """Say in one sentence what the person of this seat does next.

    That is to touch an offer, or to fill all unlocked slots and then move the handle.
    The way to insert cards is said only before the first. `narrow`: there is room for a
    few words, and the meaning of the handle is beside it. `name` is that of the seat.
    """
    if reader.question and not reader.finder:
        return reader.question
    if not reader.reads:
        return capital(reader.state)
    free = sum(not slot.filled and not slot.locked and slot.asked for slot in reader.slots)
    handles = dict(reader.handles)
    if free:
        if not reader.finder and free == sum(slot.asked for slot in reader.slots) == 1:
            return text("Touch a card, or drag it to the slot.")
        if reader.finder and any(card.look is not None and card.look.kind for card in reader.hand):
            return text("Find your cards by sign and name: {number} more.", number=free)
        if reader.finder and any(card.look is not None for card in reader.hand):
            return text("Find your cards by sign and value: {number} more.", number=free)
        if reader.finder:
            return text("Find your cards by move and number: {number} more.", number=free)
        if free < sum(slot.asked and not slot.locked for slot in reader.slots):
            return count("{number} more card.", "{number} more cards.", free)
        if reader.passes is not None:
            return _owner_words(reader, name, free)
        return count(
            "Touch a card in the order of play, or drag it to a slot.",
            "Touch {number} cards in the order of play, or drag them to slots.",
            free,
        )
    if narrow and len(handles) > 1:
        return text("Move the handle.")
    if PULL in handles and PUSH in handles:
        return text(
            "Pull the handle: {pull}. Push it: {push}.", pull=handles[PULL], push=handles[PUSH]
        )
    if handles:
        return text("Move the handle: {ways}.", ways=listed(list(handles.values()), "or"))
    return reader.state


def _owner_words(reader: ReaderPicture, name: str, number: int) -> Text:
    """Say whose cards they are: the player at the screen chooses, another one plays them."""
    assert reader.passes is not None
    other = reader.passes.name
    if reader.decides is None:
        return text(
            "{player}, put {number} cards in order. {other} plays them.",
            player=name,
            number=number,
            other=other,
        )
    return text(
        "{player}, put {number} cards in order for {piece}. {other} plays them.",
        player=reader.decides.name,
        number=number,
        piece=name,
        other=other,
    )


class SeatPage(SpareRoom):
    """The open page of a seat: its reader if cards are asked for, its offers if there are any.

    The map is beside the cards (`place_map`).
    """

    def __init__(
        self,
        reader: ReaderPicture,
        sign: SeatSign,
        send: Send,
        peek: Callable[[], object] | None,
        look: Text,
        **rest: Any,
    ) -> None:
        """Make the page.

        Args:
            reader: The seat.
            sign: Its sign.
            send: Gets messages and actions of hands.
            peek: Called by a button, or by a touch on the map; None for no button.
            look: Text of the button for `peek`.
            rest: Arguments of a Kivy widget.
        """
        super().__init__(**rest)
        self._seat, self._send = reader.seat, send
        self._said: Text | str = ""
        self._warned: Text | str = ""
        self._hint: Text = NOTHING
        self._board: BoardPicture | None = None
        self._cards: CardsPicture | None = None
        self.ask = SignButton("lamp", self._ask, word=HINT)
        self.clear = SignButton("unload", self.key, DELETE, word=text("Clear"))
        cover = partial(send, Cover())
        self.beside, self.stands = MapBeside(peek or cover), Label("", SMALL, tint=SAND, least=18)
        self.table = SmallTable(peek or cover)
        size = LARGE if reader.drives is reader.passes is None else BODY
        self.badge = BadgeTouched(send, reader, sign, size)
        self.words = Label("", BODY, least=18, sparing=True)
        self.advice = Label("", BODY, least=LEAST_ADVICE, sparing=True, tint=BRASS_LIGHT)
        self.peek = PushButton(look, peek or cover, symbol="zoom", size=BODY)
        self.cover = PushButton(text("Cover"), cover, symbol="lock", size=BODY)
        made = (
            FinderReader
            if reader.finder
            else TextCardReader
            if has_card_texts(reader)
            else OpenReader
        )
        self.reader = made(reader, send, self._say) if reader.reads else None
        self.offers = OfferGrid(reader.seat, send)
        self.ways = SquareOffers(send, named=False)
        self.cards = CardOffers(send, named=False)
        self._buttons = (self.cover, self.peek) if peek is not None else (self.cover,)
        add_all(
            self,
            self.badge,
            self.words,
            *self._buttons,
            *([self.reader] if self.reader is not None else []),
            *([self.offers] if reader.offers or reader.optional_actions else []),
        )
        self.bind(pos=self.place, size=self.place)
        self.show(reader, sign, "")

    def show(self, reader: ReaderPicture, sign: SeatSign, notice: Notice | Text | str) -> None:
        """Show the same reader later.

        `notice` is the session's; a refusal is shown unless the reader has a remedy.
        """
        refusal = "" if isinstance(notice, Notice) else notice
        # The page before has said that the reader is lost, which remains so.
        warned = (reader.problem if reader.problem != reader.lost else "") or refusal
        # The answer to the last touch stays until something new is wrong.
        if warned != self._warned:
            self._said = ""
        self._warned = warned
        self.badge.show(sign, reader.drives, reader.passes)
        self._picture, self._sign = reader, sign
        self.stands.text = facts(reader.bearing.lines)
        mapped = self.beside.parent is not None or self.table.parent is not None
        strip = bool(reader.bearing.lines) and not mapped
        if toggle_child(self, self.stands, strip):
            self.place()
        if self.reader is not None:
            changed = mapped != self.reader.mapped
            self.reader.show(reader, mapped)
            # A single card is taken back by a touch on it, and what is wrong needs the room.
            clears = self.reader.clears and not warned
            if toggle_child(self, self.clear, clears) or changed:
                self.place()
        self.offers.show((*reader.offers, *reader.optional_actions))
        # Offers of squares are on the map and beside it, and offers of cards on the table, if no
        # cards are asked for.
        led = self._board is not None and self.reader is None and leads_to_squares(reader.offers)
        lie = self._cards is not None and self.reader is None and leads_to_cards(reader.offers)
        offered = bool(reader.offers or reader.optional_actions) and not led and not lie
        wanted = {self.ways: led, self.cards: lie, self.offers: offered}
        toggled = [toggle_child(self, offers, shown) for offers, shown in wanted.items()]
        if led and self._board is not None:
            self.ways.show(reader, sign, self._board)
        if lie and self._cards is not None:
            self.cards.show(reader, sign, self._cards)
        if any(toggled):
            self.place()
        self._write()

    def advise(self, offered: bool, hint: Text, code: int | None) -> None:
        """Show the hint.

        Args:
            offered: Whether a hint can be asked for.
            hint: The hint that was given, NOTHING for none.
            code: The card of the hint.
        """
        self._hint = self.advice.text = hint
        changed = toggle_child(self, self.ask, offered)
        if toggle_child(self, self.advice, bool(hint)) or changed:
            self.place()
        # With a hint the button inserts all its cards.
        self.ask.show(*(("hand", text("Use it")) if hint else ("lamp", HINT)))
        if self.reader is not None:
            self.reader.advise(code)
        self._write()

    def place_map(
        self,
        reader: ReaderPicture,
        picture: BoardPicture | None,
        words: Text | None,
        cards: CardsPicture | None,
    ) -> None:
        """Show the map beside the cards, and below it how the piece is; None without a map.

        `words` say where the cards would lead, None if that is hidden. `cards` are those on the
        table, of which some may be offered.
        """
        self._board, self._cards = picture, cards
        # Answers that lead to squares are on the map already, and many leave no room for it.
        most = MANY if any(offer.about for offer in reader.offers) else TERSE
        fits = self.reader is not None or (
            len(reader.offers) <= most and not leads_to_squares(reader.offers)
        )
        beside = picture is not None and fits and not isinstance(self.reader, TextCardReader)
        tabled = cards is not None and isinstance(self.reader, TextCardReader)
        changed = toggle_child(self, self.beside, beside)
        changed = toggle_child(self, self.table, tabled) or changed
        if tabled and cards is not None:
            self.table.show(cards, reader.seat)
        if beside and picture is not None:
            self.beside.show(picture, reader, words)
        if changed:
            self.place()

    def _ask(self) -> None:
        """Ask for a hint; with a hint, insert all its cards."""
        self._send(InsertHint(self._seat) if self._hint else AskForHint(self._seat))

    def key(self, key: str) -> bool:
        """Handle a key, and return whether it has a meaning here.

        Enter pulls the handle, Delete takes all cards back.
        """
        if self.reader is None or key not in (ENTER, DELETE):
            return False
        if key == ENTER:
            self.reader.pull()
        else:
            self.reader.clear()
        return True

    def _say(self, words: Text | str) -> None:
        self._said = words
        self._write()

    def _write(self) -> None:
        """Write one sentence: what is wrong, else what to do."""
        wrong = self._said or self._warned
        # The timer in the head shows it in digits.
        left = NOTHING if self.reserved else left_words(self._picture)
        now = what_to_do(self._picture, self._sign.name, bool(self.reserved) and is_landscape())
        self.words.text = wrong or (facts([now, left]) if left else now)
        self.words.color = WARNING if wrong else IVORY
        self.words.bold = bool(wrong)

    def reserve(self, width: float) -> None:
        """Keep so many pixels free: left of the buttons, or beside the words below the head."""
        super().reserve(width)
        self._write()

    def place(self, *_: Any) -> None:
        """Place the sign left in the head, buttons on the right, words and hint between them.

        In an upright window the words are below the head. The reader or the offers get the rest.
        """
        pad, rim = u(GAP), u(3)
        buttons = [
            with_size(with_padding(button, 0, rim), u(108)) for button in reversed(self._buttons)
        ]
        signs = [
            with_size(with_padding(sign, 0, rim), u(ASK))
            for sign in (self.clear, self.ask)
            if sign.parent is not None
        ]
        spare = self.spare_part(rim)
        if is_landscape():
            badge = with_size(self.badge, min(u(190), self.badge.needed_width()))
            head, second = hbox(badge, self.words, spare, *signs, *buttons), None
        else:
            # The name would have no room beside all of them.
            head, second = hbox(self.badge, *buttons), hbox(self.words, *signs, spare)
        needed = measure(self.advice.plain(), u(LEAST_ADVICE), TEXT_FONT, self.width - 2 * pad)[1]
        advice = u(ADVICE) if is_landscape() else max(u(SECOND), min(u(2 * SECOND), needed))
        arrange(
            with_padding(
                vbox(
                    with_size(head, u(HEAD)),
                    with_size(second, u(SECOND)),
                    with_size(if_shown(self.advice), advice),
                    with_size(
                        with_padding(self.stands, pad, 0) if if_shown(self.stands) else None,
                        u(STANDS),
                    ),
                    with_padding(self._arrange_content, 0, pad),
                    gap=0,
                ),
                pad,
                0,
            ),
            self,
        )

    def _arrange_content(self, area: Area) -> None:
        """Place the reader above its offers, or the offers with the map beside or above them."""

        def answers(area: Area) -> None:
            for offers in (self.offers, self.ways, self.cards):
                arrange(offers, area)

        if self.reader is None:
            share = BESIDE if is_landscape() else UPPER
            arrange(split(self.beside, answers, share) if if_shown(self.beside) else answers, area)
            return
        strip = answers if if_shown(self.offers) else None
        arrange(vbox(self.reader, with_size(strip, min(u(STRIP), area.height / 3))), area)
        box = self.reader.layout.map
        if box is not None:
            for shown in (self.beside, self.table):
                place_widget(shown, *box)
