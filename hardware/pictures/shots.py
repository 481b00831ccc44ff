"""The pictures of the building guide: part of the model, point of view, and notes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from hardware.pictures.scene import Colour, Note, View
from hardware.pictures.solid import Point

TINTS: Final[Mapping[str, Colour]] = {
    "dark": (104, 112, 124),
    "pale": (158, 166, 176),
    "brass": (214, 170, 84),
    "red": (226, 52, 44),
    "board": (58, 138, 92),
    "paper": (250, 246, 236),
    "ink": (40, 40, 44),
    "steel": (206, 210, 216),
    "blue": (86, 130, 186),
}


class Shot(NamedTuple):
    part: str
    """The part of `reader.scad`."""
    view: View
    notes: tuple[Note, ...] = ()
    settings: tuple[str, ...] = ()
    """Further settings of the model."""


SHOTS: Final[Mapping[str, Shot]] = {
    "reader": Shot(
        "reader",
        View(-24, 28, Point(195, 20, 38), 2.75, 1200, 660),
        (
            Note("a program card,\nface to the player", (700, 60), Point(205, 26, 104)),
            Note("lock light", (735, 190), Point(218, -4, 47)),
            Note(
                "pull towards you: ready\npush away: sit out a turn", (1010, 40), Point(364, 22, 94)
            ),
            Note(
                "slot 3's module: unscrew two screws\nto reach its sensors",
                (560, 560),
                Point(175, -14, 30),
            ),
            Note("plinth with the lights' pixels", (250, 610), Point(105, -20, 6)),
        ),
    ),
    "exploded": Shot(
        "exploded",
        View(-38, 24, Point(52, -28, 25), 3.7, 1200, 1000),
        (
            Note("program card", (250, 120), Point(8, 28, 125)),
            Note("slot module with the wall\nbehind the card", (110, 390), Point(0, 46, 36)),
            Note("comb: eight wells", (700, 270), Point(60, -33, 54)),
            Note("sensor array, sensors to the slot", (880, 330), Point(64, -65, 56)),
            Note("cover with the slot's number", (1010, 480), Point(66, -97, 68)),
            Note("2 × M3 × 16", (1010, 660), Point(55, -122, 52)),
            Note("light pipe, clear rod", (940, 760), Point(8, -105, 23)),
            Note("NeoPixel on its wire", (800, 830), Point(8, -51, -14)),
            Note("Pico, only in\nthe module of slot 4", (110, 640), Point(26, 30, -25)),
            Note("floor plate, 4 × M3 × 8 from below", (760, 940), Point(60, -12, -57)),
        ),
    ),
    "cut": Shot(
        "cut",
        View(80, 6, Point(30, 15, 42), 9.0, 1200, 900),
        (
            Note("cover", (110, 560), Point(22, -9.3, 38.8)),
            Note("sensor array", (140, 360), Point(39, -2.6, 40)),
            Note("sensor, 4 mm from the card", (170, 260), Point(39, -1.8, 33.5)),
            Note(
                "well of the comb, 7 mm above the card's lower edge", (280, 160), Point(39, 0.6, 33)
            ),
            Note("the card leans back 15°\nagainst this wall", (800, 180), Point(39, 9.6, 50)),
            Note("printed row of cells", (830, 300), Point(39, 3.0, 35)),
            Note("window for cables\ninto the next module", (690, 600)),
            Note("light pipe", (110, 460), Point(8, -5, 46)),
            Note("Pico", (700, 690), Point(39, 28, 7.5)),
            Note("USB plug", (1080, 700), Point(39, 56, 9)),
        ),
    ),
    "handle": Shot(
        "open_handle",
        View(76, 8, Point(20, 18, 46), 8.0, 1000, 910),
        (
            Note("lever", (760, 120), Point(13, 30, 84)),
            Note("switch PULL", (110, 330), Point(10, 4, 30)),
            Note("switch PUSH", (900, 330), Point(10, 38, 32)),
            Note("rubber bands\nbring it back to rest", (840, 220), Point(22, 33, 42)),
            Note("steel rod, 4 mm", (620, 892), Point(38, 22, 11)),
            Note("holes for the screws\ninto slot 5", (100, 460), Point(4, -5, 10)),
        ),
    ),
    "bed": Shot(
        "bed",
        View(-20, 50, Point(112, 74, 0), 3.7, 1200, 840),
        (
            Note("slot, on its left wall", (180, 600), Point(30, 0, 40)),
            Note("comb: inner side down", (1000, 500), Point(152, 18, 6)),
            Note("cover: front down", (950, 390), Point(152, 60, 6)),
            Note("lever", (960, 720), Point(160, -22, 8)),
            Note("floor plate", (1060, 200), Point(205, 130, 3)),
            Note("handle's box, on its left wall", (150, 100), Point(14, 150, 40)),
            Note("lid, outside down", (450, 70), Point(118, 160, 3)),
        ),
    ),
}
