from kivy.core.text import LabelBase
from kivy.graphics.texture import Texture
from kivy.uix.widget import Widget

class Label(Widget):
    text: str
    text_size: tuple[float | None, float | None]
    texture: Texture | None
    texture_size: tuple[int, int]
    font_size: float
    font_name: str
    color: tuple[float, float, float, float]
    disabled_color: tuple[float, float, float, float]
    bold: bool
    halign: str
    valign: str
    line_height: float
    markup: bool
    shorten: bool
    shorten_from: str
    max_lines: int
    padding: float | tuple[float, float] | tuple[float, float, float, float]
    _label: LabelBase
    def texture_update(self, *args: object) -> None: ...
