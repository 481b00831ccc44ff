"""The picture turns to the seat that acts: by touches on the glass, however it is turned."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any, Final

import pytest

from companion.app.loop import EventLoop
from companion.games.asking import Offer
from companion.session.messages import Go, OpenPage, Pick, SetPin
from companion.session.preferences import FAR, LEFT, NEAR, RIGHT, Prefer, Preferences
from companion.session.touch_transform import OF_PICTURES, inverse, move_point
from companion.session.view import PLAY, PROGRAM, SEAT_SIDES, SEATS
from companion.testing.screen_checks import screen_faults
from companion.ui.rotation import SETTLES
from companion.ui.widgets.early_sign import EarlySign
from companion.ui.widgets.keyboard import NamePage, PinPage
from companion.ui.widgets.map.square_offers import SquareOffers
from companion.ui.widgets.readers.seat_page import SeatPage
from companion.words import text
from tests.session.evenings import begun, evening, fill, ready, shipped, yard
from tests.session.quiz import ask, asked, quiz
from tests.ui.stand import button, forward, live
from tests.ui.test_bridge import bridged

SIZES: Final = ((800, 480), (720, 1280))
ALL_ROUND: Final = " ".join((NEAR, LEFT, FAR, RIGHT) * 2)
TURNS: Final = {1: 0, 2: 90, 3: 180, 4: 270}
"""The turn of the picture for each seat."""


class Glass:
    """A finger on the panel; a place of the picture is found wherever the picture shows it."""

    def __init__(self, window: Any, bridge: Any) -> None:
        from companion.ui.rotation import GlassProvider

        self.window, self.bridge = window, bridge
        self._provider = GlassProvider("glass", "disable_multitouch,disable_hover")
        self._at = (0.0, 0.0)

    @property
    def turn(self) -> int:
        """Return the clockwise turn of the picture, in degrees."""
        return int(-self.window.rotation % 360)

    def press(self, place: Any) -> None:
        """Put the finger down on the middle of a widget."""
        share = (
            (place.x + place.width / 2) / (self.window.width - 1),
            (place.y + place.height / 2) / (self.window.height - 1),
        )
        x, y = move_point(inverse(OF_PICTURES[self.turn]), *share)
        wide, high = (side - 1 for side in self.window.system_size)
        self._at = (x * wide, (1 - y) * high)
        self._event(self._provider.on_mouse_press)

    def lift(self) -> None:
        """Lift the finger where it is."""
        self._event(self._provider.on_mouse_release)

    def tap(self, place: Any) -> None:
        """Tap, as people do who look first."""
        forward()(1e6 * 2 * SETTLES)
        live(1)
        self.press(place)
        self.lift()

    def tap_button(self, words: str) -> None:
        """Tap the button with these words."""
        self.tap(button(self.bridge.stage, words))

    def _event(self, send: Any) -> None:
        from kivy.base import EventLoop

        send(self.window, *self._at, "left", [])
        self._provider.update(EventLoop.post_dispatch_input)
        live(2)


@contextmanager
def at_table(
    loop: EventLoop, size: tuple[int, int] = SIZES[0], **preferred: Any
) -> Iterator[tuple[Glass, Any]]:
    """Yield a finger and a bridge whose picture turns to seats all round the screen."""
    from companion.ui.rotation import rotate

    wanted: dict[str, Any] = {"turns_to_seats": True, "sides": ALL_ROUND, **preferred}
    loop.send(Prefer(loop.session.lobby.preferences._replace(**wanted)))
    with bridged(loop, size=size) as (window, bridge):
        resize = partial(_resize, bridge)
        window.bind(size=resize)
        try:
            bridge.resize(*window.size)
            live(2)
            yield Glass(window, bridge), bridge
        finally:
            window.unbind(size=resize)
            rotate(window, Preferences())


def _resize(bridge: Any, _: Any, size: tuple[float, float]) -> None:
    bridge.resize(*size)


def four() -> EventLoop:
    """Return four people at one screen who choose their cards."""
    return begun(("person",) * 4, board=shipped())


def test_each_player_is_asked_and_chooses_from_the_own_side() -> None:
    """Turn the page that covers a hand, and the hand, to their seat; then back for everybody."""
    choose_all_round(SIZES[0], 0)


@pytest.mark.parametrize(("size", "mounted"), [(SIZES[1], 0), (SIZES[0], 90)])
def test_an_upright_or_turned_screen_turns_from_there(size: tuple[int, int], mounted: int) -> None:
    """Count the sides from the screen as it is mounted."""
    choose_all_round(size, mounted)


def choose_all_round(size: tuple[int, int], mounted: int) -> None:
    """Choose cards for four people by touch, one after another, and begin to play."""
    loop = four()
    with at_table(loop, size, rotation=mounted) as (glass, bridge):
        for seat, turn in TURNS.items():
            turned = (mounted + turn) % 360
            across = size[::-1] if turned % 180 else size
            assert (bridge.screen.chosen, glass.turn) == (seat, turned)
            assert tuple(glass.window.size) == across == tuple(bridge.screen.size)
            assert not screen_faults(bridge.screen)
            glass.tap_button("Show my cards")
            assert loop.view.body.open_seat == seat and isinstance(bridge.screen.over, SeatPage)
            fill(loop, seat)
            live(2)
            assert glass.turn == turned and not screen_faults(bridge.screen)
            glass.tap_button("Pull:\nready")
        assert loop.view.page == PLAY and glass.turn == mounted
        assert tuple(glass.window.size) == (size[::-1] if mounted % 180 else size)


def test_nothing_turns_under_a_finger() -> None:
    """Turn only when the last finger has left, and pass its touch to where it was."""
    loop = four()
    with at_table(loop) as (glass, bridge):
        glass.tap_button("Show my cards")
        glass.press(bridge.stage)
        ready(loop, 1)
        live(2)
        assert bridge.screen.chosen == 2 and glass.turn == 0
        for seat in (2, 3, 4):
            ready(loop, seat)
        live(2)
        glass.lift()
        assert loop.view.page == PLAY and glass.turn == 0


def test_a_second_tap_in_haste_shows_nobody_elses_cards() -> None:
    """Ignore touches right after a turn; they were aimed at the picture before it."""
    loop = four()
    with at_table(loop, sides=" ".join((NEAR, FAR, *[NEAR] * 6))) as (glass, bridge):
        glass.tap_button("Show my cards")
        fill(loop, 1)
        live(2)
        glass.tap_button("Pull:\nready")
        assert bridge.screen.chosen == 2 and glass.turn == 180
        show = button(bridge.stage, "Show my cards")
        glass.press(show)
        glass.lift()
        assert loop.view.body.open_seat is None
        assert any(isinstance(shown, EarlySign) for shown in bridge.stage.children)
        glass.tap(show)
        assert loop.view.body.open_seat == 2


def test_keys_stay_under_the_fingers_of_somebody_who_types() -> None:
    """Keep the keypad of a PIN in place while the page would turn, until it is closed."""
    loop = evening(("person",) * 3)
    loop.send(SetPin(2, "1234"))
    loop.send(Go("seats"))
    with at_table(loop) as (glass, bridge):
        assert loop.view.page == SEATS and glass.turn == 0
        bridge.screen.open(2, "name")
        live(2)
        assert isinstance(bridge.screen.over, NamePage)
        glass.tap(bridge.screen.over.keyboard.keys["Q"])
        assert glass.turn == 0
        bridge.screen.open(2, "pin")
        live(2)
        assert isinstance(bridge.screen.over, PinPage)
        glass.tap_button("Back")
        # The editor of the seat, for its player.
        assert bridge.screen.opened == 2 and glass.turn == 90
        glass.tap_button("Done")
        assert bridge.screen.opened is None and glass.turn == 0


def test_a_look_at_the_map_and_a_page_over_it_stay_turned() -> None:
    """Stay at the side of the player who looks at the map, or asks about a piece."""
    loop = begun(("person", "random", "random"))
    with at_table(loop, sides=" ".join([RIGHT] * 8)) as (glass, bridge):
        assert loop.view.page == PROGRAM and glass.turn == 270
        bridge.screen.peek(True)
        live(2)
        bridge._turn()
        assert glass.turn == 270
        loop.send(OpenPage("rulebook"))
        live(2)
        assert loop.view.page == "rulebook" and glass.turn == 270
        loop.send(OpenPage(SEAT_SIDES))
        live(2)
        assert glass.turn == 0


def test_a_question_on_the_map_turns_to_one_player_after_another() -> None:
    """Turn the map to the player who chooses a square, while others wait for the same question."""
    squares = tuple(Offer(square, text("Here"), squares=(square,)) for square in ("A1", "B1", "C1"))
    board = yard().board
    loop = quiz(asked(ask(1, *squares, secret=False), ask(2, *squares, secret=False)), board=board)
    with at_table(loop) as (glass, bridge):
        assert isinstance(bridge.screen.over, SquareOffers) and glass.turn == 0
        loop.send(Pick(1, "A1"))
        live(2)
        assert isinstance(bridge.screen.over, SquareOffers) and glass.turn == 90


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_seats_are_placed_by_touch(size: tuple[int, int]) -> None:
    """Place a seat by a touch on it and on a side, then all seats by one."""
    loop = evening(("person",) * 3)
    loop.send(OpenPage(SEAT_SIDES))
    with at_table(loop, size, turns_to_seats=False, sides=Preferences().sides) as (glass, bridge):
        table = bridge.screen.table
        assert not screen_faults(bridge.screen)
        glass.tap(table.seats[3])
        for side in (LEFT, RIGHT, FAR):
            glass.tap(table.sides[side])
            assert loop.view.preferences.sides.split()[2] == side
            assert table.seats[3].parent is table.sides[side]
            assert not screen_faults(bridge.screen)
        assert loop.view.preferences.sides.split().count(NEAR) == 7


def test_switched_off_nothing_turns() -> None:
    """Leave the picture as it is mounted by default."""
    loop = four()
    with at_table(loop, turns_to_seats=False) as (glass, bridge):
        glass.tap_button("Show my cards")
        ready(loop, 1)
        live(2)
        assert bridge.screen.chosen == 2 and glass.turn == 0
