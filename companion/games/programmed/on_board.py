"""Add what an extended board needs to the setup: settings, experiments, pieces (elements 8-10)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from companion.engine.board import Board
from companion.engine.race_tables import is_plain
from companion.engine.rules import EXTENDED_OPTIONS, MODE_OPTION, OPTIONS, Rules, rules_from
from companion.engine.survey import experimental_words
from companion.errors import SetupError
from companion.games.programmed.turn import RacePosition
from companion.games.race.game import RaceBoards
from companion.settings import Option, OptionValue
from companion.words import Text, count, listed, text

ASK, ON, OFF = "ask", "on", "off"
EXPERIMENTAL: Final = Option(
    "experimental",
    text("Experimental elements"),
    text("Some boards have elements without printed rules. The app adds its own rules."),
    (
        OptionValue(
            ASK,
            text("Named"),
            text("You can choose such boards; the setup names the elements."),
        ),
        OptionValue(ON, text("On"), text("You can choose such boards, without a note.")),
        OptionValue(OFF, text("Off"), text("You cannot play on such boards.")),
    ),
    ASK,
)
"""The setting that allows boards with experimental elements."""
BOARD_OPTIONS: Final = (*EXTENDED_OPTIONS, EXPERIMENTAL)
"""All settings that apply to extended boards only."""
COPYING, HAUNTED = "copy_machine", "grave"
"""The elements that bring pieces which nobody plays."""


class ExtendedBoards(RaceBoards[RacePosition]):
    """Boards that can have more than the base elements."""

    def options(self, board: Board | None) -> tuple[Option, ...]:
        """Return the settings for damage in fire and for experimental elements, if they apply."""
        if board is None:
            return BOARD_OPTIONS
        if is_plain(board):
            return (EXPERIMENTAL,) if experimental_words(board) else ()
        return BOARD_OPTIONS if experimental_words(board) else EXTENDED_OPTIONS


def rules_on(board: Board, words: Mapping[str, str]) -> Rules:
    """Return the rules of a race; settings without meaning on its board have their defaults."""
    known = {
        option.key
        for option in (*OPTIONS, MODE_OPTION, *(() if is_plain(board) else EXTENDED_OPTIONS))
    }
    strange = [key for key in words if key not in (option.key for option in BOARD_OPTIONS)]
    return rules_from({key: word for key, word in words.items() if key in known or key in strange})


def seen_allowed(board: Board, words: Mapping[str, str]) -> None:
    """Check that a board has no experimental elements if people play without them.

    Raises:
        SetupError: It has some.
    """
    found = experimental_words(board)
    if found and words.get(EXPERIMENTAL.key, EXPERIMENTAL.default) == OFF:
        raise SetupError(
            text(
                "{board} has experimental elements ({elements}), which are switched off: "
                "choose another board, or allow them in the settings",
                board=board.name or text("this board"),
                elements=listed(_titles(board, found)),
            )
        )


def board_notes(board: Board, words: Mapping[str, str]) -> Iterator[Text]:
    """Yield what people should know about a board before they begin."""
    found = experimental_words(board)
    if found and words.get(EXPERIMENTAL.key, EXPERIMENTAL.default) == ASK:
        yield text(
            "Experimental elements on this board: {elements}.",
            elements=listed(_titles(board, found), ""),
        )
    yield from pieces_needed(board)


def pieces_needed(board: Board) -> Iterator[Text]:
    """Yield the pieces that must be ready for copies and ghosts."""
    graves = sum(HAUNTED in element.traits for element in board.elements)
    if any(element.word == COPYING for element in board.elements):
        yield text("Have a second piece ready for each clank: this board makes copies.")
    if graves:
        yield count(
            "Have a piece ready for a ghost.", "Have pieces ready for {number} ghosts.", graves
        )


def _titles(board: Board, words: tuple[str, ...]) -> list[Text]:
    """Return the names of the elements with these words."""
    nouns = {element.word: element.noun for element in board.elements}
    return [nouns[word] for word in words]
