"""An attacker controls the game, and a stranger plugs in a stick: root stays untouched.

There are forged requests, forged wheels, links and pipes.
"""

from __future__ import annotations

import base64
import json
import shutil
import zipfile
from hashlib import sha256
from pathlib import Path
from typing import Final

from tests.system.bench import Bench, Findings
from tests.system.image import builders_key
from tests.system.kiosk import (
    COMMAND,
    LONG,
    PLACE,
    PLAYER,
    SERVICE,
    STATE,
    again,
    first_screen,
    is_active,
    is_kiosk,
    is_there,
    mounted,
    shown,
    update_status,
    wait_for,
)
from tests.system.machine import Answer, Machine
from tests.system.stick import Stick, sign, update

NAME, TITLE = "attack", "whoever has taken over the game, or plugs a stick in, does not become root"
UNTIMED: Final = 8
"""About how many minutes it takes; it measures no time that matters to people, so it may run beside
another scenario."""
VERSION, OLD = "91.1.0", "0.0.1"
CODE, SIGNERS, REQUEST = (
    "/usr/local/lib/clockwork-derby",
    "/etc/clockwork-derby/update-signers",
    "/run/clockwork-derby/update.json",
)
MARK: Final = "ran-as-"
PLACES: Final = (str(PLACE), "/run/clockwork-derby-update", "/run/clockwork-derby", STATE)
"""The places in which forged code leaves its mark: root may write the first two, also in the
service that installs, and derby the others."""
PTH: Final = (
    f"import os; [open(f'{{place}}/{MARK}{{os.geteuid()}}', 'a').close() for place in "
    f"{PLACES!r} if os.access(place, os.W_OK)]\n"
)
"""A line of a .pth file, which Python runs at each start in its folder."""
ROOTS: Final = (
    f"find /usr/local /etc/clockwork-derby /etc/systemd /etc/passwd /etc/shadow {PLACE} ! "
    f"-type d ! -name update.lock -printf '%p %y %m %U %C@ %l\\n' | sort"
)
"""All files of root here, with the time of their last change, which cannot be forged."""

UNREADABLE, STRANGE_KEY, NO_PLACE = (
    "the request ",
    "is signed by a key that this table does not know",
    "neither on a stick",
)
"""The words of refusals that come more than once."""
WHEELS: Final = {
    "unsigned": "is missing, so the maker of this update is unknown",
    "stranger": STRANGE_KEY,
    "tampered": "it is damaged or cut off",
    "old": "is older than the running version",
}
"""The folders on the stick whose updates are refused, and how that is worded."""
NEXT: Final = ", runs at the next start"
WAITED_FOR: Final = (UNREADABLE, STRANGE_KEY, NO_PLACE, *WHEELS.values(), NEXT)
"""The sentences that the scenario waits for; each is part of a text of the product."""


def play(bench: Bench) -> Findings:
    """Boot once; try all that is refused, then a signed wheel that does the same.

    The code of the signed wheel never runs as root.
    """
    findings, stick = bench.findings, _stick(bench)
    with bench.machine(more=stick.words()) as guest:
        guest.ask("true")
        first_screen(bench, guest)
        wait_for(lambda: is_active(guest), "the service to be active")
        wait_for(
            lambda: not shown(guest, "Job", "clockwork-derby-proved.service").strip("0"),
            "the first screen to be noted",
        )
        stick.plug(guest)
        wait_for(lambda: bool(mounted(guest)), "the stick to be mounted")
        before = guest.ask("sh", "-c", ROOTS).said
        findings.check(
            CODE in before and SIGNERS in before,
            "root's code or keys are not where they are looked for",
        )
        _forged_wheels(findings, guest)
        _forged_requests(findings, guest)
        _links_and_pipes(findings, guest)
        _replaced(findings, guest)
        _as_root(findings, guest)
        after = guest.ask("sh", "-c", ROOTS).said
        changed = sorted(set(before.splitlines()).symmetric_difference(after.splitlines()))
        findings.check(not changed, f"of root's files these are others than before: {changed[:6]}")
        findings.check(not _marks(guest), f"what was forged has been run: {_marks(guest)}")
        findings.check(
            is_active(guest) and is_kiosk(bench.picture(guest, "now")), "the game is not as it was"
        )
        findings.tell(
            f"After all that {len(before.splitlines())} files of root's are the same, "
            f"nothing forged was run, and the game goes on."
        )
        _signed(bench, guest)
    return findings


# ---- What lies on the stick ----------------------------------------------------------------------


def _stick(bench: Bench) -> Stick:
    """Return a stick with updates in folders.

    They are unsigned, signed by a stranger, another wheel under a good signature, an old one, and a
    good one that leaves marks.
    """
    made, key = bench.folder / "updates", builders_key(bench.scratch)
    shutil.rmtree(made, ignore_errors=True)
    made.mkdir()
    plain = update(bench.repository, made / "plain", VERSION, key)
    old = update(bench.repository, made / "old", OLD, key)
    tampered = Path(shutil.copytree(plain, made / "tampered"))
    with_mark(next(tampered.glob("*.whl")))
    unsigned, stranger, signed = (
        Path(shutil.copytree(tampered, made / name)) for name in ("unsigned", "stranger", "signed")
    )
    sign(bench.repository, unsigned, key)
    (unsigned / "SHA256SUMS.sig").unlink()
    sign(bench.repository, stranger, builders_key(bench.scratch, "stranger"))
    sign(bench.repository, signed, key)
    stick = Stick(bench.folder / "stick.img")
    stick.put(old, tampered, unsigned, stranger, signed)
    return stick


def with_mark(wheel: Path) -> None:
    """Put the .pth file into a wheel, with its hash in the list."""
    with zipfile.ZipFile(wheel) as archive:
        inside = {name: archive.read(name) for name in archive.namelist()}
    record = next(name for name in inside if name.endswith(".dist-info/RECORD"))
    inside["mark.pth"] = PTH.encode()
    digest = base64.urlsafe_b64encode(sha256(inside["mark.pth"]).digest()).rstrip(b"=").decode()
    inside[record] += f"mark.pth,sha256={digest},{len(inside['mark.pth'])}\n".encode()
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in inside.items():
            archive.writestr(name, data)


def _wheel(guest: Machine, folder: str) -> str:
    """Return the wheel in a folder, as the guest names it."""
    return guest.ask("sh", "-c", f"ls {folder}/*.whl").said.strip()


# ---- Asking as whoever has taken over the game ---------------------------------------------------


def _derby(guest: Machine, script: str, *words: str) -> Answer:
    return guest.ask(*PLAYER, "sh", "-c", script, "sh", *words)


def _served(guest: Machine, script: str, *words: str, patience: float = LONG) -> str:
    """Let derby put something in the request's place, and return the answer.

    An earlier answer is deleted first.
    """
    guest.ask("rm", "-f", "/run/clockwork-derby-update/answer.json")
    _derby(guest, script, *words)
    wait_for(
        lambda: _state(guest) not in ("", "working"), "the end of what was asked for", patience
    )
    wait_for(
        lambda: shown(guest, "ActiveState", "clockwork-derby-update.service") == "inactive",
        "the service to have ended",
    )
    return _answer(guest)


def _asked(guest: Machine, path: str, **more: object) -> str:
    text = json.dumps({"number": 7, "path": path, **more})
    return _served(guest, f'printf %s "$1" >{REQUEST}.new && mv {REQUEST}.new {REQUEST}', text)


def _answer(guest: Machine) -> str:
    return guest.ask("sh", "-c", "cat /run/clockwork-derby-update/answer.json 2>/dev/null").said


def _state(guest: Machine) -> str:
    try:
        return str(json.loads(_answer(guest))["state"])
    except (ValueError, KeyError):
        return ""


def _marks(guest: Machine) -> list[str]:
    return guest.ask(
        "sh", "-c", f"ls -d {' '.join(f'{place}/{MARK}*' for place in PLACES)} 2>/dev/null"
    ).said.split()


def _refused(findings: Findings, said: str, what: str, words: str) -> None:
    findings.check(
        '"failed"' in said and words in said, f"{what} ends with {said.strip()}; expected: {words}"
    )


# ---- What is refused -----------------------------------------------------------------------------


def _forged_wheels(findings: Findings, guest: Machine) -> None:
    """Try forged wheels, from a stick and from the folder of the games."""
    stick = mounted(guest)
    for folder, words in WHEELS.items():
        said = _asked(guest, _wheel(guest, f"{stick}/{folder}"))
        _refused(findings, said, f"the {folder} update on the stick", words)
        findings.tell(
            f"A stick with the update {folder}: {json.loads(said or '{}').get('words', said)}"
        )
    # Once a request could say that an older version is wanted.
    said = _asked(guest, _wheel(guest, f"{stick}/old"), older=True)
    _refused(
        findings,
        said,
        "the request for an older version with the key `older`",
        "expected number, path",
    )
    findings.tell(
        "A request with the key `older` is refused: an older version comes by root on a "
        "terminal only."
    )
    _derby(guest, f'cp -r "$1" {STATE}/updates', f"{stick}/stranger")
    _refused(
        findings,
        _asked(guest, _wheel(guest, f"{STATE}/updates")),
        "a forged wheel among the games",
        STRANGE_KEY,
    )
    _derby(guest, f"rm -rf {STATE}/updates")


def _forged_requests(findings: Findings, guest: Machine) -> None:
    """Try what is no request, and requests for what is no update."""
    lays: tuple[str, ...] = (
        f"ln -s /etc/shadow {REQUEST}",
        f"mkfifo {REQUEST}",
        f'printf \'%s\' \'{{"number": 7, "path": "", "place": "/"}}\' >{REQUEST}',
    )
    for lay in lays:
        _refused(findings, _served(guest, lay), f"after `{lay}` the update", UNREADABLE)
    for path in ("/etc/shadow", f"{mounted(guest)}/../../../../etc/clockwork_derby-1.whl"):
        _refused(findings, _asked(guest, path), f"the request for {path}", NO_PLACE)
    findings.tell(
        f"{len(lays)} things that are no request, and requests for files outside the "
        f"places for updates, are refused."
    )


def _links_and_pipes(findings: Findings, guest: Machine) -> None:
    """Try links and pipes as files of an update, and as journal during a good update."""
    good, name = (
        _wheel(guest, f"{mounted(guest)}/signed"),
        _wheel(guest, f"{mounted(guest)}/signed").rpartition("/")[2],
    )
    # Each in every place is tried by the tests of root's code; here one of each.
    for lay, file in (("ln -s /etc/shadow", "SHA256SUMS"), ("mkfifo", name)):
        _derby(
            guest,
            (
                f'mkdir {STATE}/updates; cp "$1"/* {STATE}/updates; rm "{STATE}/updates/$2"; '
                f'{lay} "{STATE}/updates/$2"'
            ),
            good.rpartition("/")[0],
            file,
        )
        _refused(
            findings,
            _asked(guest, f"{STATE}/updates/{name}"),
            f"an update with `{lay}` for {file}",
            "",
        )
        _derby(guest, f"rm -rf {STATE}/updates")
    for lay in ("ln -s /etc/shadow", "mkfifo"):
        _derby(guest, f"mv {STATE}/journal.db {STATE}/aside; {lay} {STATE}/journal.db")
        # The first to read it says so, the game or the copy for the trial.
        _refused(findings, _asked(guest, good), f"a good update with `{lay}` for the journal", "")
        _derby(guest, f"rm {STATE}/journal.db; mv {STATE}/aside {STATE}/journal.db")
    guest.ask("rm", "-rf", str(PLACE / "b"))
    findings.tell(
        "Links and pipes in place of an update's files, and of the journal, are neither "
        "followed nor waited for."
    )


def _replaced(findings: Findings, guest: Machine) -> None:
    """Try to write root's files as the user who plays."""
    # No `rm -f`: for it a file that is not there is removed.
    for file in (
        f"{CODE}/companion/privileged/guard.py",
        f"{CODE}/__main__.py",
        SIGNERS,
        f"{PLACE}/trial",
        "/usr/local/bin/clockwork-derby",
        f"{PLACE}/a/bin/clockwork-derby",
    ):
        said = _derby(
            guest,
            'echo evil >"$1" || cp /bin/sh "$1" || rm "$1" || ln -sf /tmp "$1" || mv "$1" "$1.old"',
            file,
        )
        findings.check(said.code != 0, f"derby can change {file}")
    findings.check(
        _derby(guest, f"ln -sfn {STATE} {PLACE}/current").code != 0,
        "derby can turn the link to the slot that runs",
    )


def _as_root(findings: Findings, guest: Machine) -> None:
    """Try as root in a terminal: the refusals are the same, and nothing in a slot is started."""
    said = guest.ask(COMMAND, "update", "install", f"{mounted(guest)}/stranger", limit=LONG)
    findings.check(
        said.code == 2 and "does not know" in said.said,
        f"a stranger's update on a terminal ends with {said.code}: {said.said}",
    )
    said = guest.ask(COMMAND, "doctor")
    findings.check(
        said.code == 2 and "sudo -u derby" in said.said,
        f"the doctor, asked by root, ends with {said.code}: {said.said}",
    )


# ---- What is installed ---------------------------------------------------------------------------


def _signed(bench: Bench, guest: Machine) -> None:
    """Install what the builder has signed: its code at each start never runs as root."""
    findings, before = bench.findings, shown(guest, "MainPID")
    said = _asked(guest, _wheel(guest, f"{mounted(guest)}/signed"))
    findings.check('"done"' in said, f"the signed update ends with {said}")
    guest.ask("systemctl", "restart", SERVICE, limit=240)
    wait_for(lambda: again(guest, before), "the new version's first screen")
    wait_for(lambda: not is_there(guest, "trial"), "the new version to be proved")
    findings.check(
        f"version {VERSION}{NEXT}" in update_status(guest),
        f"the slots hold {update_status(guest)}",
    )
    player, marks = guest.ask("id", "-u", "derby").said.strip(), _marks(guest)
    findings.check(
        {mark.rpartition(MARK)[2] for mark in marks} == {player},
        f"what is in the new slot ran as {marks}; expected as {player} only",
    )

    def exposed(unit: str) -> str:
        """Return the last line of what systemd says of the unit's security."""
        listed = guest.ask("systemd-analyze", "security", "--no-pager", unit)
        return listed.said.splitlines()[-1]

    for unit in (
        "clockwork-derby.service",
        "clockwork-derby-update.service",
        "clockwork-derby-proved.service",
    ):
        findings.tell(f"{exposed(unit).strip('→ ')}")
    findings.tell(
        f"A properly signed update was installed, started and proved; its code ran as "
        f"derby ({player}) only, also while it was tried."
    )
