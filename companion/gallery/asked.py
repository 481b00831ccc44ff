"""Questions of extended boards in mid-turn: random cards, a slot and a card of choice, energy.

Their settings are shown, too.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from companion.app.loop import EventLoop, open_session
from companion.gallery.extended_board import cell, fair
from companion.games.asking import Questions
from companion.session.messages import Begin, Confirm, Go, Pick, Uncover
from companion.signals import EMPTY, PULL, REST, HandleMoved, InsertCard, MoveHandle, SlotRead
from companion.table.screen_fallback import ScreenFallback
from companion.table.virtual import ScriptedTable, VirtualTable


def _asked(*elements: str, about: str, real: bool = False) -> EventLoop:
    """Return a person and a pilot at the first question of a kind; cards are real with a reader."""
    table = ScreenFallback(ScriptedTable((1,))) if real else VirtualTable(range(1, 9))
    loop = open_session(table, seed=5, boards=(fair(*elements),), players=("person", "random"))
    loop.send(Begin())
    for _ in range(200):
        match = loop.session.match
        assert match is not None
        if isinstance(match.next_step, Questions) and match.next_step.about.startswith(about):
            return loop
        if isinstance(match.next_step, Questions):
            _program(loop)
        else:
            loop.send(Confirm(loop.session.step))
    raise AssertionError(f"nobody asks {about}")


def _program(loop: EventLoop) -> None:
    """Let the person play the first cards of its hand, or of the deck."""
    assert loop.session.match is not None
    ask, screen = loop.session.match.ask(1), loop.session.on_screen(1)
    if ask is None:
        loop.send(Confirm(loop.session.step))
        return
    for slot, code in zip(
        ask.program.slots, ask.hand.codes or loop.session.config.game.deck, strict=False
    ):
        loop.send(InsertCard(1, slot, code) if screen else SlotRead(1, slot, "ok", code))
    for handle in (PULL, REST):
        loop.send(MoveHandle(1, handle) if screen else HandleMoved(1, handle))


def _half_drawn() -> EventLoop:
    """Return random cards for five slots, two of which hold new ones by now, and one none."""
    loop = _asked(*cell("A1", "A1 randomizer"), about="draws", real=True)
    match = loop.session.match
    ask = None if match is None else match.ask(1)
    assert ask is not None
    free = [
        code
        for code in ask.hand.among or ()
        if code not in {reading.code for reading in loop.session.readers[2].row}
    ]
    for slot, code in ((1, free[3]), (2, free[30]), (3, None)):
        loop.send(SlotRead(1, slot, EMPTY if code is None else "ok", code))
    return loop


def _reset(*keys: str) -> EventLoop:
    """Return the card of choice at a reset site, with some parts chosen and open offers."""
    loop = _asked(*cell("A1", "A1 reset"), about="chooses")
    for key in keys:
        loop.send(Uncover(1))
        loop.send(Pick(1, key))
    loop.send(Uncover(1))
    return loop


def _settings() -> EventLoop:
    """Return the settings that only such boards have."""
    loop = open_session(
        seed=1, boards=(fair("B2 fog", "C3 copy_machine N"),), players=("person", "random")
    )
    loop.send(Go("rules"))
    return loop


def _warned() -> EventLoop:
    """Return the setup's notes on experimental elements and needed pieces."""
    loop = open_session(
        seed=1,
        boards=(fair("B2 fog", "C3 copy_machine N", "E4 grave"),),
        players=("person", "random"),
    )
    loop.send(Go("flags"))
    return loop


ASKED_SCENES: Final[dict[str, Callable[[], EventLoop]]] = {
    "asked-random-cards": _half_drawn,
    "asked-which-slot": _reset,
    "asked-which-card": lambda: _reset("4", "left"),
    "asked-energy": lambda: _asked(*cell("A1", "A1 energizer gives=boost"), about="chooses"),
    "rules-extended": _settings,
    "flags-experimental": _warned,
}
"""Each brings a session to such a question."""
