"""The menu's map: the table as hands have it, and corrections after the register."""

from __future__ import annotations

import random

import pytest

from companion.app.loop import EventLoop
from companion.engine.changes import MoveFlag, PutOn, SetDamage
from companion.games.race.game import RaceGame
from companion.geometry import HEADINGS
from companion.session.messages import ApplyCorrection, Begin, GoBack, OpenPage, TouchSquare
from companion.session.pages.menu import Choose, CloseMenu, MenuState, OpenMenu, Propose
from companion.session.past.undo_points import on_table
from tests.english import german
from tests.kept_table import Board
from tests.recorded import recorded
from tests.session.evenings import begun, done, evening, opening, play_out, ready, shipped
from tests.session.menus import do, match, open_menu, page, piece, preview, shut
from tests.typed import of_kind, present

WITH_A_MAP = ("top", "back", "history", "markers", "seats", "turn", "piece")


def shown(loop: EventLoop) -> dict[int, tuple[str | None, str]]:
    """Return the clanks of the map: seat → square and heading."""
    assert loop.view.board is not None
    return {clank.seat: (clank.square, HEADINGS[clank.heading]) for clank in loop.view.board.pieces}


def places(pieces: object) -> dict[int, tuple[str | None, str]]:
    """Return the clanks of the session in the same form."""
    return {piece.seat: (piece.square, HEADINGS[piece.heading]) for piece in pieces}  # type: ignore[attr-defined]


def in_register() -> EventLoop:
    """Return four clanks at the first instruction, in which BRASS will move."""
    for seed in range(1, 99):
        loop = begun(("person", "person", "random", "random"), board=shipped(), seed=seed)
        ready(loop, 1)
        ready(loop, 2)
        # This is a register after which it is elsewhere, with all clanks on the board.
        if (
            places(of_kind(RaceGame, loop.session.config.game).pieces(match(loop).position))[1]
            != places(opening(loop))[1]
            and len(match(loop).shown.script) > 3
        ):
            return loop
    raise AssertionError("no such register")


def test_every_place_of_the_menu_shows_the_table_as_it_is() -> None:
    """Show the start of the register, then each confirmed step, in map and words."""
    loop = in_register()
    for carried_out in range(3):
        expected = places(on_table(loop.session).pieces)
        if carried_out == 0:
            said = "before register 1."
        else:
            said = f"up to instruction {carried_out} of register 1."
        for where in WITH_A_MAP:
            loop.send(
                OpenPage(where)
                if where == "history"
                else OpenMenu(where, 1 if where == "piece" else None)
            )
            assert shown(loop) == expected, where
            assert str(loop.view.hint) == recorded(f"the-map-on-{where}", said=said)
            assert german(loop.view.hint) == recorded(f"German-on-{where}-at-{carried_out}")
            shut(loop)
        done(loop)


def test_on_other_pages_it_says_so_too() -> None:
    """Show the race between registers, each instruction of an undo, and nothing before placing."""
    loop = in_register()
    play_out(loop, "summary")
    open_menu(loop)
    assert str(loop.view.hint) == recorded("The-map-shows-the-table-now")
    loop.send(CloseMenu())
    loop.send(ApplyCorrection(GoBack("turn")))
    assert loop.session.timeline.table_sync is not None
    open_menu(loop)
    assert str(loop.view.hint) == recorded("The-map-shows-the-table-now-before")
    loop.send(CloseMenu())
    done(loop)
    if loop.session.timeline.table_sync is not None:
        open_menu(loop)
        assert str(loop.view.hint) == recorded("The-map-shows-the-table-now-up")
        assert shown(loop) == places(on_table(loop.session).pieces)


def test_a_clank_is_chosen_where_it_stands() -> None:
    """Choose a clank at its present square; its page names both, and when changes apply."""
    loop = in_register()
    now, later = opening(loop)[0], piece(loop, 1)
    open_menu(loop)
    assert now.square is not None
    loop.send(TouchSquare(now.square))
    assert (
        page(loop).where == "piece"
        and loop.session.is_open("menu")
        and loop.session.open_state("menu", MenuState).seat == 1
    )
    assert (
        str(loop.view.title)
        == recorded("BRASS-on-square-facing", square=now.square, heading=HEADINGS[now.heading])
        and loop.view.board is not None
    )
    assert loop.view.board.marks == (now.square,)
    first = page(loop).groups[0]
    assert str(first.title) == recorded("This-change-comes-after-this-register")
    assert str(first.choices[0].label) == recorded(
        "Then-BRASS-on-square-facing", square=later.square, heading=HEADINGS[later.heading]
    )
    # Another clank is chosen there as well, where the map shows it.
    other = opening(loop)[1]
    loop.send(TouchSquare(other.square or ""))
    assert loop.session.open_state("menu", MenuState).seat == 2


def test_what_comes_later_is_shown_as_it_will_be_then() -> None:
    """Show a proposed place as after the register; damage changes no map."""
    loop = in_register()
    open_menu(loop)
    loop.send(Choose(1))
    then = places(of_kind(RaceGame, loop.session.config.game).pieces(match(loop).position))
    loop.send(TouchSquare("A9"))
    assert str(loop.view.title) == recorded("After-this-register")
    assert str(loop.view.hint) == recorded("The-map-shows-the-table-after")
    assert shown(loop) == then and loop.view.board is not None
    (move,) = loop.view.board.moves
    assert (move.start, move.end) == (then[1][0], "A9") and preview(loop).words[0] == recorded(
        "After-this-register-BRASS-from"
    )
    for proposed in (SetDamage(1, 3), None):
        loop.send(Propose(proposed))
        assert shown(loop) == places(on_table(loop.session).pieces) != then and str(
            loop.view.hint
        ) == recorded("now-before-register-1")


def test_a_flag_is_chosen_where_it_lies() -> None:
    """Choose a flag where it is, moved only at the end of the register."""
    loop = in_register()
    open_menu(loop, "markers")
    flags = loop.session.lobby.setup.markers
    loop.send(TouchSquare(flags[0]))
    assert str(loop.view.hint) == recorded("It-is-moved-after-this-register")
    loop.send(TouchSquare("A8"))
    do(loop)
    open_menu(loop, "markers")
    assert loop.view.board is not None and loop.view.board.markers[0] == (1, flags[0])
    assert str(page(loop).groups[0].choices[0].label) == recorded("1-on", flags=flags[0])
    loop.send(TouchSquare(flags[0]))
    assert loop.session.is_open("menu") and loop.session.open_state("menu", MenuState).marker == 1


@pytest.mark.parametrize("seed", range(6))
def test_hands_that_see_only_the_screen_end_where_the_engine_is(seed: int) -> None:
    """Keep the map equal to a table moved by the screen alone, with any corrections."""
    chance, board = random.Random(f"map/{seed}"), Board()
    loop = evening(["random"] * 4, board=shipped(), seed=seed)
    loop.send(Begin())
    changed = 0
    for _ in range(120):
        if loop.session.page == "over":
            break
        board.follow(loop.view)
        done(loop)
        board.check(loop)
        if loop.session.page == "over":
            break
        open_menu(loop)
        here = {
            seat: (square, heading if square else "")
            for seat, (square, heading) in board.clanks.items()
        }
        assert {
            seat: (square, heading if square else "")
            for seat, (square, heading) in shown(loop).items()
        } == here
        if chance.random() < 0.3:
            square = chance.choice(present(loop.view.board).board.squares)
            wanted = (
                PutOn(chance.randint(1, 4), square, chance.randint(0, 3))
                if chance.random() < 0.7
                else MoveFlag(1, square)
            )
            before = loop.session.revision
            loop.send(Propose(wanted))
            if not preview(loop).refused:
                loop.send(ApplyCorrection(wanted))
                changed += loop.session.revision != before
        while loop.session.is_open("menu"):
            loop.send(CloseMenu())
    assert changed > 5
