"""The packs of a game on paper, each with its backs, and stickers for bought cards.

A sticker has the row for readers, and the words of its card. It is as wide as a card and flush with
the lower edge of its face.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import cos, radians, sin
from typing import Final

from companion.content.reader import reader_plan
from companion.errors import PressError, did_you_mean
from companion.formats.reader_plan import CardPlan, ReaderPlan
from companion.games.api import Game
from companion.games.codes import WORDS
from companion.games.printing import Pack, printing_of
from companion.games.scene import CardDesign, Face
from companion.press.card_face import BACK_INKS, card_back, code_row
from companion.press.card_look import look_face, plain_face
from companion.press.card_sheet import Side, card_sheets, grid
from companion.press.first_sheet import ROOM, BookContents, TrialStep, before_cards, first_sheet
from companion.press.letters import draw_paragraphs, fitting_size
from companion.press.marks import (
    RIGHT,
    Document,
    Mark,
    MarkGroup,
    Rectangle,
    SheetSide,
    Stroke,
    TextLine,
)
from companion.press.paint import paint_shapes
from companion.press.paper import GREY, INKS, RED, Paper

HAIR: Final = 0.12
_CORNER: Final = tuple(radians(angle) for angle in range(0, 76, 15))
LABEL: Final = 3.8
"""Room for words above the row of a sticker."""
EVERY: Final = "all"
"""The word for every pack."""


def packs_named(game: Game, words: str) -> tuple[Pack, ...]:
    """Return the packs of a game by their words, separated by commas.

    EVERY stands for all, "" for the first one for readers. If there is none for readers, the deck
    is no pack, and the result for "" is empty.

    Raises:
        PressError: A pack does not exist; the message names all.
    """
    packs = printing_of(game).packs
    if not packs and words.strip():
        raise PressError(
            f"deck: found {words!r}, expected none, since {game.title} has one deck only"
        )
    if words.strip() == EVERY:
        return packs
    known, found = {pack.key: pack for pack in packs}, []
    for word in (part.strip() for part in words.split(",") if part.strip()):
        if word not in known:
            raise PressError(
                f"deck: found {word!r}, expected one of"
                f" {', '.join((*known, EVERY))}{did_you_mean(word, (*known, EVERY))}"
            )
        found.append(known[word])
    return tuple(found) or tuple(pack for pack in packs if pack.coded and not pack.is_extra)[:1]


def _looks(pack: Pack) -> Iterator[tuple[Face, CardDesign]]:
    """Yield every face with its look.

    Raises:
        PressError: A promised look is missing, or a code is not for cards.
    """
    for face in pack.faces:
        if face.look is None:
            raise PressError(f"card {face.move} of {pack.key}: found no look, expected one")
        if pack.coded and face.code not in WORDS:
            raise PressError(
                f"card {face.look.words}: found code {face.code}, expected one of the {len(WORDS)}"
                f" codes for cards, such as {min(WORDS)}"
            )
        yield face, face.look


# ---- Cards ---------------------------------------------------------------------------------------


def pack_document(paper: Paper, game: Game, packs: Sequence[Pack]) -> Document:
    """Return packs of cards, each on its own sheets with its own back.

    The sheet that tests the printer precedes the first pack for readers.

    Raises:
        PressError: A code is not for cards, or the paper is too small.
    """
    plan = reader_plan()
    where = grid(paper, plan.card)
    sheets: list[SheetSide] = []
    for pack in packs:
        fronts = [_face_marks(pack, face, look, plan, game) for face, look in _looks(pack)]
        backs = [card_back(plan, BACK_INKS[pack.back])] * len(fronts)
        sheets += card_sheets(where, fronts, backs, f"{pack.title} {pack.about}")
    titles = " and ".join(str(pack.title).lower() for pack in packs)
    if not any(pack.coded for pack in packs):
        return Document(f"{game.title}: {titles}", tuple(sheets), both_sides=True)
    before = before_cards(
        plan,
        sum(len(pack.faces) for pack in packs),
        len(sheets) // 2,
        "card",
        game.title,
        printing_of(game).credit,
    )
    return Document(
        f"{game.title}: {titles}", (*first_sheet(paper, plan, before), *sheets), both_sides=True
    )


def pack_pages(game: Game, packs: Sequence[Pack]) -> dict[str, SheetSide]:
    """Return each face as a page of a card's size, by names for files such as `command-AH`."""
    plan = reader_plan()
    pages = {}
    for pack in packs:
        for face, look in _looks(pack):
            # The codes distinguish cards that look alike.
            name = f"{pack.key}-{face.move}{f'-{face.code}' if pack.is_extra else ''}"
            marks = _face_marks(pack, face, look, plan, game)
            pages[name] = SheetSide(plan.card.width, plan.card.height, marks)
    return pages


def _face_marks(
    pack: Pack, face: Face, look: CardDesign, plan: ReaderPlan, game: Game
) -> tuple[Mark, ...]:
    """Draw a card of a pack, for readers or for people only."""
    if pack.coded:
        return look_face(face, look, plan, game.title)
    return plain_face(look, plan, game.title)


# ---- Stickers ------------------------------------------------------------------------------------


def sticker_plan(plan: ReaderPlan) -> CardPlan:
    """Return a sticker's size: from the card's lower edge to above the row, with room for words."""
    return plan.card._replace(height=plan.code.from_edge + plan.code.height + LABEL)


def sticker_document(paper: Paper, game: Game, packs: Sequence[Pack]) -> Document:
    """Return the sheet that tests the printer, and stickers for packs for readers, on one side.

    Raises:
        PressError: There is no such pack, or the paper is too small.
    """
    plan = reader_plan()
    if not packs:
        raise PressError(
            f"stickers: found none for {game.title}, whose cards cannot be bought, expected a game"
            " of playing cards"
        )
    coded = [pack for pack in packs if pack.coded]
    if not coded:
        raise PressError(
            f"stickers: found {', '.join(pack.key for pack in packs)}, which no reader reads,"
            " expected a deck with codes"
        )
    where = grid(paper, sticker_plan(plan))
    pages: list[SheetSide] = []
    for pack in coded:
        stickers = [_sticker(face, look, plan) for face, look in _looks(pack)]
        blank: list[Side] = [()] * len(stickers)
        # The backs stay blank, and labels have none.
        pages += card_sheets(where, stickers, blank, f"Stickers: {pack.title} {pack.about}")[::2]
    count = sum(len(pack.faces) for pack in coded)
    about = (
        f"{count} stickers for {game.title}, on {len(pages)}"
        f" sheet{'s' if len(pages) > 1 else ''} after this one"
    )
    before = BookContents(
        "the stickers",
        about,
        LABELS,
        _sticking(coded[0].faces[0], plan),
        False,
        printing_of(game).credit,
    )
    return Document(
        f"{game.title}: stickers for bought cards", (first_sheet(paper, plan, before)[0], *pages)
    )


LABELS: Final = (
    "On matt white labels, a whole label to the sheet, at 100 % (“actual size”, never “fit to"
    " page”), in best quality. Stick the strips of step 3 "
    "onto cards to try them."
)
STICK: Final = (
    "Cut from hair to hair. Each sticker goes onto the face of the bought card that it names,"
    " flush with the card’s lower edge. Cut round the corners.",
    "Cards are {width:g} × {height:g} mm, and with sticker and sleeve {thickness:g} mm thick at"
    " most. Glossy ones may dazzle a reader: matt sleeves help.",
    "The other ends keep their print: a card that is the wrong way round is refused as a rule,"
    " though perhaps as unreadable and not as blank.",
)
SMALL: Final = 0.5
"""The scale of the picture of a card with its sticker."""


def _sticking(face: Face, plan: ReaderPlan) -> TrialStep:
    """Return the step after the trial, with a picture of the first card in its corner."""
    card, look = plan.card, face.look
    assert look is not None
    high, wide = card.height * SMALL + 3, card.width * SMALL
    size = sticker_plan(plan)
    picture: tuple[Mark, ...] = (
        Rectangle(0, 0, card.width, card.height, card.corner, "#ffffff", GREY, 0.5),
        *paint_shapes(look.sign, card.width / 2 - 13, card.height / 2 - 8, 26),
        TextLine(look.corner, 4, card.height - 11, 10, INKS[look.tint], bold=True),
        *paint_shapes(look.sign, 4, card.height - 20, 7),
        *_sticker(face, look, plan),
        Stroke(((0, size.height), (card.width, size.height)), RED, 0.6, (2.0, 1.5)),
    )
    sentences = (
        sentence.format(width=card.width, height=card.height, thickness=card.thickness)
        for sentence in STICK
    )
    words = draw_paragraphs(sentences, wide + 8, high - 4.0, ROOM - wide - 8, 4.3, 5.5, 1.6)
    marks: tuple[Mark, ...] = (MarkGroup(picture, 0, 1, scale=SMALL), *words)
    return TrialStep("Print the rest, cut and stick", "", marks, high)


def _sticker(face: Face, look: CardDesign, plan: ReaderPlan) -> tuple[Mark, ...]:
    """Draw one sticker from its lower left corner: the row, and above it its words.

    Above the row are corner, sign, words and code; hairs are at its sides and around its lower
    corners.
    """
    low = plan.code.from_edge + plan.code.height
    width, corner = plan.card.width, plan.card.corner
    words = " · ".join(map(str, (look.words, *look.notes)))
    return (
        *(Stroke(((x, low), (x, low + LABEL)), GREY, HAIR) for x in (0.0, width)),
        Stroke(((0.0, 0.0), (width, 0.0)), GREY, HAIR),
        # Below the row only: a hair beside a cell could count as its edge.
        Stroke(
            tuple((corner - corner * sin(a), corner - corner * cos(a)) for a in _CORNER), GREY, HAIR
        ),
        Stroke(
            tuple((width - corner + corner * sin(a), corner - corner * cos(a)) for a in _CORNER),
            GREY,
            HAIR,
        ),
        *code_row(face.code, plan),
        TextLine(look.corner, 3.0, low + 0.7, 3.6, INKS[look.tint], bold=True),
        *paint_shapes(look.sign, 7.0, low + 0.5, 2.9),
        TextLine(words, 11.0, low + 0.9, fitting_size(words, 3.0, 32), GREY),
        TextLine(f"code {face.code}", width - 3.0, low + 0.9, 2.8, GREY, align=RIGHT),
    )
