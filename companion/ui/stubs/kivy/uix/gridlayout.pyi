from kivy.uix.layout import Layout

class GridLayout(Layout):
    cols: int | None
    rows: int | None
    spacing: float | tuple[float, float]
    padding: float | tuple[float, float] | tuple[float, float, float, float]
    minimum_height: float
    minimum_width: float
