"""Scenes with names in Latin Extended, Greek and Cyrillic, and of their keyboards."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from companion.app.loop import EventLoop
from companion.gallery.race import Wanted, fill, race, session_after, until
from companion.session.messages import Go, SetName
from companion.session.view import PLAY, PROGRAM, SUMMARY

NAMES: Final = (
    "ŁUKASZ",
    "ΓΙΩΡΓΟΣ",
    "ЕКАТЕРИНА",
    "JÜRGEN",
    "DVOŘÁK",
    "ЩЩЩЩЩЩЩЩЩЩЩЩ",
    "ΨΩΨΩΨΩΨΩΨΩΨΩ",
    "[b]&Ţ",
)
"""The two longest need the most room in their alphabets; the last looks like markup."""
PLAYERS: Final = ("person", *("random",) * 7)


def _named() -> list[SetName]:
    return [SetName(seat, name) for seat, name in enumerate(NAMES, 1)]


def _refused_letter(screen: Any) -> None:
    """Type a letter that no font has."""
    _keyboard(screen)
    screen.over.hear_text("李")


def _seats() -> EventLoop:
    return session_after(Go("seats"), *_named(), players=PLAYERS)


def _keyboard(screen: Any, number: int = 0, held: str = "") -> None:
    """Type a name with one of the alphabets; `held` is a key that offers its letters."""
    from companion.ui.picture import settle
    from companion.ui.widgets.alphabets import ALPHABETS

    screen.open(1, "name")
    keyboard = screen.over.keyboard
    while keyboard.alphabet is not ALPHABETS[number]:
        keyboard.turn()
    screen.arrange()
    if held:
        settle()
        keyboard.offer(keyboard.keys[held])


NAME_SCENES: Final[dict[str, Callable[[], EventLoop]]] = {
    "names-seats": _seats,
    "names-program": lambda: fill(until(race(*_named(), players=PLAYERS), Wanted(PROGRAM)), 1, 2),
    "names-play": lambda: until(race(*_named(), players=("random",) * 8), Wanted(PLAY)),
    "names-standing": lambda: until(race(*_named(), players=("random",) * 8), Wanted(SUMMARY)),
    "names-latin": _seats,
    "names-greek": _seats,
    "names-cyrillic": _seats,
    "names-held": _seats,
    "names-refused": _seats,
}
"""Scenes by name, in the order of a session."""
NAME_TOUCHES: Final[dict[str, Callable[[Any], None]]] = {
    "names-latin": _keyboard,
    "names-greek": lambda screen: _keyboard(screen, 1),
    "names-cyrillic": lambda screen: _keyboard(screen, 2),
    "names-held": lambda screen: _keyboard(screen, held="O"),
    "names-refused": _refused_letter,
}
"""The touches or typed letters that follow."""
