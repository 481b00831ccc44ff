"""People and their races: kept once, taken back, found again after a kill, and a file that is damaged, newer or cannot be written."""
from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from companion.app import records as kept_records
from companion.app.loop import EventLoop
from companion.app.recording import game_of
from companion.app.records import ASIDE, BEFORE, FILE, keep_records, key_of, read_records
from companion.errors import FormatFault
from companion.folders import JOURNAL
from companion.games.counting import NAMES
from companion.journal.store import open_journal
from companion.records.book import Book, Race, Result, album_of, figures_of, reached, reached_in, series_of
from companion.records.written import book_text, read_book
from companion.session.messages import (
    Begin, ChooseBoard, ClearMarkers, Confirm, Decide, Go, GoBack, GoForward, HandSeat, NewEvening, OpenPage, SetName, SetRule, SwapSeats, TouchSquare,
)
from companion.session.pages.records import AddPerson, DropPerson, ProposeDrop
from companion.session.sitting import SitDown
from companion.session.view import OVER, SUMMARY
from companion.words import NOTHING
from tests.kept import LATER, evening, games_of, say, settled

PILOTS = ("random",) * 4
SHORT = (ChooseBoard("going-train"), Go("flags"), ClearMarkers(), TouchSquare("G4"), SetRule("flag_hit", "pass"), SetRule("timer", "off"))


def counted(**numbers: int) -> dict[str, int]:
    """All counters, most of them 0."""
    return {**dict.fromkeys(NAMES, 0), **numbers}


def race(key: str, *results: Result, date: str = "2026-11-25 20:00") -> Race:
    """A race of the book."""
    return Race("clockwork_derby", 1, "Going Train", 5, results, key, date)


TWO = Book().with_person("Anna").with_person("  Bert ")
FULL = TWO.with_race(race("1", Result(1, 1, 1, True, counted(fields_forward=9, damage_taken=1)), Result(2, 3, 2, False, counted(deaths=1)))).with_race(
    race("2", Result(1, 2, 2, False, counted(fields_forward=4, fields_backward=1)), date="2026-11-26 20:00"),
)


# ---- The book ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "words"), [
    ("anna", "There is Anna already: take another name, or add a letter to it."), (" BERT", "There is Bert already: take another name, or add a letter to it."),
    ("   ", "A name has 1 to 12 letters: '   ' has 0."), ("A" * 13, f"A name has 1 to 12 letters: '{'A' * 13}' has 13."), ("Clara", ""),
])
def test_a_name_is_there_once(name: str, words: str) -> None:
    """Whatever its capitals and the blanks around it."""
    assert str(TWO.why_not(name)) == words


def test_a_number_is_never_given_twice() -> None:
    """Kept games know people by numbers; who comes later is somebody else."""
    after = TWO.without_person(2).with_person("Bert")
    assert [(person.number, person.name) for person in after.people] == [(1, "Anna"), (3, "Bert")]


def test_who_is_deleted_is_gone_from_everything() -> None:
    """Its results too, and races of which nobody is left; what others have stays."""
    after = FULL.without_person(2)
    assert "Bert" not in book_text(after) and [len(one.results) for one in after.races] == [1, 1]
    assert FULL.without_person(1).races[0].results == (FULL.races[0].results[1],) and len(FULL.without_person(1).races) == 1


def test_a_race_is_kept_once() -> None:
    """The same key gives way to what it came to later, in its place."""
    again = FULL.with_race(race("1", Result(1, 1, 2, False, counted())))
    assert [one.key for one in again.races] == ["1", "2"] and not again.races[0].results[0].won
    assert FULL.without_race("1").races == FULL.races[1:] and FULL.without_race("7") == FULL
    # Of whom nobody knows nothing is kept.
    assert TWO.with_race(race("9", Result(8, 1, 1, True, counted()))) == TWO


def test_sums_best_values_and_curves() -> None:
    """By counter, over all games and in the best one; a game that does not have a counter is no point of its curve."""
    figures = figures_of(FULL, 1)
    assert (figures.games, figures.won, figures.totals["fields_forward"], figures.most["fields_forward"]) == (2, 1, 13, 9)
    few = FULL.with_race(race("3", Result(1, 1, 1, True, {"fields_forward": 20}), date="2026-11-27 20:00"))
    assert series_of(few, 1, ("fields_forward", "fields_backward")) == (("2026-11-25 20:00", 9), ("2026-11-26 20:00", 5), ("2026-11-27 20:00", 20))
    assert len(series_of(few, 1, ("deaths",))) == 2
    assert figures_of(Book(), 7) == (0, 0, {}, {})


def test_an_album_says_how_far_each_one_is() -> None:
    """What was reached when, and of the others how much is missing."""
    album = {stamp.achievement.key: stamp for stamp in album_of(FULL, 1)}
    assert len(album) == 34
    assert (album["ACH13"].date, album["ACH13"].have, album["ACH13"].needed) == ("2026-11-26 20:00", 10, 10)
    assert (album["ACH14"].date, album["ACH14"].have, album["ACH14"].needed) == (None, 14, 50)
    assert album["ACH32"].date == "2026-11-26 20:00" and album["ACH33"].date == "2026-11-25 20:00"
    assert reached_in(FULL, FULL.races[1]) == {1: ("ACH13", "ACH32")} and set(reached(FULL, 2)) == {"ACH10", "ACH32", "ACH34"}


# ---- The file ------------------------------------------------------------------------------------------------------------


def test_what_is_written_is_read() -> None:
    """The very same book."""
    assert read_book(book_text(FULL), "x") == FULL and read_book(book_text(Book()), "x") == Book()


@pytest.mark.parametrize("spoil", [
    lambda facts: facts.pop("people"), lambda facts: facts.update(next=1), lambda facts: facts["people"].append(facts["people"][0]),
    lambda facts: facts["races"][0].pop("key"), lambda facts: facts["races"][0].update(turns="5"), lambda facts: facts["races"][0]["results"][0].update(person=9),
    lambda facts: facts["races"][0]["results"][0]["counted"].update(luck=3), lambda facts: facts["people"][0].update(number=True), lambda facts: facts.update(version=0),
])
def test_what_is_no_book_is_said(spoil: object) -> None:
    """Each fault by itself, with its place."""
    facts = json.loads(book_text(FULL))
    spoil(facts)  # type: ignore[operator]
    with pytest.raises(FormatFault, match="^here: found "):
        read_book(json.dumps(facts), "here")


def test_a_damaged_file_is_set_aside_and_the_one_before_it_stands_for_it(tmp_path: Path) -> None:
    """In a sentence; of a first file people begin anew."""
    assert read_records(tmp_path) == (Book(), NOTHING, False)
    keep_records(tmp_path, TWO)
    keep_records(tmp_path, FULL)
    (tmp_path / FILE).write_text(book_text(FULL)[:-40], "utf-8")
    found = read_records(tmp_path)
    assert found.book == TWO and "as they were before its last change" in str(found.trouble) and (tmp_path / f"{FILE}{ASIDE}").exists()
    (tmp_path / f"{FILE}{BEFORE}").unlink()
    (tmp_path / FILE).write_bytes(b"\xff\x00")
    assert read_records(tmp_path).book == Book() and "begin anew" in str(kept_records.read_records(tmp_path).trouble) is False


def test_a_newer_file_is_left_alone(tmp_path: Path) -> None:
    """Nothing is read, nothing is written, and a sentence says so; the game goes on."""
    newer = json.dumps({"version": 2, "players": []})
    (tmp_path / FILE).write_text(newer, "utf-8")
    with evening(tmp_path, *PILOTS) as loop:
        assert "newer version" in str(loop.session.notice)
        say(loop, AddPerson("Anna"))
        assert "newer version" in str(loop.session.notice) and [person.name for person in loop.session.house.records.people] == ["Anna"]
    assert (tmp_path / FILE).read_text("utf-8") == newer


@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_a_kill_in_mid_write_leaves_the_old_or_the_new(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str) -> None:
    """Whichever call the process does not live to see."""
    keep_records(tmp_path, TWO)

    def dies(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, step, dies)
    with pytest.raises(KeyboardInterrupt):
        keep_records(tmp_path, FULL)
    monkeypatch.undo()
    assert read_records(tmp_path) == (TWO, NOTHING, False)
    assert not keep_records(tmp_path, FULL) and read_records(tmp_path).book == FULL


# ---- Races ---------------------------------------------------------------------------------------------------------------


def race_of_two(loop: EventLoop) -> None:
    """Two people are added and sit down, then hand their seats to pilots' programs by being played on; up to the end."""
    say(loop, AddPerson("Anna", 1), AddPerson("Bert", 3))


def played(loop: EventLoop) -> None:
    """The race as it is set up, to its end; pilots play for those who sit there, who stay who they are."""
    say(loop, Begin())
    to_the_end(loop)


def to_the_end(loop: EventLoop) -> None:
    """Confirm everything; people answer as pilots do."""
    from tests.session.hands import answer_all

    while loop.session.page != OVER:
        if not answer_all(loop):
            say(loop, Confirm(loop.session.step))
