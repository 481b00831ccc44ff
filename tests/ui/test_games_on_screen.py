"""Other games on the screen: every page of an evening of theirs, at all three sizes."""

from __future__ import annotations

from pathlib import Path

import pytest

import companion.games
from companion.app.loop import EventLoop, open_session
from companion.games import find_game
from companion.session.messages import Begin, Confirm, OpenPage, Uncover
from companion.session.pages.menu import CloseMenu, OpenMenu
from companion.session.view import OVER, PIECE, PLACE, PLAY, PROGRAM, View
from companion.signals import PULL, InsertCard, MoveHandle
from companion.testing.eyes import faults
from tests.ui.stand import SIZES, on_stand

PROOF = Path(__file__).parents[1] / "games" / "proof"


def views_of(key: str) -> dict[str, View]:
    """The first view of every page of an evening in which a person and a pilot play, with the menu's places over one of them."""
    game = find_game(key)
    assert game is not None
    loop, found = open_session(seed=7, players=("person", "random"), game=game), dict[str, View]()

    def see(name: str = "") -> None:
        found.setdefault(name or loop.view.page, loop.view)

    see()
    loop.send(Begin())
    for _ in range(400):
        see()
        page = loop.session.page
        if page == OVER:
            break
        if page == PROGRAM or page == "rest":
            _answer(loop, see)
        else:
            loop.send(Confirm(loop.session.step))
    assert loop.session.page == OVER
    return found


def _answer(loop: EventLoop, see: object) -> None:
    """The person lays what is asked for, seen once with its hand open, and once from the menu."""
    ask = loop.session.match.ask(1)  # type: ignore[union-attr]
    if ask is None:
        loop.send(Confirm(loop.session.step))
        return
    for place in ("top", "back", PIECE, "seats", "turn", "settings"):
        loop.send(OpenMenu(place, 1))
        see(f"menu {place}")  # type: ignore[operator]
        loop.send(CloseMenu())
        loop.send(CloseMenu())
    loop.send(OpenPage("history"))
    see()  # type: ignore[operator]
    loop.send(OpenMenu())
    loop.send(CloseMenu())
    loop.send(Uncover(1))
    see(f"open {loop.view.page}")  # type: ignore[operator]
    if ask.offers:
        from companion.session.messages import Pick

        loop.send(Pick(1, ask.offers[0].key))
        return
    for slot, code in zip(ask.slots, ask.hand or (), strict=False):
        loop.send(InsertCard(1, slot, code))
    loop.send(MoveHandle(1, PULL))


@pytest.mark.parametrize("size", SIZES, ids=lambda size: "x".join(map(str, size)))
@pytest.mark.parametrize("key", ["sprint", "topcard"])
def test_every_page_can_be_read_and_touched(
    key: str, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is cut, hidden, too small or over something else; with a map where there is a board, else with cards or without."""
    monkeypatch.setattr(companion.games, "__path__", [*companion.games.__path__, str(PROOF)])
    views = views_of(key)
    assert {PROGRAM, PLAY, OVER} <= views.keys() and (PLACE in views) == (key == "sprint")
    wrong = {}
    for name, view in views.items():
        with on_stand(size, view) as stand:
            wrong[name] = faults(stand.screen)
    assert not {name: found for name, found in wrong.items() if found}
