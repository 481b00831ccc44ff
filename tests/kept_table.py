"""A table that knows only what the screen says, and a session at it that is killed and resumed."""

from __future__ import annotations

import re
import shutil
import time
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from companion.app.loop import EventLoop, go_on, open_session
from companion.app.recording import GameRecorder
from companion.app.startup import recall_whole
from companion.games.scene import BACK
from companion.geometry import HEADINGS
from companion.journal.store import Journal, open_journal
from companion.session.lobby.arrangement import BoardEntry
from companion.session.messages import ApplyCorrection, Begin, Confirm, Go, SetRule, Skip, Uncover
from companion.session.pages.place import PlacePage
from companion.session.pages.play import AGAIN
from companion.session.past.undo_points import markers_on_table, on_table
from companion.session.session import Session
from companion.session.view import PLACE, PLAY, PlayPage, ProgramPage, ReaderPicture, View
from companion.signals import InsertCard, MoveHandle
from companion.table.base import Table
from companion.table.virtual import VirtualTable

PLACED = re.compile(r"(.+), seat (\d): on ([A-Z]+\d+), facing ([NESW])")
OFF = re.compile(r"(.+), seat (\d): on the parking row")
LAID = re.compile(r"Flag (\d): on ([A-Z]+\d+)")
MOVED = re.compile(
    r"(.+?) (?:back )?to ([A-Z]+\d+), facing ([NESW])(?:; take it from parking (\d))?"
)
TURNED = re.compile(r"(.+?) on ([A-Z]+\d+): turn it to face ([NESW])")
PARKED = re.compile(r"(.+?) to parking (\d)")
RELAID = re.compile(r"Flag (\d): from ([A-Z]+\d+) to ([A-Z]+\d+)")


class Board:
    """The pieces and flags as placed by hand.

    `clanks` maps seats to a square, or None, and a heading; flags are in order.
    """

    def __init__(self) -> None:
        self.clanks: dict[int, tuple[str | None, str]] = {}
        self.flags: dict[int, str] = {}
        self.seats: dict[str, int] = {}

    def follow(self, view: View) -> None:
        """Carry out what the screen says; skip what is only shown again."""
        if view.page == PLAY and str(view.hint) == str(AGAIN):
            return
        if view.page == PLACE and isinstance(view.body, PlacePage):
            self._place([str(line.words) for line in view.body.lines])
        elif view.page == PLAY and isinstance(view.body, PlayPage) and view.body.part == BACK:
            self._bring(str(view.body.instruction.words))
        elif view.page == PLAY and view.board is not None:
            self._move(view)

    def _place(self, lines: Iterable[str]) -> None:
        self.clanks, self.flags = {}, {}
        for line in lines:
            if found := PLACED.fullmatch(line):
                self.seats[found[1]] = int(found[2])
                self.clanks[int(found[2])] = (found[3], found[4])
            elif found := OFF.fullmatch(line):
                self.seats[found[1]] = int(found[2])
                self.clanks[int(found[2])] = (None, "N")
            elif found := LAID.fullmatch(line):
                self.flags[int(found[1])] = found[2]
            else:
                raise AssertionError(f"nobody understands {line!r}")

    def _move(self, view: View) -> None:
        """Apply all arrows of the map."""
        assert view.board is not None
        for move in view.board.moves:
            assert self.clanks[move.seat][0] == move.start, (
                f"{view.body}: the clank is on {self.clanks[move.seat]}"
            )
            self.clanks[move.seat] = (move.end, HEADINGS[move.after])
        if isinstance(view.body, PlayPage) and (
            found := RELAID.search(str(view.body.instruction.words))
        ):
            self.flags[int(found[1])] = found[3]

    def _bring(self, words: str) -> None:
        """Carry out an instruction in words.

        Such as "COPPER back to D6, facing N; take it from parking 2".
        """
        for part in re.split(r", (?!facing)| and ", words.removeprefix("All at once: ")):
            if found := MOVED.fullmatch(part):
                self.clanks[self.seats[found[1]]] = (found[2], found[3])
            elif found := TURNED.fullmatch(part):
                assert self.clanks[self.seats[found[1]]][0] == found[2]
                self.clanks[self.seats[found[1]]] = (found[2], found[3])
            elif found := PARKED.fullmatch(part):
                self.clanks[self.seats[found[1]]] = (None, "N")
            elif found := RELAID.fullmatch(part):
                assert self.flags[int(found[1])] == found[2]
                self.flags[int(found[1])] = found[3]
            else:
                raise AssertionError(f"nobody understands {part!r} of {words!r}")

    def believe(self, session: Session) -> None:
        """Set the table as people described it at the check."""
        self.clanks = {
            piece.seat: (piece.square, HEADINGS[piece.heading])
            for piece in on_table(session).pieces
        }
        self.flags = dict(enumerate(markers_on_table(session), 1))

    def check(self, loop: EventLoop) -> None:
        """Check that the table agrees with the engine."""
        session = loop.session
        if session.match is None or (session.page == PLACE and session.timeline.table_sync is None):
            return
        wanted = {
            piece.seat: (piece.square, HEADINGS[piece.heading])
            for piece in on_table(session).pieces
        }
        here = {
            seat: (square, heading if square else wanted[seat][1])
            for seat, (square, heading) in self.clanks.items()
        }
        assert here == wanted
        assert tuple(self.flags[number] for number in sorted(self.flags)) == markers_on_table(
            session
        )


class KeptTable:
    """A session with a real journal in a folder, and a board moved by hand."""

    def __init__(
        self,
        folder: Path,
        players: Iterable[str],
        board: BoardEntry,
        words: Mapping[str, str],
        seed: int,
        readers: Callable[[], Table] = VirtualTable,
    ) -> None:
        self.folder, self.board, self.entry, self.lives, self.readers = (
            folder,
            Board(),
            board,
            0,
            readers,
        )
        self.journal = self._journal()
        self.loop = open_session(
            self.readers(),
            boards=(board,),
            players=players,
            record=GameRecorder(self.journal, seed),
            patient=True,
        )
        for key, word in words.items():
            self.loop.send(SetRule(key, word))
        # As people come there: page by page.
        self.loop.send(Go("rules"))
        self.loop.send(Begin())

    def _journal(self) -> Journal:
        return open_journal(self.folder / f"life-{self.lives}" / "journal.db", time.time())

    def done(self) -> None:
        """Carry out what the screen says, and touch Done."""
        self.board.follow(self.loop.view)
        self.loop.send(Confirm(self.loop.session.revision))

    def skip(self) -> None:
        """Carry out the rest of a register by its list, and skip it."""
        session = self.loop.session
        self.loop.send(ApplyCorrection(Skip()))
        if session.match is not None and self.loop.session.revision != session.revision:
            for instruction in session.match.shown.script[session.match.shown.at :]:
                for move in instruction.moves:
                    self.board.clanks[move.seat] = (move.end, HEADINGS[move.after])
                if found := RELAID.search(instruction.words):
                    self.board.flags[int(found[1])] = found[3]

    def asked(self) -> tuple[ReaderPicture, ...]:
        """Return the readers on the screen that need attention."""
        body = self.loop.view.body
        if isinstance(body, ProgramPage):
            return tuple(
                reader
                for reader in body.readers
                if reader.kind == "touch" and reader.asked and not reader.ready
            )
        return ()

    def program(self, order: Iterable[int], handle: str) -> None:
        """Put cards in and move the handle at each reader that waits for them."""
        for reader in self.asked():
            self.loop.send(Uncover(reader.seat))
            now = next((other for other in self.asked() if other.seat == reader.seat), None)
            hand = list(now.hand) if now is not None else []
            cards = [hand[place] for place in order if place < len(hand)]
            for number, slot in enumerate(now.slots if now is not None else (), 1):
                if not slot.filled and cards:
                    self.loop.send(InsertCard(reader.seat, number, cards.pop(0).code))
            self.loop.send(MoveHandle(reader.seat, handle))

    def kill(self) -> None:
        """Cut the power and start the app again with what is on the disk."""
        old = self.folder / f"life-{self.lives}"
        self.lives += 1
        new = self.folder / f"life-{self.lives}"
        new.mkdir()
        for name in ("journal.db", "journal.db-wal"):
            if (old / name).exists():
                shutil.copy(old / name, new / name)
        self.close()
        shutil.rmtree(old)
        self.journal = self._journal()
        kept = self.journal.unfinished()
        assert kept is not None and not self.journal.findings
        recalled = recall_whole(self.journal, kept, (self.entry,))
        record = GameRecorder(self.journal, recalled.seed, going_on=(kept.id, recalled.messages))
        self.loop = go_on(recalled, record, self.readers(), 0, patient=True)

    def close(self) -> None:
        """Close the session and its journal."""
        self.loop.close()
        self.journal.close()
