"""Program cards as they lie on the screen [4], and finding a real one among all that no reader holds: first its move, then its number.

Cards are found for a seat whose own reader is lost or set aside: its hand is not known to the app, so that all of them are offered.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from kivy.graphics import Color, InstructionGroup, PopMatrix, PushMatrix, RoundedRectangle, Translate
from kivy.uix.widget import Widget

from companion.content.card_art import MOVE_ART, MOVE_TINTS, MOVE_WORDS
from companion.engine.cards import MOVES
from companion.session.view import CardPicture
from companion.ui.paint import SYMBOLS, paint_symbol, paint_text
from companion.ui.theme import ART, BRASS, BRASS_DARK, BRASS_LIGHT, INK, IVORY, NIGHT, RAISED, SAND, Rgba, lying, rgba, u
from companion.ui.widgets.button import Pressable
from companion.ui.widgets.text import Words

BANDS: Final[dict[str, Rgba]] = {move: rgba(code) for move, code in MOVE_TINTS.items()}
"""The tint of each move's band."""


def paint_card(onto: InstructionGroup, card: CardPicture, width: float, height: float, rim: Rgba = NIGHT) -> None:
    """Paint a card of `width` × `height` pixels with its south-west corner at the origin; whoever calls moves the origin.

    Letters and sign are as large as either side of the card allows, so that it may have any proportions.
    """
    edge, radius = max(1.5, u(2)), min(width, height) * 0.1
    onto.add(Color(*rim))
    onto.add(RoundedRectangle(pos=(0, 0), size=(width, height), radius=[radius]))
    onto.add(Color(*ART["paper"]))
    onto.add(RoundedRectangle(pos=(edge, edge), size=(width - 2 * edge, height - 2 * edge), radius=[radius - edge / 2]))
    band = min(height * 0.19, width * 0.42)
    onto.add(Color(*BANDS[card.move]))
    top = [radius - edge / 2, radius - edge / 2, 0, 0]
    onto.add(RoundedRectangle(pos=(edge, height - edge - band), size=(width - 2 * edge, band), radius=[(r, r) for r in top]))
    paint_text(onto, MOVE_WORDS[card.move], width / 2, height - edge - band / 2, min(band * 0.84, width * 0.29), INK)
    foot = min(height * 0.29, width * 0.58)
    paint_text(onto, str(card.priority), width / 2, edge + foot * 0.46, foot * 1.02, INK)
    side = min(width * 0.82, height - band - foot - 2 * edge - height * 0.03)
    middle = (edge + foot + height - edge - band) / 2
    paint_symbol(onto, MOVE_ART[card.move], (width - side) / 2, middle - side / 2, side, INK, ART["paper"])


class CardFace(Widget):
    """One card that can be moved about; moving it redraws nothing."""

    def __init__(self, card: CardPicture, **rest: Any) -> None:
        """Further arguments are those of a Kivy widget."""
        super().__init__(size_hint=(None, None), **rest)
        self.card, self._place = card, Translate(0, 0)
        self._shadow, self._drawing = InstructionGroup(), InstructionGroup()
        # A card follows the finger: only the matrix changes, and letters and shapes are not painted again.
        for instruction in (PushMatrix(), self._place, self._shadow, self._drawing, PopMatrix()):
            self.canvas.add(instruction)
        self._lifted = False
        self.bind(pos=self._move, size=self._draw)

    def lift(self, lifted: bool) -> None:
        """Show it as held in the hand, or laid down."""
        if lifted != self._lifted:
            self._lifted = lifted
            self._draw()

    def _move(self, *_: Any) -> None:
        self._place.xy = self.pos

    def _draw(self, *_: Any) -> None:
        """Paint it with its corner at the origin; a lifted one has a bright rim and a shadow on what is below."""
        self._shadow.clear()
        self._drawing.clear()
        if self._lifted:
            self._shadow.add(Color(0, 0, 0, 0.55))
            self._shadow.add(RoundedRectangle(pos=(u(7), -u(9)), size=self.size, radius=[u(10)]))
        paint_card(self._drawing, self.card, *self.size, rim=BRASS_LIGHT if self._lifted else NIGHT)


def paint_back(onto: InstructionGroup, x: float, y: float, width: float, height: float) -> None:
    """Paint a covered card into a rectangle of pixels with its south-west corner at (x, y): a brass back with a gear."""
    edge, radius = max(1.0, width * 0.05), width * 0.12
    for margin, tint in ((0.0, NIGHT), (edge, BRASS_DARK)):
        onto.add(Color(*tint))
        onto.add(RoundedRectangle(pos=(x + margin, y + margin), size=(width - 2 * margin, height - 2 * margin), radius=[radius]))
    side = min(width, height) * 0.62
    paint_symbol(onto, SYMBOLS["gear"], x + (width - side) / 2, y + (height - side) / 2, side, BRASS, BRASS_DARK)


ORDER: Final = ("move3", "move2", "move1", "back", "left", "right", "uturn")
"""The kinds from left to right; they are those of `companion.engine.cards.MOVES`."""
assert set(ORDER) == set(MOVES)
MOST: Final = 18
"""As many cards as there are of one kind at most: Left and Right [4]."""
KINDS: Final = 70
"""Height of the row of kinds, as on the seven-inch panel."""


class KindButton(Pressable):
    """One kind of move with its sign, and how many cards of it can be had."""

    def __init__(self, move: str, do: Callable[[], object], **rest: Any) -> None:
        """`move` as in `MOVES`."""
        self._move = move
        self.label = Words(MOVE_WORDS[move], 20, bold=True, align="center", least=15)
        self._art = InstructionGroup()
        super().__init__(do, **rest)
        self.canvas.add(self._art)
        self.add_widget(self.label)

    def place(self) -> None:
        """The sign above its word."""
        word = u(22)
        side = max(1.0, min(self.width - u(12), self.height - word - u(8)))
        self._art.clear()
        ink, ground = (INK, BRASS_DARK) if self.chosen else (BANDS[self._move], RAISED)
        paint_symbol(self._art, MOVE_ART[self._move], self.x + (self.width - side) / 2, self.y + word + u(3), side, ink, ground)
        self.label.color = INK if self.chosen else IVORY
        self.label.pos, self.label.size = (self.x + u(3), self.y + u(2)), (max(1, self.width - u(6)), word)


class NumberButton(Pressable):
    """One card by its number, on paper with the band of its kind; grey once it lies in a reader."""

    def __init__(self, card: CardPicture, do: Callable[[], object], **rest: Any) -> None:
        """`do` is called when it is touched."""
        self.card, self._paper = card, InstructionGroup()
        super().__init__(do, **rest)
        self.canvas.add(self._paper)
        self.bind(disabled=self.draw)

    def place(self) -> None:
        """Paper, band, number."""
        self._paper.clear()
        band, radius, edge = u(7), u(6), u(2)
        (x, y), (width, height) = self.pos, self.size
        if not self.disabled:
            down = self.state == "down"
            self._paper.add(Color(*(BANDS[self.card.move] if down else ART["paper"])))
            self._paper.add(RoundedRectangle(pos=(x + edge, y + edge), size=(width - 2 * edge, height - 2 * edge), radius=[radius]))
            self._paper.add(Color(*BANDS[self.card.move]))
            top = [(radius, radius), (radius, radius), (0, 0), (0, 0)]
            self._paper.add(RoundedRectangle(pos=(x + edge, y + height - edge - band), size=(width - 2 * edge, band), radius=top))
        else:
            self._paper.add(Color(*NIGHT))
            self._paper.add(RoundedRectangle(pos=(x + edge, y + edge), size=(width - 2 * edge, height - 2 * edge), radius=[radius]))
        tint, size = SAND if self.disabled else INK, min(u(34), height * 0.6, width * 0.46)
        paint_text(self._paper, str(self.card.priority), x + width / 2, y + (height - band) / 2, size, tint)


class CardFinder(Widget):
    """All cards that can be had, by kind and number; `take` is called with a card and the time of the touch.

    A number keeps its place for as long as the finder stands, so that a second tap hits nothing else.
    """

    def __init__(self, take: Callable[[CardPicture, float], object], **rest: Any) -> None:
        """Empty; `show` fills it."""
        super().__init__(**rest)
        self._take, self.move = take, ORDER[0]
        self._known: dict[int, CardPicture] = {}
        self._free: frozenset[int] = frozenset()
        self.kinds = {move: KindButton(move, lambda move=move: self.open(move)) for move in ORDER}
        self.numbers: dict[int, NumberButton] = {}
        for kind in self.kinds.values():
            self.add_widget(kind)
        self.kinds[self.move].choose(True)
        self.bind(pos=self._place, size=self._place)

    def show(self, cards: tuple[CardPicture, ...]) -> None:
        """The cards that can be had now; those that were known before and are not among them are grey."""
        free = frozenset(card.code for card in cards)
        if free != self._free:
            self._free = free
            # Cards that are gone keep their place, for the next number must not slide under a finger that taps twice.
            self._known.update((card.code, card) for card in cards)
            self._fill()

    def open(self, move: str) -> None:
        """Show the numbers of a kind, `move` as in `MOVES`."""
        self.move = move
        for other, kind in self.kinds.items():
            kind.choose(other == move)
        self._fill()

    def _fill(self) -> None:
        """A button for each number of the kind, in ascending order."""
        cards = sorted((card for card in self._known.values() if card.move == self.move), key=lambda card: card.priority)
        if list(self.numbers) != [card.code for card in cards]:
            for button in self.numbers.values():
                self.remove_widget(button)
            self.numbers = {card.code: NumberButton(card, lambda card=card: self._taken(card)) for card in cards}
            for button in self.numbers.values():
                self.add_widget(button)
            self._place()
        for code, button in self.numbers.items():
            button.disabled = code not in self._free

    def _taken(self, card: CardPicture) -> None:
        """Tell the card and when the finger left, in Kivy's seconds."""
        # None where the button was pressed without a finger.
        touch = self.numbers[card.code].last_touch
        self._take(card, touch.time_update if touch is not None else 0.0)

    def _place(self, *_: Any) -> None:
        """The kinds in a row above; below it places for the most cards that a kind has, so that all kinds have buttons of one size."""
        gap, kinds = u(5), u(KINDS)
        self._place_row(tuple(self.kinds.values()), self.y + self.height - kinds, kinds, gap, len(self.kinds))
        # Both divide the eighteen cards of the largest kinds into whole rows.
        columns = 9 if lying() else 6
        rows = MOST // columns
        height = (self.height - kinds - rows * gap) / rows
        buttons = tuple(self.numbers.values())
        for row in range(rows):
            low = self.y + self.height - kinds - (row + 1) * (height + gap)
            self._place_row(buttons[row * columns:(row + 1) * columns], low, height, gap, columns)

    def _place_row(self, widgets: tuple[Widget, ...], low: float, height: float, gap: float, count: int) -> None:
        """Put widgets into a row of `count` places from the left, some of which may stay empty."""
        width = (self.width - gap * (count - 1)) / count
        for at, widget in enumerate(widgets):
            widget.pos, widget.size = (self.x + at * (width + gap), low), (max(1, width), max(1, height))
