"""Pass the session's questions to pilots, and their choices to the readers or back as messages.

A late answer counts only if its question is still open. It waits while the table is being brought
in line with another position.

The pilot driver puts a pilot's program into a reader, moves the handle and repairs faults, or picks
an offer. A reader on the screen shows the cards directly. At an emulated reader a card may be
skewed or a cable unplugged: the driver then compares what the session reads with what the pilot
wants, corrects the difference, and moves the handle again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, TypeAlias

from companion.app.chance import Chance
from companion.app.thinking import PilotQuestion, ReviewTask, Thinking, Thought
from companion.games.asking import Answer, Reading
from companion.named_tuples import NamedTuple
from companion.pilots.base import is_sound
from companion.session.advice import HintReady, PilotReasons
from companion.session.commands import AskFill, AskHint, AskPilot, AskReview
from companion.session.lobby.arrangement import PERSON
from companion.session.messages import Filled, Message, Pick, ShowNotice
from companion.session.session import Match, Session
from companion.session.view import CERTIFY, TABLE
from companion.signals import EMPTY, OK, Deed, InsertCard, MoveHandle, SettleCard, TakeCard
from companion.words import text

HANDS_OFF: Final = (TABLE, CERTIFY)
"""Pages on which cards in readers are no programs."""

PATIENCE: Final = 1.0
"""Seconds that a reader may stay silent before its handle is moved again."""
REACTION: Final = 0.1
"""Seconds between two looks at a reader that shows something wrong."""

PilotCommand: TypeAlias = AskPilot | AskFill | AskHint | AskReview


class PilotsAsked:
    """Puts questions to pilots and delivers their choices; `say` sends a message to the session."""

    def __init__(
        self,
        thinking: Thinking,
        chance: Chance,
        driver: PilotDriver,
        say: Callable[[Message], None],
    ) -> None:
        self._thinking = thinking
        self._chance, self._driver, self._say = chance, driver, say
        self._number = 0
        # Questions by their number, and thoughts that cannot be used yet.
        self._open: dict[int, PilotCommand] = {}
        self._back: list[tuple[PilotCommand, Thought]] = []
        # The race that was prepared, and the failures that were reported, by race and seat.
        self._prepared = 0
        self._failed: set[tuple[int, int]] = set()

    @property
    def thinking(self) -> Thinking:
        """The place in which the pilots think.

        Setting it closes the previous one and prepares the race again.
        """
        return self._thinking

    @thinking.setter
    def thinking(self, thinking: Thinking) -> None:
        """Think there from now on."""
        self._thinking.close()
        self._thinking, self._prepared = thinking, 0

    def prepare(self, session: Session) -> None:
        """Let pilots prepare for the current race, once.

        A race that may be resumed is prepared only when it is resumed.
        """
        match, setup = session.match, session.lobby.setup
        if (
            match is None
            or match.number == self._prepared
            or not session.piloted
            or session.timeline.is_syncing
        ):
            return
        self._prepared = match.number
        names = dict.fromkeys(setup.seat(seat).player for seat in session.piloted)
        self.thinking.prepare(
            tuple(names), session.config.game, session.config.game.redacted(match.position, None)
        )

    def put(self, command: PilotCommand, session: Session) -> None:
        """Pass on a question of the session, unless it is being thought about already."""
        # The session asks every second once the time is over.
        if command in self._open.values() or any(command == other for other, _ in self._back):
            return
        if isinstance(command, AskReview):
            self._number += 1
            self._open[self._number] = command
            self.thinking.review(ReviewTask(self._number, command.game, command.turns))
            return
        self.prepare(session)
        asked = command if isinstance(command, AskPilot) else command.asked
        if isinstance(command, AskFill) and (
            not asked.ask.hand.codes or asked.pilot not in session.config.pilot_labels
        ):
            self._say(Filled(command.revision, asked.ask.seat, self._drawn_places(command)))
            return
        # The name of the choice's random source; a hint shares none with the race.
        match command:
            case AskPilot():
                about: tuple[int | str, ...] = (asked.about, asked.ask.seat)
            case AskHint():
                about = ("hint", asked.ask.seat)
            case AskFill(again=again):
                about = ("timer", asked.ask.seat, "pilot", again)
        self._number += 1
        self._open[self._number] = command
        self.thinking.ask(
            PilotQuestion(
                self._number,
                asked.pilot,
                session.config.game,
                asked.about,
                asked.ask,
                asked.position,
                session.lobby.adaptive_level.level,
                self._chance.name(asked.race, asked.turn, *about),
            )
        )

    def deliver(self, session: Session) -> None:
        """Use the thoughts that came back; `session` is the latest state."""
        self._back += [
            (self._open.pop(thought.number), thought)
            for thought in self.thinking.poll()
            if thought.number in self._open
        ]
        if (
            not self._back
            or session.timeline.is_syncing
            or any(session.is_open(page) for page in HANDS_OFF)
        ):
            return
        back, self._back = self._back, []
        for command, thought in back:
            if isinstance(command, AskPilot):
                self._play(session, command, thought)
            elif isinstance(command, AskHint):
                # The first card that the pilot would play; no hint if the pilot failed.
                if thought.choice is not None and not thought.instead:
                    codes = thought.choice.answer.codes
                    first = next((code for code in codes if code is not None), None)
                    seat = command.asked.ask.seat
                    self._say(HintReady(command.revision, seat, first, thought.choice.why, codes))
            elif isinstance(command, AskReview):
                # Reviews are rare, and the first screen does not wait for the import.
                from companion.session.pages.review import ReviewCame

                self._say(ReviewCame(command.race, thought.review))
            else:
                codes = () if thought.choice is None else thought.choice.answer.codes
                self._say(
                    Filled(
                        command.revision, command.asked.ask.seat, self._drawn_places(command, codes)
                    )
                )

    def close(self) -> None:
        """Drop all open questions and stop thinking."""
        self._open.clear()
        self.thinking.close()

    def _play(self, session: Session, asked: AskPilot, thought: Thought) -> None:
        """Have the driver play an answer, if its question is still open."""
        match, seat = session.match, asked.ask.seat
        if match is None or seat in match.question.answers or not still_plays(session, asked):
            return
        has_failed = thought.choice is None or thought.instead
        if has_failed and (asked.race, seat) not in self._failed:
            # Say who plays instead, once in a race.
            self._failed.add((asked.race, seat))
            name, labels = session.lobby.setup.seat(seat).name, session.config.pilot_labels
            self._say(
                ShowNotice(
                    text(
                        "The pilot of {name} did not answer: “{pilot}” plays for it.",
                        name=name,
                        pilot=labels.get(thought.instead, thought.instead),
                    )
                    if thought.choice is not None
                    else text(
                        "No pilot can play for {name}: give the seat to a person in the menu.",
                        name=name,
                    )
                )
            )
        if thought.choice is not None and not is_over(match, Intent(asked, thought.choice.answer)):
            if thought.choice.why and not asked.instead:
                self._say(PilotReasons(asked.race, asked.turn, seat, thought.choice.why))
            self._driver.play(asked, thought.choice.answer)

    def _drawn_places(
        self, command: AskFill, codes: tuple[int | None, ...] = ()
    ) -> tuple[int, ...]:
        """Return places of a hand in the order of play: the pilot's choices, then by chance."""
        asked, hand = command.asked, command.asked.ask.hand.codes or ()
        source = self._chance.source(
            asked.race,
            asked.turn,
            "timer",
            asked.ask.seat,
            *([command.again] if command.again else []),
        )
        places = source.sample(range(1, command.number + 1), command.number)
        return tuple(
            dict.fromkeys([*(hand.index(code) + 1 for code in codes if code in hand), *places])
        )


# ---- Readers ----


class Intent(NamedTuple):
    """A pilot's answer to a question."""

    asked: AskPilot
    answer: Answer
    busy: float | None = None
    """The time of the driver's last act on it, in seconds; None before the first look."""


class PilotDriver:
    """Works the readers of all pilots; `do` acts at the table, `say` messages the session."""

    def __init__(self, do: Callable[[Deed], None], say: Callable[[Pick], None]) -> None:
        self._do, self._say = do, say
        self._intents: dict[int, Intent] = {}

    def play(self, asked: AskPilot, answer: Answer) -> None:
        """Insert the cards of an answer from the left and move the handle, or pick its offer.

        `look` repeats this until the session has understood it.
        """
        seat = asked.ask.seat
        self._intents[seat] = Intent(asked, answer)
        if answer.offer:
            self._say(Pick(seat, answer.offer))
            return
        for slot, code in enumerate(answer.codes, 1):
            if code is not None:
                self._do(InsertCard(seat, slot, code))
        self._do(MoveHandle(seat, answer.gesture))

    def look(self, session: Session, now: float) -> None:
        """Check that the session has understood every answer, and correct what differs.

        Args:
            session: The latest state.
            now: The time in seconds.
        """
        for seat, intent in list(self._intents.items()):
            match = session.match
            # The seat may have been given to another player.
            if match is None or is_over(match, intent) or not still_plays(session, intent.asked):
                del self._intents[seat]
            elif intent.busy is None or seat in match.question.answers or session.is_open(CERTIFY):
                # The intent stays: a lost reader may come back with other cards. While certifying,
                # its cards are no program.
                self._intents[seat] = intent._replace(busy=now)
            # With a remedy the session has said what is wrong, so the driver need not wait for the
            # reader.
            elif now - intent.busy >= (REACTION if seat in match.question.problems else PATIENCE):
                self._intents[seat] = intent._replace(busy=now)
                if intent.answer.offer:
                    self._say(Pick(seat, intent.answer.offer))
                    continue
                for deed in mending(session, intent):
                    self._do(deed)


def still_plays(session: Session, asked: AskPilot) -> bool:
    """Return whether a pilot still has the seat it was asked for, or plays once for its person."""
    player = session.lobby.setup.seat(asked.ask.player).player
    return player == PERSON if asked.instead else player == asked.pilot


def is_over(match: Match, intent: Intent) -> bool:
    """Return whether a question is closed or its hand changed, or the choice is not offered."""
    asked = intent.asked
    ask = match.ask(asked.ask.seat)
    if ask is None or (match.number, match.next_step.turn, match.question.kind) != (
        asked.race,
        asked.turn,
        asked.about,
    ):
        return True
    return (
        ask.program.slots != asked.ask.program.slots
        or ask.hand.codes != asked.ask.hand.codes
        or (bool(intent.answer.offer) and not is_sound(ask, intent.answer))
    )


def mending(session: Session, intent: Intent) -> Iterator[Deed]:
    """Yield the deeds left at a reader from the left: wrong cards out, missing ones in.

    Locked slots are corrected, too. The handle is last.
    """
    seat = intent.asked.ask.seat
    # A slot without a chosen card keeps its card: it is locked, or the seat rests.
    wanted = [
        code if code is not None else held
        for code, held in zip(intent.answer.codes, intent.asked.ask.program.held, strict=True)
    ]
    for slot, (code, reading) in enumerate(
        zip(wanted, session.readers.by_seat[seat].row, strict=True), 1
    ):
        if code is None or reading == Reading(OK, code):
            continue
        if reading.status == EMPTY:
            # The card is skewed or missing; one of the two actions does nothing.
            yield SettleCard(seat, slot)
            yield InsertCard(seat, slot, code)
        elif reading.status == OK:
            yield TakeCard(seat, slot)
            yield InsertCard(seat, slot, code)
        else:
            yield SettleCard(seat, slot)
    yield MoveHandle(seat, intent.answer.gesture)
