"""Scenario files of every game: a file names its game under the key `game`, and that game's module `scenario` plays it. No list names the games.

A game that has scenarios has a module `scenario` in its folder with `play_text(toml)`, which reads a file, plays it and gives a `PlayedScenario`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from typing import Any, Final, Protocol, TypeAlias

from companion.formats.misread import Misread, shown, unknown
from companion.formats.toml_text import TomlText
from companion.games import USUAL, keys_with

MODULE: Final = "scenario"
ALSO: Final[Mapping[str, str]] = {"clockwork_derby": USUAL}
"""Other names that files have for games."""
Namer: TypeAlias = Callable[[int], str]
"""What the piece of a seat is called."""


class PlayedScenario(Protocol):
    """A scenario that has been read and played."""

    def result(self, source: str) -> dict[str, Any]:
        """What came out as a JSON object; `source` is the file's name as it is to stand there."""

    def summary(self, source: str) -> Iterable[str]:
        """The same for people, in lines."""

    def differences(self) -> tuple[str, ...]:
        """Everything in which it differs from what the file expects, a sentence each; () where it has passed."""

    def explained(self, name: Namer) -> Iterable[str]:
        """What happened, one event a line with the rule that caused it."""


def play_scenario(text: str, source: str) -> PlayedScenario:
    """The scenario of a file's text, played by the game that it names; FormatFault for whatever is wrong with it.

    A file without the key `game` is one of the usual game. `source` names the file in faults. The game never sees the key.
    """
    toml = TomlText(text, source)
    key = USUAL
    if "game" in toml.data:
        known = keys_with(MODULE)
        key = toml.data.pop("game")
        if not isinstance(key, str):
            raise toml.fault(
                ("game",), Misread(f"game = {shown(key)}", "the name of a game in quotes")
            )
        key = ALSO.get(key, key)
        if key not in known:
            raise toml.fault(("game",), unknown(key, "game", known))
    played: PlayedScenario = import_module(f"companion.games.{key}.{MODULE}").play_text(toml)
    return played
