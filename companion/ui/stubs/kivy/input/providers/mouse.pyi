from kivy.core.window import WindowBase
from kivy.input.provider import MotionEventProvider

class MouseMotionEventProvider(MotionEventProvider):
    def on_mouse_press(
        self, win: WindowBase, x: float, y: float, button: str, modifiers: list[str]
    ) -> None: ...
    def on_mouse_motion(
        self, win: WindowBase, x: float, y: float, modifiers: list[str]
    ) -> None: ...
    def on_mouse_release(
        self, win: WindowBase, x: float, y: float, button: str, modifiers: list[str]
    ) -> None: ...
