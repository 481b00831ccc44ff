"""Play the golden sessions and write them: `python -m tests.golden.evenings` prints differences.

A session is two turns with an undo, a correction, a power cut and what follows, always the same:
one person plays with pilots, and does what the screen asks for. After each message the lines are
kept that are new to see (+), and those that have gone (-).
"""

from __future__ import annotations

import difflib
import itertools
import random
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Final, NamedTuple
from unittest.mock import patch

from companion.app.loop import EventLoop
from companion.app.startup import kept_session
from companion.content.languages import catalogue
from companion.games import find_game, game_keys
from companion.kept_names import kept_names
from companion.session.messages import (
    INSTRUCTION,
    LIST,
    SINGLE,
    WATCH,
    ApplyCorrection,
    Begin,
    Confirm,
    GoBack,
    Message,
    Pick,
    SetFlow,
    Uncover,
)
from companion.session.view import OVER, PLAY, SUMMARY, ReaderPicture, View
from companion.signals import (
    BLINK,
    OK,
    REST,
    Deed,
    HandleMoved,
    InsertCard,
    MoveHandle,
    Signal,
    SlotRead,
)
from companion.table.base import Table
from companion.table.screen_fallback import ScreenFallback
from companion.table.virtual import ScriptedTable, VirtualTable
from companion.testing.playing import offered_corrections
from companion.words import ENGLISH
from tests.golden.views import seen
from tests.kept import settled

RECORD: Final = Path(__file__).parent / "record"
LANGUAGES: Final = {"en": ENGLISH, "de": catalogue("de")}
PERSON: Final = 1
"""The seat at which a person plays."""
TURNS: Final = 2
HAPPENS: Final = {LIST: (2, 4, 6), SINGLE: (7, 11, 15), WATCH: (7, 11, 15)}
"""Touches on the pages of play, in each flow, after which an instruction is undone, something is
corrected, and the power is cut."""
CODES: Final = range(256)
"""All codes that a reader can read; it says which of them are no cards of the game."""
LONGEST: Final = 600
"""Messages after which an unfinished session will not end."""


class Evening(NamedTuple):
    """One golden session: a game's key, whether cards are real, and the flow of instructions."""

    game: str
    real: bool
    flow: str

    def __str__(self) -> str:
        """Return the name of its record."""
        flow = {LIST: "list", SINGLE: "single", WATCH: "no-board"}[self.flow]
        return f"{self.game}-{'cards' if self.real else 'dealt'}-{flow}"


def evenings() -> list[Evening]:
    """Return all golden sessions: each game, its cards dealt by the app or real, in three flows.

    In Diesel Demolition Derby the app always deals.
    """
    return [
        Evening(game, real, flow)
        for game in game_keys()
        for real in ((False,) if game == "diesel" else (False, True))
        for flow in (LIST, SINGLE, WATCH)
    ]


class Player:
    """One person at a table whose journal is kept in a folder."""

    def __init__(self, evening: Evening, folder: Path) -> None:
        """Open the session, with the app's first page."""
        self.evening, self.folder = evening, folder
        self.loop = self._opened(("person", "novice", "novice"))
        self.views: list[tuple[str, View]] = []
        self.codes = list(CODES)
        random.Random(5).shuffle(self.codes)
        self.in_slots: dict[int, int] = {}

    def _opened(self, players: Sequence[str] | None = None) -> EventLoop:
        self.readers = ScriptedTable((PERSON,))
        table: Table = ScreenFallback(self.readers) if self.evening.real else VirtualTable()
        game = find_game(self.evening.game)
        return kept_session(self.folder, players, seed=8, readers=table, game=game)

    def play(self) -> list[tuple[str, View]]:
        """Play it to its end; return each message in a few words, with the view after it."""
        settled(self.loop)
        self.say(SetFlow(self.evening.flow))
        self.say(Begin())
        # All of them begin with the same page of boards.
        del self.views[0]
        played = 0
        events = (self._take_back, self._change, self._cut)
        happens = list(zip(HAPPENS[self.evening.flow], events, strict=True))
        for _ in range(LONGEST):
            page, match = self.loop.session.page, self.loop.session.match
            if page == OVER or match is None or (page == SUMMARY and match.shown.turn >= TURNS):
                return self.views
            if not self._answer():
                played += page == PLAY
                self.say(Confirm(self.loop.session.revision))
                if page == PLAY and happens and played == happens[0][0]:
                    happens.pop(0)[1]()
        said = [str(part) for part in (self.loop.view.title, self.loop.view.hint)]
        raise AssertionError(f"{self.evening} never ends: {said}")

    def say(self, said: Message | Deed) -> None:
        """Send one message, and look at the screen."""
        self.loop.send(said)
        settled(self.loop)
        self._see(kept_names(type(said)).name)

    def _hear(self, *signals: Signal) -> None:
        """Send signals of the real reader, and look at the screen."""
        self.readers.signals += signals
        settled(self.loop)
        self._see("reader")

    def _see(self, said: str) -> None:
        self.views.append((said, self.loop.view))

    def _take_back(self) -> None:
        """Undo an instruction."""
        self.say(ApplyCorrection(GoBack(INSTRUCTION)))

    def _change(self) -> None:
        """Correct something by hand."""
        changes = list(offered_corrections(self.loop))
        self.say(ApplyCorrection(changes[len(changes) // 2], "ANNA", "counted wrongly"))

    def _cut(self) -> None:
        """Cut the power: go on with a copy of the files on the disk."""
        before, self.folder = self.folder, Path(f"{self.folder}-cut")
        shutil.copytree(before, self.folder)
        with closing(self.loop):
            self.loop = self._opened()
        for slot, code in self.in_slots.items():
            self.readers.signals.append(SlotRead(PERSON, slot, OK, code))
        settled(self.loop)
        self._see("power cut")

    def _answer(self) -> bool:
        """Answer for the person if it is asked; return whether it was."""
        reader = self._asked()
        if reader is None:
            return False
        if reader.kind == "reader":
            return self._work_reader(reader)
        if not reader.uncovered and reader.opens and reader.secret:
            self.say(Uncover(PERSON))
            reader = self._asked()
            if reader is None:
                return True
        if reader.offers and not reader.reads:
            self.say(Pick(PERSON, reader.offers[0].key))
            still = self._asked()
            if still is not None and still.handles:
                self.say(MoveHandle(PERSON, still.handles[0][0]))
            return True
        free = [
            number
            for number, slot in enumerate(reader.slots, 1)
            if slot.asked and not slot.filled and not slot.locked
        ]
        for slot, card in zip(free, reversed(reader.hand), strict=False):
            self.say(InsertCard(PERSON, slot, card.code))
        if not reader.handles:
            return False
        self.say(MoveHandle(PERSON, reader.handles[0][0]))
        return True

    def _asked(self) -> ReaderPicture | None:
        readers = getattr(self.loop.view.body, "readers", ())
        return next(
            (
                one
                for one in readers
                if isinstance(one, ReaderPicture)
                and one.seat == PERSON
                and one.asked
                and not one.ready
            ),
            None,
        )

    def _work_reader(self, reader: ReaderPicture) -> bool:
        """Put real cards into the slots that ask for them, and move the handle."""
        for slot in range(1, len(reader.slots) + 1):
            while reader.reads and reader.slots[slot - 1].asked:
                picture = reader.slots[slot - 1]
                wrong = picture.fault or picture.lamp == BLINK
                if picture.locked or (picture.filled and not wrong):
                    break
                self.in_slots[slot] = self.codes.pop()
                self._hear(SlotRead(PERSON, slot, OK, self.in_slots[slot]))
                found = self._asked()
                if found is None:
                    return True
                reader = found
        if not reader.handles:
            return False
        position = reader.handles[0][0]
        self._hear(HandleMoved(PERSON, position), HandleMoved(PERSON, REST))
        return True


def played(evening: Evening) -> list[tuple[str, View]]:
    """Play a golden session; return each message with the view after it."""
    # The offer to go on says how long ago the power was cut: on a busy machine that is minutes.
    began = time.time()
    with patch("time.time", lambda: began), tempfile.TemporaryDirectory() as folder:
        player = Player(evening, Path(folder, "kept"))
        try:
            return player.play()
        finally:
            player.loop.close()


def record(views: Sequence[tuple[str, View]], language: str) -> str:
    """Return the record of a session in a language: new lines and lost ones for each message."""
    text: list[str] = []
    before: list[str] = []
    for said, view in views:
        now = seen(view, LANGUAGES[language])
        text.append(f"# {said}")
        text += [f"- {line}" for line in before if line not in now]
        text += [f"+ {line}" for line in now if line not in before]
        before = now
    return "\n".join(text) + "\n"


def place(evening: Evening, language: str) -> Path:
    """Return the path of the record of a session in a language."""
    return RECORD / f"{evening}.{language}.txt"


def written() -> Iterator[str]:
    """Write all records; yield the lines of what differs."""
    RECORD.mkdir(exist_ok=True)
    for evening in evenings():
        views = played(evening)
        for language in LANGUAGES:
            path, new = place(evening, language), record(views, language)
            old = path.read_text("utf-8") if path.exists() else ""
            path.write_text(new, "utf-8")
            lines = (old.splitlines(), new.splitlines())
            yield from itertools.islice(
                difflib.unified_diff(*lines, path.name, path.name, lineterm="", n=1), 400
            )


if __name__ == "__main__":
    for line in written():
        sys.stdout.write(line + "\n")
