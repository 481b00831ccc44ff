"""Sounds for time that runs: a bell when it begins and when it is over, a tick for each of its last seconds. They are made here, and silent unless a screen wants them."""
from __future__ import annotations

import wave
from array import array
from collections.abc import Callable
from math import exp, pi, sin
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple

from companion.session.view import ProgramPage, TimerPicture, View
from companion.ui.widgets.bars import LAST

RATE: Final = 22050
"""Samples of a second."""
LOUD: Final = 14000
"""The highest sample, of 32767."""
BELL, TICK = "bell", "tick"


class Tone(NamedTuple):
    """A sound: its length in seconds, how quickly it fades, and its partial tones in hertz, each as loud as the others."""

    seconds: float
    fade: float
    tones: tuple[float, ...]


TONES: Final = {BELL: Tone(1.2, 3.5, (880.0, 1318.5, 2217.5)), TICK: Tone(0.06, 70.0, (1760.0,))}


def timer_of(view: View) -> TimerPicture | None:
    """The time that a view shows."""
    return view.body.timer if isinstance(view.body, ProgramPage) else None


def sound_between(before: TimerPicture | None, now: TimerPicture | None) -> str:
    """What is to be heard when one picture of the time follows another: BELL, TICK or "" for nothing."""
    ran, runs = before is not None and before.runs, now is not None and now.runs
    if now is None or not runs:
        return BELL if ran and before is not None and before.left <= 1 and now is None else ""
    if not ran:
        return BELL
    return TICK if before is not None and 0 < now.left <= LAST and now.left < before.left else ""


def write_sound(path: Path, tone: Tone) -> None:
    """Write a sound as a WAV file of one channel with 16 bits."""
    count = round(tone.seconds * RATE)
    high = LOUD / len(tone.tones)
    samples = array("h", (
        round(high * exp(-tone.fade * at / RATE) * sum(sin(2 * pi * hertz * at / RATE) for hertz in tone.tones)) for at in range(count)
    ))
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(samples.tobytes())


def load_sound(path: Path) -> Any:
    """A sound of Kivy's, None where this machine has none to give; only now its part for sound is loaded."""
    from kivy.core.audio import SoundLoader

    return SoundLoader.load(str(path))


class Sounds:
    """What the screen lets hear; `load` makes a sound with a method `play` of a WAV file, or None."""

    def __init__(self, load: Callable[[Path], Any] = load_sound) -> None:
        """Silent until a view wants a sound."""
        self._load = load
        self._folder: TemporaryDirectory[str] | None = None
        self._known: dict[str, Any] = {}
        self._timer: TimerPicture | None = None

    def shown(self, view: View) -> None:
        """A view has come to the screen."""
        now = timer_of(view)
        sound, self._timer = sound_between(self._timer, now), now
        if sound and view.preferences.sound:
            self._play(sound)

    def close(self) -> None:
        """Nothing more is heard."""
        self._known.clear()
        if self._folder is not None:
            self._folder.cleanup()
            self._folder = None

    def _play(self, name: str) -> None:
        if self._folder is None:
            self._folder = TemporaryDirectory(prefix="derby-sounds-")
        if name not in self._known:
            path = Path(self._folder.name) / f"{name}.wav"
            write_sound(path, TONES[name])
            self._known[name] = self._load(path)
        if self._known[name] is not None:
            self._known[name].play()
