"""Choose the sound device, and notice when it is no longer the one that was opened.

The device is found before SDL starts: Kivy's mixer, once opened without a device, never tries again
in this process.

A desktop's sound server decides for itself. On the console a USB card comes before the board's own,
since somebody plugged it in to be heard: the HDMI outputs of a Raspberry Pi are cards, too, even if
nothing is connected to them.
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
"""Variables by which people choose the output."""
CHOSEN: Final = "AUDIODEV"
"""The variable that names an ALSA device to SDL."""
BY_HAND: Final = bool(os.environ.get(CHOSEN))
"""Whether people had chosen a device before this program started."""
BUFFER: Final = 4096
"""Samples in the mixer's buffer; as many as Kivy asks for."""
SERVERS: Final = ("pulse/native", "pipewire-0")
"""Sockets of sound servers, in the runtime folder of the user who is logged in."""


class SoundDevice(NamedTuple):
    name: str
    """The name that SDL takes in AUDIODEV, "" where it finds the right device by itself."""
    since: int = 0
    """Distinguishes a card from one that replaced it, or from itself before it was pulled out; 0
    where a sound server takes care of that."""


def playback_device(
    root: Path = Path("/"), environment: Mapping[str, str] = os.environ
) -> SoundDevice | None:
    """Return the device to play on now, None without one.

    `root` is the parent of /dev and /proc.
    """
    runtime = environment.get("XDG_RUNTIME_DIR", "")
    if (
        BY_HAND
        or any(environment.get(name) for name in CHOICES)
        or (runtime and any((root / runtime.lstrip("/") / name).exists() for name in SERVERS))
    ):
        return SoundDevice("")
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
            return SoundDevice(
                "sysdefault:CARD="
                f"{(root / f'proc/asound/card{plugged[-1]}/id').read_text('utf-8').strip()}",
                cards[plugged[-1]],
            )
        return SoundDevice("", cards[min(cards)]) if cards else None
    except OSError:
        # A card was pulled out at this very moment.
        return None


def reopen_mixer(device: SoundDevice) -> None:
    """Let SDL's mixer play on this device from now on, with all sounds that Kivy has loaded.

    Kivy opens the mixer once and cannot open it again. The library of this process is called:
    another copy would have a mixer of its own.

    Raises:
        OSError: The mixer cannot be opened.
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


def choose(device: SoundDevice) -> None:
    """Tell SDL the name of the device to open."""
    if device.name:
        os.environ[CHOSEN] = device.name
    elif not BY_HAND:
        os.environ.pop(CHOSEN, None)
