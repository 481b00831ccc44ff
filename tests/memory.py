"""Keep a test process small: collect garbage once it has grown, and return memory.

Collecting as often as Python does takes a fifth of the time; never collecting fills the memory.
"""

from __future__ import annotations

import ctypes
import gc
import os
import sys
from pathlib import Path
from typing import Final

GROWTH: Final = 8.0
"""Megabytes by which a process may grow before garbage is collected."""
M_TRIM_THRESHOLD, M_MMAP_THRESHOLD = -1, -3
"""Settings of the library of C, by the numbers in malloc.h."""
OWN_PAGES: Final = 2**16
"""Bytes from which a block, such as a texture, gets its own pages, which return when it is freed.

The library raises this number with each such block that is freed, up to 32 MB: blocks that stay
then keep the room of those that have gone.
"""
FREE: Final = 2**17
"""Bytes that may be free at the end of the heap."""
_USED: Final = Path("/proc/self/statm")
_kept = [0.0]


def begin() -> None:
    """Freeze what is loaded, which stays to the end, and collect garbage seldom from here on."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(500_000, 20, 100)
    library = ctypes.CDLL(None)
    library.mallopt(M_MMAP_THRESHOLD, OWN_PAGES)
    library.mallopt(M_TRIM_THRESHOLD, FREE)
    _kept[0] = megabytes()


def keep_small() -> None:
    """Return unused memory if the process has grown much since this was last done."""
    if megabytes() <= _kept[0] + GROWTH:
        return
    if boards := sys.modules.get("companion.ui.widgets.map.board_picture"):
        boards.CACHE.clear()
    gc.collect()
    if "kivy.core.window" in sys.modules:
        sys.modules["kivy.graphics.context"].get_context().gl_dealloc()
    # By itself the library of C keeps most of what is free.
    ctypes.CDLL(None).malloc_trim(0)
    _kept[0] = megabytes()


def megabytes() -> float:
    """Return the memory that this process uses, in megabytes."""
    return int(_USED.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20
