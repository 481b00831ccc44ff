"""Test that every text of a game of the app has a German translation.

The texts are those of the views of a whole game. A game from elsewhere may show English texts,
because the catalogue is the app's.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Mapping
from gettext import GNUTranslations
from typing import Final

from companion.content.languages import Several, catalogue
from companion.games.api import Game
from companion.testing.game_texts import own_templates, package_templates
from companion.testing.view_collector import play_looking
from companion.words import Text

HOLE: Final = re.compile(r"\{[^}]*\}")


class Untranslated:
    """A catalogue that collects what is missing in another one."""

    def __init__(self) -> None:
        self.found: set[str] = set()

    def gettext(self, message: str) -> str:
        """Collect a template that has words."""
        if any(letter.isalpha() for letter in HOLE.sub("", message)):
            self.found.add(message)
        return message

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """Collect both templates as one."""
        return self.gettext(msgid1)

    def pgettext(self, context: str, message: str) -> str:
        """Collect a word with a context."""
        return self.gettext(message)


class Texts:
    """Collects the texts in nested values."""

    def __init__(self) -> None:
        self.found: set[Text] = set()
        self._read: dict[int, object] = {}
        """Values read already, by identity: views share most of their content."""

    def read(self, shown: object) -> None:
        """Collect the texts in one value."""
        if id(shown) in self._read:
            return
        self._read[id(shown)] = shown
        if isinstance(shown, Text):
            self.found.add(shown)
        elif isinstance(shown, Mapping):
            self.read(tuple(shown.values()))
        elif isinstance(shown, tuple | list | frozenset):
            for one in shown:
                # Most items in views are strings and numbers.
                if not isinstance(one, str | int | float | None):
                    self.read(one)


def test_every_text_of_a_game_has_german_words(game: Game) -> None:
    """Views from set-up to end are covered, with all settings, menus, questions and sentences."""
    found, missing, texts = catalogue("de"), Untranslated(), Texts()
    # Other packages have catalogues, which come after that of the app.
    german = copy.copy(found.catalogues[0] if isinstance(found, Several) else found)
    assert isinstance(german, GNUTranslations)
    german.add_fallback(missing)  # type: ignore[arg-type]
    play_looking(game, texts.read)
    for one in texts.found:
        one.said(german)
    assert len(texts.found) > 50
    assert not sorted(missing.found - own_templates(game) - package_templates())
