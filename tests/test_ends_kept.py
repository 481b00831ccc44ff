"""The power goes as a race ends, or goes on after its end.

The next start keeps each race that ended by the journal, once, from any state of the disk.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import pytest

from companion.app.loop import EventLoop
from companion.app.records import keep_records, read_records
from companion.records.book import Book
from companion.session.messages import (
    ApplyCorrection,
    BackToSetup,
    Begin,
    ChooseBoard,
    ClearMarkers,
    Confirm,
    Go,
    GoBack,
    GoForward,
    OpenPage,
    SetRule,
    TouchSquare,
)
from companion.session.pages.records import AddPerson, DropPerson, ProposeDrop
from companion.session.view import BOARD, OVER
from companion.words import text
from tests.kept import evening, games_of, say
from tests.kept_games import runner
from tests.test_records import to_the_end
from tests.typed import serve

ALONE: Final = (
    ChooseBoard("going-train"),
    Go("flags"),
    ClearMarkers(),
    TouchSquare("F14"),
    SetRule("flag_hit", "pass"),
    SetRule("lives", "inf"),
    SetRule("mode", "time_trial"),
    AddPerson("Anna", 1),
    Go("rules"),
    Begin(),
)
"""Anna races alone to one flag; with the first cards of her hands she wins in the third turn (seed
37)."""
BY_A_PILOT: Final = tuple(message for message in ALONE if not isinstance(message, AddPerson))


class Camera:
    """Copies the folder to `cuts` before each request to records, as a power cut would leave it."""

    def __init__(self, loop: EventLoop, home: Path, cuts: Path) -> None:
        self._home, self.cuts = home, cuts
        records = loop.host.records
        assert records is not None
        serve(
            records,
            dated=self._copied_first(records.dated),
            key=self._copied_first(records.key),
            keep=self._copied_first(records.keep),
        )

    def _copied_first(self, asked: Callable[..., object]) -> Callable[..., object]:
        def copied(*args: object) -> object:
            shutil.copytree(self._home, self.cuts / str(len([*self.cuts.iterdir()])))
            return asked(*args)

        return copied


def book_of(folder: Path) -> Book:
    """Return what the folder keeps, without the minutes of dates."""
    found = read_records(folder)
    assert not found.trouble
    return found.book._replace(races=tuple(race._replace(date="") for race in found.book.races))


@pytest.fixture(scope="module")
def ended(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a race of Anna alone that ends, goes on after its end, and ends again.

    It holds `home`, and `ended`, `undone` and `again` with a copy for each moment of it.
    """
    folder = tmp_path_factory.mktemp("ended")
    for name in ("ended", "undone", "again"):
        (folder / name).mkdir()
    with evening(folder / "home", "person", seed=37, fresh=True) as loop:
        say(loop, *ALONE)
        camera = Camera(loop, folder / "home", folder / "ended")
        to_the_end(loop)
        camera.cuts = folder / "undone"
        say(loop, ApplyCorrection(GoBack("turn")))
        camera.cuts = folder / "again"
        say(loop, ApplyCorrection(GoForward()))
        while loop.session.timeline.table_sync is not None:
            say(loop, Confirm(loop.session.revision))
        assert loop.session.page == OVER
    return folder


def cuts(folder: Path, name: str, copies: Path) -> Iterator[Path]:
    """Yield copies of such moments for one test."""
    found = sorted((folder / name).iterdir())
    assert len(found) >= 2
    for cut in found:
        yield Path(shutil.copytree(cut, copies / cut.name))


@pytest.mark.parametrize("name", ["ended", "again"])
def test_a_race_alone_that_ends_as_the_power_goes_is_kept_once(
    ended: Path, tmp_path: Path, name: str
) -> None:
    """Keep the race once for its person and among the best on its course, after a cut at any step.

    The next start changes nothing.
    """
    whole = book_of(ended / "home")
    assert (
        len(whole.races) == len(whole.trials) == 1
        and whole.trials[0].person == 1
        and whole.ended == whole.races[0].key == whole.trials[0].key
    )
    for cut in cuts(ended, name, tmp_path):
        with evening(cut) as loop:
            assert loop.session.page == BOARD and not loop.session.notice
        assert book_of(cut) == whole
        before = (cut / "records.json").read_bytes()
        with evening(cut):
            pass
        assert (cut / "records.json").read_bytes() == before


def test_one_that_goes_on_after_its_end_is_not_kept(ended: Path, tmp_path: Path) -> None:
    """Neither of its records; when it has come to its end again, both are kept again, once."""
    whole = book_of(ended / "home")
    for cut in cuts(ended, "undone", tmp_path):
        with evening(cut) as loop:
            assert loop.session.timeline.resume_check is not None and (
                book_of(cut).races,
                book_of(cut).trials,
            ) == ((), ())
            say(loop, Confirm(loop.session.revision), Confirm(loop.session.revision))
            to_the_end(loop)
        assert book_of(cut) == whole


def test_who_begins_anew_instead_finds_it_taken_back_too(ended: Path, tmp_path: Path) -> None:
    """Remove the records by the journal, also if a new session begins instead."""
    for cut in cuts(ended, "undone", tmp_path):
        assert book_of(cut) == book_of(ended / "home")
        with evening(cut, fresh=True):
            assert (book_of(cut).races, book_of(cut).trials) == ((), ())


def test_who_is_deleted_does_not_come_back_with_its_race(ended: Path, tmp_path: Path) -> None:
    """Do not restore a deleted person by its race, which the journal still has without a name."""
    home = Path(shutil.copytree(ended / "home", tmp_path / "home"))
    with evening(home) as loop:
        say(loop, OpenPage("records"), ProposeDrop(True), DropPerson(1))
    for known in (book_of(home).ended, ""):
        book = book_of(home)._replace(ended=known)
        assert (book.people, book.races, book.trials) == ((), (), ())
        keep_records(home, book)
        with evening(home) as loop:
            assert (loop.session.config.records.races, loop.session.config.records.trials) == (
                (),
                (),
            )


def test_all_that_ended_unwritten_are_kept_in_their_order(tmp_path: Path) -> None:
    """Keep two races that could not be written, in order, with the pilot's count."""
    with evening(tmp_path, "racer", seed=3, fresh=True) as loop:
        say(loop, *BY_A_PILOT)
        to_the_end(loop)
        first = book_of(tmp_path)
        serve(loop.host.records, keep=lambda book: text("There is no room."))
        for _ in range(2):
            say(loop, BackToSetup(), Go("rules"), Begin())
            to_the_end(loop)
        wanted = loop.session.config.records
    assert book_of(tmp_path) == first and len(wanted.trials) == 3
    with evening(tmp_path):
        pass
    assert (
        book_of(tmp_path) == wanted and [one.key for one in wanted.trials].count(wanted.ended) == 1
    )


def test_what_was_imported_is_no_race_of_this_table(
    ended: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Keep no race of an imported game: its people have other numbers."""
    games = runner(capsys, monkeypatch, tmp_path)
    number = next(game.id for game in games_of(ended / "home") if game.kind == "race")
    assert games("export", number, "race.json", "--state", ended / "home").status == 0
    with evening(tmp_path / "kept") as loop:
        say(loop, AddPerson("Bert", 1))
    assert games("import", "race.json").status == 0
    with evening(tmp_path / "kept") as loop:
        assert loop.session.config.records == Book().with_person("Bert")
