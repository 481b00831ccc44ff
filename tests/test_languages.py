"""The other languages of the screen: every sentence that the source can tell is in the catalogue, and whole texts come out whole."""
from __future__ import annotations

import tomllib
from importlib.resources import files
from pathlib import Path

import pytest
from PIL import ImageFont

from companion.content.fonts import BOLD_FONT_FILE, TEXT_FONT_FILE
from companion.content.languages import LANGUAGES, translator
from companion.content.languages.reading import catalogue
from companion.content.languages.translating import Translator
from tests.languages import HOLE, SILENT, UNTOLD, is_told, texts, told

OTHERS = tuple(code for code, _ in LANGUAGES[1:])


def sample(template: str) -> str:
    """A text made from a template: names in its holes, and around it where it is a piece that hangs on others."""
    first, *rest = template.split(HOLE)
    text = first + "".join(f"Q{number}{piece}" for number, piece in enumerate(rest, 1))
    return ("Q0" if text[:1] in " ,;:." else "") + text + ("Q9" if text[-1:] in " ,;" else "")


@pytest.mark.parametrize("code", OTHERS)
def test_every_sentence_of_the_source_is_spoken(code: str, repository: Path) -> None:
    """Each template is in the catalogue itself, or comes out with no English word left; what is new in the source is named here."""
    known, speaker = catalogue(code), Translator(catalogue(code))
    missing = []
    for found in told(repository):
        heard = speaker.heard(sample(found.text))
        if found.text not in known and (heard.left or heard.text == sample(found.text)):
            missing.append(str(found))
    assert not missing, f"without words in companion/content/languages/{code}:\n" + "\n".join(missing)


def test_a_new_sentence_is_noticed(tmp_path: Path) -> None:
    """Labels, sentences with holes and pieces count; docstrings, keys, SQL and types do not."""
    source = '''
"""A docstring is no text."""
KEY: "Mapping of names" = "touch"
LABEL = "Done"
def words(name: str) -> str:
    """Nor is this one."""
    return f"{name} goes over the {'edge of it'}: {3:.1f} steps" + ", then stops" + "SELECT words FROM findings"
'''
    found = [text for _, text in texts(source) if is_told(text)]
    assert sorted(found) == sorted(["Done", "{} goes over the {}: {} steps", "edge of it", ", then stops"])


def test_what_is_left_out_is_there(repository: Path) -> None:
    """No reason stands for a file that has gone."""
    assert [place for place in (*SILENT, *UNTOLD) if not (repository / "companion" / place).exists()] == []


@pytest.mark.parametrize("code", OTHERS)
def test_a_catalogue_says_one_thing_for_each_text(code: str) -> None:
    """No text stands in two files, nothing is empty but an article, and blanks at the ends are as in English."""
    seen: list[str] = []
    for file in files("companion.content.languages").joinpath(code).iterdir():
        words = tomllib.loads(file.read_text(encoding="utf-8"))
        seen += words
        assert not [english for english, other in words.items() if other and (english[-1:] == " ") != (other[-1:] == " ")]
    assert len(seen) == len(set(seen)) > 1000


@pytest.mark.parametrize("code", OTHERS)
def test_the_fonts_have_every_letter(code: str) -> None:
    """No letter of a language is drawn as the box that stands for a missing one."""
    letters = sorted(set("".join(catalogue(code).values())) - set(" \n"))
    for file in (TEXT_FONT_FILE, BOLD_FONT_FILE):
        font = ImageFont.truetype(str(file), 40)
        box = bytes(font.getmask("\uffff"))
        assert [letter for letter in letters if bytes(font.getmask(letter)) == box] == []


@pytest.mark.parametrize(("english", "german"), [
    ("Done", "Fertig"),
    ("BRASS: 2 forward to E7, pushing COPPER to E8", "BRASS: 2 vor nach E7, schiebt dabei COPPER nach E8"),
    (
        "BRASS: 3 forward, pushing JADE over the edge of the board, then falls into the pit on D7: put BRASS and JADE on the parking row",
        "BRASS: 3 vor, schiebt dabei JADE über den Brettrand und fällt selbst in die Grube auf D7: stellt BRASS und JADE auf den Parkplatz",
    ),
    ("Belt: JADE to D5, turn right to face E. JADE touches flag 2", "Band: JADE nach D5, nach rechts drehen, Blick nach Osten. JADE berührt Flagge 2"),
    ("Lasers: JADE takes 1 damage, now 3; RUBY takes 2 damage, which destroys it", "Laser: JADE nimmt 1 Schaden, jetzt 3; RUBY nimmt 2 Schaden und ist zerstört"),
    ("Shots: BRASS hits RUBY for 1 damage, now 4; BRASS and JADE hit COBALT for 2 damage, which destroys it", "Schüsse: BRASS trifft RUBY: 1 Schaden, jetzt 4; BRASS und JADE zerstören COBALT mit 2 Schaden"),
    ("Turn 3, register 2", "Zug 3, Register 2"),
    ("Take the card out of slot 3.", "Nehmt die Karte aus Schacht 3."),
    ("JADE is dealt 4 cards; slots 4, 5 locked", "JADE bekommt 4 Karten; Schächte 4, 5 gesperrt"),
    ("JADE is dealt 1 card; slot 5 locked", "JADE bekommt 1 Karte; Schacht 5 gesperrt"),
    ("register 2: BRASS stays on E1: a wall is a…; no clank moves", "Register 2: BRASS bleibt auf E1: …; kein Clank zu bewegen"),
    ("This machine: Slot a: version 1.3.0, runs at the next start.", "Dieser Computer: Fassung a: Version 1.3.0, läuft beim nächsten Start."),
    ("Players: People at seats 1, 2, 5.", "Spieler: Menschen an den Plätzen 1, 2, 5."),
    ("It stopped 2 hours ago.", "Es hielt vor 2 Stunden an."),
    ("Flag 1 on H14 lies on a pit: nobody can touch it.", "Flagge 1 auf H14 liegt auf einer Grube: Niemand kann sie berühren."),
])
def test_german(english: str, german: str) -> None:
    """Sentences put together from many pieces, plurals, headings, what is cut off, capitals at the beginning."""
    speaker = translator("de")
    assert speaker is not None and speaker(english) == german


@pytest.mark.parametrize("text", ["", "ANNA", "E7", "490", "…001337", "/dev/ttyACM1", "Fountain Circus", "What nobody has ever written here before"])
def test_what_is_not_known_stays(text: str) -> None:
    """Names, squares, numbers, paths; and a sentence of which only bits are known is not mangled."""
    speaker = translator("de")
    assert speaker is not None and speaker(text) == text


def test_what_has_been_said_is_not_said_again() -> None:
    """A widget that measures what it has been told in German hears the same."""
    speaker = translator("de")
    assert speaker is not None
    once = speaker("Pull the handle of the reader for seat 7, UMBER.")
    assert speaker(once) == once


def test_english_needs_no_words() -> None:
    """For English, and for a language that there is not, nothing is read and nothing done."""
    assert translator("en") is None and translator("xx") is None


def test_wrong_holes_are_told() -> None:
    """Whoever writes a catalogue hears of a hole too many."""
    with pytest.raises(ValueError, match="holes"):
        Translator({"{} stays on {}": "{1} bleibt auf {3}"})
