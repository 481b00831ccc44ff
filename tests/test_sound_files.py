"""Test the files of sounds: all are there, as their script describes them, and equally loud.

They are decoded by the mixer that plays them, SDL's.
"""

from __future__ import annotations

import ctypes
import math
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from companion.games import game_keys
from companion.ui.sounds import EFFECTS, FILES, NAMES, TUNE
from tests import sound_files
from tests.sound_files import RATE, all_sounds, loudness

SIGNED: Final = 0x8010
"""SDL's word for samples of 16 bits, little-endian."""
OGG: Final = 0x10
MOST: Final = 600_000
"""The largest sum of all files, in bytes."""


class _Chunk(ctypes.Structure):
    _fields_ = (
        ("allocated", ctypes.c_int),
        ("samples", ctypes.POINTER(ctypes.c_int16)),
        ("length", ctypes.c_uint32),
        ("volume", ctypes.c_uint8),
    )


@pytest.fixture(scope="module")
def mixer() -> Iterator[Any]:
    """Open SDL's mixer of Kivy's wheel without a device."""
    import kivy.core.audio  # noqa: F401, PLC0415

    before = os.environ.get("SDL_AUDIODRIVER")
    os.environ["SDL_AUDIODRIVER"] = "dummy"
    mapped = Path("/proc/self/maps").read_text("utf-8").splitlines()
    library = ctypes.CDLL(
        next(line.split(maxsplit=5)[-1] for line in mapped if "libSDL2_mixer" in line)
    )
    library.Mix_LoadWAV.restype = ctypes.POINTER(_Chunk)
    assert library.Mix_Init(OGG) & OGG, "the mixer cannot play OGG"
    assert library.Mix_OpenAudio(RATE, SIGNED, 1, 1024) == 0
    yield library
    library.Mix_CloseAudio()
    if before is None:
        del os.environ["SDL_AUDIODRIVER"]
    else:
        os.environ["SDL_AUDIODRIVER"] = before


def decoded(mixer: Any, name: str) -> list[float]:
    """Return the samples of a file, from -1 to 1."""
    chunk = mixer.Mix_LoadWAV(str(FILES / f"{name}.ogg").encode())
    assert chunk, f"{name} cannot be decoded"
    number = chunk.contents.length // 2
    samples = [sample / 32_768 for sample in chunk.contents.samples[:number]]
    mixer.Mix_FreeChunk(chunk)
    return samples


def decibels(share: float) -> float:
    """Return a share of full scale in dB."""
    return 20 * math.log10(share)


def test_every_sound_has_its_file_and_no_file_is_left_over() -> None:
    """Describe each sound that the screen plays and each tune of our games, in small files."""
    files = {path.stem: path.stat().st_size for path in FILES.glob("*.ogg")}
    tunes = {f"{TUNE}{game}" for game in game_keys()}
    assert files.keys() == all_sounds().keys() == {*NAMES, *tunes}
    assert sum(files.values()) < MOST and all(files[tune] < 100_000 for tune in tunes)
    assert set(EFFECTS) == set(sound_files.EFFECTS)


def test_files_are_what_their_script_says(mixer: Any) -> None:
    """Measure the length, the loudness, the peak and the ends of all files.

    Effects are within 3 dB of one loudness, and the gong is louder than two of them at once.
    """
    sounds = all_sounds()
    loud: dict[str, float] = {}
    for name, sound in sounds.items():
        samples = decoded(mixer, name)
        loud[name] = decibels(loudness(samples))
        assert len(samples) / RATE == pytest.approx(sound.seconds, abs=0.01), name
        assert loud[name] == pytest.approx(sound.level, abs=1.5), name
        assert decibels(max(map(abs, samples))) < -2, name
        assert abs(samples[0]) < 0.03 and abs(samples[-1]) < 0.01, name
    effects = [loud[name] for name in EFFECTS]
    assert max(effects) - min(effects) < 3
    assert max(effects) + 6 < loud["gong"] and max(map(loud.__getitem__, sounds)) == loud["gong"]
    assert all(loud[name] < min(effects) for name in sounds if name.startswith(TUNE))


def test_rendering_gives_the_same_samples_every_time() -> None:
    """Render a sound twice with the same result."""
    belt = sound_files.EFFECTS["belt"]
    assert sound_files.samples_of(belt) == sound_files.samples_of(belt)
