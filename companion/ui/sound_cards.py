"""Which sound device to play on, and whether it is still the one that was opened.

It is asked before SDL is: Kivy's mixer, once opened without a device, never tries again in this process.

A desktop's sound server decides for itself. On the console a card on USB comes before the board's own, since somebody has plugged it in to be heard:
the HDMI outputs of a Raspberry Pi are cards, too, also where nothing is plugged into them.
"""

from __future__ import annotations

import ctypes
import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from companion.named_tuples import NamedTuple

CHOICES: Final = ("SDL_AUDIODRIVER", "PULSE_SERVER")
"""Variables by which people say what is played on."""
CHOSEN: Final = "AUDIODEV"
"""The variable by which SDL is told the name of an ALSA device."""
BY_HAND: Final = bool(os.environ.get(CHOSEN))
"""Whether people have chosen it before we could."""
BUFFER: Final = 4096
"""Samples that the mixer keeps ready; as many as Kivy asks for."""
SERVERS: Final = ("pulse/native", "pipewire-0")
"""Sockets of sound servers, in the runtime folder of whoever is logged in."""


class Device(NamedTuple):
    """What is played on: the name that SDL takes in AUDIODEV, "" where it finds the right one by itself.

    `since` tells one card from another that has taken its place, or from itself before it was pulled out; 0 where a sound server sees to that.
    """

    name: str
    since: int = 0


def playback_device(
    root: Path = Path("/"), environment: Mapping[str, str] = os.environ
) -> Device | None:
    """The device to play on now, None where there is none. `root` is where /dev and /proc are looked for."""
    runtime = environment.get("XDG_RUNTIME_DIR", "")
    if (
        BY_HAND
        or any(environment.get(name) for name in CHOICES)
        or (runtime and any((root / runtime.lstrip("/") / name).exists() for name in SERVERS))
    ):
        return Device("")
    playing = (
        (re.fullmatch(r"pcmC(\d+)D\d+p", device.name), device)
        for device in (root / "dev/snd").glob("pcm*")
    )
    try:
        cards = {int(found[1]): device.stat().st_ctime_ns for found, device in playing if found}
        plugged = [
            card for card in sorted(cards) if (root / f"proc/asound/card{card}/usbid").exists()
        ]
        if plugged:
            return Device(
                f"sysdefault:CARD={(root / f'proc/asound/card{plugged[-1]}/id').read_text('utf-8').strip()}",
                cards[plugged[-1]],
            )
        return Device("", cards[min(cards)]) if cards else None
    except OSError:
        # A card was pulled out in this very moment.
        return None


def reopen_mixer(device: Device) -> None:
    """Have SDL's mixer play on this device from now on, with all sounds that Kivy has loaded. OSError where it cannot.

    Kivy opens the mixer once and has no door to it. It is the library in this process: another copy of it would have a mixer of its own.
    """
    mapped = (
        line.split(maxsplit=5)[-1]
        for line in Path("/proc/self/maps").read_text("utf-8").splitlines()
        if "libSDL2_mixer" in line
    )
    mixer = ctypes.CDLL(next(mapped, "libSDL2_mixer is not loaded"))
    rate, kind, sides = ctypes.c_int(), ctypes.c_uint16(), ctypes.c_int()
    if not mixer.Mix_QuerySpec(ctypes.byref(rate), ctypes.byref(kind), ctypes.byref(sides)):
        raise OSError("the mixer was never opened")
    channels = mixer.Mix_AllocateChannels(-1)
    choose(device)
    mixer.Mix_CloseAudio()
    if mixer.Mix_OpenAudio(rate, kind, sides, BUFFER):
        raise OSError("the device that was plugged in cannot be opened")
    mixer.Mix_AllocateChannels(channels)


def choose(device: Device) -> None:
    """Tell SDL by which name it opens the device."""
    if device.name:
        os.environ[CHOSEN] = device.name
    elif not BY_HAND:
        os.environ.pop(CHOSEN, None)
