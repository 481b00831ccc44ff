"""The voice of sherpa-onnx, where somebody has installed it and a voice file.

It sounds more like a person than espeak-ng and needs more: the library (the extra `voice`), and for
each language a folder with a VITS model, `voices/en` in the state folder or `en` in the folder that
CLOCKWORK_DERBY_VOICES names. The library runs in a process of its own (`sherpa_worker`), which is
kept for the next sentence. Where anything fails, espeak-ng speaks on.
"""

from __future__ import annotations

import json
import os
import select
import shutil
import subprocess
import sys
import time
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from companion import children
from companion.speech.voices import EspeakVoice, Voice, VoiceError
from companion.words import NOTHING, Text, sentence, sentences, text

PLACE: Final = "CLOCKWORK_DERBY_VOICES"
"""The environment variable that names the folder of voices."""
VOICES: Final = "voices"
"""The folder of voices in the state folder."""
LIBRARY: Final = "sherpa_onnx"
MODULE: Final = "companion.speech.sherpa_worker"
LOADING, SAYING = 90.0, 15.0
"""Seconds after which a voice that loads, or says a sentence, has failed. Both take some seconds
where pilots think on every processor."""


INSTEAD: Final = text("The voice of espeak-ng speaks in its place.")


class VoiceLoadingError(VoiceError):
    """A voice that is not loaded yet; another one speaks in the meantime."""


def voices_folder(environment: Mapping[str, str], state: Path) -> Path:
    """Return the folder with a folder of files for each language."""
    folder = environment.get(PLACE, "")
    return Path(folder) if folder else state / VOICES


def files_fault(folder: Path) -> Text:
    """Return what is missing in the folder of a voice, NOTHING for nothing."""
    if not [*folder.glob("*.onnx")]:
        return text("{folder} has no voice file (*.onnx).", folder=str(folder))
    if not (folder / "tokens.txt").is_file():
        return text("{folder} has no file tokens.txt.", folder=str(folder))
    return NOTHING


def has_library() -> bool:
    """Return whether the library is installed; it is not loaded for that."""
    return find_spec(LIBRARY) is not None


class SherpaVoice:
    """The voices of sherpa-onnx; one process at a time, that of the last language."""

    def __init__(self, voices: Path) -> None:
        """Start nothing before the first sentence; `voices` is the folder of all voices."""
        self._voices, self._language = voices, ""
        self._process: subprocess.Popen[bytes] | None = None
        self._loading: float | None = None
        """The time after which loading has failed, by the monotonic clock; None once it is over."""

    def say(self, words: str, language: str) -> bytes:
        """Return a sentence as a WAV file.

        Raises:
            VoiceLoadingError: The voice is not loaded yet.
            VoiceError: There is no such voice, or it failed.
        """
        try:
            process = self._loaded(language)
            assert process.stdin is not None
            process.stdin.write(json.dumps(words).encode() + b"\n")
            process.stdin.flush()
            end = time.monotonic() + SAYING
            size = int(self._line(process, end))
            return self._read(process, size, end)
        except (OSError, ValueError, subprocess.SubprocessError) as fault:
            # The last words of the process say more than the fault.
            failed, self._process = self._process, None
            said = ""
            if failed is not None:
                failed.kill()
                _, errors = failed.communicate()
                said = (errors.decode(errors="replace").strip().splitlines() or [""])[-1]
            raise VoiceError(text("The voice failed: {fault}", fault=said or str(fault))) from fault

    def close(self) -> None:
        """End the process that speaks."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.communicate()

    def _loaded(self, language: str) -> subprocess.Popen[bytes]:
        """Return the process of a language once it has loaded its voice.

        Raises:
            VoiceLoadingError: The voice is not loaded yet.
            VoiceError: There is no such voice, or no library.
        """
        if self._process is None or self._language != language:
            self.close()
            folder = self._voices / language
            if why := files_fault(folder):
                raise VoiceError(why)
            if not has_library():
                raise VoiceError(text("sherpa-onnx is not installed: pip install sherpa-onnx."))
            nice = shutil.which("nice")
            command = [*([nice, "-n", "5"] if nice else []), sys.executable, "-m", MODULE]
            pipe: Any = subprocess.PIPE
            self._process = children.start(
                [*command, str(folder)], stdin=pipe, stdout=pipe, stderr=pipe
            )
            self._language = language
            self._loading = time.monotonic() + LOADING
        if self._loading is not None:
            assert self._process.stdout is not None
            ready, _, _ = select.select([self._process.stdout], [], [], 0)
            if not ready and time.monotonic() < self._loading:
                raise VoiceLoadingError(text("The voice is being loaded."))
            self._line(self._process, self._loading)
            self._loading = None
        return self._process

    def _line(self, process: subprocess.Popen[bytes], end: float) -> bytes:
        """Return the next line."""
        line = b""
        while not line.endswith(b"\n"):
            line += self._read(process, 1, end)
        return line

    def _read(self, process: subprocess.Popen[bytes], size: int, end: float) -> bytes:
        """Read so many bytes before the time is up."""
        assert process.stdout is not None
        place, data = process.stdout.fileno(), b""
        while len(data) < size:
            ready, _, _ = select.select([place], [], [], max(0.0, end - time.monotonic()))
            if not ready:
                raise TimeoutError("it took too long")
            part = os.read(place, size - len(data))
            if not part:
                raise OSError("it ended")
            data += part
        return data


class BestVoice:
    """sherpa-onnx for languages with a voice of it, once it is loaded; else espeak-ng."""

    def __init__(self, voices: Path, first: Voice | None = None) -> None:
        """Look for voices in the folders of `voices`; `first` speaks in place of sherpa-onnx."""
        self._voices, self._other = voices, EspeakVoice()
        self._first = SherpaVoice(voices) if first is None else first
        self._failed = set[str]()
        """The languages whose voice has failed; it is not tried again before the next start."""

    def say(self, words: str, language: str) -> bytes:
        """Return a sentence by the first voice that can say it."""
        if language not in self._failed and (self._voices / language).is_dir():
            try:
                return self._first.say(words, language)
            except VoiceLoadingError:
                pass
            except VoiceError as fault:
                self._failed.add(language)
                print(sentences(sentence(fault.words), INSTEAD), file=sys.stderr)
        return self._other.say(words, language)
