"""The debugging menu: where it opens, how to navigate, and that it changes nothing by itself."""

from __future__ import annotations

import re

import pytest

from companion.app.loop import EventLoop
from companion.games.asking import Questions
from companion.session.commands import WriteReport
from companion.session.messages import (
    Begin,
    ClosePage,
    OpenPage,
    Resumed,
    SaveReport,
    SetAutoAdvance,
    ShowNotice,
    Tick,
    TouchSquare,
)
from companion.session.pages.history import Recall, ShowTurnEntries
from companion.session.pages.locked import LockedPage
from companion.session.pages.menu import (
    Choose,
    ChooseMarker,
    CloseMenu,
    OpenMenu,
    Propose,
    SetReason,
)
from companion.session.pages.table import CloseTable
from companion.session.past.undo_points import round_words
from companion.session.showing import view_of
from companion.session.steps import step
from companion.session.view import PLAY, PROGRAM, SUMMARY
from companion.signals import PUSH
from tests.recorded import recorded
from tests.session.evenings import begun, done, evening, play_out, ready, shipped
from tests.session.menus import choices, find, match, open_menu, page, pick
from tests.session.real import Room
from tests.typed import mistyped, of_kind, present

PLACES = ("top", "back", "history", "markers", "seats", "turn", "settings")


def on_every_page() -> list[EventLoop]:
    """Return a race on each of its pages, played by two people."""
    placed = evening()
    placed.send(Begin())
    resting = begun(words={"power_down": "this"})
    playing, ended = begun(), begun()
    for loop in (playing, ended):
        ready(loop, 1)
        ready(loop, 2)
    play_out(ended, "summary")
    over = begun(("random",) * 3, words={"lives": "1"}, board=shipped("welding-shop"))
    play_out(over, "over")
    return [
        placed,
        resting,
        begun(),
        playing,
        ended,
        over,
        Room(("person", "person"), (1, 2)).begin().loop,
    ]


def test_it_opens_on_every_page_of_a_race_and_changes_nothing() -> None:
    """Every place of it can be seen from every page, and closing it shows the page again."""
    pages = []
    for loop in on_every_page():
        before, seen = loop.session, loop.view
        pages.append(seen.page)
        for where in PLACES:
            open_menu(loop)
            loop.send(OpenPage(where) if where == "history" else OpenMenu(where))
            assert (
                loop.view.page == ("history" if where == "history" else "menu")
                and loop.view.title
                and loop.view.hint
            )
            assert loop.view.back and not loop.view.menu
            loop.send(loop.view.on_back)
            if where != "top":
                assert page(loop).where == "top"
                loop.send(CloseMenu())
            assert loop.session == before._replace(notice="") and loop.view == seen._replace(
                notice=""
            )
    assert pages == ["place", "rest", "program", "play", "summary", "over", "program"]


def test_it_does_not_open_before_a_race() -> None:
    """The set-up has no menu, and says so."""
    loop = evening()
    assert not loop.view.menu
    loop.send(OpenMenu())
    assert not loop.session.is_open("menu") and str(loop.view.notice) == recorded(
        "No-game-is-running"
    )


def test_closing_leads_back_to_where_it_was_opened() -> None:
    """From a place back to the top; out of the menu from where it was opened."""
    loop = begun()
    open_menu(loop, "back")
    assert str(loop.view.back) == recorded("Close")
    loop.send(CloseMenu())
    assert loop.view.page == "program"
    open_menu(loop)
    pick(loop, "Go back")
    assert str(loop.view.back) == recorded("Menu")
    loop.send(loop.view.on_back)
    assert page(loop).where == "top"


def test_the_back_button_opens_the_way_back_where_there_is_room() -> None:
    """While a race runs; where the button has another meaning it keeps that."""
    backs = {loop.view.page: str(loop.view.back) for loop in on_every_page()}
    assert backs == {
        "place": "Settings",
        "rest": "Back",
        "program": "Back",
        "play": "Back",
        "summary": "Back",
        "over": "New setup",
    }
    loop = begun()
    loop.send(loop.view.on_back)
    assert page(loop).where == "back"


def test_labels_are_short_enough() -> None:
    """On 800x480: ways 18 letters and 70 about them, chips 15, steppers 14, eight ways at most."""
    for loop in on_every_page():
        for where in (*PLACES, "piece"):
            open_menu(loop)
            if where == "piece":
                loop.send(Choose(1))
            elif where != "history":
                loop.send(OpenMenu(where))
            loop.send(Choose(2) if where == "seats" else SetReason("", ""))
            for group in page(loop).groups:
                for choice in group.choices:
                    longest = {"ways": 18, "chips": 15, "lines": 40, "stepper": 4}[group.layout]
                    assert len(choice.label) <= longest and len(choice.about) <= 70, (
                        choice.label,
                        choice.about,
                    )
                assert group.layout != "ways" or len(group.choices) <= 8
                assert group.layout != "stepper" or (
                    len(group.title) <= 14 and len(group.choices) == 2
                )
            assert len(loop.view.title) <= 30
            loop.send(CloseMenu())
            loop.send(CloseMenu())


def test_touching_a_clank_chooses_it() -> None:
    """On the map or among the chips; an empty square means nothing at the top."""
    loop = begun()
    open_menu(loop)
    loop.send(TouchSquare("E3"))
    assert page(loop).where == "top"
    loop.send(TouchSquare("B1"))
    assert page(loop).where == "piece" and str(loop.view.title) == recorded("COPPER-on-B1-facing-N")
    loop.send(TouchSquare("A1"))
    assert str(loop.view.title) == recorded("BRASS-on-A1-facing-N")
    loop.send(CloseMenu())
    pick(loop, "COPPER")
    assert str(loop.view.title).startswith("COPPER")


def test_the_screen_is_locked_for_wiping() -> None:
    """Only the button that unlocks it is shown, until it is held."""
    loop = begun()
    open_menu(loop)
    pick(loop, "Clean screen")
    assert (
        loop.view.page == "locked" and isinstance(loop.view.body, LockedPage) and not loop.view.menu
    )
    loop.send(loop.view.body.unlock)
    assert loop.view.page == "program"


def test_a_report_is_asked_for_and_announced() -> None:
    """The evening asks for it by a command, and shows the answer as a notice in the menu."""
    loop = begun()
    open_menu(loop)
    after, commands = step(loop.session, find(loop, "Game report").message)
    assert commands == (WriteReport(),) and after.is_open("menu")
    loop.send(ShowNotice("Saved as report-1.txt."))
    assert loop.view.page == "menu" and str(loop.view.notice) == recorded("Saved-as-report-1-txt")


def test_the_table_test_lies_over_the_menu() -> None:
    """Closing it shows the menu again."""
    loop = begun()
    open_menu(loop)
    assert find(loop, "Table test").message == OpenPage("table")
    pick(loop, "Table test")
    assert loop.view.page == "table"
    loop.send(CloseTable())
    assert page(loop).where == "top"


def test_nothing_of_the_menu_counts_as_a_step_of_the_race() -> None:
    """Step, past and race stay as they are, so nothing of it need be kept."""
    loop = begun()
    before = loop.session
    for message in (
        OpenMenu(),
        Choose(1),
        TouchSquare("C3"),
        SetReason("BRASS", "bumped"),
        Propose(None),
        OpenMenu("markers"),
        ChooseMarker(1),
        OpenPage("history"),
        ShowTurnEntries(1),
        Recall(0),
        ClosePage("history"),
        CloseMenu(),
        SaveReport(),
        CloseMenu(),
    ):
        loop.send(message)
    assert (loop.session.revision, loop.session.timeline.past, loop.session.match) == (
        before.revision,
        before.timeline.past,
        before.match,
    )


@pytest.mark.parametrize(
    "message",
    [
        Choose(8),
        Choose(0),
        mistyped(Choose, "x"),
        Choose(True),
        ChooseMarker(9),
        ChooseMarker(0),
        mistyped(ChooseMarker, []),
        OpenMenu("nowhere"),
        mistyped(OpenMenu, None),
        mistyped(OpenMenu, "piece", "x"),
        OpenMenu("piece", 8),
        Propose(7),
        mistyped(ShowTurnEntries, "x"),
        Recall(-1),
        mistyped(Recall, "x"),
        mistyped(SetReason, 3, None),
        TouchSquare("Z9"),
        mistyped(TouchSquare, 7),
        OpenPage("?"),
        mistyped(OpenPage, 7),
        mistyped(ClosePage, None),
        mistyped(ShowNotice, 5),
        Recall(99),
        ShowTurnEntries(-3),
        ShowTurnEntries(99),
    ],
)
@pytest.mark.parametrize("where", ["", "top", "piece", "markers", "seats", "history"])
def test_nonsense_is_refused_or_ignored(message: object, where: str) -> None:
    """At any place, or none, the race stays as it is, and there is a view."""
    loop = begun()
    if where:
        loop.send(OpenMenu("top"))
        loop.send(
            Choose(1)
            if where == "piece"
            else OpenPage(where)
            if where == "history"
            else OpenMenu(where)
        )
    before = loop.session
    loop.send(message)
    assert loop.view.title
    assert loop.session._replace(overlays=(), notice="") == before._replace(overlays=(), notice="")


def test_a_clank_that_finds_no_free_checkpoint_is_named_first() -> None:
    """The top of the menu says who must be brought back by hand, and how (12.1)."""
    loop = begun(("person", "person", "random"))
    open_menu(loop)
    assert "checkpoint" not in str(loop.view.hint)
    loop.send(Choose(2))
    pick(loop, "To parking")
    loop.send(present(page(loop).preview).do)
    done(loop)
    open_menu(loop)
    assert str(loop.view.hint) == recorded("COPPER-has-no-free-checkpoint-touch")


def test_choices_that_lead_nowhere_say_why() -> None:
    """Blocked ways have a sentence each."""
    loop = begun()
    open_menu(loop)
    loop.send(OpenMenu("turn"))
    assert find(loop, "Skip to the end").blocked == recorded("No-instructions-are-shown-now")
    assert find(loop, "Break off the turn").blocked == recorded("Nothing-has-happened-in-turn-1")
    assert not find(loop, "Deal again").blocked and not find(loop, "End the turn").blocked
    for _, choice in choices(loop):
        assert str(choice.blocked) == "" or (
            choice.blocked[0].isupper() and str(choice.blocked).endswith(".")
        )


def test_who_rests_is_asked_on_the_same_pages_as_ever() -> None:
    """An open menu does not hold up the race: the last answer leads on under it."""
    loop = begun(words={"power_down": "this"})
    open_menu(loop)
    ready(loop, 1, PUSH)
    ready(loop, 2)
    assert loop.session.page == "program" and page(loop).where == "top"
    assert str(of_kind(Questions, match(loop).next_step).about) == "program"


def played(turns: int = 1) -> EventLoop:
    """Return two people in a race, after some turns, at the fifth instruction of the next."""
    loop = begun(board=shipped())
    for turn in range(turns + 1):
        ready(loop, 1)
        ready(loop, 2)
        if turn < turns:
            play_out(loop)
    for _ in range(4):
        done(loop)
    assert loop.session.page == "play"
    return loop


def test_the_way_back_says_where_it_leads() -> None:
    """Each names the place and the number of moves; a touch goes there immediately."""
    loop = played()
    loop.send(OpenMenu("back"))
    abouts = {str(choice.label): str(choice.about) for _, choice in choices(loop)}
    assert list(abouts) == [
        "One instruction",
        "One card",
        "One register",
        "One turn",
        recorded("To-the-start"),
    ]
    assert abouts["To the start"] == recorded("The-start-of-the-game-2")
    assert abouts["One turn"] == recorded("Turn-2-programming-2-clanks-to") and abouts[
        "One register"
    ].startswith("Turn 2, register ")
    pick(loop, "One instruction")
    assert not loop.session.is_open("menu") and loop.session.timeline.future
    while loop.session.timeline.table_sync is not None:
        done(loop)
    loop.send(OpenMenu("back"))
    forward = find(loop, "Forward again")
    assert str(forward.about) == recorded("Turn-2-register") and not forward.blocked
    pick(loop, "Forward again")
    assert not loop.session.timeline.future


def test_at_the_start_there_is_no_way_back() -> None:
    """Every way is blocked and says why."""
    loop = evening()
    loop.send(Begin())
    loop.send(OpenMenu("back"))
    assert all(
        choice.blocked and str(choice.about) == recorded("There-is-nothing-before-this")
        for _, choice in choices(loop)
    )


def test_the_check_after_a_start_can_put_a_clank_right() -> None:
    """Each clank of the check opens its page; its real place becomes the right one, unmoved."""
    loop = begun(board=shipped())
    loop.send(Resumed(tuple(range(1, 9)), "Touch readers"))
    assert not loop.view.menu
    loop.send(OpenMenu())
    assert not loop.session.is_open("menu")
    done(loop)
    assert loop.view.page == "menu" and loop.view.menu
    fix = next(
        choice for _, choice in choices(loop) if str(choice.about) == "Fix" and choice.sign == 2
    )
    loop.send(fix.message)
    assert page(loop).where == "piece" and str(loop.view.title) == recorded("COPPER-on")
    loop.send(TouchSquare("A12"))
    loop.send(page(loop).preview.do)
    assert (
        loop.session.timeline.table_sync is None
        and not loop.session.is_open("menu")
        and page(loop).where == "check"
    )
    assert next(clank for clank in loop.view.board.pieces if clank.seat == 2).square == "A12"
    done(loop)
    assert loop.view.page == "program"


def test_nothing_goes_on_by_itself_under_the_menu() -> None:
    """For any time; when it is closed, the instruction has its full time again."""
    loop = played()
    loop.send(SetAutoAdvance(2.0))
    loop.send(Tick(1.0))
    before = match(loop).shown.at, match(loop).shown.round
    open_menu(loop)
    for now in (2.0, 50.0, 99.0):
        loop.send(Tick(now))
    loop.send(CloseMenu())
    for now in (100.0, 101.0, 101.9):
        loop.send(Tick(now))
        assert (match(loop).shown.at, match(loop).shown.round) == before
    loop.send(Tick(102.1))
    assert (match(loop).shown.at, match(loop).shown.round) != before


def test_the_offer_says_in_sentences_where_the_game_stands() -> None:
    """One colon and a full stop a line; every seat's place, damage and lives, the best first."""
    loop = begun(("random",) * 4, board=shipped())
    while loop.session.page != PLAY:
        done(loop)
    after, _ = step(loop.session, Resumed(tuple(range(1, 9)), "Touch readers"))
    shown = view_of(after)
    hint, (group,) = str(shown.hint), shown.body.groups
    assert (
        f"at turn 1, {round_words(after, match(loop))}." in hint
        and ":" not in hint
        and hint.endswith(".")
    )
    assert ":" not in str(group.title)
    for line in (str(choice.label) for choice in group.choices):
        assert re.fullmatch(r"[1-4]\. [A-Z]+: \d of \d flags · damage \d · lives \d.*", line), line
    places = [int(str(choice.label)[0]) for choice in group.choices]
    assert places == sorted(places)


def test_the_offer_to_go_on_reads_nobody_ahead() -> None:
    """In a round it shows the game before the round: the rules are at its end, hands are not."""
    loop = begun(("random",) * 4, board=shipped())

    def standings_of(position: object) -> list[str]:
        return [str(standing.summary) for standing in loop.session.config.game.standings(position)]

    def offered() -> list[str]:
        """Return what the offer would show now."""
        after, _ = step(loop.session, Resumed(tuple(range(1, 9)), "Touch readers"))
        (title, lines) = next(
            (group.title, group.choices) for group in view_of(after).body.groups if group.choices
        )
        assert str(title) in (
            "The standings",
            f"The standings before {round_words(after, match(loop))}",
        )
        return [str(line.label).partition(": ")[2] for line in lines]

    before, ahead = standings_of(match(loop).position), 0
    for _ in range(400):
        if loop.session.page == PLAY and match(loop).position is not None:
            now = standings_of(match(loop).position)
            # A resting clank is repaired as the turn begins, which no page shows before the first
            # register.
            if match(loop).shown.at == 0 and match(loop).shown.round > 1 and now != before:
                assert offered() == before
                ahead += 1
        if loop.session.page in (SUMMARY, PROGRAM):
            before = standings_of(match(loop).position)
            assert offered() == before
        elif (
            loop.session.page == PLAY and match(loop).shown.at == len(match(loop).shown.script) - 1
        ):
            before = standings_of(match(loop).position)
        done(loop)
    assert ahead > 2
