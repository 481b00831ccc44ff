"""Pilots use abilities: a Pause in a slot, another hand, over readers, undo and restarts."""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path
from random import Random
from typing import Final

import pytest

from companion.__main__ import main
from companion.app.loop import EventLoop, boards_of, open_session
from companion.app.recording import recall
from companion.commands._unattended import PlannedRace, RaceResult, play_race
from companion.engine.cards import PAUSE, card_of
from companion.engine.changes import SetByHand
from companion.engine.events import CardPlayed
from companion.games.api import Plan
from companion.games.asking import Answer, Questions
from companion.games.factory_rally.active import NEW_HAND
from companion.games.factory_rally.game import GAME
from companion.games.kit.pilot import Foresight
from companion.games.programmed.deck import CODE_OF_CARD, PAUSES
from companion.games.programmed.turn import RacePosition
from companion.journal.store import Journal, open_journal
from companion.pilots.base import Task, is_sound, pilots
from companion.pilots.programs import programs
from companion.pilots.racer import turns_left
from companion.pilots.values import values_of
from companion.session.commands import RecordEvents
from companion.session.lobby.seat_rules import SetSeatRule
from companion.session.messages import (
    INSTRUCTION,
    ApplyCorrection,
    Begin,
    ChooseBoard,
    ClearMarkers,
    Go,
    GoBack,
    Message,
    SetRule,
    TouchSquare,
)
from companion.session.past.history import entries, recap_of
from companion.session.past.undo_points import undo_points
from companion.session.session import Session
from companion.session.trials import trial_of
from companion.session.view import OVER, PROGRAM, SUMMARY
from companion.signals import OK, PULL, REST, HandleMoved, SlotRead
from companion.table.screen_fallback import ScreenFallback
from companion.table.virtual import ScriptedTable
from companion.tournament.match import PilotRace
from companion.tournament.schedule import Meeting, RaceBoard, ScheduledRace
from tests.recorded import recorded
from tests.session.evenings import asked, done
from tests.typed import any_game, present

MODELS: Final = {"1:model": "dawdle", "2:model": "abacus", "3:model": "abacus", "4:model": "dawdle"}
OWN: Final = {CODE_OF_CARD[card] for card in PAUSES}


def planned(seed: int, turns: int = 12, seats: int = 4) -> PlannedRace:
    """Return a race of random pilots with these models on one of the boards."""
    boards = boards_of(any_game(GAME))
    return PlannedRace(any_game(GAME), boards[seed % len(boards)], seats, MODELS, seed, turns)


def new_hands(session: Session) -> list[int]:
    """Return the seats that have discarded a hand, in order, by the history."""
    made = [point.left_by for point in undo_points(session) if point.left_by is not None]
    return [one.seat for one in reversed(made) if one.rule == "IDS05" and one.seat is not None]


def opened(
    players: tuple[str, ...], *models: str, seed: int = 4, first: tuple[Message, ...] = ()
) -> EventLoop:
    """Return a race on the Paint Shop on the screen, at or before its first question."""
    loop = open_session(seed=seed, players=players, game=any_game(GAME))
    for message in (
        ChooseBoard("paint-shop"),
        *first,
        *(SetSeatRule(seat, "model", word) for seat, word in enumerate(models, 1)),
        Go("rules"),
        Begin(),
    ):
        loop.send(message)
    done(loop)
    return loop


# ---- Whole races ---------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", (3, 4, 5))
def test_random_races_use_both_abilities(seed: int) -> None:
    """Use both abilities in random races, by the right seats, without broken invariants."""
    used = Counter[tuple[str, int]]()
    thrown = list[tuple[int, int]]()

    def hear(played: RecordEvents) -> None:
        for event in played.events:
            if isinstance(event, CardPlayed) and event.card.move == PAUSE:
                used["pause", event.seat] += 1
            elif isinstance(event, SetByHand) and event.seat is not None:
                thrown.append((played.turn, event.seat))

    ended = play_race(planned(seed), hear)
    assert ended._replace(seconds=0.0) == play_race(planned(seed))._replace(seconds=0.0)
    assert {seat for _, seat in used} == {1, 4} and min(used.values()) > 1
    assert {seat for _, seat in thrown} == {2, 3} and len(thrown) == len({*thrown})


def test_models_without_such_an_ability_play_as_they_did(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Play as before without such models, with no random numbers for them."""
    plain = [f"{seat}:model=none" for seat in range(1, 5)]
    assert (
        main(
            [
                "simulate",
                "--game",
                "factory_rally",
                "--games",
                "1",
                "--seats",
                "4",
                "--turns",
                "60",
                "--json",
                "--rules",
                *plain,
            ]
        )
        == 0
    )
    assert '"hash": "7997cb5a4fb2809a"' in capsys.readouterr().out


def test_the_cards_reach_emulated_readers(capsys: pytest.CaptureFixture[str]) -> None:
    """Use both at emulated readers with the real firmware."""
    words = [
        "simulate",
        "--game",
        "factory_rally",
        "--games",
        "1",
        "--seats",
        "2",
        "--turns",
        "3",
        "--json",
        "--rules",
        "1:model=dawdle",
        "2:model=abacus",
    ]
    found = []
    for table in ("virtual:", "rig:2?pace=12"):
        assert main([*words, "--table", table]) == 0
        found.append(capsys.readouterr().out.split('"seconds"')[0])
    assert found[0] == found[1] and '"turns": 3' in found[0]


# ---- Kept and told again -------------------------------------------------------------------------


class CutOff(Exception):  # noqa: N818 - ends a game early
    """The power is gone."""


def cut_off(journal: Journal, race: PlannedRace) -> int:
    """Play until the third hand is discarded; return how many moves that took."""
    at = 0

    def moved(session: Session, trouble: str) -> None:
        nonlocal at
        at = session.timeline.number
        if len(new_hands(session)) == 3:
            raise CutOff

    with pytest.raises(CutOff):
        play_race(race, journal=journal, moved=moved)
    return at


@pytest.mark.parametrize("seed", (3, 4))
def test_a_race_that_is_cut_off_at_a_new_hand_goes_on_to_the_same_end(
    seed: int, tmp_path: Path
) -> None:
    """Resume with the dealt hand to the same end, without another discard."""
    race, journal = planned(seed, turns=8), open_journal(tmp_path / "journal.db", 0.0)
    at = cut_off(journal, race)
    assert at > 0 and all(
        recall(journal, kept, boards_of, every=True).drift is None for kept in journal.games()
    )
    ended: RaceResult = play_race(race, journal=journal)
    assert (ended.digest, ended.turns, ended.unkept) == (play_race(race).digest, 8, "")
    assert all(
        recall(journal, kept, boards_of, every=True).drift is None for kept in journal.games()
    )
    journal.close()


# ---- Beside people -------------------------------------------------------------------------------


def test_going_back_does_not_stop_where_a_pilot_goes_on_at_once() -> None:
    """Undo past a discard, which would be repeated, to before the turn."""
    loop = opened(("person", "random"), "none", "abacus", seed=8)
    assert loop.session.page == PROGRAM and new_hands(loop.session) == [2]
    hand = asked(loop.session, 2).hand.codes
    assert str(loop.session.notice) == recorded("new-hand")
    loop.send(ApplyCorrection(GoBack(INSTRUCTION)))
    assert loop.session.page == "place"
    done(loop)
    assert (
        loop.session.page == PROGRAM
        and new_hands(loop.session) == [2]
        and asked(loop.session, 2).hand.codes == hand
    )


def test_a_new_hand_is_no_correction() -> None:
    """List a new hand in the history, but not as a correction."""
    near = (
        Go("flags"),
        ClearMarkers(),
        TouchSquare("G6"),
        Go("rules"),
        SetRule("mode", "time_trial"),
        SetRule("lives", "inf"),
    )
    loop = opened(("random",), "abacus", first=near)
    for _ in range(5000):
        if loop.session.page == OVER:
            break
        done(loop)
    assert loop.session.page == OVER and new_hands(loop.session)
    new_entries = [
        entry
        for turn in range(1, 200)
        for entry in entries(loop.session, turn)
        if entry.made is not None
    ]
    assert len(new_entries) == len(new_hands(loop.session)) and all(
        "new hand" in str(entry.words) for entry in new_entries
    )
    assert not any("by hand" in str(words) for words in recap_of(loop.session).sentences)
    assert trial_of(loop.session) is not None


# ---- Real cards ----------------------------------------------------------------------------------


def real_table(seed: int, *models: str) -> EventLoop:
    """Return a ready person with real cards, and pilots that have answered."""
    readers = ScriptedTable((1,))
    loop = open_session(
        ScreenFallback(readers),
        seed=seed,
        players=("person", *("random",) * (len(models) - 1)),
        game=any_game(GAME),
    )
    for message in (
        ChooseBoard("paint-shop"),
        *(SetSeatRule(seat, "model", word) for seat, word in enumerate(models, 1)),
        Go("rules"),
        Begin(),
    ):
        loop.send(message)
    done(loop)
    readers.signals += [SlotRead(1, slot, OK, code) for slot, code in enumerate(GAME.deck[:5], 1)]
    loop.poll(0.0)
    readers.signals += [HandleMoved(1, PULL), HandleMoved(1, REST)]
    loop.poll(0.0)
    return loop


def hands(loop: EventLoop) -> list[dict[int, tuple[int, ...]]]:
    """Return the pilots' hands at each complete moment of a question, in order."""
    asked_for = [
        point.match.next_step.asks
        for point in undo_points(loop.session)
        if point.page == PROGRAM and isinstance(point.match.next_step, Questions)
    ]
    found = [
        {ask.seat: ask.hand.codes for ask in asks if ask.seat != 1} for asks in reversed(asked_for)
    ]
    return [
        {seat: hand for seat, hand in drawn.items() if hand is not None}
        for drawn in found
        if None not in drawn.values()
    ]


def test_where_cards_are_real_pilots_use_their_abilities_too() -> None:
    """Use abilities with real cards: only the discarding pilot's hand changes."""
    thrown, pauses, both = 0, 0, 0
    for seed in range(16):
        loop = real_table(seed, "none", "abacus", "dawdle", "abacus")
        assert loop.session.page == "play", str(loop.session.notice)
        drawn, renewed = hands(loop), new_hands(loop.session)
        last = drawn[-1]
        assert [len(last[seat]) for seat in (2, 3, 4)] == [9, 10, 9] and last[3][-1] in OWN
        assert len({code for hand in last.values() for code in hand} - {*GAME.deck[:5]}) == 28
        assert (
            all((drawn[0][seat] == last[seat]) == (seat not in renewed) for seat in last)
            or len(renewed) > 1
        )
        assert all(not {*drawn[0][seat]} & {*last[seat]} for seat in renewed[:1])
        session = loop.session
        assert session.match is not None
        pauses += any(code in OWN for code in session.match.question.answers[3].codes)
        thrown, both = thrown + len(renewed), both + (len(renewed) == 2)
    assert thrown > 3 and pauses > 3 and both


def test_a_pilot_goes_without_the_pause_that_somebody_else_has_put_in() -> None:
    """Play without a Pause that a person has put into another reader."""
    readers = ScriptedTable((1,))
    loop = open_session(
        ScreenFallback(readers), seed=1, players=("person", "random"), game=any_game(GAME)
    )
    for message in (
        ChooseBoard("paint-shop"),
        SetSeatRule(1, "model", "dawdle"),
        SetSeatRule(2, "model", "dawdle"),
        Go("rules"),
        Begin(),
    ):
        loop.send(message)
    done(loop)
    second = asked(loop.session, 2).hand.own[0]
    readers.signals += [
        SlotRead(1, slot, OK, code) for slot, code in enumerate((second, *GAME.deck[:4]), 1)
    ]
    loop.poll(0.0)
    readers.signals += [HandleMoved(1, PULL), HandleMoved(1, REST)]
    loop.poll(0.0)
    assert loop.session.page == "play" and [len(hand) for hand in hands(loop)[-1].values()] == [9]


# ---- Tournaments ---------------------------------------------------------------------------------


def test_a_tournament_hears_what_pilots_do_besides() -> None:
    """Play the same races in a tournament, without a session, with no missing answer."""
    entry = boards_of(any_game(GAME))[0]
    plan = Plan(
        entry.board,
        entry.markers[0][1],
        (1, 2, 3),
        {},
        {1: {"model": "abacus"}, 2: {"model": "abacus"}, 3: {"model": "dawdle"}},
    )
    race = ScheduledRace(
        0, Meeting(("random",), RaceBoard(entry.key), ()), 0, dict.fromkeys((1, 2, 3), "random")
    )
    found = [
        PilotRace(any_game(GAME), race, pilots(), "luck").play(GAME.begin(plan), 6)
        for _ in range(2)
    ]
    assert found[0].result == found[1].result and not found[0].slips
    plain = Plan(entry.board, entry.markers[0][1], (1, 2, 3), {})
    assert (
        PilotRace(any_game(GAME), race, pilots(), "luck").play(GAME.begin(plain), 6).digest
        != found[0].digest
    )


# ---- Pilots that think ---------------------------------------------------------------------------

THINKING: Final = ("novice", "steady", "racer", "champion")
GOOD: Final = (
    "move1@580 move2@720 move1@600 move3@840 move1@660 move2@760 left@250 right@240 move3@800"
)


@pytest.mark.parametrize(
    ("name", "turns"), [("novice", 12), ("steady", 12), ("racer", 12), ("champion", 3)]
)
def test_pilots_that_think_use_both_abilities(name: str, turns: int) -> None:
    """Use both abilities by thinking pilots where they help, and not always."""
    loop, paused, played = opened((name, name), "dawdle", "abacus", seed=7), 0, 0
    for _ in range(2000):
        match = loop.session.match
        assert match is not None
        if loop.session.page == OVER or (
            loop.session.page == SUMMARY and match.shown.turn == turns
        ):
            break
        done(loop)
    for point in undo_points(loop.session):
        if point.page == SUMMARY:
            codes = (
                point.match.question.answers[1].codes if 1 in point.match.question.answers else ()
            )
            paused, played = paused + any(code in OWN for code in codes), played + 1
    assert 0 < paused < played and 0 < len(new_hands(loop.session)) < played + 1


@cache
def begun(model: str) -> RacePosition:
    """Return a race of two with this model at the first seat, shared by all tests.

    The thoughts of pilots about a race are kept.
    """
    board = boards_of(any_game(GAME))[0]
    return GAME.begin(Plan(board.board, board.markers[0][1], (1, 2), {}, {1: {"model": model}}))


def choice(name: str, deck: tuple[int, ...], model: str) -> Answer:
    """Return a pilot's answer at the first seat for this order of cards."""
    position = GAME.dealt(begun(model), deck).position
    next_step = GAME.next_step(position)
    assert isinstance(next_step, Questions)
    task = Task(any_game(GAME), next_step.about, next_step.asks[0], GAME.redacted(position, 1))
    found: Answer = pilots()[name].choose(task, Random(1)).answer
    assert is_sound(next_step.asks[0], found)
    return found


@pytest.mark.parametrize("name", THINKING)
def test_only_a_poor_hand_is_thrown_away(name: str) -> None:
    """Discard the nine weakest cards, and no hand that leads to a flag."""
    poor = GAME.deck
    good = tuple(CODE_OF_CARD[card_of(word)] for word in GOOD.split())
    rest = tuple(code for code in GAME.deck if code not in good)
    assert choice(name, poor, "abacus").offer == NEW_HAND and not choice(name, poor, "none").offer
    assert not choice(name, (*good, *rest), "abacus").offer


def test_a_pause_is_one_card_more_for_a_program() -> None:
    """Choose a Pause only where it does not cost turns, by the racer's own measure."""
    better = 0
    for seed in range(40):
        deck = tuple(Random(seed).sample(GAME.deck, len(GAME.deck)))
        solo = present(Foresight.of(GAME)).solo(GAME.dealt(begun("dawdle"), deck).position, 1)
        assert solo.hand[-1] in OWN
        values = values_of(solo.table)
        left = [
            min(turns_left(solo, values, ending) for ending in programs(one))
            for one in (solo, solo._replace(hand=solo.hand[:-1], moves=solo.moves[:-1]))
        ]
        assert left[0] <= left[1]
        better += left[0] < left[1]
        assert left[0] == left[1] or any(
            code in OWN for code in choice("racer", deck, "dawdle").codes
        )
    assert 3 < better < 40
