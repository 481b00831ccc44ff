"""`clockwork-derby print`: its files, its output, and one sentence for any fault."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple, TypeAlias
from xml.etree import ElementTree

import pytest

from companion.__main__ import main
from companion.content import board_text
from companion.engine.board import board_of
from companion.formats.board import write_board
from companion.press import letters
from tests.press.prints import sizes, words
from tests.recorded import recorded


class Answer(NamedTuple):
    """The result of the command: its exit status, and both streams."""

    status: int
    out: str
    err: str


Print: TypeAlias = Callable[..., Answer]


@pytest.fixture
def printing(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Print:
    """Run it in a folder of this test."""
    monkeypatch.chdir(tmp_path)

    def call(*what: str) -> Answer:
        status = main(["print", *what])
        return Answer(status, *capsys.readouterr())

    return call


def test_a_board_is_written_and_told(printing: Print) -> None:
    """Print a board on A3 here, under its name, and say pages, paper and how to print.

    Also without an edge.
    """
    output = "going-train-a3.pdf: 2 pages, a3; print at 100 %, not “fit to page”\n"
    edge = "it reaches the edges of the paper; for a printer that leaves 5 mm blank: --margin 5\n"
    assert printing("board", "Going Train") == (0, output + edge, "")
    assert sizes(Path("going-train-a3.pdf").read_bytes()) == [(297.0, 420.0)] * 2
    assert [path.name for path in Path().iterdir()] == ["going-train-a3.pdf"]


def test_paper_and_place_can_be_chosen(printing: Print) -> None:
    """Use more sheets on smaller paper, and a folder with the usual file name."""
    Path("prints").mkdir()
    answer = printing("board", "going-train", "--paper", "A4", "-o", "prints")
    assert answer.out.startswith(f"{Path('prints/going-train-a4.pdf')}: 5 pages, a4; ")
    assert len(sizes(Path("prints/going-train-a4.pdf").read_bytes())) == 5


def test_a_board_can_keep_off_the_edges(printing: Print) -> None:
    """Keep the edges free by a margin up to 15 mm, in a file of its own name; refuse others."""
    answer = printing("board", "going-train", "--margin", "5")
    assert answer == (
        0,
        recorded("going-train-a3-margin-5-pdf"),
        "",
    )
    assert "squares of 23.9 mm" in words(Path("going-train-a3-margin-5.pdf").read_bytes())
    for wrong in ("wide", "-1", "15.1", "nan", "inf"):
        answer = printing("board", "going-train", f"--margin={wrong}")
        assert answer.status and answer.err == recorded(
            "clockwork-derby-margin-found-wrong-expected", wrong=wrong
        )


def test_what_has_backs_is_told(printing: Print) -> None:
    """Say that a file is to be printed on both sides."""
    assert printing("markers", "--only", "test-cards").out == recorded("print-at-100-not-fit-to")


def test_a_board_file_is_printed_like_a_shipped_board(printing: Print) -> None:
    """Print a board file by its path, under its name or a given one."""
    Path("my.board.toml").write_text(
        board_text("going-train").replace('name = "Going Train"', 'name = "Mine & Yours"'), "utf-8"
    )
    assert printing("board", "my.board.toml").out.startswith("my-a3.pdf: ")
    assert "MINE & YOURS" in words(Path("my-a3.pdf").read_bytes())
    assert (
        printing("board", "my.board.toml", "-o", "new/folder/other.pdf").status == 0
        and Path("new/folder/other.pdf").is_file()
    )


def test_a_board_as_svg(printing: Print) -> None:
    """Draw the whole board as one SVG."""
    assert printing("board", "going-train", "--svg").out == recorded(
        "going-train-svg-one-drawing-297"
    )
    assert ElementTree.parse("going-train.svg").getroot().get("width") == "297mm"


def test_cards_are_written(printing: Print) -> None:
    """Print the deck as a PDF, and listed cards as drawings, one a file."""
    assert printing("cards").out.startswith("cards-a4.pdf: ")
    Path("few.txt").write_text("7 uturn@10\n11 move1@490\n", "utf-8")
    answer = printing("cards", "--list", "few.txt", "--svg", "faces")
    assert (
        answer.out.startswith("faces: 2 drawings; ") and len(list(Path("faces").glob("*.svg"))) == 2
    )


def test_markers_are_written(printing: Print) -> None:
    """Print the requested markers, with the settings of the named folder."""
    assert printing("markers", "--only", "flags, rules", "--state", "kept").out.startswith(
        "markers-a4.pdf: "
    )
    assert len(sizes(Path("markers-a4.pdf").read_bytes())) == 2


@pytest.mark.parametrize(
    ("what", "sentence"),
    [
        (
            ("board", "going-train", "--paper", "a33"),
            "paper: found 'a33', expected one of a3, a4, letter, tabloid; did you mean 'a3'?",
        ),
        (
            ("board", "goingtrain"),
            "goingtrain: found no such file, expected a board file or one of fountain-circus, ",
        ),
        (
            ("board", "no/such.board.toml"),
            "no/such.board.toml: found no such file, expected a board file or one of ",
        ),
        (("board", "bad.board.toml"), "bad.board.toml:1: found "),
        (
            ("board", "huge.board.toml", "--paper", "letter"),
            (
                "Huge is 1006 × 1031 mm: found 30 sheets of letter, expected 24 at most; "
                "print it on a3"
            ),
        ),
        (
            ("board", "going-train", "-o", "bad.board.toml/a.pdf"),
            "bad.board.toml/a.pdf cannot be written: its folder is a file; name another place",
        ),
        (
            ("board", "going-train", "-o", "a\0b.pdf"),
            "cannot be written: no name may have a NUL in it",
        ),
        (("cards", "--list", "bad.board.toml"), "bad.board.toml:1: found "),
        (("cards", "--list", "none.txt"), "none.txt: found no such file, expected a list of cards"),
        (
            ("cards", "--svg", "faces", "-o", "cards.pdf"),
            "cards: found -o cards.pdf beside --svg faces, expected one of them",
        ),
        (
            ("markers", "--only", "flgs"),
            (
                "parts of the markers: found 'flgs', expected some of flags, clanks, plates, "
                "rules, test-cards; did you mean 'flags'?"
            ),
        ),
        (("bord", "going-train"), "see clockwork-derby print --help"),
    ],
)
def test_what_is_wrong_is_said_in_one_sentence(
    printing: Print, what: tuple[str, ...], sentence: str
) -> None:
    """Return 2 with one line, and write nothing."""
    Path("bad.board.toml").write_text("this is no board\n", "utf-8")
    Path("huge.board.toml").write_text(write_board(board_of(40, 40, (), name="Huge")), "utf-8")
    before = sorted(Path().iterdir())
    answer = printing(*what)
    assert (answer.status, answer.out, answer.err.count("\n")) == (2, "", 1), answer
    assert answer.err.startswith("clockwork-derby: ") and sentence in answer.err
    assert sorted(Path().iterdir()) == before


def test_a_missing_font_is_named(
    printing: Print, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Name a missing font in one sentence, and leave no file."""
    monkeypatch.setattr(letters, "FILES", {letters.TEXT: tmp_path / "content/fonts/None.ttf"})
    letters._library.cache_clear()
    answer = printing("board", "going-train")
    monkeypatch.undo()
    letters._library.cache_clear()
    assert (
        answer.status == 2
        and answer.err == recorded("the-font-None-ttf-is-missing")
        and "make setup" in answer.err
    )
    assert not list(tmp_path.iterdir())


def test_an_older_file_outlives_a_failure(printing: Print) -> None:
    """Keep the old file if the new one cannot be put in place."""
    Path("going-train-a3.pdf").mkdir()
    Path("old.pdf").write_text("old", "utf-8")
    Path("old.pdf.new").mkdir()
    answer = printing("board", "going-train", "-o", "old.pdf")
    assert answer.status == 2 and answer.err == recorded("old-pdf-cannot-be-written")
    assert Path("old.pdf").read_text("utf-8") == "old"
