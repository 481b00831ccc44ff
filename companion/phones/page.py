"""The pages on a phone, as HTML in the language of the screen: one column, large dark letters on light ground, nothing from elsewhere.

Every word that comes from people or games is escaped. Styles and scripts are files of our own (`STYLE`, `SCRIPT`), so that a browser may be told to
take none from a page.
"""
from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape
from typing import Final

from companion.phones.drawing import map_of, sign
from companion.phones.seen import ButtonSeen, CardSeen, LineSeen, OwnReader, PhonePage, SlotSeen
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

STYLE: Final = """
:root { color-scheme: light; }
* { box-sizing: border-box; }
body { margin: 0; padding: 12px; background: #fbf6ea; color: #1b1712; font: 20px/1.35 system-ui, sans-serif; }
main { max-width: 40rem; margin: 0 auto; }
h1 { font-size: 1.2em; margin: 0 0 4px; }
h2 { font-size: 1em; margin: 18px 0 6px; color: #6b4a12; }
p { margin: 6px 0; }
.said { font-size: 1.2em; font-weight: 700; }
.owner { display: flex; align-items: center; gap: 10px; font-size: 1.35em; font-weight: 700; margin: 0 0 6px; }
.sign { width: 1.3em; height: 1.3em; flex: none; vertical-align: -0.25em; }
ol, ul { list-style: none; margin: 0; padding: 0; }
li { padding: 8px 10px; margin: 0 0 4px; background: #ffffff; border: 2px solid #d9ccac; border-radius: 8px; overflow-wrap: anywhere; }
li.now { border-color: #8a5a00; border-width: 3px; font-weight: 700; }
li.done { color: #6f675b; }
li.locked { border-style: double; border-width: 5px; border-color: #b3261e; }
li .number { display: inline-block; min-width: 1.6em; font-weight: 700; }
.fault, .remedy { color: #a11b12; font-weight: 700; }
.empty, .about { color: #6f675b; font-weight: 400; }
.ghost { color: #0a4aa6; font-weight: 700; }
.map { display: block; width: 100%; height: auto; border: 2px solid #b9a983; background: #e9dfc8; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; padding: 6px 4px; border-bottom: 1px solid #d9ccac; vertical-align: top; font-weight: 400; }
td:last-child { font-weight: 700; }
td:nth-child(2):not(:last-child) { white-space: nowrap; }
#lost { background: #a11b12; color: #ffffff; font-weight: 700; padding: 10px; border-radius: 8px; }
input, button { font: inherit; font-size: 1.3em; padding: 10px; width: 100%; margin: 6px 0; border: 2px solid #6b4a12; border-radius: 8px; }
button { background: #f4c430; color: inherit; font-weight: 700; }
button::first-letter { text-transform: uppercase; }
button.besides { background: #ffffff; font-size: 1em; }
li button { margin: 0; font-size: 1.1em; background: #ffffff; border-width: 0; padding: 8px 4px; text-align: left; }
li.act { padding: 0 8px; border-color: #6b4a12; }
li.act:active, button:active { background: #f4c430; }
ul.cards { display: grid; grid-template-columns: 1fr 1fr; gap: 4px; }
ul.cards li { margin: 0; }
.time { font-size: 1.2em; font-weight: 700; }
"""

SCRIPT: Final = """
"use strict";
const main = document.querySelector("main[data-news]"), lost = document.querySelector("#lost");
if (main) {
  const news = new EventSource(main.dataset.news);
  news.onopen = () => { lost.hidden = true; };
  news.onmessage = (said) => { lost.hidden = true; main.innerHTML = JSON.parse(said.data); };
  news.addEventListener("gone", (said) => { news.close(); lost.hidden = true; main.innerHTML = JSON.parse(said.data); });
  news.onerror = () => {
    lost.hidden = false;
    if (news.readyState === EventSource.CLOSED) lost.textContent = lost.dataset.gone;
  };
  main.addEventListener("submit", (touched) => {
    touched.preventDefault();
    const wish = new URLSearchParams(new FormData(touched.target));
    wish.append(touched.submitter.name, touched.submitter.value);
    fetch(touched.target.action, { method: "POST", body: wish, redirect: "manual" }).catch(() => { lost.hidden = false; });
  });
}
"""


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

    def _own(self, own: OwnReader, page: PhonePage, place: str, play: str) -> Iterator[str]:
        """One form, in which everything is a button that can be done."""
        yield f'<form method="post" action="{escape(play)}"><input type="hidden" name="seat" value="{own.seat}"><input type="hidden" name="step" value="{own.step}">'
        yield from self._reader(own, page, place)
        yield "</form>"

    def _reader(self, own: OwnReader, page: PhonePage, place: str) -> Iterator[str]:
        if own.sign != page.owner:
            yield f'<h2>{self._sign(own.sign)} {self.say(own.sign.name)}</h2>'
        for words, kind in ((own.question, ""), (own.state, ""), (own.remedy, "remedy")):
            if words:
                yield f'<p class="{kind}">{self.say(words)}</p>'
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
