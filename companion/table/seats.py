"""The seat of each reader by chip id, remembered between sessions in a file that people can edit.

By chip id, since the numbers of serial ports change from start to start (hardware facts, section
9).
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from companion.errors import FormatError
from companion.folders import NotPlainFileError, is_there, read_plain, state_folder, write_whole
from companion.signals import TableProblem
from companion.words import NOTHING, Text, text

FILE: Final = "seats.toml"
"""The file's name in the state folder."""
LAST_SEAT: Final = 8
LONGEST: Final = 100_000
"""Maximum size of a valid file, in bytes."""
LONGEST_ID: Final = 60
"""Maximum length of a chip id; those of readers have a dozen characters."""
HEAD: Final = """\
# Which card reader belongs to which seat: chip id = seat. Written by Clockwork Derby; \
the table test changes it.
[seats]
"""


class Seats:
    """The seats of readers by chip id, kept in the file `path`, or only in memory without one.

    The file is read when first needed. Faults of the file only set `troubles`. If `path` does not
    exist, the file of an earlier version at `before` is read and copied to `path`.
    """

    def __init__(
        self,
        path: Path | None = None,
        given: dict[str, int] | None = None,
        before: Path | None = None,
    ) -> None:
        self.path, self._before = path, before
        self.troubles: tuple[TableProblem, ...] = ()
        self._seats: dict[str, int] | None = dict(given or {}) if path is None else None

    def seat_of(self, uid: str) -> int | None:
        """Return the seat (1-8) of the reader with this chip id, or None."""
        return self._read().get(uid)

    def uid_of(self, seat: int) -> str | None:
        """Return the chip id of the reader at a seat, or None."""
        return next((uid for uid, other in self._read().items() if other == seat), None)

    def give(self, uid: str, seat: int) -> None:
        """Assign a reader to a seat (1-8); another reader there loses it.

        Invalid values are ignored.
        """
        if uid and 1 <= seat <= LAST_SEAT and self.seat_of(uid) != seat:
            kept = {
                other: place
                for other, place in self._read().items()
                if other != uid and place != seat
            }
            self._change({**kept, uid: seat})

    def free(self, seat: int) -> None:
        """Leave the seat without a reader."""
        if self.uid_of(seat) is not None:
            self._change({uid: place for uid, place in self._read().items() if place != seat})

    def known(self) -> dict[str, int]:
        """Return a copy of all seats: chip id → seat (1-8), each seat at most once."""
        return dict(self._read())

    def _change(self, seats: dict[str, int]) -> None:
        self._seats = seats
        if self.path is None:
            return
        lines = [
            f"{_quoted(uid)} = {seat}\n"
            for uid, seat in sorted(seats.items(), key=lambda pair: pair[1])
        ]
        try:
            write_whole(self.path, HEAD + "".join(lines))
            self._tell(NOTHING)
        except OSError as fault:
            self._tell(
                text(
                    "The seats of the readers cannot be saved: {path}: {fault}. They stay until"
                    " the app ends; make that folder writable.",
                    path=str(self.path),
                    fault=fault.strerror or str(fault),
                )
            )

    def _read(self) -> dict[str, int]:
        if self._seats is None and self.path is not None:
            self._seats = self._from_file(self.path)
            # After a damaged file was set aside, people assign seats again; the old file must not
            # come back.
            if (
                not self._seats
                and self._before is not None
                and not is_there(self.path)
                and not is_there(_damaged(self.path))
            ):
                # Copy the seats from the old place: an older version still finds its file.
                seats = self._from_file(self._before) if is_there(self._before) else {}
                if seats:
                    self._change(seats)
        return self._seats or {}

    def _from_file(self, path: Path) -> dict[str, int]:
        try:
            data = read_plain(path, LONGEST)
            # Imported late: most machines have no such file.
            from companion.formats.toml_text import TomlText, text_of

            entries = (
                TomlText(text_of(data, str(path)), str(path)).data.get("seats", {}) if data else {}
            )
            if not isinstance(entries, dict):
                raise FormatError(
                    str(path), None, f"seats = {_shown(entries)}", text("a table [seats]")
                )
            return self._sorted_out(path, entries)
        except (FileNotFoundError, NotADirectoryError):
            return {}
        except FormatError as fault:
            self._set_aside(path, fault.words)
        except NotPlainFileError as fault:
            self._set_aside(
                path,
                text(
                    "{path}: found {found}, expected a text file",
                    path=str(path),
                    found=fault.strerror or "",
                ),
            )
        except OSError as fault:
            self._tell(
                text(
                    "The seats of the readers are not known: {path}: {fault}. Make that file"
                    " readable.",
                    path=str(path),
                    fault=fault.strerror or str(fault),
                )
            )
        return {}

    def _sorted_out(self, path: Path, entries: dict[str, object]) -> dict[str, int]:
        """Return the valid entries; of two readers with one seat the first has it."""
        seats: dict[str, int] = {}
        for uid, seat in entries.items():
            # Not isinstance: TOML's true is an int to Python.
            if len(uid) > LONGEST_ID:
                self._tell(
                    text(
                        "{path}: found {found}, expected the chip id of a reader. Give the"
                        " readers their seats in the table test.",
                        path=str(path),
                        found=_shown(uid),
                    )
                )
            elif type(seat) is not int or not 1 <= seat <= LAST_SEAT:
                self._tell(
                    text(
                        "{path}: reader {uid} has seat {seat}, expected 1 to {last}. Give it a"
                        " seat in the table test.",
                        path=str(path),
                        uid=_shown(uid),
                        seat=_shown(seat),
                        last=LAST_SEAT,
                    )
                )
            elif seat in seats.values():
                self._tell(
                    text(
                        "{path}: two readers have seat {seat}; {uid} has none now. Give it a seat"
                        " in the table test.",
                        path=str(path),
                        seat=seat,
                        uid=_shown(uid),
                    )
                )
            else:
                seats[uid] = seat
        return seats

    def _set_aside(self, path: Path, why: Text) -> None:
        """Move a damaged file away, so that it can be repaired and a new one written."""
        kept = _damaged(path)
        try:
            path.replace(kept)
        except OSError:
            kept = path
        self._tell(
            text(
                "The list of readers and seats was not readable ({why}) and was moved to "
                "{kept}. Give the readers their seats once more.",
                why=why,
                kept=str(kept),
            )
        )

    def _tell(self, words: Text) -> None:
        place = str(self.path)
        # Report that all is well only after something was wrong.
        if words or any(trouble.words for trouble in self.troubles):
            self.troubles = (TableProblem(place, words),)


def _damaged(path: Path) -> Path:
    """Return where a damaged file is moved."""
    return path.with_name(f"{path.name}.damaged")


def _shown(value: object) -> str:
    """Return a value from the file as one short line, to name it in a sentence."""
    from companion.formats.misread_error import quote_value

    if isinstance(value, str) and value.isprintable() and len(value) <= LONGEST_ID:
        return value
    return quote_value(value)


def _quoted(uid: str) -> str:
    """Return a TOML key. Chip ids are plain, but no device may damage the file."""
    plain = "".join(
        letter if letter.isprintable() and letter not in '"\\' else f"\\U{ord(letter):08X}"
        for letter in uid
    )
    return f'"{plain}"'


def remembered_seats(folder: Path | None = None) -> Seats:
    """Return the seats remembered in a state folder, by default the usual one.

    Earlier versions always kept them in the usual folder; they are taken over from there.
    """
    usual = state_folder()
    home = usual if folder is None else folder
    return Seats(home / FILE, before=usual / FILE if home != usual else None)
