"""Corrections in a race: new questions and deals, applied whole or not."""

from __future__ import annotations

import pytest

from companion.app.loop import EventLoop
from companion.engine.changes import (
    MoveFlag,
    Park,
    PutOn,
    SetCheckpoints,
    SetDamage,
    SetLives,
    SetNextFlag,
    SetPower,
)
from companion.games.asking import Questions
from companion.games.kit.edit import ChangeRule
from companion.games.programmed.corrections import EndTurn, Redeal
from companion.games.programmed.turn import RacePosition
from companion.session.commands import AskPilot, AskShuffle, RecordEvents
from companion.session.messages import (
    Abort,
    ApplyCorrection,
    GoBack,
    GoForward,
    GoTo,
    HandSeat,
    Repeat,
    Shuffled,
    Skip,
    SwapSeats,
    Uncover,
)
from companion.session.pages.menu import MenuState, OpenMenu, Propose, SetReason
from companion.session.steps import step
from companion.session.view import PlayPage
from companion.signals import EMPTY, OK, PULL, PUSH, CollectCards, HandleMoved
from tests.recorded import recorded
from tests.session.evenings import asked, begun, done, evening, fill, play_out, ready, shipped
from tests.session.menus import condition, do, find, match, open_menu, pick, piece, preview, shut
from tests.session.real import FIRST, SECOND, Room
from tests.typed import mistyped, of_kind, present


def playing(**how: object) -> EventLoop:
    """Return two people at the first instruction of a register."""
    loop = begun(board=shipped(), **how)  # type: ignore[arg-type]
    ready(loop, 1)
    ready(loop, 2)
    assert loop.view.page == "play"
    return loop


def page(loop: EventLoop) -> PlayPage:
    """Return the page of playback."""
    assert isinstance(loop.view.body, PlayPage)
    return loop.view.body


# ---- Who is asked --------------------------------------------------------------------------------


def test_who_is_ready_stays_ready_when_another_clank_is_changed() -> None:
    """Ask only the seat again whose question has changed."""
    loop = begun(("person",) * 3)
    ready(loop, 1)
    ready(loop, 2)
    loop.send(ApplyCorrection(SetPower(2, True, False)))
    assert set(match(loop).question.answers) == {1}
    assert [ask.seat for ask in of_kind(Questions, match(loop).next_step).asks if ask.must] == [
        1,
        3,
    ]
    ready(loop, 3)
    assert loop.session.page == "play"


def test_the_race_goes_on_when_nobody_is_left_to_wait_for() -> None:
    """Go on without a parked clank that was the last one awaited, with its reader empty."""
    loop = begun(("person",) * 3)
    ready(loop, 1)
    ready(loop, 2)
    fill(loop, 3)
    loop.send(ApplyCorrection(Park(3), "BRASS", "agreed"))
    assert str(loop.view.title) == recorded("Correction")
    done(loop)
    assert (
        loop.session.page == "play"
        and loop.session.timeline.table_sync is None
        and match(loop).shown.round == 1
    )
    assert all(reading.status == EMPTY for reading in loop.session.readers.by_seat[3].row)
    assert loop.session.readers.by_seat[1].row[0].status == OK
    play_out(loop, "summary")


def test_a_pilot_whose_question_has_changed_chooses_anew() -> None:
    """Ask a pilot again whose question has changed, and empty its reader."""
    loop = begun(("person", "random"))
    assert 2 in match(loop).question.answers
    loop.send(ApplyCorrection(SetPower(2, True, False)))
    assert asked(loop.session, 2).program.slots == () and 2 in match(loop).question.answers
    loop.send(ApplyCorrection(Redeal()))
    ready(loop, 1)
    assert loop.session.page == "play"


def test_an_open_hand_is_covered_when_its_clank_is_sent_away() -> None:
    """Cover the open hand of a parked clank."""
    loop = begun(("person",) * 3)
    loop.send(Uncover(3))
    loop.send(ApplyCorrection(Park(3)))
    assert match(loop).question.open_seat is None


def test_a_change_of_the_settings_asks_who_rests_before_the_deal() -> None:
    """Ask for rests before real cards are dealt after a change to "this"."""
    room = Room(("person", "person"), (1, 2)).begin()
    room.put(1, FIRST)
    room.put(2, SECOND)
    room.move(1)
    room.move(2)
    room.play_turn()
    loop = room.loop
    assert loop.session.page == "deal"
    loop.send(ApplyCorrection(ChangeRule("power_down", "this")))
    assert loop.session.page == "rest" and loop.session.lobby.setup.words["power_down"] == "this"
    room.move(1)
    room.move(2, PUSH)
    assert loop.session.page == "deal"
    loop.send(ApplyCorrection(ChangeRule("power_down", "next")))
    assert loop.session.lobby.setup.words["power_down"] == "next" and loop.session.page == "deal"
    loop.send(ApplyCorrection(Park(1)))
    assert match(loop).next_step.turn == 2


# ---- Cards ---------------------------------------------------------------------------------------


def test_a_turn_that_is_dealt_again_has_other_cards() -> None:
    """Deal other cards each time, repeatable in the same session, into empty readers."""
    hands = []
    for _ in range(2):
        loop = begun(seed=4)
        first = asked(loop.session, 1).hand.codes
        ready(loop, 1)
        for _ in range(2):
            loop.send(ApplyCorrection(Redeal()))
            assert (
                loop.session.page == "program"
                and match(loop).question.answers == {}
                and match(loop).next_step.turn == 1
            )
            assert all(
                reading.status == EMPTY
                for reader in loop.session.readers.by_seat.values()
                for reading in reader.row
            )
        hands.append((first, asked(loop.session, 1).hand.codes, match(loop).redealt))
        ready(loop, 1)
        ready(loop, 2)
        assert match(loop).redealt == 0
    assert hands[0] == hands[1] and set(hands[0][0]) != set(hands[0][1]) and hands[0][2] == 2  # type: ignore[arg-type]


def test_the_shuffle_says_how_often_a_turn_was_dealt() -> None:
    """Report in the shuffle how often a turn was dealt."""
    loop = begun()
    after, commands = step(loop.session, ApplyCorrection(Redeal()))
    assert [command.again for command in commands if isinstance(command, AskShuffle)] == [1]
    assert after.match is not None and after.match.redealt == 1
    assert any(isinstance(command, CollectCards) for command in commands)


def test_real_cards_are_dealt_again_by_hand() -> None:
    """Watch readers before another physical deal until they are empty."""
    room = Room(("person", "person"), (1, 2)).begin()
    room.put(1, FIRST)
    room.move(1)
    room.loop.send(ApplyCorrection(Redeal()))
    assert room.loop.view.page == "deal" and str(room.loop.view.title) == recorded("Turn-1-deal")
    room.clear(1)
    assert room.loop.view.page == "program" and match(room.loop).question.answers == {}


def test_pilots_beside_real_cards_draw_once_more_after_a_change() -> None:
    """Return a pilot's drawn cards after a change, to draw again when all are ready."""
    room = Room(("person", "random"), (1,)).begin()
    room.put(1, FIRST)
    drawing, commands = step(room.loop.session, HandleMoved(1, PULL))
    (shuffle,) = (command for command in commands if isinstance(command, AskShuffle))
    drawn, asked_pilots = step(drawing, Shuffled(shuffle.codes))
    assert (
        drawn.match is not None
        and drawn.match.pilots_drew
        and isinstance(asked_pilots[0], AskPilot)
    )
    changed, commands = step(drawn, ApplyCorrection(SetDamage(2, 2)))
    assert (
        changed.match is not None
        and changed.match.pilots_drew
        and set(changed.match.question.answers) == {1}
    )
    assert [type(command) for command in commands if not isinstance(command, RecordEvents)] == [
        CollectCards,
        AskShuffle,
    ]
    assert changed.match.ask(2) is not None and present(changed.match.ask(2)).hand.codes is None
    again, asked_pilots = step(changed, Shuffled(shuffle.codes))
    assert (
        isinstance(asked_pilots[0], AskPilot)
        and again.match is not None
        and present(again.match.ask(2)).hand.codes is not None
    )


def test_a_turn_is_ended_early() -> None:
    """End a turn early with programs unchanged, after the current instructions."""
    loop = begun()
    ready(loop, 1)
    loop.send(ApplyCorrection(EndTurn(), "COPPER", "agreed"))
    assert loop.session.page == "summary" or match(loop).shown.round == 6
    play_out(loop)
    loop = playing()
    left = len(match(loop).shown.script) - match(loop).shown.at
    open_menu(loop)
    pick(loop, "This turn")
    pick(loop, "End the turn")
    assert preview(loop).words == recorded("After-this-register-Turn-1-ended")
    do(loop)
    for _ in range(left):
        assert match(loop).shown.round == 1 and page(loop).instruction.words
        done(loop)
    done(loop)
    assert loop.session.page == "summary" or match(loop).shown.round == 6
    play_out(loop, "summary")
    assert str(loop.view.title) == recorded("After-turn-1")


# ---- What is kept of it --------------------------------------------------------------------------


def test_who_and_why_are_kept() -> None:
    """Keep author and reason in the correction, and remove them by another touch."""
    loop = begun()
    open_menu(loop)
    pick(loop, "COPPER")
    pick(loop, "Left")
    shown = preview(loop)
    assert [str(choice.label) for choice in shown.who.choices] == ["BRASS", "COPPER", "everybody"]
    for label in ("COPPER", "bumped", "agreed", "bumped"):
        chip = next(
            choice
            for choice in (*preview(loop).who.choices, *preview(loop).why.choices)
            if str(choice.label) == label
        )
        loop.send(chip.message)
    assert preview(loop).names == ("COPPER", "bumped")
    chip = next(choice for choice in preview(loop).who.choices if choice.chosen)
    assert chip.message == SetReason("", "bumped")
    do(loop)
    left_by = present(loop.session.timeline.previous).left_by
    assert left_by is not None and (left_by.who, left_by.why, left_by.rule, left_by.seat) == (
        "COPPER",
        "bumped",
        "12.2",
        2,
    )
    assert [type(event).__name__ for step in left_by.steps for event in step.events] == [
        "PlacedByHand"
    ]


def test_every_change_is_told_to_the_world() -> None:
    """Report every correction like play: events, instructions and clanks."""
    loop = begun()
    records: list[RecordEvents] = []
    loop.on_events = records.append
    loop.send(ApplyCorrection(PutOn(1, "D3", 2)))
    assert (
        len(records) == 1
        and records[0].position is match(loop).position
        and piece(loop, 1).square == "D3"
    )
    assert (
        records[0].instructions[0].part == "correction"
        and records[0].events
        and (records[0].turn, records[0].round) == (1, 0)
    )


def test_a_change_can_be_taken_back() -> None:
    """Undo and redo a correction."""
    loop = begun()
    loop.send(ApplyCorrection(PutOn(1, "D3", 2)))
    done(loop)
    loop.send(ApplyCorrection(GoBack("instruction")))
    while loop.session.timeline.table_sync is not None:
        done(loop)
    assert piece(loop, 1).square == "A1" and loop.session.page == "program"
    loop.send(ApplyCorrection(GoForward()))
    while loop.session.timeline.table_sync is not None:
        done(loop)
    assert piece(loop, 1).square == "D3"


def test_a_change_on_the_way_back_follows_the_way() -> None:
    """Add one instruction for a correction to the way back."""
    loop = playing()
    play_out(loop, "summary")
    loop.send(ApplyCorrection(GoBack("start")))
    travel = loop.session.timeline.table_sync
    assert travel is not None and loop.view.menu
    loop.send(ApplyCorrection(SetLives(1, 1)))
    assert loop.session.timeline.table_sync == travel
    free = "A9"
    loop.send(ApplyCorrection(PutOn(2, free, 1)))
    assert loop.session.page == "place" and loop.session.timeline.table_sync is not None
    assert len(loop.session.timeline.table_sync.script) == len(travel.script) + 1
    while loop.session.timeline.table_sync is not None:
        done(loop)
    assert piece(loop, 2).square == free and condition(loop, 1).lives == 1


@pytest.mark.parametrize(
    "remedy",
    [
        None,
        7,
        "PutOn",
        Repeat(),
        Skip(),
        Abort(),
        GoForward(),
        GoBack("week"),
        mistyped(GoBack, []),
        GoTo(99),
        mistyped(GoTo, "x"),
        GoTo(-1),
        PutOn(9, "A1", 0),
        mistyped(PutOn, "x", 5, None),
        PutOn(1, "Z9", 0),
        PutOn(1, "D3", 7),
        SetDamage(1, 10),
        mistyped(SetDamage, 1, "3"),
        SetDamage(True, 3),
        SetLives(1, 0),
        SetNextFlag(1, 3),
        mistyped(SetPower, 1, "yes", None),
        SetCheckpoints(1, ()),
        SetCheckpoints(1, (("C2", 0),)),
        MoveFlag(3, "D3"),
        MoveFlag(1, "A3"),
        mistyped(MoveFlag, [], {}),
        ChangeRule("lives", "9"),
        mistyped(ChangeRule, [], None),
        HandSeat(8, "person"),
        HandSeat(1, "person"),
        HandSeat(1, ""),
        HandSeat(1, "nobody known"),
        mistyped(HandSeat, [], {}),
        mistyped(HandSeat, 1, []),
        SwapSeats(1, 1),
        SwapSeats(1, 2),
        SwapSeats(1, 8),
        mistyped(SwapSeats, "x", None),
        Park(8),
        mistyped(Park, None),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(remedy: object) -> None:
    """Refuse in a sentence, equally in the preview, and change only the notice."""
    loop = begun()
    before = loop.session
    loop.send(ApplyCorrection(remedy))
    words = str(loop.session.notice)
    assert not words[0].islower() and words.endswith("."), words
    assert loop.session._replace(notice="") == before
    loop.send(OpenMenu())
    loop.send(Propose(remedy))
    if (
        loop.session.is_open("menu")
        and loop.session.open_state("menu", MenuState).proposed is not None
    ):
        assert preview(loop).refused == words


def test_nothing_is_decided_before_a_race_or_after_it() -> None:
    """Allow no corrections in a setup; a finished race can only be undone."""
    loop = evening()
    loop.send(ApplyCorrection(SetDamage(1, 3)))
    assert str(loop.view.notice) == recorded("No-game-is-running")
    over = begun(("random",) * 3, words={"lives": "1"}, board=shipped("welding-shop"))
    play_out(over, "over")
    over.send(ApplyCorrection(SetDamage(1, 3)))
    assert str(over.view.notice) == recorded("The-race-is-over")
    over.send(ApplyCorrection(GoBack("instruction")))
    assert over.session.page == "play"


def test_rules_change_from_the_next_turn_on() -> None:
    """Change rules from the next turn on, shown as pending, and kept for the setup."""
    loop = playing()
    open_menu(loop)
    pick(loop, "Settings")
    assert find(loop, "End of register", "Flag hit").chosen
    pick(loop, "On pass", "Flag hit")
    do(loop)
    assert (
        find(loop, "On pass", "Flag hit").chosen
        and loop.session.lobby.setup.words["flag_hit"] == "pass"
    )
    assert of_kind(RacePosition, match(loop).position).state.race.rules.flag_hit == "register"
    shut(loop)
    play_out(loop, "summary")
    done(loop)
    assert of_kind(RacePosition, match(loop).position).state.race.rules.flag_hit == "pass"


def test_readers_that_stay_full_do_not_matter_after_a_change_in_mid_turn() -> None:
    """Deal to a clank parked in mid-turn after the cleanup, with full readers."""
    loop = playing()
    loop.send(ApplyCorrection(Park(2)))
    play_out(loop, "summary")
    done(loop)
    assert loop.session.page == "program" and len(asked(loop.session, 2).hand.codes or ()) == 9
