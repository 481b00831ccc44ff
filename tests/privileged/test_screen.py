"""The screen's side of updates: what it finds, how it requests, and the system's real answers."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from companion import __version__
from companion.app import updates
from companion.app.updates import PATIENCE, UNIT, UpdateFolders, carry_out
from companion.privileged.guard import TRIAL, end_trial
from companion.privileged.parcel import SUMS
from companion.privileged.requests import UpdateProgress, serve, write_answer
from companion.session.commands import AskForUpdate, AwaitUpdate, CheckForUpdates
from companion.session.pages.update import UpdateHeard, UpdatesSeen
from companion.words import NOTHING, text, verbatim
from tests.catalogues import spoken
from tests.privileged.asking import Room
from tests.privileged.places import NOW, wheel
from tests.privileged.signing import sign, signers
from tests.recorded import recorded

TRIED = verbatim("It is being tried.")


class Time:
    """A clock that moves only in waits."""

    def __init__(self) -> None:
        """Begin when everything happens."""
        self.now = NOW

    def nap(self, seconds: float) -> None:
        """Wait."""
        self.now += seconds


@pytest.fixture
def room(tmp_path: Path) -> Room:
    """Return an appliance with an update on its stick."""
    room = Room(tmp_path)
    (room.root / UNIT[1:]).parent.mkdir(parents=True)
    (room.root / UNIT[1:]).touch()
    return room


def post(room: Room, clock: Time | None = None) -> UpdateFolders:
    """Return what the app in slot a knows of its machine."""
    clock = clock or Time()
    return UpdateFolders(
        room.state,
        room.place,
        room.request,
        room.answer,
        signers(),
        room.place / "a",
        room.world,
        lambda: clock.now,
        clock.nap,
    )


def seen(room: Room) -> UpdatesSeen:
    """Return what is found."""
    found = carry_out(post(room), CheckForUpdates())
    assert isinstance(found, UpdatesSeen)
    return found


def heard(room: Room, number: int, clock: Time | None = None) -> UpdateHeard:
    """Return what the system says now."""
    found = carry_out(post(room, clock), AwaitUpdate(number))
    assert isinstance(found, UpdateHeard)
    return found


def test_everything_is_found_the_newest_first(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """List updates of the stick, its folder and the games' folder, the newest first.

    Each has its age; refused ones are last, with the reason.
    """
    monkeypatch.setattr(updates, "__version__", "0.2.0")
    wheel(room.stick / "updates", "0.1.5")
    wheel(room.state / "updates", "0.3.0")
    wheel(room.stick / "updates", "0.9.0", tag="cp27-none-any")
    found = seen(room)
    assert [(offer.version, offer.age, str(offer.place)) for offer in found.offers] == [
        ("0.3.0", "newer", recorded("in-the-folder-for-updates")),
        ("0.2.0", "same", recorded("on-the-stick-STICK")),
        ("0.1.5", "older", recorded("on-the-stick-STICK-2")),
        ("", "refused", recorded("on-the-stick-STICK-3")),
    ]
    assert "is made for cp27-none-any" in str(found.offers[3].words) and found.offers[
        1
    ].path == str(room.wheel)
    assert tuple(map(str, found.slots)) == (
        recorded("installation-a-version-0-1-0"),
        "installation b: empty",
    )
    assert (found.version, found.elsewhere, found.before, found.waiting, found.heard) == (
        "0.2.0",
        NOTHING,
        "",
        "",
        None,
    )


def test_damaged_ones_and_a_stick_that_is_gone(room: Room) -> None:
    """Give the reason for damaged ones, and list nothing without the stick."""
    (room.stick / SUMS).unlink()
    (offer,) = seen(room).offers
    assert offer.age == "refused"
    assert str(offer.words) == recorded("it-cannot-be-checked", stick=room.stick)
    room.mount("")
    assert seen(room).offers == ()


def test_one_that_nobody_known_has_signed_is_refused_before_it_is_asked_for(room: Room) -> None:
    """Show in one sentence what is missing or whose key it is, as root would say."""
    for harm, words in (
        (lambda: sign(room.stick, "stranger"), "signed by a key that this table does not know"),
        ((room.stick / f"{SUMS}.sig").unlink, "SHA256SUMS.sig is missing"),
    ):
        harm()
        (offer,) = seen(room).offers
        assert offer.age == "refused" and words in str(offer.words)
        assert words in str(room.ask(room.wheel).words) and not (room.place / "b").exists()


@pytest.mark.parametrize(("hub", "found"), [("usb2", 1), ("ata1", 0)])
def test_a_large_stick_that_calls_itself_fixed_is_a_stick(room: Room, hub: str, found: int) -> None:
    """Recognise a stick on USB that calls itself fixed, but no other disk."""
    disk = room.root / "sys/devices/pci0000:00" / hub / "2-1/block/sda"
    disk.mkdir(parents=True)
    (disk / "removable").write_text("0\n", "utf-8")
    shutil.rmtree(room.root / "sys/block/sda")
    (room.root / "sys/block/sda").symlink_to(disk)
    assert len(seen(room).offers) == found


def test_asked_done_and_started_again(room: Room) -> None:
    """Request, follow, restart, and offer the version before."""
    asked = carry_out(post(room), AskForUpdate(str(room.wheel)))
    assert isinstance(asked, UpdateHeard) and (asked.number, asked.state) == (
        int(NOW * 1000),
        "working",
    )
    assert heard(room, asked.number).state == "working"
    write_answer(room.answer, UpdateProgress(asked.number, "working", TRIED, NOW - 9))
    assert heard(room, asked.number) == UpdateHeard(asked.number, "working", TRIED, 10)
    assert seen(room).heard == UpdateHeard(asked.number, "working", TRIED, 9)
    serve(room.desk)
    done = heard(room, asked.number)
    assert done.state == "done" and str(done.words) == recorded("installation-b")
    assert (seen(room).waiting, seen(room).before, seen(room).heard) == ("0.2.0", "", None)
    end_trial(room.place)
    after = carry_out(post(room)._replace(python=room.place / "b"), CheckForUpdates())
    assert isinstance(after, UpdatesSeen) and (after.waiting, after.before) == ("", "0.1.0")
    assert not (room.place / TRIAL).exists()
    back = carry_out(post(room), AskForUpdate(""))
    serve(room.desk)
    assert isinstance(back, UpdateHeard) and str(heard(room, back.number).words) == recorded(
        "installation-a"
    )


def test_a_request_that_nobody_takes_up_is_taken_back(room: Room) -> None:
    """Withdraw a request without an answer after a minute; other answers do not count."""
    clock = Time()
    asked = carry_out(post(room, clock), AskForUpdate(str(room.wheel)))
    assert isinstance(asked, UpdateHeard) and room.request.exists()
    write_answer(
        room.answer, UpdateProgress(asked.number - 1, "done", verbatim("The one before."), NOW)
    )
    while clock.now < NOW + PATIENCE - 2:
        assert heard(room, asked.number, clock).state == "working"
    clock.now += 5
    last = heard(room, asked.number, clock)
    assert (
        last.state == "failed"
        and str(last.words) == recorded("has-not-reacted")
        and not room.request.exists()
    )


def test_the_system_cannot_be_asked(room: Room, tmp_path: Path) -> None:
    """Say why a request could not be written."""
    room.request.parent.joinpath("update.json.new").mkdir()
    asked = carry_out(post(room), AskForUpdate(str(room.wheel)))
    assert (
        isinstance(asked, UpdateHeard)
        and asked.state == "failed"
        and str(asked.words) == recorded("could-not-be-asked", folder=tmp_path)
    )


@pytest.mark.parametrize(
    "text", ["", "{", "[]", '{"number": "x"}', '{"number": 7, "state": "done"}']
)
def test_an_answer_that_cannot_be_read_is_none(room: Room, text: str) -> None:
    """Wait on after an unreadable answer."""
    room.answer.write_text(text, "utf-8")
    assert heard(room, int(NOW * 1000)).state == "working" and seen(room).heard is None


def test_where_updates_come_another_way(room: Room) -> None:
    """Say how else to update in a checkout, on a desktop, and in old installations."""
    checkout = carry_out(post(room)._replace(python=Path("/opt/derby/.venv")), CheckForUpdates())
    assert isinstance(checkout, UpdatesSeen) and checkout.version == __version__
    assert "/opt/derby/.venv" in str(checkout.elsewhere) and checkout.offers == ()
    (room.root / UNIT[1:]).unlink()
    assert (
        str(seen(room).elsewhere) == recorded("sudo-clockwork-derby-update-install")
        and seen(room).offers == ()
    )


def test_the_screen_says_it_in_its_own_language(room: Room) -> None:
    """Show refusals, slots, progress and results in the screen's language."""
    german = spoken("de")
    (room.stick / f"{SUMS}.sig").unlink()
    found = seen(room)
    assert [words.said(german) for words in found.slots] == recorded("Installation-a-Version-0-1-0")
    assert found.offers[0].place.said(german) == recorded("auf-dem-Stick-STICK")
    assert found.offers[0].words.said(german) == recorded("SHA256SUMS-sig-fehlt-also-ist-unbekannt")
    room.ask(room.wheel)
    assert heard(room, 7).words.said(german) == recorded("SHA256SUMS-sig-fehlt-also")
    sign(room.stick)
    room.ask(room.wheel)
    assert heard(room, 7).words.said(german) == recorded("Version-0-2-0-liegt-in")


def test_root_and_game_may_be_of_different_age(room: Room) -> None:
    """Show an old answer without texts unchanged, and give an old game its English."""
    room.answer.write_text(
        '{"number": 7, "state": "failed", "words": "It is damaged.", "since": 1.0}', "utf-8"
    )
    assert heard(room, 7).words == verbatim("It is damaged.")
    write_answer(room.answer, UpdateProgress(8, "failed", text("it gave no reason"), NOW))
    assert json.loads(room.answer.read_text("utf-8"))["words"] == recorded(
        "it-said-nothing"
    ) and heard(room, 8).words == text("it gave no reason")
