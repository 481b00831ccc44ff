"""Fingers in the debugging menu: choices are found by their words, and touched only where they can be."""
from __future__ import annotations

from collections.abc import Iterator

from companion.games.base import Piece
from companion.session.messages import CloseMenu, OpenMenu
from companion.session.session import Match
from companion.session.view import MENU
from companion.session.view_menu import Choice, MenuPage, Preview
from companion.shell import Shell


def open_menu(shell: Shell, where: str = "top") -> None:
    """Open the menu as its sign in the head does; AssertionError where there is none."""
    assert where != "top" or shell.view.menu, f"no menu on the page {shell.view.page}"
    shell.send(OpenMenu(where))


def page(shell: Shell) -> MenuPage:
    """What the menu shows."""
    assert isinstance(shell.view.body, MenuPage) and shell.view.page == MENU
    return shell.view.body


def choices(shell: Shell) -> Iterator[tuple[str, Choice]]:
    """Every choice that can be seen, with the title of its group: while something is proposed, those by which that is changed."""
    seen = page(shell)
    for group in seen.groups if seen.preview is None else seen.adjust:
        for choice in group.choices:
            yield group.title, choice


def find(shell: Shell, label: str, group: str = "") -> Choice:
    """The choice with this label (for lines, with this word on its button too); AssertionError names those that there are."""
    seen = list(choices(shell))
    for title, choice in seen:
        if label in (choice.label, f"{choice.about} {choice.label}") and group in ("", title):
            return choice
    raise AssertionError(f"no {label!r} among {[(title, choice.label) for title, choice in seen]}")


def pick(shell: Shell, label: str, group: str = "") -> None:
    """Touch a choice."""
    choice = find(shell, label, group)
    assert not choice.blocked, f"{label}: {choice.blocked}"
    shell.send(choice.message)


def value(shell: Shell, title: str) -> str:
    """What stands between less and more."""
    seen = page(shell)
    return next(group.value for group in (seen.groups if seen.preview is None else seen.adjust) if group.title == title)


def preview(shell: Shell) -> Preview:
    """What is proposed."""
    found = page(shell).preview
    assert found is not None, "nothing is proposed"
    return found


def do(shell: Shell) -> None:
    """Touch the button that does what is proposed."""
    assert not preview(shell).refused, preview(shell).refused
    shell.send(preview(shell).do)


def shut(shell: Shell) -> None:
    """Close the menu wherever it stands."""
    while shell.session.menu is not None:
        shell.send(CloseMenu())


def match(shell: Shell) -> Match:
    """The race that runs."""
    assert shell.session.match is not None
    return shell.session.match


def piece(shell: Shell, seat: int) -> Piece:
    """A clank as the game has it."""
    return next(found for found in shell.session.house.game.pieces(match(shell).position) if found.seat == seat)


def place(shell: Shell, seat: int) -> tuple[str | None, str]:
    """Square and heading of a clank in the game."""
    found = piece(shell, seat)
    return found.square, "NESW"[found.heading]
