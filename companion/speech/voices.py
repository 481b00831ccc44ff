"""Voices: sentences become WAV files, each made by a process of its own or in the background.

A voice has one method. espeak-ng is a program of Debian under GPL-3, so it runs as a process of its
own: it reads the words on its standard input, writes a WAV file to its output, and ends.
"""

from __future__ import annotations

import shutil
import subprocess
import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Final, Protocol

from companion import children
from companion.errors import DerbyError
from companion.words import text

PROGRAM: Final = "espeak-ng"
"""The program, and the package of Debian that has it."""
PACE: Final = 155
"""Words a minute: a little slower than a voice by itself, for people who look elsewhere."""
PATIENCE: Final = 5.0
"""Seconds for one sentence, which takes some hundredths."""
LONGEST: Final = 1000
"""The most letters of a sentence that a voice gets."""
KEPT: Final = 16
"""The number of finished sentences kept, of some 150 KB each; more than are wanted at a time."""
RIFF_SIZE, DATA, DATA_SIZE, SAMPLES = 4, 36, 40, 44
"""Places in the head of a WAV file of one format and one block of samples."""


class VoiceError(DerbyError):
    """A sentence that cannot be said, and why."""


class Voice(Protocol):
    def say(self, words: str, language: str) -> bytes:
        """Return a WAV file with words as they are to be said.

        Raises:
            VoiceError: There is no voice, or it failed.
        """


class EspeakVoice:
    """The voice of espeak-ng, in each of its languages."""

    def say(self, words: str, language: str) -> bytes:
        program = shutil.which(PROGRAM)
        if program is None:
            raise VoiceError(text("There is no voice: install it with sudo apt install espeak-ng."))
        # The screen and the pilots go first. Where the process may not step back, it says so and
        # speaks all the same.
        nice = shutil.which("nice")
        command = [
            *([nice, "-n", "5"] if nice else []),
            program,
            *("-v", language, "-s", str(PACE), "-b", "1", "--stdin", "--stdout"),
        ]
        try:
            made = children.run(
                command, input=words[:LONGEST].encode(), capture_output=True, timeout=PATIENCE
            )
        except (OSError, subprocess.SubprocessError) as fault:
            raise VoiceError(text("The voice failed: {fault}", fault=str(fault))) from fault
        wave: bytes = made.stdout
        if made.returncode or len(wave) <= SAMPLES or wave[DATA : DATA + 4] != b"data":
            reason = made.stderr.decode(errors="replace").strip().splitlines()
            raise VoiceError(
                text("The voice failed: {fault}", fault=reason[-1] if reason else "no sound")
            )
        # A program that writes to a pipe does not know the sizes yet.
        size = len(wave) - SAMPLES
        return b"".join(
            (
                wave[:RIFF_SIZE],
                (size + SAMPLES - 8).to_bytes(4, "little"),
                wave[RIFF_SIZE + 4 : DATA_SIZE],
                size.to_bytes(4, "little"),
                wave[SAMPLES:],
            )
        )


class VoiceWorker:
    """Makes WAV files in a thread of its own; those that nobody wants any more are not begun.

    The thread ends with the process, which does not wait for it. It lives as long as its last
    child: a child ends with the thread that started it.
    """

    def __init__(self, voice: Voice, on_made: Callable[[], None]) -> None:
        """Begin no thread before the first sentence.

        Args:
            voice: The voice.
            on_made: Called from the thread after each sentence.
        """
        self._voice, self._on_made = voice, on_made
        self._changed = threading.Condition()
        self._wanted: list[tuple[str, str]] = []
        self._made: OrderedDict[tuple[str, str], bytes | VoiceError] = OrderedDict()
        self._thread: threading.Thread | None = None
        self._closed = False

    def want(self, sentences: Sequence[tuple[str, str]]) -> None:
        """Make these sentences next, in this order, and forget all that were wanted before.

        Args:
            sentences: The words as they are to be said, each with its language.
        """
        with self._changed:
            # One that failed is tried again when it is wanted again.
            for sentence in sentences:
                if isinstance(self._made.get(sentence), VoiceError):
                    del self._made[sentence]
            self._wanted = [one for one in sentences if one not in self._made]
            if self._wanted and self._thread is None:
                self._thread = threading.Thread(target=self._work, name="voice", daemon=True)
                self._thread.start()
            self._changed.notify()

    def made(self, sentence: tuple[str, str]) -> bytes | VoiceError | None:
        """Return the WAV file of a sentence, why there is none, or None if it is not made yet."""
        with self._changed:
            return self._made.get(sentence)

    def close(self) -> None:
        """End the thread after its present sentence."""
        with self._changed:
            self._closed, self._wanted = True, []
            self._changed.notify()

    def _work(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._closed or self._wanted)
                if self._closed:
                    return
                sentence = self._wanted.pop(0)
            found: bytes | VoiceError
            try:
                found = self._voice.say(*sentence)
            except VoiceError as fault:
                found = fault
            with self._changed:
                self._made[sentence] = found
                while len(self._made) > KEPT:
                    self._made.popitem(last=False)
            self._on_made()
