"""Painted boards: kept at every stroke, chosen when valid, kept with a race, checked."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.__main__ import main
from companion.app.loop import EventLoop, open_session
from companion.app.own_boards import FOLDER, board_path, keep_board, kept_boards, print_board
from companion.app.startup import kept_session
from companion.commands.play import board_choice_of, with_board
from companion.content import board_text, load_board
from companion.errors import DerbyError
from companion.formats.board import parse_board
from companion.games import usual_game
from companion.games.boards import board_part, read_board
from companion.games.painting import Touch
from companion.session.commands import KeepBoard, PrintBoard
from companion.session.lobby.arrangement import OwnBoard
from companion.session.lobby.own_boards import MOST, OWN
from companion.session.messages import Begin, ChooseBoard, Go, Notice, OpenPage, SetName
from companion.session.pages.draw import (
    AlterBoard,
    AskBoardDelete,
    DeleteBoard,
    DrawBoard,
    DrawState,
    GiveBoardName,
    NewBoard,
    PaintStroke,
    PickPaint,
    PrintNow,
    RedoStroke,
    Resize,
    ShowSquare,
    TurnTo,
    UndoStroke,
)
from companion.session.pages.drawings import BoardsLoaded
from companion.session.past.replaying import header_of, session_of_header
from tests.kept import settled
from tests.recorded import recorded
from tests.typed import present, serve

GAME = usual_game()
SMALL = (
    "name = \"Small yard\"\nboard = '''\n+    +    +    +    +\n  .    .    .    .\n+    +    +   "
    " +    +\n  .    .    .    .\n+    +    +    +    +\n  .    .    .    .\n"
    "+    +    +    +    +\n  s1   s2   s3   s4\n+    +    +    +    +\n'''\nsuggested_flags = "
    '["B3"]\n'
)
HALF = SMALL.replace("Small yard", "Half a yard") + 'elements = ["B2 light_barrier N group=a"]\n'


def setup(
    *messages: object,
    own: tuple[OwnBoard, ...] = (OwnBoard("board-1", SMALL), OwnBoard("half", HALF)),
) -> EventLoop:
    """Return the first page with a board and half a board."""
    loop = open_session(seed=3, players=("person", "random"), game=GAME)
    loop.send(BoardsLoaded(own))
    for message in messages:
        loop.send(message)
    return loop


def drawn(loop: EventLoop) -> str:
    """Return the painted board as a file."""
    return board_part(GAME).write(loop.session.open_state("draw", DrawState).drawing.board)


def test_an_own_board_stands_beside_the_others_and_half_a_board_does_not() -> None:
    """List an own board beside the others, and say why half a board is refused."""
    loop = setup(ChooseBoard(f"{OWN}board-1"))
    assert [choice.title for choice in loop.view.body.choices if choice.own] == ["Small yard"]
    assert loop.session.lobby.setup.board == "own/board-1" and loop.session.lobby.setup.markers == (
        "B3",
    )
    loop.send(ChooseBoard(f"{OWN}half"))
    assert (
        str(loop.session.notice) == recorded("Not-finished-The-group-a-has")
        and loop.session.lobby.setup.board == "own/board-1"
    )


def test_a_board_is_painted_stroke_by_stroke_and_kept_at_each(tmp_path: Path) -> None:
    """Begin, name, paint, undo and redo; the file is that of the board."""
    loop = setup(own=())
    serve(loop.host, keep_board=lambda board: keep_board(tmp_path, board))
    for message in (
        NewBoard(""),
        GiveBoardName("MY YARD"),
        Resize(6, 5),
        PickPaint("belt"),
        PaintStroke((Touch("B2"), Touch("C2"))),
        PaintStroke((Touch("C2"),)),
    ):
        loop.send(message)
    path = board_path(tmp_path, "board-1")
    assert (
        path.read_text("utf-8") == drawn(loop) and parse_board(drawn(loop), "x").name == "My Yard"
    )
    before = drawn(loop)
    loop.send(UndoStroke())
    assert "B2 belt" not in drawn(loop) and path.read_text("utf-8") == drawn(loop) != before
    loop.send(RedoStroke())
    assert path.read_text("utf-8") == drawn(loop) == before
    loop.send(AskBoardDelete(True))
    loop.send(DeleteBoard())
    assert (
        not path.exists()
        and loop.session.config.own_boards == ()
        and not loop.session.is_open("draw")
    )


def test_a_copy_of_a_board_begins_as_that() -> None:
    """Begin with a copy of a shipped or own board, without its name."""
    loop = setup(NewBoard("going-train"))
    assert (
        loop.session.open_state("draw", DrawState).drawing.board.elements
        == parse_board(board_text("going-train"), "x").elements
    )
    assert (
        loop.session.open_state("draw", DrawState).naming
        and loop.session.open_state("draw", DrawState).drawing.board.name == ""
    )
    assert setup(NewBoard("own/board-1")).session.open_state("draw", DrawState).key == "board-2"


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("GOING TRAIN", "a-shipped-board-is-called-so"),
        ("half a yard", "an-own-board-is-called-so"),
        ("", "no-letter"),
        ("x" * 25, "25-letters"),
    ],
)
def test_a_name_that_cannot_be_is_refused(name: str, words: str) -> None:
    """Refuse a taken, empty or long name; a board's own is not taken."""
    loop = setup(DrawBoard("board-1"), GiveBoardName(name))
    assert str(loop.session.notice) == recorded(words)
    loop.send(GiveBoardName("SMALL YARD"))
    assert (
        loop.session.notice == ""
        and loop.session.open_state("draw", DrawState).drawing.board.name == "Small Yard"
    )


def test_only_before_a_race_and_only_so_many() -> None:
    """Refuse painting in a race, and too many boards."""
    full = tuple(
        OwnBoard(f"board-{number}", SMALL.replace("yard", f"yard {number}"))
        for number in range(1, MOST + 1)
    )
    assert str(setup(NewBoard(""), own=full).session.notice) == recorded(
        "There-are-MOST-own-boards", MOST=MOST
    )
    assert str(setup(DrawBoard("cake")).session.notice) == recorded("no-own-board-cake")
    assert str(setup(NewBoard("cake")).session.notice) == recorded("no-board-cake")
    loop = setup(Begin(), OpenPage("drawings"), DrawBoard("board-1"))
    assert not loop.session.overlays


def test_a_chosen_board_that_is_spoilt_gives_way() -> None:
    """Replace a broken board by the first one, and refuse flags beside a smaller one."""
    loop = setup(
        ChooseBoard("own/board-1"),
        DrawBoard("board-1"),
        PickPaint("light_barrier"),
        PaintStroke((Touch("B2", 1),)),
    )
    assert str(loop.view.hint) == recorded("It-cannot-be-played-yet-see")
    loop.send(loop.view.on_back)
    assert loop.session.lobby.setup.board == "fountain-circus" and str(
        loop.session.notice
    ) == recorded("The-board-has-faults-now")


def test_what_is_wrong_is_told_at_once_and_leads_to_its_square() -> None:
    """Show faults in one line of the head, in a list, and on their squares."""
    loop = setup(DrawBoard("half"), TurnTo("troubles"))
    assert loop.view.body.wrong == ("B2",) and [
        str(group.title) for group in loop.view.body.groups
    ][1:] == recorded("Faults-to-mend-before-it-can")
    loop.send(ShowSquare("B2"))
    loop.send(TurnTo("square"))
    gone = next(
        choice
        for group in loop.view.body.groups
        for choice in group.choices
        if str(choice.label) == "Take it away"
    )
    assert isinstance(gone.message, AlterBoard)
    loop.send(gone.message)
    assert loop.view.body.wrong == ()


def test_a_race_keeps_its_board_whatever_becomes_of_it() -> None:
    """Keep the board's text in a race; offer the present one in the setup, once."""
    loop = setup(ChooseBoard("own/board-1"))
    header = header_of(loop.session, 3)
    assert "Small yard" in json.loads(header)["board"]["text"]
    again = session_of_header(header, lambda key: GAME, lambda game: (), "kept").session
    assert present(again.config.board("own/board-1")).board == parse_board(SMALL, "x")
    loop.send(Begin())
    loop.send(BoardsLoaded((OwnBoard("board-1", SMALL.replace("Small", "Other")),)))
    loop.send(Go("board"))
    assert [choice.title for choice in loop.view.body.choices if choice.own] == ["Other yard"]


def test_boards_survive_a_restart_and_so_does_the_choice(tmp_path: Path) -> None:
    """Restore boards and the choice after a restart."""
    keep_board(tmp_path, KeepBoard("board-1", SMALL))
    first = kept_session(tmp_path, game=GAME)
    first.send(ChooseBoard("own/board-1"))
    first.send(SetName(1, "TOM"))
    settled(first)
    first.close()
    second = kept_session(tmp_path, game=GAME)
    assert (
        second.session.lobby.setup.board == "own/board-1"
        and second.session.config.own_boards == (OwnBoard("board-1", SMALL),)
    )
    second.send(Begin())
    second.send(second.view.on_forward or Begin())
    second.close()
    board_path(tmp_path, "board-1").unlink()
    third = kept_session(tmp_path, game=GAME, fresh=True)
    third.close()
    assert (
        third.session.config.own_boards == ()
        and third.session.lobby.setup.board == "fountain-circus"
        and third.session.lobby.setup.seats[0].name == "TOM"
    )


def test_damaged_files_are_told_in_one_sentence_and_skipped(tmp_path: Path) -> None:
    """Report damaged files in one sentence, and skip them."""
    folder = tmp_path / FOLDER
    folder.mkdir()
    (folder / "fine.board.toml").write_text(SMALL, "utf-8")
    (folder / "draft.board.toml").write_text(HALF, "utf-8")
    (folder / "torn.board.toml").write_text(SMALL[:90], "utf-8")
    (folder / "Bad Name.board.toml").write_text(SMALL, "utf-8")
    (folder / "folder.board.toml").mkdir()
    (folder / "bytes.board.toml").write_bytes(b"\xff\xfe\x00")
    found = kept_boards(tmp_path, GAME)
    assert [own.key for own in found.boards] == ["draft", "fine"]
    assert (
        str(found.trouble) == recorded("Own-boards-that-are-skipped-Bad")
        and str(found.trouble).count(".board.toml") >= 4
    )
    loop = kept_session(tmp_path, game=GAME)
    settled(loop)
    assert "skipped" in str(loop.session.notice)
    loop.close()


def test_what_cannot_be_written_is_said(tmp_path: Path) -> None:
    """Say that nothing can be written; the board holds for now."""
    (tmp_path / FOLDER).write_text("no folder", "utf-8")
    assert str(keep_board(tmp_path, KeepBoard("board-1", SMALL))) == recorded(
        "until-the-next-start", folder=tmp_path
    )
    assert str(
        print_board(tmp_path, PrintBoard("board-1", parse_board(SMALL, "x"), GAME))
    ) == recorded("cannot-be-written", folder=tmp_path)
    assert str(kept_boards(tmp_path, GAME).trouble) == recorded("cannot-be-read", folder=tmp_path)
    loop = setup(own=())
    serve(loop.host, keep_board=lambda board: keep_board(tmp_path, board))
    loop.send(NewBoard(""))
    assert str(loop.session.notice) == recorded("until-the-next-start-2", folder=tmp_path)


def test_a_board_is_printed_beside_its_file(tmp_path: Path) -> None:
    """Print a board as a PDF beside its file."""
    loop = setup(DrawBoard("board-1"))
    serve(loop.host, print_board=lambda wanted: print_board(tmp_path, wanted))
    loop.send(PrintNow())
    loop.host.background.wait()
    loop.poll(0)
    assert (tmp_path / FOLDER / "board-1-a3.pdf").read_bytes().startswith(
        b"%PDF"
    ) and "100 %" in str(loop.session.notice)


def test_a_board_that_fills_its_sheet_is_printed_with_a_margin_too(tmp_path: Path) -> None:
    """Print a second file with a margin for a board that fills its sheet, and name it."""
    said = print_board(tmp_path, PrintBoard("yard", load_board("going-train"), GAME))
    assert {path.name for path in (tmp_path / FOLDER).iterdir()} == {
        "yard-a3.pdf",
        "yard-a3-margin.pdf",
    }
    assert isinstance(said, Notice) and "yard-a3-margin.pdf" in str(said.words)
    print_board(tmp_path, PrintBoard("small", read_board(GAME, SMALL, "small"), GAME))
    assert {path.name for path in (tmp_path / FOLDER).glob("small*")} == {"small-a3.pdf"}


def test_the_command_line_lists_own_boards_and_those_of_the_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """List own boards with their files beside the game's, with damage."""
    keep_board(tmp_path, KeepBoard("yard", SMALL))
    keep_board(tmp_path, KeepBoard("half", HALF))
    assert main(["board", "--state", str(tmp_path)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == recorded("fountain-circus-Fountain-Circus-12x16")
    assert lines[-1] == recorded(
        "yard-Small-yard-4x4-squares-4", yard=board_path(tmp_path, "yard")
    ) and lines[-2] == recorded("half-Half-a-yard", folder=tmp_path)
    assert (
        main(["board", str(board_path(tmp_path, "yard"))]) == 0
        and main(["board", str(board_path(tmp_path, "half"))]) == 2
    )
    capsys.readouterr()
    assert main(["board", "--list", "--json", "--state", str(tmp_path)]) == 0
    half, yard = map(json.loads, capsys.readouterr().out.splitlines()[-2:])
    assert (yard["board"], yard["title"], yard["own"], yard["file"]) == (
        "yard",
        "Small yard",
        True,
        str(board_path(tmp_path, "yard")),
    )
    assert (
        half["board"] == "half"
        and half["error"].startswith("Not finished")
        and half["file"].endswith("half.board.toml")
    )


def test_an_own_board_is_looked_at_exported_and_printed_by_its_name(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Show, export and print by short or full name; say in which file a fault is."""
    monkeypatch.chdir(tmp_path)
    keep_board(tmp_path, KeepBoard("yard", SMALL))
    keep_board(tmp_path, KeepBoard("half", HALF))
    for name in ("yard", "small YARD"):
        assert main(["board", name, "going-train", "--state", str(tmp_path)]) == 0
        assert capsys.readouterr().out == recorded(f"{name}-is-looked-at")
    assert main(["board", "half", "--state", str(tmp_path)]) == 2
    assert str(board_path(tmp_path, "half")) in capsys.readouterr().err
    assert (
        main(["board", "export", "yard", "-o", "out", "--state", str(tmp_path)]) == 0
        and (tmp_path / "out/map.tmx").is_file()
    )
    assert (
        main(["print", "board", "Small yard", "--svg", "--state", str(tmp_path)]) == 0
        and (tmp_path / "Small-yard.svg").is_file()
    )
    capsys.readouterr()
    assert main(["board", "yard", "going-train", "none", "--json", "--state", str(tmp_path)]) == 2
    own, shipped, none = map(json.loads, capsys.readouterr().out.splitlines())
    assert (own["own"], own["title"], shipped["own"], shipped["file"], shipped["game"]) == (
        True,
        "Small yard",
        False,
        None,
        "clockwork",
    )
    assert [*none] == ["board", "file", "error"] and none["error"] == recorded("found-no-such-file")


def test_damage_is_told_beside_the_list(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """List the others beside a damaged one."""
    keep_board(tmp_path, KeepBoard("yard", SMALL))
    board_path(tmp_path, "yard").write_text("nothing", "utf-8")
    assert main(["board", "--state", str(tmp_path)]) == 2
    assert capsys.readouterr().err == recorded("skipped-yard-board-toml")


def test_play_begins_on_a_board_by_name_or_file(tmp_path: Path) -> None:
    """Play a board by name or file, which is kept once; refuse before a window opens."""
    keep_board(tmp_path, KeepBoard("board-1", SMALL))
    keep_board(tmp_path, KeepBoard("half", HALF))
    file = tmp_path / "My Yard.toml"
    file.write_text(SMALL.replace("Small yard", "My yard"), "utf-8")
    wanted = {
        "Going Train": "going-train",
        "small YARD": "own/board-1",
        "board-1": "own/board-1",
        str(file): "own/my-yard",
    }
    for name, key in [*wanted.items(), (str(file), "own/my-yard")]:
        loop = kept_session(tmp_path, game=GAME)
        settled(with_board(loop, tmp_path, board_choice_of(name, tmp_path, None)))
        assert loop.session.lobby.setup.board == key
        loop.close()
    assert [own.key for own in kept_boards(tmp_path, GAME).boards] == ["board-1", "half", "my-yard"]
    file.write_text(HALF, "utf-8")
    for name, words in (
        ("half", "cannot be played on. Not finished"),
        ("cake", "no such file"),
        (str(file), "group a"),
    ):
        with pytest.raises(DerbyError, match=words):
            board_choice_of(name, tmp_path, None)


def test_a_file_that_cannot_be_kept_is_said(tmp_path: Path) -> None:
    """Say that a file cannot be kept, and play."""
    for number in range(MOST):
        keep_board(tmp_path, KeepBoard(f"board-{number}", SMALL.replace("yard", f"yard {number}")))
    file = tmp_path / "more.board.toml"
    file.write_text(SMALL, "utf-8")
    loop = kept_session(tmp_path, game=GAME)
    settled(with_board(loop, tmp_path, board_choice_of(str(file), tmp_path, None)))
    assert str(loop.session.notice) == recorded(
        "there-are-MOST-own-boards", MOST=MOST, folder=tmp_path
    )
    loop.close()
