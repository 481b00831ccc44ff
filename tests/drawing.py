"""Choose whether pixels are rendered, and where scenes are kept.

Most tests ask for positions, not colours, and rendering without a graphics chip takes most of the
time.
"""

from __future__ import annotations

import os
from typing import Final

SCENES_FOLDER: Final = "DERBY_TEST_SCENES"
"""The environment variable that names the folder for scenes (`tests/scenes.py`).

Each run of tests makes a new one, so that no view is older than the sources.
"""


def drawing() -> dict[str, str]:
    """Return the environment of the tests for a process whose window is rendered."""
    return {name: value for name, value in os.environ.items() if name != "LP_NO_RAST"}
