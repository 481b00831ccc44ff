"""PINs of seats, and what the history keeps of looks at secrets: refused, survived, taken away, never told."""
from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.commands._kept_words import show_facts
from companion.commands._sources import from_journal, recalled
from companion.evening import kept_evening
from companion.journal.file import write_game
from companion.keeping import CHOSEN
from companion.sealed_game import sealed_game
from companion.session.messages import (
    CloseMenu, CloseTable, Confirm, Decide, ForgetPin, GoBack, HandSeat, OpenMenu, OpenTable, SetPin, SetPlayer, ShowCards, SwapSeats, Uncover, Begin,
)
from companion.session.spelling import read_message, spelled
from companion.session.view_menu import HistoryPage
from companion.shell import Shell
from tests.kept import entries_of, evening, games_of, journal_of, say, settled
from tests.session.evenings import begun, done, ready
from tests.session.evenings import evening as setup
from tests.session.menus import do, open_menu, pick, preview, shut

PIN = "7380"


def with_pin(seat: int = 1) -> Shell:
    """Two people about to program, one of whom has a PIN."""
    shell = setup(("person", "person"))
    shell.send(SetPin(seat, PIN))
    shell.send(Begin())
    done(shell)
    return shell


def told_by_hand(shell: Shell) -> list[str]:
    """What the history says that people did, in all its turns so far."""
    open_menu(shell, "history")
    page = shell.view.body
    assert isinstance(page, HistoryPage)
    shut(shell)
    return [f"{row.words} {row.note}".strip() for row in page.rows if row.by_hand]


@pytest.mark.parametrize("pin", ["123", "12345", "12a4", "١٢٣٤", " 123", "-123"])
def test_what_is_no_pin_is_refused(pin: str) -> None:
    """Four digits, and the answer does not repeat what was typed."""
    shell = setup(("person", "person"))
    shell.send(SetPin(1, pin))
    assert shell.session.notice == "A PIN has 4 digits." and shell.session.setup.seat(1).pin == ""


def test_who_needs_no_pin_gets_none() -> None:
    """Pilots and free seats are opened by nobody; whoever sits down next does not know the PIN of the one before."""
    shell = setup(("person", "random"))
    for seat in (2, 5, 9):
        shell.send(SetPin(seat, PIN))
        assert shell.session.notice
    shell.send(SetPin(1, PIN))
    shell.send(SetPlayer(1, "person"))
    assert shell.session.setup.seat(1).pin == PIN
    shell.send(SetPlayer(1, "random"))
    assert not any(seat.pin for seat in shell.session.setup.seats)


def test_a_seat_opens_with_its_pin_only() -> None:
    """Wrong as often as one likes, there is no lock-out; the others open as ever."""
    shell = with_pin()
    for wrong in ("", "0000", "738", PIN[::-1]) * 3:
        shell.send(Uncover(1, wrong))
        assert "That is not the PIN of BRASS" in shell.session.notice and shell.session.match.open_seat is None  # type: ignore[union-attr]
        assert wrong == "" or wrong not in shell.session.notice
    shell.send(Uncover(2))
    assert shell.session.match.open_seat == 2  # type: ignore[union-attr]
    shell.send(Uncover(1, PIN))
    assert shell.session.match.open_seat == 1  # type: ignore[union-attr]


def test_a_forgotten_pin_is_taken_away_and_the_history_says_so_for_good() -> None:
    """With who wanted it; going back afterwards brings the PIN back, but does not take the entry away."""
    shell = with_pin()
    open_menu(shell, "seats")
    pick(shell, "BRASS", "Clank")
    pick(shell, "Take the PIN away", "PIN")
    assert preview(shell).title == "Take the PIN of BRASS away?" and not preview(shell).refused
    do(shell)
    shut(shell)
    assert told_by_hand(shell) == ["The PIN of BRASS was taken away"]
    shell.send(Decide(ForgetPin(1), "ANNA", ""))
    assert shell.session.notice == "This seat has no PIN."
    shell.send(Uncover(1))
    assert shell.session.match.open_seat == 1  # type: ignore[union-attr]
    shell.send(Decide(GoBack("start")))
    assert told_by_hand(shell) == ["The PIN of BRASS was taken away"]


def test_a_pin_goes_with_its_player() -> None:
    """Two change places and each opens its new seat with its own PIN; a pilot that takes over leaves none behind."""
    shell = begun(("person", "random"))
    shell.send(Decide(SwapSeats(1, 2)))
    shell = setup(("person", "random"))
    shell.send(SetPin(1, PIN))
    shell.send(Begin())
    done(shell)
    shell.send(Decide(SwapSeats(1, 2)))
    assert [seat.pin for seat in shell.session.setup.seats[:2]] == ["", PIN]
    shell.send(Decide(HandSeat(2, "random")))
    assert not any(seat.pin for seat in shell.session.setup.seats)


def test_looks_at_all_cards_stay_in_the_history() -> None:
    """Whatever is taken back, and in the turn where they belong; another race has a history of its own."""
    shell = begun(("person", "person"))
    for _ in range(2):
        shell.send(OpenTable())
        shell.send(ShowCards(True))
        shell.send(CloseTable())
    shell.send(ShowCards(True))
    words = "The table test showed the cards in all readers"
    assert told_by_hand(shell) == [words, words]
    ready(shell, 1)
    ready(shell, 2)
    shell.send(Decide(GoBack("start")))
    assert told_by_hand(shell) == [words, words]


def test_a_hand_is_covered_by_whatever_comes_over_it() -> None:
    """Who looks at something else may not be the one before whom the cards come up again."""
    shell = begun(("person", "person"))
    for message in (OpenTable(), OpenMenu(), OpenMenu("back")):
        shell.send(Uncover(1))
        shell.send(message)
        assert shell.session.match.open_seat is None  # type: ignore[union-attr]
        shell.send(CloseTable())
        shell.send(CloseMenu())
        assert shell.session.menu is None


def test_messages_about_secrets_are_kept() -> None:
    """They read back as they were spelled; looking at a hand is not kept, and so is no PIN that was typed for it."""
    for message in (SetPin(3, PIN), ShowCards(True), Decide(ForgetPin(2), "ANNA", "forgot")):
        assert read_message(spelled(message)) == message
    with pytest.raises(ValueError):
        read_message('{"Uncover":{"seat":1,"pin":"7380"}}')


def test_a_pin_survives_a_kill_and_is_told_nowhere(tmp_path: Path) -> None:
    """After a start the seat still opens with it only; reports, bundles, lists and the next evening do not know it."""
    with evening(tmp_path, "person", "person") as shell:
        say(shell, SetPin(1, PIN), Begin())
        say(shell, Confirm(shell.session.step))
        say(shell, OpenTable(), ShowCards(True), CloseTable())
    shell = kept_evening(tmp_path)
    try:
        settled(shell)
        for _ in range(2):
            say(shell, Confirm(shell.session.step))
        say(shell, Uncover(1, "0000"))
        assert shell.session.match.open_seat is None  # type: ignore[union-attr]
        say(shell, Uncover(1, PIN))
        assert shell.session.match.open_seat == 1  # type: ignore[union-attr]
        report = Path(shell.caretaker.report().partition("lies in ")[2].partition(". ")[0]).read_text("utf-8")
        assert PIN not in repr(shell.view) and PIN not in report
        assert "before the registers: The table test showed the cards in all readers" in report
    finally:
        shell.close()
    with journal_of(tmp_path) as journal:
        for game in games_of(tmp_path):
            sealed = sealed_game(game, entries_of(tmp_path, game.id))
            assert PIN not in write_game(sealed.game, sealed.entries) and PIN not in repr(sealed.covered)
            source = from_journal(journal, game)
            assert PIN not in json.dumps(show_facts(game, source, recalled(source)))
        assert PIN not in journal.settings()[CHOSEN]
