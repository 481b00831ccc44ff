"""Pictures of packages are shapes in a file; each fault is named with its line."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

import pytest

from companion.__main__ import main
from companion.art import Arc, Caption, Disc, Line, Polygon
from companion.content.pictures import picture
from companion.content.templates import package_files
from companion.engine.element import broken_elements, kinds
from companion.errors import FormatError
from companion.formats.picture import parse_picture
from tests.packages import install
from tests.recorded import recorded

DISC: Final = '[[shape]]\ndisc = [0.5, 0.5]\nradius = 0.4\ncolour = "ink"\n'


def test_every_kind_of_shape() -> None:
    """Read shapes in their order."""
    text = (
        DISC
        + '[[shape]]\nline = [[0, 0], [1, 1]]\nwidth = 0.1\ncolour = "steel"\n'
        + '[[shape]]\npolygon = [[0, 0], [1, 1], [1, 0]]\ncolour = "wall"\n'
        + '[[shape]]\narc = [0, 1]\nradius = 1\nstart = 0\nend = -90\nwidth = 0.2\ncolour = "ice"\n'
        + '[[shape]]\nlabel = [0.5, 0.5]\ntext = "2"\nsize = 0.3\ncolour = "ink"\n'
        + DISC
        + "hole = 0.2\n"
    )
    assert parse_picture(text, "a.toml") == (
        Disc((0.5, 0.5), 0.4, "ink"),
        Line(((0, 0), (1, 1)), "steel", 0.1),
        Polygon(((0, 0), (1, 1), (1, 0)), "wall"),
        Arc((0, 1), 1, 0, -90, "ice", 0.2),
        Caption("2", (0.5, 0.5), 0.3, "ink"),
        Disc((0.5, 0.5), 0.4, "ink", 0.2),
    )


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("nothing", "shape = []\n"),
        ("no-kind", '[[shape]]\ncolour = "ink"\n'),
        ("two-kinds", DISC + "line = [[0, 0], [1, 1]]\n"),
        ("colour", DISC.replace("ink", "inkk")),
        ("no-colour", DISC.rpartition("colour")[0]),
        ("foreign-key", DISC + "width = 1\n"),
        ("no-radius", DISC.replace("radius = 0.4\n", "")),
        ("true", DISC.replace("0.4", "true")),
        ("far", DISC + '[[shape]]\npolygon = [[0, 0], [9, 1], [1, 0]]\ncolour = "ink"\n'),
        ("nan", '[[shape]]\nline = [[0, nan], [1, 1]]\nwidth = 1\ncolour = "ink"\n'),
        ("point", DISC.replace("[0.5, 0.5]", "0.5")),
        ("few-points", '[[shape]]\nline = [[0, 0]]\nwidth = 1\ncolour = "ink"\n'),
        ("long", '[[shape]]\nlabel = [0, 0]\ntext = "abcde"\nsize = 1\ncolour = "ink"\n'),
    ],
    ids=lambda words: None if "\n" in words else words,
)
def test_a_fault_is_named_with_its_line(name: str, text: str) -> None:
    """Name the file, the line, what was found and what was expected."""
    with pytest.raises(FormatError) as fault:
        parse_picture(text, "a.toml")
    assert str(fault.value) == recorded(name)


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder of the path, into which packages can be installed."""
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    return tmp_path


def element(site: Path, name: str, change: tuple[str, str]) -> None:
    """Install a new element with one change in its picture."""
    files = package_files("element", name)
    path = f"{name}/pictures/element.toml"
    files[path] = files[path].replace(*change)
    install(site, name, files, {"elements": {name: name}})


def test_a_broken_picture_of_a_package_is_named(
    site: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Leave that element out, and say which line to mend; another one is drawn."""
    element(site, "whirligig", ("gear_left", "gear_lefty"))
    element(site, "roundabout", ("", ""))
    assert str(broken_elements()["whirligig"]) == recorded("whirligig")
    assert "whirligig" not in kinds() and "roundabout" in kinds()
    assert len(picture("roundabout", "element")) == 2
    assert main(["conform", "whirligig"]) == 1
    assert "element.toml:6: found" in capsys.readouterr().out


def test_a_picture_that_is_not_there(site: Path) -> None:
    """Name the file, also where there is no such package."""
    element(site, "carousel", ("", ""))
    for package, name in (("carousel", "none"), ("no_package", "element")):
        with pytest.raises(FormatError, match=f"{package}/pictures/{name}.toml: found nothing"):
            picture(package, name)


def test_conform_reads_all_pictures(site: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Find a fault in a picture that no code has asked for."""
    files = package_files("element", "seesaw")
    files["seesaw/pictures/more.toml"] = "[[shape]]\n"
    install(site, "seesaw", files, {"elements": {"seesaw": "seesaw"}})
    assert main(["conform", "seesaw"]) == 1
    assert "more.toml:1: found no kind of shape" in capsys.readouterr().out
