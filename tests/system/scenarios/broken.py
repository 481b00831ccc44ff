"""Set-ups that are broken on purpose: what the log and the doctor say, and that the games are still there when all is put right."""
from __future__ import annotations

from typing import Final, NamedTuple

from tests.system.bench import Bench, Findings
from tests.system.kiosk import SERVICE, STATE, again, first_screen, is_active, is_kiosk, last_words, shown, wait_for
from tests.system.machine import Machine

NAME, TITLE = "broken", "broken set-ups: what is said, and that the games stay"
AS_PLAYER: Final = ("runuser", "-u", "derby", "--", "clockwork-derby")


class Breakage(NamedTuple):
    """What is done to the guest and how it is put right, as shell commands; of `said` one must stand in the log, the doctor's words or the
    names in the state folder. `starts`: whether the app reaches a screen nevertheless."""

    words: str
    broken: str
    mended: str
    said: tuple[str, ...]
    starts: bool = True


SETTINGS, JOURNAL = f"{STATE}/screen.json", f"{STATE}/journal.db"
BREAKAGES: Final = (
    Breakage("the settings file is garbage", f"echo '{{broken' >{SETTINGS}; chown derby: {SETTINGS}", f"rm -f {SETTINGS}*", ("screen.json.",)),
    Breakage(
        "the journal is garbage", f"systemctl stop {SERVICE}; mkdir /kept; cp -a {JOURNAL}* /kept; rm {JOURNAL}*; echo garbage >{JOURNAL}; chown derby: {JOURNAL}",
        f"systemctl stop {SERVICE}; rm {JOURNAL}*; cp -a /kept/* {STATE}", ("journal.db.", "journal-"),
    ),
    Breakage("the disk is read-only", f"mount --bind {STATE} {STATE}; mount -o remount,ro,bind {STATE}", f"umount -l {STATE}", ("read-only",)),
    Breakage("the disk is full", "dd if=/dev/zero of=/full bs=1M 2>/dev/null; dd if=/dev/zero of=/full2 bs=4k 2>/dev/null; true", "rm -f /full /full2", ("disk is full",)),
    Breakage("derby may not use the display", "gpasswd -d derby video; gpasswd -d derby render", "usermod -aG video,render derby", ("usermod -ag video",), False),
)


def play(bench: Bench) -> Findings:
    """One after another on one guest, each put right again."""
    with bench.machine() as guest:
        guest.ask("true")
        first_screen(bench, guest)
        wait_for(lambda: is_active(guest), "the service to be active")
        before = _games(guest)
        for breakage in BREAKAGES:
            guest.ask("sh", "-c", breakage.broken)
            _look(bench, guest, breakage)
            # The starts that failed here are not the next one's.
            guest.ask("sh", "-c", f"{breakage.mended}; rm -f {STATE}/starts")
            after = _games(guest)
            bench.findings.check(after == before, f"{breakage.words}: the games were {before!r} and are {after!r}")
        guest.ask("systemctl", "restart", "--no-block", SERVICE)
        wait_for(lambda: is_active(guest), "the service to be active")
        first_screen(bench, guest)
        bench.findings.tell("All put right again, the first screen is there and the games are those of before.")
    return bench.findings


def _look(bench: Bench, guest: Machine, breakage: Breakage) -> None:
    """What is said, in the log, on the screen and by the doctor."""
    since = guest.ask("date", "+%s").said.strip()
    guest.ask("systemctl", "restart", "--no-block", SERVICE)
    if breakage.starts:
        before = shown(guest, "MainPID")
        wait_for(lambda: again(guest, before), f"the screen although {breakage.words}")
    else:
        wait_for(lambda: "derby" in _log(guest, since), f"a word in the log that {breakage.words}")
    name = breakage.words.replace(" ", "-")
    log, picture = _log(guest, since), bench.picture(guest, name)
    doctor = guest.ask(*AS_PLAYER, "doctor", "--state", STATE, limit=120).said
    lies = guest.ask("ls", STATE).said
    (bench.folder / f"{name}.txt").write_text(f"LOG\n{log}\nDOCTOR\n{doctor}\nFOLDER\n{lies}")
    bench.findings.check(breakage.starts == is_kiosk(picture), f"{breakage.words}: see the picture {picture.name}")
    bench.findings.check("Traceback" not in log + doctor, f"{breakage.words}: a traceback: {(log + doctor)[-800:]}")
    spoken = [line for line in (*log.splitlines(), *doctor.splitlines(), *lies.splitlines()) if any(word in line.lower() for word in breakage.said)]
    bench.findings.check(bool(spoken), f"{breakage.words}: nobody says so. {last_words(guest)[-500:]}")
    bench.findings.tell(f"{breakage.words}: {spoken[0] if spoken else 'nothing is said'}")


def _log(guest: Machine, since: str) -> str:
    """What the app has written since then."""
    said = guest.ask("journalctl", f"--since=@{since}", "--no-pager", "-o", "cat", "-t", "clockwork-derby").said
    return "" if "No entries" in said else said


def _games(guest: Machine) -> str:
    """The games that are kept."""
    return guest.ask(*AS_PLAYER, "games", "list", "--state", STATE, limit=120).said
