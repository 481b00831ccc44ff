"""Scenes played once for all processes of a run: who comes first leaves the view in a folder of the run, and the others read it there.

A scene is the same whoever plays it, and to read its view takes a hundredth of the time.
"""

from __future__ import annotations

import os
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Final

from companion.session.view import View

FOLDER: Final = "DERBY_TEST_SCENES"
"""Names the environment variable with the folder; `tests/conftest.py` makes a new one for each run, so that no view is older than the sources."""


def shared(name: str, played: Callable[[], View]) -> View:
    """The view that this run has under a name, else the one that is played now; without a folder it is played in each process."""
    if FOLDER not in os.environ:
        return played()
    kept = Path(os.environ[FOLDER], f"{name}.view")
    # Only the tests of this run write there. Several may play the same scene at once; each file appears whole.
    if kept.exists():
        view: View = pickle.loads(kept.read_bytes())
        return view
    view = played()
    fresh = kept.with_suffix(f".{os.getpid()}")
    fresh.write_bytes(pickle.dumps(view, pickle.HIGHEST_PROTOCOL))
    fresh.rename(kept)
    return view
