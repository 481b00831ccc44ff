"""Other languages of the screen: every sentence of the source is in the catalogue, translated."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po
from PIL import ImageFont

from companion.content.fonts import BOLD_FONT_FILE, TEXT_FONT_FILE
from companion.content.languages import COMPLETE, OWN, TEMPLATES, words_or_english
from companion.content.languages import catalogue as compiled
from companion.errors import WordsError
from companion.words import ENGLISH, count, text
from tests.catalogues import (
    MAKERS,
    Made,
    Unreadable,
    forms,
    holes,
    is_open,
    keys,
    language,
    made,
    spoken,
    template_catalogue,
    texts_of,
    updated,
)
from tests.languages import (
    SILENT,
    UNTRANSLATED,
    SourceText,
    is_sentence,
    plain,
    reasons,
    silent_places,
    texts,
)
from tests.recorded import recorded

OTHERS = tuple(code for code, _ in OWN[1:])
CLAUSE = re.compile(
    r"(?:^|[.:;!?] )(?:who|whom|whose|whoever|what|whatever)\b[^?]*$", re.IGNORECASE
)
"""A sentence or heading that begins with such a word and is no question."""
RIDDLES = re.compile(
    r"\b(?:told|evening|otherwise|anew|whatever|whoever|besides|befell|meanwhile|anyhow|likewise|"
    r"thereby|kept|programmes?)\b"
    r"|\ball 2\b|\bhas no say\b|\basked for\b|\bgone? on with\b|\ball the same\b|\bthe "
    r"own\b|\blies in \{|\blies beside now\b|\bof our own\b",
    re.IGNORECASE,
)
"""Words and phrases that a player a metre away has to puzzle out."""
OTHER_WORDS = re.compile(
    r"Bestenliste|\bAbend|\bHebel\b(?! ihn)|[Aa]ufbewahrt|[Aa]ufgehoben|alle 2 "
    r"|nimmt (?:\S+ )?Schaden(?! (?:weg|ab))|\bFassung\b",
)
"""German words for what has another word everywhere else, beside those in
`docs/develop/glossary.md`, and damage that is "received" like a
present."""
MANY = re.compile(
    r"\b(?:[Nn]ehmt|[Ss]eht|[Ll]asst|[Hh]altet|[Ee]uch|[Ee]ure?[mnrs]?|[Ee]uer|[Hh]abt)\b|\bihr "
    r"(?:\w+ )*(?:wollt|dürft|könnt|seid|seht|tippt|zieht|drückt|spielt|meldet|lasst|sagt|wählt|"
    r"schreibt|malt)\b"
    r"|(?:^|[.!?:;] |, dann )(?:[Tt]ippt|[Bb]erührt "
    r"(?:ein|d)\w*|Wählt|Gebt|Steckt|Legt|Stellt|Prüft|Startet|Installiert|Mischt|Drückt|Zieht|"
    r"Tauscht|Setzt|Dreht|Schreibt"
    r"|Beendet|Bewegt(?! "
    r"wird)|Macht|Schafft|Sucht|Bringt|Nennt|Kopiert|Ruft|Spielt|Schließt|Teilt|Füllt)\b",
)
"""German that addresses several people: one reader is addressed."""


@pytest.fixture(scope="module")
def source() -> tuple[list[Made], list[Unreadable]]:
    """Return all texts that the source makes."""
    return made()


@pytest.fixture(scope="module")
def strings() -> list[SourceText]:
    """Return all plain strings of the parts with words for the screen."""
    return list(plain(Path(__file__).parent.parent))


def test_every_template_can_be_read(source: tuple[list[Made], list[Unreadable]]) -> None:
    """Write out each template where its text is made, so that it can be extracted."""
    assert [str(one) for one in source[1]] == []
    assert len(source[0]) >= 3


def test_every_hole_is_filled(source: tuple[list[Made], list[Unreadable]]) -> None:
    """Fill just the holes of the template; a number may select a plural without being shown."""
    wrong = [
        str(one)
        for one in source[0]
        if one.names is not None and holes(*one.templates) - {"number"} != one.names - {"number"}
    ]
    assert wrong == []


@pytest.mark.parametrize("code", OTHERS)
def test_a_catalogue_has_what_the_source_says(
    code: str, source: tuple[list[Made], list[Unreadable]]
) -> None:
    """Have every template of the source in the catalogue and no other.

    `python -m tests.catalogues` brings a catalogue up to date.
    """
    said, known = keys(template_catalogue(source[0])), keys(language(code))
    assert (said - known, known - said) == (set(), set())


@pytest.mark.parametrize("code", OTHERS)
def test_translations_have_the_holes_of_their_templates(code: str) -> None:
    """Use the same holes in each form. Only a plural may leave its number out."""
    wrong = []
    for message in language(code):
        ids, strings = forms(message)
        wanted = holes(*ids) - {"number"}
        if ids[0] and any(words and wanted != holes(words) - {"number"} for words in strings):
            wrong.append(ids[0])
    assert wrong == []


@pytest.mark.parametrize("code", COMPLETE[1:])
def test_a_complete_language_has_words_for_all(code: str) -> None:
    """Translate everything, and confirm what is fuzzy."""
    assert [message.id for message in language(code) if is_open(message)] == []


def test_the_templates_are_those_of_the_source(
    source: tuple[list[Made], list[Unreadable]],
) -> None:
    """Begin translations with every sentence; `python -m tests.catalogues` writes the file."""
    with TEMPLATES.open("rb") as file:
        assert keys(read_po(file)) == keys(template_catalogue(source[0]))


def test_rewording_a_sentence_loses_no_translation() -> None:
    """Keep the translation of a similar sentence as a guess, and any other as obsolete."""
    old, new = Catalog(locale="de"), Catalog(locale="de")
    old.add("Move {clank} to {square}.", "Setz {clank} auf {square}.")
    old.add("Deal nine cards to {clank}.", "Gib {clank} neun Karten.")
    old.add("Gone", "Weg")
    new.add("Move {clank} to square {square}.")
    new.add("Deal nine cards to everybody.")
    found = updated(old, new)
    moved = found.get("Move {clank} to square {square}.")
    assert moved is not None and (moved.string, moved.fuzzy) == ("Setz {clank} auf {square}.", True)
    dealt = found.get("Deal nine cards to everybody.")
    assert dealt is not None and not dealt.string and not dealt.fuzzy
    assert "Gone" in found.obsolete


def test_german_speaks_of_ranks_only_where_somebody_is_ranked() -> None:
    """Speak of ranks in German only where players are ranked.

    The page of people ranks no one, and no other list is a table of the best.
    """
    assert [message.id for message in language("de") if "Bestenliste" in str(message.string)] == []


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (
            'text("{clank} goes to {square}", clank=name, square="E7")',
            {("{clank} goes to {square}", "")},
        ),
        (
            'count("{number} card", "{number} cards", 3)',
            {(("{number} card", "{number} cards"), "")},
        ),
        ('term("heading", "east")', {("east", "heading")}),
        ('world.text("/proc/meminfo"), len("text")', set()),
    ],
)
def test_extraction(line: str, words: set[tuple[object, str]]) -> None:
    """Find templates, plurals and senses; a method of the same name makes no text."""
    found = list(texts_of(f"from companion.words import {', '.join(MAKERS)}\n{line}", "x.py"))
    assert keys(template_catalogue([one for one in found if isinstance(one, Made)])) == words


@pytest.mark.parametrize(
    "line",
    ["text(words)", 'text(f"{clank} rests")', 'count("one card", many, 2)', "term(sense, word)"],
)
def test_what_cannot_be_extracted_is_named(line: str) -> None:
    """Name a template that is put together at run time, since no catalogue can have it."""
    assert [
        type(one)
        for one in texts_of(f"from companion.words import {', '.join(MAKERS)}\n{line}", "x.py")
    ] == [Unreadable]


@pytest.mark.parametrize("code", OTHERS)
def test_what_is_compiled_is_what_is_written(code: str) -> None:
    """Compile each catalogue as it is written."""
    said, written, found = (
        compiled(code),
        spoken(code),
        [message.id for message in language(code) if isinstance(message.id, str) and message.id],
    )
    assert (
        found and [words for words in found if said.gettext(words) != written.gettext(words)] == []
    )


@pytest.mark.parametrize(
    "content", [None, b"", b"\xde\x12\x04\x95", b"\xde\x12\x04\x95" + b"\xff" * 40]
)
def test_without_its_words_a_language_is_english(
    content: bytes | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Show English and name the file if a catalogue is missing or damaged."""
    monkeypatch.setattr("companion.content.languages.WORDS", tmp_path)
    if content is not None:
        (tmp_path / "de.mo").write_bytes(content)
    with pytest.raises(WordsError, match=r"de\.mo is (missing|damaged)"):
        compiled("de")
    assert words_or_english("de") is ENGLISH


def test_german_plurals() -> None:
    """Choose plural forms by number, and join lists in German."""
    assert str(count("{number} card", "{number} cards", 2)) == recorded("2-cards")
    assert text("{list} and {last}", list="A", last="B").said(spoken("de")) == recorded("A-und-B")


def test_every_sentence_of_the_source_is_a_text(strings: list[SourceText]) -> None:
    """Make every sentence for people a `Text`, since only that can be translated."""
    missing = [str(one) for one in strings if not any((*silent_places(one), *reasons(one)))]
    assert not missing, (
        "make them a text of companion.words, or give the reason in tests/languages.py:\n"
        + "\n".join(missing)
    )


def test_a_new_sentence_is_noticed(tmp_path: Path) -> None:
    """Count labels, sentences with holes and pieces, but no docstrings, keys, SQL, types, texts."""
    source = '''
"""A docstring is no text."""
from companion.words import text
DONE = text("All is done")
KEY: "Mapping of names" = "touch"
LABEL = "Done"
def words(name: str) -> str:
    """Nor is this one."""
    return f"{name} goes over the {'edge of it'}: {3:.1f} steps" + ", then stops" + "SELECT words FROM findings"
'''  # noqa: E501
    found = [text for _, text in texts(source) if is_sentence(text)]
    assert sorted(found) == sorted(
        ["Done", "{} goes over the {}: {} steps", "edge of it", ", then stops"]
    )


def test_what_is_left_out_is_there(strings: list[SourceText]) -> None:
    """Give no reason for a module or a string that has gone."""
    silent = {place for one in strings for place in silent_places(one)}
    untranslated = {entry for one in strings for entry in reasons(one)}
    assert sorted(set(SILENT) - silent) == []
    assert (
        sorted(
            {
                (place, beginning)
                for place, (beginnings, _) in UNTRANSLATED.items()
                for beginning in beginnings
            }
            - untranslated
        )
        == []
    )


@pytest.mark.parametrize("code", OTHERS)
def test_the_fonts_have_every_letter(code: str) -> None:
    """Draw no letter of a language as the box of a missing one."""
    said = [words for message in language(code) if message.id for words in forms(message)[1]]
    letters = sorted(set("".join(said)) - set(" \n"))
    for file in (TEXT_FONT_FILE, BOLD_FONT_FILE):
        font = ImageFont.truetype(str(file), 40)
        box = bytes(font.getmask("\uffff"))
        assert [letter for letter in letters if bytes(font.getmask(letter)) == box] == []


def both(catalogue: Catalog) -> Iterator[tuple[str, str]]:
    """Yield all pairs of an English template and its translation, without what is in braces."""
    for message in catalogue:
        ids, strings = forms(message)
        yield from (
            (re.sub(r"\{\w+\}", "{}", english), re.sub(r"\{\w+\}", "{}", words))
            for english, words in zip(ids, strings, strict=True)
            if english
        )


def riddles(english: str) -> bool:
    """Say whether an English text is a riddle."""
    return bool(CLAUSE.search(english) or RIDDLES.search(english))


def strange(english: str, german: str) -> bool:
    """Say whether a German text has an odd word or addresses several people.

    Descriptions such as "Turns the clank" have the same verb as an order to several.
    """
    described = re.match(r"[A-Z]?[a-z]+s\b", english)
    return bool(
        OTHER_WORDS.search(german)
        or (
            MANY.search(german)
            and not (described and not re.search(r"\b[Ee]uch|[Nn]ehmt|\bihr ", german))
        )
    )


def test_every_text_says_who_does_what() -> None:
    """Begin no sentence with a clause of who or what, and use no dialect; questions may."""
    assert sorted({english for english, _ in both(language("de")) if riddles(english)}) == []


def test_german_speaks_to_one_reader_in_one_word_for_each_thing() -> None:
    """Address one reader in German, and use one word for each thing."""
    assert (
        sorted({german for english, german in both(language("de")) if strange(english, german)})
        == []
    )


@pytest.mark.parametrize(
    "english",
    [
        "Everything is kept anyhow; a name finds it again.",
        "Whatever cannot be done now says why.",
        "Who has no reader plays there.",
        "{} has touched all 2 flags",
        "This evening has no say in updates.",
        "Safe mode, as it was asked for.",
        "Discarded cards go down. Who is discarded does not act any more.",
    ],
)
def test_a_riddle_is_noticed(english: str) -> None:
    """Notice sentences that once were on the screen."""
    assert (
        riddles(english)
        and not riddles("Who rests?")
        and not riddles("A player who has to choose touches a card.")
    )


@pytest.mark.parametrize(
    ("english", "german"),
    [
        ("Touch a board to play on.", "Tippt auf das Brett, auf dem ihr spielt."),
        ("Records", "Bestenliste"),
        ("{} takes {} damage, now {}", "{} nimmt {} Schaden, jetzt {}"),
        ("Pull it, then touch Done.", "Zieh daran, dann tippt auf Fertig."),
        ("The edition of the rules", "Die Fassung der Regeln"),
    ],
)
def test_strange_german_is_noticed(english: str, german: str) -> None:
    """Notice words that once were on the screen; a description is no order."""
    assert strange(english, german) and not strange(
        "Turns the clank on it", "Dreht den Clank darauf"
    )


DIRECTIONS = {
    "left": (
        r"\b(?:(?:to|from|on|at) (?:the|its|your|their) (?:far )?left"
        r"|(?:turns?|turned|quarter|bends?|looks?) (?:to the )?left|left-hand"
        r"|left (?:and|or) right|right (?:and|or) left"
        r"|from left|to left|(?:top|bottom) left|left (?:turns|neighbours?))\b|(?-i:^Left$)",
        "link",
    ),
    "right": (
        r"\b(?:(?:to|from|on|at) (?:the|its|your|their) (?:far )?right"
        r"|(?:turns?|turned|quarter|bends?|looks?) (?:to the )?right|right-hand"
        r"|left (?:and|or) right|right (?:and|or) left"
        r"|from right|to right|(?:top|bottom) right|right (?:turns|neighbours?))\b|(?-i:^Right$)",
        "recht",
    ),
    "north": (r"\bnorth", "nord|nördlich"),
    "south": (r"\bsouth", "süd"),
    "east": (r"\b(?:north|south)?-?east", "ost|östlich"),
    "west": (r"\b(?:north|south)?-?west", "west"),
}
"""The English words for a direction, and the German ones that are then required."""
OPPOSITE = {
    "left": ("right", r"\brecht(?:s|en|er|e)?\b"),
    "right": ("left", r"\blink(?:s|en|er|e)?\b"),
    "north": ("south", "südlich|süden"),
    "south": ("north", "nördlich|norden"),
    "east": ("west", "westlich|westen"),
    "west": ("east", "östlich|osten"),
}


AXES = (("left", "right"), ("north", "south"), ("east", "west"))


def exchanged(english: str, german: str) -> list[str]:
    """Return the directions that the German text leaves out, or swaps.

    If English names both directions of an axis, German must name them in the same order.
    """
    found = [one for one, other in AXES if are_reordered(english, german, one, other)]
    for name, (said, needs) in DIRECTIONS.items():
        if not re.search(said, english, re.IGNORECASE):
            continue
        other, never = OPPOSITE[name]
        wrong = other not in english.lower() and re.search(never, german, re.IGNORECASE)
        if wrong or not re.search(needs, german, re.IGNORECASE):
            found.append(name)
    return found


def are_reordered(english: str, german: str, *axis: str) -> bool:
    """Say whether both directions of an axis are named, in another order in German."""
    if not all(re.search(DIRECTIONS[name][0], english, re.IGNORECASE) for name in axis):
        return False
    ours = re.findall("|".join(axis), english.lower())
    in_german = "|".join(f"({DIRECTIONS[name][1]})" for name in axis)
    theirs = [axis[(found.lastindex or 1) - 1] for found in re.finditer(in_german, german.lower())]
    return ours != theirs


def test_directions_are_the_same_in_german() -> None:
    """Name the same directions in German: a piece turned the other way ruins a game."""
    compared = 0
    for message in language("de"):
        english, german = (
            " ".join(words) if isinstance(words, tuple) else str(words)
            for words in (message.id, message.string)
        )
        if english:
            compared += any(re.search(said, english) for said, _ in DIRECTIONS.values())
            assert not exchanged(english, german), (english, german)
    assert compared > 60


@pytest.mark.parametrize(
    ("english", "german"),
    [
        ("Rotator, turns left", "Drehscheibe, dreht nach rechts"),
        ("a quarter to the right", "eine Vierteldrehung nach links"),
        ("the wall to the north", "die Wand im Süden"),
        ("lay them from the left", "lege sie hin"),
        ("from left to right", "von rechts nach links"),
        ("North to south", "Süd nach Nord"),
        ("Left turns", "Drehungen rechts"),
        ("at the top left", "oben rechts"),
        ("Right", "Links"),
    ],
)
def test_an_exchanged_direction_is_noticed(english: str, german: str) -> None:
    """Notice the opposite direction, and a missing one."""
    assert exchanged(english, german)
