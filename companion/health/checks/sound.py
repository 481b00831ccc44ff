"""Which sound devices there are; the game makes no sound yet, so none of them is missed."""
from __future__ import annotations

import re

from companion.health.base import FINE, Finding
from companion.health.world import World

NAME = "sound"
TITLE = "Sound"
WATCHED = 0.0


def look(world: World) -> tuple[Finding, ...]:
    """The names of ALSA's cards."""
    cards = re.findall(r"^ *\d+ \[.*?\]: (.+)$", world.text("/proc/asound/cards") or "", re.MULTILINE)
    words = f"Sound devices: {', '.join(cards)}." if cards else "There is no sound device; the game makes no sound anyway."
    return (Finding(NAME, FINE, words),)
