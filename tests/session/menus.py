"""Fingers in the menu of corrections: choices found by words, touched only if possible."""

from __future__ import annotations

from collections.abc import Iterator

from companion.app.loop import EventLoop
from companion.games.race.game import RaceGame
from companion.games.race.standing import PieceCondition
from companion.games.scene import Piece
from companion.session.choices import Choice, CorrectionPreview, MenuPage
from companion.session.messages import ClosePage
from companion.session.pages.menu import CloseMenu, OpenMenu
from companion.session.session import Match
from companion.session.view import HISTORY, MENU
from tests.english import english
from tests.typed import of_kind


def open_menu(loop: EventLoop, where: str = "top") -> None:
    """Open the menu by its sign in the head.

    Raises:
        AssertionError: There is none.
    """
    assert where != "top" or loop.view.menu, f"no menu on the page {loop.view.page}"
    loop.send(OpenMenu(where))


def page(loop: EventLoop) -> MenuPage:
    """Return what the menu shows, in English."""
    assert isinstance(loop.view.body, MenuPage) and loop.view.page == MENU
    shown: MenuPage = english(loop.view.body)
    return shown


def choices(loop: EventLoop) -> Iterator[tuple[str, Choice]]:
    """Yield every visible choice with the title of its group.

    While something is proposed, these are the choices that change it.
    """
    seen = page(loop)
    for group in seen.groups if seen.preview is None else seen.adjust:
        for choice in group.choices:
            yield str(group.title), choice


def find(loop: EventLoop, label: str, group: str = "") -> Choice:
    """Return the choice with this label (for lines, with this word on its button too).

    Raises:
        AssertionError: There is none; the message names the others.
    """
    seen = list(choices(loop))
    for title, choice in seen:
        if label in (choice.label, f"{choice.about} {choice.label}") and group in ("", title):
            return choice
    raise AssertionError(f"no {label!r} among {[(title, choice.label) for title, choice in seen]}")


def pick(loop: EventLoop, label: str, group: str = "") -> None:
    """Touch a choice."""
    choice = find(loop, label, group)
    assert not choice.blocked, f"{label}: {choice.blocked}"
    loop.send(choice.message)


def value(loop: EventLoop, title: str) -> str:
    """Return the number between less and more."""
    seen = page(loop)
    return next(
        str(group.value)
        for group in (seen.groups if seen.preview is None else seen.adjust)
        if group.title == title
    )


def preview(loop: EventLoop) -> CorrectionPreview:
    """Return the proposal."""
    found = page(loop).preview
    assert found is not None, "nothing is proposed"
    return found


def do(loop: EventLoop) -> None:
    """Touch the button that applies the proposal."""
    assert not preview(loop).refused, preview(loop).refused
    loop.send(preview(loop).do)


def shut(loop: EventLoop) -> None:
    """Close the menu at any place, and the history."""
    loop.send(ClosePage(HISTORY))
    while loop.session.is_open("menu"):
        loop.send(CloseMenu())


def match(loop: EventLoop) -> Match:
    """Return the current race."""
    assert loop.session.match is not None
    return loop.session.match


def piece(loop: EventLoop, seat: int) -> Piece:
    """Return a clank as the game has it."""
    return next(
        found
        for found in of_kind(RaceGame, loop.session.config.game).pieces(match(loop).position)
        if found.seat == seat
    )


def condition(loop: EventLoop, seat: int) -> PieceCondition:
    """Return the condition of a clank as the game has it."""
    game = of_kind(RaceGame, loop.session.config.game)
    return game.conditions(match(loop).position)[seat]


def place(loop: EventLoop, seat: int) -> tuple[str | None, str]:
    """Return square and heading of a clank in the game."""
    found = piece(loop, seat)
    return found.square, "NESW"[found.heading]
