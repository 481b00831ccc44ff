from kivy.input.motionevent import MotionEvent
from kivy.uix.widget import Widget

class ButtonBehavior(Widget):
    """A class of its own in Kivy, for classes that are widgets, too."""

    state: str
    always_release: bool
    last_touch: MotionEvent | None
    def on_press(self) -> None: ...
    def on_release(self) -> None: ...
