"""What tests say of a value when its type alone does not say it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

Value = TypeVar("Value")
Answer = TypeVar("Answer")


def present(value: Value | None) -> Value:
    """Return a value that is there in this test, and fail if it is None."""
    assert value is not None, "the value is missing"
    return value


def mistyped(kind: Callable[..., Value], *values: object, **fields: object) -> Value:
    """Make a message with fields of wrong types, as no caller that is checked can send it."""
    return kind(*values, **fields)


def of_kind(kind: type[Value], value: object) -> Value:
    """Return a value that is of this kind in this test, and fail if it is of another one."""
    assert isinstance(value, kind), f"{type(value).__name__} instead of {kind.__name__}"
    return value


def noted(notes: list[Value], value: Value, answer: Answer) -> Answer:
    """Append a value to the notes, and return the answer: what a stand-in does in one line."""
    notes.append(value)
    return answer


def serve(services: object, **methods: Callable[..., object]) -> None:
    """Let services answer by these functions instead of their own methods, from now on."""
    for name, method in methods.items():
        assert callable(getattr(services, name)), name
        setattr(services, name, method)
