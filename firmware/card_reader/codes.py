"""Eight cells of a card's edge → the slot's answer: a status and, if there is one, the card's code.

A cell is sampled twice, with the slot's own light off (ambient) and on (lit). Samples are 0-65535,
and the LOWER number is the BRIGHTER cell, as reflective sensors have it. The part of the slot's own
light is the cell's level, 0-255, higher is brighter. White is 1; the first cell is the highest bit.
Source: hardware facts, section 2; protocol.md has its form on the wire.
"""

OK, EMPTY, BLANK, DIRTY, BADCODE, UNSTABLE = "O", "E", "B", "D", "C", "U"
"""The answers of a slot, as letters on the wire.

UNSTABLE never comes from one scan, see `slots`.
"""

CELLS = 8
WEIGHTS = (3, 5)
"""The white cells of a valid word.

Two such words differ in at least two cells, so one wrong cell is always noticed.
"""

SATURATED = 24
"""The level (0-255) that every sample reaches: a sensor in full light still gives 0.3 V."""

DARK = 32
"""All levels below this: nothing reflects, the slot is empty. Also the least readable contrast."""

BRIGHT = 64
"""All levels at least this and none twice another: white paper from end to end."""


def judge(ambient: list[int], lit: list[int]) -> tuple[str, int | None, int]:
    """Return status letter, code and contrast (0-255) of eight sample pairs.

    The code is 0-255, None unless the status is OK. A word is read only if the brightest cell is at
    least three times as bright as the darkest: uneven white paper is no word, and neither are cells
    that blur because the card is three tenths of a cell out of place.
    """
    levels, rooms = cells(ambient, lit)
    darkest, brightest = min(levels), max(levels)
    contrast = brightest - darkest
    if brightest < DARK:
        # Dark means empty only if every cell could have shown more; in the sun that is unknown.
        return EMPTY if min(rooms) >= DARK else DIRTY, None, contrast
    if contrast >= DARK and brightest >= 3 * darkest:
        status, code = _word(levels, rooms)
        return status, code, contrast
    return BLANK if darkest >= BRIGHT and brightest < 2 * darkest else DIRTY, None, contrast


def cells(ambient: list[int], lit: list[int]) -> tuple[list[int], list[int]]:
    """Return the level of each cell, and its room: the level that it could have shown; both 0-255.

    Other light takes room away: a cell without room is blinded and looks dark with any print.
    """
    levels = [_byte((before - after) >> 8) for before, after in zip(ambient, lit)]
    return levels, [_byte((sample >> 8) - SATURATED) for sample in ambient]


def _byte(number: int) -> int:
    return max(0, min(255, number))


def _word(levels: list[int], rooms: list[int]) -> tuple[str, int | None]:
    """Return status and code of cells with enough contrast.

    The threshold is halfway between the darkest and the brightest. DIRTY if white and black are not
    well apart (two fifths of the contrast), or if other light on a dark cell leaves so little room
    that it would look dark with any print.
    """
    # Twice the threshold avoids halving and rounding.
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
