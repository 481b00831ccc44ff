"""The pages on a phone, as HTML in one language: a seat's own page, and a second screen.

Every word from people or games is escaped. Styles and scripts are our own files (`phones.css`,
`phones.js`), so that a browser can be forbidden to run any from a page.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from html import escape
from typing import Final

from companion.content.manual import manual_files
from companion.games.scene import Face
from companion.phones import faces
from companion.phones.drawing import is_cut_out, map_of, piece_of, sign
from companion.phones.phone_view import (
    JOIN,
    ButtonSeen,
    LineSeen,
    OwnReader,
    PhonePage,
    SlotSeen,
)
from companion.session.reader_faults import card_words
from companion.session.remote import BACK, handle_key, rule_key
from companion.session.view import (
    BoardPicture,
    CardsPicture,
    PlayedCard,
    SeatSign,
    StandingRow,
)
from companion.speech.spoken import spoken
from companion.words import WAYS, Catalogue, Text, capital, count, facts, text

LOST: Final = text("The table does not answer. This page returns as soon as it does.")
DEAD: Final = text(
    "The connection to the table was interrupted, so this touch did nothing. Touch again."
)
GONE: Final = text("This code is not valid any more. Read the code on the table's screen again.")
ASK_CODE: Final = text("Type the code from the page Phones on the table's screen.")
WRONG: Final = text("No seat has this code. Read it again on the table's screen.")
ASK_PIN: Final = text("This seat has a PIN. Type its four digits.")
WRONG_PIN: Final = text("This is not the PIN of the seat.")
NOT_NOW: Final = text("This moment cannot be shown. The game itself is unharmed.")

FEW: Final = 4
"""Maximum number of answers in one column."""
BEFORE: Final = 1
"""Number of lines that a second screen shows before the present one."""


class PageWriter:
    """Writes pages in one language."""

    def __init__(self, code: str, words: Catalogue) -> None:
        """Use the words of a language with this code."""
        self._code, self._words = code, words

    # ---- Whole pages -----------------------------------------------------------------------------

    def frame(self, content: str, news: str = "") -> str:
        """Write a page around some content; `news` is the address of new content, or ""."""
        live = f' data-news="{escape(news)}" data-dead="{self.say(DEAD)}"' if news else ""
        # Without scripts the page is fetched again now and then.
        still = '<noscript><meta http-equiv="refresh" content="3"></noscript>' if news else ""
        # Text for screen readers and the button of the voice are outside of the content, which is
        # replaced as a whole. The button comes where the browser has a voice.
        if news:
            voice = (
                '<button id="voice" type="button" aria-pressed="false" hidden>'
                f"{self.say(text('Read aloud'))}</button>"
            )
        else:
            voice = ""
        # A link to the manual, where there is one.
        manual = self.say(text("Rules and help"))
        foot = f'<footer><a href="/manual/">{manual}</a></footer>' if manual_files() else ""
        return (
            f'<!doctype html><html lang="{escape(self._code)}"><head><meta charset="utf-8">'
            '<meta name="viewport" '
            'content="width=device-width, initial-scale=1, viewport-fit=cover">'
            '<meta name="color-scheme" content="light dark">'
            f'<title>Clockwork Derby</title><link rel="stylesheet" href="/phones.css">'
            f'<script src="/phones.js" defer></script>{still}</head>'
            f'<body><p id="lost" role="status" data-words="{self.say(LOST)}" hidden>'
            f'{self.say(LOST)}</p><p id="said" role="alert" hidden></p>'
            '<p id="announcer" class="unseen" role="status" aria-live="polite"></p>'
            f"<main{live}>{content}</main>{voice}{foot}</body></html>"
        )

    def asking(self, words: Text, place: str, field: str, about: Text | None = None) -> str:
        """Write a page that asks for a code or a PIN; `about` says why it asks again."""
        again = f'<p class="fault" role="alert">{self.say(about)}</p>' if about is not None else ""
        keys = "numeric" if field == "pin" else "text"
        # A PIN is in no address.
        method = ' method="post"' if field == "pin" else ""
        return self.frame(
            f'<h1>Clockwork Derby</h1>{again}<form action="{escape(place)}"{method}>'
            f'<label>{self.say(words)}<input name="{field}" inputmode="{keys}" autocomplete="off" '
            'autocapitalize="characters" maxlength="12" required></label>'
            f"<button>{self.say(text('Join'))}</button></form>"
        )

    def sentence(self, words: Text) -> str:
        """Write one sentence in place of all content."""
        return f"<p>{self.say(words)}</p>"

    # ---- The content -----------------------------------------------------------------------------

    def content(self, page: PhonePage, place: str, play: str = "") -> str:
        """Write all content.

        Args:
            page: The content as values.
            place: The address of this phone.
            play: The address for the player's touches.
        """
        if page.owner is not None:
            parts = self._seat(page, place, play)
        elif page.lobby:
            parts = self._join(page, place, play)
        else:
            parts = self._screen(page, place)
        return "".join(parts)

    def _join(self, page: PhonePage, place: str, play: str) -> Iterator[str]:
        """Write the page on which a phone without a seat takes one."""
        yield f"<h1>{self.say(page.title)}</h1>{self.live('said', page.said)}"
        yield from self.notes(page)
        yield from self.lobby(page, play)
        if page.board is not None:
            yield map_of(page.board, place, self.map_label(page.board, 0))

    def _screen(self, page: PhonePage, place: str) -> Iterator[str]:
        """Write a second screen: words, and beside them the whole map or the cards on the table."""
        yield f'<div class="screen"><section class="words"><h1>{self.say(page.title)}</h1>'
        yield self.live("said", page.said)
        yield from self.notes(page)
        yield from self.played(page.played, page.signs)
        now = next((number for number, line in enumerate(page.lines) if line.state == "now"), 0)
        yield from self.lines(page.lines[max(0, now - BEFORE) :])
        yield from self.standings(page.standings, page.signs)
        if page.cards is not None and not any(row.cards for row in page.cards.rows):
            yield from self.cards(page.cards)
        yield "</section>"
        if page.board is not None:
            yield map_of(page.board, place, self.map_label(page.board, 0))
        if page.cards is not None and any(row.cards for row in page.cards.rows):
            yield '<section class="table">'
            yield from self.cards(page.cards)
            yield "</section>"
        yield "</div>"

    def _seat(self, page: PhonePage, place: str, play: str) -> Iterator[str]:
        """Write a seat's own page: what its player may know and do, then what everybody knows."""
        assert page.owner is not None
        owner = f"{self.sign(page.owner)}{self.say(page.owner.name)}"
        yield f'<header><p class="owner">{owner}</p><h1>{self.say(page.title)}</h1></header>'
        # While cards are chosen, they get the room.
        yield self.live(
            "said brief" if any(own.seat and own.slots for own in page.own) else "said", page.said
        )
        yield from self.notes(page)
        yield from self.lobby(page, play)
        yield from self.choices(page, play)
        for own in page.own:
            # One form, in which every possible act is a button.
            yield self.form(play, own.seat, own.revision, "".join(self._reader(own, page, place)))
        board = page.board if not page.own else None
        # A player who sets up or chooses a board sees all of it.
        moves = bool(page.played or page.lines)
        if board is not None and not page.standings:
            yield from self.map(board, place, page.piece, "", near=moves)
        if page.cards is not None:
            yield from self.cards(page.cards)
        if page.own or not page.standings:
            yield from self._at_table(page)
        yield from self.standings(page.standings, page.signs)
        if not page.own and page.standings:
            yield from self._at_table(page)
        if board is not None and page.standings:
            yield from self.map(board, place, page.piece, "", near=moves)
        if page.counts:
            yield f"<h2>{self.say(text('Your statistics'))}</h2><table>"
            yield from (
                f'<tr><th scope="row">{self.say(fact.title)}</th>'
                f"<td>{self.say(fact.figure)}</td></tr>"
                for fact in page.counts
            )
            yield "</table>"
        yield from self.deeds(page, play)

    def _at_table(self, page: PhonePage) -> Iterator[str]:
        if page.lines:
            yield f"<h2>{self.say(text('At the table'))}</h2>"
            yield from self.lines(page.lines)

    # ---- A reader --------------------------------------------------------------------------------

    def _reader(self, own: OwnReader, page: PhonePage, place: str) -> Iterator[str]:
        level = 2
        if own.sign != page.owner:
            level = 3
            yield f"<h2>{self.sign(own.sign)} {self.say(own.sign.name)}</h2>"
        if self.say(own.question) not in self.say(page.said):
            yield self.live("question", own.question)
        board = own.board if own.board is not None else page.board
        state = self.live("state", capital(own.state) if own.state else "")
        where = self.live("where", self._where(board, own.piece))
        if state or where:
            yield f'<div class="stands">{where} {state}</div>'
        if own.left is not None:
            left = count("{number} second left", "{number} seconds left", own.left)
            yield f'<p class="time">{self.say(left)}</p>'
        yield self.live("remedy", own.problem)
        yield self.live("hint", own.hint)
        # The handle and its undoing; all other buttons are with the cards.
        bar = [one for one in own.buttons if one.act == BACK or one.act.startswith(handle_key(""))]
        answers = [one for one in own.buttons if one not in bar]
        choice = "".join(
            (
                self._answers([button for button in answers if button.answers], own),
                *self._slots(own, level),
                *self._hand(own, level),
                self._answers([button for button in answers if not button.answers], own),
            )
        )
        ground = "".join(self._ways(own, board, place, level))
        # Cards come first while choosing, the map while carrying out.
        parts = (("choice", choice), ("ground", ground))
        for kind, part in parts if own.seat else parts[::-1]:
            if part:
                yield f'<div class="{kind}">{part}</div>'
        # The handle stays in reach of the thumb on a page of any length.
        if bar:
            yield (
                f'<div class="bar">{"".join(self._button(button, own.seat) for button in bar)}'
                "</div>"
            )

    def _where(self, board: BoardPicture | None, seat: int) -> Text:
        """Say in one line where a piece is bound and which way it faces."""
        piece = piece_of(board, seat) if board is not None else None
        if piece is None:
            return facts([])
        if piece.square is None:
            looks = text("off the board")
        else:
            looks = text("facing {way}", way=WAYS[piece.heading])
        return capital(facts([*(badge.meaning for badge in piece.badges), looks]))

    def _slots(self, own: OwnReader, level: int) -> Iterator[str]:
        if not own.slots:
            return
        faces = [*(slot.face for slot in own.slots), *(card.face for card in own.hand)]
        kind = "slots large" if any(map(_is_large, faces)) else "slots"
        title = text("Your reader") if own.seat else text("Your cards of this turn")
        yield f'{self.heading(title, level)}<ol class="{kind}">'
        yield from (self._slot(slot, own) for slot in own.slots)
        yield "</ol>"
        for slot in own.slots:
            if slot.fault:
                place = self.say(text("Slot {slot}", slot=slot.number))
                yield f'<p class="fault" data-announce>{place}: {self.say(slot.fault)}</p>'

    def _slot(self, slot: SlotSeen, own: OwnReader) -> str:
        number = f'<span class="number">{slot.number}</span>'
        lock = f' <span class="lock">{self.say(text("locked"))}</span>' if slot.locked else ""
        kind = "slot locked" if slot.locked else "slot"
        if slot.fault:
            words = f'<span class="unseen">{self.say(slot.fault)}</span>'
            card_seen = f' <span class="gap wrong"><span aria-hidden="true">!</span>{words}</span>'
        elif slot.card:
            card_seen = f" {self.card(slot.card, slot.face)}"
        else:
            card_seen = (
                f' <span class="gap"><span class="empty">{self.say(text("no card"))}</span></span>'
            )
        if not slot.act:
            return f'<li class="{kind}">{number}{card_seen}{lock}</li>'
        name = text(
            "Slot {slot}: {card}. Touch it to take the card out.",
            slot=slot.number,
            card=slot.card or slot.fault,
        )
        act = f'{self.act(slot.act, own.seat)} aria-label="{self.say(name)}"'
        return f'<li class="{kind}"><button {act}>{number}{card_seen}{lock}</button></li>'

    def _hand(self, own: OwnReader, level: int) -> Iterator[str]:
        if own.hand:
            kind = "hand large" if any(_is_large(seen.face) for seen in own.hand) else "hand"
            yield f'{self.heading(text("Your hand"), level)}<ul class="{kind}">'
            for seen in own.hand:
                drawn = self.card(seen.words, seen.face, seen.about)
                if seen.act:
                    drawn = f"<button {self.act(seen.act, own.seat)}>{drawn}</button>"
                yield f"<li>{drawn}</li>"
            yield "</ul>"

    def _answers(self, buttons: list[ButtonSeen], own: OwnReader) -> str:
        """Write the buttons of answers, in two columns if they are many."""
        kind = "answers many" if len(buttons) > FEW else "answers"
        if buttons:
            return (
                f'<div class="{kind}">'
                f"{''.join(self._button(button, own.seat) for button in buttons)}</div>"
            )
        return ""

    def _button(self, button: ButtonSeen, seat: int = 0) -> str:
        kind = "" if button.answers else ' class="optional"'
        about = f' <span class="about">{self.say(button.about)}</span>' if button.about else ""
        return (
            f"<button{kind} {self.act(button.act, seat)}>{self.say(button.words)}{about}</button>"
        )

    def _ways(
        self, own: OwnReader, board: BoardPicture | None, place: str, level: int
    ) -> Iterator[str]:
        """Write the path of a program, and draw the map."""
        if own.foreseen is not None:
            title = self.heading(text("The way if nobody else moves"), level)
            words = own.foreseen[-1].words if own.foreseen else text("Put a card into slot 1.")
            yield f'<div class="leads">{title} <p class="ghost">{self.say(words)}</p></div>'
        if board is not None:
            yield from self.map(board, place, own.piece, str(own.piece))

    # ---- Before a race ---------------------------------------------------------------------------

    def notes(self, page: PhonePage) -> Iterator[str]:
        """Write what the owner should know about the phone itself."""
        yield from (self.live("note", note) for note in page.notes)

    def deeds(self, page: PhonePage, play: str) -> Iterator[str]:
        """Write the buttons that answer no question, those that lead on in reach of the thumb."""
        leading = [button for button in page.buttons if button.answers]
        others = [button for button in page.buttons if not button.answers]
        if others:
            answers = f'<div class="answers">{"".join(map(self._button, others))}</div>'
            yield self.form(play, 0, page.revision, answers)
        if leading:
            bar = f'<div class="bar">{"".join(map(self._button, leading))}</div>'
            yield self.form(play, 0, page.revision, bar)

    def choices(self, page: PhonePage, play: str) -> Iterator[str]:
        """Write the owner's choices before a race: the name, and the game's choices for a seat."""
        mine = page.choices
        if mine is None:
            return
        name = self._name(mine.name, mine.key, text("Change the name"))
        yield self.form(play, 0, page.revision, name)
        for rule in mine.rules:
            values = "".join(
                f"<li{' class=chosen' if choice.chosen else ''}>"
                f"<button {self.act(rule_key(rule.key, choice.word))}"
                f"{' disabled' if choice.chosen else ''}>"
                f'{self.say(choice.label)} <span class="about">{self.say(choice.meaning)}</span>'
                "</button></li>"
                for choice in rule.choices
            )
            title = self.heading(rule.title, 2)
            yield self.form(play, 0, page.revision, f'{title}<ul class="choices">{values}</ul>')

    def _name(self, name: str, act: str, words: Text) -> str:
        """Write a field for a name, and the button that takes it."""
        return (
            f'<label>{self.say(text("Name"))}<input name="name" value="{escape(name)}"'
            ' maxlength="12" autocomplete="off" required></label>'
            f"<button {self.act(act)}>{self.say(words)}</button>"
        )

    def lobby(self, page: PhonePage, play: str) -> Iterator[str]:
        """Write all seats before a race.

        A phone without one marks a free one and takes it, with a name.
        """
        if not page.lobby:
            return
        joins = page.owner is None and any(seat.free for seat in page.lobby)
        first = next(
            (seat.seat for seat in sorted(page.lobby, key=lambda seat: seat.person) if seat.free), 0
        )
        seats = []
        for seat in page.lobby:
            about = [
                seat.who,
                *([seat.choices] if seat.choices else []),
                *([text("ready")] if seat.ready else []),
            ]
            line = (
                f"{self.sign(seat.sign)} <b>{self.say(seat.sign.name)}</b>:"
                f" {', '.join(map(self.say, about))}"
            )
            if joins and seat.free:
                checked = " checked" if seat.seat == first else ""
                line = (
                    '<label><input type="radio" name="seat"'
                    f' value="{seat.seat}"{checked} required>{line}</label>'
                )
            state = "done" if seat.ready else "now" if seat.mine else ""
            seats.append(f'<li class="{state}">{line}</li>')
        title = self.heading(text("Seats"), 2)
        content = f'{title}<ul class="lines lobby">{"".join(seats)}</ul>'
        if joins:
            join = self._name("", JOIN, text("Take this seat"))
            number = f'<input type="hidden" name="revision" value="{page.revision}">'
            content = f'<form method="post" action="{escape(play)}">{number}{content}{join}</form>'
        yield content

    # ---- Parts of pages --------------------------------------------------------------------------

    def say(self, words: Text | str) -> str:
        """Return words for a page, escaped and translated."""
        return escape(words.said(self._words) if isinstance(words, Text) else words)

    def plain(self, words: Text) -> str:
        """Return translated words for uses outside of a page."""
        return words.said(self._words)

    def form(self, play: str, seat: int, revision: int, content: str) -> str:
        """Write a form whose buttons act for a seat, 0 for those that answer no question."""
        return (
            f'<form method="post" action="{escape(play)}">'
            f'<input type="hidden" name="seat" value="{seat}">'
            f'<input type="hidden" name="revision" value="{revision}">{content}</form>'
        )

    def act(self, act: str, seat: int = 0) -> str:
        """Return the attributes of a button for an act, with an id to find it again."""
        return f'name="do" value="{escape(act)}" id="do-{seat}-{escape(act.replace(" ", "-"))}"'

    def live(self, kind: str, words: Text | str) -> str:
        """Write words that a screen reader reads when they change; "" for none."""
        if not words:
            return ""
        written = words.said(self._words) if isinstance(words, Text) else words
        # The attribute has what a voice says.
        said = escape(spoken(written, self._code))
        return f'<p class="{kind}" data-announce="{said}">{self.say(words)}</p>'

    def heading(self, title: Text, level: int) -> str:
        """Write a heading that takes little room."""
        return f'<h{level} class="small">{self.say(title)}</h{level}>'

    def sign(self, mark: SeatSign) -> str:
        """Draw the sign of a seat."""
        return sign(mark.colour, mark.shape)

    def card(self, words: Text | str, face: Face | None, about: Text | None = None) -> str:
        """Draw a card; its words are read out, and stand below it if it is not drawn with them."""
        if face is None:
            return f'<span class="card">{self.say(words)}</span>'
        named = "name" if face.look is not None and face.look.full else "unseen"
        more = f' <span class="about">{self.say(about)}</span>' if about else ""
        label = f'<span class="{named}">{self.say(words)}</span>'
        return f'<span class="card">{faces.card(face, self._words)}{label}{more}</span>'

    def _words_of(self, shown: Face) -> Text:
        """Return the name of a card."""
        return card_words(Face(*shown))

    def map(
        self, board: BoardPicture, place: str, piece: int, key: str, near: bool = True
    ) -> Iterator[str]:
        """Draw the map around a piece, and the whole one on a touch; or only the whole one."""
        label = self.map_label(board, piece)
        yield map_of(board, place, label, piece, near=near)
        if near and is_cut_out(board, piece):
            whole = map_of(board, place, label, piece)
            title = self.say(text("The whole map"))
            yield f'<details id="whole-{key}"><summary>{title}</summary>{whole}</details>'

    def map_label(self, board: BoardPicture, seat: int) -> str:
        """Say where the pieces are, one's own first."""
        pieces = sorted(
            (piece for piece in board.pieces if not piece.kind),
            key=lambda piece: piece.seat != seat,
        )
        title = text("Map of {board}", board=board.board.name) if board.board.name else text("Map")
        sentences = [title.said(self._words)]
        for piece in pieces:
            if piece.square is not None:
                heading = WAYS[piece.heading]
                place = text(
                    "on {square}, facing {heading}", square=str(piece.square), heading=heading
                )
                sentences.append(f"{board.signs[piece.seat].name}: {place.said(self._words)}")
        return ". ".join(sentences)

    def played(self, cards: Iterable[PlayedCard], signs: Mapping[int, SeatSign]) -> Iterator[str]:
        """Draw the cards of a round in the order of play."""
        items = "".join(
            f'<li class="{one.state}">{self.sign(signs[one.seat])} '
            f"<b>{self.say(signs[one.seat].name)}</b>"
            f"{self.card(self._words_of(one.card), one.card)}</li>"
            for one in cards
        )
        if items:
            yield f'<ul class="card-list played">{items}</ul>'

    def lines(self, lines: Iterable[LineSeen]) -> Iterator[str]:
        """Write lines as a list."""
        items = []
        for line in lines:
            whose, words = "", self.say(line.words)
            if line.sign is not None:
                # An instruction names the piece itself.
                name = self.say(line.sign.name)
                whose = f"{self.sign(line.sign)} {'' if name in words else f'<b>{name}</b>: '}"
            # The cards of a line in small, each below the number of its slot.
            drawn = "".join(
                f'<li><span class="number">{slot.number}</span>'
                f"{self.card(slot.card, slot.face)}</li>"
                for slot in line.cards
            )
            known = ""
            if drawn:
                title = self.say(text("Locked slots:"))
                known = f'<p class="about">{title}</p><ul class="card-list known">{drawn}</ul>'
            now = ' aria-current="step"' if line.state == "now" else ""
            items.append(f'<li class="{line.state}"{now}>{whose}{words}{known}</li>')
        if items:
            yield f'<ul class="lines">{"".join(items)}</ul>'

    def standings(
        self, rows: Iterable[StandingRow], signs: Mapping[int, SeatSign]
    ) -> Iterator[str]:
        """Write the standings of a game as a table."""
        items = "".join(
            f'<tr><td>{row.place}</td><th scope="row">{self.sign(signs[row.seat])} '
            f"{self.say(signs[row.seat].name)}</th><td>{self.say(row.brief)}</td></tr>"
            for row in rows
        )
        if items:
            yield f'<h2>{self.say(text("Standings"))}</h2><table class="standings">{items}</table>'

    def cards(self, cards: CardsPicture) -> Iterator[str]:
        """Write the cards on the table: a line for each row, then the piles."""
        rows = []
        for row in cards.rows:
            if not (row.cards or row.note):
                continue
            sign = cards.signs[row.seat]
            head = f"{self.sign(sign)} <b>{self.say(sign.name)}</b>"
            title = f", {self.say(row.title)}" if row.title else ""
            note = f" ({self.say(row.note)})" if row.note else ""
            lies = []
            for one in row.cards:
                if one.face is None:
                    words = f'<span class="unseen">{self.say(text("a covered card"))}</span>'
                    card = f'<span class="card">{faces.back()}{words}</span>'
                else:
                    card = self.card(self._words_of(one.face), one.face)
                mark = "marked" if one.key in cards.marked else ""
                lies.append(f'<li class="{mark}">{card}</li>')
            rows.append(
                f'<div class="row"><p>{head}{title}{note}</p>'
                f'<ul class="card-list">{"".join(lies)}</ul></div>'
            )
        piles = facts(
            [text("{pile}: {number}", pile=pile.title, number=pile.number) for pile in cards.piles]
        )
        if rows or piles:
            yield f"<h2>{self.say(text('On the table'))}</h2>{''.join(rows)}"
        if piles:
            yield f'<p class="piles">{self.say(piles)}</p>'


def _is_large(face: Face | None) -> bool:
    """Return whether a card has sentences, for which small cards have no room."""
    return face is not None and face.look is not None and bool(face.look.full)
