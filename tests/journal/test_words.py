"""Texts of the journal are template and arguments, so that any language can read them."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from companion.errors import JournalError
from companion.journal.base import RACE, Batch, Opening
from companion.journal.store import open_journal
from companion.kept_words import kept_words
from companion.words import count, text
from tests.catalogues import spoken
from tests.journal.games import NOW, entries, opening
from tests.recorded import recorded


def test_a_journal_of_one_language_is_read_in_the_other(tmp_path: Path) -> None:
    """Keep titles, notes and findings as template and arguments, beside old English ones."""
    path = tmp_path / "journal.db"
    open_journal(path, NOW).close()
    with closing(sqlite3.connect(path)) as before, before:
        before.execute("INSERT INTO findings VALUES ('The damaged file is in /home.')")
    journal = open_journal(path, NOW)
    title, note = (
        count("{board}, {number} seat", "{board}, {number} seats", 3, board="Yard"),
        text("turn {turn}, the deal", turn=2),
    )
    journal.append(
        Batch(
            journal.next_game(),
            (),
            NOW,
            Opening(RACE, kept_words(title), "{}", NOW),
            note=kept_words(note),
        ),
        Batch(
            journal.next_game(),
            (),
            NOW,
            Opening(RACE, "Yard, 2 seats", "{}", NOW),
            note="turn 1, register 3: BRASS rests",
        ),
    )
    old, new = journal.games()
    assert (new.title_words, new.note_words) == (title, note) and new.title_words.said(
        spoken("de")
    ) == recorded("Yard-3-Plaetze")
    assert (str(old.title_words), str(old.note_words)) == (
        "Yard, 2 seats",
        recorded("turn-1-register-3-BRASS-rests"),
    )
    assert [words.said(spoken("de")) for words in journal.findings] == recorded(
        "The-damaged-file-is-in-home"
    )
    journal.close()


def test_trouble_is_said_in_the_language_of_the_screen(tmp_path: Path) -> None:
    """Report holder, disk errors and damage in the language of the screen."""
    german, path = spoken("de"), tmp_path / "journal.db"
    first = open_journal(path, NOW)
    with pytest.raises(JournalError) as caught:
        open_journal(path, NOW)
    first.append(Batch(1, entries(1, 3), NOW, opening(kept_words(text("Setting up")))))
    first.close()
    assert caught.value.words.said(german) == recorded(
        "Ein-anderes-Clockwork-Derby-nutzt-das", path=path
    )
    (tmp_path / "folder").mkdir()
    with pytest.raises(JournalError) as caught:
        open_journal(tmp_path / "folder", NOW)
    assert caught.value.words.said(german) == recorded(
        "Ein-Ordner-traegt-den-Namen-das", folder=tmp_path / "folder"
    )
    path.write_bytes(path.read_bytes()[:9000])
    # A text is reported in one language, kept, and reported in another at the next opening.
    for again in (False, True):
        recovered = open_journal(path, NOW)
        assert recovered.findings[0].said(german) == recorded("Das-Spielbuch-war-beschaedigt")
        if not again:
            copied = shutil.copytree(tmp_path, tmp_path.parent / f"{tmp_path.name}-again")
            path = copied / "journal.db"
        recovered.close()
