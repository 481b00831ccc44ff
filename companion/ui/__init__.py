"""The touchscreen: it shows views and sends messages. Only this package imports Kivy."""
