"""What people decide about the instructions of a register: one shown once more, the rest passed over, a turn broken off."""
from __future__ import annotations

from companion.session.messages import Confirm, Decide, Repeat, SetAutoAdvance, Skip, Tick
from companion.session.session import replace
from companion.session.view import PlayPage
from companion.shell import Shell
from tests.session.evenings import done, play_out, ready
from tests.session.menus import do, match, open_menu, pick, preview
from tests.session.test_deciding import page, playing


def far_enough(shell: Shell) -> None:
    """On to the second instruction of a register."""
    while match(shell).at == 0:
        done(shell)
        assert shell.view.page == "play"


def test_an_instruction_is_shown_once_more() -> None:
    """The one before with its clanks and arrows, saying that it has been carried out; Done leads back to the one that is due, once."""
    shell = playing()
    before_first = shell.view
    far_enough(shell)
    assert match(shell).register == 1
    due, race = shell.view, match(shell)
    open_menu(shell)
    pick(shell, "This turn")
    pick(shell, "Show again")
    assert shell.view.page == "play" and "done this already" in shell.view.hint
    assert page(shell).instruction == before_first.body.instruction and shell.view.board == before_first.board  # type: ignore[union-attr]
    assert match(shell) is race
    stale = shell.session.step
    done(shell)
    assert replace(shell.view, step=due.step) == due
    shell.send(Decide(Repeat()))
    shell.send(Decide(Repeat()))
    assert "first instruction" in shell.view.notice
    shell.send(Confirm(stale))
    assert shell.session.again == 0


def test_nothing_goes_on_by_itself_while_something_is_shown_again() -> None:
    """The time begins anew when the instruction that is due is shown again."""
    shell = playing()
    far_enough(shell)
    shell.send(SetAutoAdvance(1.0))
    shell.send(Decide(Repeat()))
    race = match(shell)
    for now in (1.0, 5.0, 9.0):
        shell.send(Tick(now))
    assert shell.session.again is not None and match(shell).at == race.at
    done(shell)
    shell.send(Tick(10.0))
    shell.send(Tick(10.5))
    assert (match(shell).at, match(shell).register) == (race.at, race.register)
    shell.send(Tick(12.0))
    assert (match(shell).at, match(shell).register) != (race.at, race.register)


def test_the_rest_of_a_register_is_taken_as_carried_out() -> None:
    """The preview and the history list what was passed over; the next register begins as if Done had been touched all the time."""
    shell, same = playing(seed=5), playing(seed=5)
    left = [told.words for told in match(shell).script[match(shell).at:]]
    open_menu(shell)
    pick(shell, "This turn")
    pick(shell, "Skip to the end")
    assert list(preview(shell).words) == left
    do(shell)
    for _ in left:
        done(same)
    assert isinstance(same.view.body, PlayPage) and same.view.body.done, "Back says what was confirmed, and nothing where that was skipped"
    assert shell.view.page == "play" and shell.view.body == same.view.body._replace(done="") and shell.view.board == same.view.board
    assert shell.session.past is not None and shell.session.past.left_by is not None
    assert list(shell.session.past.left_by.words) == left
    while shell.session.page == "play":
        shell.send(Decide(Skip()))
    assert shell.session.page == "summary"


def test_a_turn_is_broken_off() -> None:
    """Everything in it is taken back, to the question with which it began."""
    shell = playing()
    play_out(shell, "summary")
    done(shell)
    start = match(shell).position
    ready(shell, 1)
    ready(shell, 2)
    for _ in range(5):
        done(shell)
    open_menu(shell)
    pick(shell, "This turn")
    pick(shell, "Break it off")
    assert preview(shell).words
    do(shell)
    while shell.session.travel is not None:
        done(shell)
    assert shell.session.page == "program" and match(shell).position == start and match(shell).answers == {}
