"""The records of people in a file of the state folder: kept whole or not at all, set aside where it cannot be understood."""
from __future__ import annotations

import os
import time
from contextlib import suppress
from pathlib import Path
from typing import Final

from companion.errors import FormatFault
from companion.folders import NotPlain, read_plain, write_whole
from companion.records import Played, RaceRecord, Records, dropped, forgotten, kept, people_in, read_records, text_of
from companion.session.messages import Message, Noticed
from companion.session.records import CallRecords, DropRecord, KeepRecord, Known, RecordCommand
from companion.words import NOTHING, Text, text

FILE: Final = "records.json"
"""The file's name in the state folder."""
ASIDE: Final = ".not-understood"
"""The ending for a file that cannot be read."""
LARGEST: Final = 20_000_000
"""Bytes of a file at most: tens of thousands of races."""


class PeopleFile:
    """The records in a state folder; `today` says the day of a race."""

    def __init__(self, folder: Path) -> None:
        """Read what is there; `trouble` says in a sentence what is wrong with it, NOTHING where nothing is. It never raises."""
        self._path = folder / FILE
        self.records: Records = ()
        self.trouble: Text = NOTHING
        try:
            self.records = read_records(read_plain(self._path, LARGEST).decode("utf-8"), str(self._path))
        except (FileNotFoundError, NotADirectoryError):
            pass
        except (FormatFault, NotPlain, UnicodeDecodeError, OSError) as fault:
            self.trouble = self._put_aside(fault)

    def _put_aside(self, fault: Exception) -> Text:
        with suppress(OSError):
            os.replace(self._path, f"{self._path}{ASIDE}")
        return text(
            "The records of people cannot be read ({fault}). Their file lies beside now, as {file}, and new records begin.", fault=str(fault), file=f"{FILE}{ASIDE}",
        )

    def known(self) -> CallRecords:
        """Everybody of whom something is kept, game by game."""
        games = sorted({race.game for race in self.records})
        return CallRecords(tuple(Known(game, *person) for game in games for person in people_in(self.records, game)))

    def carry_out(self, command: RecordCommand) -> tuple[Message, ...]:
        """Keep, drop or forget; what is known then, and a sentence where it cannot be written."""
        if isinstance(command, KeepRecord):
            people = tuple(Played(*one) for one in command.people)
            changed = kept(self.records, RaceRecord(command.key, time.strftime("%Y-%m-%d"), command.game, command.version, command.board, people))
        elif isinstance(command, DropRecord):
            changed = dropped(self.records, command.key)
        else:
            changed = forgotten(self.records, command.name)
        if changed == self.records:
            return ()
        self.records = changed
        try:
            write_whole(self._path, text_of(changed))
        except OSError as fault:
            return self.known(), Noticed(text(
                "The records of people hold until the next start only: {path} cannot be written ({fault}).", path=str(self._path), fault=str(fault.strerror),
            ))
        return (self.known(),)
