"""Nobody sees what others hold: games that differ only in hidden cards look the same.

A game is begun twice by the same messages. In the second one the cards that a viewer does not hold
have changed places among the other hands and the rest of the deck. Until a card is played face up,
every page of the screen and the viewer's own phone must be the same in both.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Iterator, Mapping

import pytest

from companion.games.base import Answer, Ask, Game, Questions
from companion.phones.seen import private_view, second_screen
from companion.session.commands import AskShuffle, Say
from companion.session.messages import (
    Begin,
    Confirm,
    Message,
    OpenPage,
    Pick,
    Shuffled,
    Uncover,
)
from companion.session.pages.facts import AskCard, AskInstruction, AskPiece, AskSquare
from companion.session.pages.menu import Choose, OpenMenu
from companion.session.pages.table import LookAt, OpenTable
from companion.session.sealed import COVERED
from companion.session.session import PERSON, Session
from companion.session.showing import as_seen, view_of
from companion.session.steps import step
from companion.session.view import PROGRAM
from companion.signals import OK, PULL, REST, HandleMoved, SlotRead
from companion.testing.playing import opened, seats_possible

PAGES: tuple[tuple[Message, ...], ...] = (
    (),
    (OpenTable(),),
    (OpenPage("doctor"),),
    (OpenPage("update"),),
    (OpenPage("welcome"),),
    (OpenPage("locked"),),
    (OpenPage("replay"),),
    (OpenPage("review"),),
    (OpenPage("ending"),),
    (OpenPage("history"),),
    (AskPiece(1),),
    (AskSquare("A1"),),
    (AskCard(2),),
    (AskInstruction(0),),
    *((OpenMenu(where),) for where in ("top", "back", "flags", "seats", "turn", "settings")),
    *((OpenTable(), LookAt(seat)) for seat in (1, 2, 3)),
    *((OpenMenu("piece", seat),) for seat in (1, 2, 3)),
    *((OpenMenu("seats"), Choose(seat)) for seat in (1, 2, 3)),
)
"""Ways to pages that can be opened while cards are chosen."""

TRIES = 30
"""Pairs of hidden cards that are tried in each other's places."""


class Sitting:
    """A game between people that is led by messages alone; `change` may put the deck otherwise."""

    def __init__(self, session: Session, change: Mapping[int, int]) -> None:
        self.session, self._change = session, change
        self.order: tuple[int, ...] = ()

    def send(self, *messages: Message) -> None:
        """Give messages, and answer at once what the session asks for."""
        waiting = deque(messages)
        while waiting:
            self.session, commands = step(self.session, waiting.popleft())
            for command in commands:
                if isinstance(command, AskShuffle):
                    self.order = tuple(self._change.get(code, code) for code in command.codes)
                    waiting.append(Shuffled(self.order))
                elif isinstance(command, Say):
                    waiting.append(command.message)

    @property
    def asks(self) -> tuple[Ask, ...]:
        """What is asked now."""
        match = self.session.match
        want = None if match is None else match.want
        return want.asks if isinstance(want, Questions) else ()

    def to_a_secret(self, *, offers: bool = False) -> bool:
        """Go on until people choose secretly (among offers); False where this game never asks so."""
        for _ in range(40):
            if any(ask.secret and (ask.offers or not offers) for ask in self.asks):
                return True
            asked = [ask for ask in self.asks if ask.must]
            self.send(*(message for ask in asked for message in answer(ask)))
            self.send(Confirm(self.session.step))
        return False


def answer(ask: Ask, last: bool = False) -> Iterator[Message]:
    """The messages by which a seat answers with the first (or last) that it may."""
    if ask.offers:
        yield Uncover(ask.seat)
        yield Pick(ask.seat, ask.offers[-1 if last else 0].key)
        return
    free = [slot for slot in ask.slots if slot not in ask.locked]
    hand = list(ask.hand or ())
    for slot, code in zip(free, reversed(hand) if last else hand, strict=False):
        yield SlotRead(ask.seat, slot, OK, code)
    yield from (HandleMoved(ask.seat, PULL), HandleMoved(ask.seat, REST))


def set_up(game: Game) -> Session:
    """Return a session in which people are about to begin; every sitting of a test begins from it."""
    possible = seats_possible(game)
    return opened(game, 3 if 3 in possible else possible[-1], player=PERSON).session


def begun(session: Session, change: Mapping[int, int]) -> Sitting:
    """Begin the game and go on until something secret is asked; skip where nothing is."""
    sitting = Sitting(session, change)
    sitting.send(Begin())
    if not sitting.to_a_secret():
        pytest.skip(f"{session.house.game.title} asks nothing in secret")
    return sitting


def exchanges(session: Session, viewer: int) -> dict[int, int]:
    """Which hidden card takes whose place in the deck, so that others hold other cards and the viewer the same.

    Found by trying: only the game knows which place of the deck comes to whom.
    """
    usual = begun(session, {})
    hands = {ask.seat: ask.hand or () for ask in usual.asks}
    rng, found = random.Random(viewer), dict[int, int]()
    for _ in range(TRIES):
        held = [code for seat, hand in hands.items() if seat != viewer for code in hand]
        hidden = [c for c in usual.order if c not in hands.get(viewer, ()) and c not in found]
        held = [code for code in held if code in hidden]
        if not held or len(hidden) < 2:
            break
        first = rng.choice(held)
        second = rng.choice([code for code in hidden if code != first])
        tried = {**found, first: second, second: first}
        other = {ask.seat: ask.hand or () for ask in begun(session, tried).asks}
        if other.get(viewer) == hands.get(viewer) and other != hands:
            found = tried
    return found


def seen_by(session: Session, viewer: int) -> Iterator[tuple[str, object]]:
    """Everything that the viewer can see, each with the way to it."""
    for covered in (True, False):
        for way in PAGES:
            shown = session
            for message in (*(() if covered else (Uncover(viewer),)), *way):
                shown, _ = step(shown, message)
            yield f"{'' if covered else 'own hand open, '}{way}", view_of(shown)
            # Pages are drawn from this: one that looked elsewhere in it must find nothing either.
            drawn = as_seen(shown).match
            assert drawn is not None
            want = drawn.want
            for ask in want.asks if isinstance(want, Questions) else ():
                if ask.secret and viewer not in (ask.seat, ask.player):
                    assert ask.offers in ((), (COVERED,)), f"offers of seat {ask.seat}: {way}"
            yield f"what is drawn from, {way}", (drawn.want, drawn.answers, drawn.orders)
    yield "the phone", private_view(session, viewer)
    yield "the phone that shows the table", second_screen(session)


def compare(one: Session, other: Session, viewer: int) -> None:
    """AssertionError names the first thing that tells two games apart.

    What a pilot of this seat would think with, and what all pilots may know, is compared as well.
    """
    game = one.house.game
    for seat in (viewer, None):
        first, second = (
            game.redacted(session.match.position, seat)
            for session in (one, other)
            if session.match is not None
        )
        assert first == second, f"the pilot of seat {seat} knows what others hold"
    for (way, first), (_, second) in zip(seen_by(one, viewer), seen_by(other, viewer), strict=True):
        assert first == second, f"seat {viewer} sees what others hold: {way}"


@pytest.mark.parametrize("viewer", (1, 2))
def test_what_others_hold_is_nowhere_to_be_seen(game: Game, viewer: int) -> None:
    """With other cards in others' hands all pages are the same, before and after they have answered."""
    session = set_up(game)
    change = exchanges(session, viewer)
    if not change:
        pytest.skip(f"nobody holds hidden cards in {game.title}")
    one, other = begun(session, {}), begun(session, change)
    compare(one.session, other.session, viewer)
    for sitting in (one, other):
        waited_for = [ask for ask in sitting.asks if ask.must and ask.seat != viewer]
        for ask in waited_for:
            sitting.send(*answer(ask))
    assert one.session.page == PROGRAM
    compare(one.session, other.session, viewer)


@pytest.mark.parametrize("viewer", (1, 2))
def test_what_others_have_answered_is_nowhere_to_be_seen(game: Game, viewer: int) -> None:
    """The same hands, answered otherwise: also offers that are touched in secret."""
    session = set_up(game)
    one, other = begun(session, {}), begun(session, {})
    for sitting, last in ((one, False), (other, True)):
        for ask in sitting.asks:
            if ask.secret and ask.seat != viewer and ask.player != viewer:
                sitting.send(*answer(ask, last))
    answers = [_answers(sitting.session) for sitting in (one, other)]
    if answers[0] == answers[1]:
        pytest.skip(f"others of {game.title} have only one answer")
    compare(one.session, other.session, viewer)


@pytest.mark.parametrize("viewer", (1, 2))
def test_which_offers_others_have_touched_is_nowhere_to_be_seen(game: Game, viewer: int) -> None:
    """Offers that are chosen from in secret come later in a game than cards, where they come at all."""
    session = set_up(game)
    one, other = begun(session, {}), begun(session, {})
    if not (one.to_a_secret(offers=True) and other.to_a_secret(offers=True)):
        pytest.skip(f"{game.title} has no secret offers in its first turns")
    if not any(ask.must and ask.seat == viewer for ask in one.asks):
        pytest.skip("without the viewer the game goes on at once, and all is seen")
    for sitting, last in ((one, False), (other, True)):
        for ask in sitting.asks:
            if ask.offers and ask.seat != viewer and ask.player != viewer:
                sitting.send(*answer(ask, last))
    assert _answers(one.session) != _answers(other.session)
    compare(one.session, other.session, viewer)


def _answers(session: Session) -> Mapping[int, Answer]:
    assert session.match is not None
    return session.match.answers
