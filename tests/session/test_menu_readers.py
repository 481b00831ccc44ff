"""A real reader's seat is handed to the screen, and back, in the menu."""

from __future__ import annotations

from companion.session.choices import Choice, MenuPage
from companion.session.pages.menu import Choose, OpenMenu
from companion.session.view import CHAIRS
from companion.signals import ReaderLost
from tests.recorded import recorded
from tests.session.real import Room


def choices(room: Room, title: str) -> dict[str, Choice]:
    """Return the choices of one group by label; none without the group."""
    page = room.loop.view.body
    assert isinstance(page, MenuPage)
    return {
        str(choice.label): choice
        for group in page.groups
        if str(group.title) == title
        for choice in group.choices
    }


def test_a_seat_is_handed_to_the_screen_and_back() -> None:
    """Show who has the seat now, and no choice for a pilot."""
    room = Room(("person", "person", "random"), (1, 2)).begin()
    room.loop.send(OpenMenu(CHAIRS))
    room.loop.send(Choose(1))
    assert (
        choices(room, "Reader")["Its own"].chosen
        and not choices(room, "Reader")["This screen"].chosen
    )
    room.loop.send(choices(room, "Reader")["This screen"].message)
    assert room.loop.session.on_screen(1) and choices(room, "Reader")["This screen"].chosen
    room.loop.send(choices(room, "Reader")["Its own"].message)
    assert not room.loop.session.on_screen(1)
    room.loop.send(Choose(3))
    assert choices(room, "Reader") == {} and choices(room, "Played by")["Random pilot"].chosen


def test_a_seat_without_a_reader_stays_on_the_screen() -> None:
    """Say why a seat without a reader stays on the screen."""
    room = Room(("person", "person"), (1, 2)).begin()
    room.say(ReaderLost(2, "its cable is unplugged"))
    room.loop.send(OpenMenu(CHAIRS))
    room.loop.send(Choose(2))
    assert str(choices(room, "Reader")["Its own"].blocked) == recorded("Seat-2-has-no-reader-that")
    assert choices(room, "Reader")["This screen"].chosen
