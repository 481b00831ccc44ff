"""Test how written sentences are said, language by language, before any voice gets them."""

from __future__ import annotations

import pytest

from companion.speech.spoken import dutch_number, english_number, german_number, spoken

ENGLISH = {
    "BRASS from A1 to B3, facing N.": "Brass from A one to B three, facing north.",
    "BRASS: 2 forward, pushing COPPER into the pit on D5": (
        "Brass: two forward, pushing Copper into the pit on D five"
    ),
    "490 comes before 70. The wall on the east side of E6 stops BRASS.": (
        "four hundred ninety comes before seventy. The wall on the east side of E six stops Brass."
    ),
    "1/3 flags · 2 of 4": "one of three flags, two of four",
    "strength 4 − 1": "strength four minus one",
    "2 × 3, or +1": "two times three, or plus one",
    "D4+ is on the bridge": "D four above is on the bridge",
    "BRASS on AB12": "Brass on A B twelve",
    "Left → then straight on – to the end": "Left, then straight on, to the end",
    "Move 2 (490), then U-turn": "Move two, four hundred ninety, then U-turn",
    "Time stands, 30\N{NO-BREAK SPACE}s left": "Time stands, thirty seconds left",
    "1.5 min": "one point five minutes",
    "“My Yard”: the game’s board…": "My Yard: the game’s board",
    "a USB reader, e.g. seat 21": "a USB reader, for example seat twenty-one",
    "Turn 3: program": "Turn three: program",
    "Slots 4, 5 are locked.": "Slots four, five are locked.",
    "cards with 4+, turned by 90°": "cards with four or more, turned by ninety degrees",
    "To C7, E": "To C seven, east",
    "100% of 1000": "one hundred percent of 1000",
    "Flag 1\nFlag 2": "Flag one, Flag two",
    "": "",
}
GERMAN = {
    "BRASS zieht 1 Feld nach B7.": "Brass zieht ein Feld nach B sieben.",
    "BRASS erleidet 1 Schaden.": "Brass erleidet einen Schaden.",
    "BRASS bekommt 1 Karte": "Brass bekommt eine Karte",
    "Flagge 1 liegt auf C21.": "Flagge eins liegt auf C einundzwanzig.",
    "490 kommt vor 70.": "vierhundertneunzig kommt vor siebzig.",
    "Platz 2: JADE, 1 von 3 Flaggen": "Platz zwei: Jade, eins von drei Flaggen",
    "ÜBÜ blickt nach Norden": "Übü blickt nach Norden",
    "Platz 3.": "Platz drei.",
    "noch 7 s, z. B. 1,5 s": "noch sieben Sekunden, zum Beispiel eins Komma fünf Sekunden",
    "2/3 Flaggen": "zwei von drei Flaggen",
    "Oder: Nach C7, O.": "Oder: Nach C sieben, Osten.",
    "Karten mit 5+, bei 71 °C": "Karten mit fünf oder mehr, bei einundsiebzig Grad",
}
DUTCH = {
    "BRASS gaat 1 veld vooruit naar B7.": "Brass gaat één veld vooruit naar B zeven.",
    "BRASS kijkt naar Z": "Brass kijkt naar zuid",
    "1/3 vlaggen": "één van drie vlaggen",
    "nog 22 s, bijv. 1,5 s": "nog tweeëntwintig seconden, bijvoorbeeld één komma vijf seconden",
    "Of: Naar C7, O.": "Of: Naar C zeven, oost.",
    "kaarten met 6+, 90°": "kaarten met zes of meer, negentig graden",
    "kaart 490": "kaart vierhonderdnegentig",
}
TABLES = {"en": ENGLISH, "de": GERMAN, "nl": DUTCH}


@pytest.mark.parametrize(
    ("language", "written"), [(code, words) for code, table in TABLES.items() for words in table]
)
def test_a_sentence_is_said_as_people_say_it(language: str, written: str) -> None:
    """Read squares, numbers, names, signs and short forms as words."""
    assert spoken(written, language) == TABLES[language][written]


def test_another_language_keeps_its_numbers() -> None:
    """Part a square, and leave numbers to the voice, in a language without words for them."""
    assert spoken("BRASS va de B7 à C8, 30 s.", "fr") == "Brass va de B 7 à C 8, 30 s."


def test_numbers_up_to_the_largest() -> None:
    """Say every number up to 999 in a word of its own."""
    for words in (english_number, german_number, dutch_number):
        assert len({words(number) for number in range(1000)}) == 1000
    assert german_number(121) == "einhunderteinundzwanzig" and german_number(101).endswith("eins")
    assert dutch_number(101) == "honderdeen" and english_number(999) == "nine hundred ninety-nine"
