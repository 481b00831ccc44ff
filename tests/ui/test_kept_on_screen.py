"""Kept changes on the screen: shown once durable and not before, without a wait for the disk."""

from __future__ import annotations

from pathlib import Path
from threading import Event

import pytest

from companion.app.startup import kept_session
from companion.journal.base import Batch
from companion.journal.store import Journal
from companion.session.messages import Go
from tests.kept import evening, games_of
from tests.ui.stand import live
from tests.ui.test_bridge import bridged, wait_until


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> Event:
    """Return the gate of a disk that writes nothing before it is opened."""
    opened, append = Event(), Journal.append

    def late(journal: Journal, *batches: Batch) -> None:
        """Write after the gate is opened."""
        opened.wait()
        append(journal, *batches)

    monkeypatch.setattr(Journal, "append", late)
    return opened


def test_what_is_kept_is_shown_without_being_asked_for(
    tmp_path: Path, gate: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Draw frames while the disk is busy; show the change once the writing thread has kept it."""
    monkeypatch.setattr("companion.ui.bridge.POLLS", 3600.0)
    with bridged(kept_session(tmp_path), threads=True) as (_, bridge):
        bridge.send(Go("next"))
        live(10)
        assert bridge.screen.view.page == "board" and games_of(tmp_path) == ()
        gate.set()
        wait_until(lambda: bridge.screen.view.page == "flags")
        assert games_of(tmp_path)[0].entries == 1


def test_closing_the_window_keeps_what_was_touched_last(tmp_path: Path, gate: Event) -> None:
    """Write pending changes before the app ends, and release the journal."""
    with bridged(kept_session(tmp_path), threads=True) as (_, bridge):
        bridge.send(Go("next"))
        assert bridge.screen.view.page == "board"
        gate.set()
    assert games_of(tmp_path)[0].entries == 1
    with evening(tmp_path) as loop:
        assert loop.record is not None
