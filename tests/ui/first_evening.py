"""A first evening by real touches: a lesson, a race, its figures, a second race, with pictures.

    python -m tests.ui.first_evening FOLDER [GAME ...] [SIZE ...] [PEOPLE]

By default all games and sizes, and one person against a pilot; PEOPLE play at one screen without
pilots. Each picture shows the window before a touch, so the folder is the evening as the people at
the table see it. The names of the pictures begin with their number; the page follows. Of each page
a few pictures are kept, of the lesson and of the first turn all. The file words.txt has the words
that were new at each touch.

At the end a table says how many touches and seconds the lesson and a turn take:

* Touches that had to be repeated, because they came too early, are not counted.
* Reading takes 0.3 seconds for each word that was not on the screen before the last touch, the
  speed of 200 words a minute. A touch takes 1.5 seconds.
* Waiting is from a touch until what is touched next is there and takes touches, in frames: each
  counts as a sixtieth of a second or, if it takes longer, as its processor time. So it is the same
  on a busy machine. While a pilot thinks the clock on the wall counts.
* People read while they wait, so a touch takes 1.5 seconds and the longer one of reading and
  waiting. Acts of hands, and thoughts about cards, are not counted.
"""

from __future__ import annotations

import faulthandler
import json
import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Final

from companion.app.game_offers import offers_of
from companion.app.loop import EventLoop, open_session
from companion.games import usual_game
from companion.named_tuples import NamedTuple
from companion.session.flow import USUAL
from companion.session.pages.lesson import TASK, TouchLessonOffer
from companion.session.view import ASKING, LESSON, OVER, PLACE, PROGRAM
from companion.signals import PULL
from companion.ui.virtual_display import VirtualDisplay
from tests.ui.answering import answer, asked
from tests.ui.player import Player, Wait, opened, play, until_drawn

SIZES: Final = ("800x480", "720x1280", "1280x800")
GAMES: Final = ("clockwork", "factory_rally", "cardbot", "diesel")
KEPT: Final = 3
"""Pictures of a page after the first turn."""
SEED: Final = 7
LIMIT: Final = 600
"""Seconds without a touch after which an evening counts as hung."""
SECONDS_A_WORD, SECONDS_A_TOUCH = 0.3, 1.5
FRAME: Final = 1 / 60
SOONEST: Final = 0.5
"""Seconds after which a person touches at the soonest; a touch before counts as a bounce."""
WORDS: Final = "words.txt"
"""The file with what was new on the screen before each touch."""
SET_UP, END = "set-up", "end"
"""Parts of an evening beside the lesson and the turns."""


class Stop(NamedTuple):
    """A moment at which somebody reads the screen and touches it."""

    part: str
    """SET_UP, LESSON, END, or the number of a turn."""
    words: int
    """Words that were not on the screen at the last stop."""
    waited: float
    """Seconds since the last touch."""

    @property
    def seconds(self) -> float:
        """The estimated time of reading, waiting and touching."""
        return SECONDS_A_TOUCH + max(self.words * SECONDS_A_WORD, self.waited)


class Guest(Player):
    """A player who takes a picture before each touch, and notes what it takes."""

    folder = Path()

    def __init__(self, *about: Any) -> None:
        super().__init__(*about)
        self.taken = Counter[str]()
        self.number = 0
        self.part = SET_UP
        self.is_first_turn = True
        self.stops: list[Stop] = []
        self._texts: frozenset[str] = frozenset()
        self.seconds = 0.0
        """The time of all frames so far."""
        self._touched_at = 0.0
        self._worked = time.process_time()
        self._is_repeated = False
        self.holds = 0
        """The touches that were held, which `taps` does not count."""

    def by_frames(self, race: Wait) -> Wait:
        """Play a race, and measure the time of its frames."""
        for _ in race:
            yield
            worked = time.process_time()
            self.seconds += max(FRAME, worked - self._worked)
            self._worked = worked

    def tap(self, find: Callable[[], Any], done: Callable[[], bool]) -> Wait:
        """Touch what is at rest until `done`; one touch is counted."""
        self._is_repeated = False
        last: tuple[float, ...] = ()

        def at_rest() -> Any:
            nonlocal last
            found, before = find(), last
            last = () if found is None else (found.x, found.y, found.width, found.height)
            return found if last == before else None

        yield from super().tap(at_rest, done)

    def tap_at(self, place: tuple[float, float]) -> Wait:
        """Take a picture, then touch as late as a person."""
        from tests.ui.stand import forward

        self.note()
        forward()(SOONEST * 1e6)
        yield
        yield from super().tap_at(place)
        self._touched_at = self.seconds

    def hold_on(self, find: Callable[[], Any], page: str) -> Wait:
        """Take a picture, then hold."""
        self.holds += 1
        self._is_repeated = False
        self.note()
        yield from super().hold_on(find, page)
        self._touched_at = self.seconds

    def wait(self, done: Callable[[], bool]) -> Wait:
        """Wait by the clock on the wall: another process may be at work."""
        at, since = self.seconds, time.monotonic()
        yield from super().wait(done)
        self._touched_at += self.seconds - at - (time.monotonic() - since)

    def note(self) -> None:
        """Note a stop, unless its touch is a repeated one, and take its picture."""
        faulthandler.dump_traceback_later(LIMIT, exit=True)
        if not self._is_repeated:
            waited, texts = self.seconds - self._touched_at, dict.fromkeys(self.texts())
            new = [text for text in texts if text not in self._texts]
            words = sum(len(text.split()) for text in new)
            self.stops.append(Stop(self.part, words, waited))
            self._texts = frozenset(texts)
            with (self.folder / WORDS).open("a") as file:
                print(self.part, self.view.page, words, *map(repr, new), file=file)
        self._is_repeated = True
        self.photograph()

    def texts(self) -> Iterable[str]:
        """Yield all texts on the screen."""
        from companion.ui.widgets.label import Label

        for widget in self.bridge.stage.walk(restrict=True):
            if isinstance(widget, Label) and widget.opacity:
                yield widget.plain()

    def photograph(self) -> None:
        """Write what the window shows, unless there are enough pictures of its page."""
        page = self.view.page
        self.taken[page] += 1
        if page == LESSON or self.is_first_turn or self.taken[page] <= KEPT:
            self.number += 1
            self.window.screenshot(name=str(self.folder / f"{self.number:03}-{page}.png"))
            self._worked = time.process_time()


def evening(guest: Guest, game: str) -> Wait:
    """Play the lesson and the proposed race of a game, see its figures, and begin another race."""
    yield from until_drawn(guest)
    first = guest.view.page
    if guest.view.body.game != game:
        yield from guest.tap(
            lambda: guest.bridge.screen.games[game], lambda: guest.view.body.game == game
        )
    # Buttons of the foot come later than the page.
    yield from guest.wait(lambda: "lesson" in guest.bridge.screen.offers)
    yield from guest.press("First lesson", lambda: guest.view.page == LESSON)
    guest.part = LESSON
    while guest.view.page == LESSON:
        yield from lesson_step(guest)
    guest.part = SET_UP
    assert guest.view.page == first
    while guest.view.page not in ASKING:
        yield from forward(guest)
    turn = guest.view.body.turn
    while guest.view.page != OVER:
        if guest.view.page in ASKING:
            guest.is_first_turn &= guest.view.body.turn == turn
            guest.part = str(guest.view.body.turn)
        if guest.view.page in ASKING and asked(guest) is not None:
            yield from answer(guest)
        elif guest.view.page in ASKING or not guest.view.forward:
            yield from changed(guest)
        else:
            yield from forward(guest)
    guest.part = END
    guest.photograph()
    if guest.view.board is not None:
        yield from guest.press("In figures", lambda: guest.view.page == "statistics")
        yield from guest.press("Close", lambda: guest.view.page == OVER)
    # Cards that lie ready need not be laid out again.
    yield from guest.hold("Play again", PLACE if guest.view.board is not None else PROGRAM)
    guest.photograph()


def lesson_step(guest: Guest) -> Wait:
    """Do what the lesson asks for, or go on in it."""
    session = guest.bridge.loop.session
    state, page = session.kept(LESSON), guest.view.body
    before = guest.view

    def is_done() -> bool:
        return guest.view is not before

    def button() -> Any:
        return guest.bridge.screen.buttons[number]

    number = -1
    if state.stage == TASK:
        missing = [
            code
            for slot, code in sorted(state.step.cards.items())
            if state.row[slot - 1].code is None
        ]
        if missing:
            at = [face.code for face in page.hand].index(missing[0])
            yield from guest.tap(lambda: guest.bridge.screen.cards.card_area(at), is_done)
            return
        messages = [choice.message for choice in page.choices]
        if state.step.offer:
            number = messages.index(TouchLessonOffer(state.step.offer))
        else:
            number = next(
                at
                for at, message in enumerate(messages)
                if getattr(message, "move", PULL) == state.step.gesture
            )
    yield from guest.tap(button, is_done)


def forward(guest: Guest) -> Wait:
    """Touch the button that leads on; where it points down it shows the rest of a list first."""
    page, revision = guest.view.page, guest.view.revision
    points_down = guest.bridge.screen.footer.forward.symbol == "down"

    def is_done() -> bool:
        if guest.view.page != page or guest.view.revision != revision:
            return True
        return points_down and guest.bridge.screen.footer.forward.symbol != "down"

    yield from guest.press(str(guest.view.forward), is_done)


def changed(guest: Guest) -> Wait:
    """Wait until something else is shown."""
    page, revision = guest.view.page, guest.view.revision
    yield from guest.wait(
        lambda: (
            guest.view.page != page or guest.view.revision != revision or asked(guest) is not None
        )
    )


def play_one(folder: str, game: str, size: str, people: str) -> int:
    """Play an evening in this process; the last line of the output is what it takes, as JSON."""

    def opening() -> EventLoop:
        return open_session(
            seed=SEED,
            players=("person", "racer") if people == "1" else ("person",) * int(people),
            game=usual_game(),
            flow=USUAL,
            games=offers_of({}),
        )

    wide, high = map(int, size.split("x"))
    Guest.folder = Path(folder)
    with opened(opening, (wide, high), Guest) as guest:
        assert isinstance(guest, Guest)
        play(guest, lambda _: guest.by_frames(evening(guest, game)), stopped=True)
        print(f"{game} {size}: {guest.taps.total()} touches", dict(guest.taps))
        print(
            json.dumps([*row_of(guest.stops), guest.taps.total() + guest.holds - len(guest.stops)])
        )
    return 0


COLUMNS: Final = (
    "game",
    "size",
    "people",
    "set-up: touches",
    "lesson: touches",
    "seconds",
    "turns",
    "touches a turn",
    "words read",
    "seconds waited",
    "seconds a turn",
    "repeated touches",
)


def row_of(stops: list[Stop]) -> tuple[float, ...]:
    """Return what the lesson and a turn take, as in COLUMNS."""
    lesson = [stop for stop in stops if stop.part == LESSON]
    turns = [stop for stop in stops if stop.part.isdecimal()]
    number = len({stop.part for stop in turns})
    return (
        sum(stop.part == SET_UP for stop in stops),
        len(lesson),
        round(sum(stop.seconds for stop in lesson)),
        number,
        round(len(turns) / number, 1),
        round(sum(stop.words for stop in turns) / number),
        round(sum(stop.waited for stop in turns) / number, 1),
        round(sum(stop.seconds for stop in turns) / number),
    )


def main() -> int:
    """Play the evenings, each in a process of its own, and print a table of what they take."""
    folder, *words = sys.argv[1:]
    if folder == "--one":
        return play_one(*words)
    games = [word for word in words if word in GAMES] or list(GAMES)
    sizes = [word for word in words if word in SIZES] or list(SIZES)
    people = next((word for word in words if word.isdecimal()), "1")
    if unknown := set(words) - {*games, *sizes, people}:
        raise SystemExit(f"no game and no size: {', '.join(sorted(unknown))}")
    failed, rows = 0, []
    with VirtualDisplay() as display:
        environment = {**os.environ, **display.environment()}
        for game in games:
            for size in sizes:
                place = Path(folder, f"{game}-{size}")
                place.mkdir(parents=True, exist_ok=True)
                (place / WORDS).unlink(missing_ok=True)
                order = [sys.executable, "-m", "tests.ui.first_evening", "--one", str(place)]
                done = subprocess.run(
                    [*order, game, size, people],
                    env=environment,
                    stdout=subprocess.PIPE,
                    text=True,
                    check=False,
                )
                print(done.stdout, end="", flush=True)
                failed += done.returncode != 0
                if not done.returncode:
                    rows.append([game, size, people, *json.loads(done.stdout.splitlines()[-1])])
    for row in (COLUMNS, ["---"] * len(COLUMNS), *rows):
        print("|", " | ".join(map(str, row)), "|")
    return failed


if __name__ == "__main__":
    sys.exit(main())
