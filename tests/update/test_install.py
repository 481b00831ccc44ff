"""An update is installed beside what runs: tried before it takes over, refused in one sentence, and what runs is never touched."""

from __future__ import annotations

import fcntl
import json
import shutil
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import NamedTuple

import pytest

from companion.__main__ import main
from companion.commands.update import is_playing
from companion.errors import UpdateFault
from companion.folders import JOURNAL
from companion.journal.store import open_journal
from companion.kept_words import words_kept
from companion.update import TEXTS, terminal
from companion.update.files import copy_journal
from companion.update.guard import (
    CURRENT,
    before_start,
    is_sound,
    proved,
    running,
    trial_of,
    unfinished,
)
from companion.update.install import INCOMING, Manner, Switched, back, install
from companion.update.parcel import Parcel
from companion.update.player import player_of
from companion.words import verbatim
from tests.catalogues import spoken
from tests.recorded import recorded
from tests.update.places import NOW, PLAYING, keep_race, place, stub, stub_builder, tree, wheel
from tests.update.signing import signers


class There(NamedTuple):
    """A place, a folder with games, and an update; whoever plays is somebody without rights, or `mine`: whoever runs the test."""

    place: Path
    state: Path
    stick: Path
    mine: bool = False

    @property
    def manner(self) -> Manner:
        """As whoever the games belong to, with the builder's key."""
        return Manner(None if self.mine else player_of(self.state), signers())

    def install(self, builder: Callable[[Path, Parcel, Path], None] = stub_builder) -> Switched:
        """Install the update, with slots that are scripts."""
        return install(self.stick, self.place, self.state, NOW, self.manner, builder=builder)

    def back(self) -> Switched:
        """Go back."""
        return back(self.place, self.state, NOW, self.manner)


@pytest.fixture
def there(tmp_path: Path) -> There:
    """Version 0.1.0 runs in slot a; version 0.2.0 lies on the stick."""
    wheel(tmp_path / "stick")
    return There(place(tmp_path), tmp_path / "state", tmp_path / "stick")


@pytest.fixture
def played(tmp_path: Path) -> There:
    """The same, and the version that runs is asked in earnest whether people play."""
    wheel(tmp_path / "stick")
    return There(place(tmp_path, playing=PLAYING), tmp_path / "state", tmp_path / "stick", True)


def test_an_update_takes_over_on_trial(there: There) -> None:
    """Beside the slot that runs, which stays as it is; what was carried in is gone."""
    before = tree(there.place / "a")
    assert there.install() == Switched("b", "0.2.0", "0.1.0", ())
    trial = trial_of(there.place)
    assert (
        running(there.place) == "b" and trial is not None and trial[:4] == ("a", "b", "0.2.0", NOW)
    )
    assert tree(there.place / "a") == before
    assert sorted(path.name for path in there.place.iterdir()) == [
        "a",
        "b",
        CURRENT,
        "trial",
        "update.lock",
    ]
    assert is_sound(there.place, "b")


def test_the_next_update_goes_into_the_other_slot(there: There) -> None:
    """Not before the first one is proved, since one of the two must be known to be good."""
    there.install()
    with pytest.raises(UpdateFault, match=r"version 0\.2\.0 is still on trial: start the app once"):
        there.install()
    proved(there.place)
    wheel(there.stick.with_name("newer"), "0.3.0")
    assert there._replace(stick=there.stick.with_name("newer")).install()[:3] == (
        "a",
        "0.3.0",
        "0.2.0",
    )
    assert running(there.place) == "a"


def test_back_is_a_trial_too(there: There) -> None:
    """The other slot takes over when it passes its examination with the journal as it is now."""
    there.install()
    proved(there.place)
    assert there.back()[:3] == ("a", "0.1.0", "0.2.0") and running(there.place) == "a"
    assert (
        before_start(there.place)
        and before_start(there.place)
        and before_start(there.place) == recorded("installation-b-runs-again")
    )


def test_there_must_be_something_to_go_back_to(there: There) -> None:
    """An empty slot, and one that was not finished, are none."""
    with pytest.raises(UpdateFault, match=r"installation b .* holds no version to go back to"):
        there.back()
    stub(there.place / "b", "0.0.1")
    unfinished(there.place, "b").touch()
    with pytest.raises(UpdateFault, match="holds no version to go back to"):
        there.back()
    unfinished(there.place, "b").unlink()
    shutil.rmtree(there.place / "b")
    stub(there.place / "b", "0.0.1", "echo 'clockwork-derby: The journal is newer.' >&2; exit 2")
    with pytest.raises(
        UpdateFault, match="installation b did not pass its own test: The journal is newer"
    ):
        there.back()
    assert (
        running(there.place) == "a"
        and trial_of(there.place) is None
        and not (there.place / INCOMING).exists()
    )


def no_room(_slot: Path, _parcel: Parcel, _running: Path) -> None:
    """A builder that finds the disk full."""
    raise OSError(28, "No space left on device")


def copies_badly(_slot: Path, _parcel: Parcel, _running: Path) -> None:
    """A builder whose copying fails as shutil's does, which gathers what it could not copy."""
    raise shutil.Error([("a", "b", "no room")])


def fails(more: str) -> Callable[[Path, Parcel, Path], None]:
    """A builder of slots that do this when they are to examine themselves."""
    return lambda slot, parcel, _running: stub(slot, parcel.wheel.version, more)


@pytest.mark.parametrize(
    ("builder", "words"),
    [
        (
            no_room,
            r"could not be written to .* \(No space left on device\): the running version is unchanged",
        ),
        (copies_badly, "a file could not be copied"),
        (
            fails("echo 'clockwork-derby: Board 3 does not load.' >&2; exit 2"),
            "installation b did not pass its own test: Board 3 does not load",
        ),
        (fails("exit 1"), "did not pass its own test: it said nothing"),
        (fails("kill -SEGV $$"), "did not pass its own test"),
        (
            lambda slot, _parcel, _running: stub(slot, "0.1.9"),
            r"expected clockwork-derby 0\.2\.0, found clockwork-derby 0\.1\.9",
        ),
        (lambda slot, _parcel, _running: stub(slot, "0.2.0 or so"), "does not say its version"),
        (
            lambda slot, _parcel, _running: slot.mkdir(),
            "did not pass its own test|cannot be started",
        ),
    ],
    ids=range(8),
)
def test_what_fails_on_the_way_changes_nothing(
    there: There, builder: Callable[[Path, Parcel, Path], None], words: str
) -> None:
    """One sentence; slot a runs, nothing is on trial, what was begun is cleared away, and the next attempt succeeds."""
    before = tree(there.place / "a")
    with pytest.raises(UpdateFault, match=words):
        there.install(builder)
    assert (
        running(there.place) == "a"
        and tree(there.place / "a") == before
        and trial_of(there.place) is None
    )
    assert (
        not is_sound(there.place, "b")
        and not (there.place / "b").exists()
        and not (there.place / INCOMING).exists()
    )
    assert there.install().slot == "b"


def test_a_disk_without_room_is_known_before(there: There, monkeypatch: pytest.MonkeyPatch) -> None:
    """How much there is and how much it takes."""
    (there.place / "a" / "large").write_bytes(bytes(4 * 2**20))
    monkeypatch.setattr(shutil, "disk_usage", lambda _path: SimpleNamespace(free=66 * 2**20))
    with pytest.raises(
        UpdateFault, match=r"has 66 MB free, and installation b needs 6[89] MB: make room"
    ):
        there.install()
    assert running(there.place) == "a"


def test_a_stick_that_is_changed_meanwhile_changes_nothing(there: There) -> None:
    """What was checked on our own disk is what is installed, and nobody else can look or write there."""

    def swaps(slot: Path, parcel: Parcel, here: Path) -> None:
        """Somebody puts other files on the stick, now that all has been checked."""
        wheel(there.stick, files={"companion/evil.py": b""})
        folder = parcel.wheel.path.parent
        assert (
            folder.is_relative_to(there.place / INCOMING) and folder.stat().st_mode & 0o777 == 0o700
        )
        assert b"companion/evil.py" not in parcel.wheel.path.read_bytes()
        stub_builder(slot, parcel, here)

    assert there.install(swaps).slot == "b"


def test_never_while_a_race_is_played(played: There) -> None:
    """A race that is not over and a journal that somebody holds: only both together are a game that is going on."""
    keep_race(played.state)
    assert not is_playing(played.state, 0.0)
    with closing(open_journal(played.state / JOURNAL, NOW)):
        assert is_playing(played.state, 0.0)
        with pytest.raises(
            UpdateFault, match=r"a game is being played, or waits .*: end it, or stop the app"
        ):
            played.install()
        with pytest.raises(UpdateFault, match="a game is being played"):
            played.back()
        assert running(played.place) == "a" and not (played.place / "b").exists()
    assert played.install().slot == "b"


def test_an_app_between_races_is_no_hindrance(played: There) -> None:
    """The appliance's app always runs; what counts is the race."""
    keep_race(played.state, over=True)
    with closing(open_journal(played.state / JOURNAL, NOW)):
        assert played.install().slot == "b"


def test_a_race_that_begins_meanwhile_stops_the_switch(played: There) -> None:
    """It is looked at once more when the new slot is ready, and that slot does not take over then."""
    held = []

    def slowly(slot: Path, parcel: Parcel, here: Path) -> None:
        stub_builder(slot, parcel, here)
        keep_race(played.state)
        held.append(open_journal(played.state / JOURNAL, NOW))

    with pytest.raises(UpdateFault, match="a game is being played"):
        played.install(slowly)
    held[0].close()
    assert running(played.place) == "a" and trial_of(played.place) is None


def test_the_new_slot_gets_a_copy_of_the_journal(there: There) -> None:
    """It may do with it what it likes: the journal is the same after, and the copy is gone."""
    keep_race(there.state)
    before = tree(there.state)
    harm = 'test -s "$4/journal.db" && echo harm > "$4/journal.db" && echo "Seen."'
    assert there.install(fails(harm)).notes == (verbatim("Seen."),)
    assert tree(there.state)[JOURNAL] == before[JOURNAL] and not (there.place / INCOMING).exists()


def test_a_damaged_journal_reaches_the_new_slot_as_it_is(there: There) -> None:
    """The new version must be able to put it in order, so it is given all there is."""
    keep_race(there.state)
    with closing(open_journal(there.state / JOURNAL, NOW)):
        damaged = b"no journal at all" * 400
        (there.state / JOURNAL).write_bytes(damaged)
        copy_journal(there.state / JOURNAL, there.stick / "copy.db")
        assert (there.stick / "copy.db").read_bytes() == damaged
    assert (
        there.install(
            fails('cmp "$4/journal.db" "' + str(there.state / JOURNAL) + '" || exit 1')
        ).slot
        == "b"
    )


def test_two_at_once_are_one_too_many(there: There) -> None:
    """The second says so and does nothing."""

    def meanwhile(slot: Path, parcel: Parcel, here: Path) -> None:
        with pytest.raises(UpdateFault, match="another update is being installed"):
            there.install()
        stub_builder(slot, parcel, here)

    assert there.install(meanwhile).slot == "b"


def test_without_rights_the_word_is_sudo(there: There, monkeypatch: pytest.MonkeyPatch) -> None:
    """Said before anything is done."""

    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied", str(there.place / "update.lock"))

    monkeypatch.setattr(fcntl, "flock", refuse)
    with pytest.raises(
        UpdateFault, match="may not be changed from this account: run the command with sudo"
    ):
        there.install()


# ---- From the command line -------------------------------------------------------------------------------------------------


def told(
    capsys: pytest.CaptureFixture[str],
    there: There,
    *words: str,
    command: Callable[[list[str]], int] = terminal.main,
) -> tuple[int, str]:
    """The status of a command and all it says."""
    places = ("--place", str(there.place), "--state", str(there.state), "--signers", str(signers()))
    status = command(["update", *words, *places])
    said = capsys.readouterr()
    return status, said.out + said.err


@pytest.mark.parametrize("command", [terminal.main, main], ids=["root", "app"])
def test_check_and_status_change_nothing(
    there: There, capsys: pytest.CaptureFixture[str], command: Callable[[list[str]], int]
) -> None:
    """What would be installed, and what is; root and everybody else hear the same."""
    before = tree(there.place)
    assert told(capsys, there, "check", str(there.stick), command=command) == (
        0,
        recorded("clockwork_derby-0-2-0-py3-none"),
    )
    assert told(capsys, there, "status", command=command) == (
        0,
        recorded("installation-a-version-0-1-0"),
    )
    status, said = told(capsys, there, "status", "--json", command=command)
    slots = [
        {"slot": "a", "held": "version 0.1.0", "runs": True},
        {"slot": "b", "held": "empty", "runs": False},
    ]
    assert status == 0 and json.loads(said) == {"slots": slots, "news": []}
    status, said = told(capsys, there, "check", str(there.stick), "--json", command=command)
    assert status == 0 and json.loads(said) == {
        "file": "clockwork_derby-0.2.0-py3-none-any.whl",
        "version": "0.2.0",
        "before": "0.1.0",
    }
    assert tree(there.place) == before


def test_what_changes_something_is_roots(there: There, capsys: pytest.CaptureFixture[str]) -> None:
    """The app's own command names the one that does it, and touches nothing."""
    before = tree(there.place)
    for words in (("install", str(there.stick)), ("back",)):
        status, said = told(capsys, there, *words, command=main)
        assert (
            status == 2
            and f"sudo clockwork-derby update {words[0]}" in said
            and tree(there.place) == before
        )


def test_an_administrator_may_name_a_link(there: There, capsys: pytest.CaptureFixture[str]) -> None:
    """It is fetched, checked and really built; what it lacks is found when it is tried."""
    (there.stick.parent / "link").symlink_to(there.stick)
    status, said = told(capsys, there, "install", str(there.stick.parent / "link"))
    assert (
        status == 2
        and said == recorded("installation-b-did-not-pass-its")
        and "companion.__main__" in said
        and running(there.place) == "a"
    )


def test_faults_are_one_sentence(
    there: There, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """On standard error, with status 2; what others have written reaches no terminal as it is."""
    (tmp_path / "\x1b[2Jgone").mkdir()
    for words in (
        ("check", str(tmp_path)),
        ("install", str(tmp_path / "gone")),
        ("install", str(tmp_path / "\x1b[2Jgone")),
        ("back",),
    ):
        status, said = told(capsys, there, *words)
        assert (
            status == 2
            and said.startswith("clockwork-derby: ")
            and said.count("\n") == 1
            and "\x1b" not in said
        )


def test_a_version_examines_itself(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """This one passes, on a journal that holds a race; that the race cannot be gone on with is said."""
    keep_race(tmp_path)
    assert main(["update", "try", "--state", str(tmp_path)]) == 0
    assert capsys.readouterr().out == recorded("The-unfinished-game-cannot-be-continued")


def test_a_cut_before_the_link_is_turned_is_nothing(there: There) -> None:
    """A slot that is half there is not gone back to, and the next start is as usual."""

    def cut(slot: Path, parcel: Parcel, here: Path) -> None:
        stub_builder(slot, parcel, here)
        shutil.copytree(there.place, there.place.with_name("cut"), symlinks=True)

    there.install(cut)
    left = there.place.with_name("cut")
    assert running(left) == "a" and before_start(left) == "" and not is_sound(left, "b")
    with pytest.raises(UpdateFault, match="no version to go back to"):
        back(left, there.state, NOW, there.manner)


def test_a_version_that_examines_itself_says_texts_where_they_are_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Root asks for them, and the screen says them in its own language; whoever types it reads English."""
    (tmp_path / JOURNAL).mkdir()
    assert main(["update", "try", "--state", str(tmp_path)]) == 2
    assert capsys.readouterr().err == recorded("clockwork-derby-A-folder-has-the", folder=tmp_path)
    monkeypatch.setenv(TEXTS, "1")
    assert main(["update", "try", "--state", str(tmp_path)]) == 2
    told = words_kept(capsys.readouterr().err.strip().removeprefix("clockwork-derby: "))
    assert told.said(spoken("de")) == recorded("Ein-Ordner-traegt-den-Namen", folder=tmp_path)
