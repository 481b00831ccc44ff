"""Corrections in a race: robots, targets, piles, the round, settings.

Impossible ones are refused.
"""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine.changes import PutOn
from companion.errors import RuleError
from companion.games.api import Plan
from companion.games.asking import Custody
from companion.games.cardbot import invariants
from companion.games.cardbot.corrections import CORRECTIONS, EndRound, SetTargets, ShufflePile
from companion.games.cardbot.engine.cards import card_of, cards_left
from companion.games.cardbot.engine.grid import layout_grid
from companion.games.cardbot.engine.state import CardbotState
from companion.games.cardbot.engine.turn import begin_round
from companion.games.cardbot.game import GAME
from companion.games.cardbot.narration.standing import pieces_of
from companion.games.cardbot.narration.telling import tell
from companion.games.cardbot.places import board_of_grid
from companion.games.cardbot.stages import CHOOSING, DEALING, RUNNING, CardbotPosition
from companion.games.corrections import COURSE, PLACE, SETTING, VALUE, Corrections
from companion.games.kit.edit import ChangeRule
from companion.games.scene import Scene, scene_after
from tests.games.cardbot.plays import NAMES, program, standing
from tests.games.cardbot.rounds import cardbot
from tests.recorded import recorded
from tests.typed import of_kind, present


def begun(state: CardbotState) -> CardbotState:
    """Return a round with programs that change nothing."""
    return begin_round(state, {seat: program(state, seat) for seat in state.seats})


def change(state: CardbotState, wanted: Any) -> tuple[CardbotState, tuple[Any, ...]]:
    """Return state and events of a correction in a race with real piles."""
    race = CardbotPosition(state, RUNNING, {seat: seat for seat in state.seats}, state.grid)
    passage = CORRECTIONS.changed(race, wanted)
    after: CardbotState = passage.position.state
    return after, passage.events


def words(before: CardbotState, wanted: Any, *by_app: int) -> list[str]:
    """Return the instructions of a correction."""
    state, events = change(before, wanted)
    assert invariants.unsound(state) == ()
    instructions = tell(before, events, NAMES, dict.fromkeys(by_app, Custody.APP))
    there = scene_after(Scene(pieces=pieces_of(before)), instructions)
    assert [piece[:3] for piece in there.pieces] == [piece[:3] for piece in pieces_of(state)]
    return [str(one.text) for one in instructions]


def refused(state: CardbotState, wanted: Any) -> str:
    """Return why a correction is impossible."""
    with pytest.raises(RuleError) as fault:
        change(state, wanted)
    return str(fault.value.words)


TWO = standing("1 D4 N", "2 F2 N")


@pytest.mark.parametrize(
    ("wanted", "expected"),
    [
        (PutOn(1, "C1", 2), "BRASS-from-D4-to-C1-facing"),
        (PutOn(1, "D4", 1), "BRASS-on-D4-turn-right-now"),
        (PutOn(2, "A5", 3), "COPPER-from-F2-to-A5-facing"),
        (PutOn(2, "F2", 2), "COPPER-on-F2-turn-round-now"),
        (ShufflePile(2), "Seat-2-shuffle-your-pile"),
        (
            SetTargets(1, 1),
            "BRASS-has-1-target-Seat-1",
        ),
    ],
)
def test_a_change_is_told_to_hands(wanted: Any, expected: str) -> None:
    """Describe a correction in one instruction."""
    assert words(TWO, wanted) == recorded(expected)


def test_piles_of_the_app_need_no_hands() -> None:
    """Describe only the new state of the app's piles."""
    assert words(TWO, ShufflePile(2), 2) == recorded("The-pile-of-COPPER-is-shuffled")
    assert words(TWO, SetTargets(1, 2), 1) == recorded("BRASS-has-2-targets")


def test_fewer_targets_bring_their_cards_back() -> None:
    """Return the cards of fewer targets to the pile, and shuffle it."""
    state = standing("1 D4 N 2", "2 F2 N")
    assert words(state, SetTargets(1, 0)) == recorded("BRASS-has-0-targets-Seat-1")


def test_known_piles_are_not_known_any_more() -> None:
    """Forget a known pile when a card leaves it or on request, and ask for a shuffle."""
    state = TWO._replace(piles={seat: cards_left(seat, 0) for seat in (1, 2)})
    assert change(state, SetTargets(1, 1))[0].piles == {1: None, 2: cards_left(2, 0)}
    assert change(state, ShufflePile(2))[0].piles == {1: cards_left(1, 0), 2: None}


def test_the_round_ends_at_once() -> None:
    """End the round without the remaining commands."""
    state = begun(TWO)
    assert words(state, EndRound()) == recorded("Round-1-ended-before-0-of")
    assert change(state, EndRound())[0].command == 5


@pytest.mark.parametrize(
    ("state", "wanted", "why"),
    [
        (
            TWO,
            PutOn(1, "F2", 0),
            "seat-2-stands-on-F2-choose",
        ),
        (
            TWO,
            PutOn(1, "D4", 0),
            "seat-1-stands-on-D4-already",
        ),
        (TWO, PutOn(1, "H1", 0), "H1-is-no-place-of-the"),
        (TWO, PutOn(1, "D5", 4), "4-is-no-heading-choose-0"),
        (
            TWO,
            PutOn(3, "D5", 0),
            "nobody-plays-at-seat-3-choose",
        ),
        (
            TWO,
            SetTargets(1, 4),
            "the-number-of-targets-cannot-be",
        ),
        (
            TWO,
            SetTargets(1, 0),
            "nothing-changes-for-seat-1-the",
        ),
        (TWO, EndRound(), "there-is-no-round-to-end"),
        (
            begun(TWO)._replace(command=5),
            EndRound(),
            "all-commands-of-round-1-have",
        ),
        (
            TWO._replace(winners=(1,)),
            PutOn(1, "D5", 0),
            "the-race-is-over-so-nothing",
        ),
        (
            begin_round(TWO, {1: program(TWO, 1, "J"), 2: program(TWO, 2)}),
            SetTargets(1, 1),
            "the-jack-of-hearts-belongs-to",
        ),
    ],
)
def test_what_cannot_be_is_refused_in_words(state: CardbotState, wanted: Any, why: str) -> None:
    """Name what was found, and what to do."""
    assert refused(state, wanted) == recorded(why)


# ---- In a race -----------------------------------------------------------------------------------


def race(stage: str = CHOOSING, layout: str = "basic") -> CardbotPosition:
    """Return two robots each for two players, with all piles in the app."""
    position = GAME.begin(Plan(board_of_grid(layout_grid(layout)), (), (1, 2), {}))
    position = position if stage == DEALING else GAME.dealt(position, GAME.deck).position
    if stage == RUNNING:
        return position._replace(state=begun(position.state), stage=RUNNING)
    return position


def test_a_pile_that_is_shuffled_while_cards_are_chosen_is_drawn_from_anew() -> None:
    """Draw again from a pile that is shuffled while cards are chosen."""
    passage = present(Corrections.of(GAME)).changed(race(), ShufflePile(1))
    assert passage.position.stage == DEALING and passage.collects and passage.redeals
    passage = present(Corrections.of(GAME)).changed(race(RUNNING), ShufflePile(1))
    assert passage.position.stage == RUNNING and not passage.collects


def test_a_setting_holds_from_the_next_round_on() -> None:
    """Apply a setting between two rounds, or after the reset."""
    between = (
        present(Corrections.of(GAME)).changed(race(DEALING), ChangeRule("teleport", "on")).position
    )
    assert between.state.grid.teleports and CORRECTIONS.words(between)["teleport"] == "on"
    under_way = (
        present(Corrections.of(GAME)).changed(race(RUNNING), ChangeRule("teleport", "on")).position
    )
    assert not under_way.state.grid.teleports and CORRECTIONS.words(under_way)["teleport"] == "on"
    ended = present(Corrections.of(GAME)).changed(under_way, EndRound()).position
    assert GAME.play(ended).position.state.grid.teleports
    assert (
        present(Corrections.of(GAME))
        .changed(under_way, ChangeRule("teleport", "layout"))
        .position.rules
        is None
    )


@pytest.mark.parametrize(
    ("wanted", "why"),
    [
        (ChangeRule("draw", "5"), "Cards-drawn-is-5-already"),
        (ChangeRule("draw", "6"), "Cards-drawn-cannot-be-6-choose"),
        (
            ChangeRule("fill_robots", "off"),
            "Extra-robots-cannot-be-changed-during",
        ),
    ],
)
def test_settings_that_cannot_be_are_refused(wanted: ChangeRule, why: str) -> None:
    """Refuse impossible settings in words."""
    with pytest.raises(RuleError) as fault:
        present(Corrections.of(GAME)).changed(race(), wanted)
    assert str(fault.value.words) == recorded(why)


def test_every_change_can_be_asked_for_and_is_called_something() -> None:
    """Offer every correction with a name: of a robot, the round, the settings."""
    game, position = cardbot(), race(RUNNING)
    forms = present(Corrections.of(game))
    offered = [pick.change for field in forms.form(position, 1).fields for pick in field.picks]
    offered += [pick.change for pick in forms.course(position)] + [
        pick.change for field in forms.settings(position) for pick in field.picks
    ]
    offered.append(forms.put(position, 1, "D4", None))
    assert {type(one) for one in offered if one is not None} == set(CORRECTIONS.changes) and {
        *CORRECTIONS.changes.values()
    } == {PLACE, VALUE, COURSE, SETTING}
    for one in offered:
        if one is not None:
            question = forms.about(position, one, NAMES)
            assert str(question.title).endswith("?") and str(question.button)
    assert "fill_robots" not in {
        of_kind(ChangeRule, pick.change).key
        for field in forms.settings(position)
        for pick in field.picks
        if pick.change
    }


def test_a_proposal_can_still_be_altered() -> None:
    """Change a proposal: heading of a placed robot, number of targets."""
    forms, position = present(Corrections.of(GAME)), race()
    put = forms.about(position, PutOn(1, "D4", 1), NAMES)
    assert [pick.chosen for pick in present(put.field).picks] == [
        False,
        True,
        False,
        False,
    ] and put.square == "D4"
    targets = forms.about(position, SetTargets(1, 2), NAMES).field
    assert (
        targets is not None
        and str(targets.value) == "2"
        and [pick.change for pick in targets.picks] == [SetTargets(1, 1), SetTargets(1, 3)]
    )


def test_nothing_is_changed_while_a_side_is_chosen() -> None:
    """Change nothing while a side is chosen, since the command is then replayed."""
    with pytest.raises(RuleError) as fault:
        present(Corrections.of(GAME)).changed(
            race(RUNNING)._replace(stage="pinging"), PutOn(1, "D4", 1)
        )
    assert str(fault.value.words) == recorded("somebody-is-choosing-a-side-wait")


def test_breaches_name_what_is_wrong() -> None:
    """Name two robots on one place, a step to nowhere, and missing cards."""
    crowded = TWO.with_robot(TWO.robot(2)._replace(square="D4"))
    assert invariants.unsound(crowded) == recorded("seats-1-and-2-both-stand")
    short = TWO._replace(piles={1: (card_of("AH"),), 2: None})
    assert invariants.unsound(short) == recorded("seat-1-has-1-cards-in")
