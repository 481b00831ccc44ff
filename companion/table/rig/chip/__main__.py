"""The process itself: `python -m companion.table.rig.chip CONTROL PORT`, two file descriptors that it was handed.

The first line on the control socket says which reader it is; then `boot.py` and `code.py` run, as after a power-up, until the cable is
pulled (the process is killed), the app is gone, or the watchdog barks.
"""
from __future__ import annotations

import sys

from companion.table.rig.chip.life import live

if __name__ == "__main__":
    live(int(sys.argv[1]), int(sys.argv[2]))
