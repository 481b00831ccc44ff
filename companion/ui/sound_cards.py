"""Which sound device to play on, asked before SDL is: Kivy's mixer, once opened without a device, never tries again in this process.

A desktop's sound server decides for itself. On the console a card on USB comes before the board's own, since somebody has plugged it in to be heard:
the HDMI outputs of a Raspberry Pi are cards, too, also where nothing is plugged into them.
"""
from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final

CHOICES: Final = ("SDL_AUDIODRIVER", "AUDIODEV", "PULSE_SERVER")
"""Variables by which people say what is played on."""
SERVERS: Final = ("pulse/native", "pipewire-0")
"""Sockets of sound servers, in the runtime folder of whoever is logged in."""


def playback_device(root: Path = Path("/"), environment: Mapping[str, str] = os.environ) -> str | None:
    """The device by the name that SDL takes in AUDIODEV: "" where it finds the right one by itself, None where there is none.

    `root` is where /dev and /proc are looked for.
    """
    runtime = environment.get("XDG_RUNTIME_DIR", "")
    if any(environment.get(name) for name in CHOICES) or runtime and any((root / runtime.lstrip("/") / name).exists() for name in SERVERS):
        return ""
    playing = (re.fullmatch(r"pcmC(\d+)D\d+p", device.name) for device in (root / "dev/snd").glob("pcm*"))
    cards = sorted({int(found[1]) for found in playing if found})
    if not cards:
        return None
    plugged = [card for card in cards if (root / f"proc/asound/card{card}/usbid").exists()]
    try:
        return f"sysdefault:CARD={(root / f'proc/asound/card{plugged[-1]}/id').read_text('utf-8').strip()}" if plugged else ""
    except OSError:
        # It was pulled out in this very moment.
        return ""
