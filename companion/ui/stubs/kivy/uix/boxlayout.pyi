from kivy.uix.layout import Layout

class BoxLayout(Layout):
    orientation: str
    spacing: float
    padding: float | tuple[float, float] | tuple[float, float, float, float]
    minimum_height: float
    minimum_width: float
