from collections.abc import Iterable

from kivy.core.window import WindowBase
from kivy.event import EventDispatcher
from kivy.input import MotionEvent

class ExceptionHandler:
    def handle_exception(self, exception: Exception) -> int: ...

class ExceptionManagerBase:
    RAISE: int
    PASS: int
    def add_handler(self, handler: ExceptionHandler) -> None: ...
    def remove_handler(self, handler: ExceptionHandler) -> None: ...

ExceptionManager: ExceptionManagerBase

class EventLoopBase(EventDispatcher):
    window: WindowBase | None
    quit: bool
    @property
    def touches(self) -> Iterable[MotionEvent]: ...
    def ensure_window(self) -> None: ...
    def start(self) -> None: ...
    def dispatch_input(self) -> None: ...

EventLoop: EventLoopBase

def runTouchApp() -> None: ...
def stopTouchApp() -> None: ...
