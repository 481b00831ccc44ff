"""What people decide in a race: who is asked again, what is dealt again, and that nothing is done halfway."""
from __future__ import annotations

import pytest

from companion.engine.changes import MoveFlag, Park, PutOn, SetCheckpoints, SetDamage, SetLives, SetNextFlag, SetPower
from companion.games.base import ChangeRule, EndTurn, Redeal
from companion.session.commands import AskPilot, AskShuffle, Played
from companion.session.messages import (
    Abort, Because, Decide, GoBack, GoForward, GoTo, HandSeat, OpenMenu, Propose, Repeat, Shuffled, Skip, SwapSeats, Uncover,
)
from companion.session.session import replace
from companion.session.steps import step
from companion.session.view import PlayPage
from companion.shell import Shell
from companion.signals import EMPTY, OK, PULL, PUSH, CollectCards, HandleMoved
from tests.session.evenings import asked, begun, done, evening, fill, play_out, ready, shipped
from tests.session.menus import do, find, match, open_menu, pick, piece, preview, shut
from tests.session.real import FIRST, SECOND, Room


def playing(**how: object) -> Shell:
    """Two people at the first instruction of a register."""
    shell = begun(board=shipped(), **how)  # type: ignore[arg-type]
    ready(shell, 1)
    ready(shell, 2)
    assert shell.view.page == "play"
    return shell


def page(shell: Shell) -> PlayPage:
    """What playback shows."""
    assert isinstance(shell.view.body, PlayPage)
    return shell.view.body


# ---- Who is asked --------------------------------------------------------------------------------------------------------


def test_who_is_ready_stays_ready_when_another_clank_is_changed() -> None:
    """Only the seat whose question has changed is asked again."""
    shell = begun(("person",) * 3)
    ready(shell, 1)
    ready(shell, 2)
    shell.send(Decide(SetPower(2, True, False)))
    assert set(match(shell).answers) == {1}
    assert [ask.seat for ask in match(shell).want.asks if ask.must] == [1, 3]  # type: ignore[union-attr]
    ready(shell, 3)
    assert shell.session.page == "play"


def test_the_race_goes_on_when_nobody_is_left_to_wait_for() -> None:
    """A clank that is sent away was the last one awaited: its cards leave its reader, and the turn is played without it."""
    shell = begun(("person",) * 3)
    ready(shell, 1)
    ready(shell, 2)
    fill(shell, 3)
    shell.send(Decide(Park(3), "BRASS", "agreed"))
    assert shell.view.title == "Correction"
    done(shell)
    assert shell.session.page == "play" and shell.session.travel is None and match(shell).register == 1
    assert all(reading.status == EMPTY for reading in shell.session.readers[3].row)
    assert shell.session.readers[1].row[0].status == OK
    play_out(shell, "summary")


def test_a_pilot_whose_question_has_changed_chooses_anew() -> None:
    """Its cards leave its reader, and it is asked again by itself."""
    shell = begun(("person", "random"))
    assert 2 in match(shell).answers
    shell.send(Decide(SetPower(2, True, False)))
    assert asked(shell.session, 2).slots == () and 2 in match(shell).answers
    shell.send(Decide(Redeal()))
    ready(shell, 1)
    assert shell.session.page == "play"


def test_an_open_hand_is_covered_when_its_clank_is_sent_away() -> None:
    """Nobody is asked for it any more."""
    shell = begun(("person",) * 3)
    shell.send(Uncover(3))
    shell.send(Decide(Park(3)))
    assert match(shell).open_seat is None


def test_a_change_of_the_settings_asks_who_rests_before_the_deal() -> None:
    """Between two turns Power down is set to this turn: real cards are not dealt before everybody has said whether it rests."""
    room = Room(("person", "person"), (1, 2)).begin()
    room.put(1, FIRST)
    room.put(2, SECOND)
    room.move(1)
    room.move(2)
    room.play_turn()
    shell = room.shell
    assert shell.session.page == "deal"
    shell.send(Decide(ChangeRule("power_down", "this")))
    assert shell.session.page == "rest" and shell.session.setup.words["power_down"] == "this"
    room.move(1)
    room.move(2, PUSH)
    assert shell.session.page == "deal"
    shell.send(Decide(ChangeRule("power_down", "next")))
    assert shell.session.setup.words["power_down"] == "next" and shell.session.page == "deal"
    shell.send(Decide(Park(1)))
    assert match(shell).want.turn == 2


# ---- Cards ---------------------------------------------------------------------------------------------------------------


def test_a_turn_that_is_dealt_again_has_other_cards() -> None:
    """Each deal of a turn differs from the others, and comes out the same in the same evening once more; all readers are emptied."""
    hands = []
    for _ in range(2):
        shell = begun(seed=4)
        first = asked(shell.session, 1).hand
        ready(shell, 1)
        for _ in range(2):
            shell.send(Decide(Redeal()))
            assert shell.session.page == "program" and match(shell).answers == {} and match(shell).want.turn == 1
            assert all(reading.status == EMPTY for reader in shell.session.readers.values() for reading in reader.row)
        hands.append((first, asked(shell.session, 1).hand, match(shell).redealt))
        ready(shell, 1)
        ready(shell, 2)
        assert match(shell).redealt == 0
    assert hands[0] == hands[1] and set(hands[0][0]) != set(hands[0][1]) and hands[0][2] == 2  # type: ignore[arg-type]


def test_the_shuffle_says_how_often_a_turn_was_dealt() -> None:
    """So that the world can tell one deal of a turn from another."""
    shell = begun()
    after, commands = step(shell.session, Decide(Redeal()))
    assert [command.again for command in commands if isinstance(command, AskShuffle)] == [1]
    assert after.match is not None and after.match.redealt == 1
    assert any(isinstance(command, CollectCards) for command in commands)


def test_real_cards_are_dealt_again_by_hand() -> None:
    """The readers are watched until they are empty, as before any deal."""
    room = Room(("person", "person"), (1, 2)).begin()
    room.put(1, FIRST)
    room.move(1)
    room.shell.send(Decide(Redeal()))
    assert room.shell.view.page == "deal" and room.shell.view.title == "Turn 1: deal"
    room.clear(1)
    assert room.shell.view.page == "program" and match(room.shell).answers == {}


def test_pilots_beside_real_cards_draw_once_more_after_a_change() -> None:
    """The cards that a pilot has drawn go back when something is changed, and it draws anew when everybody is ready again."""
    room = Room(("person", "random"), (1,)).begin()
    room.put(1, FIRST)
    drawing, commands = step(room.shell.session, HandleMoved(1, PULL))
    (shuffle,) = (command for command in commands if isinstance(command, AskShuffle))
    drawn, asked_pilots = step(drawing, Shuffled(shuffle.codes))
    assert drawn.match is not None and drawn.match.drawn and isinstance(asked_pilots[0], AskPilot)
    changed, commands = step(drawn, Decide(SetDamage(2, 2)))
    assert changed.match is not None and changed.match.drawn and set(changed.match.answers) == {1}
    assert [type(command) for command in commands if not isinstance(command, Played)] == [CollectCards, AskShuffle]
    assert changed.match.ask(2) is not None and changed.match.ask(2).hand is None  # type: ignore[union-attr]
    again, asked_pilots = step(changed, Shuffled(shuffle.codes))
    assert isinstance(asked_pilots[0], AskPilot) and again.match is not None and again.match.ask(2).hand is not None  # type: ignore[union-attr]


def test_a_turn_is_ended_early() -> None:
    """Programs are left as they are, and the cleanup follows; in mid-register it follows the instructions that are left."""
    shell = begun()
    ready(shell, 1)
    shell.send(Decide(EndTurn(), "COPPER", "agreed"))
    assert shell.session.page == "summary" or match(shell).register == 6
    play_out(shell)
    shell = playing()
    left = len(match(shell).script) - match(shell).at
    open_menu(shell)
    pick(shell, "This turn")
    pick(shell, "End the turn")
    assert preview(shell).words == ("After this register: Turn 1: ended (before: 1 of 5 registers played)",)
    do(shell)
    for _ in range(left):
        assert match(shell).register == 1 and page(shell).instruction.words
        done(shell)
    done(shell)
    assert shell.session.page == "summary" or match(shell).register == 6
    play_out(shell, "summary")
    assert shell.view.title == "After turn 1"


# ---- What is kept of it --------------------------------------------------------------------------------------------------


def test_who_and_why_are_kept() -> None:
    """The chips of the preview go into the decision, and into the moment that it leaves; touched again they are taken back."""
    shell = begun()
    open_menu(shell)
    pick(shell, "COPPER")
    pick(shell, "Left")
    shown = preview(shell)
    assert [choice.label for choice in shown.who.choices] == ["BRASS", "COPPER", "everybody"]
    for label in ("COPPER", "bumped", "agreed", "bumped"):
        chip = next(choice for choice in (*preview(shell).who.choices, *preview(shell).why.choices) if choice.label == label)
        shell.send(chip.message)
    assert preview(shell).names == ("COPPER", "bumped")
    chip = next(choice for choice in preview(shell).who.choices if choice.chosen)
    assert chip.message == Because("", "bumped")
    do(shell)
    left_by = shell.session.past.left_by  # type: ignore[union-attr]
    assert left_by is not None and (left_by.who, left_by.why, left_by.rule, left_by.seat) == ("COPPER", "bumped", "12.2", 2)
    assert [type(event).__name__ for event in left_by.events] == ["PlacedByHand"]


def test_every_change_is_told_to_the_world() -> None:
    """As what was played is: events, instructions, and the clanks after it."""
    shell = begun()
    told: list[Played] = []
    shell.on_played = told.append
    shell.send(Decide(PutOn(1, "D3", 2)))
    assert len(told) == 1 and told[0].pieces[0].square == "D3" and told[0].instructions[0].part == "correction"
    assert told[0].events and (told[0].turn, told[0].register) == (1, 0)


def test_a_change_can_be_taken_back() -> None:
    """Going back by one leads to the moment before it, and forward again to the one after."""
    shell = begun()
    shell.send(Decide(PutOn(1, "D3", 2)))
    done(shell)
    shell.send(Decide(GoBack("instruction")))
    while shell.session.travel is not None:
        done(shell)
    assert piece(shell, 1).square == "A1" and shell.session.page == "program"
    shell.send(Decide(GoForward()))
    while shell.session.travel is not None:
        done(shell)
    assert piece(shell, 1).square == "D3"


def test_a_change_on_the_way_back_follows_the_way() -> None:
    """While hands bring the table to an earlier position, what is changed besides is one instruction more."""
    shell = playing()
    play_out(shell, "summary")
    shell.send(Decide(GoBack("start")))
    travel = shell.session.travel
    assert travel is not None and shell.view.menu
    shell.send(Decide(SetLives(1, 1)))
    assert shell.session.travel == travel
    free = "A9"
    shell.send(Decide(PutOn(2, free, 1)))
    assert shell.session.page == "place" and shell.session.travel is not None
    assert len(shell.session.travel.script) == len(travel.script) + 1
    while shell.session.travel is not None:
        done(shell)
    assert piece(shell, 2).square == free and piece(shell, 1).lives == "1"


@pytest.mark.parametrize("remedy", [
    None, 7, "PutOn", Repeat(), Skip(), Abort(), GoForward(), GoBack("week"), GoBack([]), GoTo(99), GoTo("x"), GoTo(-1),  # type: ignore[arg-type]
    PutOn(9, "A1", 0), PutOn("x", 5, None), PutOn(1, "Z9", 0), PutOn(1, "D3", 7), SetDamage(1, 10), SetDamage(1, "3"),  # type: ignore[arg-type]
    SetDamage(True, 3), SetLives(1, 0), SetNextFlag(1, 3), SetPower(1, "yes", None), SetCheckpoints(1, ()),  # type: ignore[arg-type]
    SetCheckpoints(1, (("C2", 0),)), MoveFlag(3, "D3"), MoveFlag(1, "A3"), MoveFlag([], {}), ChangeRule("lives", "9"),  # type: ignore[arg-type]
    ChangeRule([], None), HandSeat(8, "person"), HandSeat(1, "person"), HandSeat(1, ""), HandSeat(1, "nobody known"),  # type: ignore[arg-type]
    HandSeat([], {}), HandSeat(1, []), SwapSeats(1, 1), SwapSeats(1, 2), SwapSeats(1, 8), SwapSeats("x", None), Park(8), Park(None),  # type: ignore[arg-type]
])
def test_what_cannot_be_is_refused_in_a_sentence(remedy: object) -> None:
    """Nothing but the notice changes, and the preview refuses just what the decision refuses."""
    shell = begun()
    before = shell.session
    shell.send(Decide(remedy))  # type: ignore[arg-type]
    words = shell.session.notice
    assert not words[0].islower() and words.endswith("."), words
    assert replace(shell.session, notice="") == before
    shell.send(OpenMenu())
    shell.send(Propose(remedy))  # type: ignore[arg-type]
    if shell.session.menu is not None and shell.session.menu.proposed is not None:
        assert preview(shell).refused == words


def test_nothing_is_decided_before_a_race_or_after_it() -> None:
    """The setup has no race; a race that is over can only be taken back."""
    shell = evening()
    shell.send(Decide(SetDamage(1, 3)))
    assert shell.view.notice == "No race is running."
    over = begun(("random",) * 3, words={"lives": "1"}, board=shipped("welding-shop"))
    play_out(over, "over")
    over.send(Decide(SetDamage(1, 3)))
    assert over.view.notice.startswith("The race is over")
    over.send(Decide(GoBack("instruction")))
    assert over.session.page == "play"


def test_rules_change_from_the_next_turn_on() -> None:
    """The settings of the menu show the word that is in force then, and the setup keeps it."""
    shell = playing()
    open_menu(shell)
    pick(shell, "Settings")
    assert find(shell, "Register", "Flag hit").chosen
    pick(shell, "On pass", "Flag hit")
    do(shell)
    assert find(shell, "On pass", "Flag hit").chosen and shell.session.setup.words["flag_hit"] == "pass"
    assert match(shell).position.state.race.rules.flag_hit == "register"
    shut(shell)
    play_out(shell, "summary")
    done(shell)
    assert match(shell).position.state.race.rules.flag_hit == "pass"


def test_readers_that_stay_full_do_not_matter_after_a_change_in_mid_turn() -> None:
    """A clank parked while its register runs comes back in the cleanup, and is dealt cards like the others."""
    shell = playing()
    shell.send(Decide(Park(2)))
    play_out(shell, "summary")
    done(shell)
    assert shell.session.page == "program" and len(asked(shell.session, 2).hand or ()) == 9
