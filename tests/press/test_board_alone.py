"""A board without a parking row on paper: as large as its sheet, true to its file, explained.

It also covers the command that prints it.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from companion.__main__ import main
from companion.content import shipped_text
from companion.engine.board import Board
from companion.games import find_game
from companion.games.api import Game
from companion.games.boards import read_board
from companion.press.board import RIM, board_document, board_picture
from companion.press.board_floor import SQUARE
from companion.press.paper import PAPERS
from companion.press.pdf import pdf
from tests.press.prints import picture, sizes, words
from tests.recorded import recorded

GRID = """
game = "cardbot"
name = "Mine"
author = "Somebody"
licence = "CC0-1.0"
grid = '''
.  JH .  .  .  KH .
.  .  .  .  .  .  .
>C >C >C >C >C >C >C
.  .  .  .  .  .  .
.  .  .  .  .  .  .
.  .  QH .  .  .  .
.  .  .  .  .  .  .
'''
"""
DOTS = 4


def game() -> Game:
    """Return the game of the boards."""
    found = find_game("cardbot")
    assert found is not None
    return found


def board(name: str = "full") -> Board:
    """Return a shipped one."""
    return read_board(game(), *shipped_text(f"cardbot-{name}"))


@cache
def printed(paper: str = "a3", name: str = "full") -> bytes:
    """Return the book of a shipped one."""
    return pdf(board_document(board(name), PAPERS[paper], game()))


@pytest.mark.parametrize("paper", PAPERS)
def test_it_stands_on_one_sheet_of_any_paper(paper: str) -> None:
    """Print the board whole on one upright sheet of any paper, and one page that explains all."""
    found = sizes(printed(paper))
    assert len(found) == 2 and set(found) == {(PAPERS[paper].width, PAPERS[paper].height)}
    assert (
        "A7" in words(printed(paper), 0)
        and "G1" in words(printed(paper), 0)
        and "A7" not in words(printed(paper), 1)
    )


def colour(page: str, column: float, row: float) -> tuple[int, int, int]:
    """Return the colour of a point, in squares from the south-west corner.

    The sheet is as wide as the board with its rim.
    """
    paper = PAPERS[page]
    scale = (paper.width - 2 * paper.margin) / (7 * SQUARE + 2 * RIM)
    # Where the sheet is not long enough for the legend the board is smaller than its width.
    scale = min(scale, (paper.height - 2 * paper.margin - 52.0) / (7 * SQUARE + 2 * RIM))
    left, top = (paper.width - 7 * SQUARE * scale) / 2, paper.margin + RIM * scale
    dot = picture(printed(page), 0, DOTS).getpixel(
        (
            round((left + column * SQUARE * scale) * DOTS),
            round((top + (7 - row) * SQUARE * scale) * DOTS),
        )
    )
    assert isinstance(dot, tuple)
    return dot[0], dot[1], dot[2]


@pytest.mark.parametrize("page", ["a3", "letter"])
def test_what_the_file_says_lies_where_it_says(page: str) -> None:
    """Print targets red, belts grey, the teleport violet, glue and ice, as the file has them."""
    red, green, blue = colour(page, 1.25, 6.3)
    assert red > 150 and green < 80 and blue < 80
    assert (
        max(abs(a - b) for a, b in zip(colour(page, 3.5, 5.95), (0x56, 0x5C, 0x64), strict=True))
        < 12
    )
    red, green, blue = colour(page, 1.5, 3.88)
    assert blue > red and blue > green + 40
    red, green, blue = colour(page, 2.5, 4.15)
    assert green > red > blue + 60
    red, green, blue = colour(page, 0.5, 4.15)
    assert blue > 200 and blue > red + 40
    assert min(colour(page, 5.5, 5.5)) > 190


def test_its_sides_say_what_lies_beyond() -> None:
    """Draw solid sides above and below, and name the next column at each open row.

    There is no parking row.
    """
    said = words(printed(), 0)
    assert (
        said.count("‹ G") == 7
        and said.count("A ›") == 7
        and "left and right are joined; top and bottom: a wall" in said
    )
    assert "parking" not in said and "parking" not in words(printed(), 1)
    for row in (7.04, -0.04):
        assert max(colour("a3", 2.5, row)) < 140
    assert min(colour("a3", -0.15, 2.1)) > 240 and min(colour("a3", 7.15, 2.1)) > 240


def test_the_second_jack_is_no_target_until_a_setting_says_so() -> None:
    """Leave the second jack without red, and call it optional in the legend."""
    assert min(colour("a3", 5.3, 0.3)) > 180
    assert "number 1, optional" in words(printed(), 1)


def test_places_are_explained_beside_the_rules_at_a_glance() -> None:
    """Explain places on the sheet and on the page behind, with the name of the game."""
    for page in (0, 1):
        said = " ".join(words(printed(), page).split())
        for word in ("Belt", "Border", "Slippery", "Start", "Sticky", "Target", "Teleport"):
            assert word in said, (page, word)
        assert "Chris Gathercole (upthebuzzard.github.io)" in said and "Ytec3D" not in said
    behind = " ".join(words(printed(), 1).split())
    assert (
        "A ROUND" in behind
        and "COLLISIONS" in behind
        and "CB10" in behind
        and "register" not in behind
    )
    assert "Teleport" not in words(printed("a3", "basic"), 0)


def test_it_can_be_drawn() -> None:
    """Draw it as one SVG of its sheet."""
    page = board_picture(board(), PAPERS["a3"], game())
    assert (page.width, page.height) == (297.0, 420.0)


def test_the_command_finds_boards_of_every_game(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Find boards of every game by name and by file, and refuse wrong names in one sentence."""
    monkeypatch.chdir(tmp_path)
    assert main(["print", "board", "Cardbot Basic"]) == 0
    assert capsys.readouterr().out == recorded("cardbot-basic-a3-pdf-2-pages")
    Path("mine.grid.toml").write_text(GRID, "utf-8")
    assert main(["print", "board", "mine.grid.toml", "--paper", "a4"]) == 0
    assert capsys.readouterr().out == recorded("mine-a4-pdf-2-pages-a4")
    said = words(Path("mine-a4.pdf").read_bytes(), 0)
    assert "MINE" in said and "Board by Somebody, CC0-1.0" in said
    assert main(["print", "board", "mine.grid.toml", "--svg"]) == 0 and Path("mine.svg").is_file()
    Path("bare.toml").write_text(GRID.replace('game = "cardbot"', ""), "utf-8")
    assert (
        main(["print", "board", "bare.toml", "--game", "cardbot"]) == 0
        and Path("bare-a3.pdf").is_file()
    )
    capsys.readouterr()
    assert main(["print", "board", "bare.toml"]) != 0
    assert "bare.toml" in capsys.readouterr().err
    assert main(["print", "board", "going-train", "--game", "cardbot"]) != 0
    assert capsys.readouterr().err == recorded("one-of-cardbot-basic-cardbot-full")
    assert main(["print", "board", "cardbot-ful"]) != 0
    assert capsys.readouterr().err == recorded("did-you-mean-cardbot-full")
    Path("mine.grid.toml").write_text(GRID.replace('"cardbot"', '"cardboat"'), "utf-8")
    assert main(["print", "board", "mine.grid.toml"]) != 0
    assert capsys.readouterr().err == recorded("mine-grid-toml-2-found-game")
    Path("mine.grid.toml").write_text(GRID.replace("QH", "JH"), "utf-8")
    assert main(["print", "board", "mine.grid.toml"]) != 0
    assert capsys.readouterr().err == recorded("JH-on-B7-and-on-C2")
