"""A session on an extended board: drawn cards and slots, choices, kills and undos in between.

It runs at screen readers and real ones.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

import pytest

from companion.app.loop import EventLoop, go_on, open_session
from companion.app.recording import GameRecorder, recall
from companion.app.startup import recall_whole
from companion.engine.changes import Park, PutOn, SetDamage
from companion.engine.events import CardDrawn, CardSet, CardsSwapped, Jumped, PieceCame, StatusBegan
from companion.gallery.elements import cell, fair
from companion.games.api import locks_of
from companion.games.asking import Ask, Questions, Shuffle
from companion.games.programmed.deck import CARD_OF_CODE, CODE_OF_CARD, CODES
from companion.games.programmed.turn import DRAWING, RacePosition
from companion.journal.store import open_journal
from companion.session.commands import RecordEvents
from companion.session.lobby.arrangement import BoardEntry
from companion.session.messages import (
    ApplyCorrection,
    Begin,
    Confirm,
    GoBack,
    GoForward,
    Pick,
    Uncover,
)
from companion.session.past.replaying import mark_of
from companion.session.view import CHECK, DEAL, OFFER, PLACE, PLAY, PROGRAM, REST, SUMMARY
from companion.signals import (
    EMPTY,
    OK,
    PULL,
    HandleMoved,
    InsertCard,
    MoveHandle,
    Signal,
    SlotRead,
    TakeCard,
)
from companion.signals import REST as RESTS
from companion.table.base import Table
from companion.table.screen_fallback import ScreenFallback
from companion.table.virtual import ScriptedTable, VirtualTable
from tests.recorded import recorded
from tests.typed import of_kind, present


def touch() -> Table:
    """Return a table on the screen."""
    return VirtualTable(range(1, 9))


def one_reader() -> Table:
    """Return a table with a real reader at seat 1, so that cards are real."""
    SCRIPTED.append(ScriptedTable((1,)))
    return ScreenFallback(SCRIPTED[-1])


SCRIPTED: list[ScriptedTable] = []
"""The real readers of each table, the last one made at the end."""


Kind = TypeVar("Kind")


class Fair:
    """A session with a journal, whose app can be killed."""

    def __init__(
        self,
        folder: Path,
        entry: BoardEntry,
        players: tuple[str, ...],
        table: Callable[[], Table] = touch,
    ) -> None:
        self.folder, self.entry, self.table = folder, entry, table
        self.journal = open_journal(folder / "journal.db", 0.0)
        self.loop: EventLoop = open_session(
            table(),
            seed=5,
            boards=(entry,),
            players=players,
            record=GameRecorder(self.journal, 5),
            patient=True,
        )
        self.happened: list[object] = []
        self.loop.on_events = self.played
        self.kinds: set[str] = set()
        self.send(Begin())
        assert self.loop.session.page == PLACE, self.loop.session.notice

    def played(self, events_of: RecordEvents) -> None:
        """Note everything that happens."""
        self.happened += events_of.events

    def send(self, *messages: object) -> None:
        """Send messages, and wait until they are kept."""
        for message in messages:
            self.loop.send(message)
            self.loop.poll(0.0)

    def done(self) -> None:
        """Touch the button that confirms."""
        self.send(Confirm(self.loop.session.revision))

    @property
    def asks(self) -> tuple[Ask, ...]:
        """Return the open questions to people."""
        match = self.loop.session.match
        if (
            match is None
            or not isinstance(match.next_step, Questions)
            or self.loop.session.page not in (PROGRAM, REST)
        ):
            return ()
        return tuple(
            ask
            for ask in match.next_step.asks
            if self.loop.session.is_person(ask.player) and ask.seat not in match.question.answers
        )

    @property
    def about(self) -> str:
        """Return the kind of the open question, "" for none."""
        match = self.loop.session.match
        if match is not None and isinstance(match.next_step, Questions):
            return match.next_step.about
        return ""

    @property
    def position(self) -> RacePosition:
        """Return the position of the game."""
        assert self.loop.session.match is not None
        position: RacePosition = of_kind(RacePosition, self.loop.session.match.position)
        return position

    def answer(self, ask: Ask, wish: str = "") -> None:
        """Answer by a touch, or by cards in free slots and the handle."""
        self.kinds.add(self.about.split()[0] if ask.seat else "")
        if ask.offers:
            keys = [offer.key for offer in ask.offers]
            self.send(
                *([Uncover(ask.seat)] if ask.secret else []),
                Pick(ask.seat, wish if wish in keys else keys[-1]),
            )
            return
        lying = {
            reading.code
            for seat, reader in self.loop.session.readers.by_seat.items()
            if seat != ask.seat
            for reading in reader.row
        } | {*ask.program.held}
        cards = iter(
            [code for code in (ask.hand.codes or ask.hand.among or CODES) if code not in lying]
        )
        for slot in ask.program.slots:
            if slot not in ask.program.locked:
                self.put(ask.seat, slot, next(cards))
        self.pull(ask.seat)

    def put(self, seat: int, slot: int, code: int | None) -> None:
        """Put a card into a slot, or take it out."""
        if self.loop.session.on_screen(seat):
            self.send(
                TakeCard(seat, slot), *([InsertCard(seat, slot, code)] if code is not None else [])
            )
        else:
            self.say(SlotRead(seat, slot, EMPTY if code is None else OK, code))

    def pull(self, seat: int) -> None:
        """Pull the handle."""
        if self.loop.session.on_screen(seat):
            self.send(MoveHandle(seat, PULL))
        else:
            self.say(HandleMoved(seat, PULL), HandleMoved(seat, RESTS))

    def say(self, *signals: Signal) -> None:
        """Send signals of the real reader."""
        SCRIPTED[-1].signals += signals
        self.loop.poll(0.0)

    def empty(self) -> None:
        """Empty the real reader before a deal."""
        match = self.loop.session.match
        if match is not None and hasattr(match.next_step, "held"):
            held = of_kind(Shuffle, match.next_step).held[1]
        else:
            held = (None,) * 5
        for slot, code in enumerate(held, 1):
            self.put(1, slot, code)

    def until(self, there: Callable[[], bool], wish: str = "") -> None:
        """Go on until a condition holds."""
        for _ in range(600):
            if there():
                return
            self.on(wish)
        raise AssertionError(f"never there: {self.loop.view}")

    def on(self, wish: str = "") -> None:
        """Do the next thing that people do."""
        if self.asks and not self.loop.session.timeline.is_syncing:
            self.answer(self.asks[0], wish)
        elif self.loop.session.page == DEAL and not self.loop.session.on_screen(1):
            self.empty()
            if self.loop.session.page == DEAL:
                self.done()
        else:
            self.done()

    def turns(self, number: int, wish: str = "") -> None:
        """Play so many turns."""
        self.until(
            lambda: self.position.state.turn >= number and self.loop.session.page == SUMMARY, wish
        )

    def kill(self) -> None:
        """Cut the power: what is on the disk is all that is left."""
        copy = self.folder / "copy.db"
        for ending in ("", "-wal"):
            if (self.folder / f"journal.db{ending}").exists():
                shutil.copy(self.folder / f"journal.db{ending}", f"{copy}{ending}")
        self.close()
        self.journal = open_journal(copy, 0.0)
        kept = self.journal.unfinished()
        assert kept is not None
        recalled = recall_whole(self.journal, kept)
        self.loop = go_on(
            recalled,
            GameRecorder(self.journal, recalled.seed, going_on=(kept.id, recalled.messages)),
            self.table(),
            0,
            patient=True,
        )
        self.loop.on_events = self.played

    def close(self) -> None:
        """Close everything."""
        self.loop.close()
        self.journal.close()

    def replays(self) -> None:
        """Replay the journal, and compare every hash."""
        self.loop.close()
        for kept in self.journal.games():
            assert recall(self.journal, kept, lambda game: (self.entry,), every=True).drift is None
        self.journal.close()

    def events_of(self, kind: type[Kind]) -> list[Kind]:
        """Return the events of a kind so far."""
        return [event for event in self.happened if isinstance(event, kind)]


Made = Callable[..., Fair]


@pytest.fixture
def made(tmp_path: Path) -> Iterator[Made]:
    """Return what makes a session with some elements, for a person and a pilot."""
    found: list[Fair] = []

    def make(
        *elements: str,
        players: tuple[str, ...] = ("person", "random"),
        table: Callable[[], Table] = touch,
    ) -> Fair:
        found.append(Fair(tmp_path, fair(*elements), players, table))
        return found[-1]

    yield make
    for evening in found:
        evening.close()


EVERYWHERE = (
    *cell("A1", "A1 randomizer"),
    *cell("B1", "B1 fog"),
    *cell("C1", "C1 reset", "C1 energizer gives=boost"),
    "D1 pusher S registers=1,2,3,4,5",
    "D1 wall E",
    "D2 big_drain size=1",
)
FOUR = ("person", "person", "person", "random")


@pytest.mark.parametrize("table", [touch, one_reader])
def test_everything_is_asked_and_comes_out_of_the_journal(
    made: Made, table: Callable[[], Table]
) -> None:
    """Ask every kind of question in three turns, and replay the journal."""
    evening = made(*EVERYWHERE, players=FOUR, table=table)
    evening.turns(3, "yes")
    assert {CardDrawn, CardsSwapped, StatusBegan, Jumped} <= set(map(type, evening.happened))
    assert evening.kinds == (
        {"program", "chooses"} if table is touch else {"program", "chooses", "draws"}
    )
    evening.replays()


def test_a_card_of_choice_goes_into_a_slot(made: Made) -> None:
    """Touch slot, move and number of a card of choice, which the screen's reader then holds."""
    evening = made(*cell("A1", "A1 reset"))
    evening.until(lambda: evening.about.startswith("chooses"))
    (ask,) = evening.asks
    assert (
        [offer.key for offer in ask.offers] == ["no", "2", "3", "4", "5"]
        and ask.deadline is not None
        and ask.deadline.late == "no"
    )
    evening.answer(ask, "4")
    evening.answer(evening.asks[0], "move3")
    assert str(evening.asks[0].question) == recorded("Which-Move-3-card-of-the")
    assert str(evening.asks[0].offers[-1].label) == recorded("Replace-no-card")
    numbers = [offer.key for offer in evening.asks[0].offers]
    evening.answer(evening.asks[0], numbers[0])
    (event,) = evening.events_of(CardSet)
    assert event.seat == 1 and event.slot == 4 and str(event.card) == f"move3@{numbers[0]}"
    assert evening.loop.session.readers.by_seat[1].row[3].code == CODE_OF_CARD[event.card]


def test_cards_of_the_app_come_off_its_pile(made: Made) -> None:
    """Draw only free cards of the app, once each, into their slots on the screen."""
    evening = made(*cell("A1", "A1 randomizer"))
    evening.until(lambda: len(evening.events_of(CardDrawn)) > 0)
    drawn = [event.card for event in evening.events_of(CardDrawn)]
    assert len(drawn) == len(set(drawn)) == 5
    assert [reading.code for reading in evening.loop.session.readers.by_seat[1].row] == [
        CODE_OF_CARD[card] for card in drawn
    ]


def test_a_real_card_is_read_in_its_slot(made: Made) -> None:
    """Play the real card that is read, not old ones or one in another reader."""
    evening = made(*cell("A1", "A1 randomizer"), players=("person", "person"), table=one_reader)
    evening.until(lambda: evening.about.startswith("draws"))
    (ask,) = evening.asks
    assert (
        ask.program.slots == (1, 2, 3, 4, 5)
        and ask.program.blind
        and ask.hand.codes is None
        and str(ask.question) == recorded("random-cards")
    )
    evening.pull(1)
    assert 1 not in present(evening.loop.session.match).question.answers and str(
        present(evening.loop.session.match).question.problems[1]
    ) == recorded("Seat-1")
    free = [
        code
        for code in ask.hand.among or ()
        if code
        not in {
            reading.code
            for reader in evening.loop.session.readers.by_seat.values()
            for reading in reader.row
        }
    ]
    for slot in ask.program.slots:
        evening.put(1, slot, free[-slot])
    before = evening.loop.session.timeline.number
    evening.pull(1)
    assert [event.card for event in evening.events_of(CardDrawn)] == [
        CARD_OF_CODE[free[-slot]] for slot in ask.program.slots
    ]
    assert evening.loop.session.page == PLAY and evening.loop.session.timeline.number > before
    evening.turns(2)
    evening.replays()


def test_a_pilot_draws_what_no_reader_shows(made: Made) -> None:
    """Draw a pilot's card by the app from what no reader shows."""
    evening = made(*cell("A1"), *cell("B1", "B1 randomizer"), table=one_reader)
    evening.until(lambda: len(evening.events_of(CardDrawn)) > 0)
    drawn = [event.card for event in evening.events_of(CardDrawn)]
    assert len(set(drawn)) == 5 and {event.seat for event in evening.events_of(CardDrawn)} == {2}
    own = {reading.code for reading in evening.loop.session.readers.by_seat[1].row}
    assert own.isdisjoint(CODE_OF_CARD[card] for card in drawn)
    evening.turns(2)
    evening.replays()


@pytest.mark.parametrize("element", ["A1 randomizer", "A1 reset"])
def test_killed_in_the_midst_of_a_question(made: Made, element: str) -> None:
    """Restore the question after a kill, with earlier answers."""
    evening = made(*cell("A1", element), players=("person", "person"), table=one_reader)
    evening.until(lambda: evening.about.startswith(("draws", "chooses")))
    mark, about = mark_of(evening.loop.session), evening.about
    evening.kill()
    assert mark_of(evening.loop.session) == mark and evening.about == about
    rows = present(evening.loop.session.timeline.resume_check).rows
    evening.done()
    assert evening.loop.session.page != OFFER and CHECK
    for slot, reading in enumerate(rows[1], 1):
        evening.put(1, slot, reading.code)
    evening.until(lambda: not evening.loop.session.timeline.is_syncing and bool(evening.asks))
    assert evening.about == about
    evening.turns(2)
    evening.replays()


def test_taken_back_in_the_midst_of_a_question(made: Made) -> None:
    """Undo to the programs in a question and redo; the register is the same."""
    evening = made(*cell("A1", "A1 reset"), players=("person", "person"))
    evening.until(lambda: evening.about.startswith("chooses"))
    evening.answer(evening.asks[0], "3")
    mark, number = mark_of(evening.loop.session), evening.loop.session.timeline.number
    evening.send(ApplyCorrection(GoBack("instruction")))
    assert mark_of(evening.loop.session) != mark and evening.loop.session.timeline.number < number
    evening.send(ApplyCorrection(GoForward()))
    assert mark_of(evening.loop.session) == mark
    evening.send(ApplyCorrection(GoBack("turn")))
    evening.turns(2)
    evening.replays()


def test_radio_cards_and_burnt_slots_at_the_deal_of_real_cards(made: Made) -> None:
    """Deal fewer real cards, ask for random ones first, and keep burnt ones."""
    evening = made(
        *cell("A1"),
        "A1 radio_beam S",
        "B1 wall N",
        "B1 door E registers=2,3",
        "H1 melting_beam E",
        players=("person", "person"),
        table=one_reader,
    )
    evening.until(lambda: evening.position.state.turn == 2 and evening.about.startswith("draws"))
    (ask,) = evening.asks
    assert ask.seat == 1 and ask.program.slots and ask.program.slots[-1] == 5
    evening.answer(ask)
    assert evening.about == "program"
    program = {ask.seat: ask for ask in evening.asks}
    assert (
        program[1].program.locked == ask.program.slots
        and program[1].hand.number == 9 - len(ask.program.slots)
        and "random" in str(program[1].question)
    )
    assert program[2].program.locked and "burnt" in str(program[2].question)
    assert (
        locks_of(evening.loop.session.config.game, evening.position)[2] == program[2].program.locked
    )
    evening.turns(3)
    evening.replays()


def test_changes_by_hand_while_a_question_is_open(made: Made) -> None:
    """Ask again after corrections, but no clank placed elsewhere."""
    evening = made(
        *cell("A1", "A1 radio_beam S", "A1 reset"), players=("person", "person"), table=one_reader
    )
    evening.until(lambda: evening.about.startswith("chooses"))
    evening.answer(evening.asks[0], "3")
    evening.send(ApplyCorrection(SetDamage(2, 3)))
    assert evening.about.startswith("chooses") and evening.position.state.clank(2).damage == 3
    assert [offer.key for offer in evening.asks[0].offers] == ["no", "2", "3", "4", "5"]
    evening.send(ApplyCorrection(PutOn(1, "E3", 0)))
    evening.until(lambda: not evening.loop.session.timeline.is_syncing)
    assert not evening.about.startswith("chooses 1.")
    evening.send(ApplyCorrection(PutOn(1, "A1", 0)))
    evening.until(lambda: evening.position.state.turn == 2 and evening.about.startswith("draws"))
    evening.send(ApplyCorrection(SetDamage(1, 2)))
    assert evening.about.startswith("draws") and evening.position.stage == DRAWING
    evening.send(ApplyCorrection(Park(1)))
    evening.until(lambda: evening.about == "program")
    assert [ask.seat for ask in evening.asks] == [2] and not evening.position.state.recall(
        "1", "burnt"
    )
    evening.turns(3)
    evening.replays()


def test_ghosts_beside_real_cards_move_by_what_is_turned_over(made: Made) -> None:
    """Move ghosts by two touched cards, without knowing hands."""
    evening = made(
        *cell("A1"),
        *cell("B1"),
        "E4 grave",
        "G4 grave",
        players=("person", "person"),
        table=one_reader,
    )
    evening.until(lambda: evening.about.startswith("ghost"))
    assert evening.position.state.turn == 2
    for wish in ("move1", "500", "move2", "700", "no", "no"):
        evening.answer(evening.asks[0], wish)
    assert evening.position.state.recall(
        "1", "unused"
    ) == "move1@500 move2@700" and not evening.position.state.recall("2", "unused")
    assert evening.loop.session.page == PLAY
    evening.turns(3, "no")
    assert len(evening.events_of(PieceCame)) == 2
    evening.replays()
