"""An update is installed beside what runs: tested before it takes over, or refused."""

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
from companion.errors import UpdateError
from companion.folders import JOURNAL
from companion.journal.store import open_journal
from companion.kept_words import words_kept
from companion.privileged import TEXTS, terminal
from companion.privileged.files import copy_journal
from companion.privileged.guard import (
    CURRENT,
    before_start,
    end_trial,
    is_sound,
    running_slot,
    trial_of,
    unfinished_mark,
)
from companion.privileged.install import INCOMING, InstallOptions, SwitchedSlot, back, install
from companion.privileged.parcel import Parcel
from companion.privileged.service_user import service_user_of
from companion.words import verbatim
from tests.catalogues import spoken
from tests.privileged.places import NOW, PLAYING, keep_race, place, stub, stub_builder, tree, wheel
from tests.privileged.signing import signers
from tests.recorded import recorded


class There(NamedTuple):
    """A place, a folder with games, and an update.

    The player is an unprivileged user, or `mine`: the user who runs the test.
    """

    place: Path
    state: Path
    stick: Path
    mine: bool = False

    @property
    def options(self) -> InstallOptions:
        """Return the options of the games' owner, with the builder's key."""
        return InstallOptions(None if self.mine else service_user_of(self.state), signers())

    def install(self, builder: Callable[[Path, Parcel, Path], None] = stub_builder) -> SwitchedSlot:
        """Install the update, with slots that are scripts."""
        return install(self.stick, self.place, self.state, NOW, self.options, builder=builder)

    def back(self) -> SwitchedSlot:
        """Go back."""
        return back(self.place, self.state, NOW, self.options)


@pytest.fixture
def there(tmp_path: Path) -> There:
    """Return version 0.1.0 in slot a, with version 0.2.0 on the stick."""
    wheel(tmp_path / "stick")
    return There(place(tmp_path), tmp_path / "state", tmp_path / "stick")


@pytest.fixture
def played(tmp_path: Path) -> There:
    """Return the same with a running version that really checks whether people play."""
    wheel(tmp_path / "stick")
    return There(place(tmp_path, playing=PLAYING), tmp_path / "state", tmp_path / "stick", True)


def test_an_update_takes_over_on_trial(there: There) -> None:
    """Put an update on trial beside the running slot, which stays; delete the copies."""
    before = tree(there.place / "a")
    assert there.install() == SwitchedSlot("b", "0.2.0", "0.1.0", ())
    trial = trial_of(there.place)
    assert (
        running_slot(there.place) == "b"
        and trial is not None
        and trial[:4] == ("a", "b", "0.2.0", NOW)
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
    """Use the other slot for the next update only after the first one is proved."""
    there.install()
    with pytest.raises(UpdateError, match=r"version 0\.2\.0 is still on trial: start the app once"):
        there.install()
    end_trial(there.place)
    wheel(there.stick.with_name("newer"), "0.3.0")
    assert there._replace(stick=there.stick.with_name("newer")).install()[:3] == (
        "a",
        "0.3.0",
        "0.2.0",
    )
    assert running_slot(there.place) == "a"


def test_back_is_a_trial_too(there: There) -> None:
    """Go back on trial, if the other slot passes its test with the present journal."""
    there.install()
    end_trial(there.place)
    assert there.back()[:3] == ("a", "0.1.0", "0.2.0") and running_slot(there.place) == "a"
    assert (
        before_start(there.place)
        and before_start(there.place)
        and before_start(there.place) == recorded("installation-b-runs-again")
    )


def test_there_must_be_something_to_go_back_to(there: There) -> None:
    """Refuse to go back to an empty or unfinished slot."""
    with pytest.raises(UpdateError, match=r"installation b .* holds no version to go back to"):
        there.back()
    stub(there.place / "b", "0.0.1")
    unfinished_mark(there.place, "b").touch()
    with pytest.raises(UpdateError, match="holds no version to go back to"):
        there.back()
    unfinished_mark(there.place, "b").unlink()
    shutil.rmtree(there.place / "b")
    stub(there.place / "b", "0.0.1", "echo 'clockwork-derby: The journal is newer.' >&2; exit 2")
    with pytest.raises(
        UpdateError, match="installation b did not pass its own test: The journal is newer"
    ):
        there.back()
    assert (
        running_slot(there.place) == "a"
        and trial_of(there.place) is None
        and not (there.place / INCOMING).exists()
    )


def no_room(_slot: Path, _parcel: Parcel, _running: Path) -> None:
    """Raise the error of a full disk."""
    raise OSError(28, "No space left on device")


def copies_badly(_slot: Path, _parcel: Parcel, _running: Path) -> None:
    """Raise the error of shutil's copying, which collects what it could not copy."""
    raise shutil.Error([("a", "b", "no room")])


def fails(more: str) -> Callable[[Path, Parcel, Path], None]:
    """Return a builder of slots that do this when they test themselves."""
    return lambda slot, parcel, _running: stub(slot, parcel.wheel.version, more)


@pytest.mark.parametrize(
    ("builder", "words"),
    [
        (
            no_room,
            (
                r"could not be written to .* \(No space left on device\): the running version "
                r"is unchanged"
            ),
        ),
        (copies_badly, "a file could not be copied"),
        (
            fails("echo 'clockwork-derby: Board 3 does not load.' >&2; exit 2"),
            "installation b did not pass its own test: Board 3 does not load",
        ),
        (fails("exit 1"), "did not pass its own test: it gave no reason"),
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
    """Change nothing after a failure, clean up, say why, and succeed next time."""
    before = tree(there.place / "a")
    with pytest.raises(UpdateError, match=words):
        there.install(builder)
    assert (
        running_slot(there.place) == "a"
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
    """Say before how much room there is and how much is needed."""
    (there.place / "a" / "large").write_bytes(bytes(4 * 2**20))
    monkeypatch.setattr(shutil, "disk_usage", lambda _path: SimpleNamespace(free=66 * 2**20))
    with pytest.raises(
        UpdateError, match=r"has 66 MB free, and installation b needs 6[89] MB: make room"
    ):
        there.install()
    assert running_slot(there.place) == "a"


def test_a_stick_that_is_changed_meanwhile_changes_nothing(there: There) -> None:
    """Install the checked copies, which no one else can read or write."""

    def swaps(slot: Path, parcel: Parcel, here: Path) -> None:
        """Replace the files on the stick after the check."""
        wheel(there.stick, files={"companion/evil.py": b""})
        folder = parcel.wheel.path.parent
        assert (
            folder.is_relative_to(there.place / INCOMING) and folder.stat().st_mode & 0o777 == 0o700
        )
        assert b"companion/evil.py" not in parcel.wheel.path.read_bytes()
        stub_builder(slot, parcel, here)

    assert there.install(swaps).slot == "b"


def test_never_while_a_race_is_played(played: There) -> None:
    """Refuse while a race is unfinished and its journal in use."""
    keep_race(played.state)
    assert not is_playing(played.state, 0.0)
    with closing(open_journal(played.state / JOURNAL, NOW)):
        assert is_playing(played.state, 0.0)
        with pytest.raises(
            UpdateError, match=r"a game is being played, or waits .*: end it, or stop the app"
        ):
            played.install()
        with pytest.raises(UpdateError, match="a game is being played"):
            played.back()
        assert running_slot(played.place) == "a" and not (played.place / "b").exists()
    assert played.install().slot == "b"


def test_an_app_between_races_is_no_hindrance(played: There) -> None:
    """Install while the app runs between races."""
    keep_race(played.state, over=True)
    with closing(open_journal(played.state / JOURNAL, NOW)):
        assert played.install().slot == "b"


def test_a_race_that_begins_meanwhile_stops_the_switch(played: There) -> None:
    """Check for a race again before the switch, and cancel it."""
    held = []

    def slowly(slot: Path, parcel: Parcel, here: Path) -> None:
        stub_builder(slot, parcel, here)
        keep_race(played.state)
        held.append(open_journal(played.state / JOURNAL, NOW))

    with pytest.raises(UpdateError, match="a game is being played"):
        played.install(slowly)
    held[0].close()
    assert running_slot(played.place) == "a" and trial_of(played.place) is None


def test_the_new_slot_gets_a_copy_of_the_journal(there: There) -> None:
    """Give the new slot a copy of the journal, delete it, and keep the original."""
    keep_race(there.state)
    before = tree(there.state)
    harm = 'test -s "$4/journal.db" && echo harm > "$4/journal.db" && echo "Seen."'
    assert there.install(fails(harm)).notes == (verbatim("Seen."),)
    assert tree(there.state)[JOURNAL] == before[JOURNAL] and not (there.place / INCOMING).exists()


def test_a_damaged_journal_reaches_the_new_slot_as_it_is(there: There) -> None:
    """Give the new slot a damaged journal unchanged, since it must be able to repair it."""
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
    """Refuse a second update at the same time."""

    def meanwhile(slot: Path, parcel: Parcel, here: Path) -> None:
        with pytest.raises(UpdateError, match="another update is being installed"):
            there.install()
        stub_builder(slot, parcel, here)

    assert there.install(meanwhile).slot == "b"


def test_without_rights_the_word_is_sudo(there: There, monkeypatch: pytest.MonkeyPatch) -> None:
    """Name sudo before anything is done without rights."""

    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied", str(there.place / "update.lock"))

    monkeypatch.setattr(fcntl, "flock", refuse)
    with pytest.raises(
        UpdateError, match=r"this account has no right to change .*: run the command"
    ):
        there.install()


# ---- From the command line -----------------------------------------------------------------------


def run_command(
    capsys: pytest.CaptureFixture[str],
    there: There,
    *words: str,
    command: Callable[[list[str]], int] = terminal.main,
) -> tuple[int, str]:
    """Return the status of a command and all it prints."""
    places = ("--place", str(there.place), "--state", str(there.state), "--signers", str(signers()))
    status = command(["update", *words, *places])
    said = capsys.readouterr()
    return status, said.out + said.err


@pytest.mark.parametrize("command", [terminal.main, main], ids=["root", "app"])
def test_check_and_status_change_nothing(
    there: There, capsys: pytest.CaptureFixture[str], command: Callable[[list[str]], int]
) -> None:
    """Print the same to root and others, and change nothing."""
    before = tree(there.place)
    assert run_command(capsys, there, "check", str(there.stick), command=command) == (
        0,
        recorded("clockwork_derby-0-2-0-py3-none"),
    )
    assert run_command(capsys, there, "status", command=command) == (
        0,
        recorded("installation-a-version-0-1-0"),
    )
    status, said = run_command(capsys, there, "status", "--json", command=command)
    slots = [
        {"slot": "a", "held": "version 0.1.0", "runs": True},
        {"slot": "b", "held": "empty", "runs": False},
    ]
    assert status == 0 and json.loads(said) == {"slots": slots, "news": []}
    status, said = run_command(capsys, there, "check", str(there.stick), "--json", command=command)
    assert status == 0 and json.loads(said) == {
        "file": "clockwork_derby-0.2.0-py3-none-any.whl",
        "version": "0.2.0",
        "before": "0.1.0",
    }
    assert tree(there.place) == before


def test_what_changes_something_is_roots(there: There, capsys: pytest.CaptureFixture[str]) -> None:
    """Name root's command in the app's own, and change nothing."""
    before = tree(there.place)
    for words in (("install", str(there.stick)), ("back",)):
        status, said = run_command(capsys, there, *words, command=main)
        assert (
            status == 2
            and f"sudo clockwork-derby update {words[0]}" in said
            and tree(there.place) == before
        )


def test_an_administrator_may_name_a_link(there: There, capsys: pytest.CaptureFixture[str]) -> None:
    """Follow an administrator's link, and build for real; the test finds what is missing."""
    (there.stick.parent / "link").symlink_to(there.stick)
    status, said = run_command(capsys, there, "install", str(there.stick.parent / "link"))
    assert (
        status == 2
        and said == recorded("installation-b-did-not-pass-its")
        and "companion.__main__" in said
        and running_slot(there.place) == "a"
    )


def test_faults_are_one_sentence(
    there: There, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Return 2 with one sentence on standard error, with foreign text made safe."""
    (tmp_path / "\x1b[2Jgone").mkdir()
    for words in (
        ("check", str(tmp_path)),
        ("install", str(tmp_path / "gone")),
        ("install", str(tmp_path / "\x1b[2Jgone")),
        ("back",),
    ):
        status, said = run_command(capsys, there, *words)
        assert (
            status == 2
            and said.startswith("clockwork-derby: ")
            and said.count("\n") == 1
            and "\x1b" not in said
        )


def test_a_version_examines_itself(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Pass its own test on a journal with a race, and say that this race cannot be resumed."""
    keep_race(tmp_path)
    assert main(["update", "try", "--state", str(tmp_path)]) == 0
    assert capsys.readouterr().out == recorded("The-unfinished-game-cannot-be-continued")


def test_a_cut_before_the_link_is_turned_is_nothing(there: There) -> None:
    """Ignore a half-built slot after a cut, and start as usual."""

    def cut(slot: Path, parcel: Parcel, here: Path) -> None:
        stub_builder(slot, parcel, here)
        shutil.copytree(there.place, there.place.with_name("cut"), symlinks=True)

    there.install(cut)
    left = there.place.with_name("cut")
    assert running_slot(left) == "a" and before_start(left) == "" and not is_sound(left, "b")
    with pytest.raises(UpdateError, match="no version to go back to"):
        back(left, there.state, NOW, there.options)


def test_a_version_that_examines_itself_says_texts_where_they_are_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Return texts to root for the screen, in its language, and English on a terminal."""
    (tmp_path / JOURNAL).mkdir()
    assert main(["update", "try", "--state", str(tmp_path)]) == 2
    assert capsys.readouterr().err == recorded("clockwork-derby-A-folder-has-the", folder=tmp_path)
    monkeypatch.setenv(TEXTS, "1")
    assert main(["update", "try", "--state", str(tmp_path)]) == 2
    fault = words_kept(capsys.readouterr().err.strip().removeprefix("clockwork-derby: "))
    assert fault.said(spoken("de")) == recorded("Ein-Ordner-traegt-den-Namen", folder=tmp_path)
