"""Program cards on the screen [4], and a finder for cards by move and number.

The finder serves a seat whose reader is lost or set aside: the app does not know its hand, so it
offers all cards that are in no reader.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable
from functools import partial
from typing import Any, Final

from kivy.graphics import Color, InstructionGroup, Rotate, RoundedRectangle, Translate
from kivy.uix.widget import Widget

from companion.content.card_art import MOVE_TINTS, art_of, tint_of, word_of
from companion.games.scene import Face
from companion.named_tuples import NamedTuple
from companion.ui.layout import Area, arrange, grid
from companion.ui.paint import (
    paint,
    paint_ink,
    paint_plate,
    paint_rimmed,
    paint_symbol,
    paint_text,
    transform,
)
from companion.ui.theme import (
    ART,
    BRASS,
    BRASS_DARK,
    BRASS_LIGHT,
    INK,
    IVORY,
    NIGHT,
    RAISED,
    SAND,
    SMALL,
    Rgba,
    is_landscape,
    rgba,
    u,
)
from companion.ui.widgets.button import QUIET, Pressable, PushButton
from companion.ui.widgets.cards.card_painting import figure_of, kind_of, paint_look, paint_pair
from companion.ui.widgets.label import READABLE, Label
from companion.ui.widgets.panel import add_all, place_widget
from companion.words import text

BANDS: Final[dict[str, Rgba]] = {move: rgba(code) for move, code in MOVE_TINTS.items()}
"""The tint of each move's band."""
TEST: Final = rgba("#7fd6a4")
"""The band of a test card."""
BREADTH: Final = 0.7
"""A card's width as a share of its height."""
ORDER: Final = ("move3", "move2", "move1", "back", "left", "right", "uturn")
"""Kinds of moves from left to right; those of another deck keep the order of its cards."""
MOST: Final = 18
"""Most cards of one kind: Left and Right [4]."""
KINDS: Final = 70
"""Height of the row of kinds, as on the seven-inch panel."""
BROAD: Final = 480
"""Width from which nine numbers fit side by side, as on the seven-inch panel."""
TOUCHED: Final = 48
"""Least height of a number; of more cards than fit the finder shows a part."""


def band_of(move: str) -> Rgba:
    """Return the tint of a card's band, for any deck."""
    return BANDS.get(move) or rgba(tint_of(move))


class TestCard(NamedTuple):
    """Test card 1-5 of the acceptance run, upright or upside down; card k belongs in slot k."""

    number: int
    turned: bool


def paint_card(
    onto: InstructionGroup,
    card: Face,
    x: float,
    y: float,
    width: float,
    height: float,
    rim: Rgba = INK,
) -> None:
    """Paint a card of `width` × `height` pixels with its south-west corner at (x, y).

    Letters and sign are as large as both sides of the card allow, so that it may have any
    proportions. Where the word of the move would be too small to read from a metre, there is only
    its sign, and a larger one. A card with a look of its own is painted by `paint_look`.
    """
    if card.look is not None:
        paint_look(onto, card.look, x, y, width, height, rim)
        return
    worded = min(height * 0.19 * 0.84, width * 0.3) >= u(READABLE) - 0.5
    band = min(height * 0.19, width * 0.42) if worded else height * 0.1
    edge = _paint_paper(onto, x, y, width, height, band, band_of(card.move), rim)
    middle, top = x + width / 2, y + height - edge - band
    if worded:
        paint_text(
            onto, word_of(card.move), middle, top + band / 2, min(band * 0.84, width * 0.3), INK
        )
    # Three digits must stay inside the card.
    foot = max(min(height * 0.29, width * 0.58), min(u(READABLE), width * 0.6))
    paint_text(onto, str(card.priority), middle, y + edge + foot * 0.46, foot * 1.02, INK)
    side = min(width * 0.82, height - band - foot - 2 * edge - height * 0.03)
    paint_ink(
        onto,
        art_of(card.move),
        middle - side / 2,
        (y + edge + foot + top) / 2 - side / 2,
        side,
        INK,
        ART["paper"],
    )


def paint_sign(
    onto: InstructionGroup,
    card: Face,
    x: float,
    y: float,
    width: float,
    height: float,
    rim: Rgba = INK,
) -> None:
    """Paint a card too small for words: the sign of its move on paper in the tint of the move.

    A digit stands for so many steps ahead.
    """
    if card.look is not None:
        paint_card(onto, card, x, y, width, height, rim)
        return
    edge = max(1.5, u(2))
    paint_plate(onto, x, y, width, height, rim, u(3))
    paint_plate(
        onto, x + edge, y + edge, width - 2 * edge, height - 2 * edge, band_of(card.move), u(2)
    )
    steps = card.move.removeprefix("move")
    if steps.isdigit():
        paint_text(onto, steps, x + width / 2, y + height / 2, min(height * 1.02, width * 1.3), INK)
        return
    side = min(width, height) * 0.76
    paint_ink(
        onto,
        art_of(card.move),
        x + (width - side) / 2,
        y + (height - side) / 2,
        side,
        INK,
        band_of(card.move),
    )


def paint_test_card(
    onto: InstructionGroup,
    card: TestCard,
    x: float,
    y: float,
    width: float,
    height: float,
    rim: Rgba = INK,
) -> None:
    """Paint a test card into a rectangle of pixels: band, number, and an arrow to its upper end.

    It has a code along both edges, so that it shows the other one when turned.
    """
    half_turn = Rotate(angle=180, origin=(x + width / 2, y + height / 2))
    band, middle = height * 0.24, x + width / 2
    with transform(onto, *((half_turn,) if card.turned else ())):
        edge = _paint_paper(onto, x, y, width, height, band, TEST, rim)
        size = min(band * 0.8, width * 0.34)
        paint_text(onto, text("TEST"), middle, y + height - edge - band / 2, size, INK)
        free = height - band - 2 * edge
        paint_text(
            onto, str(card.number), middle, y + edge + free * 0.66, min(free * 0.66, width), INK
        )
        side = min(free * 0.34, width * 0.6)
        paint_symbol(
            onto, "north", middle - side / 2, y + edge + free * 0.04, side, INK, ART["paper"]
        )


def paint_back(onto: InstructionGroup, x: float, y: float, width: float, height: float) -> None:
    """Paint a covered card with its south-west corner at (x, y): a brass back with a gear."""
    edge = max(1.0, width * 0.05)
    paint_rimmed(onto, x, y, width, height, INK, BRASS_DARK, edge, width * 0.12)
    side = min(width, height) * 0.62
    paint_symbol(
        onto, "gear", x + (width - side) / 2, y + (height - side) / 2, side, BRASS, BRASS_DARK
    )


def _paint_paper(
    onto: InstructionGroup,
    x: float,
    y: float,
    width: float,
    height: float,
    band: float,
    tint: Rgba,
    rim: Rgba,
) -> float:
    """Paint the paper of a card with a rim and a coloured band at its upper end.

    Returns:
        The width of the rim in pixels.
    """
    edge, radius = max(1.5, u(2)), min(width, height) * 0.1
    paint_plate(onto, x, y, width, height, rim, radius)
    inner = radius - edge / 2
    paint_plate(onto, x + edge, y + edge, width - 2 * edge, height - 2 * edge, ART["paper"], inner)
    paint_plate(
        onto, x + edge, y + height - edge - band, width - 2 * edge, band, tint, inner, below=0
    )
    return edge


class CardLead(NamedTuple):
    """A card as a sign in a row of a list."""

    card: Face

    def paint(self, onto: InstructionGroup, x: float, y: float, side: float) -> None:
        """Paint the card in the middle."""
        paint_card(onto, self.card, x + side * 0.16, y, side * 0.68, side)


class CardFace(Widget):
    """One card that can be moved without being painted again."""

    def __init__(self, card: Face, **rest: Any) -> None:
        super().__init__(size_hint=(None, None), **rest)
        self.card, self._place = card, Translate(0, 0)
        self._shadow, self._drawing = InstructionGroup(), InstructionGroup()
        # A card follows the finger: only the matrix changes; letters and shapes are not painted
        # again.
        with transform(self.canvas, self._place):
            self.canvas.add(self._shadow)
            self.canvas.add(self._drawing)
        self._lifted = self._advised = False
        self.bind(pos=self._move, size=self._draw)

    def lift(self, lifted: bool) -> None:
        """Show the card as held in the hand, or as put down."""
        if lifted != self._lifted:
            self._lifted = lifted
            self._draw()

    def advise(self, advised: bool) -> None:
        """Show that this is the card of a hint."""
        if advised != self._advised:
            self._advised = advised
            self._draw()

    def _move(self, *_: Any) -> None:
        self._place.xy = self.pos

    def _draw(self, *_: Any) -> None:
        """Paint the card with its corner at the origin.

        A lifted one has a bright rim and a shadow, the card of a hint is on brass.
        """
        self._shadow.clear()
        self._drawing.clear()
        if self._lifted:
            self._shadow.add(Color(0, 0, 0, 0.55))
            self._shadow.add(RoundedRectangle(pos=(u(7), -u(9)), size=self.size, radius=[u(10)]))
        if self._advised:
            wide = u(7)
            paint_plate(
                self._shadow,
                -wide,
                -wide,
                self.width + 2 * wide,
                self.height + 2 * wide,
                BRASS_LIGHT,
                u(12),
            )
        paint_card(
            self._drawing, self.card, 0, 0, *self.size, rim=BRASS_LIGHT if self._lifted else INK
        )


class KindButton(Pressable):
    """Button for one kind of cards: sign and word of the move, or the sign of the card's look."""

    def __init__(
        self, kind: Hashable, do: Callable[[], object], card: Face | None, **rest: Any
    ) -> None:
        """Make the button of `kind`; `card` is an example if the kind is more than a move."""
        self._move, self._look = str(kind), card.look if card is not None else None
        self.label = Label(
            word_of(self._move) if self._look is None else "",
            20,
            bold=True,
            align="center",
            least=15,
        )
        super().__init__(do, **rest)
        self.add_widget(self.label)

    def place(self) -> None:
        """Draw the sign above its word."""
        if self._look is not None:
            side, edge = min(self.width, self.height) * 0.7, u(4)
            paint_plate(
                self.sign,
                self.x + edge,
                self.y + edge,
                self.width - 2 * edge,
                self.height - 2 * edge,
                BRASS_LIGHT if self.chosen else ART["card"],
                u(6),
            )
            paint(
                self.sign,
                self._look.sign,
                self.x + (self.width - side) / 2,
                self.y + (self.height - side) / 2,
                side,
            )
            return
        word = u(22)
        side = max(1.0, min(self.width - u(12), self.height - word - u(8)))
        ink, background = (INK, BRASS_DARK) if self.chosen else (band_of(self._move), RAISED)
        paint_ink(
            self.sign,
            art_of(self._move),
            self.x + (self.width - side) / 2,
            self.y + word + u(3),
            side,
            ink,
            background,
        )
        self.label.color = INK if self.chosen else IVORY
        place_widget(self.label, self.x + u(3), self.y + u(2), self.width - u(6), word)


class NumberButton(Pressable):
    """One card by its number, on paper with the band of its kind; grey if it is in a reader."""

    def __init__(self, card: Face, do: Callable[[], object], **rest: Any) -> None:
        """Call `do` when it is touched."""
        self.card = card
        super().__init__(do, **rest)
        self.bind(disabled=self.draw)

    def place(self) -> None:
        """Draw paper, band and number."""
        band, radius, edge = u(7), u(6), u(2)
        (x, y), (width, height), look = self.pos, self.size, self.card.look
        tint = band_of(self.card.move) if look is None else BRASS_LIGHT
        face = NIGHT if self.disabled else tint if self.state == "down" else ART["paper"]
        paint_plate(
            self.sign, x + edge, y + edge, width - 2 * edge, height - 2 * edge, face, radius
        )
        if not self.disabled and look is None:
            paint_plate(
                self.sign,
                x + edge,
                y + height - edge - band,
                width - 2 * edge,
                band,
                tint,
                radius,
                below=0,
            )
        size = min(u(34), height * 0.6, width * 0.46)
        if look is not None and look.kind and not self.disabled:
            # Several cards of a kind may have the same digit: the name distinguishes them, and the
            # small notes their copies.
            foot = u(17) if len(look.notes) > 1 else 0.0
            paint_card(
                self.sign,
                self.card,
                x + edge,
                y + edge + foot,
                width - 2 * edge,
                height - 2 * edge - foot,
            )
            if foot:
                paint_text(self.sign, look.notes[0], x + width / 2, y + edge + foot / 2, u(15), INK)
            return
        if look is not None and not self.disabled:
            paint_pair(
                self.sign,
                look,
                x + width * 0.1,
                y + height * 0.12,
                width * 0.8,
                height * 0.76 - band,
            )
            return
        paint_text(
            self.sign,
            figure_of(self.card),
            x + width / 2,
            y + (height - band) / 2,
            size,
            SAND if self.disabled else INK,
        )


class CardFinder(Widget):
    """All available cards by kind and number.

    A number keeps its place as long as the finder exists, so that a second tap hits nothing else.
    Where a kind has more cards than can be touched, its last place leads to the next ones.
    """

    def __init__(self, take: Callable[[Face, float], object], **rest: Any) -> None:
        """Call `take` with a card and the time of the touch."""
        super().__init__(**rest)
        self._take = take
        self.move: Hashable = ORDER[0]
        self._known: dict[int, Face] = {}
        self._free: frozenset[int] = frozenset()
        self.kinds: dict[Hashable, KindButton] = {}
        self.numbers: dict[int, NumberButton] = {}
        """The numbers that are shown."""
        self._part = 0
        self.next = PushButton(do=self._show_next, kind=QUIET, size=SMALL)
        """The button that shows the next part of a kind."""
        self._make_kinds(ORDER)
        self.bind(pos=self._place, size=self._place)

    def show(self, cards: tuple[Face, ...]) -> None:
        """Show the available cards; those that were available before are grey."""
        free = frozenset(card.code for card in cards)
        if free != self._free:
            self._free = free
            # Cards that are gone keep their place: the next number must not slide under a finger
            # that taps twice.
            self._known.update((card.code, card) for card in cards)
            moves = tuple(dict.fromkeys(map(kind_of, self._known.values())))
            self._make_kinds(ORDER if set(moves) <= set(ORDER) else moves)
            self._place()

    def _make_kinds(self, moves: tuple[Hashable, ...]) -> None:
        """Make a button for each kind, unless they exist already."""
        if tuple(self.kinds) == moves:
            return
        for button in self.kinds.values():
            self.remove_widget(button)
        shown = {kind_of(card): card for card in self._known.values() if card.look is not None}
        self.kinds = {
            move: KindButton(move, partial(self.open, move), shown.get(move)) for move in moves
        }
        add_all(self, *self.kinds.values())
        self.move = self.move if self.move in moves else moves[0]
        self.kinds[self.move].choose(True)
        self._place()

    def open(self, move: Hashable) -> None:
        """Show the numbers of a kind as defined by `kind_of`."""
        self.move, self._part = move, 0
        for other, kind in self.kinds.items():
            kind.choose(other == move)
        self._place()

    def _show_next(self) -> None:
        self._part += 1
        self._place()

    def _make_numbers(self, room: int) -> None:
        """Make a button for each number of the kind, in ascending order, as far as there is room.

        Args:
            room: How many buttons fit.
        """
        cards = sorted(
            (card for card in self._known.values() if kind_of(card) == self.move),
            key=lambda card: card.priority,
        )
        self.remove_widget(self.next)
        if len(cards) > room:
            parts = -(-len(cards) // (room - 1))
            self._part %= parts
            cards = cards[self._part * (room - 1) : (self._part + 1) * (room - 1)]
            self.next.text = text("{number} of {all}", number=self._part + 1, all=parts)
            self.add_widget(self.next)
        if list(self.numbers) != [card.code for card in cards]:
            for button in self.numbers.values():
                self.remove_widget(button)
            self.numbers = {
                card.code: NumberButton(card, partial(self._report_card, card)) for card in cards
            }
            add_all(self, *self.numbers.values())
        for code, button in self.numbers.items():
            button.disabled = code not in self._free

    def _report_card(self, card: Face) -> None:
        """Report the card and when the finger left, in Kivy's seconds."""
        # None where the button was pressed without a finger.
        touch = self.numbers[card.code].last_touch
        self._take(card, touch.time_update if touch is not None else 0.0)

    def _place(self, *_: Any) -> None:
        """Put the kinds in a row above places for the largest kind: all buttons have one size."""
        gap, kinds = u(5), u(KINDS)
        arrange(
            grid(self.kinds.values(), len(self.kinds), gap=gap),
            Area(self.x, self.y + self.height - kinds, self.width, kinds),
        )
        # Both divide the eighteen cards of the largest kinds into whole rows.
        broad = is_landscape() and self.width > u(BROAD)
        columns, most = 9 if broad else 6, MOST
        if any(card.look is not None and card.look.kind for card in self._known.values()):
            kinds_known = Counter(map(kind_of, self._known.values()))
            columns, most = 6 if broad else 4, max(kinds_known.values())
        height = self.height - kinds - gap
        # Kinds of up to eighteen cards are shown whole, on a low window in lower rows.
        fit = max(MOST // columns, int((height + gap) // (u(TOUCHED) + gap)))
        self._make_numbers(columns * fit)
        buttons = [*self.numbers.values(), *([self.next] if self.next.parent else [])]
        rows = max(min(fit, most // columns), -(-len(buttons) // columns))
        arrange(
            grid(buttons, columns, gap=gap, rows=rows), Area(self.x, self.y, self.width, height)
        )
