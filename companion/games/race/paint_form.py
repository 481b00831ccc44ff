"""The form of a painted element: a field for each of its keys, from what the key accepts.

A key with fixed choices offers them. A free key is tried with likely words and offers those that it
accepts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Final

from companion.engine.board import Board
from companion.engine.element import Element
from companion.engine.keys import Key
from companion.errors import RuleError
from companion.games.corrections import CHOICE, NUMBER, Field, FieldChoice
from companion.games.kit.edit import one_of, several_of
from companion.geometry import HEADINGS
from companion.named_tuples import NamedTuple
from companion.words import NOTHING, Text, capital, text, verbatim

TITLES: Final[Mapping[str, Text]] = {
    "registers": text("Active in registers"),
    "group": text("Group"),
    "link": text("Link"),
    "damage": text("Damage"),
    "speed": text("Speed"),
    "size": text("Size"),
    "turn": text("Turns"),
    "range": text("Range"),
    "beams": text("Beams"),
    "seat": text("Seat"),
    "value": text("Wrenches"),
    "hits": text("Hits"),
    "mode": text("Mode"),
    "force": text("Force"),
    "inlets": text("Comes in from"),
    "dirs": text("Leads to in register {number}"),
    "carry": text("Carries"),
    "other": text("Flipped it leads to"),
    "landing": text("Coming down"),
    "axis": text("Leads across"),
    "gives": text("Gives"),
    "negate": text("Takes off"),
    "effect": text("Effect"),
    "power": text("Squares further"),
    "closes": text("Closes after"),
    "entry": text("Driving onto it"),
    "model": text("Slope"),
    "steep": text("Squares more to go up"),
    "scope": text("Random cards"),
    "next_turn": text("For the next turn"),
    "checkpoint": text("Checkpoint"),
    "swap": text("May be replaced"),
    "walls": text("Walls on the way"),
    "phases": text("Virtual for registers"),
    "heading": text("Clanks face"),
}
WORDS: Final[Mapping[str, Text]] = {
    "cw": text("Clockwise"),
    "ccw": text("Anticlockwise"),
    "slow": text("Slow"),
    "fast": text("Fast"),
    "hyper": text("Very fast"),
    "yes": text("Yes"),
    "no": text("No"),
    "none": text("Not at all"),
    "push": text("Push"),
    "pull": text("Pull"),
    "damage": text("Damage"),
    "": text("As usual"),
    "N": text("North"),
    "E": text("East"),
    "S": text("South"),
    "W": text("West"),
    "soft": text("Soft"),
    "hard": text("1 damage"),
    "NS": text("North to south"),
    "EW": text("East to west"),
    "heal": text("1 damage less"),
    "boost": text("Energy"),
    "nothing": text("Nothing"),
    "start": text("The first square"),
    "leave": text("The last square in it"),
    "swap": text("Mixes up cards"),
    "sight": text("Ends shots only"),
    "normal": text("As usual"),
    "slide": text("Slides at once"),
    "square": text("The whole square"),
    "edge": text("Its high side only"),
    "rest": text("All that are left"),
    "register": text("This register"),
    "random": text("A random program"),
    "any": text("Any card to come"),
    "next": text("The next card"),
    "choose": text("A card may be chosen"),
    "choose_or_random": text("A card, or random ones"),
    "pass": text("Lead through"),
    "block": text("End the jump"),
}
OF_A_KEY: Final[Mapping[tuple[str, str], Text]] = {
    ("closes", "turn"): text("The turn"),
    ("closes", "register"): text("Each register"),
    ("next_turn", "none"): text("Nothing"),
}
"""Words with another meaning under one key."""
REGISTERS: Final = "registers"
FEW: Final = 4
"""The maximum number of values side by side. More are counted up and down."""
LIKELY: Final = ("", *map(str, range(13)), *HEADINGS)
"""The words to try for a key without fixed choices."""
NAMES: Final = tuple("abcdef")
"""Words for groups and links, in addition to those on the board."""
SEATS: Final = range(1, 9)


class ReplaceElement(NamedTuple):
    """A change that replaces an element by another one, each by its entry."""

    entry: str
    now: str
    """The new entry."""


class RemoveElement(NamedTuple):
    """A change that removes an element, by its entry."""

    entry: str


class Edge(NamedTuple):
    """A change to the edge of the board."""

    edge: str


def next_seat(board: Board) -> int:
    """Return the first seat without a start.

    Raises:
        RuleError: All seats have one.
    """
    found = next((seat for seat in SEATS if seat not in board.starts), None)
    if found is None:
        raise RuleError(text("every seat has its start: move one by its number, or take one away"))
    return found


def form_of(board: Board, elements: Iterable[Element]) -> tuple[Field, ...]:
    """Return all fields of some elements of one square, each element under its own heading."""
    return tuple(
        field for element in elements for field in (_head(element), *_of_keys(board, element))
    )


def _head(element: Element) -> Field:
    ways = (
        [
            FieldChoice(
                text("Turn it"),
                ReplaceElement(element.entry(), element.placed(element.square, 1).entry()),
            )
        ]
        if _turns(element)
        else []
    )
    return Field(
        element.title(),
        CHOICE,
        (*ways, FieldChoice(text("Take it away"), RemoveElement(element.entry()), symbol="cross")),
    )


def _turns(element: Element) -> bool:
    return element.placed(element.square, 1) != element


def _of_keys(board: Board, element: Element) -> Iterator[Field]:
    for key in element.keys:
        value = key.write(getattr(element, key.attribute))
        if key.name == REGISTERS:
            yield _several(element, key, value, tuple("12345"))
        elif _takes(key, "N,E") and not _takes(key, "N,N"):
            yield _several(element, key, value, tuple(HEADINGS))
        elif "," in value and all(part in HEADINGS for part in value.split(",")):
            yield from _in_order(element, key, value)
        else:
            choices = key.choices or (
                _names(board, key)
                if _takes(key, "word")
                else tuple(word for word in LIKELY if _takes(key, word))
            )
            if len(choices) > 1:
                yield _one(element, key, value, choices)


def _names(board: Board, key: Key) -> tuple[str, ...]:
    """Return free words for a key: a few letters, and all that the board has."""
    there = {
        str(getattr(element, key.attribute))
        for element in board.elements
        if hasattr(element, key.attribute)
    }
    return tuple(dict.fromkeys([*NAMES, *sorted(there)]))


def _takes(key: Key, word: str) -> bool:
    """Return whether a key accepts a word and writes it back unchanged."""
    try:
        return key.write(key.read(word)) == word
    except ValueError:
        return False


def _title(key: Key, number: int = 0) -> Text:
    found = TITLES.get(key.name, capital(verbatim(key.name)))
    return found if not number else Text(found.template, (("number", number),))


def _now(element: Element, key: Key, value: str) -> ReplaceElement | None:
    """Return the change to another value of a key, None if it is no change or impossible."""
    now = replace(element, **{key.attribute: key.read(value)})
    return None if now == element else ReplaceElement(element.entry(), now.entry())


def _one(element: Element, key: Key, value: str, choices: tuple[str, ...]) -> Field:
    if len(choices) > FEW and all(choice.isdigit() for choice in choices[1:]):
        return _stepped(element, key, value, choices)
    labels = ((choice, _word(choice, key.name)) for choice in choices)
    return one_of(_title(key), labels, value, lambda choice: _now(element, key, choice))


def _stepped(element: Element, key: Key, value: str, choices: tuple[str, ...]) -> Field:
    at = choices.index(value) if value in choices else 0
    less = FieldChoice(
        text("less"),
        None if at == 0 else _now(element, key, choices[at - 1]),
        blocked=text("This is the least.") if at == 0 else NOTHING,
    )
    last = at == len(choices) - 1
    more = FieldChoice(
        text("more"),
        None if last else _now(element, key, choices[at + 1]),
        blocked=text("This is the most.") if last else NOTHING,
    )
    return Field(_title(key), NUMBER, (less, more), _word(value))


def _several(element: Element, key: Key, value: str, parts: tuple[str, ...]) -> Field:
    """Return a field that switches each part on or off; one stays on."""
    return several_of(
        _title(key),
        ((part, _word(part)) for part in parts),
        value.split(","),
        lambda now: _now(element, key, ",".join(now)),
        text("One of them stays on."),
    )


def _in_order(element: Element, key: Key, value: str) -> Iterator[Field]:
    """Yield a field with the direction for each register."""
    parts = value.split(",")
    for at, part in enumerate(parts):

        def change(way: str, at: int = at) -> ReplaceElement | None:
            return _now(element, key, ",".join((*parts[:at], way, *parts[at + 1 :])))

        yield one_of(_title(key, at + 1), ((way, _word(way)) for way in HEADINGS), part, change)


def _word(value: str, key: str = "") -> Text:
    return OF_A_KEY.get((key, value)) or WORDS.get(value) or verbatim(value)
