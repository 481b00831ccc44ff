"""The card reader's own modules: plain Python that runs unchanged in a reader (CircuitPython 10) and in the app (CPython 3.11)."""
