"""Our own sounds, made of damped oscillations: a bell, a soft tick and a gong, as the bytes of small WAV files."""

from __future__ import annotations

import io
import math
import wave
from array import array
from collections.abc import Mapping
from typing import Final

from companion.named_tuples import NamedTuple

RATE: Final = 22_050
"""Samples a second, of 16 bits, for one ear."""
LOUD: Final = 32_767
"""The highest sample."""
ATTACK: Final = 0.002
"""Seconds in which a sound swells; one that began at once would crack."""
BELL, TICK, GONG = "bell", "tick", "gong"
SEATS: Final = tuple(f"seat-{seat}" for seat in range(1, 9))
"""By which each seat is called: a chime that rises from seat to seat."""


class Partial(NamedTuple):
    """One of the oscillations of a struck body: its pitch in Hz, its share of the loudness, and the seconds in which it fades to a third."""

    pitch: float
    share: float
    fades: float


class Tone(NamedTuple):
    """A sound: for how many seconds, how loud (1 is as loud as can be), and of what."""

    seconds: float
    volume: float
    partials: tuple[Partial, ...]


TONES: Final[Mapping[str, Tone]] = {
    BELL: Tone(
        0.9,
        0.6,
        (
            Partial(1047, 0.5, 0.28),
            Partial(2093, 0.25, 0.2),
            Partial(2890, 0.17, 0.12),
            Partial(4310, 0.08, 0.06),
        ),
    ),
    TICK: Tone(0.05, 0.25, (Partial(1760, 0.7, 0.008), Partial(3130, 0.3, 0.005))),
    **{
        name: Tone(
            0.5,
            0.5,
            (Partial(523 * 2 ** (step / 12), 0.7, 0.2), Partial(1046 * 2 ** (step / 12), 0.3, 0.1)),
        )
        for name, step in zip(SEATS, (0, 2, 4, 5, 7, 9, 11, 12), strict=True)
    },
    GONG: Tone(
        1.6,
        0.8,
        (
            Partial(233, 0.4, 0.6),
            Partial(349, 0.25, 0.45),
            Partial(518, 0.2, 0.3),
            Partial(823, 0.15, 0.15),
        ),
    ),
}
"""By their names. Partials of bell and gong are not multiples of the lowest one, as in real ones."""


def wave_of(name: str) -> bytes:
    """A WAV file with one of TONES: mono, 16 bits, RATE samples a second; the last samples are silent. The same bytes every time. KeyError for no tone."""
    tone = TONES[name]
    samples = [0.0] * round(tone.seconds * RATE)
    for partial in tone.partials:
        _ring(samples, partial)
    swell, end = round(ATTACK * RATE), len(samples)
    for at in range(swell):
        samples[at] *= at / swell
        # What still rings at the end fades as quickly.
        samples[end - 1 - at] *= at / swell
    file = io.BytesIO()
    with wave.open(file, "wb") as written:
        written.setnchannels(1)
        written.setsampwidth(2)
        written.setframerate(RATE)
        written.writeframes(
            _little_endian(array("h", (round(sample * tone.volume * LOUD) for sample in samples)))
        )
    return file.getvalue()


def _ring(samples: list[float], partial: Partial) -> None:
    """Add an oscillation. Each sample follows from the two before it, which is much quicker than a sine for each."""
    fade, turn = math.exp(-1 / (partial.fades * RATE)), math.tau * partial.pitch / RATE
    first, second = 2 * fade * math.cos(turn), fade * fade
    before, now = 0.0, partial.share * fade * math.sin(turn)
    for at in range(1, len(samples)):
        samples[at] += now
        before, now = now, first * now - second * before


def _little_endian(samples: array[int]) -> bytes:
    if array("H", [1]).tobytes()[0] != 1:
        samples.byteswap()
    return samples.tobytes()
