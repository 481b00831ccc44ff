from collections.abc import Callable
from typing import ClassVar

from kivy.event import EventDispatcher

class Animation(EventDispatcher):
    def __init__(
        self,
        *,
        duration: float = 1.0,
        d: float = 1.0,
        transition: str | Callable[[float], float] = "linear",
        t: str | Callable[[float], float] = "linear",
        step: float = 0,
        **properties: float,
    ) -> None: ...
    @classmethod
    def cancel_all(cls, widget: EventDispatcher, *properties: str) -> None: ...
    def __add__(self, other: Animation) -> Animation: ...
    def start(self, widget: EventDispatcher) -> None: ...
    def cancel(self, widget: EventDispatcher) -> None: ...
    def stop(self, widget: EventDispatcher) -> None: ...

class AnimationTransition:
    out_cubic: ClassVar[Callable[[float], float]]
