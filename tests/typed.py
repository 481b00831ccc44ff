"""Facts about values that tests know and types do not say."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from companion.games.api import Game

Value = TypeVar("Value")
Answer = TypeVar("Answer")


def present(value: Value | None) -> Value:
    """Return a value that is there in this test, and fail if it is None."""
    assert value is not None, "the value is missing"
    return value


def mistyped(kind: Callable[..., Value], *values: object, **fields: object) -> Value:
    """Make a message with fields of wrong types, as no type-checked caller can."""
    return kind(*values, **fields)


def of_kind(kind: type[Value], value: object) -> Value:
    """Return a value that is of this kind in this test, and fail if it is of another one."""
    assert isinstance(value, kind), f"{type(value).__name__} instead of {kind.__name__}"
    return value


def any_game(game: Game[Any, Any]) -> Game:
    """Return a game as it is known where any game is played (`companion.games.find_game`)."""
    return game


def noted(notes: list[Value], value: Value, answer: Answer) -> Answer:
    """Append a value to the notes, and return the answer: a stand-in in one line."""
    notes.append(value)
    return answer


def serve(services: object, **methods: Callable[..., object]) -> None:
    """Replace methods of services by these functions from now on."""
    for name, method in methods.items():
        assert callable(getattr(services, name)), name
        setattr(services, name, method)
