from collections.abc import Callable
from typing import ClassVar

from kivy.graphics.texture import Texture

class LayoutWord:
    text: str

class LayoutLine:
    words: list[LayoutWord]
    y: float

class LabelBase:
    options: dict[str, object]
    text: str
    text_size: tuple[float | None, float | None]
    texture: Texture | None
    _cached_lines: list[LayoutLine]
    get_cached_extents: ClassVar[Callable[[LabelBase], Callable[[str], tuple[int, int]]]]
    get_extents: ClassVar[Callable[[LabelBase, str], tuple[int, int]]]
    _render_text: ClassVar[Callable[[LabelBase, str, int, int], None]]
    def __init__(
        self, *, text: str = "", font_size: float = 12, font_name: str = ..., **kwargs: object
    ) -> None: ...
    @staticmethod
    def register(name: str, fn_regular: str, fn_bold: str | None = None) -> None: ...
    def resolve_font_name(self) -> None: ...
    def _get_font_id(self) -> str: ...
    def get_ascent(self) -> int: ...
    def get_descent(self) -> int: ...
    def render(self, real: bool = False) -> tuple[int, int]: ...
    def refresh(self) -> None: ...

class Label(LabelBase): ...
