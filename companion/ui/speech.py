"""Say what the screen shows, so that nobody has to look at it.

Speech follows from the views, as sounds do. Each sentence is made by a voice in the background and
played beside the sounds; the next one is prepared while it plays. When the shown instruction
changes, the rest of the last one is dropped. Without a voice or a sound device the screen is
silent.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from typing import Final

from kivy.clock import Clock

from companion.session.announcements import ANSWER, REFUSAL, Announcement, Line, announcement_of
from companion.session.preferences import CAUSES, SILENT, Preferences
from companion.session.view import View
from companion.speech.spoken import spoken
from companion.speech.voices import Voice, VoiceError, VoiceWorker
from companion.ui.i18n import translated
from companion.ui.sounds import SoundPlayer
from companion.words import Text, text

PREPARED: Final = 4
"""The number of sentences that are made in advance."""
NOWHERE: Final = Announcement()
TRIAL: Final = ("trial", text("Instructions are spoken from now on."))
"""The words that are said when somebody switches speech on."""


class Speech:
    """Watches all views, and says each line once."""

    def __init__(self, player: SoundPlayer, voice: Voice, tell: Callable[[Text], None]) -> None:
        """Say nothing before the first view.

        Args:
            player: Plays the sentences.
            voice: Makes them.
            tell: Called with a sentence where a voice that somebody chose just now fails.
        """
        self._player, self._tell = player, tell
        self._go_on = Clock.create_trigger(lambda _: self._say_next(), -1)
        # The thread of the voice may call a trigger.
        self._worker = VoiceWorker(voice, self._go_on)
        self._preferences = Preferences()
        self._moment = NOWHERE.moment
        self._known: frozenset[str] = frozenset()
        """The keys of the lines of this moment that were said or wait to be."""
        self._waiting: list[Line] = []
        self._ahead: tuple[Text, ...] = ()
        self._playing: Line | None = None
        self._number = 0
        """The number of the sentence that plays, since the end of an earlier one comes late."""
        self._has_reported = False

    def hear(self, view: View, chosen: bool = False) -> None:
        """Note another view.

        Args:
            view: The view.
            chosen: Whether somebody has chosen another kind of speech on it.
        """
        self._preferences = view.preferences
        if view.preferences.speech == SILENT:
            self._drop()
            self._moment, self._known = NOWHERE.moment, frozenset()
            return
        found = announcement_of(view)
        lines = [
            line
            for line in found.lines
            if view.preferences.speech == CAUSES or not line[0].startswith("cause")
        ]
        if found.moment != self._moment:
            self._drop()
            self._moment, self._known = found.moment, frozenset()
        self._ahead = found.ahead
        keys = frozenset(key for key, _ in lines)
        old = [key for key in self._known if key.startswith(ANSWER) and key not in keys]
        hurried = bool(old) and any(key.startswith(ANSWER) for key in keys - self._known)
        if hurried:
            # A push has led to another answer.
            self._waiting = [line for line in self._waiting if line[0] not in old]
            self._stop()
        self._add([line for line in lines if line[1] and line[0] not in self._known], hurried)
        # A line that went away may come back, and is said again.
        self._known = keys
        if chosen:
            self._add([TRIAL])
        self._prepare()
        self._say_next()

    @property
    def is_silent(self) -> bool:
        """Return whether everything was said, or nothing was to be."""
        return self._playing is None and not self._waiting

    def close(self) -> None:
        """Stop, and end the voice's thread."""
        self._drop()
        self._go_on.cancel()
        self._worker.close()

    def _add(self, lines: list[Line], hurried: bool = False) -> None:
        """Let lines wait their turn; a refusal interrupts, and the interrupted line follows it.

        `hurried`: an answer comes before what waits.
        """
        first = (REFUSAL, ANSWER) if hurried else (REFUSAL,)
        urgent = [line for line in lines if line[0].startswith(first) or line == TRIAL]
        others = [line for line in lines if line not in urgent]
        if urgent and self._playing is not None:
            self._waiting.insert(0, self._playing)
            self._stop()
        self._waiting = [*urgent, *self._waiting, *others]

    def _drop(self) -> None:
        self._waiting = []
        self._ahead = ()
        self._stop()

    def _stop(self) -> None:
        if self._playing is not None:
            self._playing = None
            self._number += 1
            self._player.stop_speech()

    def _sentence(self, words: Text) -> tuple[str, str]:
        language = self._preferences.language
        return spoken(translated(words), language), language

    def _prepare(self) -> None:
        """Let the voice make what is said next; it forgets what is not wanted any more."""
        words = [*(line[1] for line in self._waiting), *self._ahead][:PREPARED]
        self._worker.want([self._sentence(one) for one in words])

    def _say_next(self) -> None:
        """Play the next line, if none plays and its sound is made."""
        while self._playing is None and self._waiting:
            wave = self._worker.made(self._sentence(self._waiting[0][1]))
            if wave is None:
                return
            line = self._waiting.pop(0)
            if isinstance(wave, VoiceError):
                # The person who has chosen speech learns why there is none; the log gets it once.
                if line == TRIAL:
                    self._tell(wave.words)
                elif not self._has_reported:
                    self._has_reported = True
                    words = text("The screen does not speak: {fault}", fault=wave.words)
                    print(words, file=sys.stderr)
                continue
            self._playing = line
            self._number += 1
            self._player.speak(
                wave, self._preferences.speech_volume, partial(self._on_over, self._number)
            )

    def _on_over(self, number: int, heard: bool) -> None:
        if number == self._number:
            self._playing = None
            self._prepare()
            self._say_next()
