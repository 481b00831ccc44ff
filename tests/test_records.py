"""People and their races: kept once, taken back, found after a kill.

Files that are damaged, newer or read-only are handled.
"""

from __future__ import annotations

import csv
import json
import os
import shutil
from contextlib import closing
from pathlib import Path

import pytest

from companion.__main__ import main
from companion.app import startup
from companion.app.loop import EventLoop
from companion.app.records import ASIDE, BEFORE, FILE, keep_records, key_of, read_records
from companion.commands.records import csv_of, rows_of
from companion.errors import FormatError, JournalError
from companion.folders import JOURNAL
from companion.games import usual_game
from companion.games.asking import Questions
from companion.games.kit.story import NAMES
from companion.games.parts import Results
from companion.journal.store import open_journal
from companion.records.book import (
    MOST,
    Book,
    RecordedRace,
    Result,
    achievements_reached,
    album_of,
    figures_of,
    reached_in,
    series_of,
)
from companion.records.written import book_text, read_book
from companion.session.lobby.people_messages import SitDown
from companion.session.messages import (
    ApplyCorrection,
    Begin,
    ChooseBoard,
    ClearMarkers,
    ClosePage,
    Confirm,
    Go,
    GoBack,
    GoForward,
    HandSeat,
    OpenPage,
    SetName,
    SetRule,
    SwapSeats,
    TouchSquare,
)
from companion.session.pages.records import AddPerson, DropPerson, ProposeDrop, RenamePerson
from companion.session.view import OVER
from companion.signals import PULL, InsertCard, MoveHandle
from companion.words import NOTHING
from tests.kept import LATER, evening, games_of, say, settled
from tests.recorded import recorded
from tests.typed import present

PILOTS = ("random",) * 8
SHORT = (
    ChooseBoard("going-train"),
    Go("flags"),
    ClearMarkers(),
    TouchSquare("G4"),
    SetRule("flag_hit", "pass"),
)


def counted(**numbers: int) -> dict[str, int]:
    """Return all counters, most of them 0."""
    return {**dict.fromkeys(NAMES, 0), **numbers}


def race(key: str, *results: Result, date: str = "2026-11-25 20:00") -> RecordedRace:
    """Return a race of the book."""
    return RecordedRace("clockwork_derby", 1, "Going Train", 5, results, key, date)


TWO = Book().with_person("Anna").with_person("  Bert ")
FULL = TWO.with_race(
    race(
        "1",
        Result(1, 1, 1, True, counted(fields_forward=9, damage_taken=1)),
        Result(2, 3, 2, False, counted(deaths=1)),
    )
).with_race(
    race(
        "2",
        Result(1, 2, 2, False, counted(fields_forward=4, fields_backward=1)),
        date="2026-11-26 20:00",
    ),
)


# ---- The book ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("anna", "Anna-is-on-the-list-already"),
        (" BERT", "Bert-is-on-the-list-already"),
        ("   ", "no-letter"),
        ("A" * 13, "13-letters"),
        ("Clara", "nothing"),
    ],
)
def test_a_name_is_there_once(name: str, words: str) -> None:
    """Compare names without capitals and surrounding blanks."""
    assert str(TWO.why_not(name)) == recorded(words)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("bert", "Bert-is-on-the-list-already"),
        ("", "no-letter"),
        ("ANNA", "nothing"),
        ("Annabel", "nothing"),
    ],
)
def test_a_person_is_called_otherwise(name: str, words: str) -> None:
    """Rename a person, but not to another's name.

    Respelling one's own works in a full book, too.
    """
    crowd = TWO
    while len(crowd.people) < MOST:
        crowd = crowd.with_person(f"P{len(crowd.people)}")
    for book in (TWO, crowd):
        assert str(book.why_not_called(name, 1)) == recorded(words)
    after = FULL.with_name(1, "  Anna  Bel ")
    assert [person.name for person in after.people] == ["Anna Bel", "Bert"] and after._replace(
        people=FULL.people
    ) == FULL


def test_a_number_is_never_given_twice() -> None:
    """Never reuse a number: kept games know people by it."""
    after = TWO.without_person(2).with_person("Bert")
    assert [(person.number, person.name) for person in after.people] == [(1, "Anna"), (3, "Bert")]


def test_who_is_deleted_is_gone_from_everything() -> None:
    """Delete a person with all results, and races without people; keep those of others."""
    after = FULL.without_person(2)
    assert "Bert" not in book_text(after) and [len(one.results) for one in after.races] == [1, 1]
    assert (
        FULL.without_person(1).races[0].results == (FULL.races[0].results[1],)
        and len(FULL.without_person(1).races) == 1
    )


def test_a_race_is_kept_once() -> None:
    """Replace a race of the same key, in its place."""
    again = FULL.with_race(race("1", Result(1, 1, 2, False, counted())))
    assert [one.key for one in again.races] == ["1", "2"] and not again.races[0].results[0].won
    assert FULL.without_race("1").races == FULL.races[1:] and FULL.without_race("7") == FULL
    # Nothing is kept of unknown people.
    assert TWO.with_race(race("9", Result(8, 1, 1, True, counted()))) == TWO


def test_sums_best_values_and_curves() -> None:
    """Sum by counter over all games, and find the best; a game without a counter is no point."""
    figures = figures_of(FULL, 1)
    assert (
        figures.games,
        figures.won,
        figures.totals["fields_forward"],
        figures.most["fields_forward"],
    ) == (2, 1, 13, 9)
    few = FULL.with_race(
        race("3", Result(1, 1, 1, True, {"fields_forward": 20}), date="2026-11-27 20:00")
    )
    assert series_of(few, 1, ("fields_forward", "fields_backward")) == (
        ("2026-11-25 20:00", 9),
        ("2026-11-26 20:00", 5),
        ("2026-11-27 20:00", 20),
    )
    assert len(series_of(few, 1, ("deaths",))) == 2
    assert figures_of(Book(), 7) == (0, 0, {}, {})


def test_an_album_says_how_far_each_one_is() -> None:
    """Show the date of each achievement, and how much the others need."""
    album = {stamp.achievement.key: stamp for stamp in album_of(FULL, 1)}
    assert len(album) == 34
    assert (album["ACH13"].date, album["ACH13"].have, album["ACH13"].needed) == (
        "2026-11-26 20:00",
        10,
        10,
    )
    assert (album["ACH14"].date, album["ACH14"].have, album["ACH14"].needed) == (None, 14, 50)
    assert album["ACH32"].date == "2026-11-26 20:00" and album["ACH33"].date == "2026-11-25 20:00"
    assert reached_in(FULL, FULL.races[1]) == {1: ("ACH13", "ACH32")} and set(
        achievements_reached(FULL, 2)
    ) == {
        "ACH10",
        "ACH32",
        "ACH34",
    }


# ---- The file ------------------------------------------------------------------------------------


def test_what_is_written_is_read() -> None:
    """Read back the very same book."""
    assert read_book(book_text(FULL), "x") == FULL and read_book(book_text(Book()), "x") == Book()


@pytest.mark.parametrize(
    "spoil",
    [
        lambda facts: facts.pop("people"),
        lambda facts: facts.update(next=1),
        lambda facts: facts["people"].append(facts["people"][0]),
        lambda facts: facts["races"][0].pop("key"),
        lambda facts: facts["races"][0].update(turns="5"),
        lambda facts: facts["races"][0]["results"][0].update(person=9),
        lambda facts: facts["races"][0]["results"][0]["counted"].update(luck=3),
        lambda facts: facts["people"][0].update(number=True),
        lambda facts: facts.update(version=0),
    ],
)
def test_what_is_no_book_is_said(spoil: object) -> None:
    """Report each fault by itself, with its place."""
    facts = json.loads(book_text(FULL))
    spoil(facts)  # type: ignore[operator]
    with pytest.raises(FormatError, match=r"^here: found "):
        read_book(json.dumps(facts), "here")


def test_a_damaged_file_is_set_aside_and_the_one_before_it_stands_for_it(tmp_path: Path) -> None:
    """Move a damaged file aside and read the one before it, or begin with an empty book."""
    assert read_records(tmp_path) == (Book(), NOTHING, False)
    keep_records(tmp_path, TWO)
    keep_records(tmp_path, FULL)
    (tmp_path / FILE).write_text(book_text(FULL)[:-40], "utf-8")
    found = read_records(tmp_path)
    assert (
        found.book == TWO
        and str(found.trouble) == recorded("as-they-were-before-its-last", folder=tmp_path)
        and (tmp_path / f"{FILE}{ASIDE}").exists()
    )
    (tmp_path / f"{FILE}{BEFORE}").unlink()
    (tmp_path / FILE).write_bytes(b"\xff\x00")
    assert str(read_records(tmp_path).trouble) == recorded(
        "is-empty-now", folder=tmp_path
    ) and read_records(tmp_path) == (
        Book(),
        NOTHING,
        False,
    )


def test_a_newer_file_is_left_alone(tmp_path: Path) -> None:
    """Neither read nor write a newer file, say so, and play on."""
    newer = json.dumps({"version": 2, "players": []})
    (tmp_path / FILE).write_text(newer, "utf-8")
    with evening(tmp_path, *PILOTS) as loop:
        assert str(loop.session.notice) == recorded("newer-version", folder=tmp_path)
        say(loop, AddPerson("Anna"))
        assert str(loop.session.notice) == recorded("newer-version-2", folder=tmp_path) and [
            person.name for person in loop.session.config.records.people
        ] == ["Anna"]
    assert (tmp_path / FILE).read_text("utf-8") == newer


@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_a_kill_in_mid_write_leaves_the_old_or_the_new(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    """Leave the old or the new file after a kill at any call."""
    keep_records(tmp_path, TWO)

    def dies(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, step, dies)
    with pytest.raises(KeyboardInterrupt):
        keep_records(tmp_path, FULL)
    monkeypatch.undo()
    assert read_records(tmp_path) == (TWO, NOTHING, False)
    assert not keep_records(tmp_path, FULL) and read_records(tmp_path).book == FULL


# ---- Races ---------------------------------------------------------------------------------------


def with_people(loop: EventLoop) -> None:
    """Seat two people at seats 1 and 3, and six pilots, in a race to one flag close by."""
    for message in SHORT:
        loop.send(message)
    say(loop, AddPerson("Anna", 1), AddPerson("Bert", 3), Go("rules"), Begin())


def to_the_end(loop: EventLoop) -> None:
    """Confirm everything; people put in the first cards of their hands."""
    while loop.session.page != OVER:
        match = loop.session.match
        for ask in (
            match.next_step.asks
            if match is not None and isinstance(match.next_step, Questions)
            else ()
        ):
            if (
                loop.session.is_person(ask.player)
                and ask.seat not in present(match).question.answers
            ):
                free = ask.program.free
                say(
                    loop,
                    *(
                        InsertCard(ask.seat, slot, code)
                        for slot, code in zip(free, ask.hand.codes or (), strict=False)
                    ),
                    MoveHandle(ask.seat, PULL),
                )
        say(loop, Confirm(loop.session.revision))


@pytest.fixture(scope="module")
def raced(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a state folder with a finished race of two people, not to be changed."""
    folder = tmp_path_factory.mktemp("raced")
    with evening(folder, *PILOTS, seed=5) as loop:
        with_people(loop)
        to_the_end(loop)
    return folder


@pytest.fixture
def home(raced: Path, tmp_path: Path) -> Path:
    """Return a copy of that folder for one test."""
    return Path(shutil.copytree(raced, tmp_path / "home"))


def kept(folder: Path) -> Book:
    """Return the current book of the folder."""
    found = read_records(folder)
    assert not found.trouble
    return found.book


def test_a_race_is_kept_for_its_people(raced: Path) -> None:
    """Keep a race for its people with the counters of its events.

    Pilots and guests are not counted, and the journal has no name.
    """
    book = kept(raced)
    (ended,) = book.races
    assert [(person.number, person.name) for person in book.people] == [(1, "Anna"), (2, "Bert")]
    assert (
        [(result.person, result.seat) for result in ended.results] == [(1, 1), (2, 3)]
        and ended.game == "clockwork"
        and ended.board == "Going Train"
    )
    assert all(
        set(result.counted) == set(NAMES)
        and result.counted["fields_forward"] + result.counted["fields_backward"] > 0
        for result in ended.results
    )
    (game,) = [one for one in games_of(raced) if one.kind == "race"]
    assert ended.key == key_of(game) and "people" in json.loads(game.header)["setup"]
    assert b"Anna" not in (raced / JOURNAL).read_bytes()


def test_the_next_start_keeps_nothing_twice_and_remembers_who_sits_where(home: Path) -> None:
    """Keep nothing twice at the next start, remember the seats, and count a new race apart.

    Pieces have the names of their people again.
    """
    before = kept(home)
    with evening(home) as loop:
        assert [(seat.person, seat.name) for seat in loop.session.lobby.setup.seats[:3]] == [
            (1, "Anna"),
            (0, "COPPER"),
            (2, "Bert"),
        ]
        assert loop.session.config.records == before == kept(home)
        say(loop, Go("rules"), Begin())
        to_the_end(loop)
    assert len(kept(home).races) == 2


def test_going_back_over_the_end_takes_the_record_back(home: Path) -> None:
    """Remove the record on undoing the end, and keep it once when the race ends again."""
    with evening(home, seed=7) as loop:
        say(loop, Go("rules"), Begin())
        to_the_end(loop)
        assert len(kept(home).races) == 2
        last = kept(home).races[1]
        say(loop, ApplyCorrection(GoBack("turn")))
        assert loop.session.page != OVER and len(kept(home).races) == 1
        say(loop, ApplyCorrection(GoForward()))
        while loop.session.timeline.table_sync is not None:
            say(loop, Confirm(loop.session.revision))
        assert loop.session.page == OVER and [
            one._replace(date="") for one in kept(home).races[1:]
        ] == [last._replace(date="")]


def test_a_race_that_was_cut_off_after_its_end_is_kept_at_the_next_start(home: Path) -> None:
    """Keep a race at the next start if the power went between journal and records.

    A sentence reports a replay that differs by now.
    """
    whole = kept(home)
    keep_records(home, whole._replace(races=(), ended=""))
    with evening(home) as loop:
        assert [one._replace(date="") for one in loop.session.config.records.races] == [
            one._replace(date="") for one in whole.races
        ]
    assert len(kept(home).races) == 1


def test_a_game_that_cannot_say_how_it_ended_costs_a_sentence(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Start the app although a game cannot say how it ended, and keep the race once it can."""
    whole = kept(home)
    keep_records(home, whole._replace(races=(), ended=""))

    def course(*_: object) -> str:
        raise ZeroDivisionError("division by zero")

    with monkeypatch.context() as broken:
        broken.setattr(type(present(Results.of(usual_game()))), "course", course)
        with evening(home) as loop:
            assert str(loop.session.notice) == recorded("its-course-fails")
    assert kept(home).races == ()
    with evening(home):
        assert len(kept(home).races) == 1


def test_one_that_cannot_be_told_again_costs_a_sentence_and_nothing_else(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Report a race that cannot be replayed, such as of older rules, and keep what was counted."""
    whole = kept(home)
    keep_records(
        home,
        whole._replace(
            races=(whole.races[0]._replace(key="0-1", version=0, date="2020-01-01 00:00"),),
            ended="",
        ),
    )

    def other_rules(*_: object, **__: object) -> None:
        raise JournalError("it was kept by rules version 0")

    monkeypatch.setattr(startup, "recall_whole", other_rules)
    with evening(home) as loop:
        assert str(loop.session.notice).replace("Nothing", "nothing") == recorded(
            "The-last-game-does-not-count"
        )
        say(loop, OpenPage("records"))
        assert str(loop.view.hint) == recorded("1-game-was-saved-under-older")
    assert [one.key for one in kept(home).races] == ["0-1"]


def test_a_second_one_at_the_table_writes_nothing(home: Path) -> None:
    """Write no records from a second process without the journal."""
    before = (home / FILE).read_bytes()
    with evening(home), evening(home) as second:
        say(second, AddPerson("Clara"))
        assert (
            "Clara" in [person.name for person in second.session.config.records.people]
            and second.session.notice
        )
    assert (home / FILE).read_bytes() == before


def test_one_that_goes_on_after_a_kill_is_not_kept_before_its_end(home: Path) -> None:
    """Keep no race whose end was undone before a kill, until it ends again."""
    with evening(home, seed=7) as loop:
        say(loop, Go("rules"), Begin())
        to_the_end(loop)
        ended = kept(home)
        say(loop, ApplyCorrection(GoBack("turn")))
    keep_records(home, ended)
    with evening(home) as loop:
        assert loop.session.timeline.resume_check is not None and len(kept(home).races) == 1
        assert [loop.session.lobby.setup.seat(seat).name for seat in (1, 3)] == ["Anna", "Bert"]


def test_who_is_deleted_is_gone_from_setups_too(home: Path) -> None:
    """Remove a deleted person from the file, its backup, the setup and the next start.

    A piece with the typed name loses it.
    """
    with evening(home) as loop:
        say(loop, SetName(5, "ANNA"), OpenPage("records"), DropPerson(1))
        assert loop.session.config.records.person(1) is not None, "nobody was asked"
        say(loop, ProposeDrop(True), DropPerson(1))
        assert [(seat.person, seat.name) for seat in loop.session.lobby.setup.seats[:5]] == [
            (0, "BRASS"),
            (0, "COPPER"),
            (2, "Bert"),
            (0, "JADE"),
            (0, "RUBY"),
        ]
    assert all("anna" not in path.read_text("utf-8").casefold() for path in home.glob(f"{FILE}*"))
    with closing(open_journal(home / JOURNAL, LATER)) as journal:
        assert all("anna" not in value.casefold() for value in journal.settings().values())
    with evening(home) as loop:
        assert [seat.name for seat in loop.session.lobby.setup.seats[:5]] == [
            "BRASS",
            "COPPER",
            "Bert",
            "JADE",
            "RUBY",
        ]
        # The last game names a deleted person by colour.
        say(loop, OpenPage("last"))
        loop.host.background.wait()
        settled(loop)
        assert loop.session.timeline.last is not None and [
            loop.session.timeline.last.lobby.setup.seat(seat).name for seat in (1, 3)
        ] == ["BRASS", "Bert"]


def test_who_is_renamed_keeps_everything(home: Path) -> None:
    """Show a new name for the piece, the finished race and the current one.

    Refuse invalid names.
    """
    before = kept(home)
    with evening(home, seed=7) as loop:
        say(loop, RenamePerson(1, "Nora"))
        assert kept(home) == before, "the page is not open"
        say(loop, OpenPage("records"))
        for name in ("bert", "", " ", "N" * 13, "a\x1bb", None, 7):
            say(loop, RenamePerson(1, name))  # type: ignore[arg-type]
            assert str(loop.session.notice) and kept(home) == before
        say(loop, RenamePerson(9, "Nora"))
        assert kept(home) == before
        say(loop, SetName(5, "NORA"), RenamePerson(1, "Nora"))
        assert not loop.session.notice and kept(home) == before._replace(
            people=(before.people[0]._replace(name="Nora"), before.people[1])
        )
        assert [(seat.person, seat.name) for seat in loop.session.lobby.setup.seats[:3]] == [
            (1, "Nora"),
            (0, "COPPER"),
            (2, "Bert"),
        ]
        say(loop, ClosePage("records"), OpenPage("last"))
        loop.host.background.wait()
        settled(loop)
        assert (
            loop.session.timeline.last is not None
            and loop.session.timeline.last.lobby.setup.seat(1).name == "Nora"
        )
        say(loop, ClosePage("last"), Go("rules"), Begin(), Confirm(loop.session.revision))
    with evening(home) as loop:
        assert loop.session.timeline.resume_check is not None and [
            loop.session.lobby.setup.seat(seat).name for seat in (1, 3)
        ] == ["Nora", "Bert"]
    assert b"Nora" not in (home / JOURNAL).read_bytes()


def test_who_hands_its_seat_on_has_no_record_and_places_are_changed_with_the_seats(
    home: Path,
) -> None:
    """Credit the race to the person at the seat at its end, after a change of seats."""
    with evening(home, seed=7) as loop:
        say(loop, Go("rules"), Begin(), Confirm(loop.session.revision))
        say(loop, ApplyCorrection(HandSeat(3, "random")))
        assert loop.session.lobby.setup.seat(3).person == 0
        say(loop, ApplyCorrection(SwapSeats(1, 3)))
        assert [loop.session.lobby.setup.seat(seat).person for seat in (1, 3)] == [0, 1]
        to_the_end(loop)
        assert [(result.person, result.seat) for result in kept(home).races[-1].results] == [(1, 3)]


def test_a_person_sits_at_one_seat(tmp_path: Path) -> None:
    """Seat a person once: moving leaves a guest; a typed name stays; a pilot is no person."""
    with evening(tmp_path, *PILOTS) as loop:
        say(loop, AddPerson("Anna", 1), SitDown(2, 1))
        assert [
            (seat.player, seat.person, seat.name) for seat in loop.session.lobby.setup.seats[:2]
        ] == [
            ("person", 0, "BRASS"),
            ("person", 1, "Anna"),
        ]
        say(loop, SetName(2, "TANK"))
        assert (loop.session.lobby.setup.seat(2).person, loop.session.lobby.setup.seat(2).name) == (
            1,
            "TANK",
        )
        say(loop, AddPerson("anna", 3))
        assert (
            str(loop.session.notice) == recorded("Anna-is-on-the-list-already")
            and loop.session.lobby.setup.seat(3).person == 0
        )
    with evening(tmp_path) as loop:
        assert (loop.session.lobby.setup.seat(2).person, loop.session.lobby.setup.seat(2).name) == (
            1,
            "TANK",
        )


# ---- The command ---------------------------------------------------------------------------------


def test_the_command_shows_exports_and_forgets(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Show, export and forget people, totals and achievements, or refuse in a sentence.

    Both file formats have a line for each person and game.
    """

    def run(*words: str) -> tuple[int, str, str]:
        code = main(["records", *words, "--state", str(home)])
        return code, *capsys.readouterr()

    code, out, _ = run()
    assert (
        code == 0
        and out.startswith("Anna: 1 game, ")
        and "Squares forward" in out
        and " of 34 achievements" in out
        and "\nBert: " in out
    )
    table, tree = tmp_path / "r.csv", tmp_path / "r.json"
    assert run("export", str(table))[0] == run("export", str(tree))[0] == 0
    rows, facts = (
        list(csv.DictReader(table.read_text("utf-8").splitlines())),
        json.loads(tree.read_text("utf-8")),
    )
    assert [row["name"] for row in rows] == [fact["name"] for fact in facts] == [
        "Anna",
        "Bert",
    ] and set(NAMES) < set(rows[0])
    assert [int(row["fields_forward"]) for row in rows] == [
        result.counted["fields_forward"] for result in kept(home).races[0].results
    ]
    assert run("export", "r.txt")[0] == run("export")[0] == run("forget", "Ana")[0] == 2
    assert run("forget", "ANNA")[0] == 0 and [person.name for person in kept(home).people] == [
        "Bert"
    ]
    with evening(home):
        code, _, complaint = run("forget", "bert")
        assert code == 2 and "Bert" not in complaint and kept(home).people
    (home / FILE).write_text("{", "utf-8")
    code, _, complaint = run()
    assert "no JSON" in complaint and (home / FILE).exists(), (
        "it is put aside where people play, and not by looking"
    )


def test_a_name_is_no_formula() -> None:
    """Write a name with a leading arithmetic sign as text in a table."""
    book = (
        Book()
        .with_person("=1+1")
        .with_race(race("1", Result(1, 1, 1, True, {"fields_forward": 2})))
    )
    assert ",'=1+1," in csv_of(rows_of(book)) and ",2,,,," in csv_of(rows_of(book))
