"""Deck files are read strictly: the house set, typed decks, and every kind of fault."""

from __future__ import annotations

import pytest

from companion.content import house_deck_text
from companion.errors import FormatError
from companion.games.diesel.deck_file import house_abilities, house_deck, parse_deck, write_deck
from companion.games.diesel.effects import wrong_with
from companion.games.diesel.engine.cards import (
    ALL,
    ASIDE,
    COPY,
    DISCARD,
    EACH,
    GAIN,
    INSTANT,
    LOOK,
    OTHERS,
    OWN,
    SWAP,
    TURN_DOWN,
    WEAKEN,
    WIN,
    Ability,
    Card,
    Filter,
)

TEXT = house_deck_text("diesel")
OWNED = TEXT.replace('source = "house"', 'source = "owner"', 1)
"""The house set as a typed deck: every line keeps its place."""
WALKERS = [line for line in TEXT.splitlines() if '"Walker"' in line]


def line_of(part: str) -> int:
    """Return the line of the file that has something first, from 1."""
    return TEXT[: TEXT.index(part)].count("\n") + 1


FAULTS = [
    ('name = "House set"', 'nam = "House set"', "key 'nam'", "name, source", "name"),
    ('name = "House set"', 'name = " "', "no name", "what the deck is called", None),
    (
        'source = "owner"\ncards',
        'source = "ours"\ncards',
        "source 'ours'",
        "house or owner",
        "house",
    ),
    ('{ id = "guard", name', '{ id = "guard", nam', "key 'nam'", "id, name", "name"),
    ('id = "guard",', 'id = "gard",', "id = 'gard'", "'guard', or no id", "guard"),
    ('id = "guard#2",', 'id = "guard#3",', "id = 'guard#3'", "'guard#2', or no id", "guard#2"),
    ('name = "Underdog"', 'name = ""', "no name", "at most 24 characters", None),
    ('name = "Underdog"', f'name = "{"U" * 25}"', "a name of 25 characters", "at most 24", None),
    ('name = "Underdog"', 'name = "Under  dog"', "name 'Under  dog'", "one space", None),
    ('name = "Underdog"', 'name = "Underdog#2"', "name 'Underdog#2'", "letters, digits", None),
    ('name = "Underdog"', 'name = "No"', "name 'No'", "an answer", None),
    (
        'id = "underdog", name = "Underdog"',
        'name = "commander"',
        "commander and Commander",
        "names that differ",
        None,
    ),
    (
        'name = "Underdog", strength = 0',
        'name = "Underdog"',
        "Underdog without a strength",
        "0 to 4",
        None,
    ),
    (
        'name = "Underdog", strength = 0',
        'name = "Underdog", strength = 5',
        "strength = 5",
        "0 to 4",
        None,
    ),
    (
        'name = "Underdog", strength = 0',
        'name = "Underdog", strength = true',
        "strength = true",
        "0 to 4",
        None,
    ),
    (
        'name = "Underdog", strength = 0, type = "contraption"',
        'name = "Underdog", strength = 0, type = "tank"',
        "type = 'tank'",
        "'contraption', or no type",
        "contraption",
    ),
    (
        'kind = "derby", ability = "win_if_lowest"',
        'kind = "instant", ability = "win_if_lowest"',
        "kind = 'instant'",
        "'derby', or no kind",
        "derby",
    ),
    (
        'ability = "win_if_lowest"',
        'ability = "win_if_lovest"',
        "ability 'win_if_lovest'",
        "a table [abilities.…]",
        "win_if_lowest",
    ),
    (
        'ability = "win_if_lowest", mark = "4+"',
        'ability = "win_if_lowest", mark = "3+"',
        "mark '3+'",
        "always in use, 4+, 5+ or 6+",
        None,
    ),
    (
        'copies = "0/1/0/0"',
        'copies = "1/0/0/0"',
        "copies = '1/0/0/0' of Underdog",
        "'0/1/0/0', as the rows have it",
        None,
    ),
    (
        WALKERS[1],
        WALKERS[1].replace("strength = 3", "strength = 4").replace("battlemekk", "wunderwaffe"),
        "Walker of strength 4 and another of 3",
        "one strength",
        None,
    ),
    (
        WALKERS[1],
        WALKERS[1].replace('"none", ability = "none"', '"ongoing", ability = "every_type"'),
        "Walker with every_type and another",
        "one ability",
        None,
    ),
    (
        WALKERS[0],
        WALKERS[0].replace('mark = ""', 'mark = "6+"'),
        "Walker with mark '5+' after one with 6+",
        "order of their marks",
        None,
    ),
    (
        "[abilities.gain_discarded]",
        "[abilities.GainDiscarded]",
        "ability 'GainDiscarded'",
        "small letters",
        None,
    ),
    ("[abilities.gain_discarded]", "[abilities.none]", "ability 'none'", "other than none", None),
    (
        "[abilities.gain_discarded]",
        "[abilities.gains_discarded]",
        "ability gains_discarded, which no card has",
        "abilities of cards only",
        None,
    ),
    ('kind = "turn"\nverb', 'kind = "trun"\nverb', "kind 'trun'", "ongoing, turn", "turn"),
    ('kind = "turn"\n', "", "kind ''", "ongoing, turn", None),
    (
        'kind = "turn"\nverb = "gain"',
        'kind = "turn"\nverb = "discard"',
        "verb 'discard'",
        "gain",
        None,
    ),
    (
        'kind = "turn"\nverb = "gain"',
        'kind = "turn"\nverb = "gain"\nmay = true',
        "may with gain",
        "nothing here",
        None,
    ),
    (
        'kind = "turn"\nverb = "gain"',
        'kind = "turn"\nverb = "gain"\nmays = true',
        "key 'mays'",
        "kind, verb",
        "may",
    ),
    (
        '"most_combatants", "fewest_combatants"',
        '"most_combatant"',
        "wins_by 'most_combatant'",
        "most_combatants, fewest",
        "most_combatants",
    ),
    (
        '"most_combatants", "fewest_combatants"',
        '"most_combatants", "most_combatants"',
        "most_combatants twice",
        "each once",
        None,
    ),
    (
        '"most_combatants", "fewest_combatants"',
        "",
        "wins_by with win: no condition",
        "a condition",
        None,
    ),
    (
        'whose = "others"\nmost = 3',
        'whose = "other"\nmost = 3',
        "whose 'other'",
        "any, own or others",
        "others",
    ),
    ("most = 3", "most = 5", "most = 5", "0 to 4", None),
    (
        "least = 2\nmost = 2",
        "least = 2\nmost = 1",
        "least with discard: a lowest strength above",
        "at most the highest",
        None,
    ),
    (
        'types = ["ravager"]',
        'types = ["ravager"]\nleast = 2',
        "types with discard: types that no combatant",
        "types of these strengths",
        None,
    ),
    (
        'types = ["ravager"]',
        'types = ["ravagers"]',
        "types 'ravagers'",
        "contraption, ravager",
        "ravager",
    ),
    ('types = ["ravager"]', 'types = "ravager"', "types = 'ravager'", "an array", None),
    (
        'verb = "turn_down"\nup = true',
        'verb = "turn_down"\nup = false',
        "up with turn_down: turning a card face down",
        "face-up combatants only",
        None,
    ),
    (
        'verb = "turn_down"\nup = true',
        'verb = "turn_down"\nup = 1',
        "up = 1",
        "true or false",
        None,
    ),
    (
        'only = "tank"',
        'only = "ravager"',
        "Copycat with copy_if_only_tank: the only one of a type",
        "type of the card itself",
        None,
    ),
    ('source = "aside"', 'source = "beside"', "source 'beside'", "front or aside", "aside"),
]


@pytest.mark.parametrize(
    ("old", "new", "found", "expected", "near"), FAULTS, ids=[fault[2] for fault in FAULTS]
)
def test_fault(old: str, new: str, found: str, expected: str, near: str | None) -> None:
    """Name the fault of one change, with its line if it has one."""
    assert OWNED.count(old) >= 1, old
    with pytest.raises(FormatError) as caught:
        parse_deck(OWNED.replace(old, new, 1), "my.toml")
    fault = caught.value
    assert found in str(fault.found) and expected in str(fault.expected) and fault.near == near, (
        str(fault)
    )
    assert fault.source == "my.toml"


@pytest.mark.parametrize(
    ("old", "new", "part"),
    [
        ('name = "Underdog", strength = 0', 'name = "Underdog", strength = 5', 'id = "underdog"'),
        ("most = 3", "most = 5", "most = 3"),
        ("[abilities.gain_discarded]", "[abilities.none]", "[abilities.gain_discarded]"),
    ],
)
def test_the_line_of_a_fault(old: str, new: str, part: str) -> None:
    """Name the row, or the line of the ability."""
    with pytest.raises(FormatError) as caught:
        parse_deck(TEXT.replace(old, new, 1), "my.toml")
    assert caught.value.line == line_of(part)


@pytest.mark.parametrize(
    ("old", "new", "found", "expected"),
    [
        (WALKERS[2] + "\n", "", "10 cards of strength 3", "11; by strength 9, 11, 12, 11, 9"),
        (
            WALKERS[2],
            WALKERS[2].replace("6+", "5+"),
            "11 cards with mark 5+",
            "10; by mark 17, 10, 10, 15",
        ),
        (WALKERS[1], WALKERS[1].replace("5+", ""), "18 cards without a mark", "17; by mark"),
    ],
)
def test_a_deck_has_as_many_cards_as_the_game(
    old: str, new: str, found: str, expected: str
) -> None:
    """Require 52 cards, as many of each strength and mark as printed (DD02, DD03).

    A draft may have fewer.
    """
    text = TEXT.replace('copies = "1/0/1/1", ', "").replace(
        old.replace('copies = "1/0/1/1", ', ""), new.replace('copies = "1/0/1/1", ', "")
    )
    with pytest.raises(FormatError) as caught:
        parse_deck(text, "my.toml")
    assert found in str(caught.value.found) and expected in str(caught.value.expected)
    assert parse_deck(text, "my.toml", whole=False).cards


def test_what_follows_need_not_be_said() -> None:
    """Require name, strength, ability and mark; known abilities need no table."""
    rows = "\n".join(
        (
            f'[[cards]]\nname = "{one.name}"\nstrength = {one.strength}\nability = '
            f'"{one.ability.key}"\nmark = "{one.mark}"'
        )
        for one in house_deck().cards
    )
    deck = parse_deck(f'name = "Ours"\n{rows}\n', "my.toml")
    assert deck.source == "owner" and [card._replace(source="house") for card in deck.cards] == [
        *house_deck().cards
    ]


def test_the_house_set_is_ours() -> None:
    """Mark every card of the house set, whose 22 names share 21 abilities."""
    deck = house_deck()
    assert parse_deck(write_deck(deck), "x") == deck and {card.source for card in deck.cards} == {
        "house"
    } == {deck.source}
    assert len({card.name for card in deck.cards}) == 22 and len(house_abilities()) == 21
    assert (
        deck.card("hunter#3")
        == Card("hunter#3", "Hunter", 1, house_abilities()["discard_highest_of_turn"], "6+")
        and deck.order("avenger#2") == 1
    )


TANKS = Filter(types=("tank",))


def test_only_cards_of_the_house_set_are_marked_so() -> None:
    """Mark a card with another name or ability as its owner's, whatever its file says."""
    renamed = "\n".join(
        line.replace('"Walker"', '"Strider"').replace('"walker', '"strider')
        for line in TEXT.splitlines()
    )
    with pytest.raises(FormatError, match='Strider of the house set, expected source = "owner"'):
        parse_deck(renamed, "my.toml")
    assert parse_deck(renamed.replace('source = "house"', 'source = "owner"'), "my.toml").cards


@pytest.mark.parametrize(
    ("ability", "field"),
    [
        (Ability("none", "none", DISCARD), "kind"),
        (Ability("a", INSTANT, WIN), "verb"),
        (Ability("a", INSTANT, SWAP, Filter(whose=OTHERS), ALL), "number"),
        (Ability("a", "derby", WIN, TANKS, wins_by=("lowest_total",)), "types"),
        (Ability("a", "ongoing", "safe", number=ALL), "number"),
        (Ability("a", INSTANT, LOOK), "source"),
        (Ability("a", INSTANT, LOOK, source=ASIDE, may=True), "may"),
        (Ability("a", INSTANT, GAIN, TANKS, source=ASIDE), "types"),
        (Ability("a", INSTANT, GAIN, number=ALL, source=ASIDE), "number"),
        (Ability("a", INSTANT, GAIN), "whose"),
        (Ability("a", INSTANT, SWAP, Filter(whose=OWN)), "whose"),
        (Ability("a", INSTANT, TURN_DOWN), "up"),
        (Ability("a", INSTANT, DISCARD, number=ALL, may=True), "may"),
        (Ability("a", INSTANT, COPY, number=ALL), "number"),
        (Ability("a", INSTANT, DISCARD, Filter(whose=OWN), EACH), "number"),
        (Ability("a", "derby", WIN), "wins_by"),
        (Ability("a", "derby", WEAKEN), "whose"),
        (Ability("a", "turn", GAIN, Filter(extreme="lowest")), "extreme"),
        (Ability("a", INSTANT, DISCARD, source=ASIDE), "source"),
        (Ability("a", INSTANT, DISCARD, only="tank"), "only"),
    ],
)
def test_an_effect_that_cannot_be(ability: Ability, field: str) -> None:
    """Allow each verb its own objects only."""
    wrong = wrong_with(ability, 1)
    assert wrong is not None and wrong.field == field and str(wrong.found) and str(wrong.expected)


def test_effects_of_the_house_set_can_be() -> None:
    """Allow all effects of the house set."""
    assert all(wrong_with(card.ability, card.strength) is None for card in house_deck().cards)
