"""Records of people: kept once, taken back, forgotten, read strictly; by the session, in the file, and by the command."""
from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from companion.__main__ import main
from companion.app.loop import EventLoop, open_session
from companion.app.people import FILE, PeopleFile
from companion.errors import FormatFault
from companion.games import find_game
from companion.records import VERSION, Played, RaceRecord, dropped, forgotten, kept, people_in, read_records, text_of
from companion.session.messages import INSTRUCTION, Begin, Decide, Go, GoBack, OpenPage, SetName
from companion.session.pages.people import NAME, DeletePerson, LookAtPerson
from companion.session.records import CallRecords, Known
from companion.session.view import OVER
from tests.gallery.race import Wanted, until


def race(key: str, *names: str, turns: int = 1, game: str = "clockwork") -> RaceRecord:
    """A race that the first one has won."""
    return RaceRecord(key, "2026-01-02", game, 1, "fountain-circus", tuple(Played(name, at == 0, {"uturns": turns, "deaths": at}, ("ACH04",)) for at, name in enumerate(names)))


def test_sums_bests_and_achievements_follow_from_the_races() -> None:
    """Of one person, whatever capitals and blanks the name was typed with; other games count apart."""
    records = (race("a", "Anna", "Bert", turns=2), race("b", "Bert", " ANNA ", turns=5), race("c", "Anna", game="factory_rally"))
    anna, bert = people_in(records, "clockwork")
    assert (anna.races, anna.won, anna.totals["uturns"], anna.bests["uturns"], anna.totals["deaths"], anna.keys) == (2, 1, 7, 5, 1, ("a", "b"))
    assert (bert.races, bert.won, bert.reached) == (2, 1, ("ACH04",))


def test_a_race_counts_once_and_can_be_taken_back() -> None:
    """By its key."""
    records = kept(kept((), race("a", "Anna")), race("a", "Anna", turns=3))
    assert [person.totals["uturns"] for person in people_in(records, "clockwork")] == [3]
    assert dropped(records, "a") == ()


def test_nothing_of_a_person_stays() -> None:
    """Others keep their part of the same race; a race without people goes."""
    records = (race("a", "Anna", "Bert"), race("b", "anna"))
    left = forgotten(records, "ANNA")
    assert [person.name for person in people_in(left, "clockwork")] == ["Bert"] and len(left) == 1 and "nna" not in text_of(left)


def test_the_file_is_read_as_it_was_written() -> None:
    """All of it."""
    records = (race("a", "Anna", "Bärt"), race("b", "Bärt"))
    assert read_records(text_of(records), "x") == records and read_records(text_of(()), "x") == ()


@pytest.mark.parametrize("text", ["", "[]", "{", '{"version": 1}', '{"version": 1, "races": [{}]}', '{"version": 1, "races": [1]}', '{"version": 99, "races": []}',
                                  text_of((race("a", "Anna"),)).replace('"uturns": 1', '"uturns": -1'), text_of((race("a", "Anna"),)).replace("true", "1")])
def test_what_is_no_file_of_records_is_named(text: str) -> None:
    """One sentence with the file."""
    with pytest.raises(FormatFault, match="x"):
        read_records(text, "x")


def test_a_damaged_file_is_set_aside_and_said_and_new_records_begin(tmp_path: Path) -> None:
    """What somebody may have written by hand is not lost."""
    (tmp_path / FILE).write_text("{half")
    people = PeopleFile(tmp_path)
    assert "cannot be read" in str(people.trouble) and (tmp_path / f"{FILE}.not-understood").read_text() == "{half"
    assert people.records == () and not PeopleFile(tmp_path).trouble


def evening(people: PeopleFile, name: str = "ANNA") -> EventLoop:
    """A race of one person with a name and two pilots, at its end."""
    loop = open_session(seed=4, players=("person", "random", "random"), game=find_game("factory_rally"))
    loop.host.keep_record = people.carry_out
    for message in (*((SetName(1, name),) if name else ()), Go("rules"), Begin()):
        loop.send(message)
    return until(loop, Wanted(OVER))


def test_a_finished_race_is_kept_and_going_back_over_its_end_takes_it_back(tmp_path: Path) -> None:
    """Once, in the file; at the end it is there again."""
    people = PeopleFile(tmp_path)
    loop = evening(people)
    assert [(one.name, one.races) for one in loop.session.people_known] == [("ANNA", 1)]
    loop.send(Decide(GoBack(INSTRUCTION)))
    assert loop.session.people_known == () and PeopleFile(tmp_path).records == ()
    until(loop, Wanted(OVER))
    assert [one.races for one in loop.session.people_known] == [1] and len(PeopleFile(tmp_path).records) == 1


def test_guests_and_pilots_are_not_kept(tmp_path: Path) -> None:
    """A piece that bears the name of its colour is nobody's."""
    people = PeopleFile(tmp_path)
    assert evening(people, "").session.people_known == () and not (tmp_path / FILE).exists()


def test_statistics_show_everybody_and_what_people_have_reached(tmp_path: Path) -> None:
    """Earlier games count; pilots reach nothing."""
    loop = evening(PeopleFile(tmp_path))
    loop.send(OpenPage("statistics"))
    page = loop.view.body
    assert len(page.seats) == 3 and len(page.heads) == 12 and all(len(facts) == 12 for _, facts in page.seats)
    assert page.reached and all(str(row.title).startswith("ANNA: ") for row in page.reached)


def test_a_person_is_deleted_after_a_question(tmp_path: Path) -> None:
    """With the name at the seat and the file's entries; somebody else is shown then, or the page closes."""
    people = PeopleFile(tmp_path)
    people.records = (race("a", "ANNA", "BERT", game="factory_rally"),)
    loop = open_session(seed=1, players=("person", "person"), game=find_game("factory_rally"))
    loop.host.keep_record = people.carry_out
    for message in (people.known(), SetName(1, "ANNA"), OpenPage(NAME), LookAtPerson("ANNA"), DeletePerson()):
        loop.send(message)
    assert loop.view.body.asked and len(people.records[0].people) == 2
    loop.send(DeletePerson())
    assert [one.name for one in loop.session.people_known] == ["BERT"] and loop.session.setup.seat(1).name == "BRASS" and loop.view.body.names == ("BERT",)
    loop.send(DeletePerson())
    loop.send(DeletePerson())
    assert people.records == () and loop.view.page != NAME and "ANNA" not in (tmp_path / FILE).read_text()


def test_records_of_another_game_are_not_shown() -> None:
    """The page is about the game that is chosen."""
    loop = open_session(seed=1, players=("person",))
    loop.send(CallRecords((Known("factory_rally", "ANNA", 1, 0, {}, {}, (), ("a",)),)))
    loop.send(OpenPage(NAME))
    assert loop.view.page != NAME and not loop.view.body.people


def test_the_command_shows_exports_and_forgets(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """In the terminal, as CSV and as JSON; a name that nobody has, and a file of another kind, are said."""
    (tmp_path / FILE).write_text(text_of((race("a", "ANNA", "BERT", turns=4),)), "utf-8")
    state = ("--state", str(tmp_path))
    assert main(("records", *state)) == 0
    out = capsys.readouterr().out
    assert "ANNA, Clockwork Derby: 1 finished, 1 won" in out and "uturns: 4, at best 4 in one race" in out and "Town Councillor" in out
    for name in ("all.csv", "all.json"):
        assert main(("records", "export", str(tmp_path / name), *state)) == 0
    with open(tmp_path / "all.csv", newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert [(row["name"], row["won"], row["uturns"], row["achievements"]) for row in rows] == [("ANNA", "1", "4", "ACH04"), ("BERT", "0", "4", "ACH04")]
    assert [row["name"] for row in json.loads((tmp_path / "all.json").read_text("utf-8"))] == ["ANNA", "BERT"]
    capsys.readouterr()
    assert main(("records", "forget", "anna", *state)) == 0 and "ANNA" not in (tmp_path / FILE).read_text()
    for words in (("forget", "anna"), ("export", str(tmp_path / "all.txt")), ("export",)):
        assert main(("records", *words, *state)) == 2 and capsys.readouterr().err
    (tmp_path / FILE).write_text(f'{{"version": {VERSION + 1}, "races": []}}')
    assert main(("records", *state)) == 2 and "newer version" in capsys.readouterr().err
