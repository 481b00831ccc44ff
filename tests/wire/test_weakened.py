"""The noise tests notice each weakness that is put into an end on purpose."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from card_reader import link as reader_link
from card_reader import wire
from card_reader.link import ReaderLink

from companion.table.serial.link import HostLink
from tests.wire import conversation
from tests.wire.conversation import hard_times

Patch = Callable[[pytest.MonkeyPatch], None]


def without_check(patch: pytest.MonkeyPatch) -> None:
    """Make every CRC equal, so that damage in the text is not seen."""
    patch.setattr(wire, "crc32", lambda body: 0)


def without_numbers(patch: pytest.MonkeyPatch) -> None:
    """Let the host take every event for a new one."""

    class Gullible(HostLink):
        def _on_event(self, said: Any, count: int) -> Any:
            self.last = (said.boot, count - 1)
            return super()._on_event(said, count)

    patch.setattr(conversation, "HostLink", Gullible)


def with_gaps(patch: pytest.MonkeyPatch) -> None:
    """Let the host ignore missing events."""

    class Hasty(HostLink):
        def _on_event(self, said: Any, count: int) -> Any:
            self.last = (said.boot, max(count - 1, self.last[1] if self.last else 0))
            return super()._on_event(said, count)

    patch.setattr(conversation, "HostLink", Hasty)


def without_repetition(patch: pytest.MonkeyPatch) -> None:
    """Let the reader say everything once only."""
    patch.setattr(reader_link, "FIRST_PAUSE", 10**9)
    patch.setattr(reader_link, "LONGEST_PAUSE", 10**9)


def acknowledged_once(patch: pytest.MonkeyPatch) -> None:
    """Let the host not acknowledge repeated events."""

    class Curt(HostLink):
        def _on_event(self, said: Any, count: int) -> Any:
            before = self._ack
            heard = super()._on_event(said, count)
            self._ack = before or bool(heard)
            return heard

    patch.setattr(conversation, "HostLink", Curt)


def lamps_sent_once(patch: pytest.MonkeyPatch) -> None:
    """Let the host neither wait for confirmed lamps nor check them in heartbeats."""

    class Careless(HostLink):
        def output(self, now: float) -> bytes:
            data = super().output(now)
            self._confirmed("LAMPS")
            return data

        def _on_pong(self, fields: list[str]) -> Any:
            return ()

    patch.setattr(conversation, "HostLink", Careless)


def forgetful(patch: pytest.MonkeyPatch) -> None:
    """Let the reader drop what was not acknowledged at each greeting."""

    class Forgetful(ReaderLink):
        def _remember(self, boot: int, last: int, now: int) -> None:
            self._waiting, self._flight = [], []

    patch.setattr(conversation, "ReaderLink", Forgetful)


def without_sessions(patch: pytest.MonkeyPatch) -> None:
    """Let both ends accept any session and boot."""

    class Trusting(ReaderLink):
        def _on_command(self, heard: Any, now: int) -> None:
            super()._on_command(heard._replace(session=self._session or 0, boot=self.boot), now)

    class Credulous(HostLink):
        def _take(self, said: Any, now: float) -> Any:
            return super()._take(
                said if said.kind == "HI" or not self.last else said._replace(boot=self.last[0]),
                now,
            )

    patch.setattr(conversation, "ReaderLink", Trusting)
    patch.setattr(conversation, "HostLink", Credulous)


WEAKNESSES: tuple[Patch, ...] = (
    without_check,
    without_numbers,
    with_gaps,
    without_repetition,
    acknowledged_once,
    lamps_sent_once,
    forgetful,
    without_sessions,
)


@pytest.mark.parametrize("weakness", WEAKNESSES, ids=lambda weakness: weakness.__name__)
def test_a_weakness_is_noticed(weakness: Patch, monkeypatch: pytest.MonkeyPatch) -> None:
    """Notice any missing rule of the wire in a few hard times."""
    weakness(monkeypatch)
    with pytest.raises(AssertionError):
        for seed in range(12):
            hard_times(seed)


def test_without_a_weakness_there_is_nothing_to_notice() -> None:
    """Pass the same hard times over the unchanged wire."""
    for seed in range(12):
        hard_times(seed)
