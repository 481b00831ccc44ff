from typing import Any
from weakref import ReferenceType

from kivy.event import EventDispatcher

class MotionEvent(EventDispatcher):
    uid: int
    id: str
    device: str
    x: float
    y: float
    ox: float
    oy: float
    dx: float
    dy: float
    pos: tuple[float, float]
    opos: tuple[float, float]
    sx: float
    sy: float
    osx: float
    osy: float
    profile: list[str]
    button: str
    is_mouse_scrolling: bool
    is_double_tap: bool
    is_touch: bool
    time_start: float
    time_update: float
    time_end: float
    grab_current: EventDispatcher | None
    grab_list: list[ReferenceType[EventDispatcher]]
    ud: dict[object, object]
    def __init__(
        self,
        device: str,
        id: int | str,
        args: Any,
        is_touch: bool = False,
        type_id: str | None = None,
    ) -> None: ...
    def depack(self, args: Any) -> None: ...
    def dispatch_done(self) -> None: ...
    def grab(self, class_instance: EventDispatcher) -> None: ...
    def ungrab(self, class_instance: EventDispatcher) -> None: ...
