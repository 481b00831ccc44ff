"""Test the voice of espeak-ng as a real process, and the thread that prepares sentences."""

from __future__ import annotations

import io
import math
import struct
import threading
import time
import wave
from pathlib import Path

import pytest

from companion.speech.spoken import spoken
from companion.speech.voices import KEPT, EspeakVoice, Voice, VoiceError, VoiceWorker

SENTENCES = {
    "en": "BRASS moves to B7, facing N.",
    "de": "BRASS zieht 2 Felder nach B7.",
    "nl": "BRASS gaat 2 velden vooruit naar B7.",
}


@pytest.mark.parametrize("language", SENTENCES)
def test_espeak_makes_a_wave_of_a_sentence(language: str) -> None:
    """Say a sentence of each language, as a whole file at the loudness of talk."""
    data = EspeakVoice().say(spoken(SENTENCES[language], language), language)
    with wave.open(io.BytesIO(data)) as file:
        assert file.getnchannels() == 1 and file.getsampwidth() == 2
        frames, seconds = (
            file.readframes(file.getnframes()),
            file.getnframes() / file.getframerate(),
        )
    assert len(frames) == len(data) - 44 and 1 < seconds < 8
    samples = [sample for (sample,) in struct.iter_unpack("<h", frames)]
    level = 20 * math.log10(math.sqrt(sum(one * one for one in samples) / len(samples)) / 32768)
    assert -26 < level < -16


def test_words_are_no_command(tmp_path: Path) -> None:
    """Read what looks like options, marks and shell commands as words."""
    words = f"--version; touch {tmp_path}/made <speak> $(touch {tmp_path}/made)"
    assert EspeakVoice().say(words, "en")[:4] == b"RIFF" and not [*tmp_path.iterdir()]


def test_a_voice_that_is_missing_or_does_not_know_a_language_says_so(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Name what to install where there is no program, and what the program said where it fails."""
    with pytest.raises(VoiceError, match="voice failed"):
        EspeakVoice().say("word", "qq")
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(VoiceError, match="apt install espeak-ng"):
        EspeakVoice().say("word", "en")


class Slow(Voice):
    """A voice that waits to be let go on before each sentence."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.go = threading.Semaphore(0)

    def say(self, words: str, language: str) -> bytes:
        self.asked.append(words)
        assert self.go.acquire(timeout=20)
        if words == "bad":
            raise VoiceError("bad")
        return f"{language} {words}".encode()


def until_made(worker: VoiceWorker, words: str) -> bytes | VoiceError:
    """Wait until a sentence is made, and return it."""
    end = time.monotonic() + 20
    while (found := worker.made((words, "en"))) is None:
        assert time.monotonic() < end
        time.sleep(0.001)
    return found


def test_only_wanted_sentences_are_made_and_a_failed_one_is_tried_again() -> None:
    """Drop outdated sentences before the voice begins them, and keep only the last ones."""
    voice, made = Slow(), threading.Semaphore(0)
    worker = VoiceWorker(voice, made.release)
    worker.want([("one", "en"), ("two", "en")])
    worker.want([("three", "en"), ("bad", "en")])
    voice.go.release(2)
    assert until_made(worker, "three") == b"en three"
    voice.go.release()
    assert isinstance(until_made(worker, "bad"), VoiceError)
    # "one" may have begun before it was outdated; "two" never is.
    assert [words for words in voice.asked if words != "one"] == ["three", "bad"]
    worker.want([("three", "en"), ("bad", "en")])
    voice.go.release()
    assert isinstance(until_made(worker, "bad"), VoiceError) and voice.asked.count("bad") == 2
    assert voice.asked.count("three") == 1
    voice.go.release(KEPT + 1)
    many = [(str(number), "en") for number in range(KEPT + 1)]
    worker.want(many)
    until_made(worker, many[-1][0])
    assert worker.made(many[0]) is None and worker.made(("three", "en")) is None
    worker.close()
