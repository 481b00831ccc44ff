"""Names at every entry: accepted and shown, or refused with a sentence.

Names in files stay as they are, and what cannot be shown of them is reported.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.__main__ import main
from companion.app.records import keep_records, read_records
from companion.names import initial, name_refusal, same_name, tidied, with_small_letters
from companion.records.book import Book, Person
from companion.session.messages import Begin, Message, OpenPage, SetName
from companion.session.pages.deck import AskName, GiveName
from companion.session.pages.draw import AskBoardName, GiveBoardName, NewBoard
from companion.session.pages.records import AddPerson, RenamePerson
from tests.kept import done, evening, exported, games_of, say
from tests.recorded import recorded

BOARDS = Path(__file__).parents[1] / "companion" / "content" / "boards"
GOOD = ("ŁUKASZ", "ΓΙΩΡΓΟΣ", "ЕКАТЕРИНА", "JÜRGEN", "DVOŘÁK", "Ștefan", "Қуаныш", "[b]", "A & B")
LACKING = "No font here has 李 and 🤖: type the name in Latin, Greek or Cyrillic letters."
ROBOT = "李 🤖 X"


def test_a_name_is_one_text_however_it_was_typed() -> None:
    """Normalise letters, marks and blanks of a typed name; compare without capitals."""
    assert tidied("  Jose\u0301   Mari\u0301a ") == "José María" and tidied("И\u0306") == "Й"
    assert (
        same_name("José", "JOSE\u0301 ")
        and same_name("ΓΙΩΡΓΟΣ", "γιωργος")
        and same_name("STRASSE", "straße")
        and same_name("łukasz", "ŁUKASZ")
    )
    assert not same_name("DVORAK", "DVOŘÁK")


@pytest.mark.parametrize(
    ("name", "letter"),
    [
        ("anna", "A"),
        ("", ""),
        ("ßeta", "ẞ"),
        ("ŉoni", "ŉ"),
        ("ılgaz", "I"),
        ("σοφία", "Σ"),
        ("ώρα", "Ώ"),
        ("e\u0301va", "É"),
        ("б\u0302", "Б\u0302"),
        ("ǆ", "Ǆ"),
    ],
)
def test_one_letter_stands_for_a_name(name: str, letter: str) -> None:
    """Abbreviate each name by one letter with its marks, unlike all others."""
    assert initial(name) == letter


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("DER GROSSE PLATZ", "Der Grosse Platz"),
        ("ΔΡΟΜΟΣ ΚΑΙ ΠΥΡΓΟΣ", "Δρομος Και Πυργος"),
        ("КРАСНАЯ ПЛОЩАДЬ", "Красная Площадь"),
        ("ALİ KIRMIZI", "Ali Kirmizi"),
        ("DİYARBAKIR", "Diyarbakır"),
        ("Das alte Rad", "Das alte Rad"),
        ("McGregor", "McGregor"),
    ],
)
def test_what_was_typed_in_capitals_has_small_letters_behind_the_first(
    typed: str, kept: str
) -> None:
    """Lower letters after the first of a name typed in capitals, but not from a real keyboard."""
    assert with_small_letters(typed) == kept


@pytest.mark.parametrize("name", GOOD)
def test_what_can_be_shown_is_taken(name: str) -> None:
    """Accept what can be shown, for people and pieces."""
    assert not name_refusal(name, 12)


@pytest.mark.parametrize(
    ("name", "letters"),
    [
        ("李", "李"),
        ("A🤖", "🤖"),
        ("שלום", "ש, ל, ו and ם"),
        ("A\u200bB", "U+200B"),
        ("a\x07", "U+0007"),
    ],
)
def test_what_cannot_be_shown_is_refused_and_named(name: str, letters: str) -> None:
    """Refuse what cannot be shown, and name invisible characters by number."""
    assert str(name_refusal(name, 12)) == recorded("No-font-here-has-letters-type", letters=letters)


@pytest.mark.parametrize(
    "messages",
    [
        (SetName(1, ROBOT),),
        (AddPerson(ROBOT),),
        (AddPerson("ADA"), OpenPage("records"), RenamePerson(1, ROBOT)),
        (OpenPage("drawings"), NewBoard(""), AskBoardName(True), GiveBoardName(ROBOT)),
    ],
    ids=lambda messages: type(messages[-1]).__name__,
)
def test_every_door_says_it(tmp_path: Path, messages: tuple[Message, ...]) -> None:
    """Refuse with the same sentence at every entry, and change nothing."""
    with evening(tmp_path, "person", "person") as loop:
        say(loop, *messages)
        assert (
            str(loop.view.notice) == LACKING
            and ROBOT not in loop.session.lobby.setup.names.values()
            and ROBOT not in str(loop.session.config.records)
        )


def test_a_game_is_not_called_so_either(tmp_path: Path) -> None:
    """Refuse such a name for a game or a deck."""
    with evening(tmp_path, "person", "random") as loop:
        say(loop, Begin())
        done(loop)
        say(loop, OpenPage("save"), AskName(True), GiveName(ROBOT))
        assert str(loop.view.notice) == LACKING
        say(loop, AskName(True), GiveName("ЕКАТЕРИНА"))
        assert next(game.name for game in games_of(tmp_path) if game.kind == "race") == "ЕКАТЕРИНА"


def test_names_in_files_stay_as_they_are(tmp_path: Path) -> None:
    """Keep names in files as they are, of people and pieces, also if they cannot be typed here."""
    assert not keep_records(tmp_path, Book((Person(1, ROBOT), Person(2, "ΓΙΩΡΓΟΣ")), next=3))
    assert [person.name for person in read_records(tmp_path).book.people] == [ROBOT, "ΓΙΩΡΓΟΣ"]
    with evening(tmp_path, "person", "person") as loop:
        assert [person.name for person in loop.session.config.records.people] == [ROBOT, "ΓΙΩΡΓΟΣ"]
        say(loop, SetName(1, "ЕКАТЕРИНА"), SetName(2, "Jose\u0301"))
    with evening(tmp_path) as loop:
        assert [seat.name for seat in loop.session.lobby.setup.seats[:2]] == ["ЕКАТЕРИНА", "José"]


def test_what_cannot_be_shown_of_a_board_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Report once what cannot be shown of a board, which can be played."""
    path = tmp_path / "one.board.toml"
    path.write_text(
        (BOARDS / "going-train.board.toml")
        .read_text("utf-8")
        .replace('name = "Going Train"', f'name = "{ROBOT}"'),
        "utf-8",
    )
    assert main(["board", str(path)]) == 0
    assert capsys.readouterr().out == recorded("path-warning-no-font-here-has", path=path)


def test_records_of_a_name_are_forgotten_however_it_is_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Forget records of a name written with other capitals or separate marks."""
    assert not keep_records(tmp_path, Book((Person(1, "José"), Person(2, "ΓΙΩΡΓΟΣ")), next=3))
    for name in ("JOSE\u0301", "γιωργος"):
        assert main(["records", "forget", name, "--state", str(tmp_path)]) == 0
    assert read_records(tmp_path).book.people == () and "José" in capsys.readouterr().out


def test_a_game_from_elsewhere_keeps_its_names(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Resume a game from elsewhere with its names, and report what cannot be shown of them."""
    with evening(tmp_path / "here", "person", "random") as loop:
        say(loop, SetName(1, "ЕКАТЕРИНА"), Begin())
        done(loop)
    game = next(game for game in games_of(tmp_path / "here") if game.kind == "race")
    header = game.header.replace("ЕКАТЕРИНА", ROBOT)
    assert ROBOT in header
    (tmp_path / "game.txt").write_text(exported(tmp_path / "here", game.id, header=header), "utf-8")
    assert (
        main(
            [
                "games",
                "import",
                str(tmp_path / "game.txt"),
                "--state",
                str(tmp_path / "there"),
                "--force",
            ]
        )
        == 0
    )
    assert capsys.readouterr().out == recorded("warning-no-font-here-has-and", folder=tmp_path)
    with evening(tmp_path / "there", number=1) as loop:
        assert loop.session.lobby.setup.seat(1).name == ROBOT and loop.view is not None
