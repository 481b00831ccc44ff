"""Break one answer of a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, get_type_hints

from companion.games.api import Game
from companion.session.session import Session
from companion.words import NOTHING, Text

Wrong = Callable[[Any], Any]
"""Makes a wrong answer from the right one."""


def fails(right: Any) -> Any:
    """Fail instead of answering."""
    raise ZeroDivisionError("division by zero")


def _each_field(right: Any, change: Wrong) -> Any:
    """Change every field of a named tuple; values that only the game reads stay."""
    hints = get_type_hints(type(right))
    known = {field: getattr(right, field) for field in right._fields if hints[field] is not object}
    return right._replace(**{field: change(value) for field, value in known.items()})


def empty_answer(right: Any) -> Any:
    """Return an empty answer of the same type."""
    if isinstance(right, Text):
        return NOTHING
    if hasattr(right, "_fields"):
        return _each_field(right, empty_answer)
    if isinstance(right, Mapping):
        return {}
    return type(right)() if isinstance(right, (tuple, str, int, bool)) else right


def double_answer(right: Any) -> Any:
    """Return an answer of the same type with everything repeated."""
    if isinstance(right, Text):
        return right
    if hasattr(right, "_fields"):
        return _each_field(right, double_answer)
    if isinstance(right, (tuple, str)):
        return right * 2
    return right + right if isinstance(right, int) else right


def nothing(right: Any) -> Any:
    """Return None in place of any answer."""
    return None


def recurses(right: Any) -> Any:
    """Call itself until the stack is full."""
    return recurses(right)


def always(value: Any) -> Wrong:
    """Return a function that answers `value` instead of the right answer."""
    return lambda right: value


FAILURES: Final[tuple[Wrong, ...]] = (fails, recurses)
WRONG_ANSWERS: Final[tuple[Wrong, ...]] = (nothing, empty_answer, double_answer)


class Broken:
    """A game, or a part of one, with one wrong answer.

    `asked_for` has the names of all answers that were asked for from outside.
    """

    def __init__(
        self,
        game: object,
        name: str = "",
        wrong: Wrong = fails,
        kind: type = Game,
        asked_for: set[str] | None = None,
    ) -> None:
        """Break nothing, or the answer with this name, such as `tell` or `Corrections.form`.

        Args:
            game: The game, or one of its parts.
            name: The answer.
            wrong: Makes it wrong.
            kind: `Game`, or the class by which the part is asked for.
            asked_for: The set to fill; a part shares that of its game.
        """
        self._game, self._name, self._wrong, self._kind = game, name, wrong, kind
        self.asked_for: set[str] = set() if asked_for is None else asked_for

    def __getattr__(self, name: str) -> Any:
        """Return an attribute of the game, or its wrong version."""
        right = getattr(self._game, name)
        if not callable(right):
            return self._wrong(right) if name == self._name else right
        if not hasattr(self._kind, name):
            return right
        if name == "part":
            return lambda kind: (
                None
                if (part := right(kind)) is None
                else Broken(part, self._name, self._wrong, kind, self.asked_for)
            )
        whole = name if self._kind is Game else f"{self._kind.__name__}.{name}"

        def answer(*arguments: Any, **named: Any) -> Any:
            self.asked_for.add(whole)
            found = right(*arguments, **named)
            return self._wrong(found) if whole == self._name else found

        # A failure names this function, as if it was the game's method.
        answer.__code__ = answer.__code__.replace(co_name=name)
        return answer


def with_game(session: Session, game: Any) -> Session:
    """Return a session that is played by this game from now on."""
    return session._replace(config=session.config._replace(game=game))
