"""A game that comes with the app speaks German whole: every text that it shows has German words.

The texts are those of the views of a whole game, looked up in the catalogue. A game from elsewhere
may show its own texts in English, since the catalogue belongs to the app.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Mapping
from gettext import GNUTranslations
from typing import Final

from companion.content.languages import Several, catalogue
from companion.games.api import Game
from companion.testing.own_words import own_templates
from companion.testing.seen import play_looking
from companion.words import Text

HOLE: Final = re.compile(r"\{[^}]*\}")


class Untranslated:
    """A catalogue that is asked for what another one has not, and keeps it."""

    def __init__(self) -> None:
        self.found: set[str] = set()

    def gettext(self, message: str) -> str:
        """Keep a template in which words stand."""
        if any(letter.isalpha() for letter in HOLE.sub("", message)):
            self.found.add(message)
        return message

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """Keep both templates as one."""
        return self.gettext(msgid1)

    def pgettext(self, context: str, message: str) -> str:
        """Keep a word of one sense."""
        return self.gettext(message)


class Texts:
    """The texts in values, all the way down."""

    def __init__(self) -> None:
        self.found: set[Text] = set()
        self._read: dict[int, object] = {}
        """What was read already, by its identity: views share most of what they show."""

    def read(self, shown: object) -> None:
        """Find the texts in one value."""
        if id(shown) in self._read:
            return
        self._read[id(shown)] = shown
        if isinstance(shown, Text):
            self.found.add(shown)
        elif isinstance(shown, Mapping):
            self.read(tuple(shown.values()))
        elif isinstance(shown, tuple | list | frozenset):
            for one in shown:
                # Most of what a view holds are strings and numbers.
                if not isinstance(one, str | int | float | None):
                    self.read(one)


def test_every_text_of_a_game_has_german_words(game: Game) -> None:
    """From the set-up to the end, with all settings, menus, questions, sentences and the story."""
    found, missing, texts = catalogue("de"), Untranslated(), Texts()
    # Other packages have words of their own, which come after those of the app.
    german = copy.copy(found.catalogues[0] if isinstance(found, Several) else found)
    assert isinstance(german, GNUTranslations)
    german.add_fallback(missing)  # type: ignore[arg-type]
    play_looking(game, texts.read)
    for one in texts.found:
        one.said(german)
    assert len(texts.found) > 50
    assert not sorted(missing.found - own_templates(game))
