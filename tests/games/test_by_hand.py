"""Corrections between stages of a turn: new questions, deals, ends and settings (rulebook 12)."""

from __future__ import annotations

import random
from typing import Any

import pytest

from companion.engine.changes import MoveFlag, Park, PutOn, SetByHand, SetDamage, SetLives, SetPower
from companion.engine.events import CardPlayed, Dealt, FlagTouched, PoweredDown, TurnBegan
from companion.engine.rules import MODE_OPTION
from companion.engine.state import state_hash
from companion.errors import RuleError
from companion.games.api import PlayResult, locks_of
from companion.games.asking import Answer, Ask, Finished, PlayOn, Questions, Reading, Shuffle
from companion.games.corrections import Corrections, Field, Form
from companion.games.kit.edit import ChangeRule
from companion.games.programmed.corrections import CORRECTIONS, EndTurn, Redeal
from companion.games.programmed.turn import (
    CLEANING,
    DEALING,
    PROGRAMMING,
    REDEALING,
    REGISTERS,
    RESTING,
    RacePosition,
)
from companion.games.race.phrases import CLEANUP
from companion.words import text
from tests.games.test_clockwork import plan
from tests.games.turns import GAME, answers, go_on, row, until
from tests.recorded import recorded
from tests.session.evenings import shipped
from tests.typed import any_game, of_kind, present

DICE = random.Random(1)


def said(passage: PlayResult) -> list[tuple[int | None, str, str, str]]:
    """Return what was set by hand, in words."""
    events = [of_kind(SetByHand, event) for event in passage.events]
    return [(event.seat, str(event.what), str(event.before), str(event.after)) for event in events]


def begun(stage: str = PROGRAMMING, real: bool = False, **words: str) -> RacePosition:
    """Return a race of three at a stage of its first turn."""
    return until(
        GAME.begin(plan(shipped(), seats=(1, 2, 3), flags=("L16", "A16"), **words)),
        stage,
        real=real,
    )


def after(moment: RacePosition, *changes: Any) -> RacePosition:
    """Return the race after some corrections."""
    for wanted in changes:
        moment = present(Corrections.of(GAME)).changed(moment, wanted).position
    return moment


def asks(moment: RacePosition) -> dict[int, Ask]:
    """Return the current questions by seat."""
    next_step = GAME.next_step(moment)
    assert isinstance(next_step, Questions)
    return {ask.seat: ask for ask in next_step.asks}


# ---- Who is asked --------------------------------------------------------------------------------


@pytest.mark.parametrize("real", [False, True])
def test_a_parked_clank_is_not_asked_and_one_put_back_has_no_cards(real: bool) -> None:
    """Ask no parked clank and none put back in this turn, but all in the next (12.3)."""
    moment = begun(real=real)
    before = asks(moment)
    without = after(moment, Park(2))
    assert asks(without) == {1: before[1], 3: before[3]}
    back = after(without, PutOn(2, "E5", 0))
    assert asks(back) == asks(without)
    assert GAME.fault(back, 2, {2: (Reading("dirty"),) * 5}) is None
    assert set(asks(until(go_on(back, DICE, real).position, PROGRAMMING, real=real))) == {1, 2, 3}


def test_answers_of_seats_that_are_asked_no_more_are_left_out() -> None:
    """Drop the answers of a clank parked after its handle was moved."""
    moment = begun()
    given = answers(moment, DICE, pushes=1)
    late = GAME.answered(after(moment, Park(2), PutOn(2, "E5", 0)), given).position
    clank = late.state.clank(2)
    assert clank.slots == (None,) * 5 and not clank.announced and late.state.clank(1).announced


@pytest.mark.parametrize("real", [False, True])
def test_damage_set_by_hand_does_not_change_what_was_dealt(real: bool) -> None:
    """Keep nine dealt cards, and lock no slot before the next deal (6.3.2)."""
    moment = begun(real=real)
    hurt = after(moment, SetDamage(1, 8), SetDamage(1, 7))
    assert asks(hurt) == asks(moment)
    assert (
        asks(after(hurt, SetDamage(1, 0))) == asks(moment)
        and after(hurt, SetDamage(1, 0)).dealt == ()
    )
    anew = go_on(after(hurt, Redeal()), DICE, real).position
    assert (asks(anew)[1].hand.number, asks(anew)[1].program.locked) == (2, (3, 4, 5))


def test_one_that_rests_by_hand_may_only_announce_another_rest() -> None:
    """Ask a resting clank for another rest under *next*, and for nothing under *this* (6.5.7)."""
    rested = asks(after(begun(), SetPower(1, True, False)))[1]
    assert not rested.must and rested.program.slots == () and rested.hand.codes == ()
    assert set(asks(after(begun(power_down="this"), SetPower(1, True, False)))) == {2, 3}


def test_one_that_is_woken_waits_for_another_deal() -> None:
    """Ask a woken clank only after another deal, which gives it a hand (6.2.3)."""
    woken = after(begun(), SetPower(1, True, False), SetPower(1, False, False))
    assert set(asks(woken)) == {2, 3}
    assert set(asks(go_on(after(woken, Redeal()), DICE).position)) == {1, 2, 3}


def test_nobody_left_to_ask_is_an_empty_question() -> None:
    """Go on to the cleanup if all are parked and no one is asked."""
    moment = after(begun(), Park(1), Park(2), Park(3))
    assert asks(moment) == {}
    moment = until(GAME.answered(moment, {}).position, DEALING)
    assert [piece.status for piece in GAME.pieces(moment)] == ["active"] * 3


def test_the_question_who_rests_is_for_those_who_can() -> None:
    """Ask for a rest only clanks that can; announced ones rest (6.5.3)."""
    moment = begun(RESTING, power_down="this")
    assert set(asks(after(moment, Park(2)))) == {1, 3}
    assert after(moment, Park(1), Park(2), Park(3)).stage == DEALING
    announced = after(
        begun(), SetPower(1, False, True), ChangeRule("power_down", "this"), EndTurn()
    )
    moment = until(announced, RESTING)
    assert set(asks(moment)) == {2, 3}
    assert until(moment, PROGRAMMING).state.clank(1).down


def form(moment: RacePosition, seat: int) -> Form:
    """Return what can be changed about a clank."""
    return present(Corrections.of(GAME)).form(moment, seat)


def fields(moment: RacePosition, seat: int) -> dict[str, Field]:
    """Return the fields of a form by their titles."""
    return {str(field.title): field for field in form(moment, seat).fields}


def chosen(moment: RacePosition, seat: int, title: str) -> list[str]:
    """Return what a field shows as chosen."""
    return [str(pick.label) for pick in fields(moment, seat)[title].picks if pick.chosen]


def test_the_dead_do_not_rest_even_when_put_back() -> None:
    """Return a parked clank awake and collect its cards, after its push (6.5.8, 8.4)."""
    moment = until(until(begun(power_down="this"), REGISTERS), RESTING)
    pushed = GAME.answered(
        moment, {1: Answer("push"), 2: Answer("pull"), 3: Answer("pull")}
    ).position
    assert chosen(pushed, 1, "Resting") == ["Rests next"]
    with pytest.raises(RuleError, match="seat 1 pushed its handle and rests now"):
        present(Corrections.of(GAME)).changed(pushed, SetPower(1, False, False))
    back = after(pushed, Park(1), PutOn(1, "E5", 0))
    next_step = GAME.next_step(back)
    assert isinstance(next_step, Shuffle) and next_step.keep[1] == ()
    assert chosen(back, 1, "Resting") == ["Awake"]
    assert asks(go_on(back, DICE).position)[1].hand.number == 9


# ---- Another deal, and an early end --------------------------------------------------------------


@pytest.mark.parametrize("real", [False, True])
def test_cards_are_dealt_once_more_in_the_same_turn(real: bool) -> None:
    """Deal again in the same turn: locked cards and those of resting clanks stay."""
    moment = after(
        until(begun(real=real), REGISTERS, real=real),
        SetDamage(2, 6),
        SetPower(1, False, True),
        EndTurn(),
    )
    moment = until(until(moment, DEALING, real=real), PROGRAMMING, real=real)
    moment = after(moment, SetDamage(1, 3))
    again = present(Corrections.of(GAME)).changed(moment, Redeal())
    assert said(again) == [(None, recorded("Cards"), "dealt", recorded("to-be-dealt-once-more"))]
    next_step = GAME.next_step(again.position)
    assert isinstance(next_step, Shuffle) and next_step.turn == 2
    resting, locked = moment.state.clank(1), moment.state.clank(2)
    assert (
        resting.down
        and locked.locked == (4, 5)
        and next_step.keep == {1: (1, 2, 3, 4, 5), 2: (4, 5), 3: ()}
    )
    passage = go_on(again.position, random.Random(2), real)
    assert not any(isinstance(event, (TurnBegan, PoweredDown)) for event in passage.events)
    assert [event.seat for event in passage.events if isinstance(event, Dealt)] == [2, 3]
    new = passage.position
    assert new.stage == PROGRAMMING and new.state.turn == 2 and new.state.clank(1) == resting
    assert new.state.clank(2).slots == locked.slots and (
        real or new.state.clank(2).hand != locked.hand
    )


def test_one_put_on_the_board_is_dealt_cards_by_another_deal() -> None:
    """Deal to a clank put on the board by another deal, to play like others (6.2.3)."""
    moment = go_on(after(begun(), Park(2), PutOn(2, "E5", 0), Redeal()), DICE).position
    assert asks(moment)[2].hand.number == 9


def test_a_turn_ended_early_goes_straight_to_its_cleanup() -> None:
    """Go to the cleanup without other registers; parked clanks return (9)."""
    for stage, played in ((PROGRAMMING, 0), (REGISTERS, 1)):
        moment = begun(stage, flag_hit="turn")
        moment = GAME.play(moment).position if played else moment
        square = moment.state.clank(1).square
        assert square is not None
        ended = present(Corrections.of(GAME)).changed(
            after(moment, Park(2), MoveFlag(1, square)), EndTurn()
        )
        assert said(ended) == [
            (
                None,
                recorded("Turn-1"),
                recorded("played-of-5-registers-played", played=played),
                "ended",
            )
        ]
        assert (ended.turn, ended.round, ended.position.stage) == (1, played, CLEANING)
        passage = GAME.play(ended.position)
        assert (passage.round, passage.ends_turn) == (CLEANUP, True)
        assert not any(isinstance(event, (CardPlayed, FlagTouched)) for event in passage.events)
        assert {piece.status for piece in GAME.pieces(passage.position)} == {
            "active"
        } and passage.position.stage == DEALING


@pytest.mark.parametrize(
    ("wanted", "stage", "words"),
    [
        (Redeal(), DEALING, "cards-can-be-dealt-once-more"),
        (Redeal(), REGISTERS, "cards-can-be-dealt-once-more"),
        (Redeal(), REDEALING, "the-cards-are-being-dealt-once"),
        (EndTurn(), DEALING, "there-is-no-turn-to-end"),
        (EndTurn(), REDEALING, "there-is-no-turn-to-end"),
        (EndTurn(), CLEANING, "all-registers-of-turn-1-have"),
        (
            ChangeRule("speed", "fast"),
            DEALING,
            "speed-is-no-setting-choose-from",
        ),
        (ChangeRule("lives", "9"), DEALING, "Lives-cannot-be-9-choose-from"),
        (ChangeRule("lives", "3"), DEALING, "Lives-is-3-already"),
        (Answer("pull"), DEALING, "something-else-cannot-be-changed-by"),
        (
            PutOn(1, "A1", 0)._replace(seat=9),
            CLEANING,
            "nobody-plays-at-seat-9-choose",
        ),
    ],
    ids=str,
)
def test_what_does_not_fit_the_moment_is_refused_in_words(
    wanted: Any, stage: str, words: str
) -> None:
    """Refuse with the reason, and change nothing."""
    moment = after(begun(), Redeal()) if stage == REDEALING else begun(stage)
    before = GAME.fingerprint(moment)
    with pytest.raises(RuleError) as fault:
        present(Corrections.of(GAME)).changed(moment, wanted)
    assert str(fault.value) == recorded(words) and GAME.fingerprint(moment) == before


@pytest.mark.parametrize("wrong", [None, 5, 1.5, True, [], {}, ("lives",)], ids=repr)
def test_settings_of_any_type_are_refused(wrong: Any) -> None:
    """Refuse settings of wrong types, as from an edited file."""
    for wanted in (ChangeRule(wrong, "3"), ChangeRule("lives", wrong), wrong):
        with pytest.raises(RuleError):
            present(Corrections.of(GAME)).changed(begun(), wanted)


def test_a_race_that_is_over_refuses_everything() -> None:
    """Refuse all corrections of a finished race (10.2)."""
    moment = begun()
    over = RacePosition(moment.state._replace(over=True), "over")
    assert isinstance(GAME.next_step(over), Finished)
    for wanted in (Redeal(), EndTurn(), ChangeRule("lives", "1"), SetDamage(1, 3)):
        with pytest.raises(RuleError, match="the race is over: nothing can be changed any more"):
            present(Corrections.of(GAME)).changed(over, wanted)


# ---- Settings ------------------------------------------------------------------------------------


def test_a_setting_changed_in_mid_turn_comes_into_force_with_the_next() -> None:
    """Apply a setting from the next turn on, but lives follow now; the words say so."""
    moment = begun()
    passage = present(Corrections.of(GAME)).changed(moment, ChangeRule("lives", "inf"))
    assert (
        said(passage) == [(None, recorded("Lives"), "3", recorded("No-limit"))]
        and passage.round == 0
    )
    assert (
        CORRECTIONS.words(passage.position)["lives"] == "inf"
        and passage.position.state == moment.state
    )
    late = until(go_on(after(passage.position, Redeal()), DICE).position, CLEANING)
    assert late.state.race.rules.lives == 3 and CORRECTIONS.words(late)["lives"] == "inf"
    following = until(late, DEALING)
    assert following.state.race.rules.lives is None and {
        condition.lives for condition in GAME.conditions(following).values()
    } == {None}
    assert following.rules is None


def test_power_down_from_next_to_this_and_back() -> None:
    """Change rests from the next turn's question on, and back."""
    moment = after(begun(), ChangeRule("power_down", "this"))
    assert "push" in dict(asks(moment)[1].gestures)
    resting = until(moment, RESTING)
    moment = until(resting, PROGRAMMING)
    assert dict(asks(moment)[1].gestures) == {"pull": text("ready")}
    moment = until(after(moment, ChangeRule("power_down", "next")), DEALING)
    assert "push" in dict(asks(until(moment, PROGRAMMING))[1].gestures)


def test_between_two_turns_a_setting_holds_at_once() -> None:
    """Apply a setting at once between two turns, also before the first."""
    moment = begun(DEALING)
    asked = after(moment, ChangeRule("power_down", "this"))
    assert asked.stage == RESTING and asked.state.race.rules.power_down == "this"
    assert after(asked, ChangeRule("power_down", "next")) == moment
    pushed = GAME.answered(
        asked, {seat: Answer("push" if seat == 1 else "pull") for seat in (1, 2, 3)}
    ).position
    kept = after(pushed, ChangeRule("power_down", "next"), ChangeRule("healing", "turn"))
    assert go_on(kept, DICE).position.state.clank(1).down
    assert after(kept, ChangeRule("power_down", "this")).stage == RESTING


def test_locks_open_at_the_next_deal_without_card_lock() -> None:
    """Open locks at the next deal without card lock (6.2.2)."""
    moment = until(after(until(begun(), REGISTERS), SetDamage(1, 9), EndTurn()), DEALING)
    moment = after(until(moment, PROGRAMMING), ChangeRule("card_lock", "off"))
    assert (
        locks_of(any_game(GAME), moment) == {1: (1, 2, 3, 4, 5)}
        and asks(moment)[1].hand.number == 0
    )
    moment = until(go_on(moment, DICE, pushes=0).position, PROGRAMMING)
    assert locks_of(any_game(GAME), moment) == {}


def test_a_change_taken_back_leaves_nothing_pending() -> None:
    """Leave nothing pending after an undone correction."""
    moment = begun()
    assert after(moment, ChangeRule("lives", "1"), ChangeRule("lives", "3")) == moment
    settings = {option.key for option in GAME.options} - {MODE_OPTION.key}
    assert settings == set(CORRECTIONS.words(moment))


# ---- What is looked up ---------------------------------------------------------------------------


def test_the_form_says_what_can_be_changed() -> None:
    """Offer damage, lives, flags, checkpoints, rest and squares around the checkpoint."""
    moment = after(
        begun(), SetDamage(2, 4), SetLives(2, None), SetPower(2, True, False), MoveFlag(1, "D4")
    )
    values = {title: str(field.value) for title, field in fields(moment, 2).items()}
    assert [values[title] for title in ("Damage", "Lives", "Next flag")] == ["4", "no limit", "1"]
    assert chosen(moment, 2, "Resting") == ["Rests now"] and form(moment, 2).marks == ()
    square, _ = moment.state.clank(2).checkpoints[-1]
    assert str(fields(moment, 2)["Comes back on"].picks[0].label).startswith(square)
    assert form(after(moment, Park(2)), 2).marks[0] == square
    assert GAME.flags(moment) == ("D4", "A16")


def test_fingerprints_tell_apart_what_the_state_does_not() -> None:
    """Hash stage, another deal, pending settings and dealt cards; else use the engine's hash."""
    moment, real = begun(), begun(real=True)
    different = [
        moment,
        after(moment, Redeal()),
        after(moment, ChangeRule("lives", "1")),
        after(moment, ChangeRule("lives", "2")),
        after(moment, EndTurn()),
        until(after(moment, EndTurn()), DEALING),
        GAME.answered(moment, {}).position,
        after(real, SetDamage(1, 4)),
        RacePosition(after(real, SetDamage(1, 4)).state, PROGRAMMING),
        after(go_on(after(begun(DEALING), SetDamage(1, 2)), DICE, True).position, SetDamage(1, 4)),
        begun(RESTING, power_down="this"),
        *(
            GAME.answered(begun(RESTING, power_down="this"), {seat: Answer("push")}).position
            for seat in (1, 2)
        ),
    ]
    prints = [GAME.fingerprint(each) for each in different]
    assert len(set(prints)) == len(prints)
    for each in (
        moment,
        until(moment, DEALING),
        GAME.play(until(moment, REGISTERS)).position,
        different[5],
    ):
        assert GAME.fingerprint(each) == state_hash(each.state)


def test_a_programmed_reader_is_still_without_fault_after_a_change() -> None:
    """Keep a programmed reader legal after any correction."""
    moment = begun()
    given = answers(moment, DICE)
    rows = {seat: row(ask, given[seat]) for seat, ask in asks(moment).items()}
    changed = after(
        moment, SetDamage(1, 9), PutOn(2, "E5", 1), SetLives(3, 1), ChangeRule("card_lock", "off")
    )
    assert [GAME.fault(changed, seat, rows) for seat in rows] == [None] * 3
    assert isinstance(GAME.next_step(GAME.answered(changed, given).position), PlayOn)
