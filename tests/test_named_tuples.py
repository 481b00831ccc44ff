"""Our named tuples behave like those of `typing`."""

from __future__ import annotations

import copy
import pickle
import typing
from collections.abc import Callable
from typing import Any, Generic, TypeVar

import pytest

from companion import named_tuples

T = TypeVar("T")


def classes(kind: Any) -> tuple[Any, Any, Any]:
    """Return a named tuple of this kind, one without fields and a generic one."""

    class Pair(kind):
        """Two fields; a class without a docstring gets one only from the standard library."""

        first: int
        second: str = "x"

        def twice(self) -> Any:
            return self.first * 2

    class Empty(kind):
        pass

    class Some(kind, Generic[T]):
        what: T

    return Pair, Empty, Some


def error(deed: Callable[[], object]) -> tuple[str, str]:
    """Return the error that a function raises: its type and words."""
    with pytest.raises(Exception) as fault:
        deed()
    return type(fault.value).__name__, str(fault.value)


def seen(kind: Any) -> dict[str, object]:
    """Return what can be observed of named tuples."""
    pair, empty, some = classes(kind)
    one = pair(1)
    return {
        "value": (tuple(one), repr(one), one.second, one.twice(), hash(one), empty()),
        "by name": (pair(first=3, second="q"), one._replace(second="y"), one._asdict()),
        "copies": (pair._make((5, "z")), copy.copy(one)),
        "class": (pair._fields, pair._field_defaults, pair.__match_args__, pair.__mro__[1:]),
        "names": (pair.__doc__, pair.__name__, pair.__qualname__, pair.__module__),
        "hints": (typing.get_type_hints(pair), some.__parameters__),
        "generic": (some[int]("x").what, typing.get_args(some[int]), some.__mro__[1:]),
        "missing": error(lambda: pair()),
        "unknown": error(lambda: pair(1, third=2)),
        "too many": error(lambda: pair(1, 2, 3)),
        # A ValueError until Python 3.12, a TypeError from 3.13 on.
        "not replaced": error(lambda: one._replace(third=1))[0] in ("TypeError", "ValueError"),
        "errors": [
            error(deed)[0]
            for deed in (
                lambda: pair._make((1, 2, 3)),
                lambda: setattr(one, "first", 2),
                lambda: setattr(one, "third", 2),
            )
        ],
    }


def test_they_are_like_those_of_typing() -> None:
    """Behave the same in all that can be observed; an error names the class and the field."""
    ours, theirs = seen(named_tuples.NamedTuple), seen(typing.NamedTuple)
    assert "first" in str(ours["missing"])
    assert ours == theirs


class Kept(named_tuples.NamedTuple):
    """A named tuple that pickle finds by its name."""

    first: int


def test_they_can_be_pickled() -> None:
    """Pickle them for the worker of pilots."""
    assert pickle.loads(pickle.dumps(Kept(3))) == Kept(3)
