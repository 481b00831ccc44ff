from collections.abc import Sequence

from kivy.event import EventDispatcher
from kivy.graphics import Canvas
from kivy.uix.widget import Widget

class Keyboard(EventDispatcher):
    def release(self) -> None: ...

class WindowBase(EventDispatcher):
    size: tuple[int, int]
    system_size: tuple[int, int]
    width: int
    height: int
    rotation: int
    left: int
    top: int
    allow_screensaver: bool
    clearcolor: Sequence[float]
    canvas: Canvas
    children: list[Widget]
    def add_widget(self, widget: Widget) -> None: ...
    def remove_widget(self, widget: Widget) -> None: ...
    def set_title(self, title: str) -> None: ...
    def mainloop(self) -> None: ...
    def update_viewport(self) -> None: ...

Window: WindowBase
