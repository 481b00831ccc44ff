"""Scenes played once for all processes of a run, by files in a folder of the run.

A scene is always the same, and reading its view takes a hundredth of the time.
"""

from __future__ import annotations

import os
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Final

from companion.session.view import View

FOLDER: Final = "DERBY_TEST_SCENES"
"""The environment variable that names the folder; `tests/conftest.py` makes a new one for each run,
so that no view is older than the sources."""


def shared(name: str, played: Callable[[], View]) -> View:
    """Return the view that this run has under a name, else the one that is played now.

    Without a folder each process plays it.
    """
    if FOLDER not in os.environ:
        return played()
    kept = Path(os.environ[FOLDER], f"{name}.view")
    # Only the tests of this run write there. Several may play the same scene together; each file
    # appears whole.
    if kept.exists():
        view: View = pickle.loads(kept.read_bytes())
        return view
    view = played()
    fresh = kept.with_suffix(f".{os.getpid()}")
    fresh.write_bytes(pickle.dumps(view, pickle.HIGHEST_PROTOCOL))
    fresh.rename(kept)
    return view
