"""What pages on phones are made of: words, cards, the map, lines and tables, as HTML."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape

from companion.games.scene import Face
from companion.phones import faces
from companion.phones.drawing import is_cut_out, map_of, sign
from companion.phones.phone_page import LineSeen
from companion.session.alarms import card_words
from companion.session.view import (
    BoardPicture,
    CardPicture,
    CardsPicture,
    PiecePicture,
    PlayedCard,
    RowPicture,
    SeatSign,
    StandingRow,
    TableCardPicture,
)
from companion.words import WAYS, Catalogue, Text, facts, text


class Parts:
    """Writes parts of pages in one language; `code` is that of the language."""

    def __init__(self, code: str, words: Catalogue) -> None:
        """`words` are those of the language."""
        self._code, self._words = code, words

    def say(self, words: Text | str) -> str:
        """Words as they stand in a page."""
        return escape(words.said(self._words) if isinstance(words, Text) else words)

    def plain(self, words: Text) -> str:
        """Return words as they are said outside of a page."""
        return words.said(self._words)

    def form(self, play: str, seat: int, step: int, content: str) -> str:
        """Write a form whose buttons say what is to be done for a seat, 0 for what answers no question."""
        return (
            f'<form method="post" action="{escape(play)}">'
            f'<input type="hidden" name="seat" value="{seat}">'
            f'<input type="hidden" name="step" value="{step}">{content}</form>'
        )

    def act(self, act: str, seat: int = 0) -> str:
        """Return the attributes of a button that does something, with an id to find it again."""
        return f'name="do" value="{escape(act)}" id="do-{seat}-{escape(act.replace(" ", "-"))}"'

    def live(self, kind: str, words: Text | str) -> str:
        """Write words that a screen reader says by itself when they change; "" for none."""
        return f'<p class="{kind}" data-told>{self.say(words)}</p>' if words else ""

    def heading(self, title: Text, level: int) -> str:
        """Write a heading that takes little room."""
        return f'<h{level} class="small">{self.say(title)}</h{level}>'

    def sign(self, mark: SeatSign) -> str:
        """Draw the sign of a seat."""
        return sign(mark.colour, mark.shape)

    def card(
        self, words: Text | str, face: Face | CardPicture | None, about: Text | None = None
    ) -> str:
        """Draw a card; its words are read out, and stand below it if it is not drawn with them."""
        if face is None:
            return f'<span class="card">{self.say(words)}</span>'
        named = "name" if face.look is not None and face.look.full else "unseen"
        more = f' <span class="about">{self.say(about)}</span>' if about else ""
        told = f'<span class="{named}">{self.say(words)}</span>'
        return f'<span class="card">{faces.card(face, self._words)}{told}{more}</span>'

    def _words_of(self, shown: CardPicture) -> Text:
        """Return what a card is called."""
        return card_words(Face(*shown))

    def map(
        self, board: BoardPicture, place: str, piece: int, key: str, near: bool = True
    ) -> Iterator[str]:
        """Draw the map around a piece, and the whole one for a touch; or the whole one at once."""
        label = self.map_label(board, piece)
        yield map_of(board, place, label, piece, near=near)
        if near and is_cut_out(board, piece):
            whole = map_of(board, place, label, piece)
            title = self.say(text("The whole map"))
            yield f'<details id="whole-{key}"><summary>{title}</summary>{whole}</details>'

    def map_label(self, board: BoardPicture, seat: int) -> str:
        """Say where pieces stand, one's own first."""
        pieces = sorted(
            (piece for piece in board.pieces if not piece.kind),
            key=lambda piece: piece.seat != seat,
        )
        told = [
            f"{piece.name}: {self._place(piece)}" for piece in pieces if piece.square is not None
        ]
        title = text("Map of {board}", board=board.board.name) if board.board.name else text("Map")
        return ". ".join((title.said(self._words), *told))

    def _place(self, piece: PiecePicture) -> str:
        return text(
            "on {square}, facing {heading}", square=str(piece.square), heading=WAYS[piece.heading]
        ).said(self._words)

    def played(self, cards: Iterable[PlayedCard]) -> Iterator[str]:
        """Draw the cards of a round in the order in which they are played."""
        told = "".join(
            f'<li class="{one.state}">{sign(one.colour, one.shape)} <b>{self.say(one.name)}</b>'
            f"{self.card(self._words_of(one.card), one.card)}</li>"
            for one in cards
        )
        if told:
            yield f'<ul class="laid played">{told}</ul>'

    def lines(self, lines: Iterable[LineSeen]) -> Iterator[str]:
        """Write lines as a list."""
        told = "".join(map(self._line, lines))
        if told:
            yield f'<ul class="lines">{told}</ul>'

    def _line(self, line: LineSeen) -> str:
        whose, words = "", self.say(line.words)
        if line.sign is not None:
            # An instruction names the piece itself.
            named = self.say(line.sign.name) in words
            whose = (
                f"{self.sign(line.sign)} {'' if named else f'<b>{self.say(line.sign.name)}</b>: '}"
            )
        now = ' aria-current="step"' if line.state == "now" else ""
        return f'<li class="{line.state}"{now}>{whose}{words}{self._known(line)}</li>'

    def _known(self, line: LineSeen) -> str:
        """Draw the cards of a line in small, each below the number of its slot."""
        drawn = "".join(
            f'<li><span class="number">{slot.number}</span>{self.card(slot.card, slot.face)}</li>'
            for slot in line.cards
        )
        title = self.say(text("Locked slots:"))
        return f'<p class="about">{title}</p><ul class="laid known">{drawn}</ul>' if drawn else ""

    def standings(self, rows: Iterable[StandingRow]) -> Iterator[str]:
        """Write how a game stands as a table."""
        told = "".join(
            f'<tr><td>{row.place}</td><th scope="row">{sign(row.colour, row.shape)} '
            f"{self.say(row.name)}</th><td>{self.say(row.brief)}</td></tr>"
            for row in rows
        )
        if told:
            yield f'<h2>{self.say(text("Standings"))}</h2><table class="standings">{told}</table>'

    def cards(self, cards: CardsPicture) -> Iterator[str]:
        """Cards on the table: a line for each row, then the piles."""
        rows = [self._row(row) for row in cards.rows if row.cards or row.note]
        piles = facts(
            [text("{pile}: {number}", pile=pile.title, number=pile.number) for pile in cards.piles]
        )
        if rows or piles:
            yield f"<h2>{self.say(text('On the table'))}</h2>{''.join(rows)}"
        if piles:
            yield f'<p class="piles">{self.say(piles)}</p>'

    def _row(self, row: RowPicture) -> str:
        head = f"{self.sign(row.sign)} <b>{self.say(row.sign.name)}</b>"
        title = f", {self.say(row.title)}" if row.title else ""
        note = f" ({self.say(row.note)})" if row.note else ""
        cards = "".join(
            f'<li class="{"marked" if one.marked else ""}">{self._table_card(one)}</li>'
            for one in row.cards
        )
        return f'<div class="row"><p>{head}{title}{note}</p><ul class="laid">{cards}</ul></div>'

    def _table_card(self, one: TableCardPicture) -> str:
        """What everybody may know of a card on the table."""
        if one.card is None:
            words = self.say(text("a covered card"))
            return f'<span class="card">{faces.back()}<span class="unseen">{words}</span></span>'
        return self.card(self._words_of(one.card), one.card)
