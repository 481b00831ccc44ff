"""Offers that are cards on the table: the table with legal cards lit, and other answers beside it.

The line above says who decides.
"""

from __future__ import annotations

from typing import Any

from kivy.uix.widget import Widget

from companion.session.messages import Pick
from companion.session.view import CardsPicture, OfferPicture, ReaderPicture, SeatSign
from companion.ui.layout import Area, arrange, hbox, if_shown, leave_empty, vbox, with_size
from companion.ui.theme import BRASS_LIGHT, GAP, LARGE, SMALL, is_landscape, u
from companion.ui.widgets.badge import DriverSign
from companion.ui.widgets.cards.card import BREADTH, paint_card
from companion.ui.widgets.fingers import Send
from companion.ui.widgets.label import Label
from companion.ui.widgets.panel import add_all
from companion.ui.widgets.tables import CardTable
from companion.ui.widgets.tile import TouchTile
from companion.words import Text, text

SIDE, WHO, PLATE, TALLEST = 128, 50, 76, 120
"""Width of the part beside the table, height of the line that says who decides, and least and
greatest height of another answer, as on the seven-inch panel."""


def leads_to_cards(offers: tuple[OfferPicture, ...]) -> bool:
    """Return whether some offers are cards on the table, so that they can be touched there."""
    return any(offer.table_cards for offer in offers)


def light_choices(cards: CardsPicture, reader: ReaderPicture) -> CardsPicture:
    """Return the cards on the table, with only those lit that a seat may choose."""
    found = {key: offer for offer in reader.offers for key in offer.table_cards}
    return cards._replace(
        piles=(),
        moves=(),
        opens=None,
        picks={key: Pick(reader.seat, offer.key) for key, offer in found.items()},
        chosen=frozenset(key for key, offer in found.items() if offer.chosen or offer.current),
    )


def about_words(offer: OfferPicture) -> Text | str:
    """Return the text about an answer; for a single card without one, its effect."""
    look = offer.cards[0].look if len(offer.cards) == 1 else None
    return offer.about or (look.full or look.about if look is not None else "")


class OfferPlate(TouchTile):
    """One answer: its cards on the left, its name above its meaning."""

    def __init__(
        self, offer: OfferPicture, send: Send, message: Pick, about: Text | str, **rest: Any
    ) -> None:
        """Call `send` with the message on release."""
        self.offer = offer
        self.share = 0.45 if offer.about else 0.55
        label = Label(
            offer.label,
            LARGE,
            bold=True,
            least=18,
            align="center",
            upright="bottom" if about else "middle",
        )
        said = Label(about, SMALL, least=16, align="center", upright="top")
        super().__init__(send, message, label, said, chosen=offer.chosen or offer.current, **rest)

    def _card_height(self) -> float:
        room = (self.width - 2 * u(self.pad)) * 0.5 / BREADTH / max(1, len(self.offer.cards))
        return min(self.height - 2 * u(self.pad), room)

    def picture_width(self) -> float:
        """Return the width of all cards."""
        each = self._card_height() * BREADTH + u(self.pad) / 2
        return max(0.0, len(self.offer.cards) * each - u(self.pad) / 2)

    def paint_picture(self, area: Area) -> None:
        """Paint the cards side by side."""
        high = self._card_height()
        left, low = area.x, area.y + (area.height - high) / 2
        for card in self.offer.cards:
            paint_card(self.sign, card, left, low, high * BREADTH, high)
            left += high * BREADTH + u(self.pad) / 2


class CardOffers(Widget):
    """The table with its cards; beside or below it who decides and the answers without cards."""

    def __init__(self, send: Send, *, named: bool = True, **rest: Any) -> None:
        """Make it empty; `show` fills it.

        Args:
            send: Gets the messages of touches.
            named: Whether it says who decides.
            rest: Arguments of a Kivy widget.
        """
        super().__init__(**rest)
        self._send, self._named = send, named
        self._known: tuple[object, ...] = ()
        self.tables, self.late = CardTable(send), Label("", SMALL, tint=BRASS_LIGHT, least=18)
        self.who: DriverSign | None = None
        self.plates: dict[str, OfferPlate] = {}
        self.bind(pos=self._place, size=self._place)

    def show(self, reader: ReaderPicture, sign: SeatSign, cards: CardsPicture) -> None:
        """Show a question, or the same one later."""
        self.tables.show(light_choices(cards, reader), reader.seat)
        known = (reader.seat, sign, reader.drives, reader.decides, reader.offers)
        if known != self._known:
            self._known = known
            self.clear_widgets()
            who = reader.decides or sign
            self.who = DriverSign(who, reader.drives, size=LARGE) if self._named else None
            self.plates = {
                offer.key: OfferPlate(
                    offer,
                    self._send,
                    Pick(reader.seat, offer.key),
                    text("counts when time is up") if offer.late else offer.about,
                )
                for offer in reader.offers
                if not offer.table_cards
            }
            # A card that counts when time is up; an answer with its own plate says so there.
            late = next(
                (offer for offer in reader.offers if offer.late and offer.table_cards), None
            )
            self.late.text = (
                text("When time is up: {answer}.", answer=late.label) if late is not None else ""
            )
            add_all(
                self,
                self.tables,
                *([self.who] if self.who is not None else []),
                *([self.late] if self.late.text else []),
                *self.plates.values(),
            )
            self._place()

    def _place(self, *_: Any) -> None:
        """Give the table all the room that the others leave."""
        late, plates = if_shown(self.late), [*self.plates.values()]
        if self.who is None and late is None and not plates:
            arrange(self.tables, self)
        elif is_landscape():
            who = 2 * u(WHO) if self.who is not None else 0
            # The answers are at the foot, no higher than they need.
            high = min(self.height - who, (u(TALLEST) + u(GAP)) * len(plates))
            answers = with_size(vbox(*reversed(plates)), high - u(GAP)) if plates else None
            beside = vbox(
                with_size(self.who, who),
                late or leave_empty,
                answers,
                gap=0 if not plates else None,
            )
            arrange(hbox(self.tables, with_size(beside, u(SIDE))), self)
        else:
            low = u(PLATE) if plates or self.who is not None else u(WHO)
            arrange(
                vbox(self.tables, with_size(hbox(with_size(self.who, u(190)), late, *plates), low)),
                self,
            )
