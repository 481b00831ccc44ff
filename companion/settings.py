"""A setting of a game: its values, and the words that explain them. A game declares each once; menus, files and the command line read it here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from companion.words import Text


class OptionValue(NamedTuple):
    """One value of a setting: how files write it, the value itself, its label and what it means."""

    word: str
    value: str | int | bool | None
    label: Text
    meaning: Text


class Option(NamedTuple):
    """One setting of the menu: its key in files and on the command line, its title, what it decides and its choices.

    `only` names a setting and the words of it with which this one means something, () where it always does. `fixed`: nobody changes it in a game that runs.
    """

    key: str
    title: Text
    about: Text
    choices: tuple[OptionValue, ...]
    default: str
    only: tuple[str, tuple[str, ...]] | tuple[()] = ()
    fixed: bool = False
    in_turn: bool = False
    """Each seat that is played begins with another value than the default, no two alike while any are left."""
    is_timer: bool = False
    """Whether it says how long cards may be chosen, so that no other timer does."""

    def counts(self, words: Mapping[str, str]) -> bool:
        """Whether it means something with these words of other settings; one without a word has its usual value, with which it means nothing here."""
        return not self.only or words.get(self.only[0], "") in self.only[1]

    def choice(self, word: str) -> OptionValue:
        """The choice written with this word; ValueError names the words that there are."""
        for choice in self.choices:
            if choice.word == word:
                return choice
        raise ValueError(
            f"{self.key} is {word!r}; it can be {', '.join(c.word for c in self.choices)}"
        )
