"""Eight cells of a card's edge → what the slot answers: a status and, where there is one, the card's code.

A cell is sampled twice, with the slot's own light off (ambient) and on (lit). Samples are numbers of 0-65535, and the LOWER number is
the BRIGHTER cell, as reflective sensors have it. What the slot's own light has added is the cell's level, 0-255, the higher the brighter.
White is 1; the first cell is the highest bit. Source: hardware facts, section 2; protocol.md says how it goes over the wire.
"""

OK, EMPTY, BLANK, DIRTY, BADCODE, UNSTABLE = "O", "E", "B", "D", "C", "U"
"""What a slot can answer, as the letter that goes over the wire. UNSTABLE is never judged from one scan: `slots` says it."""

CELLS = 8
WEIGHTS = (3, 5)
"""How many white cells a valid word has: any two such words differ in two cells at least, so one wrong cell is always noticed."""

SATURATED = 24
"""The level (0-255) below which a sample cannot fall: a sensor in full light still shows about 0.3 V."""

DARK = 32
"""All levels below this: nothing reflects, the slot is empty. Also the least contrast that a card is read with."""

BRIGHT = 64
"""All levels at least this and none twice another: white paper from end to end."""


def judge(ambient: list[int], lit: list[int]) -> tuple[str, int | None, int]:
    """What eight pairs of samples mean: status letter, code (0-255, None unless OK) and contrast (0-255).

    A word is read only where the brightest cell is at least three times as bright as the darkest: uneven white paper is no word, and
    neither are cells that blur into each other because the card lies three tenths of a cell beside its place.
    """
    levels, rooms = cells(ambient, lit)
    darkest, brightest = min(levels), max(levels)
    contrast = brightest - darkest
    if brightest < DARK:
        # Dark is only empty where every cell could have shown more; in the sun nobody knows.
        return EMPTY if min(rooms) >= DARK else DIRTY, None, contrast
    if contrast >= DARK and brightest >= 3 * darkest:
        status, code = _word(levels, rooms)
        return status, code, contrast
    return BLANK if darkest >= BRIGHT and brightest < 2 * darkest else DIRTY, None, contrast


def cells(ambient: list[int], lit: list[int]) -> tuple[list[int], list[int]]:
    """What eight pairs of samples say of each cell: its level, and its room, which is the level that it could still have shown; both 0-255.

    Light of other origin takes room away: a cell without any is blinded, and looks dark whatever is printed there.
    """
    levels = [_byte((before - after) >> 8) for before, after in zip(ambient, lit)]
    return levels, [_byte((sample >> 8) - SATURATED) for sample in ambient]


def _byte(number: int) -> int:
    return max(0, min(255, number))


def _word(levels: list[int], rooms: list[int]) -> tuple[str, int | None]:
    """Status and code of cells with enough contrast; the threshold is halfway between the darkest and the brightest.

    DIRTY where white and black are not well apart (two fifths of the contrast), and where a dark cell has so much light of other
    origin on it (its room is what it could have shown) that it would look dark whatever is printed there.
    """
    # Twice the threshold, so that nothing is halved and rounded.
    twice = min(levels) + max(levels)
    white = [level for level in levels if 2 * level >= twice]
    black = [level for level in levels if 2 * level < twice]
    # Only dark cells are doubted: a bright one has shown that it had room.
    blinded = [room for level, room in zip(levels, rooms) if 2 * level < twice and 2 * room < twice]
    if blinded or 5 * (min(white) - max(black)) < 2 * (max(levels) - min(levels)):
        return DIRTY, None
    if len(white) not in WEIGHTS:
        return BADCODE, None
    code = 0
    for level in levels:
        code = 2 * code + (1 if 2 * level >= twice else 0)
    return OK, code
