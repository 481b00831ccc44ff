"""Views of the gallery's scenes, each played once for all processes of a run of tests.

A scene is always the same, and reading its view takes a hundredth of the time.
"""

from __future__ import annotations

import os
import pickle
from functools import cache
from pathlib import Path

from companion.gallery.scenes import SCENES
from companion.session.view import View
from tests.drawing import SCENES_FOLDER


@cache
def view_of(name: str) -> View:
    """Return what a scene shows, as this run has it, else played now.

    Without a folder each process plays it.
    """
    if SCENES_FOLDER not in os.environ:
        return SCENES[name]().view
    kept = Path(os.environ[SCENES_FOLDER], f"{name}.view")
    # Only the tests of this run write there. Several may play the same scene together; each file
    # appears whole.
    if kept.exists():
        view: View = pickle.loads(kept.read_bytes())
        return view
    view = SCENES[name]().view
    fresh = kept.with_suffix(f".{os.getpid()}")
    fresh.write_bytes(pickle.dumps(view, pickle.HIGHEST_PROTOCOL))
    fresh.rename(kept)
    return view
