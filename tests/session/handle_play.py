"""Hands that play a whole game by cards and handles alone, at readers that only signal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from companion.app.loop import EventLoop
from companion.gallery.room import SceneRoom
from companion.games.asking import Ask, Questions
from companion.session.hands_free import chooses_by_handle, has_answers
from companion.session.messages import LIST, Begin, Message, SetFlow
from companion.session.preferences import Prefer
from companion.session.view import DEAL, OVER, PLAY, SUMMARY
from companion.signals import PULL, PUSH, REST, HandleMoved
from tests.typed import present

PATIENCE = 20_000
"""Deeds after which a game counts as stuck."""


class Untouched:
    """A room of readers whose screen nobody touches from the start positions on."""

    def __init__(
        self,
        room: SceneRoom,
        *setting_up: Message,
        wants: Callable[[int, int], str] = lambda seat, turn: "",
    ) -> None:
        """Set the game up, which is done by touches, and begin it.

        `wants` returns the move of the cards that a seat plays in a turn, "" for any.
        """
        self.room, self.loop, self._wants = room, room.loop, wants
        preferences = self.loop.session.lobby.preferences._replace(hands_free=True)
        for message in (Prefer(preferences), SetFlow(LIST), *setting_up, Begin()):
            self.loop.send(message)
        self.asked: Counter[str] = Counter()
        """The number of answers by a handle to each kind of question."""
        self.on_choice: Callable[[Ask], None] = lambda ask: None
        """Called before an answer is taken."""

    def move(self, seat: int, position: str = PULL) -> None:
        """Move a handle, which springs back."""
        self.room.say(HandleMoved(seat, position), HandleMoved(seat, REST))

    def play(self, until: Callable[[EventLoop], bool] = lambda loop: False) -> Untouched:
        """Play to the end of the game, or until something is so.

        Raises:
            AssertionError: Cards and handles lead no further.
        """
        for _ in range(PATIENCE):
            session = self.loop.session
            if session.page == OVER or until(self.loop):
                return self
            before = self._mark()
            self.do_next()
            assert self._mark() != before, f"{session.page} waits: {self.loop.view.hint}"
        raise AssertionError("the game has no end")

    @property
    def _turn(self) -> int:
        return present(self.loop.session.match).next_step.turn

    def _mark(self) -> object:
        session = self.loop.session
        match = session.match
        if match is None:
            answers = None
        else:
            answers = match.question.answers, match.question.placed, match.position
        return (
            session.revision,
            session.page,
            session.readers.rows,
            answers,
            session.readers.handle_choice,
        )

    def do_next(self) -> None:
        """Do one thing that the page waits for."""
        session, match = self.loop.session, present(self.loop.session.match)
        if session.page == DEAL:
            self.room.clear()
            if self.loop.session.revision == session.revision:
                self.move(session.people[0])
        elif isinstance(match.next_step, Questions) and session.page not in (PLAY, SUMMARY):
            waiting = [
                ask
                for ask in match.next_step.asks
                if ask.must
                and ask.seat not in match.question.answers
                and session.is_person(ask.player)
            ]
            self._answer(waiting[0]) if waiting else self._pull_all()
        else:
            self._pull_all()

    def _pull_all(self) -> None:
        """Pull handles until one of them leads on."""
        before = self._mark()
        for seat in self.loop.session.people:
            if self._mark() == before:
                self.move(seat)

    def _answer(self, ask: Ask) -> None:
        """Answer by cards, or by a handle that goes on to the last answer."""
        if chooses_by_handle(self.loop.session, ask.seat) is not None and has_answers(ask):
            self.asked[present(self.loop.session.match).question.kind.split()[0]] += 1
            for _ in range(len(ask.offers) - 1):
                self.move(ask.seat, PUSH)
            self.on_choice(ask)
            self.move(ask.seat)
            return
        positions = [position for position, _ in ask.gestures]
        if ask.program.free:
            self._fill(ask)
        self.move(ask.seat, PULL if PULL in positions else positions[0])

    def _fill(self, ask: Ask) -> None:
        """Put cards that no reader holds into the free slots, in the place of older ones."""
        rows = self.loop.session.readers.rows
        used = {reading.code for row in rows.values() for reading in row}
        among = ask.hand.codes or ask.hand.among or self.loop.session.config.game.deck
        game, wanted = self.loop.session.config.game, self._wants(ask.seat, self._turn)
        cards = sorted(
            (code for code in among if code not in used),
            key=lambda code: wanted not in ("", present(game.face(code)).move),
        )
        slots = [slot for slot in ask.program.free if rows[ask.seat][slot - 1].code not in among]
        if slots:
            self.room.put(ask.seat, dict(zip(slots, cards, strict=False)))
