"""Corrections in a game: cards, tokens, the deal, the turn, settings.

Impossible ones are refused.
"""

from __future__ import annotations

from typing import Any

import pytest

from companion.errors import RuleError
from companion.games.api import Plan
from companion.games.asking import Shuffle
from companion.games.corrections import COURSE, LIST, PLACE, SETTING, VALUE, Corrections
from companion.games.diesel.corrections import (
    CORRECTIONS,
    DealAgain,
    LayCard,
    SetTokens,
    SkipAbilities,
)
from companion.games.diesel.engine.state import DieselState
from companion.games.diesel.engine.turn import resolve, reveal
from companion.games.diesel.game import GAME
from companion.games.diesel.narration.table import scene_of
from companion.games.diesel.stages import CHOOSING, DEPLOYING, RUNNING, DieselPosition
from companion.games.kit.edit import ChangeRule
from companion.games.scene import scene_after
from tests.games.diesel.test_telling import NAMES, instructions_from, rows_of, table
from tests.games.instructions import instructions_of
from tests.recorded import recorded
from tests.typed import present


def words(before: DieselState, wanted: Any) -> list[str]:
    """Return the instructions of a correction, which lead to the position after it."""
    passage = CORRECTIONS.changed(DieselPosition(before, RUNNING, 1), wanted)
    state, events = passage.position.state, passage.events
    instructions = instructions_from(before, events)
    assert rows_of(scene_after(scene_of(before), instructions, scene_of(state))) == rows_of(
        scene_of(state)
    )
    return [str(one.text) for one in instructions]


def refused(position: DieselState | DieselPosition, wanted: Any) -> str:
    """Return why a correction is impossible."""
    with pytest.raises(RuleError) as fault:
        present(Corrections.of(GAME)).changed(
            position
            if isinstance(position, DieselPosition)
            else DieselPosition(position, DEPLOYING),
            wanted,
        )
    return str(fault.value.words)


LYING = table("walker guard:down", "hunter", "", discard=("heavy",), tokens={1: 0, 2: 2, 3: 2})


@pytest.mark.parametrize(
    ("wanted", "expected"),
    [
        (LayCard("walker", "row", 3), "WALKER-from-COPPER-to-TIN"),
        (LayCard("walker", "row", 3, True), "WALKER-from-COPPER-to-TIN-face"),
        (LayCard("walker", "discard"), "WALKER-from-COPPER-to-the-discard"),
        (LayCard("walker", "aside"), "WALKER-from-COPPER-to-the-cards"),
        (LayCard("heavy", "row", 2), "HEAVY-from-the-discard-pile-to"),
        (LayCard("walker", "row", 1, True), "Turn-WALKER-in-front-of-COPPER"),
        (LayCard("guard", "row", 1), "Turn-the-face-down-GUARD-in"),
        (SetTokens(2, 1), "BRASS-has-1-victory-token-before"),
    ],
)
def test_a_change_is_told_to_hands(wanted: Any, expected: str) -> None:
    """Arrive at the corrected position by its instructions."""
    assert words(LYING, wanted) == recorded(expected)


@pytest.mark.parametrize(
    ("wanted", "expected"),
    [
        (
            LayCard("raider", "row", 1),
            "raider-lies-neither-in-front-of",
        ),
        (LayCard("walker", "hand", 1), "hand-is-no-place-for-a"),
        (LayCard("walker", "row", 7), "nobody-plays-at-seat-7-choose"),
        (LayCard("walker", "row", 1), "WALKER-lies-there-already-choose-another"),
        (SetTokens(4, 1), "nobody-plays-at-seat-4-choose"),
        (
            SetTokens(1, 14),
            "the-number-of-victory-tokens-cannot",
        ),
        (SetTokens(2, 2), "nothing-changes-for-seat-2-the"),
        (
            SetTokens(2, 3),
            "with-these-tokens-seat-2-would",
        ),
        (SkipAbilities(), "no-ability-of-this-turn-is"),
        ("anything", "anything-cannot-be-changed-by-hand"),
    ],
)
def test_a_change_that_cannot_be(wanted: Any, expected: str) -> None:
    """Refuse with a remedy, and change nothing."""
    assert refused(LYING, wanted) == recorded(expected)


def test_a_derby_that_is_over() -> None:
    """Change tokens after a Derby, but not its cards, and nothing after the game."""
    over = LYING._replace(over=True, winners=(2,), by="total")
    assert refused(over, LayCard("walker", "discard")) == recorded(
        "this-Derby-has-been-counted-change"
    )
    assert words(over, SetTokens(1, 1)) == recorded("COPPER-has-1-victory-token-before")
    assert refused(over._replace(champion=2), SetTokens(1, 1)) == recorded(
        "the-game-is-over-so-nothing"
    )


def choosing() -> DieselPosition:
    """Return the middle of a step: a Brawler has to choose."""
    state = table("", "", "")._replace(turn=0)
    after = reveal(state, {1: ("brawler",), 2: ("walker",), 3: ("decoy",)}).state
    return DieselPosition(after, CHOOSING, 1)


def test_a_card_that_comes_back_was_deployed_this_turn() -> None:
    """Return a wrongly discarded card as one of this turn, and ask choices again."""
    evening = choosing()
    away = present(Corrections.of(GAME)).changed(evening, LayCard("brawler", "discard")).position
    assert away.stage == RUNNING and not away.given
    back = present(Corrections.of(GAME)).changed(away, LayCard("brawler", "row", 1)).position
    assert back.stage == CHOOSING and back.state.front[1][-1].deployed


def test_abilities_are_left_out() -> None:
    """Skip abilities, without questions and effects."""
    passage = present(Corrections.of(GAME)).changed(choosing(), SkipAbilities())
    assert passage.position.stage == RUNNING and resolve(passage.position.state, 1, ()).events == ()
    assert [str(one.text) for one in instructions_of(GAME, choosing(), passage, NAMES)] == recorded(
        "Abilities-of-turn-1-left-out"
    )


def test_cards_are_dealt_again() -> None:
    """Deal the same Derby again from its beginning, while cards are chosen."""
    evening = DieselPosition(LYING, DEPLOYING)
    passage = present(Corrections.of(GAME)).changed(evening, DealAgain())
    next_step = GAME.next_step(passage.position)
    assert (
        passage.redeals
        and passage.collects
        and isinstance(next_step, Shuffle)
        and passage.position.state.tokens == LYING.tokens
    )
    assert GAME.dealt(passage.position, None).position.state.derby == LYING.derby
    assert refused(choosing(), DealAgain()) == recorded("cards-can-be-dealt-again-only")


def test_settings_hold_from_the_next_derby_on() -> None:
    """Apply settings from the next Derby on, and refuse unknown ones."""
    evening = DieselPosition(LYING, DEPLOYING)
    after = (
        present(Corrections.of(GAME)).changed(evening, ChangeRule("variant", "mekk_mania")).position
    )
    assert (
        after.state.rules.variant == "base" and CORRECTIONS.words(after)["variant"] == "mekk_mania"
    )
    assert (
        GAME.dealt(after._replace(stage="dealing"), None).position.state.rules.variant
        == "mekk_mania"
    )
    assert refused(evening, ChangeRule("varriant", "base")) == recorded(
        "varriant-is-no-setting-choose-from"
    )
    assert refused(evening, ChangeRule("variant", "big")) == recorded("Cards-in-play-cannot-be-big")
    assert refused(evening, ChangeRule("variant", "base")) == recorded("Cards-in-play-is-By-marks")
    six = GAME.begin(Plan(None, (), (1, 2, 3, 4, 5, 6), {}))
    assert refused(six, ChangeRule("variant", "mekk_mania")) == recorded("Mekk-Mania-is-for-two-to")


def test_the_forms_offer_what_can_be() -> None:
    """Offer cards of row and discard pile, tokens, and then places."""
    forms, evening = CORRECTIONS, DieselPosition(LYING, DEPLOYING)
    assert (
        set(CORRECTIONS.changes.values()) == {PLACE, VALUE, COURSE, SETTING}
        and len(forms.course(evening)) == 2
        and len(forms.settings(evening)) == 2
    )
    tokens, cards, pile = forms.form(evening, 1).fields
    assert (
        [str(pick.label) for pick in cards.picks] == ["WALKER", recorded("GUARD-face-down")]
        and cards.kind == LIST
        and [str(pick.label) for pick in pile.picks] == ["HEAVY"]
    )
    for field in (tokens, cards, pile):
        for pick in field.picks:
            if pick.change is not None and pick.change != SetTokens(1, -1):
                CORRECTIONS.changed(evening, pick.change)
    asked = forms.about(evening, LayCard("guard", "discard"), NAMES)
    assert str(asked.title) == recorded("Move-GUARD") and asked.field is not None
    assert [str(pick.label) for pick in asked.field.picks] == recorded("Turn-face-up")
    assert [pick.chosen for pick in asked.field.picks] == [False, False, False, True, False]
    assert str(forms.about(evening, LayCard("nothing", "discard"), NAMES).title) == recorded(
        "Move-the-card"
    )
