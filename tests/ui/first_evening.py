"""A first evening by real touches: a lesson, a race, its figures, a second race, with pictures.

    python -m tests.ui.first_evening FOLDER [GAME ...] [SIZE ...]    by default all games and sizes

Each picture shows the window before a touch, so the folder is the evening as the people at the
table see it. The names of the pictures begin with their number; the page follows. Of each page a
few pictures are kept, of the first turn all.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any, Final

from companion.app.loop import EventLoop, open_session
from companion.games import find_game
from companion.session.view import ASKING, BOARD, LESSON, OVER, PLACE, PROGRAM
from companion.ui.virtual_display import VirtualDisplay
from tests.ui.answering import answer, asked
from tests.ui.player import Player, Wait, opened, play, until_drawn

SIZES: Final = ("800x480", "720x1280", "1280x800")
GAMES: Final = ("clockwork", "factory_rally", "cardbot", "diesel")
KEPT: Final = 3
"""Pictures of a page after the first turn."""
SEED: Final = 7
LIMIT: Final = 600
"""Seconds after which an evening counts as hung."""


class Guest(Player):
    """A player who takes a picture before each touch."""

    folder = Path()

    def __init__(self, *about: Any) -> None:
        super().__init__(*about)
        self.taken = Counter[str]()
        self.number = 0
        self.is_first_turn = True

    def tap_at(self, place: tuple[float, float]) -> Wait:
        """Take a picture, then touch."""
        self.photograph()
        yield from super().tap_at(place)

    def photograph(self) -> None:
        """Write what the window shows, unless there are enough pictures of its page."""
        page = self.view.page
        self.taken[page] += 1
        if self.is_first_turn or self.taken[page] <= KEPT:
            self.number += 1
            self.window.screenshot(name=str(self.folder / f"{self.number:03}-{page}.png"))


def evening(guest: Guest) -> Wait:
    """Look at the lesson, play the proposed race to its end, see its figures, and begin another."""
    yield from until_drawn(guest)
    first = guest.view.page
    # A game played alone without boards begins with its decks. Buttons of the foot come later.
    if first == BOARD:
        yield from guest.wait(lambda: "lesson" in guest.bridge.screen.offers)
        yield from guest.press("First lesson", lambda: guest.view.page == LESSON)
        yield from guest.press("Leave", lambda: guest.view.page == first)
    while guest.view.page not in ASKING:
        yield from forward(guest)
    turn = guest.view.body.turn
    while guest.view.page != OVER:
        if guest.view.page in ASKING and guest.view.body.turn != turn:
            guest.is_first_turn = False
        if guest.view.page in ASKING and asked(guest) is not None:
            yield from answer(guest)
        elif guest.view.page in ASKING or not guest.view.forward:
            yield from changed(guest)
        else:
            yield from forward(guest)
    guest.photograph()
    if guest.view.board is not None:
        yield from guest.press("In figures", lambda: guest.view.page == "statistics")
        yield from guest.press("Close", lambda: guest.view.page == OVER)
    # Cards that lie ready need not be laid out again.
    yield from guest.hold("Play again", PLACE if guest.view.board is not None else PROGRAM)
    guest.photograph()


def forward(guest: Guest) -> Wait:
    """Touch the button that leads on."""
    page, step = guest.view.page, guest.view.step
    yield from guest.press(
        str(guest.view.forward), lambda: guest.view.page != page or guest.view.step != step
    )


def changed(guest: Guest) -> Wait:
    """Wait until something else is shown."""
    page, step = guest.view.page, guest.view.step
    yield from guest.wait(
        lambda: guest.view.page != page or guest.view.step != step or asked(guest) is not None
    )


def play_one(folder: str, game: str, size: str) -> int:
    """Play an evening in this process."""

    def opening() -> EventLoop:
        return open_session(seed=SEED, players=("person", "racer"), game=find_game(game))

    wide, high = map(int, size.split("x"))
    Guest.folder = Path(folder)
    with opened(opening, (wide, high), Guest) as guest:
        assert isinstance(guest, Guest)
        play(guest, lambda _: evening(guest))
        print(f"{game} {size}: {guest.taps.total()} touches", dict(guest.taps))
    return 0


def main() -> int:
    """Play the evenings, each in a process of its own."""
    folder, *words = sys.argv[1:]
    if folder == "--one":
        return play_one(*words)
    games = [word for word in words if word in GAMES] or list(GAMES)
    sizes = [word for word in words if word in SIZES] or list(SIZES)
    if unknown := set(words) - {*games, *sizes}:
        raise SystemExit(f"no game and no size: {', '.join(sorted(unknown))}")
    failed = 0
    with VirtualDisplay() as display:
        environment = {**os.environ, **display.environment()}
        for game in games:
            for size in sizes:
                place = Path(folder, f"{game}-{size}")
                place.mkdir(parents=True, exist_ok=True)
                order = [sys.executable, "-m", "tests.ui.first_evening", "--one", str(place)]
                done = subprocess.run(
                    [*order, game, size], env=environment, timeout=LIMIT, check=False
                )
                failed += done.returncode != 0
    return failed


if __name__ == "__main__":
    sys.exit(main())
