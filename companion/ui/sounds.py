"""Play the sounds of a table: what happens in a race, the time that people have, music, speech.

Sounds follow from the views, as figures do. Events shown again, by a page that was closed over the
race, a start in the middle of it or a step back, are not heard again. The timer is also heard under
a page over the race. After a game a chime sounds for each seat that has reached something.

The files are rendered by `make sounds`. A machine without a sound device is silent, with one line
in the log. A device that is plugged in later plays the next sound.
"""

from __future__ import annotations

import contextlib
import ctypes
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, Final, Protocol

from kivy.clock import Clock

from companion.games.sounds import SOUNDS, SOUNDS_OF_PAGE
from companion.session.messages import Notice
from companion.session.pages.statistics import StatisticsPage
from companion.session.preferences import Preferences
from companion.session.view import (
    LAST_SECONDS,
    LESSON,
    OVER,
    PLAY,
    PROGRAM,
    STORY,
    PlayPage,
    ProgramPage,
    SummaryPage,
    TimerPicture,
    View,
)
from companion.ui.sound_cards import SoundDevice, choose, playback_device, reopen_mixer
from companion.ui.window import collect_reports

FILES: Final = Path(__file__).with_name("sound_files")
BELL, TICK, GONG = "bell", "tick", "gong"
"""Time begins to run, a second of its end passes, and it is over."""
SEATS: Final = tuple(f"seat-{seat}" for seat in range(1, 9))
"""The chime of each seat, which rises from seat to seat."""
DEAL, LOCK, READY, REFUSED = "deal", "lock", "ready", "refused"
"""Cards are dealt, a seat has pulled its handle, all have, and something was not possible."""
EFFECTS: Final = (*SOUNDS, DEAL, LOCK, READY, REFUSED)
TUNE: Final = "tune-"
"""Begins the name of a tune, the key of its game ends it."""
NAMES: Final = (*EFFECTS, BELL, TICK, GONG, *SEATS)
"""All sounds but tunes."""
APART: Final = 0.6
"""Seconds from one chime to the next."""
BURST: Final = 0.2
"""Seconds after an effect in which no other begins, so that quick touches make no noise."""
AFTER: Final = 0.45
"""Seconds from one sound of a page to its next, so that at most two are heard at once."""
DUCKED: Final = 0.3
"""The share of their volume that sounds have while speech plays."""


class SoundPlayer(Protocol):
    def prepare_next(self) -> bool:
        """Do a small part of the work for the first sound; return False when nothing is left."""

    def play(self, name: str, volume: int) -> None:
        """Play one of `NAMES` with a volume in percent, without waiting or raising."""

    def play_tune(self, game: str, volume: int) -> None:
        """Play the tune of a game again and again instead of any other; "" for none."""

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
        self._preferences = Preferences()
        self._timer: TimerPicture | None = None
        self._step = -1
        self._counting = False
        self._heard: StatisticsPage | None = None
        self._race = _RaceSounds(self._play_effect)
        self._last_effect = -BURST
        self._later: list[Any] = []
        """Kivy's events of the effects that are still to come."""
        self._tune = ("", 0)

    def hear(self, view: View) -> None:
        """Note another view; sounds from before a page covered the race are not repeated."""
        self._preferences = view.preferences
        music = view.preferences.music
        tune = (view.tune, music) if view.tune and music else ("", 0)
        if tune != self._tune:
            self._tune = tune
            self._player.play_tune(*tune)
        self._race.hear(view)
        statistics = view.body if isinstance(view.body, StatisticsPage) else None
        if statistics is not None and self._heard is None:
            for at, seat in enumerate(statistics.heard):
                Clock.schedule_once(partial(self._play, SEATS[seat - 1]), at * APART)
        self._heard = statistics
        timer = view.body.timer if isinstance(view.body, ProgramPage) else view.time
        if timer is None:
            return
        last = self._timer if view.revision == self._step else None
        self._timer, self._step = timer, view.revision
        self._counting = timer.runs and not timer.stands and timer.left > 0
        if _clock_starts(last, timer):
            self._play(BELL)
        elif (
            self._counting
            and timer.left <= LAST_SECONDS
            and (last is None or last.left != timer.left)
        ):
            self._play(TICK)

    def forget(self) -> None:
        """Forget the session that was heard, since another one comes."""
        self._race = _RaceSounds(self._play_effect)

    def play_effects(self, names: tuple[str, ...]) -> None:
        """Play what is heard with a moment of a page that moves on by itself."""
        self._play_effect(*names)

    def refuse(self) -> None:
        """Play that a touch was not possible."""
        self._play_effect(REFUSED)

    def time_up(self) -> None:
        """Note that the last timer is over and somebody is late."""
        if self._counting:
            self._counting = False
            self._race.is_late = True
            self._play(GONG)

    def prepare_next(self) -> bool:
        """Do a part of the work for the first sound; False if none is near or none is left."""
        shown = self._preferences
        near = shown.sound and (self._timer is not None or self._heard is not None)
        near = near or (shown.effects > 0 and self._race.is_near)
        return near and self._player.prepare_next()

    def _play(self, name: str, _: float = 0) -> None:
        if self._preferences.sound:
            self._player.play(name, self._preferences.volume)

    def _play_effect(self, *names: str) -> None:
        """Play effects one after another, unless others have just begun."""
        now = Clock.get_boottime()
        if not names or now - self._last_effect < BURST:
            return
        self._last_effect = now
        for later in self._later:
            later.cancel()
        self._play_one(names[0])
        self._later = [
            Clock.schedule_once(partial(self._play_one, name), number * AFTER)
            for number, name in enumerate(names[1:], 1)
        ]

    def _play_one(self, name: str, _: float = 0) -> None:
        if self._preferences.effects:
            self._player.play(name, self._preferences.effects)


class _RaceSounds:
    """Plays the sounds of one race, from the views of its session."""

    def __init__(self, play: Callable[..., None]) -> None:
        self._play = play
        self._last: View | None = None
        self._turn: int | None = None
        """The turn of the cards that were asked for last, None if none is known yet."""
        self._ready: frozenset[int] | None = None
        """The seats of people whose answer is given, None while nobody is asked for a program."""
        self._place: tuple[int, int, int] | None = None
        """The page of the round that was heard last, None if none is known yet."""
        self._has_won = False
        self.is_late = False
        """Whether time was up for the present question, so that the gong was heard."""
        self.is_near = False
        """Whether a race was shown."""

    def hear(self, view: View) -> None:
        """Play what has happened since the view before; nothing for the first one."""
        before, self._last = self._last, view
        names: tuple[str, ...] = ()
        body = view.body
        if view.tune:
            # Another race is set up.
            self._turn, self._ready, self._place = 0, None, (0, 0, 0)
        elif view.page == PROGRAM and isinstance(body, ProgramPage):
            names = self._asked(body)
        elif view.page == PLAY and isinstance(body, PlayPage):
            names = self._played(body)
        elif view.page == LESSON:
            # The page is not imported before somebody opens it.
            self.is_near = True
            if before is not None and before.body != body:
                names = body.sounds or ((REFUSED,) if body.wrong else ())
        elif view.page == STORY and (before is None or before.page != STORY):
            # The screen plays the later moments.
            names = body.beats[0].sounds
        elif view.page == OVER and isinstance(body, SummaryPage):
            names = () if self._has_won or before is None or not body.winners else ("win",)
            # The next race may follow at once.
            self._turn, self._place, self._has_won = 0, (0, 0, 0), True
        if before is not None:
            refused = view.notice and view.notice != before.notice
            if refused and not isinstance(view.notice, Notice) and not names:
                names = (REFUSED,)
            self._play(*names)

    def _asked(self, page: ProgramPage) -> tuple[str, ...]:
        """Return what is heard while programs are asked for."""
        self.is_near = True
        ready = frozenset(
            reader.seat for reader in page.readers if reader.kind != "pilot" and reader.ready
        )
        is_new = self._turn is not None and page.turn > self._turn
        is_more = self._ready is not None and not ready <= self._ready
        # All that is played after the answers is new.
        self._turn, self._ready, self._place = page.turn, ready, (page.turn, -1, 0)
        self._has_won = self.is_late = False
        return (DEAL,) if is_new else (LOCK,) if is_more else ()

    def _played(self, page: PlayPage) -> tuple[str, ...]:
        """Return what is heard as a page of a round begins."""
        self.is_near = True
        first = page.lines[0].at if page.lines else page.instruction.number - 1
        place = (page.turn, page.round, first)
        was_asked, self._ready = self._ready is not None, None
        before, self._place = self._place, place
        if before is None or place <= before:
            return ()
        self._has_won = self._has_won or "win" in page.sounds
        began = (READY,) if was_asked and not self.is_late else ()
        return (*began, *page.sounds)[:SOUNDS_OF_PAGE]


def _clock_starts(last: TimerPicture | None, timer: TimerPicture) -> bool:
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
            load: Returns a Kivy sound, or None, for the path of a file.
            tell: Gets one line about a missing or broken device, each once.
            device: Returns the device to play on; asked before each sound.
            reopen: Called with a device that differs from the one before.
        """
        self._load, self._tell, self._device, self._reopen = (
            load or _load,
            tell or partial(print, file=sys.stderr),
            device,
            reopen,
        )
        self._opened: SoundDevice | None = None
        """The device that plays, None before the first sound."""
        self.loaded: dict[str, Any] = {}
        """Kivy's sounds by name, each from its first use."""
        self._broken = self._missing = self._has_reported = False
        self._speech: _Speech | None = None
        self._tune = ""

    def prepare_next(self) -> bool:
        """Open the device and load one sound.

        A missing device is looked for again by the next sound only.
        """
        name = next((name for name in NAMES if name not in self.loaded), "")
        if self._broken or self._missing or not name:
            return False
        self._try(lambda: self._prepare(name))
        return True

    def play(self, name: str, volume: int) -> None:
        """Play a sound; the first one after the next frame, since opening a device takes longer."""
        if self._broken:
            return
        if self._opened is not None:
            self._try(lambda: self._play(name, volume))
        else:
            Clock.schedule_once(lambda _: self._begin(name, volume), 0)

    def play_tune(self, game: str, volume: int) -> None:
        """Play a tune after the next frame, if there is one for the game."""
        name = f"{TUNE}{game}" if game and (FILES / f"{TUNE}{game}.ogg").is_file() else ""
        before, self._tune = self._tune, name
        if before and before != name and (sound := self.loaded.pop(before, None)) is not None:
            self._try(sound.unload)
        if name and not self._broken:
            Clock.schedule_once(lambda _: self._begin_tune(name, volume), 0)

    def speak(self, wave: bytes | Path, volume: int, over: Callable[[bool], None]) -> None:
        """Play it after the next frame, since opening a device takes longer."""
        self.stop_speech()
        self._speech = speech = _Speech(wave, volume, over)
        Clock.schedule_once(lambda _: self._begin_speech(speech), 0)

    def stop_speech(self) -> None:
        """Stop the speech; its `over` is called in a later frame."""
        if self._speech is not None:
            self._end_speech(self._speech, False)

    def _begin(self, name: str, volume: int) -> None:
        if self._open(name):
            self._try(lambda: self._play(name, volume))

    def _open(self, name: str) -> bool:
        """Load a first sound, which opens the device; return whether one is open."""
        self._missing = self._missing and self._device() is None
        if self._opened is None and not self._broken and not self._missing:
            self._try(lambda: self._prepare(name))
        return self._opened is not None and not self._broken

    def _play(self, name: str, volume: int) -> None:
        self._follow()
        self._prepare(name)
        sound = self.loaded[name]
        speaks = self._speech is not None and self._speech.sound is not None
        sound.volume = volume / 100 * (DUCKED if speaks else 1)
        sound.play()

    def _begin_tune(self, name: str, volume: int) -> None:
        if self._tune == name:
            self._begin(name, volume)
            if name in self.loaded:
                self.loaded[name].loop = True

    def _follow(self) -> None:
        """Switch to the device that is there now."""
        device = self._device()
        if device is not None and device != self._opened:
            self._opened = device
            self._reopen(device)

    def _prepare(self, name: str) -> None:
        """Load a sound, and before the first one choose the device, which loading opens."""
        if name in self.loaded:
            return
        if self._opened is None:
            device = self._device()
            if device is None:
                self._missing = True
                if not self._has_reported:
                    self._has_reported = True
                    self._tell(
                        "Nothing can be heard: there is no sound device. One that is plugged in "
                        "later is used without a restart."
                    )
                return
            self._opened = device
            choose(device)
        self.loaded[name] = self._loaded(FILES / f"{name}.ogg")

    def _loaded(self, path: Path) -> Any:
        """Load a file into memory.

        Raises:
            OSError: It cannot be played.
        """
        _silence_alsa()
        with collect_reports() as reports:
            sound = self._load(str(path))
        if sound is None or not sound.length > 0:
            raise OSError(reports[0] if reports else f"{path.name} cannot be played")
        return sound

    def _begin_speech(self, speech: _Speech) -> None:
        if self._speech is not speech:
            return
        if self._open(NAMES[0]):
            self._try(self._follow)
        if self._opened is not None and not self._broken:
            # A file that cannot be played says nothing about the device.
            with contextlib.suppress(Exception):
                self._play_speech(speech)
        if speech.sound is None:
            self._end_speech(speech, False)

    def _play_speech(self, speech: _Speech) -> None:
        """Load speech and begin it. Its content stays in memory, so its file is deleted."""
        with tempfile.TemporaryDirectory() as folder:
            path = speech.wave if isinstance(speech.wave, Path) else Path(folder, "speech.wav")
            if isinstance(speech.wave, bytes):
                path.write_bytes(speech.wave)
            sound = self._loaded(path)
        sound.bind(on_stop=lambda *_: self._end_speech(speech, True))
        sound.volume = speech.volume / 100
        sound.play()
        for other in self.loaded.values():
            other.volume *= DUCKED
        speech.sound = sound

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

    def _try(self, do: Callable[[], Any]) -> None:
        """Call a function whose errors must not disturb a race."""
        try:
            do()
        except Exception as fault:
            self._broken = True
            self.loaded.clear()
            with contextlib.suppress(Exception):
                self._tell(f"Nothing can be heard: {fault}")


def _load(path: str) -> Any:
    """Load a sound; imported late, since most games have no timer and a start must not wait."""
    from kivy.core.audio import SoundLoader

    return SoundLoader.load(path)


def _silence_alsa() -> None:
    """Keep ALSA from writing to the log.

    It writes eight lines where there is no device, and one whenever a busy computer fills the
    device's buffer too late. Its handler of errors becomes a function of C that ignores its
    arguments: one of Python would make the thread that plays wait for the screen.
    """
    try:
        set_handler = ctypes.CDLL("libasound.so.2").snd_lib_error_set_handler
        ignoring = ctypes.CDLL(None).getpid
    except (OSError, AttributeError):
        return
    set_handler.argtypes, set_handler.restype = (ctypes.c_void_p,), ctypes.c_int
    set_handler(ctypes.cast(ignoring, ctypes.c_void_p))
