from kivy.input.motionevent import MotionEvent as MotionEvent
from kivy.input.provider import MotionEventProvider

class MotionEventFactory:
    @staticmethod
    def register(name: str, classname: type[MotionEventProvider]) -> None: ...
