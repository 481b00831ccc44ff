"""The card reader's modules: plain Python, also used by the app.

It runs unchanged in a reader (CircuitPython 10) and in the app (CPython 3.11).
"""

VERSION = "0.1.0"
"""The firmware's version for the greeting.

It is the app's version, too, for both are installed together.
"""
