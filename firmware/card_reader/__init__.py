"""The card reader's own modules: plain Python that runs unchanged in a reader (CircuitPython 10) and in the app (CPython 3.11)."""

VERSION = "0.1.0"
"""The firmware's version, told in the greeting; the app's version too, for they are installed together."""
