"""Whether pixels are made: most tests ask where things are and not what colour they have, and without a graphics chip pixels cost most of the time."""

from __future__ import annotations

import os


def drawing() -> dict[str, str]:
    """The tests' environment for a process whose window is really painted."""
    return {name: value for name, value in os.environ.items() if name != "LP_NO_RAST"}
