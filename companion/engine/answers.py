"""What elements answer, worked out before a race: most of them ask the same for every clank, so nobody need ask them again in every register.

A hook is pure. One that has answered without having looked at its rider would answer so for any other.
"""
from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from companion.engine.effects import Effect
from companion.engine.geometry import Square

# Elements know boards, and boards the causes of movement.
if TYPE_CHECKING:
    from companion.engine.element import Element

Effects: TypeAlias = tuple[Effect, ...]
Answers: TypeAlias = dict[Square, Effects]
"""Square → what its elements ask for, whoever the clank is. ASK_THEM says that it depends on the clank; where nothing comes of it nothing stands."""
ASK_THEM: Final[Effects] = ()


class _LookedAt(Exception):
    """A hook has looked at its rider."""


class _Anybody:
    """The rider of nobody in particular."""

    def __getattr__(self, name: str) -> Any:
        raise _LookedAt(name)


_ANYBODY: Final = _Anybody()


def answers(elements: Mapping[Square, tuple[Element, ...]], ask: Callable[[Element, Any], Effects]) -> Answers:
    """What the elements of each square answer, one after the other; `ask` asks one of them about a rider."""
    found: Answers = {}
    for square, standing in elements.items():
        try:
            effects = tuple(effect for element in standing for effect in ask(element, _ANYBODY))
        except _LookedAt:
            found[square] = ASK_THEM
        else:
            if effects:
                found[square] = effects
    return found
