"""Everything that can go wrong and that a person should hear about, as one family.

    DerbyError
    ├── FormatFault    (ValueError)   a board, scenario or setting text that cannot be read
    ├── UnknownBoard   (LookupError)  no shipped board has this name
    ├── SetupFault     (ValueError)   a race that cannot begin: seats, starts, flags
    ├── GameFault      (ValueError)   a game that cannot be loaded, or answers what no game may answer
    ├── RuleFault      (ValueError)   the engine was asked for something the rules do not know
    ├── TableFault     (OSError)      the readers cannot be reached
    ├── JournalFault   (OSError)      the journal cannot be had, read or written
    ├── WordsFault     (OSError)      the words of a language are missing or damaged
    ├── PressFault     (ValueError)   what cannot be printed: paper, size, font, a card's code
    ├── TournamentFault (ValueError)  a tournament that cannot begin or go on
    ├── UpdateFault    (ValueError)   an update that is not installed; what runs is untouched
    └── ScreenFault    (RuntimeError) no window, no font, no picture

Each is also a kind of builtin error, so that code that knows nothing of us can still tell what happened. Every message names the
place, what was found, what was expected and what to do.
"""

from __future__ import annotations

from collections.abc import Iterable

from companion.words import Text, listed, text, verbatim


class DerbyError(Exception):
    """The root of the family: catch it at the outermost door and print it as one sentence.

    `words` is that sentence as a text, for a screen that speaks another language; `str` says it in English. Words that are no `Text` are said as
    they stand in every language.
    """

    def __init__(self, words: Text | str) -> None:
        self.words = words if isinstance(words, Text) else verbatim(words)
        super().__init__(str(words))


class FormatFault(DerbyError, ValueError):
    """A text that cannot be read, with its place: file, line, what was found, what was expected and perhaps a near word.

    `source` is the file's name as the person wrote it, `line` counts from 1 or is None where the whole file is meant. `found` and `expected` are
    texts, or what stands in the file.
    """

    def __init__(
        self,
        source: Text | str,
        line: int | None,
        found: Text | str,
        expected: Text | str,
        near: str | None = None,
    ) -> None:
        self.source, self.line, self.found, self.expected, self.near = (
            source,
            line,
            found,
            expected,
            near,
        )
        place = source if line is None else text("{source}:{line}", source=source, line=line)
        super().__init__(
            text(
                "{place}: found {found}, expected {expected}; did you mean {near}?",
                place=place,
                found=found,
                expected=expected,
                near=repr(near),
            )
            if near
            else text(
                "{place}: found {found}, expected {expected}",
                place=place,
                found=found,
                expected=expected,
            ),
        )

    @property
    def inside(self) -> Text:
        """What is wrong within the file, for a sentence that names the file already."""
        what = (
            text(
                "found {found}, expected {expected}; did you mean {near}?",
                found=self.found,
                expected=self.expected,
                near=repr(self.near),
            )
            if self.near
            else text(
                "found {found}, expected {expected}", found=self.found, expected=self.expected
            )
        )
        return what if self.line is None else text("line {line}: {what}", line=self.line, what=what)


class UnknownBoard(DerbyError, LookupError):
    """No shipped board has this name; says which there are, in `known`, and the one probably meant, in `near`."""

    def __init__(self, name: str, known: Iterable[str]) -> None:
        self.known = known = list(known)
        self.near = near = near_word(name, known)
        boards = listed(known, "")
        super().__init__(
            text(
                "board {name} is not known: did you mean {near}? shipped boards are {boards}; or give the path of a board file",
                name=repr(name),
                near=repr(near),
                boards=boards,
            )
            if near
            else text(
                "board {name} is not known: shipped boards are {boards}; or give the path of a board file",
                name=repr(name),
                boards=boards,
            ),
        )


class SetupFault(DerbyError, ValueError):
    """A race that cannot begin as it is set up; the message names the seat or flag and the remedy."""


class GameFault(DerbyError, ValueError):
    """A game cannot be loaded, or answered what no game may answer.

    In the second case the words go on after the game's name: "it asks seat 9, which does not play".
    """


class RuleFault(DerbyError, ValueError):
    """The engine was asked for something that the rules do not know, such as a sixth register."""


class TableFault(DerbyError, OSError):
    """The readers of the table cannot be reached or understood."""


class JournalFault(DerbyError, OSError):
    """The journal cannot be had, read or written; what is played meanwhile is in memory only.

    `game` is set where the disk is in order, but what was to be kept does not go on where that game stands; trying again is no use then.
    `in_use`: another one is playing with this journal.
    """

    def __init__(self, words: Text | str, game: int | None = None, in_use: bool = False) -> None:
        self.game, self.in_use = game, in_use
        super().__init__(words)


class WordsFault(DerbyError, OSError):
    """The words of a language are missing or damaged; the message names the file and what is wrong with it."""


class PressFault(DerbyError, ValueError):
    """What cannot be printed as it was asked for; the message names what is in the way and the remedy."""


class TournamentFault(DerbyError, ValueError):
    """A tournament of pilots that cannot begin, go on or be kept; the message says what stands in the way and what is kept already."""


class UpdateFault(DerbyError, ValueError):
    """An update that cannot be installed, or not now; the version that runs is as it was. The message says why and what to do."""


class ScreenFault(DerbyError, RuntimeError):
    """No window can be opened or drawn on; the message says what is missing."""


def reason(fault: OSError | ValueError) -> str:
    """Return the system's own words for a fault, without the file, for a sentence that names the file already."""
    return getattr(fault, "strerror", None) or str(fault)


def words_of(fault: BaseException) -> Text | str:
    """What a fault says: its text where it is one of the family, else the system's own words."""
    return fault.words if isinstance(fault, DerbyError) else str(fault)


def near_word(word: str, known: Iterable[str]) -> str | None:
    """The known word that the given one was probably meant to be, or None; capitals make no difference, and it comes as it is known."""
    # Only needed once something is wrong, and every start of the app would wait for it.
    import difflib

    words = list(known)
    lowered = {entry.lower(): entry for entry in words}
    close = difflib.get_close_matches(word.lower(), list(lowered), n=1, cutoff=0.6)
    return lowered[close[0]] if close else None


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """The end of a sentence about a word that is not known: the one that was probably meant, or ""."""
    near = near_word(word, known)
    return f"; did you mean {near!r}?" if near else ""
