"""Sounds for time that runs: when there is one, that a screen is silent unless it wants them, and that they can be heard."""
from __future__ import annotations

import wave
from array import array
from pathlib import Path

import pytest

from companion.app.loop import EventLoop, open_session
from companion.session.messages import CallHouse, Prefer
from companion.session.pages.menu import OpenMenu
from companion.session.view import TimerPicture
from companion.ui.sounds import BELL, RATE, TICK, TONES, Sounds, sound_between, write_sound
from tests.gallery.cardbot import CARDBOT_SCENES


@pytest.mark.parametrize(("before", "now", "heard"), [
    (None, TimerPicture(30, False, 30), ""), (TimerPicture(30, False, 30), TimerPicture(30, True, 30), BELL), (None, TimerPicture(10, True, 10), BELL),
    (TimerPicture(12, True, 30), TimerPicture(11, True, 30), ""), (TimerPicture(11, True, 30), TimerPicture(10, True, 30), TICK),
    (TimerPicture(10, True, 30), TimerPicture(10, True, 30), ""), (TimerPicture(2, True, 30), TimerPicture(1, True, 30), TICK),
    (TimerPicture(1, True, 30), None, BELL), (TimerPicture(9, True, 30), None, ""), (TimerPicture(9, True, 30), TimerPicture(30, False, 30), ""), (None, None, ""),
])
def test_a_bell_begins_and_ends_it_and_the_last_ten_seconds_tick(before: TimerPicture | None, now: TimerPicture | None, heard: str) -> None:
    """Nothing is heard of the same second twice, nor of time that is over because everybody was ready."""
    assert sound_between(before, now) == heard


class Played:
    """A loudspeaker that counts."""

    def __init__(self) -> None:
        """Nothing was played."""
        self.heard: list[str] = []

    def load(self, path: Path) -> Played | Sounded:
        """A sound."""
        assert path.stat().st_size > 1000
        return Sounded(self, path.stem)


class Sounded:
    """One sound of it."""

    def __init__(self, speaker: Played, name: str) -> None:
        """By its name."""
        self.speaker, self.name = speaker, name

    def play(self) -> None:
        """Heard."""
        self.speaker.heard.append(self.name)


def hurried(loop: EventLoop) -> list[str]:
    """What is heard while the last nine seconds go by."""
    speaker = Played()
    sounds = Sounds(speaker.load)
    for second in range(12):
        sounds.shown(loop.view)
        loop.poll(21.0 + second)
    sounds.shown(loop.view)
    sounds.close()
    return speaker.heard


def test_a_screen_is_silent_until_it_wants_sounds() -> None:
    """The choice is kept like the others; then every second of the last ones is heard, and the end."""
    assert hurried(CARDBOT_SCENES["cardbot-hurry-hand"]()) == []
    loop = CARDBOT_SCENES["cardbot-hurry-hand"]()
    loop.send(Prefer(loop.view.preferences._replace(sound=True)))
    assert hurried(loop) == [BELL, *[TICK] * 7, BELL]


def test_only_yes_or_no_is_understood() -> None:
    """Anything else changes nothing."""
    loop = open_session(seed=1)
    loop.send(Prefer(loop.view.preferences._replace(sound=1)))  # type: ignore[arg-type]
    assert loop.view.preferences.sound is False


@pytest.mark.parametrize("name", TONES)
def test_a_sound_can_be_heard_and_fades(name: str, tmp_path: Path) -> None:
    """A proper file of its length, loud at its beginning, quiet at its end, never cut off at the top."""
    write_sound(tmp_path / "sound.wav", TONES[name])
    with wave.open(str(tmp_path / "sound.wav")) as file:
        assert (file.getnchannels(), file.getsampwidth(), file.getframerate()) == (1, 2, RATE)
        samples = array("h", file.readframes(file.getnframes()))
    tenth = len(samples) // 10
    loud, quiet = max(map(abs, samples[:tenth])), max(map(abs, samples[-tenth:]))
    assert len(samples) == round(TONES[name].seconds * RATE) and 5000 < loud < 32767 and quiet < loud / 10


def test_it_is_chosen_in_the_settings_but_not_on_an_appliance() -> None:
    """Whose service opens no device that makes sounds."""
    loop = CARDBOT_SCENES["cardbot-card"]()
    loop.send(OpenMenu("settings"))
    titles = [str(group.title) for group in loop.view.body.groups]
    assert "On this screen, at once: time that runs out" in titles
    loop.send(CallHouse(appliance=True))
    assert "On this screen, at once: time that runs out" not in [str(group.title) for group in loop.view.body.groups]
