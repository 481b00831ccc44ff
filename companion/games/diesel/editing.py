"""Writing decks: combatants with name, strength, copies by mark, and an effect of verb and filters.

A draft has each combatant once, with its number of copies. Its effects are always valid
(`effects`), so that only numbers of cards can be wrong. A choice that would make an effect invalid
is refused in words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from companion.errors import RuleError
from companion.games.corrections import Field
from companion.games.decks import Decks, DeckStart, DraftRow
from companion.games.diesel.corrections import GameEvent
from companion.games.diesel.deck_file import (
    BY_MARK,
    LONGEST_CARD,
    card_id,
    house_abilities,
    house_deck,
    name_fault,
    parse_deck,
    write_deck,
)
from companion.games.diesel.effects import wrong_with
from companion.games.diesel.engine.cards import (
    HOW_MANY,
    MARKS,
    NO_ABILITY,
    NONE,
    OWNER,
    TYPES,
    Ability,
    Card,
    Deck,
)
from companion.games.diesel.forms import Combatant, Put, fields_of
from companion.games.diesel.narration.abilities import TYPE_WORDS, ability_full, ability_short
from companion.games.diesel.stages import DieselPosition
from companion.named_tuples import NamedTuple
from companion.words import NOTHING, Text, count, sentence, text

COPY, EMPTY = "copy", "empty"
"""What a new deck can start from."""


class Draft(NamedTuple):
    """A deck that is being written."""

    name: str
    combatants: tuple[Combatant, ...] = ()
    """The combatants, in deck order."""


class DieselDecks(Decks[DieselPosition, GameEvent]):
    """Writing of decks with 52 combatants."""

    starts: tuple[DeckStart, ...] = (
        DeckStart(COPY, text("From the house set"), text("Change its cards one by one.")),
        DeckStart(EMPTY, text("From nothing"), text("Enter every card yourself.")),
    )
    longest: int = LONGEST_CARD

    def begun(self, start: str) -> Draft:
        """Return a draft with all of the house set, or without cards."""
        return _draft(house_deck())._replace(name="My deck") if start == COPY else Draft("My deck")

    def read(self, content: str, source: Text | str) -> Draft:
        """Return the draft in a deck file, which can have any number of cards."""
        return _draft(parse_deck(content, str(source), whole=False))

    def write(self, draft: Draft) -> str:
        return write_deck(Deck(draft.name, OWNER, tuple(_cards(draft))))

    def name(self, draft: Draft) -> str:
        return draft.name

    def named(self, draft: Draft, name: str) -> Draft:
        """Return the draft with another name, which must not be empty."""
        if not name.strip():
            raise RuleError(text("a deck needs a name"))
        return draft._replace(name=name.strip())

    def rows(self, draft: Draft) -> tuple[DraftRow, ...]:
        """Return a row for each combatant."""
        return tuple(
            DraftRow(str(at), one.name, _about(one), full=ability_full(one.ability))
            for at, one in enumerate(draft.combatants)
        )

    def wrong(self, draft: Draft) -> tuple[Text, ...]:
        """Return how many cards are missing or too many, by strength and by mark (DD02, DD03)."""
        return tuple(_wrong_numbers(draft))

    def form(self, draft: Draft, row: str) -> tuple[Field, ...]:
        """Return the fields for strength, copies and effect."""
        return fields_of(int(row), draft.combatants[int(row)])

    def edited(self, draft: Draft, edit: Put) -> Draft:
        """Return the draft with a changed combatant, whose effect must be valid."""
        one = edit.combatant
        if edit.row not in range(len(draft.combatants)):
            raise RuleError(text("this card no longer exists"))
        if any(number < 0 for number in one.copies):
            raise RuleError(text("a card has at least one copy"))
        if not any(one.copies):
            raise RuleError(text("this is the last copy: take the card out instead"))
        if any(number > most for number, most in zip(one.copies, BY_MARK, strict=True)):
            raise RuleError(text("there are no more cards with this mark"))
        wrong = wrong_with(one.ability, one.strength)
        if wrong is not None:
            raise RuleError(
                text(
                    "that would be {found}; possible here: {expected}",
                    found=wrong.found,
                    expected=wrong.expected,
                )
            )
        return _with(draft, edit.row, one)

    def renamed(self, draft: Draft, row: str, name: str) -> Draft:
        """Return the draft with another name for a combatant.

        Names are plain words that differ in more than case and blanks.
        """
        wrong = name_fault(name)
        if wrong is not None:
            raise RuleError(
                text(
                    "a name has at most {most} characters: letters, digits and - ' . with one "
                    "space between words",
                    most=LONGEST_CARD,
                )
            )
        if any(
            card_id(other.name) == card_id(name)
            for at, other in enumerate(draft.combatants)
            if at != int(row)
        ):
            raise RuleError(text("another card is called {name} already", name=name))
        return _with(draft, int(row), draft.combatants[int(row)]._replace(name=name))

    def added(self, draft: Draft) -> tuple[Draft, str]:
        """Return the draft with a new combatant at the end, with an unused name."""
        taken = {card_id(one.name) for one in draft.combatants}
        name = next(
            name
            for number in range(1, len(taken) + 2)
            if card_id(name := f"Card {number}") not in taken
        )
        return draft._replace(combatants=(*draft.combatants, Combatant(name))), str(
            len(draft.combatants)
        )

    def removed(self, draft: Draft, row: str) -> Draft:
        """Return the draft without a combatant and all its copies."""
        return draft._replace(
            combatants=tuple(one for at, one in enumerate(draft.combatants) if at != int(row))
        )


def _with(draft: Draft, row: int, combatant: Combatant) -> Draft:
    return draft._replace(
        combatants=(*draft.combatants[:row], combatant, *draft.combatants[row + 1 :])
    )


def _about(one: Combatant) -> Text:
    return count(
        "{strength} {type}, {number} card: {does}",
        "{strength} {type}, {number} cards: {does}",
        sum(one.copies),
        strength=one.strength,
        type=TYPE_WORDS[TYPES[one.strength]],
        does=ability_short(one.ability),
    )


def _wrong_numbers(draft: Draft) -> Iterator[Text]:
    for strength, right in enumerate(HOW_MANY):
        found = sum(sum(one.copies) for one in draft.combatants if one.strength == strength)
        if found != right:
            yield sentence(
                text(
                    "{number} of {right} cards with strength {strength}",
                    number=found,
                    right=right,
                    strength=strength,
                )
            )
    for at, (mark, right) in enumerate(zip(MARKS, BY_MARK, strict=True)):
        found = sum(one.copies[at] for one in draft.combatants)
        if found != right:
            words = (
                text(
                    "{number} of {right} cards with the mark {mark}",
                    number=found,
                    right=right,
                    mark=mark,
                )
                if mark
                else NOTHING
            )
            yield sentence(
                words or text("{number} of {right} cards without a mark", number=found, right=right)
            )


# ---- Decks and drafts ----------------------------------------------------------------------------


def _draft(deck: Deck) -> Draft:
    """Return the draft of a deck: each name once, where its first copy is, without keys."""
    names = dict.fromkeys(card.name for card in deck.cards)
    return Draft(
        deck.name,
        tuple(_combatant([card for card in deck.cards if card.name == name]) for name in names),
    )


def _combatant(cards: list[Card]) -> Combatant:
    marks = [card.mark for card in cards]
    one, two, three, four = (marks.count(mark) for mark in MARKS)
    return Combatant(
        cards[0].name, cards[0].strength, (one, two, three, four), _keyless(cards[0].ability)
    )


def _keyless(ability: Ability) -> Ability:
    return ability if ability.kind == NONE else ability._replace(key="")


def _cards(draft: Draft) -> Iterator[Card]:
    """Yield a card for each copy, in the order of the marks."""
    keys = _keys(draft)
    for one in draft.combatants:
        ability = (
            one.ability if one.ability.kind == NONE else one.ability._replace(key=keys[one.name])
        )
        marks = (
            mark for mark, number in zip(MARKS, one.copies, strict=True) for _ in range(number)
        )
        for copy, mark in enumerate(marks, 1):
            yield Card(card_id(one.name, copy), one.name, one.strength, ability, mark, OWNER)


def _keys(draft: Draft) -> Mapping[str, str]:
    """Return the key of every combatant's ability, by its name.

    It is the key of an equal ability of the house set, else made from the name.
    """
    house = {
        _keyless(ability): key
        for key, ability in house_abilities().items()
        if ability != NO_ABILITY
    }
    taken, keys = {*house_abilities()}, {}
    for one in draft.combatants:
        key = house.get(one.ability, "")
        if not key:
            stem = re.sub(r"[^a-z0-9]+", "_", one.name.lower()).strip("_")[:30]
            stem = stem if stem[:1].isalpha() else f"card_{stem}".strip("_")
            key = next(
                free
                for number in range(1, len(taken) + 2)
                if (free := stem if number == 1 else f"{stem}_{number}") not in taken
            )
            taken.add(key)
        keys[one.name] = key
    return keys
