"""A player of a whole race with one finger: a program that opens the real app and touches it.

Every touch goes to the X server, comes back as an event of the window, and passes through Kivy,
bridge and loop. The player reads the widgets only to find what is on the screen and where. It waits
for the effect of each touch, touches again without one, and gives up after so many frames; it never
sleeps. The last line of its output is a JSON object with the course of the race.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from typing import Any, Final, TypeAlias

from companion.app.loop import EventLoop, open_session
from companion.session.messages import WATCH
from companion.session.view import OVER, PLACE, PLAY, PROGRAM, REPLAY, SUMMARY
from companion.ui.app import open_app
from companion.ui.window import Wish
from tests.ui import answering
from tests.ui.fingers import Finger

SIZE: Final = (800, 480)
PATIENCE: Final = 3600
"""Frames after which an awaited change is missing."""
ASLEEP: Final = 0.25
"""Share of a frame's time that is really slept.

Kivy's clock is put forward by the rest, so a touch takes as many frames as always.
"""
AT_REST: Final = 5
"""Frames in a row without movement for a widget at rest."""
AGAIN: Final = 30
"""Frames after which a touch is repeated: it may have come too early or counted as a double tap."""
HOLDS: Final = 6
"""Greatest number of attempts at a hold."""
HELD: Final = 600
"""Frames after which a hold without effect ends."""
Wait: TypeAlias = Iterator[None]


class Player:
    """The player's hands and eyes, as generators that yield once a frame."""

    def __init__(self, window: Any, bridge: Any, finger: Finger) -> None:
        """Sit down before an open app."""
        self.window, self.bridge, self.finger = window, bridge, finger
        self.felt = 0
        self.taps = Counter[str]()
        self.needed = Counter[str]()
        """Touches by page, without repeated ones."""
        self.hovered = self.asked = False
        window.bind(on_touch_down=self._feel, on_touch_up=self._feel, mouse_pos=self._hover)
        self.pages: list[str] = []
        self.ended: Any = None
        self.watched = False
        self.touched = Counter[str]()

    @property
    def watches(self) -> bool:
        """Whether the screen plays by itself."""
        return bool(self.bridge.loop.session.lobby.flow == WATCH)

    @property
    def view(self) -> Any:
        """The view on the screen, or None."""
        return self.bridge.screen.view if self.bridge.screen is not None else None

    def _feel(self, *_: Any) -> None:
        self.felt += 1

    def _hover(self, *_: Any) -> None:
        self.hovered = True

    def _until_felt(self, deed: Callable[[], None]) -> Wait:
        """Act with the finger, and wait until the window has felt it: a busy server may be late.

        An earlier second touch would count twice.

        Raises:
            AssertionError: The window never feels it.
        """
        felt = self.felt
        deed()
        for _ in range(PATIENCE):
            yield
            if self.felt > felt:
                return
        raise AssertionError(f"a touch on page {self.view.page} was never felt")

    def tap_at(self, place: tuple[float, float]) -> Wait:
        """Touch a point of the window, and lift the finger as soon as the touch is felt."""
        left, top = self.window.left, self.window.top
        self.finger.move(round(left + place[0]), round(top + self.window.height - place[1]))
        yield
        # A touch counts for the page on which the finger comes down.
        self.taps[self.view.page] += 1
        yield from self._until_felt(self.finger.press)
        yield from self._until_felt(self.finger.release)

    def tap(self, find: Callable[[], Any], done: Callable[[], bool]) -> Wait:
        """Tap what `find` returns, whenever it is ready, until `done`.

        Raises:
            AssertionError: The taps have no effect; the message names the page and step.
        """
        since, page = AGAIN, ""
        for _ in range(PATIENCE):
            if done():
                # A change without a touch needed none.
                self.needed[page] += bool(page)
                return
            since += 1
            target = find() if since >= AGAIN else None
            if target is not None and not getattr(target, "early", False):
                page = page or self.view.page
                yield from self.tap_at((target.x + target.width / 2, target.y + target.height / 2))
                since = 0
            yield
        raise AssertionError(
            f"touching had no effect on page {self.view.page}, revision {self.view.revision}"
        )

    def wait(self, done: Callable[[], bool]) -> Wait:
        """Wait for a change without a touch.

        Raises:
            AssertionError: The change does not come.
        """
        for _ in range(PATIENCE * 10):
            if done():
                return
            yield
        raise AssertionError(f"nothing goes on on page {self.view.page}")

    def press(self, words: str, done: Callable[[], bool]) -> Wait:
        """Tap the button with these words."""
        # Kivy must not be imported before the app has configured it.
        from tests.ui.stand import button

        yield from self.tap(lambda: button(self.bridge.stage, words), done)

    def hold(self, words: str, page: str) -> Wait:
        """Hold the button with these words until it has led to a page."""
        from tests.ui.stand import button

        yield from self.hold_on(lambda: button(self.bridge.stage, words), page)

    def hold_on(self, find: Callable[[], Any], page: str) -> Wait:
        """Hold what `find` returns, once it is at rest, until it has led to a page.

        A hold without effect is repeated, as a person would do.

        Raises:
            AssertionError: No attempt has led to the page.
        """
        for _ in range(HOLDS):
            found = yield from self._at_rest(find)
            self.finger.move(
                round(self.window.left + found.center_x),
                round(self.window.top + self.window.height - found.center_y),
            )
            yield
            yield from self._until_felt(self.finger.press)
            for _ in range(HELD):
                if self.view is not None and self.view.page == page:
                    break
                yield
            yield from self._until_felt(self.finger.release)
            if self.view.page == page:
                self.pages.append(page)
                return
        raise AssertionError(f"holding brought nothing about on page {self.view.page}")

    def _at_rest(self, find: Callable[[], Any]) -> Generator[None, None, Any]:
        """Return what `find` returns once it takes touches and has not moved for some frames."""
        place, still = (0.0, 0.0), 0
        while True:
            yield
            found = find()
            at = (found.center_x, found.center_y)
            still = still + 1 if place == at and not getattr(found, "early", False) else 0
            place = at
            if still >= AT_REST:
                return found

    def turn_to(self, words: str, page: str) -> Wait:
        """Tap a button that leads to a page."""
        yield from self.press(words, lambda: self.view is not None and self.view.page == page)
        self.pages.append(page)

    def tap_square(self, square: str, done: Callable[[], bool]) -> Wait:
        """Touch a square of the map until `done`: the first touch zooms in."""
        from companion.ui.widgets.map import camera

        board_map = self.bridge.screen.map
        for frame in range(PATIENCE):
            if done():
                return
            if frame % AGAIN == 0:
                left, low, _, _ = board_map._frame()
                x, y = board_map._camera.pixel(camera.middle_of(square))
                yield from self.tap_at((left + x, low + y))
            yield
        raise AssertionError(f"touching {square} brought nothing about")


def one_race(player: Player) -> Wait:
    """Play a race to one flag, touched in passing two squares ahead of seat 1, then play again."""
    yield from until_drawn(player)
    player.pages.append(player.view.page)
    yield from player.turn_to("Flags", "flags")
    yield from player.press("Take all away", lambda: not player.view.board.markers)
    ahead = (
        f"{player.view.board.board.starts[1][0]}{int(player.view.board.board.starts[1][1:]) + 2}"
    )
    yield from player.tap_square(ahead, lambda: player.view.board.markers == ((1, ahead),))
    yield from player.turn_to("Seats", "seats")
    yield from player.turn_to("Settings", "rules")
    yield from player.tap(
        lambda: choice(player, "Flag hit"), lambda: player.bridge.screen.opened == "flag_hit"
    )
    yield from player.tap(
        lambda: choice(player, "On pass"),
        lambda: {o.key: w for o, w in player.view.body.rows}["flag_hit"] == "pass",
    )
    if player.watches:
        # Nothing has to be laid out where the screen plays by itself.
        yield from player.turn_to("Begin", PROGRAM)
    else:
        yield from player.turn_to("Begin", PLACE)
        yield from player.turn_to("All in place", PROGRAM)
    yield from to_the_end(player)
    yield from player.hold("Play again", PROGRAM if player.watches else PLACE)


def last_lives(player: Player) -> Wait:
    """Play at the gorge with one life each until the race is over, then open a new setup."""
    yield from until_drawn(player)
    yield from player.tap(
        lambda: choice(player, "Gorge Crossing"),
        lambda: player.view.body.chosen == "gorge-crossing",
    )
    yield from player.turn_to("Flags", "flags")
    yield from player.turn_to("Seats", "seats")
    yield from player.turn_to("Settings", "rules")
    yield from player.tap(
        lambda: choice(player, "Lives"), lambda: player.bridge.screen.opened == "lives"
    )
    yield from player.tap(
        lambda: choice(player, "1"),
        lambda: {o.key: w for o, w in player.view.body.rows}["lives"] == "1",
    )
    yield from player.turn_to("Begin", PLACE)
    yield from player.turn_to("All in place", PROGRAM)
    yield from to_the_end(player)
    yield from once_more(player)
    yield from player.hold("New setup", "board")


def once_more(player: Player) -> Wait:
    """Open the statistics and the replay of the last turn, and record whether the board agrees."""
    board = player.view.board
    yield from player.press("In figures", lambda: player.view.page == "statistics")
    yield from player.press("Close", lambda: player.view.page == OVER)
    yield from player.press("Watch the game", lambda: player.view.page == REPLAY)
    yield from player.press("Very fast", lambda: player.view.body.speeds[-1].chosen)
    rail, last = player.bridge.screen.rail, player.view.body.turns
    yield from player.tap_at((rail.at(last), rail.y + rail.height / 2))
    for _ in range(PATIENCE):
        if player.view.body.turn > last:
            break
        yield
    player.watched = player.view.board == board and not player.view.body.runs
    yield from player.press("Close", lambda: player.view.page == OVER)


def watched(player: Player) -> Wait:
    """Play a turn without a board on the table, touching only one's own program."""
    yield from until_drawn(player)
    for words, page in (("Flags", "flags"), ("Seats", "seats"), ("Settings", "rules")):
        yield from player.turn_to(words, page)
    yield from player.tap(
        lambda: choice(player, "Screen"), lambda: player.view.body.rows[0][1] == "watch"
    )
    yield from player.turn_to("Begin", PROGRAM)
    yield from program(player)
    for page in (PLAY, SUMMARY, PROGRAM):
        if player.view.page != page:
            yield from moved_on(player)
        assert player.view.page == page
        player.pages.append(page)
        player.ended = player.view.body if page == SUMMARY else player.ended


def to_the_end(player: Player) -> Wait:
    """Program when asked, confirm everything else, until the race is over."""
    while player.view.page != OVER:
        if player.view.page == PROGRAM:
            yield from program(player)
        elif player.watches:
            player.pages.append(player.view.page)
            yield from moved_on(player)
        elif player.view.page == SUMMARY:
            player.pages.append(SUMMARY)
            yield from player.press("Next turn", lambda: player.view.page != SUMMARY)
        else:
            if player.view.page == PLAY and not player.asked:
                yield from ask_why(player)
            yield from done(player)
    player.pages.append(OVER)
    player.ended = player.view.body


def until_drawn(player: Player) -> Wait:
    """Wait until the window feels a pointer over its middle: from then on no touch is lost."""
    middle = [round(side / 2) for side in player.window.system_size]
    for frame in range(PATIENCE):
        if (
            player.hovered
            and player.view is not None
            and player.window.get_window_info() is not None
        ):
            return
        # Only a moving pointer is felt.
        player.finger.move(
            player.window.left + middle[0] + frame % 2, player.window.top + middle[1]
        )
        yield
    raise AssertionError("no window came")


def choice(player: Player, words: str) -> Any:
    """Return the choice with these words."""
    from kivy.uix.behaviors.button import ButtonBehavior

    from companion.ui.widgets.label import Label

    for widget in player.bridge.stage.walk(restrict=True):
        if isinstance(widget, ButtonBehavior) and any(
            isinstance(part, Label) and part.text == words for part in widget.walk(restrict=True)
        ):
            return widget
    raise LookupError(f"nothing to choose says {words!r}")


def program(player: Player) -> Wait:
    """Uncover the hand, place cards, long moves first, and pull the handle."""
    yield from answering.answer(
        player,
        lambda reader: max(
            reader.hand, key=lambda card: (card.move in ("move2", "move3"), card.priority)
        ),
    )


def ask_why(player: Player) -> Wait:
    """Open the facts of the present instruction, and come back to the same one."""
    from tests.ui.stand import instruction_plates

    revision, player.asked = player.view.revision, True

    def sentence() -> Any:
        screen = player.bridge.screen
        if screen.list.parent is not None:
            lines = [
                plate for plate in instruction_plates(screen) if plate.row.about.state == "now"
            ]
        else:
            lines = []
        return lines[0] if lines else screen.panel

    yield from player.tap(sentence, lambda: player.view.page == "facts")
    yield from player.press("Back to the game", lambda: player.view.page == PLAY)
    assert player.view.revision == revision


def moved_on(player: Player) -> Wait:
    """Wait until the page changes by itself."""
    page = player.view.page
    yield from player.wait(lambda: player.view.page != page)


def done(player: Player) -> Wait:
    """Confirm one page of instructions with its button."""
    revision = player.view.revision
    if not player.pages or player.pages[-1] != PLAY:
        player.pages.append(PLAY)
    yield from player.press(
        str(player.view.forward),
        lambda: player.view.page != PLAY or player.view.revision != revision,
    )


RACES: Final = {
    "one": (one_race, 4, 4),
    "watched": (watched, 4, 2),
    "last-lives": (last_lives, 8, 2),
}
"""Race, seed and number of seats, the first one a person, by the word on the command line."""


def main() -> int:
    """Play the named race in the given flow; return 0 if it was played to its end."""
    (race, seed, seats), flow = RACES[sys.argv[1]], sys.argv[2]
    return run(
        race,
        lambda: open_session(seed=seed, players=("person", *["random"] * (seats - 1)), flow=flow),
    )


def run(race: Callable[[Player], Wait], opening: Callable[[], EventLoop]) -> int:
    """Play a session in the app; print its course as JSON, and return 0 at its end."""
    with opened(opening) as player:
        play(player, race)
        page = player.ended
        print(
            json.dumps(
                {
                    "pages": player.pages,
                    "taps": player.taps.total(),
                    "by_page": player.taps,
                    "winner": str(getattr(page, "winner", "")),
                    "seat": next(iter(getattr(page, "winners", ())), None),
                    "turn": page.turn,
                    "watched": player.watched,
                    "touched": player.touched,
                }
            )
        )
    return 0


def play(player: Player, race: Callable[[Player], Wait], *, stopped: bool = False) -> None:
    """Let a player play to the end, one round of Kivy's loop at a time.

    A `stopped` clock goes by frames alone (`tests.ui.stand.hurry`).
    """
    from kivy.base import EventLoop

    from tests.ui.stand import hurry

    with hurry(ASLEEP, stopped=stopped):
        for _ in race(player):
            EventLoop.idle()
            player.window.mainloop()


@contextmanager
def opened(
    opening: Callable[[], EventLoop], size: tuple[int, int] = SIZE, kind: type[Player] = Player
) -> Iterator[Player]:
    """Open the app with this session, and yield a player of a kind before it."""
    stands = open_app(Wish(size, smooth=False), opening)
    from kivy.base import runTouchApp, stopTouchApp

    # Do what Kivy's loop does before its first round.
    runTouchApp(embedded=True)
    yield kind(stands.window, stands.bridge, Finger())
    stopTouchApp()


if __name__ == "__main__":
    sys.exit(main())
