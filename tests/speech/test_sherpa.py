"""Test the voice of sherpa-onnx against a stand-in for the library, with its interface of 2.0.

The processes, pipes, folders and espeak-ng are real; the voice and its library are too large for
tests. `docs/decisions/008-a-second-voice.md` says what was tried by hand.
"""

from __future__ import annotations

import io
import time
import wave
from pathlib import Path

import pytest

from companion.health.base import FINE, NOTE
from companion.health.checks.machine import voice
from companion.health.world import CommandResult, World
from companion.speech.sherpa import PLACE, BestVoice, SherpaVoice
from companion.speech.sherpa_worker import espeak_voice, in_wave, sounds_of
from companion.speech.voices import EspeakVoice, VoiceError
from tests.recorded import recorded

LIBRARY = """
import json, pathlib, sys
class OfflineTtsVitsModelConfig:
    def __init__(self, model, tokens, lexicon="", **rest):
        self.model = model
class OfflineTtsModelConfig:
    def __init__(self, vits, num_threads=1):
        self.vits = vits
class OfflineTtsConfig:
    def __init__(self, model):
        self.model = model
    def validate(self):
        return "bad" not in pathlib.Path(self.model.vits.model).read_text()
class GenerationConfig:
    sid, speed, phoneme_codepoints = 0, 1.0, []
class Made:
    def __init__(self, samples):
        self.samples, self.sample_rate = samples, 16000
class OfflineTts:
    def __init__(self, config):
        pass
    def generate(self, words, config=None, **rest):
        if "crash" in words:
            raise RuntimeError("out of memory")
        sounds = "".join(map(chr, config.phoneme_codepoints[0]))
        print(sounds, file=open(pathlib.Path(__file__).with_name("sounds.txt"), "w"))
        return Made([0.5, -0.5] * 4000)
"""
"""As much of sherpa-onnx 2.0 as the process uses."""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of an English voice, beside a stand-in for the library."""
    (tmp_path / "sherpa_onnx.py").write_text(LIBRARY)
    place = tmp_path / "voices" / "en"
    place.mkdir(parents=True)
    (place / "amy.onnx").write_text("good")
    (place / "amy.onnx.json").write_text('{"espeak": {"voice": "en-us"}}')
    (place / "tokens.txt").write_text("".join(f"{sound} 1\n" for sound in "_^$ bˈiːsɛvən,."))
    monkeypatch.setenv("PYTHONPATH", f"{tmp_path}:{Path(__file__).parents[2]}")
    monkeypatch.syspath_prepend(str(tmp_path))
    return place


def rate_of(data: bytes) -> int:
    """Return the rate of a sentence, which tells the voices apart: espeak-ng's is 22,050."""
    with wave.open(io.BytesIO(data)) as file:
        return file.getframerate()


def said(speaker: SherpaVoice | BestVoice, words: str) -> bytes:
    """Return a sentence by the voice, once it is loaded."""
    end = time.monotonic() + 30
    while True:
        try:
            data = speaker.say(words, "en")
        except VoiceError as fault:
            assert "being loaded" in str(fault) and time.monotonic() < end, fault
            data = b""
        if data and rate_of(data) == 16000:
            return data
        assert time.monotonic() < end
        time.sleep(0.01)


def test_sentences_are_said_by_one_process(folder: Path) -> None:
    """Load the voice once, and give it the sounds of espeak-ng that it knows."""
    speaker = SherpaVoice(folder.parent)
    said(speaker, "B seven.")
    process = speaker._process
    data = said(speaker, "B, seven.")
    assert speaker._process is process
    with wave.open(io.BytesIO(data)) as file:
        assert (file.getnchannels(), file.getsampwidth(), file.getnframes()) == (1, 2, 8000)
    assert (folder.parents[1] / "sounds.txt").read_text() == "bˈiː, sˈɛvən.\n"
    speaker.close()
    assert process is not None and process.returncode is not None


def test_espeak_speaks_until_the_voice_is_loaded_and_where_there_is_none(folder: Path) -> None:
    """Say the first sentence at once, by espeak-ng, and languages without a voice always."""
    first = SherpaVoice(folder.parent)
    speaker = BestVoice(folder.parent, first)
    assert rate_of(speaker.say("one", "en")) == 22050
    said(speaker, "two")
    assert speaker.say("drei", "de") == EspeakVoice().say("drei", "de")
    first.close()


def test_whatever_fails_espeak_speaks_on_and_the_log_says_why(
    folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """Name a crash, a file that is no voice, missing files and a missing library, each once."""
    reasons = []
    for spoil in (
        lambda: None,
        lambda: (folder / "amy.onnx").write_text("bad"),
        lambda: (folder / "tokens.txt").unlink(),
        lambda: (folder / "amy.onnx").unlink(),
    ):
        spoil()
        first = SherpaVoice(folder.parent)
        speaker = BestVoice(folder.parent, first)
        end = time.monotonic() + 30
        while not (told := capfd.readouterr().err):
            assert rate_of(speaker.say("crash", "en")) == 22050
            assert time.monotonic() < end
        speaker.say("crash", "en")
        assert not capfd.readouterr().err
        reasons.append(told.replace(str(folder), "FOLDER").strip())
        first.close()
    assert reasons == recorded("reasons")


def test_the_doctor_names_the_cause(folder: Path) -> None:
    """Say that a voice works, or what is missing and how to get it."""
    words = []
    (folder.parent / "de").mkdir()
    for version, status, said_last in (
        ("2.0.1", 0, ""),
        (None, 0, ""),
        ("1.13.7", 0, ""),
        ("2.0.1", 1, "ValueError: bad file\n"),
        ("2.0.1", None, ""),
    ):
        world = World(
            environment={PLACE: str(folder.parent)},
            run=lambda command: CommandResult(0, ""),
            try_out=lambda command, status=status, last=said_last: CommandResult(status, last),  # type: ignore[misc]
            version=lambda package, version=version: version,  # type: ignore[misc]
        )
        first, without, found = voice(world)
        assert first.state == FINE and without.state == NOTE
        assert found.state == (FINE if version == "2.0.1" and status == 0 else NOTE)
        words.append(f"{found.words} {found.remedy}".replace(str(folder.parent), "FOLDER").strip())
    assert words == recorded("findings")


def test_samples_become_a_wave_that_is_never_too_loud() -> None:
    """Keep the level of a sentence, and turn one down that would be cut off."""
    for loudest, kept in ((0.25, 8191), (3.0, 29490)):
        with wave.open(io.BytesIO(in_wave([0.0, loudest, -loudest], 22050))) as file:
            frames = file.readframes(3)
        high = int.from_bytes(frames[2:4], "little", signed=True)
        assert abs(high - kept) <= 1
    with pytest.raises(ValueError, match="nothing"):
        in_wave([], 22050)


def test_sounds_have_the_marks_of_their_sentence(tmp_path: Path) -> None:
    """Keep commas and full stops, which a voice needs for its melody."""
    assert sounds_of("Brass, to B seven?", "en-us") == "bɹˈæs, tə bˈiː sˈɛvən?"
    assert espeak_voice(tmp_path / "nl" / "voice.onnx") == "nl"
