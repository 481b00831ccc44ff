"""A long recorded race: the same start, shuffles and programs give the same race everywhere.

See rulebook 14.6. After an intended change of a rule record it again: `python -m
tests.engine.test_golden_race > tests/engine/golden_race.txt`.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from companion.bench.engine import dense_board
from companion.engine.board import board_of
from companion.engine.cards import DECK, Card, Slots
from companion.engine.dealing import deal, program, start_turn
from companion.engine.elements.start import Start
from companion.engine.rules import Rules
from companion.engine.start import new_race
from companion.engine.state import ACTIVE, Clank, RaceState, state_hash
from companion.engine.turn import play_turn
from companion.kept_names import canonical, mark_of_text
from tests.engine.event_names import keep_event_names

TURNS = 60


class Dice:
    """Numbers from our own formula, so that no change of a library can change the record."""

    def __init__(self, seed: int) -> None:
        self.state = seed

    def below(self, limit: int) -> int:
        """Return the next number from 0 up to but not including the limit."""
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % 2**64
        return (self.state >> 33) % limit

    def shuffled(self, cards: tuple[Card, ...]) -> list[Card]:
        """Return the cards in a new order."""
        left = list(cards)
        return [left.pop(self.below(len(left))) for _ in cards]


def beginning() -> RaceState:
    """Return eight clanks on the dense board, on starts without other elements."""
    dense = dense_board()
    starts = [Start(f"{'BDFHJ'[seat % 5]}{1 + 3 * (seat // 5)}", seat + 1) for seat in range(8)]
    taken = {start.square for start in starts}
    board = board_of(
        12,
        16,
        [*starts, *(element for element in dense.elements if element.square not in taken)],
        edge="pit",
    )
    return new_race(board, ("L16", "A16", "F9"), Rules(flag_hit="pass", lives=None), range(1, 9))


def programs(state: RaceState, dice: Dice) -> dict[int, Slots]:
    """Return the first cards of each hand in the open slots, locked cards where they are."""
    return {
        clank.seat: _filled(clank)
        for clank in state.clanks
        if clank.status == ACTIVE and not clank.down
    }


def _filled(clank: Clank) -> Slots:
    hand = iter(clank.hand or ())
    return tuple(
        card if slot in clank.locked else next(hand) for slot, card in enumerate(clank.slots, 1)
    )


def record() -> Iterator[str]:
    """Yield a line a turn: number, events, their hash, and the hash of the state."""
    keep_event_names()
    dice, state = Dice(1), beginning()
    for turn in range(1, TURNS + 1):
        state, begun = start_turn(state)
        state, dealt = deal(state, dice.shuffled(DECK))
        state, committed = program(
            state, programs(state, dice), announced=[1 + dice.below(8)] if turn % 3 == 0 else ()
        )
        state, played = play_turn(state)
        events = (*begun, *dealt, *committed, *played)
        yield f"{turn} {len(events)} {mark_of_text(canonical(events))} {state_hash(state)}"
        if state.over:
            return


def test_the_race_on_record_is_played_again_to_the_letter(repository: Path) -> None:
    """Play the recorded events and states in every turn."""
    recorded = (
        (repository / "tests/engine/golden_race.txt").read_text(encoding="utf-8").splitlines()
    )
    assert list(record()) == recorded
    assert len(recorded) > 20, "the race on record is long enough to mean something"


if __name__ == "__main__":
    print("\n".join(record()))
