"""Hands at one reader, with a clock of the test: in order, at human speed, possible moves only."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.signals import FOREIGN, HALF, PULL, PUSH, REST, SMUDGED, WELL, LyingCard
from companion.table.rig.optics import Picture
from companion.table.rig.reader import (
    AFTER_HANDLE,
    BEFORE_HANDLE,
    CARD_TIME,
    HELD,
    PATIENCE,
    FirmwareProgress,
    ReaderHands,
)

SEVEN, ELEVEN = LyingCard(7, WELL), LyingCard(11, WELL)


class Scene:
    """Hands and a clock; `attentive` says whether the reader notices everything, or nothing."""

    def __init__(self, attentive: bool = True) -> None:
        self.hands, self.now, self.attentive = ReaderHands(), 0.0, attentive
        self.seen: list[tuple[float, Picture]] = []

    def pass_time(self, seconds: float) -> None:
        """Let time pass in steps of five milliseconds, and note every change."""
        end = self.now + seconds
        while self.now < end:
            number = self.hands.picture.number
            self.hands.work(
                self.now,
                FirmwareProgress(number, number) if self.attentive else FirmwareProgress(-1, -1),
            )
            if not self.seen or self.seen[-1][1] != self.hands.picture:
                self.seen.append((self.now, self.hands.picture))
            self.now = round(self.now + 0.005, 6)

    def handles(self) -> list[tuple[float, str]]:
        """Return when the handle arrived where."""
        moves = [(when, picture.handle) for when, picture in self.seen]
        return [
            move
            for number, move in enumerate(moves)
            if number == 0 or moves[number - 1][1] != move[1]
        ]


def test_five_cards_and_a_pull() -> None:
    """Fill five slots in the time of one; then pull the handle, hold it, and let it spring back."""
    scene = Scene()
    for slot in range(1, 6):
        assert scene.hands.insert(slot, LyingCard(slot, WELL))
    assert scene.hands.move_handle(PULL)
    scene.pass_time(1.0)
    assert (
        scene.hands.picture.cards == tuple(LyingCard(slot, WELL) for slot in range(1, 6))
        and not scene.hands.busy()
    )
    times = [when for when, _ in scene.handles()]
    assert [position for _, position in scene.handles()] == [REST, PULL, REST]
    assert times[1] == pytest.approx(BEFORE_HANDLE, abs=0.006) and times[2] - times[
        1
    ] == pytest.approx(HELD, abs=0.006)


def test_a_slot_is_not_touched_again_before_it_was_seen() -> None:
    """Leave each card until it is seen, or for a limited time if the reader notices nothing."""
    for attentive, pause in ((True, CARD_TIME), (False, PATIENCE)):
        scene = Scene(attentive)
        assert (
            scene.hands.insert(1, SEVEN) and scene.hands.take(1) and scene.hands.insert(1, ELEVEN)
        )
        scene.pass_time(2 * PATIENCE + 0.1)
        changes = [(when, picture.cards[0]) for when, picture in scene.seen]
        assert [card for _, card in changes] == [SEVEN, None, ELEVEN]
        assert changes[1][0] - changes[0][0] == pytest.approx(pause, abs=0.006)


def test_deeds_after_a_pull_wait_until_it_is_over() -> None:
    """Delay deeds after a pull until it is over: pull, take a card out, push."""
    scene = Scene()
    scene.hands.insert(2, SEVEN)
    scene.hands.move_handle(PULL)
    scene.hands.take(2)
    scene.hands.move_handle(PUSH)
    scene.pass_time(2.0)
    story = [(picture.handle, picture.cards[1]) for _, picture in scene.seen]
    assert story == [
        (REST, SEVEN),
        (PULL, SEVEN),
        (REST, SEVEN),
        (REST, None),
        (PUSH, None),
        (REST, None),
    ]
    let_go, taken = scene.seen[2][0], scene.seen[3][0]
    assert taken - let_go >= AFTER_HANDLE - 1e-6


def test_what_waits_to_be_done_is_not_asked_for_twice() -> None:
    """Ignore repeated requests that wait: the same pull, or a card out and in again."""
    scene = Scene()
    scene.hands.insert(1, SEVEN)
    scene.pass_time(0.2)
    for _ in range(5):
        scene.hands.take(1)
        scene.hands.insert(1, ELEVEN)
        scene.hands.move_handle(PULL)
        scene.pass_time(0.02)
    scene.pass_time(3.0)
    assert [position for _, position in scene.handles()] == [REST, PULL, REST]
    assert [picture.cards[0] for _, picture in scene.seen][:3] == [SEVEN, None, ELEVEN]


def test_a_pull_that_was_answered_can_be_followed_by_another() -> None:
    """Ignore a pull while an unnoticed handle is held; afterwards it is a second pull."""
    scene = Scene()
    assert scene.hands.move_handle(PULL)
    scene.pass_time(0.05)
    assert scene.hands.picture.handle == PULL and not scene.hands.move_handle(PULL)
    scene.hands.note_answer(PUSH)
    assert not scene.hands.move_handle(PULL)
    scene.hands.note_answer(PULL)
    assert scene.hands.move_handle(PULL) and not scene.hands.move_handle(PULL)
    scene.pass_time(2.0)
    assert [position for _, position in scene.handles()] == [PULL, REST, PULL, REST]


def test_a_card_is_settled() -> None:
    """Take a faulty card out, wipe and insert it; leave a good one alone."""
    scene = Scene()
    scene.hands.insert(3, LyingCard(7, SMUDGED))
    assert (
        scene.hands.settle(3)
        and not scene.hands.settle(3)
        and not scene.hands.settle(4)
        and not scene.hands.settle(0)
    )
    scene.pass_time(1.0)
    assert [picture.cards[2] for _, picture in scene.seen] == [LyingCard(7, SMUDGED), None, SEVEN]


def test_without_power_nobody_is_waited_for() -> None:
    """Move cards without waiting in a reader without power."""
    hands = ReaderHands()
    hands.insert(1, SEVEN)
    hands.take(1)
    for now in (0.0, CARD_TIME + 0.001):
        hands.work(now, FirmwareProgress())
    assert hands.picture.cards[0] is None and hands.picture.number == 2


def test_what_cannot_be_is_refused() -> None:
    """Refuse unknown slots, positions and faults of cards, a full slot and an empty one."""
    hands = ReaderHands()
    assert hands.insert(1, SEVEN) and not hands.insert(1, ELEVEN)
    assert (
        not hands.insert(0, ELEVEN)
        and not hands.insert(6, ELEVEN)
        and not hands.take(2)
        and not hands.take(0)
        and not hands.take(6)
    )
    assert (
        hands.disturb(1, FOREIGN)
        and not hands.disturb(1, "upside")
        and not hands.disturb(2, HALF)
        and not hands.disturb(-1, HALF)
    )
    assert not hands.move_handle(REST) and not hands.move_handle("up")


ACTIONS = st.lists(
    st.tuples(
        st.sampled_from(("insert", "take", "settle", "pull")), st.integers(0, 6), st.integers(0, 3)
    ),
    max_size=12,
)


@given(ACTIONS, st.booleans())
def test_in_the_end_everything_is_done(
    actions: list[tuple[str, int, int]], attentive: bool
) -> None:
    """Leave cards where the last accepted deeds put them, with the handle at rest."""
    scene = Scene(attentive)
    for what, slot, code in actions:
        if what == "insert":
            scene.hands.insert(slot, LyingCard(code, SMUDGED))
        elif what == "pull":
            scene.hands.move_handle(PULL)
        else:
            getattr(scene.hands, what)(slot)
    while scene.hands.busy():
        scene.now += PATIENCE
        scene.hands.work(scene.now, FirmwareProgress(-1, -1))
    assert (
        scene.hands.picture.cards == tuple(scene.hands.cards) and scene.hands.picture.handle == REST
    )
