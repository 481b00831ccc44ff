"""Test that games that differ only in hidden cards look the same.

A game is played to a secret question. In a second one, the cards that a viewer does not have are
exchanged among other hands and the deck, or others have answered differently. Until a card is
played face up, every page of the screen, the viewer's phone, the history, reports and bundles must
be the same in both.

An export is whole, because it is for the owner of the table; it only has no PIN.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import Final

import pytest

from companion.app.loop import catalogue
from companion.app.recording import replay_entries
from companion.app.reports import FOLDER, bundle, save_report
from companion.app.sealed_game import without_pins
from companion.folders import JOURNAL
from companion.games import find_game
from companion.games.api import Game
from companion.games.asking import Ask, Questions
from companion.health.world import CommandResult, Space, World
from companion.journal.base import RACE
from companion.journal.file import read_game, write_game
from companion.journal.store import open_journal
from companion.phones.contents import Contents
from companion.phones.phone_view import private_view, second_screen
from companion.session.lobby.phone_access import SCREEN
from companion.session.messages import Message, OpenPage
from companion.session.pages.facts import AskCard, AskInstruction, AskPiece, AskSquare
from companion.session.pages.menu import Choose, OpenMenu
from companion.session.pages.table import OpenTable, SelectReader
from companion.session.past.history import entries, turns
from companion.session.past.replaying import session_of_header
from companion.session.sealed import COVERED
from companion.session.session import Session
from companion.session.showing import as_seen, view_of
from companion.session.steps import step
from companion.signals import DIRTY, EMPTY, OK, SlotRead
from companion.testing.played_session import (
    PIN,
    SEED,
    PlayedSession,
    answer,
    empty_reader,
    pull,
    secret_moments,
    tells,
    uncover,
    with_other_hands,
)

VIEWERS: Final = (1, 2)
NEAR: Final[tuple[tuple[Message, ...], ...]] = (
    (),
    (OpenTable(),),
    *((OpenTable(), SelectReader(seat)) for seat in (1, 2, 3)),
)
"""Ways to the pages that show readers."""
PAGES: Final[tuple[tuple[Message, ...], ...]] = (
    *NEAR,
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
    *((OpenMenu("piece", seat),) for seat in (1, 2, 3)),
    *((OpenMenu("seats"), Choose(seat)) for seat in (1, 2, 3)),
)
"""Ways to pages that can be opened while cards are chosen."""


def seen_by(
    session: Session, viewer: int, pages: tuple[tuple[Message, ...], ...] = PAGES
) -> Iterator[tuple[str, object]]:
    """Yield everything the viewer can see and the way to it, without its hand open and with it."""
    ask = None if session.match is None else session.match.ask(viewer)
    for opening in ((), () if ask is None else tuple(uncover(ask))):
        for way in pages:
            shown = session
            for message in (*opening, *way):
                shown, _ = step(shown, message)
            known = as_seen(shown)
            yield f"{opening and 'own hand open, '}{way}", view_of(shown, known)
            # Pages are drawn from this, so nothing else in it may be secret either.
            assert known.match is not None
            next_step = known.match.next_step
            for ask in next_step.asks if isinstance(next_step, Questions) else ():
                if ask.secret and not ask.public_offers and viewer not in (ask.seat, ask.player):
                    assert ask.offers in ((), (COVERED,)), f"offers of seat {ask.seat}: {way}"
            yield (
                f"what is drawn from, {way}",
                (known.match.next_step, known.match.question.answers, known.match.question.orders),
            )
    yield from seen_elsewhere(session, viewer)


def seen_elsewhere(session: Session, viewer: int) -> Iterator[tuple[str, object]]:
    """Yield the pages of the viewer's phone, of a second screen, and the history."""
    yield "the phone", private_view(session, viewer)
    yield "the phone that shows the table", second_screen(session)
    phones = Contents()
    phones.session = session
    for seat in (viewer, SCREEN):
        yield f"the page of a phone, {seat}", phones.of(seat, "/", "en")
    first, last = turns(session)
    for turn in range(first, last + 1):
        texts = [
            (entry.when, entry.words, entry.rule, entry.seat, entry.instructions)
            for entry in entries(as_seen(session), turn)
        ]
        yield f"the history of turn {turn}", texts


def compare(
    one: Session,
    other: Session,
    viewer: int,
    pages: tuple[tuple[Message, ...], ...] = PAGES,
) -> None:
    """Compare what a viewer sees of two games, and what its pilot and all pilots may know.

    Raises:
        AssertionError: Names the first difference.
    """
    game = one.config.game
    for seat in (viewer, None):
        first, second = (
            game.redacted(session.match.position, seat)
            for session in (one, other)
            if session.match is not None
        )
        assert first == second, f"the pilot of seat {seat} knows what others hold"
    both = zip(seen_by(one, viewer, pages), seen_by(other, viewer, pages), strict=True)
    for (way, first), (_, second) in both:
        assert first == second, f"seat {viewer} sees what others hold: {way}"


def pages_for(viewer: int) -> tuple[tuple[Message, ...], ...]:
    """Return the pages to compare; only those with readers differ by viewer."""
    return PAGES if viewer == VIEWERS[0] else NEAR


def of_others(sitting: PlayedSession, viewer: int) -> list[Ask]:
    """Return the secret questions to others than the viewer."""
    return [ask for ask in sitting.asks if ask.secret and viewer not in (ask.seat, ask.player)]


def is_waited_for(sitting: PlayedSession, viewer: int) -> bool:
    """Return whether the game waits for the viewer; otherwise it continues, visibly."""
    return any(ask.must and viewer in (ask.seat, ask.player) for ask in sitting.asks)


@pytest.mark.parametrize("viewer", VIEWERS)
def test_what_others_hold_is_nowhere_to_be_seen(game: Game, viewer: int) -> None:
    """With other cards in others' hands everything looks the same, also after their answers."""
    for moment, usual in secret_moments(game).items():
        one, other = usual.fork(), with_other_hands(usual, viewer).fork()
        # Hands that were never dealt from shuffled cards are known to everybody.
        held = bool(usual.shuffles) and any(
            ask.hand.codes and ask.seat != viewer for ask in usual.asks
        )
        assert (one.hands != other.hands) == held, f"no other hands are found: {moment}"
        compare(one.session, other.session, viewer, NEAR)
        if is_waited_for(usual, viewer):
            for sitting in (one, other):
                for ask in [ask for ask in sitting.asks if ask.must and ask.seat != viewer]:
                    sitting.send(*answer(ask))
        compare(one.session, other.session, viewer, pages_for(viewer))


@pytest.mark.parametrize("viewer", VIEWERS)
def test_what_others_have_answered_is_nowhere_to_be_seen(game: Game, viewer: int) -> None:
    """The same hands with other answers look the same, also if offers are touched in secret."""
    for moment, usual in secret_moments(game).items():
        if not is_waited_for(usual, viewer):
            continue
        one, other = usual.fork(), usual.fork()
        for sitting, last in ((one, False), (other, True)):
            for ask in of_others(sitting, viewer):
                sitting.send(*answer(ask, last))
        choices = [
            max(len(ask.offers), len(ask.hand.codes or ())) for ask in of_others(usual, viewer)
        ]
        assert one.answers != other.answers or max(choices, default=0) < 2, moment
        compare(one.session, other.session, viewer, pages_for(viewer))


Laid = Callable[[Ask, int, int], Iterator[SlotRead]]
"""Yields a wrong way to insert cards, for a question, one card and another seat."""


def _twice(ask: Ask, code: int, seat: int) -> Iterator[SlotRead]:
    """Yield the same card in two slots and in another reader."""
    slots = ask.program.free
    yield from (SlotRead(ask.seat, slot, OK, code) for slot in slots[:2])
    yield SlotRead(seat, slots[0], OK, code)


def _misread(ask: Ask, code: int, seat: int) -> Iterator[SlotRead]:
    """Yield a card that is read, and others that are not; a single one becomes unreadable."""
    first, *others = ask.program.free
    yield SlotRead(ask.seat, first, OK, code)
    yield from (SlotRead(ask.seat, slot, DIRTY, None) for slot in others or [first])


def _missing(ask: Ask, code: int, seat: int) -> Iterator[SlotRead]:
    """Yield a card in the last slot and no others; a single one is taken out again."""
    *others, last = ask.program.free
    yield SlotRead(ask.seat, last, OK, code)
    yield from (SlotRead(ask.seat, slot, EMPTY, None) for slot in others or [last])


def _not_dealt(ask: Ask, code: int, seat: int) -> Iterator[SlotRead]:
    """Yield a card of the seat in another reader."""
    yield SlotRead(seat, ask.program.free[0], OK, code)


@pytest.mark.parametrize(
    "lay", (_twice, _misread, _missing, _not_dealt), ids=lambda lay: lay.__name__
)
def test_a_fault_at_another_reader_does_not_name_its_card(game: Game, lay: Laid) -> None:
    """With another card inserted wrongly everything looks the same, before and after the pull."""
    for usual in secret_moments(game).values():
        reading = [
            ask
            for ask in of_others(usual, 1)
            if ask.program.slots and len(ask.hand.codes or ()) > 1
        ]
        if len(reading) < 2 or not is_waited_for(usual, 1):
            continue
        ask, seat = reading[0], reading[1].seat
        one, other = usual.fork(), usual.fork()
        for sitting, at in ((one, 0), (other, -1)):
            assert ask.hand.codes
            sitting.send(*(read for one in reading for read in empty_reader(one)))
            sitting.send(*lay(ask, ask.hand.codes[at], seat))
        compare(one.session, other.session, 1, NEAR)
        for sitting in (one, other):
            sitting.send(*pull(ask.seat), *pull(seat))
        assert not {ask.seat, seat} <= one.answers.keys(), "the fault is no fault"
        compare(one.session, other.session, 1, NEAR)


def test_reports_and_bundles_tell_no_hidden_card(game: Game, tmp_path: Path) -> None:
    """Saved games with other hidden cards have the same report and bundle, without PIN and seed."""
    for moment, usual in secret_moments(game).items():
        said = list[Mapping[str, str]]()
        for number, sitting in enumerate((usual.fork(), with_other_hands(usual, 1).fork())):
            if is_waited_for(usual, 1):
                for ask in of_others(sitting, 1):
                    sitting.send(*answer(ask))
            said.append(saved(sitting, tmp_path / moment / str(number)))
        assert said[0].keys() == said[1].keys()
        for name, words in said[0].items():
            assert words == said[1][name], f"{name} tells hidden cards: {moment}"
            assert not (tells(words, PIN) or tells(words, str(SEED))), (
                f"{name} tells a secret: {moment}"
            )


def saved(sitting: PlayedSession, state: Path) -> Mapping[str, str]:
    """Save a sitting in a state folder; return what is written for others, by file name."""
    state.mkdir(parents=True)
    world = World(state / "root", state, {}, run=quiet, disk=roomy, ports=tuple, now=lambda: 0.0)
    with closing(open_journal(state / JOURNAL, 0.0)) as journal:
        with closing(sitting.saved(journal)) as loop:
            save_report(loop, journal, state)
        packed = zipfile.ZipFile(io.BytesIO(bundle(world, sitting.session)))
    (report,) = (state / FOLDER).iterdir()
    lines = report.read_text("utf-8").splitlines()
    # The doctor examines the machine, which may be busy.
    names = [name for name in packed.namelist() if name != "doctor.json"]
    parts = {name: packed.read(name).decode() for name in names}
    parts["report"] = "\n".join(line for line in lines if not line.startswith("Written "))
    return {name: words.replace(str(state), "") for name, words in parts.items()}


def quiet(order: object) -> CommandResult:
    """Return no output for any program."""
    return CommandResult(1, "")


def roomy(folder: Path) -> Space:
    """Return free space for any folder."""
    return Space(1 << 30, 1 << 29, True)


def test_an_export_comes_out_the_same_without_a_pin(game: Game, tmp_path: Path) -> None:
    """An import restores the same game, and contains no PIN."""
    for number, usual in enumerate(secret_moments(game).values()):
        with closing(open_journal(tmp_path / f"{number}.db", 0.0)) as journal:
            usual.saved(journal).close()
            (kept,) = [kept for kept in journal.games() if kept.kind == RACE]
            words = write_game(*without_pins(kept, journal.entries(kept.id)))
        assert not tells(words, PIN)
        opening, said, _ = read_game(words, "the export")
        recalled = replay_entries(
            session_of_header(opening.header, find_game, catalogue(game=game), ""), said, True
        )
        assert recalled.drift is None
        there, here = recalled.session.match, usual.session.match
        assert there is not None and here is not None
        assert there.position == here.position
