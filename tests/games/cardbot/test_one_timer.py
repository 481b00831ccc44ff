"""Cardbot Derby has one timer, its own, in place of the table's."""

from __future__ import annotations

from companion.app.loop import EventLoop, open_session
from companion.games import find_game
from companion.session.messages import Begin, Confirm, Go, OpenPage, SetRule, SetTimer
from companion.session.pages.menu import OpenMenu
from companion.session.timing import waits_for_time
from companion.session.view import PROGRAM, SETTINGS
from tests.recorded import recorded


def choosing(*messages: object) -> EventLoop:
    """Return four people who choose cards in their first round."""
    loop = open_session(seed=3, players=("person",) * 4, game=find_game("cardbot"))
    for message in (*messages, Begin()):
        loop.send(message)
    for _ in range(9):
        if loop.view.page == PROGRAM:
            return loop
        loop.send(Confirm(loop.session.revision))
    raise AssertionError("nobody is asked for cards")


def test_the_settings_have_one_timer_with_all_values() -> None:
    """Offer one timer with all its values."""
    loop = open_session(seed=3, players=("person",) * 4, game=find_game("cardbot"))
    loop.send(Go("rules"))
    rows = [
        (option, word)
        for option, word in loop.view.body.rows
        if "imer" in str(option.title) or "urry" in str(option.title)
    ]
    ((option, word),) = rows
    assert [str(choice.label) for choice in option.choices] == [
        recorded("Off"),
        "15 s",
        "30 s",
        "45 s",
        "60 s",
        "90 s",
        "120 s",
        "180 s",
    ] and word == "30"
    loop.send(SetRule(option.key, "90"))
    assert {row.key: chosen for row, chosen in loop.view.body.rows}["hurry"] == "90"


def test_a_timer_of_the_table_is_not_counted() -> None:
    """Ignore a timer of the table that was chosen for another game."""
    loop = choosing(SetRule("hurry", "off"), SetTimer(5))
    assert loop.view.body.timer is None and not waits_for_time(loop.session)
    loop.send(OpenPage("timer"))
    assert loop.view.page == PROGRAM


def test_before_it_runs_it_says_when_it_begins() -> None:
    """Say when it begins before it runs."""
    timer = choosing().view.body.timer
    assert not timer.runs and str(timer.words) == recorded("30-s-once-one-player-is")


def test_it_is_changed_under_the_wrench() -> None:
    """Offer it once among the corrections."""
    loop = choosing()
    loop.send(OpenMenu(SETTINGS))
    assert [str(group.title) for group in loop.view.body.groups].count("Timer") == 1
