"""Work out before a race what elements answer to every clank alike.

Most elements ask the same for every clank, so they need not be asked again in each register. Hooks
are pure: one that answers without looking at its piece would answer the same for any other piece.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

from companion.engine.effects import Effect
from companion.engine.element import Element
from companion.geometry import Square

Effects: TypeAlias = tuple[Effect, ...]


class _LookedAt(Exception):  # noqa: N818 - says that an answer was read
    """A hook looked at its piece."""


class _Anybody:
    """A stand-in for a piece that raises `_LookedAt` when a hook reads from it."""

    def __getattr__(self, name: str) -> Any:
        raise _LookedAt(name)


_ANYBODY: Final = _Anybody()


def answers(
    elements: Mapping[Square, tuple[Element, ...]], ask: Callable[[Element, Any], Effects]
) -> dict[Square, Effects] | None:
    """Return what the elements on each square ask for, or None if that depends on the clank.

    Squares where nothing is asked for are left out; the effects of one square are in the order of
    its elements.

    Args:
        elements: The elements of each square.
        ask: Asks one element about a piece. The piece also stands for everything else that the
            hook may look at.
    """
    try:
        asked = {
            square: tuple(effect for element in standing for effect in ask(element, _ANYBODY))
            for square, standing in elements.items()
        }
    except _LookedAt:
        return None
    return {square: effects for square, effects in asked.items() if effects}
