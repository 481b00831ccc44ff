"""Painting grids of cards: any strokes read back the same, finished grids are played on.

Each game has its own boards.
"""

from __future__ import annotations

from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.app.game_offers import offers_of
from companion.app.loop import EventLoop, open_session
from companion.app.own_boards import board_path, keep_board, kept_boards
from companion.engine.board import Board
from companion.errors import RuleError
from companion.gallery.cardbot import cardbot
from companion.games import usual_game
from companion.games.boards import board_part, read_board
from companion.games.cardbot.engine.grid import ALL_SQUARES
from companion.games.cardbot.painting import ERASER, GridPainting
from companion.games.cardbot.places import grid_of_board
from companion.games.painting import Touch
from companion.session.lobby.drawing import Drawing, redone, stroke, undone
from companion.session.messages import Begin, ChooseBoard, ClosePage, OpenPage
from companion.session.pages.board import ChooseGame
from companion.session.pages.draw import (
    AskBoardDelete,
    DeleteBoard,
    DrawBoard,
    GiveBoardName,
    NewBoard,
    PaintStroke,
    PickPaint,
    UndoStroke,
)
from companion.session.view import PLACE
from tests.recorded import recorded
from tests.typed import present, serve

GAME, PAINTING = cardbot(), GridPainting()
PAINTS = tuple(paint.key for tray in PAINTING.trays for paint in tray.paints)
touches = st.builds(Touch, st.sampled_from(ALL_SQUARES), st.integers(0, 3), st.booleans())
strokes = st.tuples(
    st.sampled_from(PAINTS),
    st.integers(0, 3),
    st.one_of(st.tuples(touches), st.lists(touches, min_size=2, max_size=7).map(tuple)),
)
RACE = (("target-1", "A7"), ("target-2", "C4"), ("target-3", "G5"), ("belt-clubs", "B2 C2 D2"))
"""A grid that can be played on."""


def painted(*done: tuple[str, str]) -> Board:
    """Return a grid after some strokes, each a paint and the squares of the finger."""
    drawing = Drawing(PAINTING.begun(7, 7))
    for tool, squares in done:
        drawing = stroke(
            drawing._replace(tool=tool),
            PAINTING,
            tuple(Touch(square) for square in squares.split()),
        )
    return drawing.board


def lines(board: Board) -> dict[str, str]:
    """Return what is where."""
    grid = grid_of_board(board)
    return {square: grid.code(square) for square in grid.squares}


@settings(max_examples=60, deadline=None)
@given(st.lists(strokes, max_size=12))
def test_every_grid_reads_back_as_it_was_painted(
    done: list[tuple[str, int, tuple[Touch, ...]]],
) -> None:
    """Read any grid back as painted; a valid one is a grid file; undo leads back."""
    drawing = Drawing(PAINTING.begun(7, 7))
    for tool, way, fingers in done:
        before = drawing
        drawing = stroke(drawing._replace(tool=tool, way=way), PAINTING, fingers)
        if drawing.board != before.board:
            assert (
                undone(drawing).board == before.board
                and redone(undone(drawing)).board == drawing.board
            )
    board = PAINTING.named(drawing.board, "Any")
    text = board_part(GAME).write(board)
    assert PAINTING.read(text, "x") == board
    if not [trouble for trouble in PAINTING.troubles(board) if not trouble.warning]:
        assert grid_of_board(read_board(GAME, text, "x")) == grid_of_board(board)
    for square in board.squares:
        for field in PAINTING.form(board, square):
            for pick in field.picks:
                assert (
                    PAINTING.read(
                        board_part(GAME).write(PAINTING.altered(board, pick.change)), "x"
                    ).name
                    == "Any"
                )


def test_a_belt_runs_along_the_finger() -> None:
    """Draw a belt along the finger; a touch reverses it, another one replaces it.

    A broken one keeps its longest part.
    """
    assert lines(painted(("belt-clubs", "B2 C2 D2"))) == {"B2": ">C", "C2": ">C", "D2": ">C"}
    longer = (("belt-clubs", "B2 C2"), ("belt-clubs", "D2 E2"))
    assert [*lines(painted(*longer))] == ["B2", "C2", "D2", "E2"]
    assert set(lines(painted(*longer, ("belt-clubs", "C2"))).values()) == {"<C"}
    assert lines(painted(*longer, ("belt-clubs", "G7 G6"))) == {"G7": "vC", "G6": "vC"}
    assert [*lines(painted(*longer, (ERASER, "C2")))] == ["D2", "E2"]
    assert lines(painted(*longer, ("belt-spades", "A5 A6")))["A6"] == "^S"


def test_each_card_lies_once() -> None:
    """Have each card once: targets move, and a touch removes one.

    A third special place replaces the first one.
    """
    assert lines(painted(("target-1", "A7"), ("target-1", "B6"))) == {"B6": "JH"}
    assert set(lines(painted(("sticky", "A2"), ("sticky", "B2"), ("sticky", "C2")))) == {"B2", "C2"}
    assert not lines(painted(("teleport", "A2"), ("teleport", "A2")))


def test_what_is_missing_is_told() -> None:
    """Name missing targets and teleports, and accept what is only odd."""

    def troubles_of(board: Board) -> list[tuple[str, bool]]:
        return [(str(trouble.words), trouble.warning) for trouble in PAINTING.troubles(board)]

    assert troubles_of(painted()) == [
        (recorded(f"Target-{number}-is-missing"), False) for number in (1, 2, 3)
    ]
    assert troubles_of(painted(*RACE)) == []
    assert troubles_of(painted(*RACE, ("teleport", "G7"))) == [
        (recorded("A-second-teleport-is-missing"), False)
    ]
    assert troubles_of(painted(*RACE, ("belt-spades", "F6 F7"), ("slippery", "C1"))) == [
        (recorded("The-belt-of-spades-ends-at"), True),
        (recorded("Starts-lie-on-features-C1-for"), True),
    ]


def test_a_grid_has_its_size() -> None:
    """Have seven places a side."""
    board = painted(*RACE)
    assert PAINTING.resized(board, 7, 7) == board
    try:
        PAINTING.resized(board, 8, 7)
    except RuleError as fault:
        assert str(fault) == recorded("a-grid-has-7-places-a")
    else:
        raise AssertionError("a grid of another size")


def house(tmp_path: Path) -> EventLoop:
    """Return Cardbot Derby in a house with all games, whose boards are kept in a folder."""
    loop = open_session(
        seed=3, players=("person", "random", "random", "random"), games=offers_of({})
    )
    serve(loop.host, keep_board=lambda board: keep_board(tmp_path, board))
    loop.send(ChooseGame("cardbot"))
    return loop


def draw(loop: EventLoop) -> None:
    """Paint a playable grid, stroke by stroke."""
    for message in (OpenPage("drawings"), NewBoard(""), GiveBoardName("MY GRID")):
        loop.send(message)
    for paint, squares in RACE:
        loop.send(PickPaint(paint))
        loop.send(PaintStroke(tuple(Touch(square) for square in squares.split())))


def test_a_painted_grid_is_kept_and_played_on(tmp_path: Path) -> None:
    """Keep every stroke, list the valid grid, and race on it."""
    loop = house(tmp_path)
    draw(loop)
    path = board_path(tmp_path, "board-1", board_part(GAME).ending)
    assert (
        path.name == "board-1.grid.toml"
        and read_board(GAME, path.read_text("utf-8"), "x").name == "My Grid"
    )
    loop.send(UndoStroke())
    assert "belt" not in str(lines(PAINTING.read(path.read_text("utf-8"), "x")))
    for message in (ClosePage("draw"), ClosePage("drawings"), ChooseBoard("own/board-1"), Begin()):
        loop.send(message)
    assert loop.session.page == PLACE and loop.session.match is not None
    assert present(loop.session.config.game.scene(loop.session.match.position).board).at("C4")


def test_each_game_has_its_own_boards(tmp_path: Path) -> None:
    """Offer grids in this game only, and read no other game's files."""
    loop = house(tmp_path)
    draw(loop)
    for message in (
        ClosePage("draw"),
        ClosePage("drawings"),
        ChooseGame("clockwork"),
        OpenPage("drawings"),
    ):
        loop.send(message)
    assert "My Grid" not in str(loop.view.body)
    for deed in (
        NewBoard("fountain-circus"),
        GiveBoardName("MY YARD"),
        ClosePage("draw"),
        ClosePage("drawings"),
    ):
        loop.send(deed)
    assert sorted(path.name for path in (tmp_path / "boards").iterdir()) == [
        "board-1.grid.toml",
        "board-2.board.toml",
    ]
    found = kept_boards(tmp_path, usual_game())
    assert (
        [own.key for own in found.boards],
        [own.key for own in found.others],
        str(found.trouble),
    ) == (["board-2"], ["board-1"], "")
    later = open_session(
        seed=3, players=("person", "random"), games=offers_of({}), own_boards=found.all
    )
    assert [entry.title for entry in later.session.config.usable_own_boards] == ["My Yard"]
    later.send(ChooseGame("cardbot"))
    assert [entry.title for entry in later.session.config.usable_own_boards] == ["My Grid"]
    serve(later.host, keep_board=lambda board: keep_board(tmp_path, board))
    for step in (DrawBoard("board-1"), AskBoardDelete(True), DeleteBoard()):
        later.send(step)
    assert sorted(path.name for path in (tmp_path / "boards").iterdir()) == ["board-2.board.toml"]
