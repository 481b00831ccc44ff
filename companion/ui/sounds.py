"""Play sounds for the time that people have.

A bell rings when time begins to run, a tick sounds for each of the last seconds, and a gong when it
is over. After a game a chime sounds for each seat that has reached something.

Sounds follow from the views, as figures do, also on a page over the race. A machine without a sound
device is silent, with one line in the log. A device that is plugged in later plays the next sound.
"""

from __future__ import annotations

import contextlib
import ctypes
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, Final, Protocol

from kivy.clock import Clock

from companion.session.pages.statistics import StatisticsPage
from companion.session.view import ProgramPage, TimerPicture, View
from companion.ui.sound_cards import SoundDevice, choose, playback_device, reopen_mixer
from companion.ui.synth import BELL, GONG, SEATS, TICK, TONES, wave_of
from companion.ui.widgets.bars import LAST
from companion.ui.window import collect_reports

APART: Final = 0.6
"""Seconds from one chime to the next."""
DUCKED: Final = 0.3
"""The share of their volume that sounds have while speech plays."""


class SoundPlayer(Protocol):
    def prepare_next(self) -> bool:
        """Do a small part of the work for the first sound; return False when nothing is left."""

    def play(self, name: str, volume: int) -> None:
        """Play one of `TONES` with a volume in percent, without waiting or raising."""

    def speak(self, wave: bytes | Path, volume: int, over: Callable[[bool], None]) -> None:
        """Play a WAV file beside all sounds, which are softer while it plays.

        It never waits or raises. Speech that still plays is stopped first.

        Args:
            wave: The content of the file or its path.
            volume: The volume in percent.
            over: Called once, in a later frame of the screen: with True when it has been played to
                its end, with False if it was stopped or cannot be played.
        """

    def stop_speech(self) -> None:
        """Stop the speech that plays, if any."""


class Sounds:
    """Watches all views and the end of time, and plays each sound once."""

    def __init__(self, player: SoundPlayer) -> None:
        self._player = player
        self._on, self._volume = False, 100
        self._timer: TimerPicture | None = None
        self._step = -1
        self._counting = False
        self._heard: StatisticsPage | None = None

    def hear(self, view: View) -> None:
        """Note another view; sounds from before a page covered the race are not repeated."""
        self._on, self._volume = view.preferences.sound, view.preferences.volume
        told = view.body if isinstance(view.body, StatisticsPage) else None
        if told is not None and self._heard is None:
            for at, seat in enumerate(told.heard):
                Clock.schedule_once(partial(self._play_then, SEATS[seat - 1]), at * APART)
        self._heard = told
        timer = view.body.timer if isinstance(view.body, ProgramPage) else view.time
        if timer is None:
            return
        last = self._timer if view.step == self._step else None
        self._timer, self._step = timer, view.step
        self._counting = timer.runs and not timer.stands and timer.left > 0
        if _begins(last, timer):
            self._play(BELL)
        elif self._counting and timer.left <= LAST and (last is None or last.left != timer.left):
            self._play(TICK)

    def time_up(self) -> None:
        """Note that the last timer is over and somebody is late."""
        if self._counting:
            self._counting = False
            self._play(GONG)

    def prepare_next(self) -> bool:
        """Do a part of the work for the first sound; False if no timer is shown or none is left."""
        return (
            self._on
            and (self._timer is not None or self._heard is not None)
            and self._player.prepare_next()
        )

    def _play_then(self, name: str, _: float) -> None:
        self._play(name)

    def _play(self, name: str) -> None:
        if self._on:
            self._player.play(name, self._volume)


def _begins(last: TimerPicture | None, timer: TimerPicture) -> bool:
    """Return whether time begins to run with this view.

    `last` is the timer shown before for the same question, None if there was none: then the time
    may have run for long already.
    """
    if not timer.runs or not timer.left:
        return False
    if last is not None and not last.runs:
        return True
    # One more second may have passed before a busy screen showed the first.
    return timer.left >= timer.seconds - 1 and (last is None or timer.left > last.left)


class _Speech:
    """Speech that is to be played, plays, or is over."""

    def __init__(self, wave: bytes | Path, volume: int, over: Callable[[bool], None]) -> None:
        self.wave, self.volume, self.over = wave, volume, over
        self.sound: Any = None
        """Kivy's sound, None before it is loaded."""


class Speaker:
    """Plays through Kivy's mixer, which is opened before the first sound.

    A device that fails is not tried again.
    """

    def __init__(
        self,
        load: Callable[[str], Any] | None = None,
        tell: Callable[[str], None] | None = None,
        device: Callable[[], SoundDevice | None] = playback_device,
        reopen: Callable[[SoundDevice], None] = reopen_mixer,
    ) -> None:
        """Prepare the speaker without importing or opening anything.

        Args:
            load: Returns a Kivy sound, or None, for the path of a WAV file.
            tell: Gets one line about a missing or broken device, each once.
            device: Returns the device to play on; asked before each sound.
            reopen: Called with a device that differs from the one before.
        """
        self._load, self._tell, self._device, self._reopen = (
            load or _load,
            tell or _log,
            device,
            reopen,
        )
        self._opened: SoundDevice | None = None
        self._waves: dict[str, bytes] = {}
        self.loaded: dict[str, Any] = {}
        """Kivy's sounds by name, none before the device is open."""
        self._broken = self._missing = self._has_reported = False
        self._speech: _Speech | None = None

    def prepare_next(self) -> bool:
        """Make one sound, or open the device when all are made.

        A missing device is looked for again by the next sound only.
        """
        if self._broken or self._missing or self.loaded:
            return False
        missing = [name for name in TONES if name not in self._waves]
        if missing:
            self._waves[missing[0]] = wave_of(missing[0])
        else:
            self._try(self._open)
        return True

    def play(self, name: str, volume: int) -> None:
        """Play a sound; the first one after the next frame, since opening a device takes longer."""
        if self.loaded:
            self._try(self._follow)
            self._try(lambda: self._sound(name, volume))
        elif not self._broken:
            self._missing = self._missing and self._device() is None
            Clock.schedule_once(lambda _: self._open_and_play(name, volume), 0)

    def speak(self, wave: bytes | Path, volume: int, over: Callable[[bool], None]) -> None:
        """Play it after the next frame, since opening a device takes longer."""
        self.stop_speech()
        self._speech = speech = _Speech(wave, volume, over)
        Clock.schedule_once(lambda _: self._begin_speech(speech), 0)

    def stop_speech(self) -> None:
        """Stop the speech; its `over` is called in a later frame."""
        if self._speech is not None:
            self._end_speech(self._speech, False)

    def _begin_speech(self, speech: _Speech) -> None:
        if self._speech is not speech:
            return
        self._missing = self._missing and self._device() is None
        while self.prepare_next():
            pass
        if self.loaded:
            self._try(self._follow)
        if self.loaded:
            # A file that cannot be played says nothing about the device.
            with contextlib.suppress(Exception):
                speech.sound = self._load_speech(speech)
        if speech.sound is None:
            self._end_speech(speech, False)

    def _load_speech(self, speech: _Speech) -> Any:
        """Load speech and begin it; return None if it cannot be played."""
        with tempfile.TemporaryDirectory() as folder, collect_reports():
            path = speech.wave if isinstance(speech.wave, Path) else Path(folder, "speech.wav")
            if isinstance(speech.wave, bytes):
                path.write_bytes(speech.wave)
            sound = self._load(str(path))
        if sound is None or not sound.length > 0:
            return None
        sound.bind(on_stop=lambda *_: self._end_speech(speech, True))
        sound.volume = speech.volume / 100
        sound.play()
        for other in self.loaded.values():
            other.volume *= DUCKED
        return sound

    def _end_speech(self, speech: _Speech, heard: bool) -> None:
        """Forget the speech and report its end; stopping Kivy's sound leads here again."""
        if self._speech is not speech:
            return
        self._speech = None
        if speech.sound is not None:
            with contextlib.suppress(Exception):
                speech.sound.unload()
            for other in self.loaded.values():
                other.volume = min(1.0, other.volume / DUCKED)
        Clock.schedule_once(lambda _: speech.over(heard), 0)

    def _follow(self) -> None:
        """Switch to the device that is there now."""
        device = self._device()
        if device is not None and device != self._opened:
            self._opened = device
            self._reopen(device)

    def _sound(self, name: str, volume: int) -> None:
        sound = self.loaded.get(name)
        if sound is None:
            # The device has just failed.
            return
        has_speech = self._speech is not None and self._speech.sound is not None
        sound.volume = volume / 100 * (DUCKED if has_speech else 1)
        sound.play()

    def _open_and_play(self, name: str, volume: int) -> None:
        while self.prepare_next():
            pass
        if self.loaded:
            self.play(name, volume)

    def _open(self) -> None:
        """Open the mixer and load all sounds.

        Kivy needs files; their content stays in memory, so they are deleted after loading.
        """
        device = self._device()
        if device is None:
            self._missing = True
            if not self._has_reported:
                self._has_reported = True
                self._tell(
                    "The timer makes no sound: there is no sound device. One that is plugged in "
                    "later is used without a restart."
                )
            return
        self._opened = device
        choose(device)
        with tempfile.TemporaryDirectory() as folder, collect_reports() as reports, _quiet_alsa():
            for name, data in self._waves.items():
                path = Path(folder, f"{name}.wav")
                path.write_bytes(data)
                sound = self._load(str(path))
                if sound is None or not sound.length > 0:
                    self.loaded.clear()
                    raise OSError(reports[0] if reports else "Kivy plays no WAV files")
                self.loaded[name] = sound

    def _try(self, do: Callable[[], Any]) -> None:
        """Call a function whose errors must not disturb a race."""
        try:
            do()
        except Exception as fault:
            self._broken = True
            self.loaded.clear()
            with contextlib.suppress(Exception):
                self._tell(f"The timer makes no sound: {fault}")


def _load(path: str) -> Any:
    """Load a sound; imported late, since most games have no timer and a start must not wait."""
    from kivy.core.audio import SoundLoader

    return SoundLoader.load(path)


def _log(words: str) -> None:
    print(words, file=sys.stderr)


@contextlib.contextmanager
def _quiet_alsa() -> Iterator[None]:
    """Keep ALSA from writing eight lines where there is no device."""
    try:
        library = ctypes.CDLL("libasound.so.2")
        told = library.snd_lib_error_set_handler
    except (OSError, AttributeError):
        yield
        return
    told.argtypes, told.restype = (ctypes.c_void_p,), ctypes.c_int
    # Kept in this frame as long as it is set, since the library has its address only. The arguments
    # after the format are not needed.
    ear = ctypes.CFUNCTYPE(
        None, ctypes.c_char_p, ctypes.c_int, ctypes.c_char_p, ctypes.c_int, ctypes.c_char_p
    )(lambda *_: None)
    told(ctypes.cast(ear, ctypes.c_void_p))
    try:
        yield
    finally:
        told(None)
