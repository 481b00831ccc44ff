"""Reading any file gives a value or one FormatError, never anything else."""

from __future__ import annotations

from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as some

from companion.content import board_names, board_text, load_board
from companion.engine.survey import board_warnings
from companion.errors import FormatError
from companion.formats.board import parse_board, write_board
from companion.formats.toml_text import text_of
from companion.games.clockwork.scenario import differences, parse_scenario, play_scenario, result_of

FOLDER = Path(__file__).parent.parent / "scenarios"
SCENARIOS = [
    file.read_text("utf-8")
    for file in sorted([*FOLDER.glob("*.scenario.toml"), *FOLDER.glob("own/*.scenario.toml")])[::7]
]
BOARDS = [board_text(name) for name in board_names()]
PIECES = sorted({word for text in [*SCENARIOS[::5], *BOARDS[:2]] for word in text.split()})
CHARACTERS = "+-|>v^<O.cwrs0123456789 \n\"'[]=#{},\\\t\r\0é\u2028\ud800ABNESW@_"


@some.composite
def damaged(draw: some.DrawFn, texts: list[str]) -> str:
    """Draw a good file with a few pieces replaced, left out, or doubled."""
    text = draw(some.sampled_from(texts))
    for _ in range(draw(some.integers(1, 3))):
        start = draw(some.integers(0, len(text)))
        end = min(len(text), start + draw(some.sampled_from((0, 1, 1, 2, 5, 30))))
        piece = draw(
            some.one_of(
                some.sampled_from(PIECES),
                some.text(CHARACTERS, max_size=3),
                some.just(text[start:end] * 2),
            )
        )
        text = text[:start] + piece + text[end:]
    return text


def is_one_sentence(fault: FormatError) -> bool:
    """Return whether a fault fits on one line of decent length."""
    return len(str(fault)) < 600 and all(mark >= " " for mark in str(fault))


def read_board(text: str) -> None:
    """Use a board: read, check, write and read it again."""
    try:
        board = parse_board(text, "x")
    except FormatError as fault:
        assert is_one_sentence(fault)
        return
    assert all(board_warnings(board))
    assert parse_board(write_board(board), "written") == board


def read_scenario(text: str) -> None:
    """Use a scenario: read, play, compare and explain it."""
    try:
        scenario = parse_scenario(text, "x", load_board)
        played = play_scenario(scenario)
    except FormatError as fault:
        assert is_one_sentence(fault)
        return
    differences(scenario, played.state)
    assert result_of(played.state)["turn"] >= 1


@given(damaged(BOARDS))
@settings(max_examples=250)
def test_damaged_boards(text: str) -> None:
    """Read or refuse a damaged board file."""
    read_board(text)


@given(damaged(SCENARIOS))
@settings(max_examples=400)
def test_damaged_scenarios(text: str) -> None:
    """Play or refuse a damaged scenario file."""
    read_scenario(text)


@given(some.text() | some.text(CHARACTERS))
@settings(max_examples=150)
def test_any_text(text: str) -> None:
    """Survive text of any kind."""
    read_board(text)
    read_scenario(text)


@given(some.binary())
def test_any_bytes(data: bytes) -> None:
    """Read or refuse bytes of any kind."""
    try:
        assert isinstance(text_of(data, "x"), str)
    except FormatError as fault:
        assert "UTF-8" in str(fault)
