"""Boards of several games: each game reads its own, and finds them again in a kept race."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any, ClassVar

import pytest

from companion.__main__ import main
from companion.app.loop import catalogue, open_session
from companion.app.startup import kept_session
from companion.content import SHIPPED, shipped_text
from companion.engine.board import Board
from companion.errors import FormatError, UnknownBoardError
from companion.formats.board import parse_board, write_board
from companion.games import usual_game
from companion.games.api import Game, Plan
from companion.games.boards import Boards, board_part, read_board, shipped_boards
from companion.games.parts import Seating
from companion.geometry import Square
from companion.journal.store import open_journal
from companion.session.messages import Begin, ChooseBoard
from companion.tournament.schedule import RaceBoard, board_of, setup_of
from companion.words import Text, text
from tests.recorded import recorded
from tests.typed import present

OWN = "here is no wall\n"


@pytest.fixture
def boarded(topcard: Game, monkeypatch: pytest.MonkeyPatch) -> Game:
    """Return Top Card on a board of its own kind of file, of which it ships one."""
    kind: Any = type(topcard)

    class Yards(Boards):
        shipped: Mapping[str, Text] = {"cardbot-basic": text("Seven by seven.")}

        def read(self, content: str, source: Text | str, kept: bool = False) -> Board:
            if not kept and content != OWN and "grid" not in content:
                raise FormatError(source, 1, "no grid", "a grid")
            yard = parse_board(shipped_text("fountain-circus")[0], "fountain-circus.board.toml")
            return replace(yard, name="Own" if content == OWN else "Basic")

        def write(self, board: Board) -> str:
            return OWN if board.name == "Own" else "grid"

    class Corners(Seating):
        def starts(self, board: Board | None) -> Mapping[int, Square | None]:
            assert board is not None and board.name in ("Own", "Basic")
            return dict.fromkeys(range(1, 5))

    class Boarded(kind):
        setup_pages = ("board", "seats")
        parts: ClassVar[Mapping[type, object]] = {
            **topcard.parts,
            Boards: Yards(),
            Seating: Corners(),
        }

        def begin(self, plan: Plan) -> Any:
            assert plan.board is not None and not plan.markers
            return super().begin(plan)

    found: Game = Boarded()
    monkeypatch.setattr(import_module("companion.games.topcard.game"), "GAME", found)
    return found


def test_each_game_has_its_own_boards(boarded: Game) -> None:
    """List each game's boards in its order, with its facts, the same value every time."""
    (basic,) = catalogue(game=boarded)
    assert (basic.key, basic.title, str(basic.about), basic.markers) == (
        "cardbot-basic",
        "Basic",
        "Seven by seven.",
        (),
    )
    assert catalogue(["Cardbot Basic"], boarded)[0] is basic
    assert [entry.key for entry in catalogue()] == list(SHIPPED) and all(
        entry.markers for entry in catalogue()
    )
    with pytest.raises(UnknownBoardError, match="shipped boards are cardbot-basic"):
        catalogue(["going-train"], boarded)
    with pytest.raises(UnknownBoardError):
        catalogue(["cardbot-basic"])


def test_it_is_set_up_on_them(boarded: Game) -> None:
    """Set it up on them without flags, and refuse a board of another game."""
    loop = open_session(seed=3, players=("person", "person"), game=boarded)
    assert [choice.key for choice in loop.view.body.choices] == [
        "cardbot-basic"
    ] and loop.session.lobby.setup.markers == ()
    loop.send(ChooseBoard("going-train"))
    assert str(loop.view.notice) == recorded("There-is-no-board-going-train")
    loop.send(Begin())
    assert loop.session.match is not None


def test_a_kept_race_finds_the_boards_of_its_game(boarded: Game, tmp_path: Path) -> None:
    """Find its own board in the journal and the others in the game, to choose after the race."""
    loop = kept_session(tmp_path, ("person", "person"), game=boarded)
    loop.send(Begin())
    present(loop.record).wait()
    loop.close()
    loop = kept_session(tmp_path)
    assert loop.session.match is not None and [
        entry.title for entry in loop.session.config.boards
    ] == ["Basic"]
    loop.close()
    journal = open_journal(tmp_path / "journal.db", 0.0, writer=False)
    (kept,) = [kept for kept in journal.games() if kept.kind == "race"]
    assert json.loads(kept.header)["board"]["text"] == "grid" and str(kept.title_words) == recorded(
        "Top-Card-Basic-2-seats"
    )
    journal.close()


def test_races_without_people_on_boards_of_its_own(
    boarded: Game, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Simulate it on its shipped boards, and on one in a file."""
    own = tmp_path / "own.toml"
    own.write_text(OWN)
    for board, key in (
        (None, "cardbot-basic"),
        ("cardbot-basic", "cardbot-basic"),
        (str(own), str(own)),
    ):
        assert (
            main(
                [
                    "simulate",
                    "--game",
                    "topcard",
                    "--seats",
                    "2",
                    "--json",
                    *(["--board", board] if board else []),
                ]
            )
            == 0
        )
        assert json.loads(capsys.readouterr().out)["board"] == key
    own.write_text("nothing")
    assert main(["simulate", "--game", "topcard", "--board", str(own)]) == 2
    assert capsys.readouterr().err == recorded("found-no-grid-expected-a-grid", folder=tmp_path)


def test_a_tournament_takes_them_too(boarded: Game) -> None:
    """Play tournaments on its boards, without a word about flags."""
    ground = RaceBoard("cardbot-basic")
    board = board_of("topcard", ground)
    assert (
        board is not None
        and board.name == "Basic"
        and setup_of("topcard", ground, (), (1, 2)).board is board
    )
    assert present(board_of("topcard", RaceBoard("own.toml", text=OWN))).name == "Own"


def test_a_game_without_boards_reads_none(topcard: Game) -> None:
    """Say that a game without boards reads none."""
    assert shipped_boards(topcard) == {} and catalogue(game=topcard) == ()
    with pytest.raises(FormatError, match="Top Card is played without one"):
        read_board(topcard, "", "some.board.toml")


def test_a_race_writes_boards_as_files() -> None:
    """Write boards as files in a race, and read them again."""
    game, board = usual_game(), catalogue()[0].board
    assert read_board(game, board_part(game).write(board), "it") == board and board_part(
        game
    ).write(board) == write_board(board)
    assert board_part(game).suggested(board) == dict(catalogue()[0].markers)["away"]
