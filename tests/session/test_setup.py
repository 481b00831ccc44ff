"""The set-up: every choice, and every refusal in words with nothing changed."""

from __future__ import annotations

import re

import pytest

from companion.app.loop import EventLoop, open_session
from companion.engine.rules import OPTIONS
from companion.formats.board import parse_board
from companion.session.lobby.arrangement import BoardEntry
from companion.session.messages import (
    Begin,
    ChooseBoard,
    ClearMarkers,
    Go,
    Message,
    SetColour,
    SetName,
    SetPlayer,
    SetRule,
    SetShape,
    SuggestMarkers,
    TouchSquare,
)
from companion.session.pages.board import BoardPage
from companion.session.pages.flags import MarkersPage
from companion.session.pages.place import PlacePage
from companion.session.pages.rules import RulesPage
from companion.session.pages.seats import SeatsPage
from companion.words import NOTHING
from tests.english import english
from tests.recorded import recorded
from tests.session.evenings import YARD, done, evening, yard


def choose(*messages: Message, players: tuple[str, ...] = ("person", "person")) -> EventLoop:
    """Return a session on the page of the flags, after some messages."""
    loop = evening(players)
    loop.send(Go("flags"))
    for message in messages:
        loop.send(message)
    return loop


def test_the_pages_follow_each_other_and_back() -> None:
    """Board, flags, seats, settings, placing, and back; nothing before or after them."""
    loop = evening()
    seen = [loop.view.page]
    for _ in range(5):
        loop.send(Go("next"))
        seen.append(loop.view.page)
    assert seen == ["board", "flags", "seats", "rules", "rules", "rules"]
    loop.send(Begin())
    assert loop.view.page == "place"
    loop.send(Go("back"))
    assert loop.view.page == "rules" and loop.session.match is None
    for _ in range(5):
        loop.send(Go("back"))
    assert loop.view.page == "board"


def test_a_page_named_twice_is_the_same_page() -> None:
    """A double touch on a page's name turns one page."""
    loop = evening()
    for _ in range(2):
        loop.send(Go("flags"))
    assert loop.view.page == "flags"


def test_a_new_evening_is_ready_to_begin() -> None:
    """Shipped boards, suggested flags, one person and pilots, all defaults."""
    loop = open_session(seed=1)
    assert isinstance(loop.view.body, BoardPage) and len(loop.view.body.choices) == 12
    assert all(choice.about and choice.title for choice in loop.view.body.choices)
    loop.send(Begin())
    assert loop.view.page == "place" and not loop.view.notice


def test_another_board_brings_its_own_flags() -> None:
    """Flags of one board mean nothing on another."""
    loop = open_session(seed=1)
    loop.send(ChooseBoard("going-train"))
    entry = loop.session.config.board("going-train")
    assert entry is not None and loop.session.lobby.setup.markers == entry.markers[0][1]


def test_touching_squares_puts_flags_down_and_takes_them_up() -> None:
    """The next flag goes to the square; a touched one is removed, later ones move down (2.6)."""
    loop = choose(
        ClearMarkers(), TouchSquare("A2"), TouchSquare("B2"), TouchSquare("D2"), TouchSquare("A2")
    )
    assert loop.session.lobby.setup.markers == ("B2", "D2")
    assert loop.view.board is not None and loop.view.board.touchable
    assert loop.view.board.markers == ((1, "B2"), (2, "D2"))


def test_suggestions_are_offered_and_known_again() -> None:
    """The page says which suggestion lies on the map, until a flag is moved."""
    loop = choose(SuggestMarkers("on"))
    assert isinstance(loop.view.body, MarkersPage) and loop.view.body.chosen == "on"
    loop.send(TouchSquare("D2"))
    assert isinstance(loop.view.body, MarkersPage) and loop.view.body.chosen == ""


def test_a_flag_on_a_pit_is_allowed_and_warned_of() -> None:
    """It is unreachable, and the page says so; the race can begin (2.6 [E114])."""
    loop = choose(ClearMarkers(), TouchSquare("C2"))
    assert isinstance(loop.view.body, MarkersPage)
    assert tuple(map(str, loop.view.body.warnings)) == recorded("Flag-1-on-C2-lies-on")
    loop.send(Begin())
    assert loop.view.page == "place"


def test_a_flag_out_of_reach_is_warned_of() -> None:
    """Walls all round a square keep every clank away from its flag."""
    text = YARD.replace("  s1   s2 ", "  s1   s2 ") + 'elements = ["E3 wall W", "E3 wall S"]\n'
    board = parse_board(text, "walled.board.toml")
    loop = open_session(
        seed=1,
        boards=(BoardEntry("walled", "Walled", NOTHING, board, (("away", ("E3",)),)),),
        players=("person",),
    )
    loop.send(Go("flags"))
    assert isinstance(loop.view.body, MarkersPage) and str(loop.view.body.warnings[0]) == recorded(
        "out-of-reach"
    )


def test_names_colours_and_shapes_are_never_shared() -> None:
    """A trait that another piece has is exchanged."""
    loop = choose(
        SetName(1, "ANNA"),
        SetName(2, "BEN"),
        SetName(1, "BEN"),
        SetColour(1, "ruby"),
        SetShape(2, "circle"),
    )
    one, two, five = (loop.session.lobby.setup.seat(seat) for seat in (1, 2, 5))
    assert (one.name, two.name) == ("BEN", "ANNA")
    assert (one.colour, five.colour) == ("ruby", "brass")
    assert (one.shape, two.shape) == ("square", "circle")


def called(loop: EventLoop) -> list[str]:
    """Return the clanks' names, seat by seat."""
    return [seat.name for seat in loop.session.lobby.setup.seats]


def test_a_name_that_nobody_typed_follows_the_colour() -> None:
    """After a change or an exchange of colours; a typed name stays."""
    loop = choose(
        SetName(3, "ANNA"),
        SetName(4, "JADE"),
        SetColour(1, "umber"),
        SetColour(3, "violet"),
        SetColour(4, "silver"),
    )
    assert called(loop) == ["UMBER", "COPPER", "ANNA", "SILVER", "RUBY", "JADE", "BRASS", "AZURE"]
    assert all(
        seat.typed or seat.name == seat.colour.upper() for seat in loop.session.lobby.setup.seats
    )
    # The colour's own name again: from then on it follows the colour as before.
    for message in (SetName(3, "VIOLET"), SetColour(3, "ruby")):
        loop.send(message)
    assert (
        loop.session.lobby.setup.seat(3).name == "RUBY"
        and loop.session.lobby.setup.seat(5).name == "VIOLET"
    )


def test_somebody_may_be_called_like_another_colour() -> None:
    """A girl called Ruby plays violet: the ruby clank has a number until one of both changes."""
    loop = choose(SetName(8, "RUBY"))
    assert called(loop) == [
        "BRASS",
        "COPPER",
        "AZURE",
        "JADE",
        "RUBY 2",
        "SILVER",
        "UMBER",
        "RUBY",
    ]
    for message, five, eight in (
        (SetColour(8, "umber"), "RUBY 2", "RUBY"),
        (SetColour(5, "jade"), "JADE", "RUBY"),
        (SetColour(5, "ruby"), "RUBY 2", "RUBY"),
        (SetName(8, "UMA"), "RUBY", "UMA"),
        (SetName(8, "RUBY"), "RUBY 2", "RUBY"),
        (SetName(5, "RUBY"), "RUBY", "UMBER"),
    ):
        loop.send(message)
        assert (loop.session.lobby.setup.seat(5).name, loop.session.lobby.setup.seat(8).name) == (
            five,
            eight,
        ), message


def test_a_race_calls_clanks_by_their_colours() -> None:
    """Instructions, pictures and the readers' page have the names of the set-up."""
    loop = choose(SetColour(1, "umber"), SetName(2, "ANNA"), Begin())
    assert isinstance(loop.view.body, PlacePage) and english(
        tuple(line.words for line in loop.view.body.lines[:2])
    ) == recorded("UMBER-seat-1-on-A1-facing")
    assert loop.view.board is not None
    assert [sign[:2] for sign in loop.view.board.signs.values()] == [
        ("UMBER", "umber"),
        ("ANNA", "copper"),
    ]


def test_a_name_is_trimmed() -> None:
    """Blanks around it, or doubled within, do not count."""
    assert choose(SetName(1, "  Tin   Man ")).session.lobby.setup.seat(1).name == "Tin Man"


@pytest.mark.parametrize(
    ("option", "word"), [(option, choice.word) for option in OPTIONS for choice in option.choices]
)
def test_every_value_of_every_setting_can_be_chosen(option: object, word: str) -> None:
    """The settings' page shows what is chosen, with its explanation."""
    loop = choose(SetRule(option.key, word), Go("rules"))  # type: ignore[attr-defined]
    assert isinstance(loop.view.body, RulesPage) and (option, word) in loop.view.body.rows


PILOTS = re.compile(r"(?<=person, ).*(?=, or nobody)")
"""The names of the present pilots; a package may bring more."""


@pytest.mark.parametrize(
    ("message", "words"),
    [
        (ChooseBoard("mars"), "There-is-no-board-mars"),
        (TouchSquare("F9"), "F9-is-not-on-the-board"),
        (TouchSquare("nowhere"), "nowhere-is-not-on-the-board"),
        (SuggestMarkers("hard"), "This-board-suggests-no-flags-hard"),
        (SetPlayer(9, "person"), "There-is-no-seat-9-the"),
        (SetPlayer(0, "person"), "There-is-no-seat-0"),
        (SetPlayer(1, "wizard"), "There-is-no-player-called-wizard"),
        (SetPlayer(4, "person"), "Seat-4-has-no-starting-position"),
        (SetName(1, "   "), "a-name-without-letters"),
        (SetName(1, "A name that goes on"), "a-name-of-19-letters"),
        (SetName(1, "a\nb\x07"), "No-font-here-has-U-0007"),
        (SetName(1, "李"), "No-font-here-has-Chinese"),
        (SetName(12, "TIN"), "There-is-no-seat-12"),
        (SetColour(1, "mauve"), "There-is-no-colour-mauve"),
        (SetColour(-1, "ruby"), "There-is-no-seat-before-1"),
        (SetShape(1, "blob"), "There-is-no-shape-blob"),
        (SetRule("gravity", "on"), "There-is-no-setting-gravity"),
        (SetRule("lives", "9"), "Lives-cannot-be-9-it-can"),
    ],
)
def test_what_cannot_be_is_refused_in_words(message: Message, words: str) -> None:
    """The notice says what was found and what is possible; nothing else changes."""
    loop = choose()
    before = loop.session.lobby.setup
    loop.send(message)
    assert str(loop.view.notice) == recorded(words, pilots=PILOTS)
    assert loop.session.lobby.setup == before


def test_a_refusal_is_forgotten_with_the_next_choice() -> None:
    """The notice is about the last message."""
    loop = choose(SetRule("lives", "9"), SetRule("lives", "1"))
    assert str(loop.view.notice) == "" and loop.session.lobby.setup.words["lives"] == "1"


def test_there_are_eight_flags_and_no_more() -> None:
    """As many as there are markers."""
    squares = ("A2", "B2", "D2", "E2", "A3", "B3", "C3", "D3", "E3")
    loop = choose(ClearMarkers(), *map(TouchSquare, squares))
    assert loop.session.lobby.setup.markers == squares[:8] and str(loop.view.notice) == recorded(
        "All-8-flags"
    )


def test_flags_are_placed_on_their_own_page_only() -> None:
    """A stray touch on the small map of another page moves no flag."""
    loop = evening()
    loop.send(TouchSquare("A2"))
    assert loop.session.lobby.setup.markers == ("E3", "A3") and str(loop.view.notice) == recorded(
        "page-with-the-flags"
    )


@pytest.mark.parametrize(
    ("messages", "words"),
    [
        ((ClearMarkers(),), "There is no flag on the board: put at least one flag on a square."),
        ((SetPlayer(1, ""), SetPlayer(2, "")), "Nobody plays: give at least one seat a player."),
    ],
)
def test_a_race_that_cannot_begin_says_why(messages: tuple[Message, ...], words: str) -> None:
    """The page of the settings blocks the way with the reason, and Begin is refused with it."""
    loop = choose(*messages, Go("rules"))
    assert str(loop.view.blocked) == words
    loop.send(Begin())
    assert str(loop.view.notice) == words and loop.view.page == "rules"


def test_seats_without_a_start_are_named() -> None:
    """Seats filled on a larger board prevent a race on a smaller one."""
    loop = open_session(seed=1, boards=(yard(),), players=("person", "person", "", "person"))
    loop.send(Begin())
    assert str(loop.view.notice) == recorded("Seat-4-has-no-starting-position")
    loop = open_session(seed=1, boards=(yard(),), players=("person",) * 5)
    loop.send(Begin())
    assert str(loop.view.notice) == recorded("5-seats-are-played-but-Yard")
    loop.send(Go("seats"))
    assert isinstance(loop.view.body, SeatsPage) and [
        row.start for row in loop.view.body.rows[:4]
    ] == ["A1", "B1", "D1", None]


def test_once_begun_the_setup_holds() -> None:
    """Board, flags, seats and settings hold to the end of the race (3)."""
    loop = evening()
    loop.send(Begin())
    before = loop.session.lobby.setup
    for message in (
        ChooseBoard("yard"),
        TouchSquare("A2"),
        ClearMarkers(),
        SetPlayer(2, ""),
        SetName(1, "TIN"),
        SetRule("lives", "1"),
        Begin(),
    ):
        loop.send(message)
        assert str(loop.view.notice) == recorded(f"has-begun-so-no-{type(message).__name__}")
        assert loop.session.lobby.setup == before
    done(loop)
    loop.send(Go("back"))
    assert loop.view.page == "program" and str(loop.view.notice) == recorded("has-begun")


def test_the_placing_page_names_every_clank_and_flag() -> None:
    """Start and heading of each clank, the square of each flag (2.7)."""
    loop = evening()
    loop.send(Begin())
    assert english(tuple(line.words for line in loop.view.body.lines)) == recorded(
        "BRASS-seat-1-on-A1-facing"
    )
