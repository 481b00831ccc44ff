"""`make install` announces its changes, repeats none, suits the board, and spares the games."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest

from tests.recorded import recorded
from tests.systemd.places import CODE, FOLDER, PI_5, REPOSITORY, SIGNERS, files, install, tree

CMDLINE = "console=tty1 root=PARTUUID=1-02 rootwait quiet"


@pytest.fixture
def pi(tmp_path: Path) -> Path:
    """Return a folder in place of the disk of a Raspberry Pi."""
    boot = tmp_path / "pi/boot/firmware"
    boot.mkdir(parents=True)
    (boot / "cmdline.txt").write_text(f"{CMDLINE}\n", "utf-8")
    return tmp_path / "pi"


def test_the_shell_can_read_the_scripts() -> None:
    """Find no syntax error in the scripts by bash."""
    for script in (
        FOLDER / "install",
        FOLDER / "clockwork-derby",
        *(REPOSITORY / ".ci" / name for name in ("setup", "packages", "sign", "signing")),
    ):
        done = subprocess.run(
            ["bash", "-n", str(script)], capture_output=True, text=True, timeout=120
        )
        assert (done.returncode, done.stderr) == (0, "")


def test_a_dry_run_tells_everything_and_changes_nothing(pi: Path) -> None:
    """Name every file in a dry run, and write none."""
    before = tree(pi)
    done = install("--dry-run", "--model", PI_5, into=pi)
    assert done.returncode == 0 and tree(pi) == before
    assert install("--model", PI_5, into=pi).returncode == 0
    written = files(pi) - {
        "/boot/firmware/cmdline.txt.before-clockwork-derby",
        "/opt/clockwork-derby/console-words",
    }
    assert {
        f"{CODE}/__main__.py",
        f"{CODE}/companion/privileged/guard.py",
        SIGNERS,
        "/usr/local/bin/clockwork-derby",
    } <= written
    assert len({path for path in written if not path.startswith(f"{CODE}/")}) == 18
    for path in written:
        assert f"{pi}{path}" in done.stderr, path


def test_twice_is_the_same_as_once(pi: Path) -> None:
    """Touch nothing the second time, not even a date, and say so."""
    install("--model", PI_5, into=pi)
    once = tree(pi)
    again = install("--model", PI_5, into=pi)
    assert again.returncode == 0 and tree(pi) == once
    assert again.stderr == recorded("nothing-to-do")


def test_what_was_changed_by_hand_is_put_right(pi: Path) -> None:
    """Rewrite a damaged unit, and nothing else."""
    install("--model", PI_5, into=pi)
    once = tree(pi)
    unit = pi / "etc/systemd/system/clockwork-derby.service"
    unit.write_text("spoilt", "utf-8")
    install("--model", PI_5, into=pi)
    assert {
        path for path, what in tree(pi).items() if what != once[path] and not (pi / path).is_dir()
    } == {str(unit.relative_to(pi))}
    assert "spoilt" not in unit.read_text("utf-8")


def test_removing_leaves_the_games(pi: Path) -> None:
    """Remove all that was written, and keep the state folder."""
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
    """Add missing words to the console's line, once, and keep other changes on removal."""
    line = pi / "boot/firmware/cmdline.txt"
    install("--model", PI_5, into=pi)
    assert line.read_text("utf-8") == f"{CMDLINE} consoleblank=0 vt.global_cursor_default=0\n"
    assert line.with_name("cmdline.txt.before-clockwork-derby").read_text("utf-8") == f"{CMDLINE}\n"
    line.write_text(line.read_text("utf-8").replace("1-02", "3-04"), "utf-8")
    install("uninstall", into=pi)
    assert line.read_text("utf-8") == f"{CMDLINE.replace('1-02', '3-04')}\n"


def test_a_strange_command_line_is_left_alone(pi: Path) -> None:
    """Leave a command line of several lines alone, say what to add, and install the rest."""
    line = pi / "boot/firmware/cmdline.txt"
    line.write_text("console=tty1\nquiet splash\n", "utf-8")
    done = install("--model", PI_5, into=pi)
    assert done.returncode == 0 and line.read_text("utf-8") == "console=tty1\nquiet splash\n"
    assert "Add by hand: consoleblank=0" in done.stderr
    assert (pi / "etc/systemd/system/clockwork-derby.service").is_file()


def test_only_a_pi_gets_what_is_for_a_pi(pi: Path) -> None:
    """Change boot partition and rule of the lights on a Pi only."""
    install("--model", "Some PC", into=pi)
    assert (pi / "boot/firmware/cmdline.txt").read_text("utf-8") == f"{CMDLINE}\n"
    assert "/etc/udev/rules.d/70-clockwork-derby-pi.rules" not in files(pi)
    assert "/etc/udev/rules.d/70-clockwork-derby.rules" in files(pi)


def test_a_desktop_keeps_its_display(pi: Path) -> None:
    """Start at the login on a desktop, and remove what would take the display."""
    install("--model", PI_5, into=pi)
    install("--desktop", "--model", PI_5, into=pi)
    assert not {
        path for path in files(pi) if path.startswith(("/etc/systemd/system/", "/etc/polkit-1/"))
    }
    assert {
        f"/etc/systemd/user/clockwork-derby-desktop-phones.{kind}" for kind in ("path", "service")
    } <= files(pi)
    assert {
        "/etc/systemd/user/clockwork-derby-desktop.service",
        "/etc/xdg/autostart/clockwork-derby.desktop",
    } <= files(pi)


# ---- A screen that sleeps ------------------------------------------------------------------------

IDLER = "swayidle -w timeout 600 'wlopm --off \\*' resume 'wlopm --on \\*' &"
AUTOSTART = f"# a line of Ann's own\nkanshi &\n{IDLER}\n  # no swayidle please\n"


@pytest.mark.parametrize("ends", ["uninstall", "--kiosk"])
def test_a_desktop_leaves_the_screen_on_and_gets_its_habits_back(ends: str, pi: Path) -> None:
    """Keep a desktop's screen on, by a file for X11 or a comment for labwc's swayidle.

    Removing the game, or taking the display, restores it.
    """
    autostart, everybodys = pi / "home/ann/.config/labwc/autostart", pi / "etc/xdg/labwc/autostart"
    for path in (autostart, everybodys):
        path.parent.mkdir(parents=True)
        path.write_text(AUTOSTART, "utf-8")
    pipe = pi / "home/bob/.config/labwc/autostart"
    pipe.parent.mkdir(parents=True)
    os.mkfifo(pipe)
    done = install("--desktop", "--model", PI_5, into=pi)
    assert done.returncode == 0 and f"in {autostart}: without swayidle" in done.stderr
    assert (
        autostart.read_text("utf-8")
        == everybodys.read_text("utf-8")
        == AUTOSTART.replace(IDLER, f"# clockwork-derby: {IDLER}")
    )
    conf = pi / "etc/X11/xorg.conf.d/90-clockwork-derby-blanking.conf"
    assert re.findall(r'Option "(\w+)Time" "0"', conf.read_text("utf-8")) == [
        "Blank",
        "Standby",
        "Suspend",
        "Off",
    ]
    assert install("--desktop", "--model", PI_5, into=pi).stderr == recorded("nothing-to-do")
    assert install(ends, "--model", PI_5, into=pi).returncode == 0
    assert (
        autostart.read_text("utf-8") == everybodys.read_text("utf-8") == AUTOSTART
        and not conf.exists()
    )


def test_a_kiosk_leaves_desktops_alone(pi: Path) -> None:
    """Leave desktops alone in a kiosk."""
    autostart = pi / "home/ann/.config/labwc/autostart"
    autostart.parent.mkdir(parents=True)
    autostart.write_text(AUTOSTART, "utf-8")
    install("--kiosk", "--model", PI_5, into=pi)
    assert autostart.read_text(
        "utf-8"
    ) == AUTOSTART and "/etc/X11/xorg.conf.d/90-clockwork-derby-blanking.conf" not in files(pi)


# ---- Whose updates are taken ---------------------------------------------------------------------


def keys(root: Path) -> list[str]:
    """Return the keys that the machine trusts, by their comments."""
    return [
        line.rpartition(" ")[2] for line in (root / SIGNERS[1:]).read_text("utf-8").splitlines()
    ]


def made_key(path: Path) -> Path:
    """Make a pair of keys; return the public one."""
    path.parent.mkdir(exist_ok=True)
    command = ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", path.name, "-f", str(path)]
    subprocess.run(command, stdin=subprocess.DEVNULL, check=True, timeout=120)
    return path.with_suffix(".pub")


def test_the_builders_key_is_made_once_and_stays_theirs(pi: Path) -> None:
    """Make the builder's key once, for its owner only, and say where it is and to keep it.

    The machine gets its public part, which only root can write.
    """
    done = install(into=pi)
    key = pi.with_name("builder") / ".config/clockwork-derby/update-key"
    assert key.stat().st_mode & 0o777 == 0o600 and key.parent.stat().st_mode & 0o777 == 0o700
    assert f"your key for updates is {key}. Keep it" in done.stderr
    public, (line,) = (
        key.with_suffix(".pub").read_text("utf-8"),
        (pi / SIGNERS[1:]).read_text("utf-8").splitlines(),
    )
    assert public.split()[1] in line and line.startswith(
        'clockwork-derby namespaces="clockwork-derby-update" ssh-ed25519 '
    )
    assert (pi / SIGNERS[1:]).stat().st_mode & 0o777 == 0o644 and "PRIVATE" not in "".join(
        path.read_text("latin-1") for path in pi.rglob("*") if path.is_file()
    )
    before = key.read_bytes()
    install("uninstall", into=pi)
    install(into=pi)
    assert key.read_bytes() == before and public.split()[1] in (pi / SIGNERS[1:]).read_text("utf-8")


def test_a_machine_keeps_the_keys_that_it_has(pi: Path) -> None:
    """Add each named key once, keep those that exist, and make none on a machine with keys."""
    first, second = made_key(pi.with_name("first")), made_key(pi.with_name("second"))
    install("--key", str(first), into=pi)
    assert keys(pi) == ["first"] and not pi.with_name("builder").exists()
    for words in ((), ("--key", str(second)), ("--key", str(first)), ()):
        assert install(*words, into=pi).returncode == 0
    assert keys(pi) == ["first", "second"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "-----BEGIN OPENSSH PRIVATE KEY-----",
        "ssh-ed25519 nonsense",
        "* ssh-ed25519 AAAA",
        "cert-authority ssh-ed25519 AAAA",
    ],
)
def test_what_is_no_public_key_is_refused(pi: Path, text: str) -> None:
    """Refuse what is no public key, name the right file, and change nothing."""
    pi.with_name("key").write_text(text, "utf-8")
    for path, words in (
        (pi.with_name("key"), "is no public key: give the file whose name ends in .pub"),
        (pi.with_name("gone"), "there is no file"),
    ):
        done = install("--key", str(path), into=pi)
        assert done.returncode == 1 and words in done.stderr and SIGNERS not in files(pi)


def test_an_update_that_make_wheel_signs_is_one_that_the_machine_takes(pi: Path) -> None:
    """Sign an update by `make wheel` so that root's code recognises it."""
    install(into=pi)
    folder = pi.with_name("dist")
    folder.mkdir()
    (folder / "SHA256SUMS").write_text(f"{'0' * 64}  clockwork_derby-1-py3-none-any.whl\n")
    (folder / "clockwork_derby-1-py3-none-any.whl").touch()
    home = {**os.environ, "HOME": str(pi.with_name("builder"))}
    home.pop("SUDO_USER", None)
    done = subprocess.run(
        [REPOSITORY / ".ci/sign", str(folder)], env=home, capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0 and "SHA256SUMS.sig" in done.stderr, done.stderr
    command = [
        "/usr/bin/python3",
        "-IB",
        f"{pi}{CODE}",
        "update",
        "check",
        str(folder),
        "--signers",
        f"{pi}{SIGNERS}",
    ]
    said = subprocess.run(command, capture_output=True, text=True, timeout=60).stderr
    assert said == recorded("has-another-sum-than-SHA256SUMS-says"), (
        "past the signature the sums are compared"
    )


# ---- What root runs ------------------------------------------------------------------------------


def test_root_starts_nothing_that_lies_in_a_slot(pi: Path) -> None:
    """Send root to root's own code for updates and to the player for all else.

    Others get the game.
    """
    install(into=pi)
    command = pi / "usr/local/bin/clockwork-derby"
    assert command.stat().st_mode & 0o777 == 0o755
    for name in (CODE, "/opt/clockwork-derby"):
        command.write_text(command.read_text("utf-8").replace(name, f"{pi}{name}"), "utf-8")
    game = pi / "opt/clockwork-derby/current/bin/clockwork-derby"
    game.parent.mkdir(parents=True)
    game.write_text('#!/bin/sh\necho "the game: $*"\n', "utf-8")
    game.chmod(0o755)
    # The real user does not matter: only what `id` says counts.
    shell = pi.with_name("shell")
    shell.mkdir()
    for user, words, status, said in (
        (0, ("doctor",), 2, "sudo -u derby clockwork-derby doctor"),
        (0, (), 2, "as the user who plays"),
        (0, ("update", "status"), 2, "holds no Clockwork Derby"),
        (1000, ("doctor", "--json"), 0, "the game: doctor --json"),
        (1000, ("update", "status"), 0, "the game: update status"),
    ):
        (shell / "id").write_text(f"#!/bin/sh\necho {user}\n", "utf-8")
        (shell / "id").chmod(0o755)
        more = ("--place", str(pi / "nowhere")) if words[:1] == ("update",) else ()
        done = subprocess.run(
            [command, *words, *more],
            env={"PATH": f"{shell}:/usr/bin:/bin"},
            capture_output=True,
            text=True,
            timeout=60,
        )
        assert (
            done.returncode == status
            and said in done.stdout + done.stderr
            and ("the game" in done.stdout) == (user != 0)
        ), done


def test_an_installation_from_before_is_carried_over(pi: Path) -> None:
    """Remove the old guard, old root's code and the link into a slot; keep the slot."""
    slot = pi / "opt/clockwork-derby/a/bin"
    slot.mkdir(parents=True)
    (slot / "clockwork-derby").write_text("#!/bin/sh\n", "utf-8")
    (pi / "opt/clockwork-derby/guard.py").write_text("old", "utf-8")
    (pi / "usr/local/bin").mkdir(parents=True)
    (pi / "usr/local/bin/clockwork-derby").symlink_to(slot / "clockwork-derby")
    older = pi / CODE[1:] / "companion/privileged/versions.py"
    older.parent.mkdir(parents=True)
    older.write_text("old", "utf-8")
    assert f"without {older}" in install("--dry-run", into=pi).stderr and older.exists()
    assert (
        install(into=pi).returncode == 0
        and not older.exists()
        and older.with_name("wheel.py").exists()
    )
    assert (
        "/opt/clockwork-derby/guard.py" not in files(pi)
        and not (pi / "usr/local/bin/clockwork-derby").is_symlink()
    )
    assert (slot / "clockwork-derby").read_text("utf-8") == "#!/bin/sh\n"


@pytest.mark.parametrize(
    ("model", "gpl", "lgpio"),
    [
        (PI_5, True, True),
        ("Raspberry Pi Compute Module 5 Rev 1.0", True, True),
        ("Raspberry Pi 4 Model B Rev 1.4", False, True),
        ("Some PC", False, False),
    ],
)
def test_each_board_gets_its_own_lights(model: str, gpl: bool, lgpio: bool) -> None:
    """Install the GPL library only on boards that need it, and say so.

    The header's on a Pi only.
    """
    done = install("--dry-run", "--model", model)
    assert done.returncode == 0, done.stderr
    assert "/opt/clockwork-derby/" in done.stderr
    assert ("GPL" in done.stderr) == gpl
    assert ("python3-lgpio" in done.stderr) == (lgpio and not has_lgpio())


def has_lgpio() -> bool:
    """Return whether the system's Python has the library already."""
    return (
        subprocess.run(
            ["/usr/bin/python3", "-c", "import lgpio"], capture_output=True, timeout=120
        ).returncode
        == 0
    )


def test_who_is_not_root_is_told() -> None:
    """Change nothing without rights, and name the command that works."""
    before = (
        ("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups") if os.geteuid() == 0 else ()
    )
    # It is not in pytest's own folder, which no other user may read.
    with tempfile.TemporaryDirectory(prefix="derby-checkout-") as place:
        home = Path(place)
        home.chmod(0o755)
        for name in (
            ".ci",
            "systemd",
            "firmware",
            "hardware",
            "companion/privileged",
            "pyproject.toml",
            "setup.py",
        ):
            source = REPOSITORY / name
            (shutil.copytree if source.is_dir() else shutil.copy)(source, home / name)
        done = install(script=home / "systemd/install", before=before)
    assert done.returncode == 1
    assert "nothing was changed: only root may. Run: sudo make install" in done.stderr


@pytest.mark.parametrize("word", ["--dryrun", "remove", "--kiosk=yes"])
def test_an_unknown_word_is_refused(pi: Path, word: str) -> None:
    """Refuse an unknown word with the known ones, and change nothing."""
    done = install(word, into=pi)
    assert done.returncode == 1 and files(pi) == {"/boot/firmware/cmdline.txt"}
    assert f"'{word}'" in done.stderr and "--dry-run" in done.stderr


def test_the_user_has_the_groups_that_the_hardware_asks_for() -> None:
    """Give the user groups for readers, header, touch, display, and the log for reports."""
    found = re.search(
        r'^readonly user_groups="(.*)"$', (FOLDER / "install").read_text("utf-8"), re.MULTILINE
    )
    assert found and set(found[1].split()) == {
        "dialout",
        "gpio",
        "spi",
        "i2c",
        "input",
        "video",
        "render",
        "audio",
        "systemd-journal",
    }
