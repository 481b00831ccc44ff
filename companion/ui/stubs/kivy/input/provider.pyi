from collections.abc import Callable

from kivy.input.motionevent import MotionEvent

class MotionEventProvider:
    def __init__(self, device: str, args: str) -> None: ...
    def update(self, dispatch_fn: Callable[[str, MotionEvent], None]) -> None: ...
