"""The screen's side of updates: what it finds, how it asks, and what it hears from the system, which is really asked here."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from companion import __version__
from companion.app import updates
from companion.app.updates import PATIENCE, UNIT, Post, carried_out
from companion.session.commands import AskForUpdate, AwaitUpdate, LookForUpdates
from companion.session.pages.update import UpdateHeard, UpdatesSeen
from companion.update.asked import Progress, serve, write_answer
from companion.update.guard import TRIAL, proved
from companion.update.parcel import SUMS
from companion.words import NOTHING, text, verbatim
from tests.catalogues import spoken
from tests.recorded import recorded
from tests.update.asking import Room
from tests.update.places import NOW, wheel
from tests.update.signing import sign, signers

TRIED = verbatim("It is being tried.")


class Time:
    """A clock that goes only while somebody waits."""

    def __init__(self) -> None:
        """It begins when everything happens."""
        self.now = NOW

    def nap(self, seconds: float) -> None:
        """Wait."""
        self.now += seconds


@pytest.fixture
def room(tmp_path: Path) -> Room:
    """An appliance with an update on its stick."""
    room = Room(tmp_path)
    (room.root / UNIT[1:]).parent.mkdir(parents=True)
    (room.root / UNIT[1:]).touch()
    return room


def post(room: Room, clock: Time | None = None) -> Post:
    """What the app in slot a knows of its machine."""
    clock = clock or Time()
    return Post(
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
    """What is found."""
    found = carried_out(post(room), LookForUpdates())
    assert isinstance(found, UpdatesSeen)
    return found


def heard(room: Room, number: int, clock: Time | None = None) -> UpdateHeard:
    """What the system says now."""
    found = carried_out(post(room, clock), AwaitUpdate(number))
    assert isinstance(found, UpdateHeard)
    return found


def test_everything_is_found_the_newest_first(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """On the stick, in its folder for updates, and in the one of the games; each with its age, what is refused last and with the reason."""
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
    """The reason is told; without the stick there is nothing."""
    (room.stick / SUMS).unlink()
    (offer,) = seen(room).offers
    assert offer.age == "refused"
    assert str(offer.words) == recorded("it-cannot-be-checked", stick=room.stick)
    room.mount("")
    assert seen(room).offers == ()


def test_one_that_nobody_known_has_signed_is_refused_before_it_is_asked_for(room: Room) -> None:
    """The page names what is missing or whose key it is, in one sentence, and offers nothing; root, asked all the same, says the same."""
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
    """What hangs on USB can be pulled out, whatever it says; another disk of the machine cannot."""
    disk = room.root / "sys/devices/pci0000:00" / hub / "2-1/block/sda"
    disk.mkdir(parents=True)
    (disk / "removable").write_text("0\n", "utf-8")
    shutil.rmtree(room.root / "sys/block/sda")
    (room.root / "sys/block/sda").symlink_to(disk)
    assert len(seen(room).offers) == found


def test_asked_done_and_started_again(room: Room) -> None:
    """The whole way: asked, heard at work, done, waiting for the next start; after it the version before can be had back."""
    asked = carried_out(post(room), AskForUpdate(str(room.wheel)))
    assert isinstance(asked, UpdateHeard) and (asked.number, asked.state) == (
        int(NOW * 1000),
        "working",
    )
    assert heard(room, asked.number).state == "working"
    write_answer(room.answer, Progress(asked.number, "working", TRIED, NOW - 9))
    assert heard(room, asked.number) == UpdateHeard(asked.number, "working", TRIED, 10)
    assert seen(room).heard == UpdateHeard(asked.number, "working", TRIED, 9)
    serve(room.desk)
    done = heard(room, asked.number)
    assert done.state == "done" and str(done.words) == recorded("installation-b")
    assert (seen(room).waiting, seen(room).before, seen(room).heard) == ("0.2.0", "", None)
    proved(room.place)
    after = carried_out(post(room)._replace(python=room.place / "b"), LookForUpdates())
    assert isinstance(after, UpdatesSeen) and (after.waiting, after.before) == ("", "0.1.0")
    assert not (room.place / TRIAL).exists()
    back = carried_out(post(room), AskForUpdate(""))
    serve(room.desk)
    assert isinstance(back, UpdateHeard) and str(heard(room, back.number).words) == recorded(
        "installation-a"
    )


def test_a_request_that_nobody_takes_up_is_taken_back(room: Room) -> None:
    """After a minute it is said, and nothing is installed later, when nobody expects it any more; another's answer is not ours."""
    clock = Time()
    asked = carried_out(post(room, clock), AskForUpdate(str(room.wheel)))
    assert isinstance(asked, UpdateHeard) and room.request.exists()
    write_answer(room.answer, Progress(asked.number - 1, "done", verbatim("The one before."), NOW))
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
    """A full disk, or whatever else keeps the request from being written."""
    room.request.parent.joinpath("update.json.new").mkdir()
    asked = carried_out(post(room), AskForUpdate(str(room.wheel)))
    assert (
        isinstance(asked, UpdateHeard)
        and asked.state == "failed"
        and str(asked.words) == recorded("could-not-be-asked", folder=tmp_path)
    )


@pytest.mark.parametrize(
    "text", ["", "{", "[]", '{"number": "x"}', '{"number": 7, "state": "done"}']
)
def test_an_answer_that_cannot_be_read_is_none(room: Room, text: str) -> None:
    """It is waited for as before."""
    room.answer.write_text(text, "utf-8")
    assert heard(room, int(NOW * 1000)).state == "working" and seen(room).heard is None


def test_where_updates_come_another_way(room: Room) -> None:
    """From a checkout, on a desktop, and where it was installed before there was such a page: it is said how, and nothing is offered."""
    checkout = carried_out(post(room)._replace(python=Path("/opt/derby/.venv")), LookForUpdates())
    assert isinstance(checkout, UpdatesSeen) and checkout.version == __version__
    assert "/opt/derby/.venv" in str(checkout.elsewhere) and checkout.offers == ()
    (room.root / UNIT[1:]).unlink()
    assert (
        str(seen(room).elsewhere) == recorded("sudo-clockwork-derby-update-install")
        and seen(room).offers == ()
    )


def test_the_screen_says_it_in_its_own_language(room: Room) -> None:
    """Why an update is refused, what the slots hold, what root does and how it ended: none of it comes as finished English."""
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
    """An answer from before there were texts is shown as it stands; a game from then finds the English where it always was."""
    room.answer.write_text(
        '{"number": 7, "state": "failed", "words": "It is damaged.", "since": 1.0}', "utf-8"
    )
    assert heard(room, 7).words == verbatim("It is damaged.")
    write_answer(room.answer, Progress(8, "failed", text("it said nothing"), NOW))
    assert json.loads(room.answer.read_text("utf-8"))["words"] == recorded(
        "it-said-nothing"
    ) and heard(room, 8).words == text("it said nothing")
