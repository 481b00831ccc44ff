"""Sealed programs: no view and no pilot's position shows a card before it is revealed."""

from __future__ import annotations

import random
from collections.abc import Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.app.loop import EventLoop
from companion.app.thinking import AtOnce
from companion.engine.changes import SetDamage
from companion.games.api import AnswerFault
from companion.games.asking import Program, Questions, ReaderContent, Row
from companion.games.programmed.deck import CARD_OF_CODE, CODE_OF_CARD, CODES
from companion.games.programmed.turn import RacePosition
from companion.pilots.base import PilotAnswer, Task
from companion.pilots.random_pilot import RandomPilot
from companion.session.messages import ApplyCorrection, TakeBack, Uncover
from companion.session.pages.table import CloseTable, OpenTable, ShowCards
from companion.session.view import PROGRAM, View
from companion.signals import (
    LOCKED,
    PULL,
    PUSH,
    InsertCard,
    LyingCard,
    MoveHandle,
    ReaderModel,
    ReaderReport,
    SlotReport,
)
from companion.words import NOTHING, text
from tests.recorded import recorded
from tests.session.decisions import DECISIONS, LEAFING
from tests.session.evenings import begun, done, fill, ready, shipped
from tests.session.leak_search import Witness, cards_in, look, search_leaks
from tests.session.quiz import YES, Quiz, asked
from tests.session.quiz import ask as quiz_ask
from tests.session.quiz import begun as quiz_begun
from tests.session.quiz import cards as quiz_cards
from tests.session.real import FIRST, SECOND, Room
from tests.session.test_any_messages import MESSAGES, TOUCHES, deeds, do
from tests.session.test_any_table import DEEDS, carry_out
from tests.typed import of_kind, present

HURT = (
    ApplyCorrection(SetDamage(1, 7)),
    ApplyCorrection(SetDamage(2, 5)),
    ApplyCorrection(SetDamage(3, 9)),
)


class Suspicious:
    """A random pilot that searches everything it is given for cards of others."""

    name, label, about, strength = "random", text("Random pilot"), NOTHING, 0

    def __init__(self, loop: EventLoop, witness: Witness) -> None:
        self._loop, self._witness, self.asked = loop, witness, 0

    def choose(self, task: Task, draw: random.Random) -> PilotAnswer:
        """Choose at random."""
        ask, position = task.ask, of_kind(RacePosition, task.position)
        self.asked += 1
        self._witness.watch(self._loop.session)
        secrets = self._witness.secrets(self._loop.session)
        found = [
            code
            for _, code in cards_in((ask, position))
            if ask.seat not in secrets.get(code, {ask.seat})
        ]
        assert not found, f"the pilot of seat {ask.seat} is told {found}"
        own = [*(ask.hand.codes or ())] if task.about == PROGRAM else []
        assert (
            sorted(own)
            == sorted(CODE_OF_CARD[card] for card in position.state.clank(ask.seat).hand or ())
            or present(self._loop.session.match).cards_are_real
        )
        choice = RandomPilot().choose(task, draw)
        # Its reason is about a card that is public after the turn, and secret before it is played.
        first = choice.answer.codes[0]
        if first is None:
            return choice
        return choice._replace(
            why=text("It begins with {card}.", card=f"({CARD_OF_CODE[first].priority})")
        )


def watched(loop: EventLoop) -> tuple[Witness, Suspicious]:
    """Return a witness at the table, and suspicious pilots."""
    witness = Witness()
    pilot = Suspicious(loop, witness)
    loop.thinking = AtOnce({"random": pilot})
    # Registers pass while a whole turn is played in one go.
    loop.on_moved = witness.watch
    return witness, pilot


def reports(room: Room) -> None:
    """Let real readers report their cards, an emulated one also the real state."""
    for seat in (1, 2):
        row = room.loop.session.readers.by_seat[seat].row
        slots = tuple(SlotReport(reading.status, reading.code, 90) for reading in row)
        lying = tuple(
            None if reading.code is None else LyingCard(reading.code, "well") for reading in row
        )
        room.loop.send(OpenTable())
        room.say(
            ReaderReport(seat, "usb", "AA", "1", "rest", slots, None),
            ReaderModel(seat, lying, "rest", ((0, 0, 0),) * 5, True, False),
        )


def test_whole_turns_with_every_page_pried_into() -> None:
    """People, a pilot, locked registers and a rest: three turns, all pages at many instructions."""
    loop = begun(
        ("person", "person", "random"),
        seed=3,
        words={"lives": "inf"},
        board=shipped("gorge-crossing"),
    )
    witness, pilot = watched(loop)
    pages = set()
    for turn in range(3):
        if turn == 1:
            for hurt in HURT:
                loop.send(hurt)
        fill(loop, 1)
        witness.watch(loop.session)
        search_leaks(loop.session, witness)
        ready(loop, 2, PUSH if turn == 0 else PULL)
        search_leaks(loop.session, witness)
        ready(loop, 1)
        for at in range(400):
            witness.watch(loop.session)
            pages.add(loop.session.page)
            if at % 12 == 0 or loop.session.page != "play":
                search_leaks(loop.session, witness)
            if loop.session.page == PROGRAM:
                break
            done(loop)
    assert pages == {"play", "summary", "program"} and pilot.asked >= 3
    assert any(
        clank.locked
        for clank in of_kind(RacePosition, present(loop.session.match).position).state.clanks
    )


def test_real_readers_with_every_page_pried_into() -> None:
    """Two readers, an emulated one, a person on the screen and a pilot: two turns with faults."""
    room = Room(("person", "person", "random"), (1, 2)).begin()
    witness, pilot = watched(room.loop)
    for cards in ((FIRST, SECOND), (SECOND, FIRST)):
        room.put(1, cards[0])
        reports(room)
        witness.watch(room.loop.session)
        search_leaks(room.loop.session, witness)
        # The same card in both readers: described by seat and slot, not by its face.
        room.put(2, (*cards[1][:4], cards[0][2]))
        reports(room)
        search_leaks(room.loop.session, witness)
        room.loop.send(CloseTable())
        room.put(2, cards[1])
        room.move(1)
        room.move(2)
        assert room.loop.session.page == "play"
        for at in range(400):
            witness.watch(room.loop.session)
            if at % 12 == 0 or room.loop.session.page != "play":
                reports(room)
                search_leaks(room.loop.session, witness)
                room.loop.send(CloseTable())
            if room.loop.session.page not in ("play", "summary"):
                break
            done(room.loop)
        room.clear(1, 2)
    assert pilot.asked >= 2


@settings(max_examples=30)
@given(
    deeds(MESSAGES, TOUCHES, LEAFING, DECISIONS),
    st.sampled_from(("next", "this")),
    st.integers(0, 3),
)
def test_no_message_leads_to_a_secret(deeds: list[object], power_down: str, seed: int) -> None:
    """After any messages on touch readers no view shows a secret card."""
    loop = begun(("person", "random", "person"), seed=seed, words={"power_down": power_down})
    witness, _ = watched(loop)
    for deed in deeds:
        # Cards that were uncovered on purpose are visible; what is secret then is another test's
        # subject.
        if not isinstance(deed, ShowCards):
            do(loop, deed)
        witness.watch(loop.session)
        look(loop.session, witness.secrets(loop.session), deed)
    search_leaks(loop.session, witness)


@settings(max_examples=30)
@given(DEEDS, st.sampled_from(("random", "person")), st.integers(0, 3))
def test_no_hand_at_real_readers_leads_to_a_secret(
    deeds: list[object], third: str, seed: int
) -> None:
    """The same with real cards, lost readers and doubled cards."""
    room = Room(("person", "person", third), (1, 2), seed).begin()
    witness, _ = watched(room.loop)
    for deed in deeds:
        carry_out(room, deed)
        witness.watch(room.loop.session)
        look(room.loop.session, witness.secrets(room.loop.session), deed)
    search_leaks(room.loop.session, witness)


def test_the_eyes_see_what_is_shown() -> None:
    """The search itself finds uncovered cards, and another player's open hand."""
    loop = begun(("person", "person"))
    witness, _ = watched(loop)
    codes = fill(loop, 1)
    witness.watch(loop.session)
    secrets = witness.secrets(loop.session)
    assert set(codes) <= set(secrets)
    loop.send(Uncover(1))
    assert {code for _, code in cards_in(loop.view.body) if code in secrets} >= set(codes)
    loop.send(OpenTable())
    loop.send(ShowCards(True))
    assert {code for _, code in cards_in(loop.view.body)} >= set(codes)
    assert [code for _, code in cards_in("put Move 3 (840) back")] == [CODES[83]]


def test_pilots_choose_as_ever() -> None:
    """Knowing less changes no choice of a pilot: kept races have the same result."""
    for seed in range(5):
        plays = []
        for suspicious in (False, True):
            loop = begun(("random", "random", "person"), seed=seed)
            if suspicious:
                watched(loop)
            match = loop.session.match
            assert match is not None
            game = loop.session.config.game
            asks = [ask for ask in of_kind(Questions, match.next_step).asks if ask.seat < 3]
            positions = [
                game.redacted(match.position, ask.seat) if suspicious else match.position
                for ask in asks
            ]
            plays.append(
                [
                    RandomPilot().choose(Task(game, "program", ask, position), random.Random(seed))
                    for ask, position in zip(asks, positions, strict=True)
                ]
            )
        assert plays[0] == plays[1] and plays[0]


def test_taking_back_shows_nothing() -> None:
    """A ready seat does not open; taken back it is covered, and then opens."""
    loop = begun(("person", "person"))
    ready(loop, 1)
    witness, _ = watched(loop)
    loop.send(Uncover(1))
    assert (
        str(loop.session.notice) == recorded("Seat-1-BRASS-is-ready")
        and present(loop.session.match).question.open_seat is None
    )
    tile = loop.view.body.readers[0]
    assert tile.ready and [str(label) for _, label in tile.handles] == recorded("take-back")
    loop.send(TakeBack(2))
    assert str(loop.session.notice) == recorded("not-ready")
    loop.send(TakeBack(1))
    assert (
        not present(loop.session.match).question.answers
        and present(loop.session.match).question.open_seat is None
    )
    search_leaks(loop.session, witness)
    loop.send(Uncover(1))
    assert present(loop.session.match).question.open_seat == 1


class Locking(Quiz):
    """A game that asks seat 1 for a card beside a locked slot, whose card is public or not."""

    def __init__(self, code: int, is_known: bool) -> None:
        held = (None, code, None, None, None)
        card = quiz_cards(1, 3, 4, program=Program((1, 2), (2,), held))
        super().__init__(asked(card, quiz_ask(2, YES, secret=False)))
        self.code, self.known = code, {1: ReaderContent(held)} if is_known else {}

    def readers(self, position: object) -> Mapping[int, ReaderContent]:
        """Return the public cards in the readers."""
        return self.known

    def fault(self, position: object, seat: int, rows: Mapping[int, Row]) -> AnswerFault | None:
        """Report the missing card of the locked slot."""
        return AnswerFault(1, 2, LOCKED, None, self.face(self.code))


def locked_views(code: int, is_known: bool) -> list[View]:
    """Return the views while the locked card is missing, before and after a pull."""
    loop = quiz_begun(Locking(code, is_known))
    loop.send(InsertCard(1, 1, 3))
    views = [loop.view]
    loop.send(MoveHandle(1, PULL))
    assert not present(loop.session.match).question.answers, "a pull without the locked card counts"
    return [*views, loop.view]


@pytest.mark.parametrize("is_known", [True, False])
def test_a_locked_card_is_named_only_if_everybody_has_seen_it(is_known: bool) -> None:
    """Another secret card gives the same views."""
    both = zip(locked_views(0, is_known), locked_views(60, is_known), strict=True)
    assert [one == other for one, other in both] == [not is_known] * 2
