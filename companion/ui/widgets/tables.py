"""The picture of a table without a board: the cards of every seat, their moves, and targets.

Cards of this turn are on a bright bar. An arrow leads from a card to another seat, a card that goes
to a pile is crossed out, and one that is turned over shows its other side in small.
"""

from __future__ import annotations

from typing import Any, Final

from kivy.graphics import Color, InstructionGroup
from kivy.graphics import Line as Stroke
from kivy.uix.widget import Widget

from companion.games.scene import HAND, ROW, CardRow, TableCard
from companion.named_tuples import NamedTuple
from companion.session.messages import Message
from companion.session.view import CardsPicture
from companion.ui.layout import Area
from companion.ui.paint import paint_outline, paint_plate, paint_symbol, paint_text
from companion.ui.theme import (
    BAD,
    BRASS,
    BRASS_LIGHT,
    GOOD,
    IVORY,
    NIGHT,
    PANEL,
    SAND,
    SEAM,
    SMALL,
    Rgba,
    u,
)
from companion.ui.widgets.badge import NamedSign
from companion.ui.widgets.cards.card import paint_back, paint_card
from companion.ui.widgets.cards.card_painting import figure_of
from companion.ui.widgets.cards.table_layout import (
    PILES,
    RowHeadWidths,
    RowPlace,
    TableLayout,
    table_layout,
)
from companion.ui.widgets.fingers import Pressing, Send
from companion.ui.widgets.label import Label
from companion.ui.widgets.panel import Plate, add_all, place_widget
from companion.words import facts, text

STAYS, MEANT, GOES, TURNS, COMES, LEAVES = "stays", "meant", "goes", "turns", "comes", "leaves"
"""The state of a card now: nothing happens to it; the sentence is about it; it goes to another row;
it is turned over; it comes here; it goes to a pile."""
BAR: Final = 4
"""Height of the bar below a card of this turn, as on the seven-inch panel."""
COIN: Final = 16
"""Room for a token behind a name, as on the seven-inch panel."""
TINTS: Final[dict[str, Rgba]] = {
    MEANT: BRASS_LIGHT,
    GOES: BRASS,
    TURNS: BRASS_LIGHT,
    COMES: GOOD,
    LEAVES: BAD,
}
"""Frames of moving cards."""


class Shown(NamedTuple):
    """A card as it is shown in a row, and what it does."""

    card: TableCard
    does: str = STAYS


def shown_rows(table: CardsPicture) -> tuple[tuple[Shown, ...], ...]:
    """Return the cards of each row with what they do.

    Cards that move are in both their old and new places.
    """
    rows = [
        [Shown(card, MEANT if card.key in table.marked else STAYS) for card in row.cards]
        for row in table.rows
    ]
    at = {row.seat: place for place, row in enumerate(table.rows)}
    known = {card.key: card.face for row in table.rows for card in row.cards}
    for move in table.moves:
        if not move.key:
            # An unknown card is in no row.
            continue
        if move.end.where != ROW:
            does = LEAVES
        elif move.start.where != ROW:
            does = COMES
        else:
            does = TURNS if move.start.seat == move.end.seat else GOES
        for row in rows:
            row[:] = [
                shown._replace(does=does)
                if shown.card.key == move.key and shown.does != COMES
                else shown
                for shown in row
            ]
        if does in (GOES, COMES) and move.end.seat in at:
            face = move.face or known.get(move.key)
            row = rows[at[move.end.seat]]
            row.insert(
                len(row) if move.at is None else move.at,
                Shown(TableCard(face, move.key, move.down, True), COMES),
            )
    return tuple(tuple(row) for row in rows)


class CardTarget(Pressing, Widget):
    """A card that may be touched now: a bright frame, brighter under a finger.

    The chosen one has a tick.
    """

    def __init__(self, send: Send, message: Message, is_chosen: bool) -> None:
        """Call `send` with the message on release."""
        self.do, self.message, self.is_chosen = send, message, is_chosen
        super().__init__(always_release=False)
        self.bind(pos=self._draw, size=self._draw, state=self._draw)

    def _draw(self, *_: Any) -> None:
        self.canvas.clear()
        bright = self.state == "down" or self.is_chosen
        frame(
            self.canvas,
            Area(*self.pos, *self.size),
            BRASS_LIGHT if bright else BRASS,
            6 if bright else 3.5,
        )
        if self.is_chosen:
            badge(self.canvas, Area(*self.pos, *self.size), "tick", GOOD, 0.0)


def frame(onto: InstructionGroup, box: Area, tint: Rgba, wide: float = 3.5) -> None:
    """Paint a frame around a box, `wide` as on the seven-inch panel, dark outside for paper."""
    for more, colour in ((u(2), NIGHT), (0.0, tint)):
        onto.add(Color(*colour))
        onto.add(Stroke(rounded_rectangle=(*box, u(6)), width=max(1.0, u(wide) / 2 + more / 2)))


def badge(onto: InstructionGroup, box: Area, symbol: str, tint: Rgba, high: float = 0.5) -> None:
    """Paint a sign on a dark disc in the middle of a card, or at another height of it."""
    side = min(box.width, box.height) * 0.62
    x, y = box.x + (box.width - side) / 2, box.y + (box.height - side) * high
    paint_plate(onto, x, y, side, side, (*NIGHT[:3], 0.86), side / 2)
    paint_symbol(onto, symbol, x + side * 0.18, y + side * 0.18, side * 0.64, tint, NIGHT)


class CardDrawing(NamedTuple):
    """All that the drawing of a card depends on."""

    box: Area
    shown: Shown
    elsewhere: bool
    """Whether it is in another place still."""
    dark: bool
    """Whether it is dark beside lit cards."""


def paint_side(onto: InstructionGroup, box: Area, card: TableCard, down: bool) -> None:
    """Paint one side of a card.

    The back shows the corner of a card that everybody saw before it was turned face down, since it
    still counts.
    """
    if not down and card.face is not None:
        paint_card(onto, card.face, *box)
        return
    paint_back(onto, *box)
    if card.face is not None:
        size = min(box.width * 0.5, box.height * 0.34)
        paint_plate(
            onto, box.x + u(2), box.y + box.height - size * 1.08, size * 0.8, size, NIGHT, u(3)
        )
        paint_text(
            onto,
            figure_of(card.face),
            box.x + u(2) + size * 0.4,
            box.y + box.height - size * 0.58,
            size,
            IVORY,
        )


class CardTable(Pressing, Widget):
    """The rows of all seats, and the piles; `show` fills it.

    A touch on a lit card answers; one beside it does what the picture says.
    """

    def __init__(self, send: Send = lambda _: None, **rest: Any) -> None:
        """Call `send` with messages of touches."""
        super().__init__(always_release=False, **rest)
        self._send = send
        self._known: tuple[object, ...] = ()
        self.table = CardsPicture()
        self.own: int | None = None
        self.targets: dict[str, CardTarget] = {}
        self._rows = tuple[tuple[Shown, ...], ...]()
        self._layout = TableLayout((), None)
        self._heads: list[tuple[Plate, NamedSign, Label]] = []
        self._piles: list[Label] = []
        self._headed: object = None
        self._painted: dict[CardDrawing, InstructionGroup] = {}
        self._plates, self._cards, self._over = (
            InstructionGroup(),
            InstructionGroup(),
            InstructionGroup(),
        )
        self.canvas.add(self._plates)
        self.canvas.add(self._cards)
        self.canvas.after.add(self._over)
        self.bind(pos=self._place, size=self._place)

    def show(self, table: CardsPicture, own: int | None = None) -> None:
        """Show another moment; `own` is the seat of the viewer."""
        if (table, own) == self._known:
            return
        self._known = (table, own)
        self.table, self.own, self._rows = table, own, shown_rows(table)
        heads = (
            tuple((row.seat, row.note, row.title, row.tokens) for row in table.rows),
            table.signs,
            table.piles,
        )
        if heads != self._headed:
            self._headed = heads
            self._make_heads()
        lit = {
            card.key: (table.picks[card.key], card.key in table.chosen)
            for row in table.rows
            for card in row.cards
            if card.key in table.picks
        }
        # One that stays is not made again, so that a finger on it is not lost.
        known = {
            key: target
            for key, target in self.targets.items()
            if lit.get(key) == (target.message, target.is_chosen)
        }
        for key in self.targets.keys() - known.keys():
            self.remove_widget(self.targets[key])
        self.targets = {
            key: known.get(key) or CardTarget(self._send, *pick) for key, pick in lit.items()
        }
        add_all(self, *(target for key, target in self.targets.items() if key not in known))
        self._place()

    def box_of(self, key: str) -> Area | None:
        """Return the box of a card on the picture, None if it has none."""
        for place, row in zip(self._layout.rows, self._rows, strict=True):
            for box, shown in zip(place.cards, row, strict=True):
                if shown.card.key == key and shown.does != COMES:
                    return box
        return None

    def on_release(self) -> None:
        """Tell about the card under the finger, or enlarge the table, or do nothing."""
        said, touch = self.table.opens, self.last_touch
        for card in (card for row in self.table.rows for card in row.cards):
            box = self.box_of(card.key)
            if touch is not None and box is not None and box.contains(*touch.pos):
                said = self.table.tells.get(card.key) or said
                break
        if said is not None:
            self._send(said)

    # ---- Drawing ----

    def _make_heads(self) -> None:
        for widget in (
            *self._piles,
            *(widget for _, *widgets in self._heads for widget in widgets),
        ):
            self.remove_widget(widget)
        self._plates.clear()
        self._heads, self._piles = [], []
        for row in self.table.rows:
            head = (
                Plate(PANEL),
                NamedSign(*self.table.signs[row.seat], size=SMALL, side=24, least=18),
                Label(
                    facts([words for words in (row.note, row.title) if words]),
                    SMALL,
                    tint=SAND,
                    least=18,
                    cut="center",
                ),
            )
            self._heads.append(head)
            self._plates.add(head[0])
            add_all(self, *head[1:])
        self._piles = [
            Label(
                text("{pile}: {number}", pile=pile.title, number=pile.number),
                SMALL,
                tint=SAND,
                least=16,
                in_line=True,
            )
            for pile in self.table.piles
        ]
        add_all(self, *self._piles)

    def _place(self, *_: Any) -> None:
        """Place everything in its box."""
        if min(self.size) <= 1 or not self._known:
            return
        noted = any(row.note or row.title for row in self.table.rows)
        wanted = [[shown.card.key in self.targets for shown in row] for row in self._rows]
        heads = [
            RowHeadWidths(sign.least_width() + row.tokens * u(COIN), note.least_line() + u(3))
            for row, (_, sign, note) in zip(self.table.rows, self._heads, strict=True)
        ]
        self._layout = table_layout(
            Area(*self.pos, *self.size), wanted, noted, bool(self.table.piles), u(100) / 100, heads
        )
        self._cards.clear()
        self._over.clear()
        known, self._painted = self._painted, {}
        for place, row, head, shown in zip(
            self._layout.rows, self.table.rows, self._heads, self._rows, strict=True
        ):
            self._place_head(place, row, head)
            for box, one in zip(place.cards, shown, strict=True):
                # Fifty cards have some thousand shapes, and most of them have not changed.
                drawn = CardDrawing(
                    box,
                    one,
                    one.does == COMES and self.box_of(one.card.key) is not None,
                    bool(self.targets) and one.card.key not in self.targets and one.does != MEANT,
                )
                self._painted[drawn] = known.get(drawn) or self._paint(drawn)
                self._cards.add(self._painted[drawn])
                if one.does == LEAVES:
                    badge(self._over, box, "cross", BAD)
                if one.does != STAYS:
                    frame(self._over, box, TINTS[one.does])
                if one.card.key in self.targets and one.does != COMES:
                    place_widget(self.targets[one.card.key], *box)
        self._place_piles()
        self._paint_ways()

    def _place_head(
        self, place: RowPlace, row: CardRow, head: tuple[Plate, NamedSign, Label]
    ) -> None:
        plate, sign, note = head
        plate.tint(PANEL, BRASS if row.seat == self.own else SEAM)
        plate.place(*place.plate)
        place_widget(note, *place.note)
        # A coin for each token is behind the name, or over the sign if the name needs the room.
        box, tokens, coin = place.name, row.tokens, u(COIN)
        over = sign.least_width() + tokens * coin > box.width
        place_widget(
            sign, box.x, box.y, max(1.0, box.width - (0 if over else tokens * coin)), box.height
        )
        side = coin - u(2)
        first, apart, low = sign.x + sign.width, coin, box.y + (box.height - side) / 2
        if over:
            side, apart = side * 0.75, min(coin, sign.token.width / max(1, tokens)) * 0.75
            first, low = sign.x + sign.token.width - side - (tokens - 1) * apart, box.y - u(1)
        for at in range(tokens):
            x, y = first + at * apart, low
            for tint, rim in ((NIGHT, 0.0), (BRASS, u(1)), (BRASS_LIGHT, u(4))):
                paint_plate(
                    self._over if over else self._cards,
                    x + rim,
                    y + rim,
                    side - 2 * rim,
                    side - 2 * rim,
                    tint,
                    side / 2 - rim,
                )
        note.halign = "left" if place.note.x == box.x else "right"

    @staticmethod
    def _paint(drawn: CardDrawing) -> InstructionGroup:
        """Return the drawing of one card, dark or bright."""
        onto, box, shown = InstructionGroup(), drawn.box, drawn.shown
        card = shown.card
        if card.fresh and shown.does != COMES:
            paint_plate(onto, box.x, box.y - u(BAR + 1), box.width, u(BAR), BRASS_LIGHT, u(2))
        paint_side(onto, box, card, card.down)
        if drawn.dark or drawn.elsewhere or shown.does == LEAVES:
            paint_plate(
                onto,
                *box,
                (*NIGHT[:3], 0.6 if drawn.dark else 0.3 if drawn.elsewhere else 0.45),
                u(5),
            )
        if shown.does == TURNS:
            side = Area(box.x + box.width * 0.38, box.y, box.width * 0.62, box.height * 0.62)
            paint_side(onto, side, card, not card.down)
            frame(onto, side, BRASS_LIGHT, 2)
        return onto

    def _place_piles(self) -> None:
        """Draw a small back for each pile, with its words; one that gets a card has a frame."""
        line = self._layout.piles
        if line is None:
            return
        grows = {move.end.where for move in self.table.moves}
        shrinks = {move.start.where for move in self.table.moves}
        wide = line.width / max(1, len(self.table.piles))
        for at, (pile, words) in enumerate(zip(self.table.piles, self._piles, strict=True)):
            high = u(PILES) - u(4)
            card = Area(line.x + at * wide + u(8), line.y + u(2), high * 0.7, high)
            paint_back(self._cards, *card)
            if pile.key in grows | shrinks:
                frame(self._over, card, BRASS if pile.key in shrinks else BAD, 2.5)
            place_widget(
                words, card.x + card.width + u(8), line.y, wide - card.width - u(20), line.height
            )

    def _paint_ways(self) -> None:
        """Paint an arrow from the old place of a card to the new one, and for each passed hand.

        A passed hand is a card at the end of its row.
        """
        for row, place in zip(self._rows, self._layout.rows, strict=True):
            for shown, box in zip(row, place.cards, strict=True):
                before = self.box_of(shown.card.key) if shown.does == COMES else None
                if before is not None:
                    paint_way(self._over, before, box)
        at = {
            row.seat: place for row, place in zip(self.table.rows, self._layout.rows, strict=True)
        }
        side = u(34)
        for move in self.table.moves:
            start, end = at.get(move.start.seat or 0), at.get(move.end.seat or 0)
            if (move.start.where, move.end.where) != (HAND, HAND) or start is None or end is None:
                continue
            # The arrow from one end of the table to the other is beside the others.
            round_it = abs(self._layout.rows.index(start) - self._layout.rows.index(end)) > 1
            boxes = [
                Area(
                    one.plate.x + one.plate.width - 2.2 * side,
                    one.plate.y + (one.plate.height - side) / 2,
                    side * 0.7,
                    side,
                )
                for one in (start, end)
            ]
            paint_back(self._over, *boxes[0])
            shift = side if round_it else 0.0
            paint_way(self._over, *(box._replace(x=box.x + shift) for box in boxes))


def paint_way(onto: InstructionGroup, start: Area, end: Area) -> None:
    """Paint an arrow from the edge of one card to the edge of another."""
    (x0, y0), (x1, y1) = ((box.x + box.width / 2, box.y + box.height / 2) for box in (start, end))
    long = max(1.0, ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5)
    across, up = (x1 - x0) / long, (y1 - y0) / long
    x0, y0 = x0 + across * _to_edge(start, across, up), y0 + up * _to_edge(start, across, up)
    x1, y1 = x1 - across * _to_edge(end, across, up), y1 - up * _to_edge(end, across, up)
    head, half = u(16), u(9)
    base = x1 - across * head, y1 - up * head
    for colour, width in ((NIGHT, u(9)), (BRASS_LIGHT, u(5))):
        onto.add(Color(*colour))
        onto.add(Stroke(points=(x0, y0, *base), width=width / 2, cap="round"))
    tip = (
        (x1, y1),
        (base[0] - up * half, base[1] + across * half),
        (base[0] + up * half, base[1] - across * half),
    )
    paint_outline(onto, tip, 0, 0, 1, BRASS_LIGHT, NIGHT, u(2))


def _to_edge(box: Area, across: float, up: float) -> float:
    """Return the distance from the middle of a box to its edge in a direction."""
    return min(box.width / 2 / max(abs(across), 1e-6), box.height / 2 / max(abs(up), 1e-6))
