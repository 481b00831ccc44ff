"""The touchscreen: shows a view and sends messages. The only place that imports Kivy."""
