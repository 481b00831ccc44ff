"""The abilities of combatants in words: the house set, and any possible ability."""

from __future__ import annotations

from typing import Any

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from companion.games.diesel.deck_file import house_deck
from companion.games.diesel.effects import FIELDS, TARGETS, wrong_with
from companion.games.diesel.engine.cards import (
    CONDITIONS,
    HIGHEST,
    LOWEST,
    NUMBERS,
    TYPES,
    WHOSE,
    Ability,
    Filter,
)
from companion.games.diesel.narration.abilities import ability_full, ability_short, ability_words
from companion.words import ENGLISH
from tests.catalogues import spoken
from tests.recorded import recorded

GERMAN = spoken("de")
BRIEF = 30
"""Letters of a short description at most."""


def test_the_house_set_in_sentences() -> None:
    """Describe every name once, from the data alone."""
    assert {card.name: str(ability_full(card.ability)) for card in house_deck().cards} == recorded(
        "what-each-does"
    )


def test_the_house_set_in_a_few_words() -> None:
    """Describe different abilities differently, and briefly."""
    brief = {card.ability: str(ability_short(card.ability)) for card in house_deck().cards}
    assert len(set(brief.values())) == len(brief) and max(map(len, brief.values())) <= BRIEF
    assert (
        brief[house_deck().card("lookout").ability] == recorded("discards-all-Ravagers")
        and brief[house_deck().card("walker").ability] == "no ability"
    )


@st.composite
def abilities(draw: st.DrawFn) -> Ability:
    """Draw any possible ability."""
    kind, verb = draw(st.sampled_from([*FIELDS]))
    values = {
        "least": st.integers(0, 4),
        "most": st.integers(0, 4),
        "types": st.lists(st.sampled_from(TYPES), unique=True, max_size=3).map(tuple),
        "whose": st.sampled_from(WHOSE),
        "deployed": st.booleans(),
        "up": st.booleans(),
        "others": st.booleans(),
        "extreme": st.sampled_from(["", LOWEST, HIGHEST]),
        "number": st.sampled_from(NUMBERS),
        "source": st.sampled_from(["front", "aside"]),
        "may": st.booleans(),
        "only": st.sampled_from(["", *TYPES]),
        "wins_by": st.lists(st.sampled_from(CONDITIONS), unique=True, min_size=1).map(tuple),
    }
    chosen: dict[str, Any] = {field: draw(values[field]) for field in FIELDS[kind, verb]}
    targets = Filter(**{field: value for field, value in chosen.items() if field in TARGETS})
    ability = Ability(
        "own",
        kind,
        verb,
        targets,
        **{field: value for field, value in chosen.items() if field not in TARGETS},
    )
    assume(wrong_with(ability) is None)
    return ability


@settings(max_examples=150, deadline=None)
@given(abilities())
def test_whatever_can_be_has_words(ability: Ability) -> None:
    """Describe any ability in every language, without holes, in proper sentences."""
    for language in (ENGLISH, GERMAN):
        words, full, short = (
            say(ability).said(language) for say in (ability_words, ability_full, ability_short)
        )
        assert (
            words[0].isupper()
            and words.endswith(".")
            and ".." not in words
            and full.endswith(words[1:])
        )
        assert (
            not any(sign in words + full + short for sign in "{}") and 0 < len(short) <= 2 * BRIEF
        )
        assert ability.targets.extreme == "" or len(words) > 20
