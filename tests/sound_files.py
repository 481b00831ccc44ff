"""Render the sounds and tunes of the screen: `make sounds` writes companion/ui/sound_files/*.ogg.

All of them are one clockwork: ticks, ratchets, struck brass and the comb of a music box, made of
damped oscillations and noise. Effects have the same loudness: that of their loudest 50 ms. Encoding
needs oggenc (Debian: vorbis-tools); playing needs nothing of this module.
"""

from __future__ import annotations

import io
import math
import subprocess
import sys
import wave
from array import array
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final

from companion.named_tuples import NamedTuple

FOLDER: Final = Path(__file__).parent.parent / "companion/ui/sound_files"
RATE: Final = 22_050
"""Samples a second, 16 bits, mono."""
FULL: Final = 32_767
"""The highest sample."""
SWELL: Final = 0.002
"""Seconds in which a sound swells and ends; a sudden start or end would crackle."""
WINDOW: Final = 0.05
"""Seconds of the part in which loudness is measured."""
EFFECT, TIMER, TUNE = -20.0, -11.0, -24.0
"""Loudness of effects, of the loudest sound of the timer and of tunes, in dB of full scale."""
PEAK: Final = 0.9
"""The highest allowed sample, as a share of FULL."""


class Partial(NamedTuple):
    """An oscillation of a struck body."""

    pitch: float
    """Hz, or the multiple of the pitch of its body."""
    share: float
    """Its share of the loudness."""
    fades: float
    """Seconds in which it fades to a third."""


class Strike(NamedTuple):
    """A body that is struck."""

    at: float
    """Seconds from the start."""
    partials: tuple[Partial, ...]
    pitch: float = 1.0
    """Hz of the body, 1 where the partials are in Hz."""
    force: float = 1.0


class Hiss(NamedTuple):
    """Noise that swells and fades, such as a rolling belt or a card."""

    at: float
    seconds: float
    colour: float
    """From 0 (all that is high) to nearly 1 (dull)."""
    force: float = 1.0


class Glide(NamedTuple):
    """A spring whose pitch changes while it fades."""

    at: float
    seconds: float
    start: float
    """Hz."""
    end: float
    """Hz."""
    fades: float
    force: float = 1.0


class Sound(NamedTuple):
    seconds: float
    parts: tuple[Strike | Hiss | Glide, ...]
    level: float = EFFECT
    """Loudness of its loudest part, in dB of full scale."""


# ---- Bodies ----

CLICK: Final = (Partial(2400, 0.5, 0.006), Partial(3750, 0.3, 0.004), Partial(5300, 0.2, 0.003))
"""A tooth of a ratchet."""
TOCK: Final = (Partial(620, 0.6, 0.018), Partial(1370, 0.3, 0.010), Partial(2900, 0.1, 0.004))
"""An escapement in a wooden case."""
THUD: Final = (Partial(96, 0.55, 0.07), Partial(171, 0.3, 0.045), Partial(420, 0.15, 0.02))
"""Something heavy that meets something heavy."""
BRASS: Final = (
    Partial(1.0, 0.45, 0.22),
    Partial(2.0, 0.2, 0.16),
    Partial(2.76, 0.2, 0.1),
    Partial(4.12, 0.1, 0.06),
    Partial(5.4, 0.05, 0.03),
)
"""Struck brass; its partials are not multiples of the lowest one, as in a real bell."""
PLATE: Final = (
    Partial(1.0, 0.3, 0.12),
    Partial(1.52, 0.25, 0.1),
    Partial(2.31, 0.25, 0.07),
    Partial(3.87, 0.2, 0.04),
)
"""A cracked plate of brass."""
COMB: Final = (
    Partial(1.0, 0.75, 0.38),
    Partial(2.0, 0.12, 0.2),
    Partial(6.27, 0.1, 0.035),
    Partial(9.1, 0.03, 0.008),
)
"""A tooth of the comb of a music box."""


def _ratchet(
    at: float, number: int, apart: float, force: float = 1.0, faster: float = 1.0
) -> tuple[Strike, ...]:
    """Return clicks, each `apart` after the one before; `faster` multiplies that each time."""
    found, now = [], at
    for tooth in range(number):
        found.append(Strike(now, CLICK, 1.0, force * (1.0 if tooth % 2 else 0.75)))
        now += apart
        apart *= faster
    return tuple(found)


def _comb(at: float, *pitches: float, apart: float = 0.0, force: float = 1.0) -> tuple[Strike, ...]:
    """Return teeth of the comb that are plucked one after another."""
    return tuple(
        Strike(at + number * apart, COMB, pitch, force) for number, pitch in enumerate(pitches)
    )


def _pitch(name: str) -> float:
    """Return the Hz of a note such as "C5", "F#4" or "Bb4"."""
    step = {"C": 0, "D": 2, "E": 4, "F": 5, "G": 7, "A": 9, "B": 11}[name[0]]
    step += name.count("#") - name[1:].count("b")
    return float(440 * 2 ** ((step - 9) / 12 + int(name[-1]) - 4))


def _brass(at: float, *pitches: float, force: float = 1.0) -> tuple[Strike, ...]:
    return tuple(Strike(at, BRASS, pitch, force) for pitch in pitches)


# ---- What there is to hear ----

EFFECTS: Final[Mapping[str, Sound]] = {
    "step": Sound(0.2, (Strike(0, TOCK), Strike(0.09, TOCK, 0.86, 0.8))),
    "turn": Sound(0.3, (*_ratchet(0, 5, 0.042), Strike(0.21, TOCK, 1.1, 0.7))),
    "stop": Sound(0.24, (Strike(0, THUD, 1.3), Strike(0.012, TOCK, 0.62, 0.5))),
    "push": Sound(0.32, (Strike(0, THUD), Strike(0.01, TOCK, 0.7, 0.7), *_ratchet(0.1, 3, 0.05))),
    "belt": Sound(0.55, (Hiss(0, 0.5, 0.9, 1.2), *_ratchet(0.02, 9, 0.052, 0.8))),
    "gear": Sound(
        0.55,
        (
            *_ratchet(0, 4, 0.1, 0.9),
            *(Strike(0.1 * at, PLATE, 700 + 60 * at, 0.35) for at in range(4)),
            Strike(0.4, TOCK, 0.9),
        ),
    ),
    "laser": Sound(
        0.5,
        (
            Strike(0, CLICK),
            Glide(0.01, 0.42, 2600, 520, 0.12),
            Glide(0.01, 0.42, 3900, 780, 0.07, 0.4),
        ),
    ),
    "damage": Sound(
        0.4, (Strike(0, PLATE, 410), Strike(0.07, PLATE, 350, 0.6), Strike(0, THUD, 1.2, 0.5))
    ),
    "pit": Sound(
        0.95,
        (
            Glide(0, 0.62, 880, 130, 0.5, 0.8),
            *_comb(0, *map(_pitch, ("A5", "F5", "D5", "B4", "G4", "E4")), apart=0.095, force=0.5),
            Strike(0.66, THUD, 0.8, 1.3),
        ),
    ),
    "destroyed": Sound(
        1.0,
        (
            Strike(0, THUD, 1.0, 1.1),
            Strike(0.02, PLATE, 290, 1.0),
            *_ratchet(0.12, 16, 0.018, 0.8, 1.09),
            Glide(0.1, 0.6, 1500, 240, 0.25, 0.5),
            Strike(0.82, TOCK, 0.6, 0.7),
        ),
    ),
    "flag": Sound(0.9, (*_brass(0, _pitch("G5")), *_brass(0.16, _pitch("C6")))),
    "repair": Sound(
        0.85,
        (*_ratchet(0, 4, 0.035), *_ratchet(0.2, 4, 0.035), *_brass(0.4, _pitch("E5"), force=0.9)),
    ),
    "card": Sound(0.18, (Hiss(0, 0.06, 0.25, 0.9), Strike(0.06, TOCK, 1.2, 0.6))),
    "win": Sound(
        2.2,
        (
            *_comb(0, *map(_pitch, ("G4", "C5", "E5", "G5")), apart=0.13),
            *_brass(0.56, _pitch("C5"), _pitch("E5"), _pitch("G5"), force=0.6),
            *_brass(0.86, _pitch("C6"), force=0.8),
            *_ratchet(0.56, 8, 0.12, 0.25),
        ),
    ),
    "deal": Sound(
        0.62, tuple(Hiss(0.085 * at, 0.07, 0.2 + 0.05 * at, 0.7 + 0.06 * at) for at in range(6))
    ),
    "lock": Sound(
        0.3, (Strike(0, CLICK, 0.8), Strike(0.02, PLATE, 520, 0.4), Strike(0.11, TOCK, 0.55, 1.2))
    ),
    "ready": Sound(
        1.0,
        (
            *_ratchet(0, 3, 0.05, 0.5),
            *_comb(0.15, *map(_pitch, ("C5", "E5", "G5")), apart=0.11),
        ),
    ),
    "refused": Sound(
        0.36, (Strike(0, TOCK, 0.45), Strike(0.13, TOCK, 0.38), Strike(0.13, THUD, 1.1, 0.6))
    ),
}
"""The sounds of events of a race, by the names that `companion.ui.sounds.EFFECTS` lists."""
SEATS: Final = tuple(f"seat-{seat}" for seat in range(1, 9))
"""The chime of each seat, which rises from seat to seat."""
TIMES: Final[Mapping[str, Sound]] = {
    "bell": Sound(
        0.9,
        (
            Strike(
                0,
                (
                    Partial(1047, 0.5, 0.28),
                    Partial(2093, 0.25, 0.2),
                    Partial(2890, 0.17, 0.12),
                    Partial(4310, 0.08, 0.06),
                ),
            ),
        ),
        -13,
    ),
    "tick": Sound(0.05, (Strike(0, (Partial(1760, 0.7, 0.008), Partial(3130, 0.3, 0.005))),), -26),
    "gong": Sound(
        1.6,
        (
            Strike(
                0,
                (
                    Partial(233, 0.4, 0.6),
                    Partial(349, 0.25, 0.45),
                    Partial(518, 0.2, 0.3),
                    Partial(823, 0.15, 0.15),
                ),
            ),
        ),
        TIMER,
    ),
    **{
        name: Sound(0.5, _comb(0, 523 * 2 ** (step / 12)), -13)
        for name, step in zip(SEATS, (0, 2, 4, 5, 7, 9, 11, 12), strict=True)
    },
}
"""The sounds of the timer and the chimes of seats."""


class Tune(NamedTuple):
    """A short piece for the music box, which is repeated."""

    beat: float
    """Seconds of one note."""
    melody: str
    """Notes, one a beat, in bars; "." holds the note before."""
    chords: str
    """The chord of each bar, plucked from below, a note a beat."""


TUNES: Final[Mapping[str, Tune]] = {
    # A waltz that is wound up.
    "clockwork": Tune(
        0.2,
        "G5 . E5 . C5 . | D5 . E5 . G5 . | A5 . F5 . D5 . | G5 . . . B4 . | "
        "C5 . E5 . G5 . | C6 . B5 . A5 . | G5 . F5 . D5 . | C5 . . . . .",
        "C4E4G4 C4E4G4 F3A3D4 G3B3D4 C4E4G4 F3A3C4 G3B3F4 C3G3E4",
    ),
    # A march of small robots.
    "cardbot": Tune(
        0.16,
        "F5 . F5 A5 C6 . A5 . | Bb5 A5 G5 F5 G5 . C5 . | F5 . F5 A5 C6 . D6 . | "
        "C6 A5 G5 A5 F5 . . . | D5 . D5 F5 Bb5 . F5 . | C5 . C5 F5 A5 . F5 . | "
        "G5 A5 Bb5 G5 E5 . G5 . | F5 . C5 . F5 . . .",
        "F3A3C4 C3E3Bb3 F3A3C4 C3E3F3 Bb3D4F4 F3A3C4 C3E3Bb3 F3A3C4",
    ),
    # A tango of diesel engines.
    "diesel": Tune(
        0.19,
        "A4 . C5 E5 . E5 D5 C5 | B4 . D5 F5 . . E5 . | G#4 . B4 E5 . D5 C5 B4 | "
        "C5 . A4 . E4 . . . | "
        "F5 . E5 D5 . D5 C5 B4 | E5 . D5 C5 . . A4 . | B4 . C5 D5 . B4 G#4 E4 | A4 . . A5 . . . .",
        "A3C4E4 D3A3F4 E3B3D4 A3C4E4 D3A3F4 A3C4E4 E3B3G#4 A3E4A4",
    ),
    # A rally on factory wheels.
    "factory_rally": Tune(
        0.17,
        "G5 A5 B5 D6 . B5 | A5 G5 E5 G5 . . | C6 B5 A5 B5 . G5 | A5 . F#5 D5 . . | "
        "G5 A5 B5 D6 . E6 | D6 B5 G5 A5 . . | C6 A5 F#5 E5 . F#5 | G5 . D5 G5 . .",
        "G3B3D4 C3E3G3 C3G3E4 D3F#3A3 G3B3D4 E3G3B3 D3F#3C4 G3D4B4",
    ),
}
"""Tunes by the keys of their games, all our own."""


def sound_of(tune: Tune) -> Sound:
    """Return a tune as struck teeth, with a last beat of silence left for its end."""
    strikes: list[Strike] = []
    bars = [bar.split() for bar in tune.melody.split("|")]
    at = 0.0
    for bar, chord in zip(bars, tune.chords.split(), strict=True):
        below = _notes(chord)
        for number, note in enumerate(bar):
            if note != ".":
                strikes += _comb(at, _pitch(note))
            if number % 2 == 0:
                strikes += _comb(at, _pitch(below[number // 2 % len(below)]), force=0.5)
            at += tune.beat
    return Sound(at, tuple(strikes), TUNE)


def _notes(chord: str) -> list[str]:
    """Return the notes of a chord such as "C4E4G#4"."""
    found = [""]
    for letter in chord:
        found[-1] += letter
        if letter.isdigit():
            found.append("")
    return found[:-1]


def all_sounds() -> Mapping[str, Sound]:
    """Return all sounds by the names of their files, tunes as tune-GAME."""
    return {
        **EFFECTS,
        **TIMES,
        **{f"tune-{game}": sound_of(tune) for game, tune in TUNES.items()},
    }


# ---- Samples ----


def samples_of(sound: Sound) -> list[float]:
    """Return the samples of a sound, from -1 to 1. They are the same every time."""
    samples = [0.0] * round(sound.seconds * RATE)
    for part in sound.parts:
        if isinstance(part, Strike):
            for partial in part.partials:
                _ring(samples, part, partial)
        elif isinstance(part, Hiss):
            _hiss(samples, part)
        else:
            _glide(samples, part)
    swell, end = round(SWELL * RATE), len(samples)
    for at in range(swell):
        samples[at] *= at / swell
        # Fade out what still rings at the end, in a time ten times as long.
    fade = min(end // 4, 10 * swell)
    for at in range(fade):
        samples[end - 1 - at] *= at / fade
    gain = 10 ** (sound.level / 20) / (loudness(samples) or 1)
    peak = max(map(abs, samples))
    gain = min(gain, PEAK / peak)
    return [sample * gain for sample in samples]


def loudness(samples: Sequence[float]) -> float:
    """Return the root mean square of the loudest 50 ms."""
    width = round(WINDOW * RATE)
    sums, total = [0.0], 0.0
    for sample in samples:
        total += sample * sample
        sums.append(total)
    last = max(1, len(samples) - width + 1)
    return math.sqrt(
        max(sums[min(at + width, len(samples))] - sums[at] for at in range(0, last, width // 10))
        / width
    )


def _ring(samples: list[float], strike: Strike, partial: Partial) -> None:
    """Add an oscillation; each sample follows from the two before, much faster than by sines."""
    pitch = partial.pitch * strike.pitch
    if pitch > RATE * 0.45:
        return
    fade, turn = math.exp(-1 / (partial.fades * RATE)), math.tau * pitch / RATE
    first, second = 2 * fade * math.cos(turn), fade * fade
    before, now = 0.0, partial.share * strike.force * fade * math.sin(turn)
    start = round(strike.at * RATE) + 1
    for at in range(start, min(len(samples), start + round(8 * partial.fades * RATE))):
        samples[at] += now
        before, now = now, first * now - second * before


def _hiss(samples: list[float], hiss: Hiss) -> None:
    """Add noise of fixed numbers, made duller by a low-pass filter."""
    seed, value = 12_345, 0.0
    start, number = round(hiss.at * RATE), round(hiss.seconds * RATE)
    for at in range(number):
        seed = (seed * 1_103_515_245 + 12_345) & 0x7FFFFFFF
        value = hiss.colour * value + (1 - hiss.colour) * (seed / 0x3FFFFFFF - 1)
        if start + at < len(samples):
            samples[start + at] += value * hiss.force * math.sin(math.pi * at / number) ** 2


def _glide(samples: list[float], glide: Glide) -> None:
    """Add an oscillation whose pitch falls or rises evenly to the ear."""
    phase, start, number = 0.0, round(glide.at * RATE), round(glide.seconds * RATE)
    for at in range(min(number, len(samples) - start)):
        phase += math.tau * glide.start * (glide.end / glide.start) ** (at / number) / RATE
        fade = math.exp(-at / (glide.fades * RATE)) * (1 - at / number)
        samples[start + at] += 0.5 * glide.force * fade * math.sin(phase)


# ---- Files ----


def wave_of(samples: Iterable[float]) -> bytes:
    """Return a WAV file: mono, 16 bits, RATE samples a second."""
    numbers = array("h", (round(sample * FULL) for sample in samples))
    if sys.byteorder != "little":
        numbers.byteswap()
    file = io.BytesIO()
    with wave.open(file, "wb") as written:
        written.setnchannels(1)
        written.setsampwidth(2)
        written.setframerate(RATE)
        written.writeframes(numbers.tobytes())
    return file.getvalue()


def main() -> int:
    """Write all files, or those that are named, and print their sizes."""
    sounds = all_sounds()
    for name in sys.argv[1:] or sounds:
        target = FOLDER / f"{name}.ogg"
        quality = "0" if name.startswith("tune-") else "2"
        # The serial number is fixed, so that the same sound gives the same bytes.
        subprocess.run(
            ["oggenc", "--quiet", "--serial", "1", "-q", quality, "-o", str(target), "-"],
            input=wave_of(samples_of(sounds[name])),
            check=True,
        )
        print(f"{target.name}: {target.stat().st_size} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
