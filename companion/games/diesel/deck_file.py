"""Deck files: 52 combatants and what they do. One strict parser reads the house set and all others.

The format::

    name = "…"                 the name of the deck
    source = "owner"           "house" for the house set, "owner" for decks that people type in
    cards = [                  one row for each card, in deck order
      { name = "…", strength = 1, ability = "my_key", mark = "4+" },
    ]
    [abilities.my_key]         what a card does; abilities of the house set need no table
    kind = "instant"
    verb = "discard"
    whose = "others"

A row may also state what follows from the rest (`id`, `type`, `kind`, `copies`); it must be right.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Mapping
from functools import cache
from typing import Final

from companion.content import house_deck_text
from companion.errors import near_word
from companion.formats.misread_error import MisreadError, one_of, quote_value, unknown_word
from companion.formats.toml_text import LONGEST_NAME, TomlTable, TomlText
from companion.games.diesel.effects import SETTABLE, set_fields, value_of, wrong_with
from companion.games.diesel.engine.cards import (
    ASIDE,
    CONDITIONS,
    FRONT,
    HIGHEST,
    HOUSE,
    HOW_MANY,
    KINDS,
    LOWEST,
    MARKS,
    NO_ABILITY,
    NONE,
    NUMBERS,
    OWNER,
    TYPES,
    VERBS,
    WHOSE,
    Ability,
    Card,
    Deck,
    Filter,
)

HOUSE_FILE: Final = "diesel-house.toml"
KEYS: Final = ("name", "source", "cards", "abilities")
ROW_KEYS: Final = ("id", "name", "strength", "type", "kind", "ability", "mark", "copies", "source")
ABILITY_KEYS: Final = ("kind", "verb", *SETTABLE)
SOURCES: Final = (HOUSE, OWNER)
BY_MARK: Final = (17, 10, 10, 15)
"""The number of cards with each of MARKS (DD03)."""
LONGEST_CARD: Final = 24
"""The maximum length of a card's name, in letters that fit on a card."""
KEY: Final = re.compile(r"[a-z][a-z0-9_]{0,39}")


@cache
def house_deck() -> Deck:
    """Return the house set, which is read once."""
    return parse_deck(house_deck_text("diesel"), HOUSE_FILE)


def house_abilities() -> Mapping[str, Ability]:
    """Return the abilities of the house set by their keys."""
    return {card.ability.key: card.ability for card in house_deck().cards}


def parse_deck(text: str, source: str, whole: bool = True) -> Deck:
    """Return the deck in the text of a file.

    Args:
        text: The text.
        source: The name of the file in faults.
        whole: Whether the deck must be complete. If not, it can have any number of cards.

    Raises:
        FormatError: The text is wrong.
    """
    toml = TomlText(text, source)
    table = TomlTable(toml, (), toml.data, KEYS)
    name = table.string("name", longest=LONGEST_NAME).strip()
    whose = table.word("source", OWNER, SOURCES)
    if not name:
        raise table.misread("no name", 'name = "…", what the deck is called', "name")
    own = _read_abilities(table)
    cards: list[Card] = []
    for row in table.tables("cards", ROW_KEYS):
        cards.append(_read_card(row, cards, own, whose))
    for number, card in enumerate(cards):
        row = TomlTable(toml, ("cards", number), toml.data["cards"][number], ROW_KEYS)
        right = copies_of(cards, card.name)
        if row.string("copies", right) != right:
            raise row.misread(
                f"copies = {quote_value(row.string('copies'))} of {card.name}",
                f"{quote_value(right)}, as the rows have it, or no copies",
                "copies",
            )
    if whole:
        _check_numbers(table, cards)
    for key in own:
        if not any(card.ability.key == key for card in cards):
            raise table.misread(
                f"ability {key}, which no card has", "abilities of cards only", "abilities", key
            )
    return Deck(name, whose, tuple(cards))


# ---- Abilities -----------------------------------------------------------------------------------


def _read_abilities(table: TomlTable) -> dict[str, Ability]:
    """Read the abilities in a file, by their keys."""
    data = table.data.get("abilities", {})
    if not isinstance(data, dict):
        raise table.misread(
            f"abilities = {quote_value(data)}",
            "a table such as [abilities.my_key] for each ability",
            "abilities",
        )
    found = {}
    for key, said_here in data.items():
        if not KEY.fullmatch(key) or key == NONE:
            raise table.misread(
                f"ability {quote_value(key)}",
                f"a key of small letters, digits and _, other than {NONE}",
                "abilities",
                key,
            )
        found[key] = _read_ability(
            TomlTable(table.text, ("abilities", key), said_here, ABILITY_KEYS), key
        )
    return found


def _read_ability(table: TomlTable, key: str) -> Ability:
    kind = table.word("kind", "", KINDS[1:])
    verb = table.word("verb", "", VERBS[kind])
    targets = Filter(
        table.number("least", 0, 4) if "least" in table else 0,
        table.number("most", 0, 4) if "most" in table else 4,
        _read_words(table, "types", TYPES),
        table.word("whose", WHOSE[0], WHOSE),
        table.truth("deployed"),
        table.truth("up"),
        table.truth("others"),
        table.word("extreme", "", (LOWEST, HIGHEST)) if "extreme" in table else "",
    )
    ability = Ability(
        key,
        kind,
        verb,
        targets,
        table.word("number", NUMBERS[0], NUMBERS),
        table.word("source", FRONT, (FRONT, ASIDE)),
        table.truth("may"),
        table.word("only", "", TYPES) if "only" in table else "",
        _read_words(table, "wins_by", CONDITIONS),
    )
    wrong = wrong_with(ability)
    if wrong is not None:
        raise table.misread(
            f"{wrong.field} with {verb}: {wrong.found}",
            str(wrong.expected),
            *((wrong.field,) if wrong.field in table else ()),
        )
    return ability


def _read_words(table: TomlTable, key: str, known: tuple[str, ...]) -> tuple[str, ...]:
    """Read the words of an array, each of them known and said once."""
    words = table.strings(key)
    for number, word in enumerate(words):
        if word not in known:
            raise table.fault(unknown_word(word, key, known), key, number)
        if word in words[:number]:
            raise table.misread(f"{word} twice", "each once", key, number)
    return tuple(words)


# ---- Cards ---------------------------------------------------------------------------------------


def card_id(name: str, copy: int = 1) -> str:
    """Return the id of a copy of a card: its name in lower case with `-` for blanks.

    Copies count from 1; only further ones have their number.
    """
    return name.lower().replace(" ", "-") + (f"#{copy}" if copy > 1 else "")


def name_fault(name: str) -> MisreadError | None:
    """Return what is wrong with a card's name, None if it is valid.

    Ids and lists of cards need plain words.
    """
    if not name:
        return MisreadError("no name", f"a name of at most {LONGEST_CARD} characters")
    if len(name) > LONGEST_CARD:
        return MisreadError(
            f"a name of {len(name)} characters", f"at most {LONGEST_CARD}, as they fit on a card"
        )
    if (
        name != " ".join(name.split())
        or not all(sign.isalnum() or sign in " -'’." for sign in name)
        or not name[0].isalnum()
    ):
        return MisreadError(
            f"name {quote_value(name)}", "letters, digits and - ' . with one space between words"
        )
    if name.lower() == "no":
        return MisreadError(f"name {quote_value(name)}", "another name, because it is an answer")
    return None


def _read_card(row: TomlTable, before: list[Card], own: Mapping[str, Ability], whose: str) -> Card:
    name = row.string("name")
    wrong = name_fault(name)
    if wrong is not None:
        raise row.fault(wrong, *(("name",) if "name" in row else ()))
    if "strength" not in row:
        raise row.misread(f"{name} without a strength", "strength = a number from 0 to 4")
    strength = row.number("strength", 0, 4)
    ability = _ability_of(row, own)
    wrong_effect = wrong_with(ability, strength)
    if wrong_effect is not None:
        raise row.misread(
            f"{name} with {ability.key}: {wrong_effect.found}",
            str(wrong_effect.expected),
            "ability",
        )
    mark = row.string("mark")
    if mark not in MARKS:
        raise row.misread(
            f"mark {quote_value(mark)}",
            f'"" for a card that is always in use, {one_of(MARKS[1:])}',
            "mark",
        )
    card = Card(
        card_id(name, 1 + sum(other.name == name for other in before)),
        name,
        strength,
        ability,
        mark,
        row.word("source", whose, SOURCES),
    )
    for key, right in (("id", card.id), ("type", card.type), ("kind", ability.kind)):
        if row.string(key, right) != right:
            raise row.fault(
                MisreadError(
                    f"{key} = {quote_value(row.string(key))}",
                    f"{quote_value(right)}, or no {key}",
                    right,
                ),
                key,
            )
    _check_twins(row, card, before)
    # A card as in the house set can be printed as one of it.
    is_of_house = row.text.source == HOUSE_FILE or any(
        (other.name, other.strength, other.ability) == (card.name, card.strength, card.ability)
        for other in house_deck().cards
    )
    if card.source == HOUSE and not is_of_house:
        raise row.misread(
            f"{name} of the house set",
            'source = "owner", for a card that is not as in the house set',
            *(("source",) if "source" in row else ()),
        )
    return card


def _ability_of(row: TomlTable, own: Mapping[str, Ability]) -> Ability:
    key = row.string("ability", NONE)
    if key == NONE:
        return NO_ABILITY
    if key in own:
        return own[key]
    house = house_abilities() if row.text.source != HOUSE_FILE else {}
    if key not in house:
        names = {*own, *house, NONE}
        expected = "a table [abilities.…] of this file or an ability of the house set"
        raise row.fault(
            MisreadError(f"ability {quote_value(key)}", expected, near_word(key, sorted(names))),
            "ability",
        )
    return house[key]


def _check_twins(row: TomlTable, card: Card, before: list[Card]) -> None:
    """Check that copies are alike and in the order of their marks, and that ids are unique."""
    for other in before:
        if other.name != card.name:
            if other.id.partition("#")[0] == card.id.partition("#")[0]:
                raise row.misread(
                    f"{card.name} and {other.name}",
                    "names that differ in more than capitals and -",
                    "name",
                )
        elif other.strength != card.strength:
            raise row.misread(
                f"{card.name} of strength {card.strength} and another of {other.strength}",
                "one strength for all copies",
                "strength",
            )
        elif other.ability != card.ability:
            raise row.misread(
                f"{card.name} with {card.ability.key} and another with {other.ability.key}",
                "one ability for all copies",
                "ability",
            )
        elif MARKS.index(other.mark) > MARKS.index(card.mark):
            raise row.misread(
                f"{card.name} with mark {quote_value(card.mark)} after one with {other.mark}",
                "copies in the order of their marks",
                "mark",
            )


def copies_of(cards: list[Card], name: str) -> str:
    """Return how many copies of a name have each mark, such as "1/0/0/1"."""
    return "/".join(
        str(sum(card.name == name and card.mark == mark for card in cards)) for mark in MARKS
    )


def _check_numbers(table: TomlTable, cards: list[Card]) -> None:
    """Check the numbers of cards by strength and by mark (DD02, DD03)."""
    strengths = Counter(card.strength for card in cards)
    marks = Counter(card.mark for card in cards)
    for strength, right in enumerate(HOW_MANY):
        if strengths[strength] != right:
            raise table.misread(
                f"{strengths[strength]} cards of strength {strength}",
                f"{right}; by strength {in_a_row(HOW_MANY)}",
                "cards",
            )
    for mark, right in zip(MARKS, BY_MARK, strict=True):
        if marks[mark] != right:
            found = f"{marks[mark]} cards {f'with mark {mark}' if mark else 'without a mark'}"
            raise table.misread(found, f"{right}; by mark {in_a_row(BY_MARK)}", "cards")


def in_a_row(numbers: tuple[int, ...]) -> str:
    """Return numbers with commas, as faults list them."""
    return ", ".join(map(str, numbers))


# ---- Writing -------------------------------------------------------------------------------------


def write_deck(deck: Deck) -> str:
    """Return the text of a deck's file; `parse_deck` makes an equal deck of it."""
    cards = [*deck.cards]
    lines = [f"name = {_toml(deck.name)}", f"source = {_toml(deck.source)}", "cards = ["]
    for card in cards:
        said = {
            "id": card.id,
            "name": card.name,
            "strength": card.strength,
            "type": card.type,
            "kind": card.ability.kind,
            "ability": card.ability.key,
            "mark": card.mark,
            "copies": copies_of(cards, card.name),
            "source": card.source,
        }
        lines.append(
            f"  {{ {', '.join(f'{key} = {_toml(value)}' for key, value in said.items())} }},"
        )
    lines.append("]")
    abilities = {card.ability.key: card.ability for card in cards if card.ability.kind != NONE}
    for key, ability in abilities.items():
        lines += ["", f"[abilities.{key}]"]
        for field in ("kind", "verb", *set_fields(ability)):
            lines.append(f"{field} = {_toml(value_of(ability, field))}")
    return "\n".join([*lines, ""])


def _toml(value: object) -> str:
    # TOML writes texts, numbers, truth values and arrays like JSON; none of them has control
    # characters.
    return json.dumps(list(value) if isinstance(value, tuple) else value, ensure_ascii=False)
