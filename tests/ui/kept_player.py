"""A player at the command `clockwork-derby play`, in a process that may be killed.

It runs as a program with the name of a part to play and the words of the command. As in
`player.py`, every touch goes to the X server and comes back through the window. Here the command
runs its own loop, and the player moves once per frame. The content of the screen is printed as a
line of JSON; at the end of the part the window stays open.
"""

from __future__ import annotations

import json
import os
import sys
import traceback
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from companion.__main__ import main
from companion.app.loop import EventLoop
from companion.session.view import MENU, PAUSED, PLACE, PLAY, PROGRAM, TABLE, TAGS
from companion.ui import app
from companion.ui.window import Wish
from tests.ui.fingers import Finger
from tests.ui.player import Player, Wait, choice, done, program, until_drawn


def into_a_register(player: Player) -> Wait:
    """Set up, program and carry out two instructions; stop within the first register."""
    yield from until_drawn(player)
    for words, page in (
        ("Flags", "flags"),
        ("Seats", "seats"),
        ("Settings", "rules"),
        ("Begin", PLACE),
        ("All in place", PROGRAM),
    ):
        yield from player.turn_to(words, page)
    while player.view.page == PROGRAM:
        yield from program(player)
    for _ in range(2):
        yield from next_line(player)
    tell(player)


def into_a_pause(player: Player) -> Wait:
    """Set up, pause the game from the menu while cards are chosen, and stop there."""
    yield from until_drawn(player)
    for words, page in (
        ("Flags", "flags"),
        ("Seats", "seats"),
        ("Settings", "rules"),
        ("Begin", PLACE),
        ("All in place", PROGRAM),
    ):
        yield from player.turn_to(words, page)
    # The hand of a single person lies open over the tiles.
    yield from player.press("Cover", lambda: player.bridge.screen.over is None)
    yield from player.hold_on(lambda: player.bridge.screen.header.menu, MENU)
    yield from player.hold_on(lambda: choice(player, "Pause the game"), PAUSED)
    tell(player)


def on_from_the_pause(player: Player) -> Wait:
    """Resume the saved game, confirm the table, leave the pause, and close the window."""
    yield from until_drawn(player)
    tell(player)
    yield from player.press("Go on", lambda: str(player.view.title) != "Continue the game?")
    if player.view.page == MENU:
        yield from player.press("All correct", lambda: player.view.page != MENU)
    tell(player)
    yield from player.press("Go on", lambda: player.view.page != PAUSED)
    tell(player)
    from kivy.base import stopTouchApp

    stopTouchApp()


def on_from_there(player: Player) -> Wait:
    """Resume the saved game, confirm the table, carry out two instructions; close the window."""
    yield from until_drawn(player)
    tell(player)
    yield from player.press("Go on", lambda: str(player.view.title) != "Continue the game?")
    tell(player)
    yield from player.press("All correct", lambda: player.view.page != MENU)
    tell(player)
    for _ in range(2):
        yield from next_line(player)
    tell(player)
    from kivy.base import stopTouchApp

    stopTouchApp()


def name_tags(player: Player) -> Wait:
    """Say which cards two tags are on, take one back, and choose another card for it.

    The reader is another process, which puts the cards in when it sees the line of the page.
    """
    from tests.ui.stand import button

    def words() -> tuple[str, str]:
        return str(player.view.body.ask), str(player.view.body.state)

    def card(code: int) -> Callable[[], Any]:
        return lambda: player.bridge.screen.panel.finder.numbers[code]

    def open_kind(kind: int) -> Wait:
        move = list(finder.kinds)[kind]
        yield from player.tap(lambda: finder.kinds[move], lambda: finder.move == move)

    def after_tap(find: Callable[[], Any]) -> Wait:
        ask, state = words()
        # The table answers in its own time.
        yield from player.tap(find, lambda: words()[0] != ask and words()[1] != state)
        tell(player)

    yield from until_drawn(player)
    header = player.bridge.screen.header
    yield from player.tap(lambda: header.table, lambda: player.view.page == TABLE)
    yield from player.tap(
        lambda: player.bridge.screen.tags if player.view.body.tagged else None,
        lambda: player.view.page == TAGS,
    )
    tell(player)
    yield from player.wait(lambda: bool(player.view.body.asks))
    tell(player)
    finder = player.bridge.screen.panel.finder
    for kind, code in ((0, 0), (1, 1)):
        yield from open_kind(kind)
        yield from after_tap(card(list(finder.numbers)[code]))
    yield from after_tap(lambda: button(player.bridge.stage, "One back"))
    yield from after_tap(card(list(finder.numbers)[2]))
    yield from player.turn_to("Done", TABLE)
    from kivy.base import stopTouchApp

    stopTouchApp()


def next_line(player: Player) -> Wait:
    """Touch the next line of the list, or Done if there is none."""
    from companion.session.view import InstructionLine
    from companion.ui.widgets.rows import ListPlate

    def coming() -> ListPlate | None:
        plates = (
            widget
            for widget in player.bridge.stage.walk(restrict=True)
            if isinstance(widget, ListPlate) and isinstance(widget.row.about, InstructionLine)
        )
        return min(
            (plate for plate in plates if plate.row.about.state == "coming"),
            key=lambda plate: plate.row.about.at,
            default=None,
        )

    revision = player.view.revision
    if coming() is None:
        yield from done(player)
    else:
        yield from player.tap(coming, lambda: player.view.revision != revision)


def tell(player: Player) -> None:
    """Print what the screen shows."""
    view = player.view
    shown: dict[str, Any] = {"page": view.page, "title": str(view.title), "hint": str(view.hint)}
    if view.page == TAGS:
        shown["tags"] = [str(view.body.ask), str(view.body.state)]
    if view.page == PLAY:
        shown["instruction"] = [
            view.body.instruction.number,
            view.body.instruction.total,
            str(view.body.instruction.words),
        ]
        shown["clanks"] = [
            [clank.seat, clank.square, clank.heading, sum(badge.ticks for badge in clank.badges)]
            for clank in view.board.pieces
        ]
    print(json.dumps(shown), flush=True)


PARTS: Final[Mapping[str, Callable[[Player], Wait]]] = {
    "into": into_a_register,
    "on": on_from_there,
    "pause": into_a_pause,
    "end-pause": on_from_the_pause,
    "tags": name_tags,
}


def take_part(opened: app.Opened, part: Callable[[Player], Wait]) -> None:
    """Play a part with a finger."""
    move_on(part(Player(opened.window, opened.bridge, Finger())))


def move_on(moves: Iterator[None]) -> None:
    """Make a movement in each frame of the app's loop; a fault is printed and ends the process."""
    from kivy.clock import Clock

    def move(_: float) -> bool:
        """Make the player's next movement; return False when there is none."""
        try:
            next(moves)
        except StopIteration:
            return False
        except BaseException:
            traceback.print_exc()
            os._exit(1)
        return True

    Clock.schedule_interval(move, 0)


def play(part: Callable[[Player], Wait], words: list[str]) -> int:
    """Run the command with a player at its screen."""
    opening = app.open_app

    def opened(wish: Wish, start_loop: Callable[[], EventLoop]) -> app.Opened:
        """Return the opened app, with the player before it."""
        stands = opening(wish, start_loop)
        take_part(stands, part)
        return stands

    app.open_app = opened
    return main(words)


if __name__ == "__main__":
    sys.exit(play(PARTS[sys.argv[1]], sys.argv[2:]))
