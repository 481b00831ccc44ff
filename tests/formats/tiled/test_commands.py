"""`board import` and `board export`: their files and messages; nothing is written after a fault."""

from __future__ import annotations

import json
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from companion.__main__ import main
from companion.art import Arc, Caption, Disc, Line, box
from companion.content import load_board
from companion.errors import DerbyError
from companion.formats.board import parse_board
from companion.press.tile_pictures import png
from tests.formats.tiled.drawing import json_map, tile, xml_map
from tests.pixels import colour, lightest
from tests.recorded import recorded


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder for each test."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    """Return the status of a command and its output on both streams."""
    status = main(list(words))
    answer = capsys.readouterr()
    return status, answer.out, answer.err


def test_a_board_goes_out_and_comes_back(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Export and import in either form; every tile's picture has the tileset's size."""
    status, out, _ = run(capsys, "board", "export", "switch-yard", "-o", "maps/yard")
    assert status == 0 and out == recorded("maps-yard-map-tmx-for-Tiled")
    for form in ("tmx", "json"):
        assert (
            run(capsys, "board", "import", f"maps/yard/map.{form}", "-o", f"{form}.board.toml")[0]
            == 0
        )
        assert parse_board((here / f"{form}.board.toml").read_text("utf-8"), form) == load_board(
            "switch-yard"
        )
    for one in json.loads((here / "maps/yard/tiles.json").read_text("utf-8"))["tiles"]:
        with Image.open(here / "maps/yard" / one["image"]) as picture:
            assert (
                picture.size == (one["imagewidth"], one["imageheight"])
                and lightest(picture.getchannel("A")) == 255
            ), one["image"]
    assert not list(here.rglob("*.new"))
    assert run(capsys, "board", "tmx.board.toml")[0] == 0


def test_a_map_of_somebody_else(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Import a map with a tileset in another folder, and name what is left out by squares."""
    (here / "maps").mkdir()
    (here / "art").mkdir()
    (here / "art/tiles.tsx").write_text('<tileset name="tiles" tilecount="136"/>', "utf-8")
    text = xml_map(
        "121,0,97,0,52,0,0,0,55", tileset='<tileset firstgid="1" source="../art/tiles.tsx"/>'
    )
    (here / "maps/mine.tmx").write_text(text, "utf-8")
    status, out, err = run(capsys, "board", "import", "maps/mine.tmx", "-o", "mine.board.toml")
    assert (status, err) == (0, "")
    assert out.splitlines()[:2] == recorded("mine-board-toml-mine-3x3-squares")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            ["import"],
            "board import takes one MAP and where to: clockwork-derby board import MAP -o FILE",
        ),
        (["import", "good.json"], "board import takes one MAP"),
        (["export", "going-train"], "board export takes one BOARD and where to"),
        (["import", "good.json", "good.json", "-o", "x"], "board import takes one MAP"),
        (
            ["import", "none.tmx", "-o", "x"],
            "none.tmx: found no such file, expected a map of Tiled, saved as .tmx, .tmj or .json",
        ),
        (["import", ".", "-o", "x"], ".: found a folder"),
        (["import", "bad.tmx", "-o", "x"], "bad.tmx:1: found damaged XML"),
        (["import", "latin.tmx", "-o", "x"], "latin.tmx:1: found byte 0xe9, which is not UTF-8"),
        (
            ["import", "lost.json", "-o", "x"],
            "lost.tsx: found no such file, expected the tileset that lost.json names: put it there",
        ),
        (["import", "self.json", "-o", "x"], "self.json: found a map where a tileset is due"),
        (["import", "good.json", "-o", "there"], "there already exists: choose another name"),
        (["import", "good.json", "-o", "bad.tmx/x"], "bad.tmx/x: found no way to write there"),
        (
            ["import", "good.json", "-o", "x", "--mapping", "none.toml"],
            "none.toml: found no such file, expected a mapping file",
        ),
        (["export", "goin-train", "-o", "x"], "did you mean 'going-train'?"),
        (["export", "going-train", "-o", "full"], "full already exists and is not an empty folder"),
        (
            ["export", "going-train", "-o", "there"],
            "there already exists and is not an empty folder",
        ),
        (["export", "going-train", "-o", "bad.tmx/x"], "bad.tmx/x: found no way to write there"),
        (["export", "cardbot-basic", "-o", "x"], "are no maps for Tiled"),
        (["going-train", "-o", "x"], "-o goes with board import and board export only"),
        (
            ["going-train", "--mapping", "x"],
            "--mapping goes with board import and board export only",
        ),
    ],
)
def test_what_cannot_be_done_is_said_and_nothing_is_written(
    here: Path, capsys: pytest.CaptureFixture[str], words: list[str], message: str
) -> None:
    """Return 2 with one sentence, and leave the folder unchanged."""
    good = json_map([[1, 0], [0, 0]], tiles=[tile(0, "pit")])
    (here / "good.json").write_text(json.dumps(good), "utf-8")
    (here / "lost.json").write_text(
        json.dumps({**good, "tilesets": [{"firstgid": 1, "source": "lost.tsx"}]}), "utf-8"
    )
    (here / "self.json").write_text(
        json.dumps({**good, "tilesets": [{"firstgid": 1, "source": "self.json"}]}), "utf-8"
    )
    (here / "bad.tmx").write_text("<map", "utf-8")
    (here / "latin.tmx").write_bytes("<map name='é'/>".encode("latin-1"))
    (here / "there").write_text("mine", "utf-8")
    (here / "full").mkdir()
    (here / "full/mine").write_text("mine", "utf-8")
    before = {path: path.read_bytes() for path in here.rglob("*") if path.is_file()}
    status, out, err = run(capsys, "board", *words)
    assert (status, out) == (2, "") and message in err and err.count("\n") == 1, err
    assert {path: path.read_bytes() for path in here.rglob("*") if path.is_file()} == before


def test_an_empty_folder_is_taken(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Accept an empty folder."""
    (here / "empty").mkdir()
    assert (
        run(capsys, "board", "export", "fountain-circus", "-o", "empty")[0] == 0
        and (here / "empty/map.tmx").is_file()
    )


def test_art_as_pixels() -> None:
    """Draw each shape at its place, with a transparent ground, and letters."""
    inks = {"a": "#ff0000", "b": "#0000ff80"}
    shapes = (
        box(0, 0, 0.5, 0.5, "a"),
        Disc((1.5, 0.5), 0.4, "b", 0.3),
        Line(((1, 1), (2, 1)), "a", 0.1),
        Arc((0.5, 1.5), 0.3, -90, 90, "a", 0.1),
        Caption("8", (1.5, 1.5), 0.5, "a"),
    )
    with Image.open(BytesIO(png(shapes, 2, 2, 32, inks))) as picture:
        assert picture.size == (64, 64) and picture.mode == "RGBA"
        pixel = {
            place: colour(picture, place)
            for place in ((4, 60), (40, 60), (48, 48), (37, 48), (16, 6), (16, 26), (48, 32))
        }
    assert (
        pixel[4, 60] == (255, 0, 0, 255) and pixel[48, 48][3] == 0 and 100 < pixel[37, 48][3] < 140
    )
    assert (
        pixel[16, 6][3] > 200
        and pixel[16, 26][3] == 0
        and pixel[48, 32][0] > 250
        and pixel[40, 60][3] == 0
    )


def test_pictures_without_their_library(
    here: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Name the missing picture library with its remedy, and write nothing."""
    monkeypatch.setitem(__import__("sys").modules, "PIL", None)
    status, _, err = run(capsys, "board", "export", "fountain-circus", "-o", "x")
    assert (
        status == 2
        and err == recorded("pictures-need-the-library-pillow")
        and not (here / "x").exists()
        and issubclass(DerbyError, Exception)
    )


def test_a_drawn_wall_within_a_room_is_told(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Warn of a drawn wall in a room, which stays when it turns (elements C14)."""
    drawing = "+    +    +    +    +\n  .    .  | .    .\n" * 3 + "+    +    +    +    +\n"
    (here / "drawn.board.toml").write_text(
        f"board = '''\n{drawing}'''\nelements = [\"B2 room cw size=2\"]\n", "utf-8"
    )
    assert main(["board", "export", "drawn.board.toml", "-o", "drawn"]) == 0
    assert capsys.readouterr().out == recorded("drawn-walls-in-a-room-will")
    assert main(["board", "import", "drawn/map.tmx", "-o", "again.toml"]) == 0
