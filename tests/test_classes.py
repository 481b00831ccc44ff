"""Named tuples and frozen dataclasses of our own do what those of the standard library do."""

from __future__ import annotations

import copy
import dataclasses
import pickle
import typing
from collections.abc import Callable
from typing import Any

import pytest

from companion import frozen, named_tuples


def pairs(kind: Any) -> tuple[Any, Any]:
    """Return a named tuple of this kind and an empty one."""

    class Pair(kind):
        """Two things."""

        first: int
        second: str = "x"

        def twice(self) -> int:
            return self.first * 2

    class Empty(kind):
        pass

    return Pair, Empty


def classes(decorate: Any) -> dict[str, Any]:
    """Return dataclasses that this decorator makes."""

    @decorate(frozen=True, slots=True)
    class Base:
        word: typing.ClassVar[str] = "base"
        first: int
        second: str = "x"

        @property
        def double(self) -> int:
            return self.first * 2

    @decorate(frozen=True, slots=True)
    class Derived(Base):
        word: typing.ClassVar[str] = "derived"
        third: float = 2.0

    @decorate(frozen=True)
    class One:
        first: int

    @decorate(frozen=True, slots=True, eq=False)
    class Same:
        first: int

    @decorate(frozen=True)
    class Own(One):
        first: int = 4

        def __eq__(self, other: object) -> bool:
            return True

        def __repr__(self) -> str:
            return "own"

    @decorate(frozen=True)
    class Made:
        first: list[int] = dataclasses.field(default_factory=list)

    found = {"Base": Base, "Derived": Derived, "One": One, "Same": Same, "Own": Own, "Made": Made}
    for name, kind in found.items():
        kind.__qualname__ = name
    return found


def reason(deed: Callable[[], object]) -> tuple[str, str]:
    """Return with which error a deed ends."""
    with pytest.raises(Exception) as fault:
        deed()
    return type(fault.value).__name__, str(fault.value)


def told_of_tuple(kind: Any) -> list[object]:
    """Return what can be seen of a named tuple."""
    pair, empty = pairs(kind)
    one = pair(1)
    return [
        tuple(one), repr(one), one.twice(), one._asdict(), one._replace(second="y"),
        pair._make((5, "z")), pair._fields, pair._field_defaults, pair.__match_args__,
        pair(first=3, second="q"), copy.copy(one), pair.__mro__[1:], pair.__doc__,
        pair.__qualname__, empty(), typing.get_type_hints(pair), hash(one), one.second,
        reason(lambda: pair()), reason(lambda: one._replace(third=1))[0],
        reason(lambda: pair._make((1, 2, 3)))[0], reason(lambda: setattr(one, "first", 2))[0],
    ]  # fmt: skip


def told_of_class(decorate: Any) -> list[object]:
    """Return what can be seen of dataclasses."""
    kinds = classes(decorate)
    base, derived, one, same, own, made = kinds.values()
    value = derived(1, third=3)
    return [
        repr(value), value.double, value == derived(1, third=3), value == base(1), hash(value),
        hash(one(5)), same(1) == same(1), repr(dataclasses.replace(value, first=9)),
        [field.name for field in dataclasses.fields(value)], dataclasses.asdict(value),
        repr(copy.copy(value)), hasattr(value, "__dict__"), derived.__slots__,
        derived.__match_args__, value.word, repr(own()), own(3) == 1, hash(own(3)), made().first,
        typing.get_type_hints(derived), reason(lambda: setattr(value, "first", 1)),
        reason(lambda: delattr(value, "first")), reason(lambda: derived()),
    ]  # fmt: skip


def test_named_tuples_are_like_those_of_typing() -> None:
    """In all that can be seen, and errors name the class."""
    assert told_of_tuple(named_tuples.NamedTuple) == told_of_tuple(typing.NamedTuple)


def test_frozen_dataclasses_are_like_those_of_the_standard_library() -> None:
    """With and without slots, with what they inherit and what they say themselves."""
    assert told_of_class(frozen.dataclass) == told_of_class(dataclasses.dataclass)


class Kept(named_tuples.NamedTuple):
    """Found by its name."""

    first: int


@frozen.dataclass(frozen=True, slots=True)
class KeptWithSlots:
    """Found by its name, too."""

    first: int


def test_both_can_be_pickled() -> None:
    """The worker that thinks gets them."""
    assert pickle.loads(pickle.dumps(Kept(3))) == Kept(3)
    assert pickle.loads(pickle.dumps(KeptWithSlots(3))) == KeptWithSlots(3)
