"""Test that hurried, simultaneous and resting fingers skip nothing, and that losses need holding.

Touches, window, bridge and session are real. Only the app's loop is replaced, and Kivy's clock is
put forward.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any, Final

import pytest

from companion.app.loop import EventLoop, open_session
from companion.app.preferences import read_preferences
from companion.app.startup import kept_session
from companion.gallery.race import LONG_NAMES, Wanted, in_part, playing, race, until
from companion.gallery.scenes import SCENES
from companion.session.commands import Command
from companion.session.messages import (
    Begin,
    ChooseBoard,
    ClearMarkers,
    Confirm,
    Go,
    Message,
    SetAutoAdvance,
    SetName,
    SetRule,
    TouchSquare,
)
from companion.session.pages.menu import OpenMenu
from companion.session.preferences import Prefer, Preferences, PreferencesLoaded
from companion.session.steps import step_without_lamps
from companion.session.view import MENU, OVER, PLACE, PLAY, SUMMARY, PlayPage, View
from companion.testing.screen_checks import screen_faults, targets
from companion.ui.i18n import set_language
from companion.ui.theme import SMALL, u
from tests.kept import say
from tests.recorded import recorded
from tests.scenes import view_of
from tests.typed import present
from tests.ui.stand import SIZES, button, forward, live, on_stand, settle
from tests.ui.test_bridge import bridged, wait_until
from tests.ui.test_sounds import Recorder

LYING, _, UPRIGHT = SIZES
EAGER: Final = 0.3
"""Seconds between two taps of a hurried finger."""
BLINK: Final = 0.1
"""Seconds between two frames while nobody acts."""
LONG: Final = 2.0
"""Seconds after which every page with something to read can be left."""
Place = tuple[float, float]


@pytest.fixture(autouse=True)
def _english_again() -> Iterator[None]:
    """Restore English for the other tests."""
    yield
    set_language("en")


class Hand:
    """A finger before an open app."""

    def __init__(self, window: Any, bridge: Any) -> None:
        """Wait until everything is drawn."""
        self.window, self.bridge = window, bridge
        # Time passes instead of waiting for an end: map and small pictures go on for a while.
        self.pass_time(LONG)

    @property
    def view(self) -> View:
        """Return the view on the screen."""
        view: View = self.bridge.screen.view
        return view

    def button(self, words: str) -> Any:
        """Return the button with these words."""
        return button(self.bridge.stage, words)

    def pass_time(self, seconds: float) -> None:
        """Put Kivy's clock forward by some seconds, in frames of `BLINK`."""
        from kivy.clock import Clock

        until_then = Clock.get_boottime() + seconds
        while (left := until_then - Clock.get_boottime()) > 0:
            forward()(min(BLINK, left) * 1e6)
            live(1)

    def down(self, place: Any) -> Any:
        """Return a finger that is down on a widget or a point."""
        from kivy.tests.common import UnitTestTouch

        x, y = place if isinstance(place, tuple) else (place.center_x, place.center_y)
        finger = UnitTestTouch(x, y)
        finger.touch_down()
        return finger

    def tap(self, place: Any) -> None:
        """Put a finger down and lift it."""
        finger = self.down(place)
        finger.touch_up()
        settle()

    def taps(self, place: Any, times: int = 20) -> Iterator[str]:
        """Tap hurriedly, and yield the page after each tap."""
        for _ in range(times):
            self.tap(place)
            self.pass_time(EAGER)
            yield self.view.page

    def place_of(self, words: str) -> Place:
        """Return the middle of a button."""
        found = self.button(words)
        return found.center_x, found.center_y


USUAL: Final = Preferences()


@contextmanager
def at_table(
    loop: EventLoop,
    size: tuple[int, int] = LYING,
    preferences: Preferences = USUAL,
    player: Any = None,
) -> Iterator[Hand]:
    """Open a session on a screen with some preferences, and yield a finger before it."""
    loop.send(PreferencesLoaded(preferences))
    with bridged(loop, size=size, player=player) as (window, bridge):
        yield Hand(window, bridge)


def before(page: str, *messages: Message, players: tuple[str, ...] = ("random",) * 4) -> EventLoop:
    """Return a race at the last instruction before a page."""

    def is_last(loop: EventLoop) -> bool:
        after, _ = step_without_lamps(loop.session, Confirm(loop.session.revision))
        return loop.session.page == PLAY and after.page == page

    loop = race(*messages, players=players)
    for _ in range(20_000):
        if is_last(loop):
            return loop
        loop.send(Confirm(loop.session.revision))
    raise LookupError(f"nobody has come to {page}")


def to_win() -> EventLoop:
    """Return a race whose present instruction wins it.

    It is the race of the gallery, one instruction earlier.
    """
    return before(
        OVER,
        ChooseBoard("going-train"),
        Go("flags"),
        ClearMarkers(),
        TouchSquare("G4"),
        SetRule("flag_hit", "pass"),
        players=("random",) * 8,
    )


# ---- Pages with something to read ----


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("size", [LYING, UPRIGHT], ids=str)
@pytest.mark.parametrize("page", [SUMMARY, OVER])
def test_twenty_taps_at_the_place_of_done_leave_no_summary_and_no_winner(
    page: str, size: tuple[int, int], language: str
) -> None:
    """Keep a page that opens in the middle of hurried taps where Done was."""
    loop = before(SUMMARY) if page == SUMMARY else to_win()
    with at_table(loop, size, Preferences(language=language)) as hand:
        place = hand.place_of("Done")
        pages = list(hand.taps(place, 22))
        assert pages[-20:] == [page] * 20
        assert loop.session.match is not None and not loop.session.is_open("menu")


@pytest.mark.parametrize("size", [LYING, UPRIGHT], ids=str)
def test_a_page_is_left_only_after_it_could_be_read(size: tuple[int, int]) -> None:
    """Ignore early taps on the button of a page, and show that it is not ready.

    Each early tap starts the time again. One tap after it leads on.
    """
    with at_table(before(SUMMARY), size) as hand:
        hand.tap(hand.button("Done"))
        assert hand.view.page == SUMMARY
        on = hand.button("Next turn")
        assert on.early and hand.bridge.screen.aside.text == recorded("Read-first")
        assert set(hand.taps(on)) == {SUMMARY}
        assert on.early
        hand.pass_time(1.0)
        assert on.early, "the whole time begins anew"
        hand.pass_time(LONG - 1.0)
        assert not on.early and hand.bridge.screen.aside.text == ""
        hand.tap(on)
        wait_until(lambda: hand.view.page != SUMMARY)


def test_a_finger_that_came_too_early_does_not_count_when_it_is_lifted() -> None:
    """Ignore a finger that came down too early, however late it is lifted."""
    with at_table(before(SUMMARY)) as hand:
        hand.tap(hand.button("Done"))
        finger = hand.down(hand.button("Next turn"))
        hand.pass_time(2 * LONG)
        finger.touch_up()
        hand.pass_time(EAGER)
        assert hand.view.page == SUMMARY


@pytest.mark.parametrize("size", [LYING, UPRIGHT], ids=str)
def test_the_winner_is_left_by_holding(size: tuple[int, int]) -> None:
    """Leave the winner's page by holding a button, not by taps."""
    for words, page in (("Play again", PLACE), ("New setup", "board")):
        with at_table(SCENES["over"](), size) as hand:
            held = hand.button(words)
            assert str(held.note) == "hold" and not held.early
            assert set(hand.taps(held, 6)) == {OVER}
            finger = hand.down(held)
            hand.pass_time(0.6)
            assert hand.view.page == OVER and 0 < held.filled < 1
            wait_until(lambda page=page: hand.view.page == page)  # type: ignore[misc]
            finger.touch_up()
            settle()


READ: Final = (
    "summary",
    "over",
    "over-nobody",
    "place",
    "place-one",
    "deal",
    "deal-eight",
    "resume-offer",
    "resume-check",
    "back-cards",
)
"""Scenes of pages that have something to read before they are left."""


def done_box(size: tuple[int, int]) -> tuple[float, float, float, float]:
    """Return left, bottom, right and top of Done, which are the same in every instruction."""
    boxes = set()
    with on_stand(size, view_of("play-card")) as stand:
        for name in ("play-card", "play-push", "back-clanks"):
            stand.show(view_of(name))
            done = button(stand.screen, "Done")
            boxes.add((done.x, done.y, done.x + done.width, done.y + done.height))
    (box,) = boxes
    return box


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_nothing_that_leaves_a_page_stands_where_done_is(
    size: tuple[int, int], language: str
) -> None:
    """Keep the area of Done free of targets on every page with something to read."""
    set_language(language)
    west, south, east, north = done_box(size)
    found = {}
    for name in READ:
        with on_stand(size, view_of(name)) as stand:
            there = [
                target.text
                for target in targets(stand.screen)
                if hasattr(target, "text")
                and min(target.x + target.width, east) > max(target.x, west)
                and min(target.y + target.height, north) > max(target.y, south)
            ]
            found[name] = [*there, *screen_faults(stand.screen)]
    assert not {name: wrong for name, wrong in found.items() if wrong}


ROLLED_IN = 16
"""Steps in which a list is scrolled from top to end."""
ROLLS = 6
"""Touches that bring the whole list of any page into view."""


@pytest.mark.parametrize(
    ("name", "words", "page"),
    [
        ("place", "All in place", PLACE),
        ("resume-offer", "Go on", MENU),
        ("resume-check", "All correct", MENU),
    ],
)
def test_every_page_that_is_read_waits(name: str, words: str, page: str) -> None:
    """Apply the same waiting time to every page with something to read."""
    loop = SCENES[name]()
    loop.send(PreferencesLoaded(Preferences()))
    with bridged(loop) as (window, bridge):
        hand = Hand.__new__(Hand)
        hand.window, hand.bridge = window, bridge
        step = hand.view.revision
        assert hand.button(words).early
        assert set(hand.taps(hand.button(words), 8)) == {page} and hand.view.revision == step
        # A list that is partly out of view scrolls first.
        for _ in range(ROLLS):
            hand.pass_time(LONG)
            if hand.view.revision == step:
                hand.tap(hand.button(words))
        wait_until(lambda: hand.view.revision != step)


def test_what_is_pressed_by_no_finger_waits_too() -> None:
    """Apply the waiting time to confirmations that come without a finger."""
    with at_table(before(SUMMARY)) as hand:
        hand.tap(hand.button("Done"))
        for _ in range(20):
            hand.bridge.send(Confirm(hand.view.revision))
            hand.pass_time(EAGER)
        assert hand.view.page == SUMMARY
        hand.pass_time(LONG)
        hand.bridge.send(Confirm(hand.view.revision))
        wait_until(lambda: hand.view.page != SUMMARY)


# ---- Instructions ----


def in_register() -> EventLoop:
    """Return a race at the first cards of a register."""
    return until(race(), playing(in_part("cards")))


@pytest.mark.parametrize(("seen", "taken"), [(0, 2), (500, 1), (1000, 1)])
def test_two_people_who_touch_done_together_take_one_instruction(seen: int, taken: int) -> None:
    """Ignore a second tap after 0.3 s, unless the preference allows it."""
    with at_table(in_register(), preferences=Preferences(seen=seen)) as hand:
        number = hand.view.body.instruction.number
        done = hand.place_of("Done")
        hand.tap(done)
        hand.pass_time(EAGER)
        hand.tap(done)
        hand.pass_time(0.1)
        assert hand.view.body.instruction.number == number + taken
        hand.pass_time(1.1)
        hand.tap(done)
        hand.pass_time(0.1)
        assert hand.view.body.instruction.number == number + taken + 1


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_when_touches_count_is_chosen_by_touch(size: tuple[int, int], tmp_path: Path) -> None:
    """Choose the waiting time in settings and first steps, apply it and keep it."""
    with closing(kept_session(tmp_path, ("random",) * 4)) as loop:
        for message in (Begin(), OpenMenu("settings")):
            say(loop, message)
        for chosen, words in ((1000, "1 s"), (0, "0 s"), (500, "0.5 s")):
            with on_stand(size, loop.view, loop) as stand:
                settings = stand.screen.settings
                stand.tap(_rolled_to(settings.titles, "Delay before Done counts"))
                stand.tap(_rolled_to(settings.open_group, words))
                assert (
                    stand.heard() == [Prefer(loop.session.lobby.preferences._replace(seen=chosen))]
                    and screen_faults(stand.screen) == []
                )
            assert (
                loop.session.lobby.preferences.seen == chosen
                and read_preferences(tmp_path)[0].seen == chosen
            )
    with on_stand(size, view_of("welcome-fine")) as stand:
        stand.tap(_saying(stand.screen, "1 s"))
        (said,) = stand.heard()
        assert (
            isinstance(said, Prefer)
            and said.preferences.seen == 1000
            and screen_faults(stand.screen) == []
        )


def _rolled_to(scroll_list: Any, words: str) -> Any:
    """Return the target with these words in a list, scrolled into view.

    Raises:
        AssertionError: If there is none.
    """
    for part in range(ROLLED_IN + 1):
        scroll_list.offset = scroll_list.beyond * part / ROLLED_IN
        settle()
        with suppress(StopIteration):
            found = _saying(scroll_list, words)
            if found.y >= scroll_list.y and found.top <= scroll_list.top:
                return found
    raise AssertionError(f"nothing in the list says {words}")


def _saying(under: Any, words: str) -> Any:
    """Return the target with these words."""
    from kivy.uix.behaviors.button import ButtonBehavior

    from companion.ui.widgets.label import Label

    return next(
        widget
        for widget in under.walk(restrict=True)
        if isinstance(widget, ButtonBehavior)
        and any(
            isinstance(part, Label) and part.text == words for part in widget.walk(restrict=True)
        )
    )


def test_done_shows_when_it_counts_and_ignored_touches_do_not_prolong_it() -> None:
    """Make Done ready half a second after an instruction, however often it is tapped."""
    with at_table(in_register()) as hand:
        number, done = hand.view.body.instruction.number, hand.button("Done")
        assert not done.early
        hand.tap(done)
        assert hand.view.body.instruction.number == number + 1 and done.early
        hand.pass_time(0.6)
        assert not done.early
        pages = list(hand.taps(done, 6))
        assert set(pages) == {PLAY} and hand.view.body.instruction.number == number + 4


def early_sign(hand: Hand) -> Any:
    """Return the sign for early touches, None if it was never shown on this page."""
    from companion.ui.widgets.early_sign import EarlySign

    return next((part for part in hand.bridge.stage.children if isinstance(part, EarlySign)), None)


def test_a_touch_too_early_is_answered_beside_the_finger() -> None:
    """Show a sign above the finger and play a sound, but only for an early touch."""
    player = Recorder()
    with at_table(in_register(), player=player) as hand:
        done = hand.button("Done")
        hand.tap(done)
        hand.pass_time(EAGER)
        before = len(player.played)
        assert early_sign(hand) is None
        hand.tap(done)
        sign = early_sign(hand)
        assert sign.opacity == 1 and sign.words.text == recorded("Too-early")
        assert sign.y > done.center_y and sign.right <= hand.bridge.stage.width
        assert player.played[before:] == ["refused"]
        hand.pass_time(LONG)
        assert sign.opacity == 0


def test_a_finger_that_was_there_before_is_answered_when_it_is_lifted() -> None:
    """Show the sign for a finger on Done under which the instruction has changed."""
    with at_table(in_register()) as hand:
        finger = hand.down(hand.button("Done"))
        hand.bridge.loop.send(Confirm(hand.view.revision))
        hand.pass_time(1.0)
        assert early_sign(hand) is None
        finger.touch_up()
        assert early_sign(hand).opacity == 1


def test_two_fingers_at_two_places_count_both() -> None:
    """Carry out two touches at once on one page; a second one at the same place is answered."""
    from companion.ui.widgets.seat_editor import PlayerSigns

    loop = open_session(seed=1)
    loop.send(Go("seats"))
    with at_table(loop) as hand:
        signs = [part for part in hand.bridge.screen.walk() if isinstance(part, PlayerSigns)]
        before = loop.session.lobby.setup.seats
        changed = sorted(sign._seat - 1 for sign in signs[2:4])
        hand.tap(signs[2].person)
        hand.tap(signs[3].person)
        settle()
        now = loop.session.lobby.setup.seats
        assert [seat for seat in range(8) if now[seat] != before[seat]] == changed
        assert early_sign(hand) is None
        x, y = signs[3].person.center
        hand.bridge._finger = (x + 9, y)
        hand.bridge.send(Go("next"))
        assert loop.view.page == "seats" and early_sign(hand).opacity == 1


def test_a_finger_that_rests_on_done_confirms_nothing_that_comes_under_it() -> None:
    """Confirm nothing if the instruction has changed under the finger."""
    with at_table(in_register()) as hand:
        finger = hand.down(hand.button("Done"))
        number = hand.view.body.instruction.number
        hand.bridge.loop.send(SetAutoAdvance(0.2))
        wait_until(lambda: hand.view.body.instruction.number > number)
        hand.bridge.loop.send(SetAutoAdvance(None))
        now = hand.view.body.instruction.number
        hand.pass_time(1.0)
        finger.touch_up()
        hand.pass_time(EAGER)
        assert hand.view.body.instruction.number == now


def test_a_confirmation_of_what_is_gone_is_refused_by_the_evening() -> None:
    """Ignore a confirmation that names an earlier step."""
    loop = in_register()
    stale = Confirm(loop.session.revision)
    loop.send(stale)
    now = loop.session
    commands: tuple[Command, ...]
    after, commands = step_without_lamps(now, stale)
    assert after is now and commands == ()


# ---- Back names the last confirmation ----


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_back_says_what_was_confirmed_last(size: tuple[int, int], language: str) -> None:
    """Name the last confirmation beside Back, in large letters."""
    with at_table(in_register(), size, Preferences(language=language)) as hand:
        assert str(hand.button("Back").note) == "", "nothing was confirmed in this turn"
        move = present(hand.view.board).moves[0]
        hand.tap(hand.button("Done"))
        name = hand.view.signs[move.seat].name
        back = hand.button("Back")
        assert str(back.note).startswith(f"{name} ") and (
            move.start == move.end or move.end is None or str(back.note) == f"{name} to {move.end}"
        )
        assert back._note.font_size >= u(SMALL) and screen_faults(hand.bridge.screen) == []
        assert back.x + back.width <= hand.button("Done").x


def test_back_tells_moves_turns_parking_and_what_is_no_move() -> None:
    """Describe every kind of instruction in a few words."""
    sentences = set[str]()
    loop = race(
        *(SetName(seat, name) for seat, name in enumerate(LONG_NAMES, 1)),
        players=("random",) * 8,
        seed=2,
    )
    loop = until(loop, Wanted(PLAY))
    while len(sentences) < 60:
        if isinstance(loop.view.body, PlayPage) and loop.view.body.done:
            sentences.add(str(loop.view.body.done))
        loop.send(Confirm(loop.session.revision))
        if loop.session.page == OVER:
            break
    assert all(any(words in one for one in sentences) for words in (" to ", " turned", "Shots"))
    assert max(map(len, sentences)) <= len(f"{max(LONG_NAMES, key=len)} to A10")


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_longest_names_fit_beside_done(size: tuple[int, int], language: str) -> None:
    """Cut nothing with names of twelve wide letters."""
    set_language(language)
    view = view_of("play-push")
    with on_stand(size, view._replace(back="Back", menu=True)) as stand:
        for words in (f"{LONG_NAMES[3]} to L16", f"{LONG_NAMES[1]} turned", "End of the race"):
            stand.show(view._replace(back="Back", menu=True, body=view.body._replace(done=words)))
            stand.screen.map.finish()
            assert screen_faults(stand.screen) == []


# ---- Keys ----

X_ESCAPE: Final = 9
X_KEYS: Final = {
    "Back": 166,
    "Space": 65,
    "Tab": 23,
    "Menu": 135,
    "Print": 107,
    **{f"F{number}": 66 + number for number in range(1, 11)},
    "F11": 95,
    "F12": 96,
}
"""Key codes of the X server that programs often use.

Enter, Escape and Delete have meanings here and are tested in `test_scanner_keys`.
"""
KEYS_ON_PAGE = """
import json, os, sys
from companion.app.loop import EventLoop, open_session
from companion.session.messages import Confirm
from companion.ui.app import open_app
from companion.ui.window import Wish
from companion.gallery.race import in_part, playing, race, until
from tests.ui.fingers import Finger

opened = open_app(Wish((800, 480)), lambda: until(race(), playing(in_part("cards"))))
from kivy.base import EventLoop, runTouchApp

runTouchApp(embedded=True)
window, bridge, finger = opened.window, opened.bridge, Finger()
pressed, before = [], None
window.bind(on_key_down=lambda _, key, *rest: pressed.append(key))

def live(done):
    for _ in range(900):
        EventLoop.idle()
        window.mainloop()
        if EventLoop.quit or EventLoop.status != "started":
            raise AssertionError(f"the app has ended after {len(pressed)} keys")
        if done():
            return
    raise AssertionError(f"that never came; pressed {pressed}")

live(lambda: bridge.screen is not None and window.get_window_info() is not None)
done = bridge.screen.footer.forward
live(lambda: not done.early)
finger.move(round(window.left + done.center_x), round(window.top + window.height - done.center_y))
before, size, session = bridge.loop.view, tuple(window.size), bridge.loop.session
*keys, escape = json.loads(sys.argv[1])
for count, key in enumerate(keys, 1):
    finger.type((key,))
    live(lambda: len(pressed) >= count)
left = iter(range(30))
live(lambda: next(left, None) is None)
assert bridge.loop.session is session and bridge.loop.view == before and tuple(window.size) == size
finger.type((escape,))
live(lambda: bridge.loop.view != before)
print(json.dumps([len(pressed), os.listdir(".")]))
"""


def test_no_key_ends_the_app_or_does_anything_else(repository: Path, tmp_path: Path) -> None:
    """Ignore all these keys, and let Escape open the menu instead of ending the app."""
    order = [sys.executable, "-c", KEYS_ON_PAGE, json.dumps([*X_KEYS.values(), X_ESCAPE])]
    done = subprocess.run(
        order,
        capture_output=True,
        text=True,
        timeout=60,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(repository)},
    )
    assert done.returncode == 0, done.stderr[-3000:]
    assert json.loads(done.stdout.splitlines()[-1]) == [len(X_KEYS) + 1, []]
