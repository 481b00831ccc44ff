"""`make install` says what it changes, changes nothing twice, does what suits the board, and removing it leaves the games."""
from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest

from tests.systemd.places import FOLDER, PI_5, REPOSITORY, files, install, tree

CMDLINE = "console=tty1 root=PARTUUID=1-02 rootwait quiet"


@pytest.fixture
def pi(tmp_path: Path) -> Path:
    """A folder that stands for the disk of a Raspberry Pi."""
    boot = tmp_path / "pi/boot/firmware"
    boot.mkdir(parents=True)
    (boot / "cmdline.txt").write_text(f"{CMDLINE}\n", "utf-8")
    return tmp_path / "pi"


def test_the_shell_can_read_the_scripts() -> None:
    """No script has a slip that bash would find at its first run only."""
    for script in (FOLDER / "install", REPOSITORY / ".ci/setup", REPOSITORY / ".ci/packages"):
        done = subprocess.run(["bash", "-n", str(script)], capture_output=True, text=True, timeout=30)
        assert (done.returncode, done.stderr) == (0, "")


def test_a_dry_run_tells_everything_and_changes_nothing(pi: Path) -> None:
    """Every file that is written later is named before, and none is there yet."""
    before = tree(pi)
    told = install("--dry-run", "--model", PI_5, into=pi)
    assert told.returncode == 0 and tree(pi) == before
    assert install("--model", PI_5, into=pi).returncode == 0
    written = files(pi) - {"/boot/firmware/cmdline.txt.before-clockwork-derby", "/opt/clockwork-derby/console-words"}
    assert len(written) == 12
    for path in written:
        assert f"{pi}{path}" in told.stderr, path


def test_twice_is_the_same_as_once(pi: Path) -> None:
    """The second time nothing is touched, not even a date, and that is said."""
    install("--model", PI_5, into=pi)
    once = tree(pi)
    again = install("--model", PI_5, into=pi)
    assert again.returncode == 0 and tree(pi) == once
    assert "nothing to do" in again.stderr


def test_what_was_changed_by_hand_is_put_right(pi: Path) -> None:
    """A unit that was spoilt is written again, and nothing else."""
    install("--model", PI_5, into=pi)
    once = tree(pi)
    unit = pi / "etc/systemd/system/clockwork-derby.service"
    unit.write_text("spoilt", "utf-8")
    install("--model", PI_5, into=pi)
    assert {path for path, what in tree(pi).items() if what != once[path] and not (pi / path).is_dir()} == {str(unit.relative_to(pi))}
    assert "spoilt" not in unit.read_text("utf-8")


def test_removing_leaves_the_games(pi: Path) -> None:
    """All that was written is gone again; the state folder is as it was."""
    game = pi / "var/lib/clockwork-derby/journal.db"
    game.parent.mkdir(parents=True)
    game.write_text("a game", "utf-8")
    before = files(pi)
    install("--model", PI_5, into=pi)
    done = install("uninstall", into=pi)
    assert done.returncode == 0 and files(pi) == before
    assert game.read_text("utf-8") == "a game"
    assert (pi / "boot/firmware/cmdline.txt").read_text("utf-8") == f"{CMDLINE}\n"


def test_the_console_gets_what_it_lacks(pi: Path) -> None:
    """Words that were there are not doubled and not removed later; what others changed meanwhile stays."""
    line = pi / "boot/firmware/cmdline.txt"
    install("--model", PI_5, into=pi)
    assert line.read_text("utf-8") == f"{CMDLINE} consoleblank=0 vt.global_cursor_default=0\n"
    assert line.with_name("cmdline.txt.before-clockwork-derby").read_text("utf-8") == f"{CMDLINE}\n"
    line.write_text(line.read_text("utf-8").replace("1-02", "3-04"), "utf-8")
    install("uninstall", into=pi)
    assert line.read_text("utf-8") == f"{CMDLINE.replace('1-02', '3-04')}\n"


def test_a_strange_command_line_is_left_alone(pi: Path) -> None:
    """What is not one line is not guessed at: what is to be added by hand is said, and the rest is installed."""
    line = pi / "boot/firmware/cmdline.txt"
    line.write_text("console=tty1\nquiet splash\n", "utf-8")
    done = install("--model", PI_5, into=pi)
    assert done.returncode == 0 and line.read_text("utf-8") == "console=tty1\nquiet splash\n"
    assert "Add by hand: consoleblank=0" in done.stderr
    assert (pi / "etc/systemd/system/clockwork-derby.service").is_file()


def test_only_a_pi_gets_what_is_for_a_pi(pi: Path) -> None:
    """On another board neither the boot partition nor the rule for its lights is touched."""
    install("--model", "Some PC", into=pi)
    assert (pi / "boot/firmware/cmdline.txt").read_text("utf-8") == f"{CMDLINE}\n"
    assert "/etc/udev/rules.d/70-clockwork-derby-pi.rules" not in files(pi)
    assert "/etc/udev/rules.d/70-clockwork-derby.rules" in files(pi)


def test_a_desktop_keeps_its_display(pi: Path) -> None:
    """For a desktop the game starts with the login, and what would take the display is removed if it was there."""
    install("--model", PI_5, into=pi)
    install("--desktop", "--model", PI_5, into=pi)
    assert not {path for path in files(pi) if path.startswith(("/etc/systemd/system/", "/etc/polkit-1/"))}
    assert {"/etc/systemd/user/clockwork-derby-desktop.service", "/etc/xdg/autostart/clockwork-derby.desktop"} <= files(pi)


@pytest.mark.parametrize(("model", "gpl", "lgpio"), [
    (PI_5, True, True), ("Raspberry Pi Compute Module 5 Rev 1.0", True, True), ("Raspberry Pi 4 Model B Rev 1.4", False, True), ("Some PC", False, False),
])
def test_each_board_gets_its_own_lights(model: str, gpl: bool, lgpio: bool) -> None:
    """The library under the GPL is for boards that need it only, and is said; the header's own is for a Raspberry Pi only."""
    told = install("--dry-run", "--model", model)
    assert told.returncode == 0, told.stderr
    assert "/opt/clockwork-derby/" in told.stderr
    assert ("GPL" in told.stderr) == gpl
    assert ("python3-lgpio" in told.stderr) == (lgpio and not has_lgpio())


def has_lgpio() -> bool:
    """Whether the system's Python has the library already, so that it is not asked for."""
    return subprocess.run(["/usr/bin/python3", "-c", "import lgpio"], capture_output=True, timeout=30).returncode == 0


def test_who_is_not_root_is_told() -> None:
    """Without rights nothing is changed, and the very command that works is said."""
    before = ("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups") if os.geteuid() == 0 else ()
    # Not in pytest's own folder, which nobody else may read.
    with tempfile.TemporaryDirectory(prefix="derby-checkout-") as place:
        home = Path(place)
        home.chmod(0o755)
        for name in (".ci", "systemd", "firmware", "hardware", "companion/update", "pyproject.toml"):
            source = REPOSITORY / name
            (shutil.copytree if source.is_dir() else shutil.copy)(source, home / name)
        done = install(script=home / "systemd/install", before=before)
    assert done.returncode == 1
    assert "nothing was changed: only root may. Run: sudo make install" in done.stderr


@pytest.mark.parametrize("word", ["--dryrun", "remove", "--kiosk=yes"])
def test_an_unknown_word_is_refused(pi: Path, word: str) -> None:
    """A slip of the pen is answered with what there is, and nothing is changed."""
    done = install(word, into=pi)
    assert done.returncode == 1 and files(pi) == {"/boot/firmware/cmdline.txt"}
    assert f"'{word}'" in done.stderr and "--dry-run" in done.stderr


def test_the_user_has_the_groups_that_the_hardware_asks_for() -> None:
    """Readers, header, touch and display; beside them only the right to read the log, for reports."""
    found = re.search(r'^readonly user_groups="(.*)"$', (FOLDER / "install").read_text("utf-8"), re.MULTILINE)
    assert found and set(found[1].split()) == {"dialout", "gpio", "spi", "i2c", "input", "video", "render", "systemd-journal"}
