"""The exceptions whose messages are for people.

    DerbyError
    ├── FormatError    (ValueError)   a board, scenario or setting text that cannot be read
    ├── UnknownBoardError   (LookupError)  no shipped board has this name
    ├── SetupError     (ValueError)   a race that cannot begin: seats, starts, flags
    ├── GameError      (ValueError)   a game that cannot be loaded, or answers what no game may
    ├── PluginError    (ValueError)   what an installed package adds cannot be used
    ├── RuleError      (ValueError)   the engine was asked for something the rules do not know
    ├── TableError     (OSError)      the readers cannot be reached
    ├── JournalError   (OSError)      the journal cannot be had, read or written
    ├── WordsError     (OSError)      the words of a language are missing or damaged
    ├── PressError     (ValueError)   what cannot be printed: paper, size, font, a card's code
    ├── TournamentError (ValueError)  a tournament that cannot begin or go on
    ├── UpdateError    (ValueError)   an update that is not installed; what runs is untouched
    └── ScreenError    (RuntimeError) no window, no font, no picture

Each is also a builtin exception, for code that knows nothing of these. Every message names the
place, what was found, what was expected and what to do.
"""

from __future__ import annotations

from collections.abc import Iterable

from companion.words import Text, listed, text, verbatim


class DerbyError(Exception):
    """The base class: the command line and the screen catch it and show it as one sentence.

    `str` gives the sentence in English, `words` for translation.
    """

    def __init__(self, words: Text | str) -> None:
        """Take the sentence; a plain string is the same in every language."""
        self.words = verbatim(words)
        super().__init__(str(words))


class FormatError(DerbyError, ValueError):
    """A file or text that cannot be read."""

    def __init__(
        self,
        source: Text | str,
        line: int | None,
        found: Text | str,
        expected: Text | str,
        near: str | None = None,
    ) -> None:
        """Take the place and the reason.

        Args:
            source: The file's name as the person wrote it.
            line: The line, from 1; None for the whole file.
            found: What is wrong in it.
            expected: What would be right.
            near: A known word that was probably meant.
        """
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
        """Return what is wrong, for a sentence that has named the file."""
        if self.near:
            what = text(
                "found {found}, expected {expected}; did you mean {near}?",
                found=self.found,
                expected=self.expected,
                near=repr(self.near),
            )
        else:
            what = text(
                "found {found}, expected {expected}", found=self.found, expected=self.expected
            )
        return what if self.line is None else text("line {line}: {what}", line=self.line, what=what)


class UnknownBoardError(DerbyError, LookupError):
    """No shipped board has this name."""

    def __init__(self, name: str, known: Iterable[str]) -> None:
        """Take the name, and those of all shipped boards."""
        self.known = known = list(known)
        self.near = near = near_word(name, known)
        boards = listed(known, "")
        super().__init__(
            text(
                "board {name} is not known: did you mean {near}? shipped boards are {boards}; or "
                "give the path of a board file",
                name=repr(name),
                near=repr(near),
                boards=boards,
            )
            if near
            else text(
                "board {name} is not known: shipped boards are {boards}; or give the path of a "
                "board file",
                name=repr(name),
                boards=boards,
            ),
        )


class SetupError(DerbyError, ValueError):
    """A race that cannot begin as it is set up; the message names seat or flag, and a remedy."""


class GameError(DerbyError, ValueError):
    """A game that cannot be loaded, or has returned what no game may return.

    In the second case the words follow the game's name: "it asks seat 9, which does not play".
    """


class PluginError(DerbyError, ValueError):
    """A plugin cannot be used; the message names its package, the reason and the remedy."""


class RuleError(DerbyError, ValueError):
    """The engine was asked for something that the rules do not know, such as a sixth register."""


class TableError(DerbyError, OSError):
    """The readers of the table cannot be reached or understood."""


class JournalError(DerbyError, OSError):
    """The journal cannot be opened, read or written; what is played meanwhile is in memory only."""

    def __init__(self, words: Text | str, game: int | None = None, in_use: bool = False) -> None:
        """Take the reason.

        Args:
            words: It for people.
            game: The kept game to which new entries do not fit; trying again does not help then.
            in_use: Whether another process plays with this journal.
        """
        self.game, self.in_use = game, in_use
        super().__init__(words)


class WordsError(DerbyError, OSError):
    """The words of a language are missing or damaged; the message names the file."""


class PressError(DerbyError, ValueError):
    """A print that cannot be made as it was asked for; the message names the remedy."""


class TournamentError(DerbyError, ValueError):
    """A tournament of pilots that cannot begin, go on or be kept; the message says what is kept."""


class UpdateError(DerbyError, ValueError):
    """An update that cannot be installed, or not now; the running version stays as it was."""


class ScreenError(DerbyError, RuntimeError):
    """No window can be opened or drawn on; the message says what is missing."""


def reason(fault: OSError | ValueError) -> str:
    """Return the system's words for a fault without the file, for a sentence that has named it."""
    return getattr(fault, "strerror", None) or str(fault)


def words_of(fault: BaseException) -> Text | str:
    """Return the message of a fault: a text where it is a `DerbyError`, else the system's words."""
    return fault.words if isinstance(fault, DerbyError) else str(fault)


def near_word(word: str, known: Iterable[str]) -> str | None:
    """Return the known word that was probably meant, or None; capitals make no difference."""
    # Rarely needed, and every start of the app would wait for it.
    import difflib  # noqa: PLC0415

    words = list(known)
    lowered = {entry.lower(): entry for entry in words}
    close = difflib.get_close_matches(word.lower(), list(lowered), n=1, cutoff=0.6)
    return lowered[close[0]] if close else None


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return the end of a sentence about an unknown word, "; did you mean 'x'?", or ""."""
    near = near_word(word, known)
    return f"; did you mean {near!r}?" if near else ""
