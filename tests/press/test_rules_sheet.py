"""The rules sheet agrees with the engine: order, deck, damage, and every setting."""

from __future__ import annotations

import re

import pytest

from companion.engine.board import Board
from companion.engine.cards import DECK, cards_dealt, locked_slots
from companion.engine.elements.belt import Belt
from companion.engine.elements.crusher import Crusher
from companion.engine.elements.laser import Laser
from companion.engine.elements.pusher import Pusher
from companion.engine.elements.rotator import Rotator
from companion.engine.race_tables import RaceTables
from companion.engine.rules import OPTIONS, Rules, rules_from
from companion.engine.turn import OWN_BEATS
from companion.games.programmed.rulings import SENTENCES, sentence
from companion.press.leaves import FOOT, LICENCE
from companion.press.markers import RULES, marker_document
from companion.press.marks import Mark, MarkGroup, Rectangle, TextLine
from companion.press.paper import GREY, PAPERS, RED
from companion.press.pdf import pdf
from companion.press.rules_sheet import REGISTER_PARTS, damage_table, rules_leaf
from tests.press.prints import picture, words

A4 = PAPERS["a4"]
CHOICES = [(option.key, choice.word) for option in OPTIONS for choice in option.choices]


def _read(rules: Rules) -> str:
    """Return the sheet's words, without the ends of lines."""
    return " ".join(words(pdf(marker_document(A4, (RULES,), rules))).split())


def _words_of(marks: tuple[Mark, ...], down: float = 0.0) -> list[tuple[TextLine, float]]:
    """Return all words of a leaf, each with its height above the leaf's lower side."""
    found: list[tuple[TextLine, float]] = []
    for mark in marks:
        if isinstance(mark, MarkGroup):
            found += _words_of(mark.marks, down + mark.y)
        elif isinstance(mark, TextLine):
            found.append((mark, mark.y + down))
    return found


@pytest.mark.parametrize(("key", "word"), CHOICES)
def test_every_value_is_told(key: str, word: str) -> None:
    """Print each setting's value with its meaning, and the default if it differs."""
    said = _read(rules_from({key: word}))
    option = next(option for option in OPTIONS if option.key == key)
    choice, usual = option.choice(word), option.choice(option.default)
    assert all(str(words) in said for words in (option.title, choice.label, choice.meaning))
    assert said.count("usual:") == (word != option.default) and (
        word == option.default or f"usual: {usual.label}" in said
    )


def test_the_text_follows_the_settings() -> None:
    """Change the text on locks, handle, lives and touching with the settings."""
    usual, other = _read(Rules()), _read(Rules("pass", "turn", "turn", "this", None, False))
    assert (
        "Red slots are locked" in usual
        and "Red slots" not in other
        and "never fewer than five" in other
    )
    assert "rest next turn" in usual and "rest at once" in other
    assert (
        "loses a life" in usual and "loses a life" not in other and "with a life left" not in other
    )
    assert (
        "as soon as your clank comes onto its square" in other
        and "at the end of register 5" in other
    )


@pytest.mark.parametrize("card_lock", [True, False])
def test_the_damage_table_is_the_engines(card_lock: bool) -> None:
    """Print dealt cards and locked red slots for each damage (6.2.1, 6.2.2, 6.3.1)."""
    marks = damage_table(95, card_lock).marks
    numbers = [mark.text for mark in marks if isinstance(mark, TextLine)][3:]
    assert numbers == [
        text for damage in range(10) for text in (str(damage), str(cards_dealt(damage, card_lock)))
    ]
    slots = [
        mark.colour == RED
        for mark in marks
        if isinstance(mark, Rectangle) and mark.height > 5 and mark.width < 2
    ]
    locked = [
        tuple(slot for slot in range(1, 6) if slots[5 * damage + slot - 1]) for damage in range(10)
    ]
    assert locked == [locked_slots(damage, card_lock) for damage in range(10)]


def test_the_register_goes_as_the_engine_goes() -> None:
    """Print the parts of a register in the order in which it is played (7.1)."""
    board = Board(
        3,
        3,
        (
            Belt("A1", 0, "fast"),
            Belt("B1", 0),
            Pusher("C1", 0, (1,)),
            Rotator("A2", "cw"),
            Crusher("B2", (1,)),
            Laser("C2", 0),
        ),
    )
    played = [
        moment.beat.name for moment in RaceTables(board, ("A3",), Rules()).order(OWN_BEATS, 1)
    ]
    parts = [part for part, *_ in REGISTER_PARTS]
    assert played == [*parts[:-1], "flags", "repair"] and parts[-1] == "touching"


def test_the_deck_is_the_whole_deck() -> None:
    """Print numbers of cards that add up, and the first and last priority of each move (4)."""
    said = _read(Rules())
    assert sum(
        map(
            int,
            re.findall(
                r"(\d+) cards\b(?! each)", said.split("The 84 cards")[1].split("Your settings")[0]
            ),
        )
    ) == len(DECK)
    for move in {card.move for card in DECK}:
        priorities = [card.priority for card in DECK if card.move == move]
        assert f"{priorities[0]}–{priorities[-1]}" in said


def test_every_rule_that_is_named_is_one() -> None:
    """Cite only rules that the app can explain."""
    named = [
        mark.text
        for mark, _ in _words_of(rules_leaf(Rules()).marks)
        if re.fullmatch(r"\d+(\.\d+)*(, \d+(\.\d+)*)*", mark.text) and mark.colour == GREY
    ]
    rules = {rule for text in named for rule in text.split(", ")}
    assert len(rules) > 20
    # Other screens explain the settings and the handle.
    known = {
        rule
        for rule in rules
        if sentence(rule) or any(number.startswith(f"{rule}.") for number in SENTENCES)
    }
    assert rules - known == {"3", "6.4.2"}


@pytest.mark.parametrize(
    "rules", [Rules(), Rules("turn", "turn", "register+turn", "this", 1, False)]
)
def test_it_is_one_page_and_ends_above_its_foot(rules: Rules) -> None:
    """End above the line at the foot, also with the longest words."""
    assert len(marker_document(A4, (RULES,), rules).pages) == 1
    assert min(height for _, height in _words_of(rules_leaf(rules).marks)) > FOOT
    assert LICENCE in _read(rules)


def test_columns_keep_apart() -> None:
    """Keep the gutter between the columns white."""
    seen = picture(
        pdf(
            marker_document(A4, (RULES,), Rules("turn", "turn", "register+turn", "this", 1, False))
        ),
        dots=4,
    )
    gutter = seen.crop((round(103.5 * 4), 32 * 4, round(106.5 * 4), 180 * 4))
    assert gutter.getextrema() == ((255, 255),) * 3
