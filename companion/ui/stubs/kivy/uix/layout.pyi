from kivy.uix.widget import Widget

class Layout(Widget):
    def do_layout(self, *args: object) -> None: ...
