"""Cardbot Derby on the screen: readable and large enough at every size, and answered by touch."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import Any, Final

import pytest

from companion.app.loop import EventLoop
from companion.gallery.cardbot import (
    CARDBOT_SCENES,
    CARDBOT_TOUCHES,
    FOUR,
    PILOTS,
    _handing,
    begin,
)
from companion.gallery.race import Wanted, playing, until
from companion.session.messages import ApplyCorrection, Confirm, GoBack, OpenPage, Resumed, Uncover
from companion.session.pages.menu import OpenMenu
from companion.session.pages.table import OpenTable, SelectReader
from companion.session.session import Session
from companion.session.view import FAILED, MARKERS, OVER, PIECE, PROGRAM, SUMMARY
from companion.signals import PULL
from companion.testing.screen_checks import screen_faults
from companion.ui.i18n import set_language
from companion.ui.widgets.cards.card import CardFace
from companion.ui.widgets.map.map_play import Stage
from tests.recorded import recorded
from tests.scenes import view_of
from tests.ui.stand import SIZES, on_stand, settle


@pytest.mark.parametrize("name", CARDBOT_SCENES)
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_everything_is_there_readable_and_large_enough(name: str, size: tuple[int, int]) -> None:
    """Show every scene without small or overlapping targets, overflow or cut words."""
    with on_stand(size, view_of(name)) as stand:
        CARDBOT_TOUCHES.get(name, lambda screen: None)(stand.screen)
        settle()
        assert screen_faults(stand.screen) == []


def _touched(game: str, repository: Path) -> dict[str, Any]:
    """Return the course of a game played by touches in another process and window."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.ui.cardbot_player", game, "list"],
        capture_output=True,
        text=True,
        timeout=1000,
        cwd=repository,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    result: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return result


def test_a_whole_game_is_played_by_real_touches(repository: Path) -> None:
    """Play one person against three pilots by real touches, up to the robot with all targets."""
    result = _touched("game", repository)
    assert result["pages"] == ["board", "seats", "rules", "place", "program", "play", "over"]
    # The last card of a hand goes into the last slot by itself.
    assert (
        result["touched"]["cards"] == 4 * result["turn"]
        and result["touched"]["rounds"] == result["turn"] - 1
    )
    assert result["winner"] == recorded("all-three-targets")


def test_sides_are_chosen_by_real_touches(repository: Path) -> None:
    """Hand the screen on among four people, and choose a side by an arrow and one by a square."""
    result = _touched("sides", repository)
    assert (
        result["touched"]["arrows"] == result["touched"]["squares"] == 1
        and result["touched"]["cards"] == 4 * 4 * result["turn"]
    )


def _race(players: tuple[str, ...] = FOUR) -> EventLoop:
    """Return the second command of the first round."""
    return until(begin(players=players), playing(lambda view, page: page.round == 2))


def _said(loop: EventLoop, *messages: object) -> EventLoop:
    for message in messages:
        loop.send(message)
    return loop


ASIDE: Final[dict[str, Callable[[], EventLoop]]] = {
    **{
        f"menu {place}": partial(lambda place: _said(_race(), OpenMenu(place, 1)), place)
        for place in ("top", "back", PIECE, MARKERS, "seats", "turn", "settings")
    },
    "menu with real cards": lambda: _said(_handing(), OpenMenu(PIECE, 2)),
    "history": lambda: _said(_race(), OpenPage("history")),
    "replay": lambda: _said(until(begin(players=PILOTS), Wanted(OVER)), OpenPage("replay")),
    "figures": lambda: until(begin(players=PILOTS), Wanted(OVER)),
    "going on": lambda: _said(_race(), Resumed(tuple(range(1, 9)), "Touch readers")),
    "check": lambda: (
        loop := _said(_race(), Resumed(tuple(range(1, 9)), "Touch readers")),
        _said(loop, Confirm(loop.session.revision)),
    )[1],
    "way back": lambda: _said(_race(), ApplyCorrection(GoBack("instruction"))),
    "two players": lambda: until(begin(players=("person", "person")), Wanted(PROGRAM)),
    "two players hand": lambda: _said(
        until(begin(players=("person", "person")), Wanted(PROGRAM)), Uncover(3)
    ),
    "three players": lambda: until(begin(players=("person",) * 3), Wanted(PROGRAM)),
    "eight players": lambda: until(begin(players=("person",) * 8), Wanted(PROGRAM)),
    "eight at the summary": lambda: until(begin(players=("racer",) * 8), Wanted(SUMMARY)),
    "eight at the end": lambda: until(begin(players=("racer",) * 8), Wanted(OVER)),
    "eight cards": lambda: until(
        begin(players=("racer",) * 8), playing(lambda view, page: page.part == "cards")
    ),
    "table": lambda: _said(_handing(), OpenTable()),
    "table close": lambda: _said(_handing(), OpenTable(), SelectReader(2)),
}


@cache
def _beside(name: str) -> Session:
    """Return one of these sessions, played once for all its users."""
    return ASIDE[name]().session


def _evening(name: str) -> EventLoop:
    """Return one of these sessions, to go on from."""
    loop = begin()
    loop.session = _beside(name)
    return loop


@pytest.mark.parametrize("name", ASIDE)
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_what_lies_beside_the_race_can_be_read_and_touched(
    name: str, size: tuple[int, int]
) -> None:
    """Show menu, history, replay, checks, ways back and other numbers of players without faults."""
    loop = _evening(name)
    assert loop.view.page != FAILED
    with on_stand(size, loop.view, loop) as stand:
        if name == "figures":
            stand.screen.turned.do()
            settle()
        assert screen_faults(stand.screen) == []
        if name.endswith("players"):
            # The cover page of the first player comes by itself.
            stand.tap(stand.screen.over.inner.leave)
            assert screen_faults(stand.screen) == []


@pytest.mark.parametrize("name", [*CARDBOT_SCENES, *ASIDE])
@pytest.mark.parametrize("size", [SIZES[0], SIZES[2]], ids=str)
def test_german_words_have_room_too(name: str, size: tuple[int, int]) -> None:
    """Show the same pages in German without faults."""
    view = view_of(name) if name in CARDBOT_SCENES else _evening(name).view
    set_language("de")
    try:
        with on_stand(size, view) as stand:
            CARDBOT_TOUCHES.get(name, lambda screen: None)(stand.screen)
            if name == "figures":
                stand.screen.turned.do()
            settle()
            assert screen_faults(stand.screen) == []
    finally:
        set_language("en")


def test_a_target_under_a_robot_stays_visible() -> None:
    """Paint a target's figure again over a robot, in a corner behind its nose, and only there."""
    view = view_of("cardbot-on-target")
    board = view.board
    assert board is not None
    targets = {element.square for element in board.board.elements if element.word == "target"}
    robot = next(piece for piece in board.pieces if piece.square in targets)
    beside = robot._replace(
        square=next(place for place in sorted(board.board.squares) if not board.board.at(place))
    )
    with on_stand(SIZES[0], view):
        on, off = (
            len(_flat(Stage(board._replace(pieces=(piece,), marks=()), 40.0)))
            for piece in (robot, beside)
        )
    assert on > off


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_card_in_a_slot_shows_what_it_does(size: tuple[int, int]) -> None:
    """Paint the arrow of a card in a slot, however low the slot is."""
    with on_stand(size, view_of("cardbot-hand")) as stand:
        reader = stand.screen.over.reader
        for slot in reader.desk.slots[:3]:
            face = reader.cards[slot.code]
            bare = CardFace(slot._replace(look=slot.look._replace(art=())))
            bare.size = face.size
            assert len(_flat(face._drawing)) > len(_flat(bare._drawing))


def test_an_open_hand_says_who_chooses_for_which_robot_and_who_plays() -> None:
    """Name the player of an open hand, and the robot if it is the second one."""
    with on_stand(SIZES[0], view_of("cardbot-second")) as stand:
        assert stand.screen.over.words.text == recorded("BRASS-put-5-cards-in-order")
    loop = until(begin(), Wanted(PROGRAM))
    loop.send(Uncover(1))
    with on_stand(SIZES[0], loop.view, loop) as stand:
        assert str(stand.screen.over.words.text) == recorded("BRASS-put-5-cards-in-order-2")


def _flat(group: Any) -> list[Any]:
    """Return all instructions of a drawing."""
    return [
        one
        for child in group.children
        for one in (_flat(child) if hasattr(child, "children") else [child])
    ]


def test_the_hands_of_a_player_alone_open_one_after_another() -> None:
    """Open both hands of a single person in turn, without a cover page between them.

    The last card of a hand goes into the last slot by itself.
    """
    loop = until(begin(players=("person", "racer")), Wanted(PROGRAM))
    with on_stand(SIZES[0], loop.view, loop) as stand:
        for seat, whose in ((1, ""), (3, "Belongs to BRASS")):
            assert loop.view.body.open_seat == seat and stand.screen.over.beside.lines[
                0
            ].text.startswith(whose)
            for card in stand.screen.over.reader.desk.dealt[:4]:
                stand.tap(stand.screen.over.reader.cards[card.code])
            stand.tap(stand.screen.over.reader.handle.ends[PULL])
        assert loop.view.page != PROGRAM
