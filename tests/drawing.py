"""Whether pixels are made: most tests ask where things are and not what colour they have, and without a graphics chip pixels cost most of the time."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Final

UNDRAWN: Final[Mapping[str, str]] = {"LP_NO_RAST": "1", "LP_NUM_THREADS": "0"}
"""For llvmpipe, Mesa's software renderer: everything is drawn as ever, GL checks every order, but no pixel is filled, and no threads take turns.

Not GALLIUM_NOOP, which puts an empty driver in its place: in Mesa 25 that one lacks what its front end asks for, and the first window crashes.
"""


def drawing() -> dict[str, str]:
    """The tests' environment for a process whose window is really painted."""
    return {name: value for name, value in os.environ.items() if name != "LP_NO_RAST"}
