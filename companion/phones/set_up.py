"""Write what phones show before a race: seats, names and choices; and the buttons that answer no question."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from companion.phones.lobby import JOIN, LobbySeat
from companion.phones.parts import Parts
from companion.phones.phone_page import ButtonSeen, PhonePage
from companion.session.remote import rule_key
from companion.words import Text, text


class SetUpParts(Parts):
    """Writes these parts in one language."""

    def notes(self, page: PhonePage) -> Iterator[str]:
        """Write what the owner should know about the phone itself."""
        yield from (f'<p class="note" data-told>{self.say(note)}</p>' for note in page.notes)

    def deeds(self, page: PhonePage, play: str) -> Iterator[str]:
        """Write the buttons that answer no question: those that lead on in reach of the thumb."""
        leading = [button for button in page.buttons if button.answers]
        others = [button for button in page.buttons if not button.answers]
        if others:
            answers = f'<div class="answers">{"".join(map(self._deed, others))}</div>'
            yield self.form(play, 0, page.step, answers)
        if leading:
            bar = f'<div class="bar">{"".join(map(self._deed, leading))}</div>'
            yield self.form(play, 0, page.step, bar)

    def _deed(self, button: ButtonSeen) -> str:
        kind = "" if button.answers else ' class="besides"'
        return f"<button{kind} {self.act(button.act)}>{self.say(button.words)}</button>"

    def choices(self, page: PhonePage, play: str) -> Iterator[str]:
        """Write what the owner chooses for its seat before a race: its name, and what the game lets it choose."""
        mine = page.choices
        if mine is None:
            return
        name = self._name(mine.name, mine.key, text("Change the name"))
        yield self.form(play, 0, page.step, name)
        for rule in mine.rules:
            values = "".join(
                f"<li{' class=chosen' if choice.chosen else ''}>"
                f"<button {self.act(rule_key(rule.key, choice.word))}{' disabled' if choice.chosen else ''}>"
                f'{self.say(choice.label)} <span class="about">{self.say(choice.meaning)}</span></button></li>'
                for choice in rule.choices
            )
            title = self.heading(rule.title, 2)
            yield self.form(play, 0, page.step, f'{title}<ul class="choices">{values}</ul>')

    def _name(self, name: str, act: str, words: Text) -> str:
        """Write a field for a name, and the button that takes it."""
        return (
            f'<label>{self.say(text("Name"))}<input name="name" value="{escape(name)}" maxlength="12" autocomplete="off" required></label>'
            f"<button {self.act(act)}>{self.say(words)}</button>"
        )

    def lobby(self, page: PhonePage, play: str) -> Iterator[str]:
        """Write all seats before a race. A phone without one marks a free one and takes it, with a name."""
        if not page.lobby:
            return
        joins = page.owner is None and any(seat.free for seat in page.lobby)
        first = next(
            (seat.seat for seat in sorted(page.lobby, key=lambda seat: seat.person) if seat.free), 0
        )
        seats = "".join(
            self._lobby_seat(seat, joins and seat.free, seat.seat == first) for seat in page.lobby
        )
        content = f'{self.heading(text("Seats"), 2)}<ul class="lines lobby">{seats}</ul>'
        if joins:
            join = self._name("", JOIN, text("Take this seat"))
            step = f'<input type="hidden" name="step" value="{page.step}">'
            content = f'<form method="post" action="{escape(play)}">{step}{content}{join}</form>'
        yield content

    def _lobby_seat(self, seat: LobbySeat, joins: bool, marked: bool) -> str:
        """Write a seat in a line, with the mark by which a phone chooses it."""
        about = [
            seat.who,
            *([seat.choices] if seat.choices else []),
            *([text("ready")] if seat.ready else []),
        ]
        line = f"{self.sign(seat.sign)} <b>{self.say(seat.sign.name)}</b>: {', '.join(map(self.say, about))}"
        if joins:
            line = f'<label><input type="radio" name="seat" value="{seat.seat}"{" checked" if marked else ""} required>{line}</label>'
        return f'<li class="{"done" if seat.ready else "now" if seat.mine else ""}">{line}</li>'
