"""The player's account is taken over, or a stranger plugs in a stick: root's code stays untouched.

It runs as the services run it. If the tests run as root the attacker is another user, and a mark in
a folder that only root may enter reveals everything that root has run. If not, attacker and system
are one user, and only what was installed is checked.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

from companion.folders import JOURNAL
from companion.privileged.guard import running_slot
from companion.privileged.parcel import SUMS
from companion.privileged.requests import read_answer
from companion.privileged.service_user import NOBODY
from tests.privileged.places import SYSTEM_PYTHON, keep_race, lend, place, roots_code, tree, wheel
from tests.privileged.signing import key, sign
from tests.recorded import recorded

EVIL: Final = (
    "import os; [open(os.path.join(where, str(os.geteuid())), 'a').close() for where in "
    "{marks!r}.split() if os.access(where, os.W_OK)]\n"
)
"""A line of a .pth file, which every Python runs at its start there: it leaves its user's number in
each folder that it may write."""
APP: Final = """import sys

def main():
    words = sys.argv[1:]
    if words == ["--version"]:
        print("clockwork-derby {version}")
    return 0
"""
STICK: Final = "run/media/system/STICK"


class Machine:
    """An appliance below a folder; version 0.1.0 runs in slot a."""

    def __init__(self, folder: Path) -> None:
        """Install root's code, and make two folders for marks, one for root and one for all."""
        self.root = folder
        self.place, self.state = place(folder), folder / "state"
        self.code, self.signers = roots_code(folder), folder / "etc/clockwork-derby/update-signers"
        self.request, self.answer = folder / "game/update.json", folder / "answers/answer.json"
        self.stick = folder / STICK
        self.roots, self.anybodys = folder / "marks-root", folder / "marks"
        for path in (
            self.stick,
            folder / "proc/self",
            self.request.parent,
            self.answer.parent,
            self.roots,
            self.anybodys,
        ):
            path.mkdir(parents=True)
        (folder / "proc/self/mounts").write_text(f"/dev/sda1 /{STICK} vfat ro 0 0\n", "utf-8")
        self.roots.chmod(0o700)
        self.anybodys.chmod(0o777)
        for path in (self.state, self.request.parent):
            lend(path)
        self.before = self.seen()

    def seen(self) -> dict[str, dict[str, bytes]]:
        """Return all that belongs to root: its code, the keys, the slots, the units."""
        return {name: tree(self.root / name) for name in ("usr", "etc", "place")}

    def derby(self, *words: str) -> None:
        """Run a command as the attacker."""
        if os.geteuid() == 0:
            drop = [
                "/usr/bin/setpriv",
                f"--reuid={NOBODY}",
                f"--regid={NOBODY}",
                "--clear-groups",
                "--",
            ]
        else:
            drop = []
        subprocess.run([*drop, *words], cwd="/", capture_output=True, timeout=60, check=False)

    def forge(self, folder: Path, version: str = "0.2.0") -> Path:
        """Write a wheel that leaves its mark when run, with its hashes, signed by a stranger."""
        lines = EVIL.format(marks=f"{self.roots} {self.anybodys}")
        inside = {
            "evil.pth": lines.encode(),
            "companion/__init__.py": b"",
            "companion/__main__.py": APP.format(version=version).encode(),
        }
        made = wheel(folder, version, files=inside)
        sign(folder, "stranger")
        return made

    def asked(self, path: object, /, **more: object) -> str:
        """Write a request, have it served as systemd does, and return the last answer."""
        text = json.dumps({"number": 7, "path": str(path), **more})
        self.derby(
            "/usr/bin/env", "-i", "sh", "-c", 'printf %s "$1" >"$2"', "sh", text, str(self.request)
        )
        return self.served()

    def served(self) -> str:
        """Return what the update service answers to the screen."""
        self.answer.unlink(missing_ok=True)
        self.system(
            "update",
            "asked",
            "--request",
            str(self.request),
            "--answer",
            str(self.answer),
            "--root",
            str(self.root),
        )
        last = read_answer(self.answer)
        return "" if last is None else f"{last.state}: {last.words}"

    def system(self, *words: str) -> str:
        """Run root's own code, as the services and the command start it."""
        places = (
            "--place",
            str(self.place),
            "--state",
            str(self.state),
            *(("--signers", str(self.signers)) if words[0] == "update" else ()),
        )
        surroundings = {"PATH": "/usr/bin:/bin", "SUDO_UID": ""}
        done = subprocess.run(
            [SYSTEM_PYTHON, "-IB", str(self.code), *words, *places],
            env=surroundings,
            cwd="/",
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        assert "Traceback" not in done.stderr, done.stderr
        return done.stdout + done.stderr

    def marks(self) -> set[str]:
        """Return the numbers of the users who have run forged code, root's included."""
        return {path.name for folder in (self.roots, self.anybodys) for path in folder.iterdir()}

    def check_untouched(self) -> None:
        """Check that nothing was run, and that root's files are unchanged."""
        after = self.seen()
        after["place"].pop("update.lock", None)
        assert after == self.before and not self.marks()


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    """Return an appliance."""
    return Machine(tmp_path)


def _unsigned(machine: Machine) -> Path:
    made = machine.forge(machine.state / "updates")
    (made.parent / f"{SUMS}.sig").unlink()
    return made


def _of_a_stranger(machine: Machine) -> Path:
    return machine.forge(machine.stick)


def _under_a_good_signature(machine: Machine) -> Path:
    """Return a wheel of the builder with another one of the same name beside it."""
    good = wheel(machine.stick)
    kept = {name: (machine.stick / name).read_bytes() for name in (SUMS, f"{SUMS}.sig")}
    machine.forge(machine.stick)
    for name, data in kept.items():
        (machine.stick / name).write_bytes(data)
    return good


def _old(machine: Machine) -> Path:
    made = machine.forge(machine.state / "updates", "0.0.9")
    sign(made.parent)
    return made


def _linked(machine: Machine) -> Path:
    machine.forge(machine.root / "elsewhere")
    (machine.state / "updates").symlink_to(machine.root / "elsewhere")
    return machine.state / "updates" / "clockwork_derby-0.2.0-py3-none-any.whl"


def _with_own_signers(machine: Machine) -> Path:
    """Return the folder of a stranger who puts a list of keys into every possible place."""
    made = machine.forge(machine.state / "updates")
    for folder in (made.parent, machine.state, machine.state / ".config/clockwork-derby"):
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "update-signers").write_text(
            f"clockwork-derby {key('stranger').with_suffix('.pub').read_text()}", "utf-8"
        )
    return made


def _secret(machine: Machine) -> Path:
    (machine.state / "updates").mkdir()
    (machine.state / "updates" / "clockwork_derby-0.2.0-py3-none-any.whl").symlink_to("/etc/shadow")
    (machine.state / "updates" / SUMS).symlink_to("/etc/shadow")
    return machine.state / "updates" / "clockwork_derby-0.2.0-py3-none-any.whl"


@pytest.mark.parametrize("name", [SUMS, f"{SUMS}.sig", "clockwork_derby-0.2.0-py3-none-any.whl"])
@pytest.mark.parametrize(
    "lay",
    [os.mkfifo, lambda path: path.symlink_to("/dev/zero"), Path.mkdir],
    ids=["pipe", "link", "folder"],
)
def test_what_is_laid_in_place_of_a_file_is_refused_at_once(
    machine: Machine, name: str, lay: Callable[[Path], object]
) -> None:
    """Refuse pipes, links and folders in a signed update, without waiting."""
    made = wheel(machine.state / "updates")
    (made.parent / name).unlink()
    lay(made.parent / name)
    assert machine.asked(made).startswith("failed: ")
    machine.check_untouched()


@pytest.mark.parametrize(
    ("lay", "words"),
    [
        (_unsigned, "SHA256SUMS.sig is missing"),
        (_of_a_stranger, "signed by a key that this table does not know"),
        (_under_a_good_signature, "has another sum than SHA256SUMS says"),
        (_old, "is older than the running version 0.1.0"),
        (_linked, "could not be copied"),
        (_with_own_signers, "signed by a key that this table does not know"),
        (_secret, "could not be copied"),
        (lambda machine: machine.place / "a/bin/clockwork-derby", "neither on a stick"),
        (lambda machine: "/proc/self/mem", "neither on a stick"),
    ],
    ids=range(9),
)
def test_nothing_of_what_was_forged_is_run_or_kept(
    machine: Machine, lay: Callable[[Machine], object], words: str
) -> None:
    """Run and keep nothing forged, requested by the attacker from its folder or a stick."""
    path = lay(machine)
    lend(machine.state)
    said = machine.asked(path)
    assert said.startswith("failed: ") and words in said, said
    machine.check_untouched()
    # Root on a terminal gets the same refusal.
    assert "clockwork-derby: " in machine.system("update", "install", str(path))
    machine.check_untouched()


def test_a_forged_request_is_no_order(machine: Machine) -> None:
    """Ignore a forged request: other fields and folders, links and pipes in its place."""
    for text in (
        {"place": "/"},
        {"signers": str(machine.state / "keys")},
        {"older": "yes"},
        {"path": ["a"]},
        {"number": -1},
    ):
        assert machine.asked(machine.forge(machine.stick), **text).startswith(
            "failed: The request cannot be understood"
        ), text
    for lay in (lambda path: path.symlink_to(machine.signers), os.mkfifo, Path.mkdir):
        lay(machine.request)
        assert machine.served().startswith("failed: The request ")
    machine.check_untouched()


def test_whoever_has_taken_over_the_game_cannot_write_what_is_roots(machine: Machine) -> None:
    """Deny the attacker root's code, the keys, the slots and the trial note.

    It tries as that user with real commands, if there are two users.
    """
    targets = (
        machine.code / "companion/privileged/guard.py",
        machine.code / "__main__.py",
        machine.signers,
        machine.place / "trial",
        machine.place / "a/bin/clockwork-derby",
    )
    if os.geteuid() == 0:
        for target in targets:
            machine.derby(
                "sh",
                "-c",
                'echo evil >"$1"; cp /bin/sh "$1"; rm -f "$1"; ln -sf /tmp "$1"; mv "$1" "$1.old"',
                "sh",
                str(target),
            )
        machine.derby("ln", "-sfn", str(machine.state), str(machine.place / "current"))
    machine.check_untouched()


def test_what_was_laid_among_the_games_leads_root_nowhere(machine: Machine) -> None:
    """Install a proper update, or refuse it, with links and pipes among the games.

    Nothing of root's is read or written.
    """
    wheel(machine.stick, "0.2.0")
    secret = machine.root / "marks-root" / "secret"
    secret.write_text("of root", "utf-8")
    for name in (JOURNAL, f"{JOURNAL}-wal", f"{JOURNAL}.lock", "starts", "journal-before-trial.db"):
        for lay in (lambda path: path.symlink_to(secret), os.mkfifo):
            lay(machine.state / name)
            machine.asked(machine.stick / "clockwork_derby-0.2.0-py3-none-any.whl")
            for deed in ("start", "proved", "start"):
                assert "of root" not in machine.system("guard", deed)
            (machine.state / name).unlink(missing_ok=True)
    assert secret.read_text("utf-8") == "of root" and [
        path.name for path in machine.roots.iterdir()
    ] == ["secret"]


def test_even_what_is_signed_never_runs_as_root(machine: Machine) -> None:
    """Run the code of a slot as the player only, from the request to going back."""
    made = machine.forge(machine.stick)
    sign(machine.stick)
    keep_race(machine.state, over=True)
    assert machine.asked(made).startswith("done: "), machine.answer.read_text("utf-8")
    assert running_slot(machine.place) == "b"
    for words in (
        ("guard", "start"),
        ("guard", "proved"),
        ("update", "status"),
        ("update", "check", str(made)),
        ("update", "back"),
        ("guard", "start"),
        ("guard", "proved"),
    ):
        machine.system(*words)
    assert running_slot(machine.place) == "a"
    assert machine.asked(made).startswith("done: ") and machine.asked("").startswith("failed: ")
    assert machine.marks() == {str(NOBODY if os.geteuid() == 0 else os.geteuid())}
    after, before = machine.seen(), machine.before
    assert (after["usr"], after["etc"]) == (before["usr"], before["etc"])
    assert {name: data for name, data in after["place"].items() if name.startswith("a/")} == {
        name: data for name, data in before["place"].items() if name.startswith("a/")
    }


def test_after_all_that_a_proper_update_goes_in(machine: Machine) -> None:
    """Install a proper update after all earlier attacks."""
    for lay in (_unsigned, _of_a_stranger):
        machine.asked(lay(machine))
    shutil.rmtree(machine.stick)
    made = machine.forge(machine.stick, "0.3.0")
    sign(machine.stick)
    assert (
        machine.asked(made) == recorded("done-Version-0-3-0-is")
        and running_slot(machine.place) == "b"
    )
