"""Both ends over lines that damage, lose, double and delay frames, with cuts and restarts.

Under any of these no wrong frame is accepted, no event is lost, doubled or heard out of order,
and once there is peace both ends agree within a bounded time. The default is forty thousand damaged
frames; for more, set DERBY_DAMAGED_FRAMES, such as `DERBY_DAMAGED_FRAMES=1000000 python -m pytest
-q -s tests/wire/test_noise.py`, which takes a good minute and prints its figures.
"""

from __future__ import annotations

import os
import random

import pytest
from card_reader.wire import Splitter, frame
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.wire.conversation import INCIDENTS, RECOVERY, STEP, Conversation, suffer
from tests.wire.noisy_line import DAMAGES, QUIET, Faults
from tests.wire.vectors import VECTORS, octets

DAMAGED = int(os.environ.get("DERBY_DAMAGED_FRAMES", "40000"))


def test_damaged_frames_by_the_ten_thousand() -> None:
    """Heal after a third of all frames was damaged, and others doubled or delayed."""
    talk = Conversation(1, Faults(damage=0.35, twice=0.05, late=0.05))
    while talk.damaged < DAMAGED:
        for _ in range(500):
            talk.busy_step()
        talk.check()
    talk.noisy(QUIET)
    healed = talk.recovery(RECOVERY)
    events = sum(map(len, talk.told.values()))
    carried = talk.to_reader.carried + talk.to_host.carried
    print(
        f"\n{carried} frames, {talk.damaged} damaged, {events} events heard once each, "
        f"agreed {healed} ms after the noise"
    )
    assert events > DAMAGED / 10


@pytest.mark.parametrize("damage", DAMAGES, ids=lambda damage: damage.__name__)
def test_each_kind_of_damage_is_seen(damage: object) -> None:
    """Accept none of two thousand frames of each kind of damage, and read those between them."""
    assert callable(damage)
    chance, splitter = random.Random(7), Splitter()
    lines = [octets(vector["line"]) for vector in VECTORS["intact"]]
    for _ in range(2000):
        line, other = chance.sample(lines, 2)
        spoilt = damage(line, other, chance)
        heard = [
            frame(found.session, found.boot, found.kind, *found.fields)
            for found in splitter.feed(b"\n" + spoilt + b"\n" + other)
        ]
        assert set(heard) <= {line, other} and heard[-1] == other
        assert (line in heard) <= (line[:-1] in spoilt)


FAULTS = st.builds(Faults, *[st.sampled_from([0.0, 0.03, 0.2, 0.4])] * 3)


@settings(max_examples=100)
@given(
    st.integers(0, 1 << 32),
    st.lists(
        st.tuples(st.sampled_from(sorted(INCIDENTS)), FAULTS, st.integers(10, 400)), max_size=8
    ),
)
def test_any_trouble_ends_in_agreement(seed: int, troubles: list[tuple[str, Faults, int]]) -> None:
    """Hear everything once and in order after any noise, cuts and restarts; lamps agree."""
    talk = Conversation(seed)
    for incident, faults, steps in troubles:
        suffer(talk, incident, faults, steps)
    talk.noisy(QUIET)
    talk.recovery(RECOVERY)


@pytest.mark.parametrize("milliseconds", [50, 400, 1500, 3000, 7000])
@pytest.mark.parametrize("directions", [(True, False), (False, True), (True, True)])
def test_a_cable_that_is_out_is_noticed_and_healed(
    milliseconds: int, directions: tuple[bool, bool]
) -> None:
    """Notice a cut within 2 s at the host and 5 s at the reader; heal within a second."""
    talk = Conversation(3)
    talk.run(1000)
    talk.cut(*directions)
    noticed = None
    for _ in range(0, milliseconds, STEP):
        talk.busy_step()
        noticed = noticed or (talk.now - 1000 if talk.host.lost(talk.now / 1000) else None)
    assert noticed is None if milliseconds < 1000 else noticed is not None or milliseconds < 2000
    assert noticed is None or noticed <= 2000
    assert talk.reader.host_gone(talk.now) == (directions[0] and milliseconds > 5500)
    talk.cut(False, False)
    assert talk.recovery(RECOVERY) <= 1000
    talk.check()


def test_a_reader_that_starts_anew_is_known_within_a_second() -> None:
    """Find a restart by the next heartbeat; slots, handle and lamps are right again."""
    talk = Conversation(5)
    talk.show()
    talk.run(1000)
    talk.start_reader()
    assert talk.recovery(RECOVERY) <= 1000
    assert len(talk.greetings) == 2 and [type(word).__name__ for word in talk.since_greeting] == [
        "Greeting",
        "SlotsMessage",
        "HandleMessage",
    ]


def test_a_host_that_forgets_hears_no_move_of_the_handle_twice() -> None:
    """Tell another program the state, and only unacknowledged moves of the handle."""
    talk = Conversation(6)
    talk.run(500)
    for _ in range(5):
        talk.move_handle()
    talk.run(500)
    talk.heard.clear()
    talk.start_host(remembers=False)
    talk.run(500)
    assert [getattr(word, "moved", None) for word in talk.since_greeting] == [None, None, False]


def test_ordinary_noise_is_hardly_felt() -> None:
    """Hear 95 of 100 events within 60 ms with three per cent damaged frames, without a loss."""
    talk = Conversation(8, Faults(damage=0.04))
    talk.run(300)
    waits = []
    for _ in range(1000):
        talk.move_handle()
        begin = talk.now
        while talk.ahead():
            talk.step()
        waits.append(talk.now - begin)
        talk.run(talk.chance.randrange(5, 60))
    waits.sort()
    assert waits[500] <= 2 * STEP and waits[950] <= 60 and waits[-1] < 500
    assert len(talk.greetings) == 1
