"""Settings of a game: their values, and the words that explain them.

A game declares each setting once; menus, files and the command line read it from here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias, TypeVar

from companion.named_tuples import NamedTuple
from companion.words import Text, text

Value: TypeAlias = str | int | bool | None
"""The type of the value of a setting."""
_Made = TypeVar("_Made")


class OptionValue(NamedTuple):
    """One value of a setting."""

    value: Value
    """The value itself."""
    label: Text
    """Its name for people."""
    meaning: Text
    """Its meaning, in a sentence or two."""
    spelling: str = ""
    """Its spelling in files if that is not the value as a word, "on" or "off"."""

    @property
    def word(self) -> str:
        """The word for it in files and on the command line."""
        if isinstance(self.value, bool):
            return "on" if self.value else "off"
        return self.spelling or str(self.value)


def switch(on: Text, off: Text) -> tuple[OptionValue, OptionValue]:
    """Return the values of a setting that is on or off, by what each of them means."""
    return OptionValue(True, text("On"), on), OptionValue(False, text("Off"), off)


class Option(NamedTuple):
    """One setting of a game, on the page of the settings, in files and on the command line."""

    key: str
    """Its name in files and on the command line."""
    title: Text
    """Its name for people."""
    about: Text
    """The thing that it decides."""
    choices: tuple[OptionValue, ...]
    """Its values, in the order in which they are offered."""
    default: str
    """The word of the usual value."""
    only: tuple[str, tuple[str, ...]] | tuple[()] = ()
    """Another setting and those of its words with which this one means something, () for always."""
    fixed: bool = False
    """Whether nobody changes it in a game that runs."""
    in_turn: bool = False
    """Whether each seat begins with another value, no two alike while any are left."""
    is_timer: bool = False
    """Whether it says how long cards may be chosen, so that no other timer does."""

    def counts(self, words: Mapping[str, str]) -> bool:
        """Tell whether it means something with these words of other settings.

        A setting without a word has its usual value, with which the ones that depend on it mean
        nothing.
        """
        return not self.only or words.get(self.only[0], "") in self.only[1]

    def choice(self, word: str) -> OptionValue:
        """Return the choice with this word; ValueError names the words that there are."""
        for choice in self.choices:
            if choice.word == word:
                return choice
        raise ValueError(
            f"{self.key} is {word!r}; it can be {', '.join(c.word for c in self.choices)}"
        )

    def word_of(self, value: Value) -> str:
        """Return how files write a value of this setting."""
        # Looked for among its own values alone: to Python 1 equals True.
        return next(choice.word for choice in self.choices if choice.value == value)


def usual(options: Iterable[Option]) -> Mapping[str, Any]:
    """Return the usual value of each setting by its key, as the default of a field of that name."""
    return {option.key: option.choice(option.default).value for option in options}


def read_settings(
    kind: Callable[..., _Made], options: Iterable[Option], words: Mapping[str, str]
) -> _Made:
    """Read settings from words such as {"lives": "inf"}; others have their usual values.

    Args:
        kind: What is made of the values: a class whose fields are the keys of the settings.
        options: The settings.
        words: The word of each setting that is not as usual.

    Raises:
        ValueError: A key or a word is not known; it names those that are.
    """
    known = {option.key: option for option in options}
    for key in words:
        if key not in known:
            raise ValueError(f"{key!r} is no setting; settings are {', '.join(known)}")
    return kind(**{key: known[key].choice(word).value for key, word in words.items()})


def settings_words(options: Iterable[Option], rules: object) -> dict[str, str]:
    """Write settings as the words that `read_settings` reads; `rules` has the values by key."""
    return {option.key: option.word_of(getattr(rules, option.key)) for option in options}
