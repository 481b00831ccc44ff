"""`clockwork-derby hardware`: writes changed files, checks files, prints parts and power."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.__main__ import main
from tests.recorded import recorded
from tests.workshop.plans import FILES, TEXT, changed_text


def made_into(folder: Path) -> Path:
    """Return a folder with everything that the shipped plan makes."""
    assert main(["hardware", "make", "--out", str(folder)]) == 0
    return folder


def test_make_writes_what_differs_and_nothing_else(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Write all files first, then none, then the one that was changed."""
    home = made_into(tmp_path)
    assert capsys.readouterr().out.splitlines() == [f"{path}: written" for path in FILES]
    assert {path: (home / path).read_bytes() for path in FILES} == FILES
    made_into(home)
    assert capsys.readouterr().out.splitlines() == [f"{path}: agrees" for path in FILES]
    (home / "hardware/power.md").write_text("nothing", "utf-8")
    made_into(home)
    assert [
        line for line in capsys.readouterr().out.splitlines() if "agrees" not in line
    ] == recorded("hardware-power-md-written-anew")
    assert not list(home.rglob("*.new"))


def test_check_agrees_in_this_checkout(capsys: pytest.CaptureFixture[str]) -> None:
    """Name every made file, and nothing else."""
    assert main(["hardware", "check"]) == 0
    captured = capsys.readouterr()
    assert captured.out.splitlines() == [f"{path}: agrees" for path in FILES] and not captured.err


def test_check_names_the_line_of_a_changed_pin(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Return 2 for a changed pin in the plan, with one sentence for each outdated file."""
    home = made_into(tmp_path)
    plan = home / "mine.toml"
    plan.write_text(changed_text('lamps = "GP9"', 'lamps = "GP13"'), "utf-8")
    capsys.readouterr()
    assert main(["hardware", "check", "--in", str(home), "--plan", str(plan)]) == 2
    captured = capsys.readouterr()
    assert captured.err.splitlines()[0] == (
        "clockwork-derby: firmware/card_reader/pins.py:13: found 'PIXELS = \"GP9\"', expected "
        "'PIXELS = \"GP13\"'; "
        "`clockwork-derby hardware make` writes it again"
    )
    assert [line.split(":")[1].strip() for line in captured.err.splitlines()] == [
        "firmware/card_reader/pins.py",
        "hardware/wiring/connections.md",
        "hardware/wiring/pico-reader.svg",
    ]
    assert (
        "GP9" in captured.err.splitlines()[1] and len(captured.out.splitlines()) == len(FILES) - 3
    )


def test_check_shows_long_lines_where_they_differ(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Leave out the equal beginning of long lines."""
    home = made_into(tmp_path)
    file = home / "hardware/parts.md"
    file.write_text(file.read_text("utf-8").replace("paper clip", "hairpin"), "utf-8")
    capsys.readouterr()
    assert main(["hardware", "check", "--in", str(home)]) == 2
    errors = capsys.readouterr().err
    assert "…" in errors and "hairpin" in errors and errors == recorded("paper-clip")


def test_check_names_a_file_that_is_missing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Name all files in an empty folder."""
    assert main(["hardware", "check", "--in", str(tmp_path)]) == 2
    captured = capsys.readouterr()
    assert len(captured.err.splitlines()) == len(FILES) and all(
        "found no such file" in line for line in captured.err.splitlines()
    )


def test_make_and_check_take_another_plan(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Agree with one's own plan that made the files."""
    plan = tmp_path / "mine.toml"
    plan.write_text(changed_text('service = "GP12"', 'service = "GP22"'), "utf-8")
    home = tmp_path / "out"
    assert main(["hardware", "make", "--out", str(home), "--plan", str(plan)]) == 0
    assert main(["hardware", "check", "--in", str(home), "--plan", str(plan)]) == 0
    assert 'SERVICE = "GP22"' in (home / "firmware/card_reader/pins.py").read_text("utf-8")
    assert not capsys.readouterr().err


def test_a_wrong_plan_writes_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Name the line of a faulty plan, return 2, and write no file."""
    plan = tmp_path / "mine.toml"
    plan.write_text(changed_text('pull = "GP10"', 'pull = "GP9"'), "utf-8")
    assert main(["hardware", "make", "--out", str(tmp_path / "out"), "--plan", str(plan)]) == 2
    errors = capsys.readouterr().err
    assert errors == recorded("clockwork-derby-plan", plan=plan) and errors.count("\n") == 1
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        (
            ["parts", "--seats", "1"],
            ["1 reader on USB", "   5 × reflectance array", "   1 × Raspberry Pi Pico"],
        ),
        (
            ["parts", "--seats", "8"],
            ["8 readers on USB", "  40 × reflectance array", "   1 × powered USB hub"],
        ),
        (
            ["parts", "--seats", "2", "--header"],
            [
                "2 readers on the Raspberry Pi's header",
                "   6 × multiplexer 16 to 1, CD74HC4067",
                "   1 × MCP3008",
            ],
        ),
        (
            ["power", "--seats", "8"],
            [
                "together",
                "1280",
                "a hub of 2000 mA has 720 mA left",
                "Raspberry Pi 5 gives 600 mA, enough for 3 of 8",
            ],
        ),
        (["power", "--seats", "2"], ["320", "Raspberry Pi 5 gives 600 mA, enough\n"]),
    ],
)
def test_lists_are_printed(
    words: list[str], shown: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """Print bill and budget for any number of seats."""
    assert main(["hardware", *words]) == 0
    captured = capsys.readouterr()
    assert all(each in captured.out for each in shown) and not captured.err


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["parts", "--seats", "9"], "--seats 9: found 9 readers, expected 1 to 8"),
        (["power", "--seats", "0"], "--seats 0: found 0 readers, expected 1 to 8"),
        (["parts", "--header", "--seats", "3"], "--seats 3: found 3 readers, expected 1 to 2"),
        (
            ["parts", "--plan", "nowhere.toml"],
            "nowhere.toml: found no such file, expected the plan of a card reader",
        ),
    ],
)
def test_bad_orders_are_refused_in_one_sentence(
    words: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Return 2 with one sentence and no other output."""
    assert main(["hardware", *words]) == 2
    captured = capsys.readouterr()
    assert (
        captured.err == recorded("clockwork-derby-complaint", complaint=complaint)
        and not captured.out
    )


@pytest.mark.parametrize(("deed", "option"), [("make", "--out"), ("check", "--in")])
def test_without_a_checkout_a_folder_must_be_named(
    deed: str,
    option: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Require a folder without a checkout, and write nothing beside pip's plan."""
    plan = tmp_path / "share/hardware/reader.toml"
    plan.parent.mkdir(parents=True)
    plan.write_text(TEXT, "utf-8")
    monkeypatch.setattr("companion.commands.hardware.plan_file", lambda: plan)
    assert main(["hardware", deed]) == 2
    captured = capsys.readouterr()
    assert captured.err.count("\n") == 1 and captured.err == recorded(
        "name-a-folder-with-option-DIR", option=option
    )
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == [plan]
