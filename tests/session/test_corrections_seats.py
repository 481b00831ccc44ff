"""Another player in mid-race: on the screen, at real readers, with locks, and swapped seats."""

from __future__ import annotations

import json

import pytest

from companion.app.loop import EventLoop
from companion.errors import FormatError
from companion.games import find_game
from companion.games.asking import Shuffle
from companion.games.programmed.turn import RacePosition
from companion.session.commands import AskPilot, ShowLamps
from companion.session.messages import (
    ApplyCorrection,
    GoBack,
    HandSeat,
    Resumed,
    SwapSeats,
    Uncover,
)
from companion.session.past.replaying import header_of
from companion.session.past.replaying import session_of_header as begun_from
from companion.session.steps import step
from companion.signals import (
    ASIDE,
    SLOTS,
    CollectCards,
    InsertCard,
    SetAside,
    SlotRead,
    SwapReaders,
)
from tests.recorded import recorded
from tests.session.evenings import asked, begun, done, fill, play_out, ready
from tests.session.menus import choices, do, find, match, open_menu, pick, preview
from tests.session.real import FIRST, SECOND, Room
from tests.typed import of_kind


def cards(loop: EventLoop, seat: int) -> list[int | None]:
    """Return what a seat's reader shows."""
    return [reading.code for reading in loop.session.readers.by_seat[seat].row]


def test_a_pilot_takes_over_at_the_question() -> None:
    """Empty the reader and cover the hand; the pilot answers by itself."""
    loop = begun(("person", "person"))
    loop.send(Uncover(1))
    half = fill(loop, 1)
    open_menu(loop)
    pick(loop, "Seats")
    pick(loop, "BRASS", "Clank")
    assert find(loop, "Person").chosen
    pick(loop, "Random pilot")
    assert preview(loop).words == recorded("BRASS-is-played-by-Random-pilot")
    do(loop)
    assert (
        loop.session.lobby.setup.seat(1).player == "random"
        and match(loop).question.open_seat is None
        and 1 in match(loop).question.answers
    )
    assert cards(loop, 1) != half and None not in cards(loop, 1)
    ready(loop, 2)
    assert loop.session.page == "play"


def test_a_person_takes_over_from_a_pilot() -> None:
    """Drop the pilot's answer; the person finds its cards on the screen."""
    loop = begun(("random", "person"))
    assert 1 in match(loop).question.answers
    loop.send(ApplyCorrection(HandSeat(1, "person")))
    assert match(loop).question.answers == {} and loop.session.is_person(1)
    loop.send(Uncover(1))
    assert match(loop).question.open_seat == 1 and len(asked(loop.session, 1).hand.codes or ()) == 9
    ready(loop, 2)
    assert loop.session.page == "program"
    ready(loop, 1)
    assert loop.session.page == "play"


def test_the_last_person_who_is_waited_for_is_replaced() -> None:
    """Go on when the last awaited person is replaced, and ask the pilot later."""
    loop = begun(("person", "person"))
    ready(loop, 2)
    loop.send(ApplyCorrection(HandSeat(1, "random")))
    assert loop.session.page == "play"
    play_out(loop, "summary")
    done(loop)
    assert 1 in match(loop).question.answers


def test_in_mid_register_only_the_player_changes() -> None:
    """Change only the player in mid-register, with no question before the next deal."""
    loop = begun(("person", "person"))
    ready(loop, 1)
    ready(loop, 2)
    before = loop.session
    after, commands = step(before, ApplyCorrection(HandSeat(2, "random")))
    assert not any(isinstance(command, AskPilot) for command in commands) and after.page == "play"
    assert (
        after.readers.by_seat == before.readers.by_seat
        and after.match is not None
        and after.match.shown.at == match(loop).shown.at
    )


# ---- Real readers --------------------------------------------------------------------------------


def programmed(room: Room) -> Room:
    """Return two people at real readers, the first one ready."""
    room.begin()
    room.put(1, FIRST)
    room.put(2, SECOND)
    room.move(1)
    return room


def test_the_reader_of_a_seat_that_a_pilot_takes_over_is_set_aside() -> None:
    """Set the pilot's reader aside; with real cards it draws last, and no number twice."""
    room = programmed(Room(("person", "person"), (1, 2)))
    room.loop.send(ApplyCorrection(HandSeat(2, "random")))
    loop = room.loop
    assert loop.session.readers.by_seat[2].lost == ASIDE and loop.session.readers.unused == (2,)
    assert loop.session.page == "play" and match(loop).shown.round >= 1
    assert not set(cards(loop, 1)) & set(cards(loop, 2)) and None not in cards(loop, 2)


def test_its_reader_is_used_again_when_a_person_takes_over() -> None:
    """Use the reader again for a person, unless it was set aside before the race."""
    room = programmed(Room(("person", "random", "person"), (1, 2, 3)))
    loop = room.loop
    assert loop.session.readers.by_seat[2].lost == ASIDE and loop.session.readers.unused == (2,)
    assert cards(loop, 2) == [None] * SLOTS
    loop.send(ApplyCorrection(HandSeat(2, "person")))
    assert (
        loop.session.readers.by_seat[2].lost == ""
        and loop.session.readers.unused == ()
        and not loop.session.on_screen(2)
    )
    room.put(2, SECOND)
    room.move(2)
    assert set(match(loop).question.answers) == {1, 2}
    loop.send(ApplyCorrection(HandSeat(2, "random")))
    assert loop.session.readers.by_seat[2].lost == ASIDE and set(match(loop).question.answers) == {
        1
    }


def locked(room: Room) -> Room:
    """Return the second deal with three locked slots of seat 1."""
    programmed(room)
    room.move(2)
    room.play_turn()
    assert room.loop.session.page == "deal"
    room.hurt(1, 7)
    return room


def test_cards_that_are_locked_come_onto_the_screen() -> None:
    """Show locked cards on the screen, also an unreadable one."""
    room = locked(Room(("person", "person"), (1, 2)))
    loop = room.loop
    held = of_kind(Shuffle, match(loop).next_step).held[1]
    assert held == (None, None, *FIRST[2:])
    room.say(SlotRead(1, 4, "dirty"))
    loop.send(ApplyCorrection(HandSeat(1, "random")))
    assert cards(loop, 1) == list(held)
    room.clear(2)
    assert loop.view.page == "deal" and [card.code for card in loop.view.body.aside] == list(
        held[2:]
    )
    done(loop)
    room.put(2, SECOND)
    room.move(2)
    assert (
        cards(loop, 1)[2:] == list(held[2:])
        and None not in cards(loop, 1)
        and loop.session.page == "play"
    )


def test_commands_come_in_an_order_that_readers_can_carry_out() -> None:
    """Set the reader aside, empty the screen's reader, then put cards in, in this order."""
    room = locked(Room(("person", "person"), (1, 2)))
    _, commands = step(room.loop.session, ApplyCorrection(HandSeat(1, "random")))
    cards_in = [InsertCard(1, slot, FIRST[slot - 1]) for slot in (3, 4, 5)]
    assert [
        command for command in commands if not isinstance(command, (CollectCards, ShowLamps))
    ] == [SetAside(1, True), *cards_in]
    assert (
        isinstance(commands[1], CollectCards)
        and commands[1].keep[1] == ()
        and commands[1].keep[2] == (1, 2, 3, 4, 5)
    )


def test_going_back_uses_the_readers_as_they_were_used_then() -> None:
    """Restore a person's reader by an undo."""
    room = programmed(Room(("person", "person"), (1, 2)))
    loop = room.loop
    loop.send(ApplyCorrection(HandSeat(2, "random")))
    loop.send(ApplyCorrection(GoBack("turn")))
    while loop.session.timeline.table_sync is not None:
        done(loop)
    assert (
        loop.session.is_person(2)
        and loop.session.readers.by_seat[2].lost == ""
        and loop.session.readers.unused == ()
    )


# ---- Changing places -----------------------------------------------------------------------------


def test_two_people_change_places_with_the_readers_before_them() -> None:
    """Report each swapped reader for the other clank, and ask both for readiness again."""
    room = programmed(Room(("person", "person"), (1, 2)))
    loop = room.loop
    open_menu(loop)
    pick(loop, "Seats")
    pick(loop, "BRASS", "Clank")
    pick(loop, "COPPER", "Swap seats")
    assert preview(loop).words[1] == recorded("Each-keeps-the-reader-in-front")
    do(loop)
    assert match(loop).question.answers == {} and loop.session.lobby.setup.swaps == ((1, 2),)
    room.loop.poll(0.0)
    assert cards(loop, 2) == list(FIRST) and cards(loop, 1) == list(SECOND)
    room.move(1)
    assert set(match(loop).question.answers) == {2}
    room.move(2)
    assert loop.session.page == "play"
    state = of_kind(RacePosition, match(loop).position).state
    assert state.clank(2).seat == 2 and loop.session.lobby.setup.seat(2).name == "COPPER"


def test_going_back_lets_them_change_places_again() -> None:
    """Report readers for their first seats after an undo."""
    room = programmed(Room(("person", "person"), (1, 2)))
    loop = room.loop
    loop.send(ApplyCorrection(SwapSeats(1, 2)))
    loop.poll(0.0)
    after, commands = step(loop.session, ApplyCorrection(GoBack("instruction")))
    assert [command for command in commands if isinstance(command, SwapReaders)] == [
        SwapReaders(1, 2)
    ] and after.lobby.setup.swaps == ()


def test_a_person_and_a_pilot_change_places() -> None:
    """Leave the reader with the person and the screen with the pilot, and ask the pilot."""
    room = Room(("person", "random"), (1,)).begin()
    loop = room.loop
    room.put(1, FIRST)
    loop.send(ApplyCorrection(SwapSeats(1, 2)))
    loop.poll(0.0)
    assert [loop.session.lobby.setup.seat(seat).player for seat in (1, 2)] == ["random", "person"]
    assert (
        not loop.session.on_screen(2)
        and loop.session.on_screen(1)
        and cards(loop, 2) == list(FIRST)
    )
    assert loop.session.readers.unused == (1,)
    room.move(1)
    assert loop.session.page == "play" and not set(cards(loop, 1)) & set(cards(loop, 2))


def test_who_plays_on_the_screen_may_change_seats_too() -> None:
    """Swap a person's and a pilot's clanks on the screen; two people there swap nothing."""
    loop = begun(("person", "random", "person"))
    open_menu(loop)
    pick(loop, "Seats")
    pick(loop, "BRASS", "Clank")
    assert find(loop, "AZURE", "Swap seats").blocked == recorded("changes-nothing")
    pick(loop, "COPPER", "Swap seats")
    do(loop)
    assert [loop.session.lobby.setup.seat(seat).player for seat in (1, 2, 3)] == [
        "random",
        "person",
        "person",
    ]
    assert (
        1 in match(loop).question.answers
        and 2 not in match(loop).question.answers
        and loop.session.lobby.setup.swaps == ()
    )
    ready(loop, 2)
    ready(loop, 3)
    assert loop.session.page == "play"


def test_the_seats_of_the_menu_leaf_from_clank_to_clank() -> None:
    """Go from clank to clank by seats; a second touch deselects."""
    loop = begun(("person", "random", "person"))
    open_menu(loop)
    pick(loop, "Seats")
    assert {title for title, _ in choices(loop)} == {"Clank"}
    pick(loop, "COPPER", "Clank")
    assert {title for title, _ in choices(loop)} == {"Clank", "Played by", "Swap seats"}
    pick(loop, "COPPER", "Clank")
    assert {title for title, _ in choices(loop)} == {"Clank"}


@pytest.mark.parametrize(
    "facts", ['{"step": 1e999}', '{"seed": 1e999}', '{"races": 1e999}', "[" * 100000]
)
def test_what_an_evening_starts_from_is_read_strictly(facts: str) -> None:
    """Refuse huge numbers and endless brackets with the text."""
    room = programmed(Room(("person", "person"), (1, 2)))
    config = room.loop.session.config
    text = header_of(room.loop.session, 1)
    kept = json.dumps({**json.loads(text), **json.loads(facts)}) if facts.startswith("{") else facts
    with pytest.raises(FormatError, match="a test"):
        begun_from(kept, find_game, config.boards, "a test")


def test_changed_places_outlive_the_app() -> None:
    """Keep swaps over restarts, later races and replays."""
    room = programmed(Room(("person", "person"), (1, 2)))
    room.loop.send(ApplyCorrection(SwapSeats(1, 2)))
    _, commands = step(room.loop.session, Resumed((), "Readers"))
    assert commands[0] == SwapReaders(1, 2)
    again = begun_from(
        header_of(room.loop.session, 1), find_game, room.loop.session.config.boards, "a test"
    ).session
    assert again.lobby.setup.swaps == ((1, 2),)
    _, commands = step(again, Resumed((), "Readers"))
    assert commands[0] == SwapReaders(1, 2)
