"""What elements answer, worked out before a race: most of them ask the same for every clank, so nobody need ask them again in every register.

A hook is pure. One that has answered without having looked at its rider would answer so for any other.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from companion.engine.effects import Effect
from companion.geometry import Square

# Elements know boards, and boards the causes of movement.
if TYPE_CHECKING:
    from companion.engine.element import Element

Effects: TypeAlias = tuple[Effect, ...]


class _LookedAt(Exception):
    """A hook has looked at its rider."""


class _Anybody:
    """The rider of nobody in particular."""

    def __getattr__(self, name: str) -> Any:
        raise _LookedAt(name)


_ANYBODY: Final = _Anybody()


def answers(
    elements: Mapping[Square, tuple[Element, ...]], ask: Callable[[Element, Any], Effects]
) -> dict[Square, Effects] | None:
    """Square → what its elements ask for, one after the other, whoever the clank is; None where some of it depends on the clank.

    `ask` asks one element about a rider, who also is whatever else the hook may look at. Squares on which nothing is asked for are left out.
    """
    try:
        asked = {
            square: tuple(effect for element in standing for effect in ask(element, _ANYBODY))
            for square, standing in elements.items()
        }
    except _LookedAt:
        return None
    return {square: effects for square, effects in asked.items() if effects}
