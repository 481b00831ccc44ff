"""The cards that try out a reader: five with a word at each end, and a white one; none of them is a program card."""
from __future__ import annotations

from typing import Final

from companion.content.reader import reader_plan
from companion.formats.reader_plan import ReaderPlan
from companion.games.deck import TEST_CARDS
from companion.press.card_back import JADE_INKS, card_back
from companion.press.card_face import AIR, BAND, SIDE, Plates, framed
from companion.press.card_sheet import Side, card_sheets, grid
from companion.press.code_row import code_row
from companion.press.letters import centred, fitting
from companion.press.marks import BLACK, Group, Mark, Page
from companion.press.palette import GREY
from companion.press.paper import Paper

TITLE: Final = "Test cards"
TINT: Final = JADE_INKS.great


def test_card_pages(paper: Paper, plan: ReaderPlan | None = None) -> tuple[Page, ...]:
    """Fronts and backs of the five test cards and the white one, on as few sheets as the paper allows; PressFault where none has room."""
    plan = plan or reader_plan()
    fronts: list[Side] = [test_face(number, plan) for number in range(1, len(TEST_CARDS) + 1)]
    fronts.append(white_face(plan))
    return card_sheets(grid(paper, plan.card), fronts, [card_back(plan, JADE_INKS)] * len(fronts), TITLE)


def test_face(number: int, plan: ReaderPlan) -> tuple[Mark, ...]:
    """The face of the test card for a slot: its word along the lower edge, the other one along the upper edge, head over heels.

    Head over heels the second word is read, and each cell is white in one of the two (`games.deck`).
    """
    face, other = TEST_CARDS[number - 1]
    return (
        *code_row(face, plan), Group(code_row(other, plan), plan.card.width, plan.card.height, 180),
        *_plate(plan, "TEST CARD", str(number), 32, (f"for slot {number} of a card reader", f"upright code {face}, head over heels code {other}")),
    )


def white_face(plan: ReaderPlan) -> tuple[Mark, ...]:
    """The card without a word: a reader must notice that it says nothing, whichever end is down.

    It has a frame all the same, between the two rows, which no sensor sees.
    """
    return _plate(plan, "WHITE CARD", "no code", 15, ("white at both ends", "every slot must call it blank"))


def _plate(plan: ReaderPlan, heading: str, figure: str, size: float, words: tuple[str, str]) -> tuple[Mark, ...]:
    """What is between the rows at both ends, as far from the one as from the other."""
    # Both ends alike: as deep as the row reaches, or as the plan wants a card's end white, whichever is more.
    end = max(plan.code.from_edge + plan.code.height, plan.code.clear) + AIR
    place = Plates(SIDE, end, plan.card.width - SIDE, plan.card.height - end, end)
    middle, high = plan.card.width / 2, (place.bottom + 17 + place.top - BAND) / 2
    lines = ((words[0], 4.4, BLACK), (words[1], 3.7, BLACK), ("not a program card: keep it with the reader", 3.7, GREY))
    return (
        *framed(place, TINT), centred(heading, middle, place.top - BAND / 2, fitting(heading, 8.6, place.width - 8, bold=True), BLACK),
        centred(figure, middle, high, size, BLACK),
        *(
            centred(line, middle, place.bottom + 14.4 - 4.7 * number, fitting(line, letters, place.width - 6), colour, bold=False)
            for number, (line, letters, colour) in enumerate(lines)
        ),
    )
