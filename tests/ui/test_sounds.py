"""The time that people have is heard: bell, ticks and gong, each once and at its moment; without a sound device everything else goes on."""

from __future__ import annotations

import io
import os
import subprocess
import sys
import tempfile
import wave
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from companion.app.loop import EventLoop, open_session
from companion.games import find_game
from companion.session.lobby.house import sound_group
from companion.session.messages import (
    AT_DEAL,
    AT_FIRST,
    Begin,
    CallHouse,
    ClosePage,
    Confirm,
    OpenPage,
    SetTimer,
    TakeBack,
)
from companion.session.pages.menu import OpenMenu
from companion.session.preferences import Prefer
from companion.session.view import DOCTOR, PLAY, PROGRAM, ProgramPage
from companion.signals import PULL, InsertCard, MoveHandle
from companion.ui.sound_cards import CHOSEN, Device, playback_device
from companion.ui.sounds import Sounds, Speaker
from companion.ui.tones import BELL, GONG, RATE, TICK, TONES, wave_of
from tests.gallery.cardbot import CARDBOT_SCENES
from tests.recorded import recorded
from tests.typed import present
from tests.ui.stand import clock, live
from tests.ui.test_bridge import bridged

SECOND = 1e6
"""In microseconds, as the clock is put forward."""


class Recorder:
    """A player that writes down what is played, and has nothing to prepare."""

    def __init__(self) -> None:
        """Nothing yet."""
        self.played: list[str] = []
        self.loud: set[int] = set()

    def prepare_next(self) -> bool:
        """Nothing is left to be done."""
        return False

    def play(self, name: str, volume: int) -> None:
        """One sound more."""
        self.played.append(name)
        self.loud.add(volume)

    def heard(self) -> list[str]:
        """What was played since the last asking."""
        played, self.played = self.played, []
        return played


def asked(
    seconds: int, start: str = AT_FIRST, game: str = "clockwork", people: int = 2
) -> EventLoop:
    """People who have been dealt their cards, and have so many seconds; 0 where the game alone gives the time."""
    loop = open_session(seed=3, players=("person",) * people, game=find_game(game))
    loop.send(SetTimer(seconds, start))
    loop.send(Begin())
    for _ in range(9):
        if loop.view.page != PROGRAM:
            loop.send(Confirm(loop.session.step))
    assert loop.view.page == PROGRAM
    return loop


def ready(loop: EventLoop, seat: int) -> None:
    """The first cards of its hand, and the handle."""
    ask = present(loop.session.match).ask(seat)
    assert ask is not None and ask.hand.codes is not None
    for slot, code in zip(ask.program.slots, ask.hand.codes, strict=False):
        loop.send(InsertCard(seat, slot, code))
    loop.send(MoveHandle(seat, PULL))
    moment()


def moment() -> None:
    """The screen shows what has changed, and asks the table, from which on seconds are counted."""
    clock().skip(SECOND / 10)
    live(3)


def wait(seconds: int) -> None:
    """So many seconds go by, one after the other."""
    for _ in range(seconds):
        clock().skip(SECOND)
        live(2)


@contextmanager
def heard(loop: EventLoop) -> Iterator[Recorder]:
    """The evening on a screen whose sounds are written down."""
    recorder = Recorder()
    with bridged(loop, player=recorder):
        yield recorder


def left(loop: EventLoop) -> int:
    """The seconds that are shown."""
    body = loop.view.body
    assert isinstance(body, ProgramPage) and body.timer is not None
    return body.timer.left


@pytest.mark.parametrize(("seconds", "game", "people"), [(15, "clockwork", 2), (0, "cardbot", 4)])
def test_a_bell_begins_ticks_press_and_a_gong_ends(seconds: int, game: str, people: int) -> None:
    """With the first who is ready it rings, whoever gives the time; the last ten seconds tick; then somebody is late."""
    loop = asked(seconds, game=game, people=people)
    page, step = loop.view.page, loop.view.step
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
        assert recorder.heard() == [GONG] and (loop.view.page, loop.view.step) != (page, step)
        wait(2)
        assert GONG not in recorder.heard()


def test_a_time_that_is_short_from_the_start_rings_and_ticks_but_not_at_once() -> None:
    """It runs from the deal on: the first second is the bell's."""
    with heard(asked(5, AT_DEAL)) as recorder:
        moment()
        assert recorder.heard() == [BELL]
        wait(4)
        assert recorder.heard() == [TICK] * 4
        wait(1)
        assert recorder.heard() == [GONG]


def test_who_is_ready_in_the_last_second_hears_no_gong() -> None:
    """The race goes on because everybody is ready."""
    loop = asked(12)
    with heard(loop) as recorder:
        ready(loop, 1)
        wait(11)
        assert left(loop) == 1 and recorder.heard() == [BELL, *[TICK] * 10]
        ready(loop, 2)
        wait(3)
        assert loop.view.page == PLAY and recorder.heard() == []


def test_time_is_heard_under_another_page_and_nothing_twice_after_it() -> None:
    """It goes on there, each second ticks, and no bell rings again."""
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
    """Who was first takes it back, and is ready once more; the next turn has its own."""
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
    """Switched on again in the midst of a time it ticks from there, and the bell that was not heard is not made up for."""
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
    """A screen that is opened in the midst of it, as after a change of language, begins with what is heard next."""
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
    """Anything else changes nothing; usually there is sound."""
    loop = open_session(seed=1)
    loop.send(Prefer(loop.view.preferences._replace(sound=0)))  # type: ignore[arg-type]
    assert loop.view.preferences.sound is True


def test_how_loud_is_chosen_by_touch_and_reaches_the_player() -> None:
    """A chip for each, silent among them; another number is no choice."""
    loop = asked(12)
    loop.send(Prefer(loop.view.preferences._replace(volume=25)))
    loop.send(Prefer(loop.view.preferences._replace(volume=33)))
    assert (
        loop.view.preferences.volume == 25
        and sum(choice.chosen for choice in sound_group(loop.view.preferences).choices) == 1
    )
    recorder = Recorder()
    with bridged(loop, player=recorder):
        ready(loop, 1)
        wait(3)
    assert recorder.loud == {25}


def test_it_is_chosen_in_the_settings_on_an_appliance_too() -> None:
    """There as anywhere else a table may want its quiet."""
    loop = CARDBOT_SCENES["cardbot-card"]()
    loop.send(OpenMenu("settings"))
    titles = [str(group.title) for group in loop.view.body.groups]
    assert titles == recorded("Volume-of-the-timer")
    loop.send(CallHouse(appliance=True))
    assert ([str(group.title) for group in loop.view.body.groups]) == recorded(
        "Volume-of-the-timer-2"
    )


# ---- What is played --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", TONES)
def test_a_tone_is_a_small_wave_that_begins_and_ends_softly(name: str) -> None:
    """Mono, 16 bits, loud enough and never cut off, the same bytes every time."""
    data = wave_of(name)
    with wave.open(io.BytesIO(data)) as read:
        assert (read.getnchannels(), read.getsampwidth(), read.getframerate()) == (1, 2, RATE)
        samples = memoryview(read.readframes(read.getnframes())).cast("h")
    assert len(data) < 75_000 and data == wave_of(name)
    assert (
        3_000 < max(map(abs, samples)) < 32_000 and abs(samples[0]) < 300 and abs(samples[-1]) < 300
    )


def test_kivy_plays_them_and_no_file_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Through SDL's device for machines without one, in the frame after the first sound was wanted."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    said: list[str] = []
    speaker = Speaker(tell=said.append)
    with bridged(open_session(seed=1), player=speaker):
        speaker.play(BELL, 25)
        live(2)
        assert said == [] and sorted(speaker.loaded) == sorted(TONES)
        assert (
            speaker.loaded[BELL].volume == 0.25
            and speaker.loaded[BELL].state == "play"
            and 0.8 < speaker.loaded[BELL].length < 1.0
        )
        assert (
            speaker.loaded[GONG].state == "stop"
            and not speaker.prepare_next()
            and list(tmp_path.iterdir()) == []
        )


def refuse(path: str) -> Any:
    """No device."""
    raise RuntimeError("the device is gone")


class Mute:
    """A sound that came without a device, or whose device is pulled out."""

    def __init__(self, length: float) -> None:
        """Of so many seconds."""
        self.length = length

    def play(self) -> None:
        """It fails."""
        raise OSError("the device is gone")


@pytest.mark.parametrize(
    "load",
    [refuse, lambda path: None, lambda path: Mute(0.0), lambda path: Mute(1.0)],
    ids=["raises", "no provider", "no length", "fails later"],
)
def test_a_broken_device_is_told_once_and_disturbs_nothing(load: Callable[[str], Any]) -> None:
    """The race goes on to the end of its time and beyond, and nothing is tried again."""
    said: list[str] = []
    loop = asked(12)
    with bridged(loop, player=Speaker(load, said.append, lambda: Device(""))) as (_, bridge):
        ready(loop, 1)
        wait(14)
        assert (
            loop.view.page == bridge.screen.view.page == PLAY
            and len(said) == 1
            and said[0].startswith("The timer makes no sound: ")
        )


def test_a_device_that_comes_later_plays_the_next_sound(monkeypatch: pytest.MonkeyPatch) -> None:
    """Until then one line says that there is none; no restart is needed, also where it is pulled out and another one comes."""
    monkeypatch.setenv(CHOSEN, "")
    said: list[str] = []
    cards: list[Device] = []
    opened: list[str] = []
    again: list[Device] = []
    played: list[str] = []

    class Heard:
        """A sound that is heard."""

        length, volume = 1.0, 0.0

        def play(self) -> None:
            """Once more."""
            played.append(os.environ[CHOSEN])

    def load(path: str) -> Heard:
        """The device is opened."""
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
        cards.append(Device("sysdefault:CARD=Device", 1))
        speaker.play(BELL, 50)
        live(2)
        assert len(opened) == len(TONES) and played == ["sysdefault:CARD=Device"] and len(said) == 1
        cards.clear()
        speaker.play(BELL, 50)
        assert again == []
        cards.append(Device("sysdefault:CARD=Device", 2))
        speaker.play(BELL, 50)
        speaker.play(BELL, 50)
        assert again == cards and len(played) == 4 and len(said) == 1


def test_sounds_go_on_on_a_device_that_took_the_place_of_another(tmp_path: Path) -> None:
    """The real mixer: what was loaded is heard on the device that is there now. SDL's devices are files here."""
    script = (
        "import os, time; from companion.ui.sound_cards import Device; from companion.ui.sounds import Speaker\n"
        "devices = [Device('', 1)]\n"
        "speaker = Speaker(device=lambda: devices[-1])\n"
        "while speaker.prepare_next(): pass\n"
        "os.environ['SDL_DISKAUDIOFILE'] = 'second'; devices.append(Device('', 2)); speaker.play('bell', 100)\n"
        "while not any(open('second', 'rb').read()): time.sleep(0.01)\n"
    )
    environment = {
        **os.environ,
        "SDL_AUDIODRIVER": "disk",
        "SDL_DISKAUDIOFILE": "first",
        "KIVY_LOG_MODE": "PYTHON",
        "KIVY_NO_ARGS": "1",
        "KIVY_NO_FILELOG": "1",
        "PYTHONPATH": str(Path(__file__).parents[2]),
    }
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0 and "makes no sound" not in done.stderr, done.stderr
    assert not any((tmp_path / "first").read_bytes())


def test_a_card_that_was_plugged_in_comes_before_the_boards_own(tmp_path: Path) -> None:
    """The outputs of a display are cards without a plug; a microphone is none to play on; a desktop's sound server decides for itself."""
    assert playback_device(tmp_path, {}) is None
    assert playback_device(tmp_path, {"SDL_AUDIODRIVER": "dummy"}) == Device("")
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
    assert playback_device(tmp_path, {"XDG_RUNTIME_DIR": "/run/user/1000"}) == Device("")


def plug(root: Path, card: int, name: str, device: str) -> None:
    """A sound card is there."""
    (root / f"proc/asound/card{card}").mkdir(parents=True)
    (root / f"proc/asound/card{card}/id").write_text(f"{name}\n", "utf-8")
    (root / "dev/snd" / device).touch()


def test_a_machine_without_a_device_says_one_line_and_no_more() -> None:
    """SDL knows no such driver; whoever reads the log is told what it said."""
    script = "from companion.ui.sounds import Speaker; speaker = Speaker()\nwhile speaker.prepare_next(): pass\nspeaker.play('bell', 100)"
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
    """Kivy's audio is imported where a sound is wanted, and not with the screens."""
    script = "import sys, companion.ui.bridge; sys.exit('kivy.core.audio' in sys.modules)"
    assert (
        subprocess.run(
            [sys.executable, "-c", script], env=dict(os.environ), timeout=60, check=False
        ).returncode
        == 0
    )
