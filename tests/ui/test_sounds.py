"""Test the sounds of the timer: bell, ticks and gong at their moments, also without a device."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from companion.app.loop import EventLoop, open_session
from companion.gallery.cardbot import CARDBOT_SCENES
from companion.games import find_game
from companion.session.lobby.device import sound_groups
from companion.session.messages import (
    AT_DEAL,
    AT_FIRST,
    Begin,
    ClosePage,
    Confirm,
    OpenPage,
    SetTimer,
    StartInfo,
    TakeBack,
)
from companion.session.pages.menu import OpenMenu
from companion.session.preferences import Prefer
from companion.session.view import DOCTOR, PLAY, PROGRAM, ProgramPage
from companion.signals import PULL, InsertCard, MoveHandle
from companion.ui.sound_cards import CHOSEN, SoundDevice, playback_device
from companion.ui.sounds import BELL, DUCKED, GONG, NAMES, TICK, Sounds, Speaker
from tests.recorded import recorded
from tests.sound_files import RATE, wave_of
from tests.typed import present
from tests.ui.stand import clock, live
from tests.ui.test_bridge import bridged

SECOND = 1e6
"""One second in microseconds, the unit of the clock of these tests."""


class Recorder:
    """A player that records the names of sounds."""

    def __init__(self) -> None:
        self.played: list[str] = []
        self.loud: set[int] = set()
        self.tunes: list[tuple[str, int]] = []

    def prepare_next(self) -> bool:
        """Return False: there is nothing to prepare."""
        return False

    def play(self, name: str, volume: int) -> None:
        """Record a sound and its volume."""
        self.played.append(name)
        self.loud.add(volume)

    def play_tune(self, game: str, volume: int) -> None:
        """Record the tune of a game."""
        self.tunes.append((game, volume))

    def speak(self, wave: bytes | Path, volume: int, over: Callable[[bool], None]) -> None:
        """Play no speech."""
        over(False)

    def stop_speech(self) -> None:
        """Stop no speech."""

    def heard(self) -> list[str]:
        """Return the sounds since the last call."""
        played, self.played = self.played, []
        return played


def asked(
    seconds: int, start: str = AT_FIRST, game: str = "clockwork", people: int = 2
) -> EventLoop:
    """Return a session that waits for programs, with a timer.

    With 0 seconds only the game sets the time. Nothing but the timer is heard.
    """
    loop = open_session(seed=3, players=("person",) * people, game=find_game(game))
    loop.send(Prefer(loop.view.preferences._replace(effects=0)))
    loop.send(SetTimer(seconds, start))
    loop.send(Begin())
    for _ in range(9):
        if loop.view.page != PROGRAM:
            loop.send(Confirm(loop.session.revision))
    assert loop.view.page == PROGRAM
    return loop


def ready(loop: EventLoop, seat: int) -> None:
    """Fill a seat's program with the first cards of its hand, and pull its handle."""
    ask = present(loop.session.match).ask(seat)
    assert ask is not None and ask.hand.codes is not None
    for slot, code in zip(ask.program.slots, ask.hand.codes, strict=False):
        loop.send(InsertCard(seat, slot, code))
    loop.send(MoveHandle(seat, PULL))
    moment()


def moment() -> None:
    """Let the screen show the change and ask the table, which starts the timer."""
    clock().skip(SECOND / 10)
    live(3)


def wait(seconds: int) -> None:
    """Let some seconds pass, one by one."""
    for _ in range(seconds):
        clock().skip(SECOND)
        live(2)


@contextmanager
def heard(loop: EventLoop) -> Iterator[Recorder]:
    """Open a session on a screen, and yield the recorder of its sounds."""
    recorder = Recorder()
    with bridged(loop, player=recorder):
        yield recorder


def left(loop: EventLoop) -> int:
    """Return the seconds shown."""
    body = loop.view.body
    assert isinstance(body, ProgramPage) and body.timer is not None
    return body.timer.left


@pytest.mark.parametrize(("seconds", "game", "people"), [(15, "clockwork", 2), (0, "cardbot", 4)])
def test_a_bell_begins_ticks_press_and_a_gong_ends(seconds: int, game: str, people: int) -> None:
    """Ring at the first ready seat, tick for ten seconds, and sound the gong at the end.

    This holds for times of the table and of the game.
    """
    loop = asked(seconds, game=game, people=people)
    page, step = loop.view.page, loop.view.revision
    with heard(loop) as recorder:
        wait(3)
        assert recorder.heard() == []
        ready(loop, 1)
        whole = left(loop)
        assert whole == (seconds or 30) and recorder.heard() == [BELL]
        wait(whole - 11)
        assert left(loop) == 11 and recorder.heard() == []
        wait(1)
        assert left(loop) == 10 and recorder.heard() == [TICK]
        for number in range(9, 0, -1):
            wait(1)
            assert left(loop) == number and recorder.heard() == [TICK]
        wait(1)
        assert recorder.heard() == [GONG] and (loop.view.page, loop.view.revision) != (page, step)
        wait(2)
        assert GONG not in recorder.heard()


def test_a_time_that_is_short_from_the_start_rings_and_ticks_but_not_at_once() -> None:
    """Ring in the first second of a short time, and tick from the next."""
    with heard(asked(5, AT_DEAL)) as recorder:
        moment()
        assert recorder.heard() == [BELL]
        wait(4)
        assert recorder.heard() == [TICK] * 4
        wait(1)
        assert recorder.heard() == [GONG]


def test_who_is_ready_in_the_last_second_hears_no_gong() -> None:
    """Sound no gong if everybody is ready in time."""
    loop = asked(12)
    with heard(loop) as recorder:
        ready(loop, 1)
        wait(11)
        assert left(loop) == 1 and recorder.heard() == [BELL, *[TICK] * 10]
        ready(loop, 2)
        wait(3)
        assert loop.view.page == PLAY and recorder.heard() == []


def test_time_is_heard_under_another_page_and_nothing_twice_after_it() -> None:
    """Tick below another page, and repeat nothing when it closes."""
    loop = asked(12)
    with heard(loop) as recorder:
        ready(loop, 1)
        wait(4)
        assert left(loop) == 8 and recorder.heard() == [BELL, TICK, TICK, TICK]
        loop.send(OpenPage(DOCTOR))
        live(2)
        assert recorder.heard() == []
        wait(2)
        assert recorder.heard() == [TICK, TICK]
        loop.send(ClosePage(DOCTOR))
        live(2)
        assert left(loop) == 6 and recorder.heard() == []
        wait(1)
        assert left(loop) == 5 and recorder.heard() == [TICK]


def test_a_time_that_begins_anew_rings_anew() -> None:
    """Ring again for a time that starts again after a seat was reopened."""
    loop = asked(30, people=3)
    with heard(loop) as recorder:
        ready(loop, 1)
        wait(3)
        assert recorder.heard() == [BELL]
        loop.send(TakeBack(1))
        live(2)
        wait(3)
        assert recorder.heard() == []
        ready(loop, 2)
        assert left(loop) == 30 and recorder.heard() == [BELL]
        ready(loop, 1)
        assert recorder.heard() == []


def test_with_the_preference_off_nothing_is_heard() -> None:
    """Play nothing while sound is off, and make up for nothing when it is on again."""
    loop = asked(12)
    loop.send(Prefer(loop.view.preferences._replace(sound=False)))
    with heard(loop) as recorder:
        ready(loop, 1)
        wait(7)
        assert left(loop) == 5 and recorder.heard() == []
        loop.send(Prefer(loop.view.preferences._replace(sound=True)))
        live(2)
        assert recorder.heard() == []
        wait(1)
        assert recorder.heard() == [TICK]
        loop.send(Prefer(loop.view.preferences._replace(sound=False)))
        wait(6)
        assert recorder.heard() == [] and loop.view.page == PLAY


def test_a_time_that_runs_for_long_already_does_not_ring() -> None:
    """Ring no bell for a time that runs when the screen opens."""
    loop = asked(20)
    with heard(loop) as recorder:
        ready(loop, 1)
        wait(5)
        assert recorder.heard() == [BELL]
    again = Recorder()
    sounds = Sounds(again)
    sounds.hear(loop.view)
    assert left(loop) == 15 and again.heard() == []


def test_only_yes_or_no_is_understood() -> None:
    """Ignore values other than yes and no."""
    loop = open_session(seed=1)
    loop.send(Prefer(loop.view.preferences._replace(sound=0)))  # type: ignore[arg-type]
    assert loop.view.preferences.sound is True


def test_how_loud_is_chosen_by_touch_and_reaches_the_player() -> None:
    """Pass the chosen volume to the player, and ignore volumes that are not offered."""
    loop = asked(12)
    loop.send(Prefer(loop.view.preferences._replace(volume=25)))
    loop.send(Prefer(loop.view.preferences._replace(volume=33)))
    assert loop.view.preferences.volume == 25 and all(
        sum(choice.chosen for choice in group.choices) == 1
        for group in sound_groups(loop.view.preferences)
    )
    recorder = Recorder()
    with bridged(loop, player=recorder):
        ready(loop, 1)
        wait(3)
    assert recorder.loud == {25}


def test_it_is_chosen_in_the_settings_on_an_appliance_too() -> None:
    """Offer the volume in the settings, also on an appliance."""
    loop = CARDBOT_SCENES["cardbot-card"]()
    loop.send(OpenMenu("settings"))
    titles = [str(group.title) for group in loop.view.body.groups]
    assert titles == recorded("Volume-of-the-timer")
    loop.send(StartInfo(appliance=True))
    assert ([str(group.title) for group in loop.view.body.groups]) == recorded(
        "Volume-of-the-timer-2"
    )


# ---- Tones and devices ----


def test_kivy_plays_all_of_them() -> None:
    """Load all sounds by SDL's dummy device, one at a time, and play one that is not loaded yet."""
    said: list[str] = []
    speaker = Speaker(tell=said.append)
    with bridged(open_session(seed=1), player=speaker):
        speaker.play(BELL, 25)
        live(2)
        assert said == [] and list(speaker.loaded) == [BELL]
        assert (
            speaker.loaded[BELL].volume == 0.25
            and speaker.loaded[BELL].state == "play"
            and 0.8 < speaker.loaded[BELL].length < 1.0
        )
        while speaker.prepare_next():
            pass
        assert sorted(speaker.loaded) == sorted(NAMES) and speaker.loaded[GONG].state == "stop"


def test_a_tune_is_repeated_until_another_page_comes() -> None:
    """Play the tune of a game in a loop, none for a game without one, and free its memory."""
    speaker = Speaker()
    with bridged(open_session(seed=1), player=speaker):
        speaker.play_tune("clockwork", 25)
        live(2)
        tune = speaker.loaded["tune-clockwork"]
        assert (tune.loop, tune.volume, tune.state) == (True, 0.25, "play")
        for game in ("of-a-stranger", "diesel", ""):
            speaker.play_tune(game, 50)
            live(2)
            assert list(speaker.loaded) == (["tune-diesel"] if game == "diesel" else [])
        assert tune.state == "stop"


def test_speech_is_played_beside_softer_sounds_until_it_is_over(tmp_path: Path) -> None:
    """Play a WAV file from memory or from a path, soften sounds, and report every end once."""
    ends: list[tuple[str, bool]] = []
    speaker = Speaker()

    def report(name: str) -> Callable[[bool], None]:
        return lambda heard: ends.append((name, heard))

    with bridged(open_session(seed=1), player=speaker):
        speaker.play(GONG, 50)
        live(2)
        speaker.speak(wave_of([0.0] * 1000), 100, report("bytes"))
        assert ends == []
        live(1)
        assert speaker.loaded[GONG].volume == pytest.approx(0.5 * DUCKED)
        speaker.play(BELL, 100)
        assert speaker.loaded[BELL].volume == pytest.approx(DUCKED)
        for _ in range(200):
            # SDL's dummy device plays in real time; Kivy asks it ten times a second.
            time.sleep(0.02)
            clock().skip(SECOND / 5)
            live(1)
            if ends:
                break
        assert ends == [("bytes", True)] and speaker.loaded[GONG].volume == pytest.approx(0.5)
        path = tmp_path / "long.wav"
        path.write_bytes(wave_of([0.0] * RATE))
        speaker.speak(path, 100, report("replaced"))
        live(1)
        speaker.speak(path, 100, report("stopped"))
        live(2)
        speaker.stop_speech()
        speaker.stop_speech()
        speaker.speak(b"no wave", 100, report("no wave"))
        speaker.speak(tmp_path / "missing.wav", 100, report("missing"))
        live(4)
        assert ends[1:] == [
            ("replaced", False),
            ("stopped", False),
            ("no wave", False),
            ("missing", False),
        ]
        assert speaker.loaded[BELL].volume == pytest.approx(1)
        speaker.play(BELL, 100)
        assert speaker.loaded[BELL].state == "play"


def test_speech_without_a_device_is_over_at_once() -> None:
    """Report the end of speech if there is no device, and never raise."""
    said: list[str] = []
    ends: list[bool] = []
    speaker = Speaker(refuse, said.append, lambda: None)
    with bridged(open_session(seed=1), player=speaker):
        speaker.speak(b"", 100, ends.append)
        live(3)
    assert ends == [False] and len(said) == 1


def refuse(path: str) -> Any:
    """Raise RuntimeError, as without a device."""
    raise RuntimeError("the device is gone")


class Mute:
    """A sound whose device is missing or unplugged."""

    def __init__(self, length: float) -> None:
        """Set its length in seconds."""
        self.length = length

    def play(self) -> None:
        """Raise OSError."""
        raise OSError("the device is gone")


@pytest.mark.parametrize(
    "load",
    [refuse, lambda path: None, lambda path: Mute(0.0), lambda path: Mute(1.0)],
    ids=["raises", "no provider", "no length", "fails later"],
)
def test_a_broken_device_is_told_once_and_disturbs_nothing(load: Callable[[str], Any]) -> None:
    """Report a broken device once, and let the race go on."""
    said: list[str] = []
    loop = asked(12)
    with bridged(loop, player=Speaker(load, said.append, lambda: SoundDevice(""))) as (_, bridge):
        ready(loop, 1)
        wait(14)
        assert (
            loop.view.page == bridge.screen.view.page == PLAY
            and len(said) == 1
            and said[0].startswith("Nothing can be heard: ")
        )


def test_a_device_that_comes_later_plays_the_next_sound(monkeypatch: pytest.MonkeyPatch) -> None:
    """Play the next sound on a device plugged in later, without a restart.

    One line reports that there was none. This also holds if another device replaces it.
    """
    monkeypatch.setenv(CHOSEN, "")
    said: list[str] = []
    cards: list[SoundDevice] = []
    opened: list[str] = []
    again: list[SoundDevice] = []
    played: list[str] = []

    class Heard:
        """A sound that records the device that plays it."""

        length, volume = 1.0, 0.0

        def play(self) -> None:
            """Record the device."""
            played.append(os.environ[CHOSEN])

    def load(path: str) -> Heard:
        """Record the path, and return a sound."""
        opened.append(path)
        return Heard()

    speaker = Speaker(load, said.append, lambda: cards[-1] if cards else None, again.append)
    with bridged(open_session(seed=1), player=speaker):
        for _ in range(2):
            speaker.play(BELL, 50)
            live(2)
        assert (
            (opened, played, len(said)) == ([], [], 1)
            and said[0] == recorded("plugged-in-later")
            and not speaker.prepare_next()
        )
        cards.append(SoundDevice("sysdefault:CARD=Device", 1))
        speaker.play(BELL, 50)
        live(2)
        assert len(opened) == 1 and played == ["sysdefault:CARD=Device"] and len(said) == 1
        cards.clear()
        speaker.play(BELL, 50)
        assert again == []
        cards.append(SoundDevice("sysdefault:CARD=Device", 2))
        speaker.play(BELL, 50)
        speaker.play(BELL, 50)
        assert again == cards and len(played) == 4 and len(said) == 1


def played_to_disk(script: str, folder: Path, file: str) -> subprocess.CompletedProcess[str]:
    """Run a script in a folder; SDL's disk driver writes its samples to the file there."""
    environment = {
        **os.environ,
        "SDL_AUDIODRIVER": "disk",
        "SDL_DISKAUDIOFILE": file,
        "KIVY_LOG_MODE": "PYTHON",
        "KIVY_NO_ARGS": "1",
        "KIVY_NO_FILELOG": "1",
        "PYTHONPATH": str(Path(__file__).parents[2]),
    }
    return subprocess.run(
        [sys.executable, "-c", script],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def test_sounds_go_on_on_a_device_that_took_the_place_of_another(tmp_path: Path) -> None:
    """Play loaded sounds on a new device, by SDL's real mixer with files as devices."""
    script = (
        "import os, time; from companion.ui.sound_cards import SoundDevice; "
        "from companion.ui.sounds import Speaker\n"
        "devices = [SoundDevice('', 1)]\n"
        "speaker = Speaker(device=lambda: devices[-1])\n"
        "while speaker.prepare_next(): pass\n"
        "os.environ['SDL_DISKAUDIOFILE'] = 'second'; "
        "devices.append(SoundDevice('', 2)); speaker.play('bell', 100)\n"
        "while not any(open('second', 'rb').read()): time.sleep(0.01)\n"
    )
    done = played_to_disk(script, tmp_path, "first")
    assert done.returncode == 0 and "Nothing can be heard" not in done.stderr, done.stderr
    assert not any((tmp_path / "first").read_bytes())


def test_levels_that_leave_the_machine_are_those_that_people_chose(tmp_path: Path) -> None:
    """Measure what SDL's real mixer writes: full and half volume, and less beside speech."""
    script = (
        "import os, time; from kivy.clock import Clock; from pathlib import Path\n"
        "from companion.ui.sounds import Speaker; speaker = Speaker(); ends = []; parts = []\n"
        "def wait(seconds):\n"
        "    end = time.monotonic() + seconds\n"
        "    while time.monotonic() < end: Clock.tick(); time.sleep(0.01)\n"
        "    parts.append(os.path.getsize('samples') if os.path.exists('samples') else 0)\n"
        "speaker.play('flag', 100); wait(1.6); speaker.play('flag', 50); wait(1.6)\n"
        "speaker.speak(Path('speech.wav'), 100, ends.append); wait(0.3)\n"
        "speaker.play('flag', 100); wait(1.6); assert ends == [True], ends; print(*parts)\n"
    )
    (tmp_path / "speech.wav").write_bytes(wave_of([0.0] * RATE))
    done = played_to_disk(script, tmp_path, "samples")
    assert done.returncode == 0, done.stderr
    first, second, begun, third = map(int, done.stdout.split())
    data = (tmp_path / "samples").read_bytes()
    peaks = [
        max(map(abs, memoryview(data[start - start % 4 : stop - stop % 4]).cast("h"))) / 32_768
        for start, stop in ((0, first), (first, second), (begun, third))
    ]
    assert 0.1 < peaks[0] < 0.5
    assert peaks[1] == pytest.approx(peaks[0] * 0.5, rel=0.1)
    assert peaks[2] == pytest.approx(peaks[0] * DUCKED, rel=0.1)


def test_a_card_that_was_plugged_in_comes_before_the_boards_own(tmp_path: Path) -> None:
    """Prefer a plugged-in sound card, and leave the choice to a sound server.

    Displays without a plug and microphones do not count.
    """
    assert playback_device(tmp_path, {}) is None
    assert playback_device(tmp_path, {"SDL_AUDIODRIVER": "dummy"}) == SoundDevice("")
    (tmp_path / "dev/snd").mkdir(parents=True)
    for name in ("controlC0", "pcmC2D0c", "timer"):
        (tmp_path / "dev/snd" / name).touch()
    assert playback_device(tmp_path, {}) is None
    plug(tmp_path, 0, "vc4hdmi0", "pcmC0D0p")
    own = playback_device(tmp_path, {})
    assert own is not None and own.name == ""
    for card, name, device in ((1, "Device", "pcmC1D0p"), (2, "Camera", "pcmC2D0c")):
        plug(tmp_path, card, name, device)
        (tmp_path / f"proc/asound/card{card}/usbid").touch()
    found = playback_device(tmp_path, {})
    assert found is not None and found.name == "sysdefault:CARD=Device" and found != own
    (tmp_path / "run/user/1000/pulse").mkdir(parents=True)
    (tmp_path / "run/user/1000/pulse/native").touch()
    assert playback_device(tmp_path, {"XDG_RUNTIME_DIR": "/run/user/1000"}) == SoundDevice("")


def plug(root: Path, card: int, name: str, device: str) -> None:
    """Create the files of a sound card."""
    (root / f"proc/asound/card{card}").mkdir(parents=True)
    (root / f"proc/asound/card{card}/id").write_text(f"{name}\n", "utf-8")
    (root / "dev/snd" / device).touch()


def test_a_machine_without_a_device_says_one_line_and_no_more() -> None:
    """Report SDL's reason in one line if there is no device."""
    script = (
        "from companion.ui.sounds import Speaker; speaker = Speaker()\n"
        "while speaker.prepare_next(): pass\n"
        "speaker.play('bell', 100)"
    )
    environment = {
        **os.environ,
        "SDL_AUDIODRIVER": "nothing",
        "KIVY_LOG_MODE": "PYTHON",
        "KIVY_NO_ARGS": "1",
        "KIVY_NO_FILELOG": "1",
    }
    done = subprocess.run(
        [sys.executable, "-c", script],
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    lines = [line for line in done.stderr.splitlines() if "sound" in line or "Audio" in line]
    assert len(lines) == 1 and lines[0] == recorded("The-timer-makes-no-sound-AudioSDL2")


def test_a_start_does_not_wait_for_sound() -> None:
    """Import Kivy's audio only when a sound is needed."""
    script = "import sys, companion.ui.bridge; sys.exit('kivy.core.audio' in sys.modules)"
    assert (
        subprocess.run(
            [sys.executable, "-c", script], env=dict(os.environ), timeout=60, check=False
        ).returncode
        == 0
    )
