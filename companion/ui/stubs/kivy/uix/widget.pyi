from collections.abc import Iterator, Sequence

from kivy.core.window import WindowBase
from kivy.event import EventDispatcher
from kivy.graphics import Canvas
from kivy.input.motionevent import MotionEvent

class Widget(EventDispatcher):
    x: float
    y: float
    width: float
    height: float
    pos: tuple[float, float]
    size: tuple[float, float]
    right: float
    top: float
    center_x: float
    center_y: float
    center: tuple[float, float]
    size_hint: tuple[float | None, float | None]
    size_hint_x: float | None
    size_hint_y: float | None
    size_hint_min: tuple[float | None, float | None]
    pos_hint: dict[str, float]
    opacity: float
    disabled: bool
    parent: Widget | None
    children: list[Widget]
    canvas: Canvas
    def add_widget(self, widget: Widget, index: int = 0, canvas: str | None = None) -> None: ...
    def remove_widget(self, widget: Widget) -> None: ...
    def clear_widgets(self, children: Sequence[Widget] | None = None) -> None: ...
    def collide_point(self, x: float, y: float) -> bool: ...
    def to_window(
        self, x: float, y: float, initial: bool = True, relative: bool = False
    ) -> tuple[float, float]: ...
    def to_local(self, x: float, y: float, relative: bool = False) -> tuple[float, float]: ...
    def get_parent_window(self) -> WindowBase | None: ...
    def walk(self, restrict: bool = False) -> Iterator[Widget]: ...
    def get_root_window(self) -> WindowBase | None: ...
    def on_touch_down(self, touch: MotionEvent) -> bool | None: ...
    def on_touch_move(self, touch: MotionEvent) -> bool | None: ...
    def on_touch_up(self, touch: MotionEvent) -> bool | None: ...
