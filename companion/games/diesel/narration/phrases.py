"""Names in instructions: cards by their printed names in capitals, players by their seats' names.

A card that hands must find is distinguished from others of its name by its place in the row, and a
face-down card is called so.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from companion.games.diesel.engine.cards import Card, Deck
from companion.games.scene import CardRow, TableCard
from companion.named_tuples import NamedTuple
from companion.words import Text, listed, text, verbatim

REVEAL, END = "reveal", "end"
"""The parts of a turn before and after the strengths."""


def strength_part(strength: int) -> str:
    """Return the part of a turn in which a strength acts."""
    return f"strength{strength}"


def called(card: Card) -> Text:
    """Return a card by its printed name: "BRAWLER"."""
    return verbatim(card.name.upper())


class FrontRows(NamedTuple):
    """The combatants in front of seats at one time, and their names."""

    deck: Deck
    names: Mapping[int, str]
    """The names of the seats."""
    rows: tuple[CardRow, ...]

    def called(self, card: str) -> Text:
        """Return a card by its printed name."""
        return called(self.deck.card(card))

    def of(self, seat: int, card: str) -> Text:
        """Return a combatant with its player: "BRAWLER of COPPER"."""
        return text("{card} of {player}", card=self.called(card), player=self.names[seat])

    def row(self, seat: int) -> tuple[TableCard, ...]:
        """Return the row of a seat."""
        return next(row.cards for row in self.rows if row.seat == seat)

    def place(self, card: str) -> tuple[int, int] | None:
        """Return the seat and the place in the row of a card, from 0; None if it is in none."""
        return next(
            (
                (row.seat, at)
                for row in self.rows
                for at, lying in enumerate(row.cards)
                if lying.key == card
            ),
            None,
        )

    def lies_down(self, card: str) -> bool:
        """Return whether a card is face down in a row."""
        place = self.place(card)
        return place is not None and self.row(place[0])[place[1]].down

    def found(self, card: str) -> Text:
        """Return a combatant as hands find it: "BRAWLER", "BRAWLER (card 3 from the left)"."""
        name, place = self.called(card), self.place(card)
        if place is None:
            return name
        row, at = self.row(place[0]), place[1]
        alike = [
            other
            for other in row
            if other.down == row[at].down
            and (other.down or self.deck.card(other.key).name == self.deck.card(card).name)
        ]
        if row[at].down:
            name = text("the face-down {card}", card=name)
        if len(alike) > 1:
            return text("{card} (card {number} from the left)", card=name, number=at + 1)
        return name

    def in_front(self, cards: Iterable[str]) -> Text:
        """Return combatants with their seats: "WALKER and DECOY in front of COPPER".

        It is shorter for many seats.
        """
        seats: dict[int, list[Text]] = {}
        for card in cards:
            place = self.place(card)
            if place is not None:
                seats.setdefault(place[0], []).append(self.found(card))
        if len(seats) > MANY:
            groups = [
                text("{cards} of {player}", cards=listed(found), player=self.names[seat])
                for seat, found in seats.items()
            ]
        else:
            groups = [
                text("{cards} in front of {player}", cards=listed(found), player=self.names[seat])
                for seat, found in seats.items()
            ]
        # "And" is already used for the cards of one row.
        return listed(groups, "and" if all(len(found) == 1 for found in seats.values()) else "")


MANY: Final = 2
"""The maximum number of players for the long form."""
