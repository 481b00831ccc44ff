"""The scenarios of the system test can be found, listed and named, without running them."""

from __future__ import annotations

import inspect
import os
import re
import tempfile
from functools import partial
from pathlib import Path

import pytest

from tests.catalogues import language
from tests.system import resumption, run
from tests.system.bench import Findings
from tests.system.image import HELPERS, Image
from tests.system.pair import first_apart
from tests.system.report import Played
from tests.system.scenarios import attack, updates
from tests.system.words import SystemTestError

SYSTEM = Path(run.__file__).parent
PROGRAMMES = {
    **dict.fromkeys(run.NEEDED, "#!/bin/sh\n"),
    "mmdebstrap": (
        '#!/bin/sh\nset -e\nfor word; do case $word in *.tar) echo "a bare system" >"$word";; '
        "esac; done\n"
    ),
    "apt-get": "#!/bin/sh\necho http://nowhere.example trixie\n",
}
"""Stand-ins for the programs that must be installed; in place of fetching a Debian, one writes a
file."""


def test_every_scenario_is_well_formed() -> None:
    """Give each scenario a short unique name, a title, and `play` with a bench alone."""
    found = run.modules()
    assert len({module.NAME for module in found}) == len(found)
    for module in found:
        assert module.__name__.rpartition(".")[2] == module.NAME
        assert module.TITLE and not module.TITLE.endswith(".")
        assert list(inspect.signature(module.play).parameters) == ["bench"]


def test_what_scenarios_wait_for_is_what_the_product_says() -> None:
    """Wait only for words of the product.

    A guest is played for minutes before it prints them.
    """
    templates = [str(message.id) for message in language("de")]
    for scenario in (attack, updates):
        for words in scenario.WAITED_FOR:
            assert any(words in template for template in templates), words


def test_what_runs_in_the_guest_needs_nothing_of_the_tests() -> None:
    """Import no helper of the tests in files for the guest, where only the game and these exist."""
    for name in HELPERS:
        imported = re.findall(r"^ *(?:from|import) ([\w.]+)", (SYSTEM / name).read_text(), re.M)
        assert imported and not [one for one in imported if one.split(".")[0] == "tests"], name


def test_they_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    """Name all scenarios by `--list`, and play none."""
    assert run.main(["--list"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == len(run.modules())


def test_a_scenario_that_is_not_there_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    """End the run on a misspelt name before anything is made."""
    assert run.main(["--only", "boto"]) == 2
    assert "no scenario boto" in capsys.readouterr().err


def test_a_machine_that_has_never_run_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Make the scratch folder, install the bare system, and stop at the missing network.

    A sentence says so.
    """
    for name, text in PROGRAMMES.items():
        (tmp_path / name).write_text(text, "utf-8")
        (tmp_path / name).chmod(0o755)
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    # Not in the folder of this test, whose path may be too long.
    with tempfile.TemporaryDirectory() as short:
        scratch = Path(short, "not", "there yet")
        assert run.main(["--only", "boot", "--scratch", str(scratch)]) == 2
        said = capsys.readouterr().err
        assert [path.read_text("ascii") for path in scratch.glob("base-*.tar")] == [
            "a bare system\n"
        ], said
    assert "fetching the wheels (pip)" in said and "No matching distribution" in said


@pytest.mark.parametrize(
    ("name", "words"),
    [("taken/below", "cannot be made: Not a directory"), ("long" * 30, "is longer than 80 bytes")],
)
def test_a_scratch_folder_that_will_not_do(name: str, words: str, tmp_path: Path) -> None:
    """Name a scratch folder that is a file, or too long for a socket, with what to do."""
    (tmp_path / "taken").touch()
    with pytest.raises(SystemTestError, match=f"{name}.* {words}.*scratch=FOLDER"):
        run.scratch_folder(tmp_path / name)


def test_two_runs_do_not_share_a_folder(tmp_path: Path) -> None:
    """Refuse a second run in the same folder until the first one has ended."""
    with (
        run.hold(tmp_path),
        pytest.raises(SystemTestError, match=r"another system test runs in .*scratch=FOLDER"),
    ):
        run.hold(tmp_path)
    run.hold(tmp_path).close()


def test_what_has_passed_is_not_played_again(tmp_path: Path) -> None:
    """Restore what a scenario found, but not for another disk or file, nor after a failure."""
    disk, module, other = tmp_path / "image-1" / "disk.img", *run.modules()[:2]
    one, another = (
        Image(disk, disk, disk, disk),
        Image(tmp_path / "image-2" / "disk.img", disk, disk, disk),
    )
    findings = Findings()
    findings.figure("seconds to the first screen", 3.5, "s")
    findings.tell("It is well.")
    findings.keep(tmp_path / "screen.png")
    findings.pictures[0].touch()
    played = Played(module.NAME, module.TITLE, findings, 12.5, "2026-01-02 03:04")
    resumption.keep(played, module, one, tmp_path)
    found = resumption.kept(module, one, tmp_path)
    assert (
        found is not None
        and found._replace(findings=findings) == played
        and vars(found.findings) == vars(findings)
    )
    assert (
        resumption.kept(module, another, tmp_path) is None
        and resumption.kept(other, one, tmp_path) is None
    )
    findings.fail("It is not well.")
    resumption.keep(played, module, one, tmp_path)
    assert resumption.kept(module, one, tmp_path) is None


def test_journals_of_seats_side_by_side_are_alike() -> None:
    """Keep the same for seats side by side, in either order, and find real differences."""
    two, three = (
        [
            (
                f'{{"SlotRead":{{"seat":{seat},"slot":{slot},"status":"ok","code":'
                f"{10 * seat + slot}}}}}"
            )
            for slot in (1, 2)
        ]
        for seat in (2, 3)
    )
    begin, end = '{"Begin":{}}', '{"Confirm":{"step":6}}'
    apart = partial(first_apart, [begin, *two, *three, end])
    assert apart([begin, *three, *two, end]) == apart([begin, two[0], *three, two[1], end]) == ""
    assert apart([begin, *two, *three]) == f"found {end}, expected nothing"
    assert apart([begin, *two, end, *three]) == f"found {three[0]}, expected nothing"
    assert apart([begin, *two, *reversed(three), end]) == f"found {three[0]}, expected {three[1]}"
