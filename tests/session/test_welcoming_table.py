"""The later first steps: language, readers and their seats, the certificate, the first game."""

from __future__ import annotations

import re

from companion.content.languages import LANGUAGES, language_label
from companion.gallery.room import SceneRoom
from companion.session.messages import ClosePage, Go, OpenPage
from companion.session.pages.certify import CloseCertify, OpenCertify
from companion.session.pages.table import AskSeat, CloseTable, OpenTable, TableTestState
from companion.session.pages.welcome import SetUpFirstGame
from companion.session.preferences import Prefer, Preferences
from companion.session.view import BOARD, SEATS, TABLE
from companion.signals import (
    GiveSeat,
    ReaderBack,
    ReaderFound,
    ReaderGone,
    ReaderLost,
    StrangerPulled,
)
from tests.recorded import recorded
from tests.session.evenings import begun, evening
from tests.session.first_steps import NEXT, choices, new, page


def test_a_language_is_chosen_by_its_own_name() -> None:
    """Every one there is, and it is kept at once."""
    loop, kept = new(NEXT, NEXT)
    assert [str(choice.label) for choice in page(loop.view).groups[0].choices] == [
        language_label(code) for code, _ in LANGUAGES
    ]
    code = LANGUAGES[-1][0]
    name = language_label(code)
    message = choices(loop.view)[name].message
    assert message == Prefer(Preferences(language=code))
    loop.send(message)
    assert kept == [Preferences(language=code)] and choices(loop.view)[name].chosen


def test_without_readers_cards_are_played_on_the_screen() -> None:
    """It says so and leads on; there is nothing to certify either."""
    loop, _ = new(NEXT, NEXT, NEXT)
    assert str(page(loop.view).rows[0].words) == recorded(
        "played-on-this-screen"
    ) and "Next" in choices(loop.view)
    loop.send(NEXT)
    assert str(page(loop.view).rows[0].words) == recorded(
        "no-readers"
    ) and "Certify the table" not in choices(loop.view)


def test_readers_are_given_seats_by_their_handles() -> None:
    """Each in turn, the first free seat first; afterwards the table test is closed as before."""
    room = SceneRoom(("person",), (1,))
    given = list[object]()
    done = room.loop.table.do
    room.loop.table.do = lambda deed: given.append(deed) or done(deed)  # type: ignore[method-assign, func-returns-value]
    for message in (OpenPage("welcome"), NEXT, NEXT, NEXT):
        room.loop.send(message)
    room.say(ReaderFound("AA"), ReaderFound("BB"))
    room.say()
    assert str(room.loop.view.hint) == recorded("in-front-of-seat-2") and room.loop.session.is_open(
        TABLE
    )
    room.say(StrangerPulled("AA"))
    assert GiveSeat("AA", 2) in given
    room.say(ReaderGone("AA"))
    room.say()
    assert str(page(room.loop.view).rows[0].words) == recorded(
        "without-a-seat"
    ) and "handle" in str(room.loop.view.hint)
    room.loop.send(NEXT)
    assert not room.loop.session.is_open(TABLE) and page(room.loop.view).stage == "certifying"


def _asking(room: SceneRoom) -> int | None:
    """Return the seat that the table test asks for; the test must be open."""
    asking: int | None = room.loop.session.open_state(TABLE, TableTestState).asking
    return asking


def test_a_seat_is_asked_for_no_longer_than_it_has_no_reader() -> None:
    """A tick before the readers' reports asks nothing; unplugged readers keep their seats."""
    room = SceneRoom(("person",), (3, 4, 5, 6, 7, 8))
    for message in (OpenPage("welcome"), NEXT, NEXT, NEXT):
        room.loop.send(message)
    room.say(ReaderFound("AA"), ReaderFound("BB")).say()
    room.say(StrangerPulled("AA"), StrangerPulled("BB"))
    room.say().say()
    room.say(ReaderGone("AA"), ReaderBack(1), ReaderGone("BB"), ReaderBack(2)).say()
    assert str(room.loop.view.hint) == recorded("All-readers-have-seats") and _asking(room) is None
    room.say(ReaderLost(1, "its cable is unplugged"), ReaderLost(4, "its cable is unplugged")).say()
    missing, answering = page(room.loop.view).rows
    assert (str(missing.title), str(missing.state), str(answering.title)) == (
        "Seats 1, 4",
        "bad",
        "Seats 2, 3, 5, 6, 7, 8",
    )
    assert str(room.loop.view.hint) == recorded("Not-every-reader-answers") and "Skip" in choices(
        room.loop.view
    )
    room.say(ReaderFound("CC")).say()
    assert "replaced" in str(room.loop.view.hint) and _asking(room) is None


def test_a_reader_that_is_pulled_out_is_asked_for_no_longer() -> None:
    """A seat asked for automatically; one that somebody chose stays, for any reader."""
    room = SceneRoom(("person",), (1,))
    for message in (OpenPage("welcome"), NEXT, NEXT, NEXT):
        room.loop.send(message)
    room.say(ReaderFound("AA")).say()
    assert str(room.loop.view.hint) == recorded("seat-2")
    room.say(ReaderGone("AA")).say()
    assert str(room.loop.view.hint) == recorded("All-readers-have-seats")
    room.loop.send(AskSeat(1))
    room.say().say()
    assert str(room.loop.view.hint) == recorded("seat-1")


def test_the_table_test_stays_open_for_who_came_from_it() -> None:
    """It was not opened by the step."""
    loop = evening()
    for message in (OpenTable(), OpenPage("welcome"), NEXT, NEXT, NEXT, NEXT, ClosePage("welcome")):
        loop.send(message)
    assert loop.view.page == "table"
    loop.send(CloseTable())
    assert loop.view.page == BOARD


def test_the_verdict_of_an_acceptance_run_stands_in_its_step() -> None:
    """The run is over the step and returns to it."""
    room = SceneRoom(("person",), (1,))
    for message in (OpenPage("welcome"), NEXT, NEXT, NEXT, NEXT, OpenCertify((1,))):
        room.loop.send(message)
    assert room.loop.view.page == "certify"
    ending = next(
        choice for choice in room.loop.view.body.choices if str(choice.label) == "End and report"
    )
    room.loop.send(ending.message)
    room.loop.send(CloseCertify())
    (row,) = page(room.loop.view).rows
    assert (
        str(row.state) == "note"
        and str(row.words) == recorded("not-finished")
        and "Certify again" in choices(room.loop.view)
    )


def test_a_first_game_is_laid_out_in_one_touch() -> None:
    """A board, its first flags, easy settings, one person against three pilots, ready to begin."""
    loop, kept = new(*[NEXT] * 5)
    loop.send(choices(loop.view)["Begin"].message)
    setup, game = loop.session.lobby.setup, loop.session.config.game
    assert (loop.view.page, str(loop.view.blocked), str(loop.view.notice)) == (
        SEATS,
        "",
        "",
    ) and kept == [Preferences(welcomed=True)]
    assert [setup.seat(seat).player for seat in setup.playing] == ["person", "even", "even", "even"]
    assert {key: setup.words[key] for key in game.easy} == dict(game.easy) and setup.markers
    assert all(
        game.easy[option.key] in [choice.word for choice in option.choices]
        for option in game.options
        if option.key in game.easy
    )


def test_a_first_game_says_no_commands_and_the_settings_by_their_names() -> None:
    """A person at a screen has no terminal; easier settings have their names of the set-up."""
    loop, _ = new(*[NEXT] * 5)
    rows = page(loop.view).rows
    lines = " ".join(f"{row.title}: {row.words} {row.remedy}" for row in rows)
    assert not re.search(r"clockwork-derby|make |sudo|--|`", lines)
    game = loop.session.config.game
    names = [
        f"{option.title}: {option.choice(game.easy[option.key]).label}"
        for option in game.options
        if option.key in game.easy
    ]
    assert names == recorded("Flag-hit-On-pass")
    easy = next(row for row in rows if str(row.title) == "Easy settings")
    assert str(easy.words) == f"{'; '.join(names)}." and str(easy.remedy) == recorded(
        "page-Settings"
    )
    loop.send(choices(loop.view)["Begin"].message)
    loop.send(Go("next"))
    assert str(loop.view.title) == recorded("Settings")


def test_with_readers_a_person_sits_at_each() -> None:
    """Nobody else plays."""
    room = SceneRoom(("person", "random"), (2, 5))
    for message in (OpenPage("welcome"), NEXT, NEXT, NEXT, NEXT, NEXT, SetUpFirstGame()):
        room.loop.send(message)
    setup = room.loop.session.lobby.setup
    assert room.loop.view.page == SEATS and {
        seat: setup.seat(seat).player for seat in setup.playing
    } == {2: "person", 5: "person"}


def test_over_a_race_no_game_is_laid_out() -> None:
    """It says why, and the race is unchanged."""
    loop = begun()
    before = loop.session
    for message in (OpenPage("welcome"), NEXT, NEXT, NEXT, NEXT, NEXT):
        loop.send(message)
    assert str(page(loop.view).rows[0].words) == recorded(
        "A-game-is-being-played"
    ) and "Begin" not in choices(loop.view)
    loop.send(SetUpFirstGame())
    assert (
        str(loop.view.notice) == recorded("A-game-is-being-played-2")
        and loop.session.match is before.match
    )
