"""How cards and players are called in what is told: a card by the name that is printed on it, in capitals, a player by the name of the seat.

A card that hands must find is told apart from others of its name in the same row by its place, and one that lies face down is said to do so.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from companion.games.diesel.engine.cards import Card, Deck
from companion.games.diesel.engine.state import Laid
from companion.named_tuples import NamedTuple
from companion.words import Text, listed, text, verbatim

REVEAL, END = "reveal", "end"
"""The parts of a turn besides the strengths."""
STEPS: Final = 10
"""Rounds of the session for each turn of a Derby."""


def strength_part(strength: int) -> str:
    """The part of a turn in which combatants of a strength act."""
    return f"strength{strength}"


def called(card: Card) -> Text:
    """A card by its printed name: "BRAWLER"."""
    return verbatim(card.name.upper())


class Table(NamedTuple):
    """What lies in front of whom while instructions are carried out, and by what names it is told; `rows` changes with every instruction."""

    deck: Deck
    names: Mapping[int, str]
    rows: dict[int, list[Laid]]

    def called(self, card: str) -> Text:
        """A card by its printed name."""
        return called(self.deck.card(card))

    def of(self, seat: int, card: str) -> Text:
        """A combatant that does something, and whose it is: "BRAWLER of COPPER"."""
        return text("{card} of {player}", card=self.called(card), player=self.names[seat])

    def place(self, card: str) -> tuple[int, int] | None:
        """In whose row a card lies, and where in it from 0; None where it lies in no row."""
        return next(
            (
                (seat, at)
                for seat, row in self.rows.items()
                for at, laid in enumerate(row)
                if laid.card == card
            ),
            None,
        )

    def lies_down(self, card: str) -> bool:
        """Whether it lies face down in front of somebody."""
        place = self.place(card)
        return place is not None and self.rows[place[0]][place[1]].down

    def found(self, card: str) -> Text:
        """A combatant as hands find it in its row: "BRAWLER", "BRAWLER (card 3 from the left)", "the face-down BRAWLER"."""
        name, place = self.called(card), self.place(card)
        if place is None:
            return name
        row, at = self.rows[place[0]], place[1]
        alike = [
            laid
            for laid in row
            if laid.down == row[at].down
            and (laid.down or self.deck.card(laid.card).name == self.deck.card(card).name)
        ]
        if row[at].down:
            name = text("the face-down {card}", card=name)
        return (
            text("{card} (card {number} from the left)", card=name, number=at + 1)
            if len(alike) > 1
            else name
        )

    def in_front(self, cards: Iterable[str]) -> Text:
        """Some combatants and in front of whom they lie: "WALKER and DECOY in front of COPPER"; shorter where they are in front of many."""
        seats: dict[int, list[Text]] = {}
        for card in cards:
            place = self.place(card)
            if place is not None:
                seats.setdefault(place[0], []).append(self.found(card))
        if len(seats) > MANY:
            told = [
                text("{cards} of {player}", cards=listed(found), player=self.names[seat])
                for seat, found in seats.items()
            ]
        else:
            told = [
                text("{cards} in front of {player}", cards=listed(found), player=self.names[seat])
                for seat, found in seats.items()
            ]
        # "And" stands among the cards of one row already.
        return listed(told, "and" if all(len(found) == 1 for found in seats.values()) else "")


MANY: Final = 2
"""In front of more players than these a sentence gets long."""
