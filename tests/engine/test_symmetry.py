"""A race is alike turned by 90°, mirrored, with exchanged seats, and with reversed entries.

`DERBY_SYMMETRY_BOARDS=20000` in the environment plays that many boards in place of the few of every
run, and `DERBY_SYMMETRY_FROM=4000` begins at that seed, for runs in pieces.
"""

from __future__ import annotations

import os
from typing import Final

import pytest

from tests.engine.symmetric_boards import images_of, start_of
from tests.engine.symmetry import difference

BOARDS: Final = int(os.environ.get("DERBY_SYMMETRY_BOARDS", "24"))
FIRST: Final = int(os.environ.get("DERBY_SYMMETRY_FROM", "0"))
FOUND: Final = (263, 268, 330, 423, 596)
"""Seeds of boards on which a fault was found: walls of rooms (C14), and takeoffs by seat (A2)."""


@pytest.mark.timeout(0 if BOARDS > 1000 else 1200)
def test_random_boards_come_out_alike_four_ways() -> None:
    """Play boards of any elements and statuses alike in four images."""
    unlike = []
    for seed in (*FOUND, *range(FIRST, FIRST + BOARDS)):
        start = start_of(seed)
        unlike += [
            f"board {seed}, {found}"
            for image in images_of(seed, start)
            if (found := difference(start, image, seed))
        ]
    assert not unlike, "\n".join(unlike[:5])
