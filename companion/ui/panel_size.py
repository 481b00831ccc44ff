"""The size of the display's pixels, as the display describes itself (EDID).

The kernel has that record of each connector. Small HDMI panels with many pixels need larger
controls than a monitor with as many.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

HEAD: Final = bytes.fromhex("00ffffffffffff00")
"""The beginning of every record."""
BLOCK: Final = 128
"""Bytes of the first block."""
FIRST: Final = 54
"""The place of the first detailed timing, which is the display's own resolution."""


def pixel_size(root: Path = Path("/")) -> float | None:
    """Return the millimetres of a pixel, None if no display says it, or several are plugged in.

    `root` is the parent of /sys.
    """
    records = []
    for place in sorted((root / "sys/class/drm").glob("card*-*/edid")):
        try:
            if (place.parent / "status").read_text("utf-8").strip() == "connected":
                records.append(place.read_bytes())
        except OSError:
            return None
    if len(records) != 1 or len(records[0]) < BLOCK or not records[0].startswith(HEAD):
        return None
    timing = records[0][FIRST:]
    pixels = timing[2] | (timing[4] >> 4) << 8, timing[5] | (timing[7] >> 4) << 8
    sides = timing[12] | (timing[14] >> 4) << 8, timing[13] | (timing[14] & 15) << 8
    if not all(pixels) or not all(sides):
        return None
    across, down = (side / pixel for side, pixel in zip(sides, pixels, strict=True))
    # Some panels name a ratio such as 16 by 9 in place of millimetres.
    return across if 0.05 < across < 1.5 and 0.8 < across / down < 1.25 else None
