"""Choose whether pixels are rendered.

Most tests ask for positions, not colours, and rendering without a graphics chip takes most of the
time.
"""

from __future__ import annotations

import os


def drawing() -> dict[str, str]:
    """Return the environment of the tests for a process whose window is rendered."""
    return {name: value for name, value in os.environ.items() if name != "LP_NO_RAST"}
