"""PINs of seats, and looks at secrets in the history: refused, kept, removed, never told."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.app.loop import EventLoop
from companion.app.recording import CHOSEN
from companion.app.sealed_game import sealed_game
from companion.app.startup import kept_session
from companion.commands._kept_games import from_journal, replay_game, show_facts
from companion.journal.file import write_game
from companion.session.messages import (
    ApplyCorrection,
    Begin,
    Confirm,
    ForgetPin,
    GoBack,
    HandSeat,
    OpenPage,
    SetPin,
    SetPlayer,
    SwapSeats,
    Uncover,
)
from companion.session.pages.history import HistoryPage
from companion.session.pages.menu import CloseMenu, OpenMenu
from companion.session.pages.table import CloseTable, OpenTable, ShowCards
from companion.session.past.spelling import message_line, read_message
from companion.testing.played_session import tells
from tests.kept import entries_of, evening, games_of, journal_of, say, settled
from tests.recorded import recorded
from tests.session.evenings import begun, done, ready
from tests.session.evenings import evening as setup
from tests.session.menus import do, open_menu, pick, preview, shut
from tests.typed import present

PIN = "7380"


def with_pin(seat: int = 1) -> EventLoop:
    """Return two people about to program, one with a PIN."""
    loop = setup(("person", "person"))
    loop.send(SetPin(seat, PIN))
    loop.send(Begin())
    done(loop)
    return loop


def entries_by_hand(loop: EventLoop) -> list[str]:
    """Return the corrections in the history of all turns."""
    loop.send(OpenPage("history"))
    page = loop.view.body
    assert isinstance(page, HistoryPage)
    shut(loop)
    return [f"{row.words} {row.note}".strip() for row in page.rows if row.by_hand]


@pytest.mark.parametrize("pin", ["123", "12345", "12a4", "١٢٣٤", " 123", "-123"])
def test_what_is_no_pin_is_refused(pin: str) -> None:
    """Refuse all but four digits, without repeating them."""
    loop = setup(("person", "person"))
    loop.send(SetPin(1, pin))
    assert (
        str(loop.session.notice) == recorded("A-PIN-has-4-digits")
        and loop.session.lobby.setup.seat(1).pin == ""
    )


def test_who_needs_no_pin_gets_none() -> None:
    """Give pilots and free seats no PIN; a new player does not get the old one."""
    loop = setup(("person", "random"))
    for seat in (2, 5, 9):
        loop.send(SetPin(seat, PIN))
        assert loop.session.notice
    loop.send(SetPin(1, PIN))
    loop.send(SetPlayer(1, "person"))
    assert loop.session.lobby.setup.seat(1).pin == PIN
    loop.send(SetPlayer(1, "random"))
    assert not any(seat.pin for seat in loop.session.lobby.setup.seats)


def test_a_seat_opens_with_its_pin_only() -> None:
    """Open a seat by its PIN only, after any number of wrong ones."""
    loop = with_pin()
    for wrong in ("", "0000", "738", PIN[::-1]) * 3:
        loop.send(Uncover(1, wrong))
        assert (
            str(loop.session.notice) == recorded("That-is-not-the-PIN-of")
            and present(loop.session.match).question.open_seat is None
        )
        assert wrong == "" or wrong not in str(loop.session.notice)
    loop.send(Uncover(2))
    assert present(loop.session.match).question.open_seat == 2
    loop.send(Uncover(1, PIN))
    assert present(loop.session.match).question.open_seat == 1


def test_a_forgotten_pin_is_taken_away_and_the_history_says_so_for_good() -> None:
    """Remove a forgotten PIN with an entry that stays, even if an undo restores the PIN."""
    loop = with_pin()
    open_menu(loop, "seats")
    pick(loop, "BRASS", "Clank")
    pick(loop, "Remove the PIN", "PIN")
    assert (
        preview(loop).title == recorded("Take-the-PIN-of-BRASS-away") and not preview(loop).refused
    )
    do(loop)
    shut(loop)
    assert entries_by_hand(loop) == recorded("The-PIN-of-BRASS-was-removed")
    loop.send(ApplyCorrection(ForgetPin(1), "ANNA", ""))
    assert str(loop.session.notice) == recorded("This-seat-has-no-PIN")
    loop.send(Uncover(1))
    assert present(loop.session.match).question.open_seat == 1
    loop.send(ApplyCorrection(GoBack("start")))
    assert entries_by_hand(loop) == recorded("The-PIN-of-BRASS-was-removed-2")


def test_a_pin_goes_with_its_player() -> None:
    """Move PINs with swapped players; a pilot leaves none."""
    loop = begun(("person", "random"))
    loop.send(ApplyCorrection(SwapSeats(1, 2)))
    loop = setup(("person", "random"))
    loop.send(SetPin(1, PIN))
    loop.send(Begin())
    done(loop)
    loop.send(ApplyCorrection(SwapSeats(1, 2)))
    assert [seat.pin for seat in loop.session.lobby.setup.seats[:2]] == ["", PIN]
    loop.send(ApplyCorrection(HandSeat(2, "random")))
    assert not any(seat.pin for seat in loop.session.lobby.setup.seats)


def test_looks_at_all_cards_stay_in_the_history() -> None:
    """Keep looks at all cards in the history of their race, over undos."""
    loop = begun(("person", "person"))
    for _ in range(2):
        loop.send(OpenTable())
        loop.send(ShowCards(True))
        loop.send(CloseTable())
    loop.send(ShowCards(True))
    assert entries_by_hand(loop) == recorded("all-cards-were-shown-twice")
    ready(loop, 1)
    ready(loop, 2)
    loop.send(ApplyCorrection(GoBack("start")))
    assert entries_by_hand(loop) == recorded("all-cards-were-shown-twice")


def test_a_hand_is_covered_by_whatever_comes_over_it() -> None:
    """Cover a hand when any page opens."""
    loop = begun(("person", "person"))
    for message in (OpenTable(), OpenMenu(), OpenMenu("back")):
        loop.send(Uncover(1))
        loop.send(message)
        assert present(loop.session.match).question.open_seat is None
        loop.send(CloseTable())
        loop.send(CloseMenu())
        assert not loop.session.is_open("menu")


def test_messages_about_secrets_are_kept() -> None:
    """Keep messages about secrets, but neither looks at hands nor typed PINs."""
    for message in (
        SetPin(3, PIN),
        ShowCards(True),
        ApplyCorrection(ForgetPin(2), "ANNA", "forgot"),
    ):
        assert read_message(message_line(message)) == message
    with pytest.raises(ValueError):
        read_message('{"Uncover":{"seat":1,"pin":"7380"}}')


def test_a_pin_survives_a_kill_and_is_told_nowhere(tmp_path: Path) -> None:
    """Keep a PIN over a kill, out of reports, bundles, lists and later sessions."""
    with evening(tmp_path, "person", "person") as loop:
        say(loop, SetPin(1, PIN), Begin())
        say(loop, Confirm(loop.session.revision))
        say(loop, OpenTable(), ShowCards(True), CloseTable())
    loop = kept_session(tmp_path)
    try:
        settled(loop)
        for _ in range(2):
            say(loop, Confirm(loop.session.revision))
        say(loop, Uncover(1, "0000"))
        assert present(loop.session.match).question.open_seat is None
        say(loop, Uncover(1, PIN))
        assert present(loop.session.match).question.open_seat == 1
        report = Path(str(loop.host.report()).partition("is in ")[2].partition(". ")[0]).read_text(
            "utf-8"
        )
        assert not tells(repr(loop.view), PIN) and not tells(report, PIN)
        assert "before the registers: The table test showed the cards in all readers" in report
    finally:
        loop.close()
    with journal_of(tmp_path) as journal:
        for game in games_of(tmp_path):
            sealed = sealed_game(game, entries_of(tmp_path, game.id))
            assert not tells(write_game(sealed.game, sealed.entries), PIN)
            assert not tells(repr(sealed.covered), PIN)
            source = from_journal(journal, game)
            assert not tells(json.dumps(show_facts(game, source, replay_game(source))), PIN)
        assert not tells(journal.settings()[CHOSEN], PIN)
