"""Sounds made of damped oscillations: a bell, a soft tick and a gong, as bytes of WAV files."""

from __future__ import annotations

import io
import math
import wave
from array import array
from collections.abc import Mapping
from typing import Final

from companion.named_tuples import NamedTuple

RATE: Final = 22_050
"""Samples a second, 16 bits, mono."""
LOUD: Final = 32_767
"""The highest sample."""
ATTACK: Final = 0.002
"""Seconds in which a sound swells; a sudden start would crackle."""
BELL, TICK, GONG = "bell", "tick", "gong"
SEATS: Final = tuple(f"seat-{seat}" for seat in range(1, 9))
"""The tone of each seat: a chime that rises from seat to seat."""


class Partial(NamedTuple):
    """An oscillation of a struck body."""

    pitch: float
    """Hz."""
    share: float
    """Its share of the loudness."""
    fades: float
    """Seconds in which it fades to a third."""


class Tone(NamedTuple):
    seconds: float
    volume: float
    """From 0 to 1, the loudest."""
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
"""Tones by name. Partials of bell and gong are not multiples of the lowest one, as in real ones."""


def wave_of(name: str) -> bytes:
    """Return a WAV file of one of TONES: mono, 16 bits, RATE samples a second.

    The last samples are silent. The bytes are the same every time.

    Raises:
        KeyError: There is no such tone.
    """
    tone = TONES[name]
    samples = [0.0] * round(tone.seconds * RATE)
    for partial in tone.partials:
        _ring(samples, partial)
    swell, end = round(ATTACK * RATE), len(samples)
    for at in range(swell):
        samples[at] *= at / swell
        # Fade out what still rings at the end.
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
    """Add an oscillation; each sample follows from the two before, much faster than by sines."""
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
