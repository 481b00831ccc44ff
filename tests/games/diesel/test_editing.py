"""Typed decks: any choices make a file that reads back; impossible effects are refused."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from companion.errors import FormatError, RuleError
from companion.games.api import Plan
from companion.games.corrections import FieldChoice
from companion.games.decks import Decks, deck_title, own_deck
from companion.games.diesel.deck_file import house_deck, parse_deck
from companion.games.diesel.editing import EMPTY, HOUSE_COPY, DieselDecks, Draft, Put
from companion.games.diesel.effects import wrong_with
from companion.games.diesel.game import GAME
from tests.recorded import recorded
from tests.typed import any_game, of_kind

DECKS = of_kind(DieselDecks, Decks.of(GAME))


def picks(draft: Draft, row: str) -> Iterator[FieldChoice]:
    """Yield all choices about a combatant."""
    for field in DECKS.form(draft, row):
        yield from field.picks


def touched(draft: Draft, row: str, label: str, title: str = "") -> Draft:
    """Return the draft after the choice with this label."""
    found = [
        pick.change
        for field in DECKS.form(draft, row)
        for at, pick in enumerate(field.picks)
        if title in str(field.title) and (str(pick.label) or ("less", "more")[at]) == label
    ]
    return DECKS.edited(draft, of_kind(Put, found[0]))


def test_a_copy_of_the_house_set_is_whole() -> None:
    """Copy all 52 cards in order, marked as the owner's, of 22 combatants."""
    draft = DECKS.begun(HOUSE_COPY)
    text = DECKS.write(draft)
    cards = parse_deck(text, "copy").cards
    assert (
        DECKS.wrong(draft) == ()
        and DECKS.read(text, "copy") == draft
        and len(DECKS.rows(draft)) == len(draft.combatants)
    )
    assert {card.source for card in cards} == {"owner"}
    assert [card._replace(source="house") for card in cards] == list(house_deck().cards)
    game = GAME.with_deck(text, "copy")
    assert (
        own_deck(any_game(game)) == text
        and str(deck_title(any_game(game))) == recorded("My-deck")
        and game.with_deck("", "") is GAME
    )
    assert game.begin(Plan(None, (), (1, 2, 3), {})).state.deck.source == "owner"


def test_a_deck_from_nothing_can_be_left_but_not_played() -> None:
    """Keep an incomplete deck, count what is missing, and do not play it."""
    draft = DECKS.begun(EMPTY)
    for name in ("Ulf's Ox", "Ömer 2"):
        draft, row = DECKS.added(draft)
        draft = DECKS.renamed(draft, row, name)
    draft = touched(draft, "1", "4 Wunderwaffe")
    assert DECKS.read(DECKS.write(draft), "deck") == draft
    assert [str(words) for words in DECKS.wrong(draft)] == recorded("8-cards-with-strength-4-lack")
    with pytest.raises(FormatError, match="cards of strength 0, expected 9"):
        GAME.with_deck(DECKS.write(draft), "deck")


def test_an_effect_is_put_together() -> None:
    """Build an ability that discards others' Tanks and Ravagers, unlike any of the house set."""
    draft, row = DECKS.added(DECKS.begun(EMPTY))
    for title, label in (
        ("Kind", "instant"),
        ("Effect", "discard"),
        ("Number", "all of them"),
        ("Owner", "other players’"),
        ("Types", "Tanks"),
        ("Types", "Ravagers"),
    ):
        draft = touched(draft, row, label, title)
    ability = draft.combatants[0].ability
    assert ability.targets.types == ("ravager", "tank") and ability.number == "all"
    assert str(DECKS.rows(draft)[0].full) == recorded("Instant-all-Ravagers-or-Tanks-of")
    assert (
        "[abilities.card_1]" in DECKS.write(draft)
        and DECKS.read(DECKS.write(draft), "deck") == draft
    )


@pytest.mark.parametrize(
    ("messages", "words"),
    [
        (
            (
                ("Kind", "at the end"),
                ("Effect", "win if"),
                ("Wins alone with", "the most combatants"),
            ),
            "no condition",
        ),
        (
            (("Kind", "instant"), ("Number", "one of each player"), ("Owner", "your own")),
            "one of every player, of your combatants only",
        ),
        ((("Copies for all", "less"),), "take the card out instead"),
        (
            (
                ("Kind", "instant"),
                ("Types", "Wunderwaffen"),
                ("Types", "Battlemekks"),
                ("Strength up to", "less"),
                ("Types", "Battlemekks"),
            ),
            "types that no combatant of these strengths has",
        ),
    ],
)
def test_an_effect_that_cannot_be_is_refused(
    messages: tuple[tuple[str, str], ...], words: str
) -> None:
    """Refuse in words, and keep the draft."""
    draft, row = DECKS.added(DECKS.begun(EMPTY))
    for title, label in messages[:-1]:
        draft = touched(draft, row, label, title)
    with pytest.raises(RuleError, match=words):
        touched(draft, row, messages[-1][1], messages[-1][0])


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("Decoy", "another card is called Decoy"),
        ("a  b", "one space"),
        ("#2", "letters, digits"),
        ("No", "letters"),
        ("x" * 25, "24 characters"),
    ],
)
def test_names_that_cannot_be(name: str, words: str) -> None:
    """Refuse names that make no ids."""
    with pytest.raises(RuleError, match=words):
        DECKS.renamed(DECKS.begun(HOUSE_COPY), "0", name)


@settings(max_examples=40)
@given(some.data())
def test_whatever_is_touched_can_be_kept(data: some.DataObject) -> None:
    """Take or refuse each of a chain of choices, with valid effects; read every draft back."""
    draft = DECKS.begun(data.draw(some.sampled_from((HOUSE_COPY, EMPTY))))
    if not draft.combatants:
        draft, _ = DECKS.added(draft)
    row = str(data.draw(some.integers(0, len(draft.combatants) - 1)))
    for _ in range(data.draw(some.integers(1, 12))):
        change = data.draw(
            some.sampled_from([pick.change for pick in picks(draft, row) if not pick.blocked])
        )
        assert isinstance(change, Put)
        try:
            draft = DECKS.edited(draft, change)
        except RuleError as fault:
            assert str(fault)
        one = draft.combatants[int(row)]
        assert wrong_with(one.ability, one.strength) is None and any(one.copies)
        assert str(DECKS.rows(draft)[int(row)].about) and str(DECKS.rows(draft)[int(row)].full)
    text = DECKS.write(draft)
    assert DECKS.read(text, "deck") == draft
    if not DECKS.wrong(draft):
        assert GAME.with_deck(text, "deck").cards.name == draft.name
