"""The later first steps: language, readers and their seats, the certificate, the first game."""
from __future__ import annotations

import re

from companion.content.languages import LANGUAGES
from companion.session.house_messages import Prefer, Preferences
from companion.session.messages import AskSeat, CloseCertify, CloseTable, Go, OpenCertify, OpenTable
from companion.session.view import BOARD, SEATS
from companion.session.welcome_messages import LayFirstGame, LeaveWelcome, OpenWelcome
from companion.signals import GiveSeat, ReaderBack, ReaderFound, ReaderGone, ReaderLost, StrangerPulled
from companion.ui.scene_room import SceneRoom
from tests.session.evenings import begun, evening
from tests.session.first_steps import NEXT, choices, new, page


def test_a_language_is_chosen_by_its_own_name() -> None:
    """Every one there is, and it is kept at once."""
    shell, kept = new(NEXT, NEXT)
    assert [choice.label for choice in page(shell.view).groups[0].choices] == [name for _, name in LANGUAGES]
    code, name = LANGUAGES[-1]
    message = choices(shell.view)[name].message
    assert message == Prefer(Preferences(language=code))
    shell.send(message)
    assert kept == [Preferences(language=code)] and choices(shell.view)[name].chosen


def test_without_readers_cards_are_played_on_the_screen() -> None:
    """It says so and leads on; there is nothing to certify either."""
    shell, _ = new(NEXT, NEXT, NEXT)
    assert "played on this screen" in page(shell.view).rows[0].words and "Next" in choices(shell.view)
    shell.send(NEXT)
    assert "no readers" in page(shell.view).rows[0].words and "Certify the table" not in choices(shell.view)


def test_readers_are_given_seats_by_their_handles() -> None:
    """Each is asked for in turn, the first free seat first; afterwards the table test is closed as it was."""
    room = SceneRoom(("person",), (1,))
    given = list[object]()
    done = room.shell.table.do
    room.shell.table.do = lambda deed: given.append(deed) or done(deed)  # type: ignore[method-assign, func-returns-value]
    for message in (OpenWelcome(), NEXT, NEXT, NEXT):
        room.shell.send(message)
    room.say(ReaderFound("AA"), ReaderFound("BB"))
    room.say()
    assert "in front of seat 2" in room.shell.view.hint and room.shell.session.testing is not None
    room.say(StrangerPulled("AA"))
    assert GiveSeat("AA", 2) in given
    room.say(ReaderGone("AA"))
    room.say()
    assert "without a seat" in page(room.shell.view).rows[0].words and "handle" in room.shell.view.hint
    room.shell.send(NEXT)
    assert room.shell.session.testing is None and page(room.shell.view).stage == "certifying"


def test_a_seat_is_asked_for_no_longer_than_it_has_no_reader() -> None:
    """A clock that ticks before the readers say who sits where now does not ask once more; pulled out, seats are named, and not asked for."""
    room = SceneRoom(("person",), (3, 4, 5, 6, 7, 8))
    for message in (OpenWelcome(), NEXT, NEXT, NEXT):
        room.shell.send(message)
    room.say(ReaderFound("AA"), ReaderFound("BB")).say()
    room.say(StrangerPulled("AA"), StrangerPulled("BB"))
    room.say().say()
    room.say(ReaderGone("AA"), ReaderBack(1), ReaderGone("BB"), ReaderBack(2)).say()
    assert room.shell.view.hint == "All readers have seats." and room.shell.session.testing is not None and room.shell.session.testing.asking is None
    room.say(ReaderLost(1, "its cable is out"), ReaderLost(4, "its cable is out")).say()
    missing, answering = page(room.shell.view).rows
    assert (missing.title, missing.state, answering.title) == ("Seats 1, 4", "bad", "Seats 2, 3, 5, 6, 7, 8")
    assert room.shell.view.hint == "Not every reader answers." and "Skip" in choices(room.shell.view)
    room.say(ReaderFound("CC")).say()
    assert "replaced" in room.shell.view.hint and room.shell.session.testing is not None and room.shell.session.testing.asking is None


def test_a_reader_that_is_pulled_out_is_asked_for_no_longer() -> None:
    """A seat that was asked for by itself; one that somebody chose stays, since any reader may be moved there."""
    room = SceneRoom(("person",), (1,))
    for message in (OpenWelcome(), NEXT, NEXT, NEXT):
        room.shell.send(message)
    room.say(ReaderFound("AA")).say()
    assert "seat 2" in room.shell.view.hint
    room.say(ReaderGone("AA")).say()
    assert room.shell.view.hint == "All readers have seats."
    room.shell.send(AskSeat(1))
    room.say().say()
    assert "seat 1" in room.shell.view.hint


def test_the_table_test_stays_open_for_who_came_from_it() -> None:
    """It was not opened for the step."""
    shell = evening()
    for message in (OpenTable(), OpenWelcome(), NEXT, NEXT, NEXT, NEXT, LeaveWelcome()):
        shell.send(message)
    assert shell.view.page == "table"
    shell.send(CloseTable())
    assert shell.view.page == BOARD


def test_the_verdict_of_an_acceptance_run_stands_in_its_step() -> None:
    """The run lies over it and comes back."""
    room = SceneRoom(("person",), (1,))
    for message in (OpenWelcome(), NEXT, NEXT, NEXT, NEXT, OpenCertify((1,))):
        room.shell.send(message)
    assert room.shell.view.page == "certify"
    ending = next(choice for choice in room.shell.view.body.choices if choice.label == "End here")  # type: ignore[union-attr]
    room.shell.send(ending.message)  # type: ignore[union-attr]
    room.shell.send(CloseCertify())
    row, = page(room.shell.view).rows
    assert row.state == "note" and row.words.startswith("not finished") and "Certify again" in choices(room.shell.view)


def test_a_first_game_is_laid_out_in_one_touch() -> None:
    """A board, its first flags, easy settings, one person against three pilots; on the page of the seats, and everything can be begun."""
    shell, kept = new(*[NEXT] * 5)
    shell.send(choices(shell.view)["Begin"].message)
    setup, game = shell.session.setup, shell.session.house.game
    assert (shell.view.page, shell.view.blocked, shell.view.notice) == (SEATS, "", "") and kept == [Preferences(welcomed=True)]
    assert [setup.seat(seat).player for seat in setup.playing] == ["person", "random", "random", "random"]
    assert {key: setup.words[key] for key in game.easy} == dict(game.easy) and setup.flags
    assert all(game.easy[option.key] in [choice.word for choice in option.choices] for option in game.options if option.key in game.easy)


def test_a_first_game_says_no_commands_and_the_settings_by_their_names() -> None:
    """Whoever touches a screen has no terminal; what is easier than usual is called as on the page with the settings, which explains it."""
    shell, _ = new(*[NEXT] * 5)
    rows = page(shell.view).rows
    told = " ".join(f"{row.title}: {row.words} {row.remedy}" for row in rows)
    assert not re.search(r"clockwork-derby|make |sudo|--|`", told)
    game = shell.session.house.game
    names = [f"{option.title}: {option.choice(game.easy[option.key]).label}" for option in game.options if option.key in game.easy]
    assert names == ["Flag hit: On pass", "Checkpoint: On pass", "Healing: Register & turn", "Lives: No limit", "Card lock: Off"]
    easy = next(row for row in rows if row.title == "Easy settings")
    assert easy.words == f"{'; '.join(names)}." and "page Settings" in easy.remedy
    shell.send(choices(shell.view)["Begin"].message)
    shell.send(Go("next"))
    assert shell.view.title == "Settings"


def test_with_readers_a_person_sits_at_each() -> None:
    """Nobody else plays."""
    room = SceneRoom(("person", "random"), (2, 5))
    for message in (OpenWelcome(), NEXT, NEXT, NEXT, NEXT, NEXT, LayFirstGame()):
        room.shell.send(message)
    setup = room.shell.session.setup
    assert room.shell.view.page == SEATS and {seat: setup.seat(seat).player for seat in setup.playing} == {2: "person", 5: "person"}


def test_over_a_race_no_game_is_laid_out() -> None:
    """It says why, and the race is untouched."""
    shell = begun()
    before = shell.session
    for message in (OpenWelcome(), NEXT, NEXT, NEXT, NEXT, NEXT):
        shell.send(message)
    assert "A race runs" in page(shell.view).rows[0].words and "Begin" not in choices(shell.view)
    shell.send(LayFirstGame())
    assert "A race runs" in shell.view.notice and shell.session.match is before.match
