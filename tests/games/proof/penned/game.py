"""Penned Card: Top Card with twenty-four cards that people may type, by name and value."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from companion.engine.changes import SetByHand
from companion.errors import FormatError, RuleError
from companion.formats.toml_text import TomlTable, TomlText
from companion.games.api import PlayResult, TextEvent
from companion.games.corrections import Field
from companion.games.decks import Decks, DeckStart, DraftRow
from companion.games.kit.edit import counted, one_of
from companion.games.scene import CardDesign, Face
from companion.words import NOTHING, Text, count, text, verbatim
from tests.games.proof.topcard.game import DECK, Table, TopCard

MOST: Final = 9


class Card(NamedTuple):
    """Some cards of one name: how many, their value, and whether they are lucky."""

    name: str
    value: int = 1
    copies: int = 1
    lucky: bool = False


class Penned(NamedTuple):
    """A deck, complete or not."""

    name: str
    cards: tuple[Card, ...]


class SetCard(NamedTuple):
    """The new values of one card."""

    row: int
    card: Card


OWN: Final = Penned(
    "Plain cards",
    tuple(
        Card(f"Number {number}", number, 3 if number <= 6 else 2) for number in range(1, MOST + 1)
    ),
)


class PennedDecks(Decks[Penned, SetCard]):
    """Decks of names and values."""

    starts: tuple[DeckStart, ...] = (
        DeckStart("copy", text("A copy"), text("The cards of the game, to be changed.")),
        DeckStart("empty", text("Empty"), text("No cards at all.")),
    )
    longest: int = 20

    def begun(self, start: str) -> Penned:
        """Return a copy, or an empty deck."""
        return OWN._replace(name="") if start == "copy" else Penned("", ())

    def read(self, content: str, source: Text | str) -> Penned:
        """Return the cards as far as they are there."""
        toml = TomlText(content, str(source))
        table = TomlTable(toml, (), toml.data, ("game", "name", "card"))
        cards = (
            TomlTable(toml, ("card", at), data, Card._fields)
            for at, data in enumerate(table.array("card"))
        )
        return Penned(
            table.string("name"),
            tuple(
                Card(
                    one.string("name"),
                    one.number("value", 1, MOST),
                    one.number("copies", 0, len(DECK)),
                    bool(one.data.get("lucky")),
                )
                for one in cards
            ),
        )

    def write(self, draft: Penned) -> str:
        """Write a table for each name."""
        cards = (
            (
                f'[[card]]\nname = "{card.name}"\nvalue = {card.value}\ncopies = '
                f"{card.copies}\nlucky = {str(card.lucky).lower()}\n"
            )
            for card in draft.cards
        )
        return "\n".join([f'game = "penned"\nname = "{draft.name}"\n', *cards])

    def name(self, draft: Penned) -> str:
        return draft.name

    def named(self, draft: Penned, name: str) -> Penned:
        return draft._replace(name=name)

    def rows(self, draft: Penned) -> tuple[DraftRow, ...]:
        """Return a row for each name."""
        return tuple(
            DraftRow(
                str(at),
                card.name,
                text("Value {value}, {copies} times", value=card.value, copies=card.copies),
                NOTHING if card.name else text("It has no name yet."),
            )
            for at, card in enumerate(draft.cards)
        )

    def wrong(self, draft: Penned) -> tuple[Text, ...]:
        """Require as many cards as are dealt."""
        cards = sum(card.copies for card in draft.cards)
        if cards == len(DECK):
            return ()
        return (count("{number} card of {all}.", "{number} cards of {all}.", cards, all=len(DECK)),)

    def form(self, draft: Penned, row: str) -> tuple[Field, ...]:
        """Return value, copies and luck."""
        at, card = int(row), draft.cards[int(row)]
        lucky = ((True, text("Lucky")), (False, text("Not lucky")))
        return (
            counted(text("Value"), card.value, lambda v: SetCard(at, card._replace(value=v))),
            counted(text("Copies"), card.copies, lambda v: SetCard(at, card._replace(copies=v))),
            one_of(text("Luck"), lucky, card.lucky, lambda v: SetCard(at, card._replace(lucky=v))),
        )

    def edited(self, draft: Penned, edit: SetCard) -> Penned:
        """Change one card, within the limits of values and copies."""
        if not 1 <= edit.card.value <= MOST or edit.card.copies < 0:
            raise RuleError(text("values are 1 to {most}", most=MOST))
        return draft._replace(
            cards=(*draft.cards[: edit.row], edit.card, *draft.cards[edit.row + 1 :])
        )

    def renamed(self, draft: Penned, row: str, name: str) -> Penned:
        """Rename a row, without quotes."""
        if '"' in name:
            raise RuleError(text("a name has no quotes"))
        return self.edited(draft, SetCard(int(row), draft.cards[int(row)]._replace(name=name)))

    def added(self, draft: Penned) -> tuple[Penned, str]:
        """Append a row."""
        return draft._replace(cards=(*draft.cards, Card(""))), str(len(draft.cards))

    def removed(self, draft: Penned, row: str) -> Penned:
        return draft._replace(cards=(*draft.cards[: int(row)], *draft.cards[int(row) + 1 :]))


class PennedCard(TopCard):
    """The game with a deck; its cards are those of Top Card with the deck's values."""

    key, title = "penned", "Penned Card"
    about = text("Top Card with cards that you write yourselves.")

    def __init__(self, deck: Penned, own_deck: str = "") -> None:
        """Begin with a deck; `own_deck` is its text if it was typed."""
        cards = [card for card in deck.cards for _ in range(card.copies)]
        self.faces = {
            code: Face(
                code,
                "top",
                card.value,
                CardDesign(verbatim(card.name), str(card.value), (), (), "ink"),
            )
            for code, card in zip(DECK, cards, strict=True)
        }
        self.decks = PennedDecks(own_deck, verbatim(deck.name), self.with_deck)
        self.parts = {**TopCard.parts, Decks: self.decks}

    def with_deck(self, content: str, source: Text | str) -> PennedCard:
        """Check names and the number of cards."""
        if not content:
            return GAME
        decks, draft = self.decks, self.decks.read(content, source)
        wrong = next((row.wrong for row in decks.rows(draft) if row.wrong), NOTHING) or next(
            iter(decks.wrong(draft)), NOTHING
        )
        if wrong:
            raise FormatError(source, None, wrong, text("a whole deck"))
        return _played_with(content, draft)

    def face(self, code: int) -> Face | None:
        """Return the deck's face of it."""
        return self.faces.get(code)

    def play(self, position: Table) -> PlayResult[Table, TextEvent | SetByHand]:
        """Let the highest value win."""
        passage = super().play(position)
        return passage._replace(
            cards=tuple((seat, self.faces[face.code]) for seat, face in passage.cards)
        )


@lru_cache(maxsize=8)
def _played_with(content: str, deck: Penned) -> PennedCard:
    return PennedCard(deck, content)


GAME: Final = PennedCard(OWN)
