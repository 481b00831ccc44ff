"""What a board with more than the usual elements brings to the setup: settings of its own, experimental elements, pieces that nobody plays (elements 8-10)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from companion.engine.board import Board
from companion.engine.course import is_plain
from companion.engine.rules import EXTENDED_OPTIONS, MODE_OPTION, OPTIONS, Rules, rules_from
from companion.engine.survey import experimental_words
from companion.errors import SetupFault
from companion.games.programmed.turn import RacePosition
from companion.games.race.game import RaceBoards
from companion.settings import Option, OptionValue
from companion.words import Text, count, listed, text

ASK, ON, OFF = "ask", "on", "off"
EXPERIMENTAL: Final = Option(
    "experimental",
    text("Experimental elements"),
    text("Some boards have elements without printed rules. The app adds rules of its own."),
    (
        OptionValue(
            ASK,
            text("Named"),
            text("Boards with such elements can be chosen; the setup names the elements."),
        ),
        OptionValue(
            ON, text("On"), text("Boards with such elements can be chosen, without a note.")
        ),
        OptionValue(OFF, text("Off"), text("Boards with such elements cannot be played.")),
    ),
    ASK,
)
"""Whether a board with experimental elements may be played."""
BOARD_OPTIONS: Final = (*EXTENDED_OPTIONS, EXPERIMENTAL)
"""Every setting that means something on extended boards only."""
COPYING, HAUNTED = "copy_machine", "grave"
"""The elements by which pieces come that nobody plays."""


class ExtendedBoards(RaceBoards[RacePosition]):
    """Boards with more than the usual elements."""

    def options(self, board: Board | None) -> tuple[Option, ...]:
        """Return how damage counts in the fire, and whether experimental elements are played."""
        if board is None:
            return BOARD_OPTIONS
        if is_plain(board):
            return (EXPERIMENTAL,) if experimental_words(board) else ()
        return BOARD_OPTIONS if experimental_words(board) else EXTENDED_OPTIONS


def rules_on(board: Board, words: Mapping[str, str]) -> Rules:
    """The rules of a race; what means nothing on its board counts as its default."""
    known = {
        option.key
        for option in (*OPTIONS, MODE_OPTION, *(() if is_plain(board) else EXTENDED_OPTIONS))
    }
    strange = [key for key in words if key not in (option.key for option in BOARD_OPTIONS)]
    return rules_from({key: word for key, word in words.items() if key in known or key in strange})


def seen_allowed(board: Board, words: Mapping[str, str]) -> None:
    """SetupFault where the board has experimental elements, and people play without them."""
    found = experimental_words(board)
    if found and words.get(EXPERIMENTAL.key, EXPERIMENTAL.default) == OFF:
        raise SetupFault(
            text(
                "{board} has experimental elements ({elements}), and they are switched off: take another board, or allow them among the settings",
                board=board.name or text("this board"),
                elements=listed(_titles(board, found)),
            )
        )


def told_of(board: Board, words: Mapping[str, str]) -> Iterator[Text]:
    """What people should know of a board before they begin on it."""
    found = experimental_words(board)
    if found and words.get(EXPERIMENTAL.key, EXPERIMENTAL.default) == ASK:
        yield text(
            "Experimental elements on this board: {elements}.",
            elements=listed(_titles(board, found), ""),
        )
    yield from pieces_needed(board)


def pieces_needed(board: Board) -> Iterator[Text]:
    """What must lie beside the board for pieces that nobody plays."""
    graves = sum(HAUNTED in element.traits for element in board.elements)
    if any(element.word == COPYING for element in board.elements):
        yield text("Have a second piece ready for each clank: this board makes copies.")
    if graves:
        yield count(
            "Have a piece ready for a ghost.", "Have pieces ready for {number} ghosts.", graves
        )


def _titles(board: Board, words: tuple[str, ...]) -> list[Text]:
    """What the elements with these words are called."""
    nouns = {element.word: element.noun for element in board.elements}
    return [nouns[word] for word in words]
