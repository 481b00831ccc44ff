from kivy.uix.layout import Layout

class BoxLayout(Layout):
    orientation: str
    spacing: float
    @property
    def padding(self) -> tuple[float, float, float, float]: ...
    @padding.setter
    def padding(
        self, value: float | tuple[float, float] | tuple[float, float, float, float]
    ) -> None: ...
    minimum_height: float
    minimum_width: float
