"""`hardware stl`: files for a 3D printer from any plan, or one sentence about the obstacle."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.__main__ import main
from companion.workshop.settings import printed_parts
from hardware.pictures.solid import bounds, read_stl
from tests.hardware.printed_parts import bodies, open_sides
from tests.hardware.test_body import PARTS
from tests.recorded import recorded
from tests.workshop.plans import SHIPPED, changed_text


def size(path: Path) -> tuple[float, ...]:
    """Return the size of the one closed body in a file."""
    triangles = read_stl(path.read_text("ascii"))
    assert bodies(triangles) == 1 and not open_sides(triangles)
    low, high = bounds(triangles)
    return tuple(round(length, 1) for length in high.minus(low))


def test_every_part_of_a_reader_has_a_file() -> None:
    """Write each tested part, covers with all five numbers, in the numbers of the guide."""
    parts = printed_parts(SHIPPED)
    assert {part.part for part in parts} == {*PARTS} and len({part.name for part in parts}) == len(
        parts
    )
    pieces = {kind: sum(part.pieces for part in parts if part.part == kind) for kind in PARTS}
    assert [
        pieces[kind] for kind in ("first_slot", "slot", "comb", "cover", "floor", "pico_floor")
    ] == [1, 4, 5, 5, 4, 1]
    guide = (Path(__file__).parents[2] / "docs/build/print.md").read_text("utf-8")
    assert (
        all(f"`{part.name}`" in guide for part in parts if not part.name.startswith("cover-"))
        and "`cover-1` to `cover-5`" in guide
    )


def test_parts_are_written_and_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Write some parts into a new folder, each named with its number in a reader."""
    assert main(["hardware", "stl", "--only", "lid, cover-2", "-o", str(tmp_path / "new")]) == 0
    captured = capsys.readouterr()
    assert (
        sorted(captured.out.splitlines())
        == [f"{tmp_path / 'new' / name}.stl: 1 for a reader" for name in ("cover-2", "lid")]
        and not captured.err
    )
    assert sorted(path.name for path in (tmp_path / "new").iterdir()) == ["cover-2.stl", "lid.stl"]
    assert size(tmp_path / "new/cover-2.stl")[0] == pytest.approx(69.8)


def test_another_plan_makes_other_parts(tmp_path: Path) -> None:
    """Make parts of one's own plan, not of the measures beside the model."""
    plan = tmp_path / "mine.toml"
    plan.write_text(changed_text("pitch = 70.0", "pitch = 72.5"), "utf-8")
    assert (
        main(["hardware", "stl", "--only", "cover-1", "-o", str(tmp_path), "--plan", str(plan)])
        == 0
    )
    assert size(tmp_path / "cover-1.stl")[0] == pytest.approx(72.3)


def test_a_slip_of_the_pen_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Name the nearest word of a misspelt part before anything is made."""
    assert main(["hardware", "stl", "--only", "lid,lewer", "-o", str(tmp_path)]) != 0
    assert (errors := capsys.readouterr().err) == recorded(
        "found-lewer-expected-some-of-first"
    ) and errors == recorded("did-you-mean-lever")
    assert not list(tmp_path.iterdir())


def test_without_openscad_it_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Say what to install without openscad, and write nothing."""
    monkeypatch.setenv("PATH", str(tmp_path))
    assert main(["hardware", "stl", "-o", str(tmp_path / "out")]) != 0
    assert capsys.readouterr().err == recorded("clockwork-derby-openscad-which-makes-the")
    assert not (tmp_path / "out").exists()


def test_what_openscad_complains_about_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Show openscad's complaint with the file and what to check, and keep the old file."""
    (tmp_path / "lid.stl").write_text("old", "ascii")
    tool = tmp_path / "openscad"
    tool.write_text("#!/bin/sh\necho 'Compiling' >&2\necho 'ERROR: no body' >&2\nexit 1\n", "utf-8")
    tool.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    assert main(["hardware", "stl", "--only", "lid", "-o", str(tmp_path)]) != 0
    assert capsys.readouterr().err == recorded("lid-stl-found-ERROR-no-body")
    assert (tmp_path / "lid.stl").read_text("ascii") == "old"
