"""The pages on a phone, as HTML in the language of the screen: one column, large dark letters on light ground, nothing from elsewhere.

Every word that comes from people or games is escaped. Styles and scripts are files of our own (`phones.css`, `phones.js`), so that a browser may be told
to take none from a page.
"""
from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape
from typing import Final

from companion.phones.drawing import map_of, sign
from companion.phones.lobby import JOIN, LobbySeat
from companion.phones.seen import ButtonSeen, CardSeen, LineSeen, OwnReader, PhonePage, SlotSeen
from companion.session.remote import rule_key
from companion.session.view import CardsPicture, RowPicture, SeatSign, StandingRow, TableCardPicture
from companion.words import Catalogue, Text, count, text

LOST: Final = text("The table does not answer. This page comes back by itself as soon as it does.")
GONE: Final = text("This code is not valid any more. Read the code on the table's screen again.")
ASK_CODE: Final = text("Type the code that stands on the table's screen, on the page Phones.")
WRONG: Final = text("No seat has this code. Read it again on the table's screen.")
OFTEN: Final = text("Too many wrong codes came from here. Wait a minute, then try again.")
ASK_PIN: Final = text("This seat has a PIN. Type its four digits.")
WRONG_PIN: Final = text("This is not the PIN of the seat.")
NOT_NOW: Final = text("This moment cannot be shown. The game itself is unharmed.")


class Writer:
    """Writes pages in one language; `code` is that of the language."""

    def __init__(self, code: str, words: Catalogue) -> None:
        """`words` are those of the language."""
        self._code, self._words = code, words

    def say(self, words: Text | str) -> str:
        """Words as they stand in a page."""
        return escape(words.said(self._words) if isinstance(words, Text) else words)

    # ---- Whole pages -------------------------------------------------------------------------------------------------------

    def frame(self, content: str, news: str = "") -> str:
        """A page around some content; `news` is where new content comes from, "" where none does."""
        live = f' data-news="{escape(news)}"' if news else ""
        # Without scripts the page is fetched again now and then.
        still = '<noscript><meta http-equiv="refresh" content="3"></noscript>' if news else ""
        return (
            f'<!doctype html><html lang="{escape(self._code)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'
            f'<title>Clockwork Derby</title><link rel="stylesheet" href="/phones.css"><script src="/phones.js" defer></script>{still}</head>'
            f'<body><p id="lost" role="status" data-gone="{self.say(GONE)}" hidden>{self.say(LOST)}</p><main{live}>{content}</main></body></html>'
        )

    def asking(self, words: Text, place: str, field: str, about: Text | None = None) -> str:
        """A page that asks for a code or a PIN; `about` says why it asks again."""
        again = f'<p class="fault">{self.say(about)}</p>' if about is not None else ""
        keys = "numeric" if field == "pin" else "text"
        return self.frame(
            f'<h1>Clockwork Derby</h1>{again}<form action="{escape(place)}"><label>{self.say(words)}'
            f'<input name="{field}" inputmode="{keys}" autocomplete="off" autocapitalize="characters" maxlength="12" required></label>'
            f'<button>{self.say(text("Join"))}</button></form>'
        )

    def sentence(self, words: Text) -> str:
        """One sentence in the place of all content."""
        return f"<p>{self.say(words)}</p>"

    # ---- What is seen ------------------------------------------------------------------------------------------------------

    def content(self, page: PhonePage, place: str, play: str = "") -> str:
        """All that there is to see; `place` is the address of this phone, `play` the one at which it says what its player wants."""
        return "".join(self._parts(page, place, play))

    def _parts(self, page: PhonePage, place: str, play: str) -> Iterator[str]:
        if page.owner is not None:
            yield f'<p class="owner">{self._sign(page.owner)}{self.say(page.owner.name)}</p>'
        yield f'<h1>{self.say(page.title)}</h1><p class="said">{self.say(page.said)}</p>'
        yield from (f'<p class="note">{self.say(note)}</p>' for note in page.notes)
        yield from self._deeds(page, play)
        yield from self._choices(page, play)
        yield from self._lobby(page, play)
        for own in page.own:
            yield from self._own(own, page, place, play)
        if page.own and page.lines:
            yield f'<h2>{self.say(text("At the table"))}</h2>'
        yield from self._lines(page.lines)
        # A way of one's own lies on a map of its own already.
        if page.board is not None and not any(own.board is not None for own in page.own):
            yield map_of(page.board, place)
        if page.cards is not None:
            yield from self._cards(page.cards)
        yield from self._standings(page.standings)
        if page.counts:
            yield f'<h2>{self.say(text("Your statistics"))}</h2><table>'
            yield from (f"<tr><th>{self.say(fact.title)}</th><td>{self.say(fact.figure)}</td></tr>" for fact in page.counts)
            yield "</table>"

    def _sign(self, mark: SeatSign) -> str:
        return sign(mark.colour, mark.shape)

    def _deeds(self, page: PhonePage, play: str) -> Iterator[str]:
        """The buttons that answer no question, in a form of their own."""
        if page.buttons:
            yield self._form(play, 0, page.step, "".join(map(self._button, page.buttons)))

    def _choices(self, page: PhonePage, play: str) -> Iterator[str]:
        """What the owner chooses for its seat while a game is set up: its name, and what the game lets it choose."""
        mine = page.choices
        if mine is None:
            return
        yield self._form(
            play, 0, page.step, self._name(mine.name, mine.key, text("Change the name"))
        )
        for rule in mine.rules:
            words = (
                f'{self.say(choice.label)}<br><span class="about">{self.say(choice.meaning)}</span>'
                for choice in rule.choices
            )
            acts = (
                "" if choice.chosen else rule_key(rule.key, choice.word) for choice in rule.choices
            )
            kinds = ("chosen" if choice.chosen else "" for choice in rule.choices)
            values = "".join(map(self._line, words, acts, kinds))
            yield self._form(
                play,
                0,
                page.step,
                f'<h2>{self.say(rule.title)}</h2><ul class="choices">{values}</ul>',
            )

    def _name(self, name: str, act: str, words: Text) -> str:
        """A field for a name, and the button that takes it."""
        return (
            f'<label>{self.say(text("Name"))}<input name="name" value="{escape(name)}" maxlength="12" autocomplete="off" required></label>'
            f'<button name="do" value="{escape(act)}">{self.say(words)}</button>'
        )

    def _lobby(self, page: PhonePage, play: str) -> Iterator[str]:
        """All seats while a game is set up; a phone without one marks a free one and takes it, with a name."""
        if not page.lobby:
            return
        joins = page.owner is None and any(seat.free for seat in page.lobby)
        first = next(
            (seat.seat for seat in sorted(page.lobby, key=lambda seat: seat.person) if seat.free), 0
        )
        seats = "".join(
            self._seat(seat, joins and seat.free, seat.seat == first) for seat in page.lobby
        )
        content = f'<h2>{self.say(text("Seats"))}</h2><ul class="lobby">{seats}</ul>'
        if not joins:
            yield content
            return
        join = self._name("", JOIN, text("Take this seat"))
        yield f'<form method="post" action="{escape(play)}"><input type="hidden" name="step" value="{page.step}">{content}{join}</form>'

    def _seat(self, seat: LobbySeat, joins: bool, marked: bool) -> str:
        """A seat in a line, with the mark by which a phone chooses it."""
        facts = [
            seat.who,
            *([seat.choices] if seat.choices else []),
            *([text("ready")] if seat.ready else []),
        ]
        line = (
            f"{self._sign(seat.sign)} {self.say(seat.sign.name)}: {', '.join(map(self.say, facts))}"
        )
        if joins:
            line = f'<label><input type="radio" name="seat" value="{seat.seat}"{" checked" if marked else ""} required>{line}</label>'
        return f'<li class="{"done" if seat.ready else "now" if seat.mine else ""}">{line}</li>'

    def _form(self, play: str, seat: int, step: int, content: str) -> str:
        """A form whose buttons say what is to be done for a seat, 0 for what belongs to no question."""
        return (
            f'<form method="post" action="{escape(play)}"><input type="hidden" name="seat" value="{seat}"><input type="hidden" name="step" value="{step}">'
            f"{content}</form>"
        )

    def _own(self, own: OwnReader, page: PhonePage, place: str, play: str) -> Iterator[str]:
        """One form, in which everything is a button that can be done."""
        yield self._form(play, own.seat, own.step, "".join(self._reader(own, page, place)))

    def _reader(self, own: OwnReader, page: PhonePage, place: str) -> Iterator[str]:
        if own.sign != page.owner:
            yield f'<h2>{self._sign(own.sign)} {self.say(own.sign.name)}</h2>'
        for words, kind in ((own.question, ""), (own.state, ""), (own.remedy, "remedy")):
            if words:
                yield f'<p class="{kind}">{self.say(words)}</p>'
        if own.hint:
            yield f'<p class="hint" role="status">{self.say(own.hint)}</p>'
        if own.left is not None:
            yield f'<p class="time">{self.say(count("{number} second left", "{number} seconds left", own.left))}</p>'
        if own.slots:
            yield f'<h2>{self.say(text("Your reader"))}</h2><ol>{"".join(map(self._slot, own.slots))}</ol>'
        # Slots, hand and handle are near each other for who plays here.
        if plays := any(card.act for card in own.hand):
            yield from self._hand(own, "cards")
        yield from map(self._button, own.buttons)
        if own.foreseen is not None:
            yield f'<h2>{self.say(text("Where it leads if nobody else moves"))}</h2>'
            if own.foreseen:
                yield f'<p class="ghost">{self.say(own.foreseen[-1].words)}</p>'
            else:
                yield f'<p>{self.say(text("Put a card into slot 1."))}</p>'
        if own.board is not None:
            yield map_of(own.board, place)
        if own.hand and not plays:
            yield from self._hand(own, "")

    def _hand(self, own: OwnReader, kind: str) -> Iterator[str]:
        yield f'<h2>{self.say(text("Your hand"))}</h2><ul class="{kind}">{"".join(map(self._card, own.hand))}</ul>'

    def _button(self, button: ButtonSeen) -> str:
        kind = "" if button.answers else ' class="besides"'
        about = f'<p class="about">{self.say(button.about)}</p>' if button.about else ""
        return f'<button{kind} name="do" value="{escape(button.act)}">{self.say(button.words)}</button>{about}'

    def _card(self, card: CardSeen) -> str:
        about = f'<br><span class="about">{self.say(card.about)}</span>' if card.about else ""
        return self._line(f"{self.say(card.words)}{about}", card.act)

    def _line(self, content: str, act: str, kind: str = "") -> str:
        """A line of a list, which is a button where a touch on it does something."""
        if not act:
            return f'<li class="{kind}">{content}</li>' if kind else f"<li>{content}</li>"
        return f'<li class="act {kind}"><button name="do" value="{escape(act)}">{content}</button></li>'

    def _slot(self, slot: SlotSeen) -> str:
        lock = f' · {self.say(text("locked"))}' if slot.locked else ""
        if slot.fault:
            words = f'<span class="fault">{self.say(slot.fault)}</span>'
        else:
            words = self.say(slot.card) if slot.card else f'<span class="empty">{self.say(text("no card"))}</span>'
        return self._line(f'<span class="number">{slot.number}</span>{words}{lock}', slot.act, "locked" if slot.locked else "")

    def _lines(self, lines: Iterable[LineSeen]) -> Iterator[str]:
        told = "".join(
            f'<li class="{line.state}">{f"{self._sign(line.sign)} {self.say(line.sign.name)}: " if line.sign else ""}{self.say(line.words)}</li>' for line in lines
        )
        if told:
            yield f"<ul>{told}</ul>"

    def _standings(self, rows: Iterable[StandingRow]) -> Iterator[str]:
        told = "".join(
            f'<tr><td>{row.place}</td><td>{sign(row.colour, row.shape)} {self.say(row.name)}</td><td>{self.say(row.brief)}</td></tr>' for row in rows
        )
        if told:
            yield f'<h2>{self.say(text("Standings"))}</h2><table>{told}</table>'

    def _cards(self, cards: CardsPicture) -> Iterator[str]:
        """Cards on the table: a line for each row, then the piles."""
        told = [f"<li>{self._row(row)}</li>" for row in cards.rows if row.cards or row.note]
        told += [f"<li>{self.say(pile.title)}: {pile.number}</li>" for pile in cards.piles]
        if told:
            yield f'<h2>{self.say(text("On the table"))}</h2><ul>{"".join(told)}</ul>'

    def _row(self, row: RowPicture) -> str:
        cards = " · ".join(self._table_card(card) for card in row.cards) or "–"
        head = f"{self._sign(row.sign)} {self.say(row.sign.name)}"
        note = f" ({self.say(row.note)})" if row.note else ""
        title = f", {self.say(row.title)}" if row.title else ""
        return f"{head}{title}: {cards}{note}"

    def _table_card(self, card: TableCardPicture) -> str:
        """What everybody may know of a card on the table."""
        if card.card is None:
            return self.say(text("a covered card"))
        return self.say(card.card.look.words) if card.card.look is not None else self.say(f"{card.card.move} ({card.card.priority})")
