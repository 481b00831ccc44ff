"""The messages that count in each state of a session, by one table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from pkgutil import iter_modules
from typing import Any

import pytest

from companion.games.asking import Finished
from companion.session import pages
from companion.session.handling import Guarded, Precondition
from companion.session.messages import ApplyCorrection, Begin, Go, GoBack, OpenPage, Repeat, Resumed
from companion.session.pages import Page, find_page
from companion.session.pages.failed import show_failure
from companion.session.pages.paused import PauseGame
from companion.session.pages.phones import PhoneServiceFound
from companion.session.pages.table import OpenTable
from companion.session.session import Session
from companion.session.steps import HANDLERS, PARTS, step
from companion.session.view import OVER, PLACE, PLAY, PROGRAM, REST
from companion.signals import HandleMoved, SlotRead
from companion.words import text
from tests.session.evenings import begun, done, evening, play_out
from tests.session.quiz import NO, YES, ask, asked, quiz
from tests.typed import present


def after(session: Session, *messages: object) -> Session:
    """Tell a session some things."""
    for message in messages:
        session, _ = step(session, message)
    return session


@cache
def states() -> Mapping[str, Session]:
    """Return a session in each state of the table."""
    setup = evening().session
    placed = after(setup, Begin())
    program = begun().session
    shown = begun(("random", "random"))
    play_out(shown, PLAY)
    done(shown)
    play = shown.session
    rest = quiz(asked(ask(1, YES, NO), ask(2, YES, NO))).session
    over = play._replace(
        page=OVER, match=present(play.match)._replace(next_step=Finished(turn=1, winners=(1,)))
    )
    found = {
        "setup": setup,
        "later setup": after(setup, Go("next")),
        "placed": placed,
        "program": program,
        "rest": rest,
        "play": play,
        "over": over,
        "covered": after(play, OpenPage("history")),
        "covered question": after(program, OpenTable()),
        "paused": after(play, PauseGame(True)),
        "paused question": after(program, PauseGame(True)),
        "held": after(play, ApplyCorrection(GoBack("start"))),
        "held question": after(program, Resumed((1, 2), "")),
        "repeated": after(play, ApplyCorrection(Repeat())),
        "offered": after(play, Resumed((1, 2), "")),
        "failed": show_failure(program, text("It has failed.")),
    }
    assert found["later setup"].page != setup.page and placed.page == PLACE
    assert (program.page, rest.page, play.page) == (PROGRAM, REST, PLAY)
    assert found["covered question"].covered
    assert (
        found["covered"].covered
        and found["paused"].timeline.game_paused
        and found["held"].timeline.table_sync
    )
    assert (
        found["held question"].timeline.is_syncing
        and found["repeated"].timeline.repeated is not None
    )
    return found


def guarded() -> Iterator[tuple[type, Precondition]]:
    """Yield every message that does not always count, without those to open pages."""
    yield from _guarded(HANDLERS)
    for page in every_page():
        yield from _guarded(page.always)


def _guarded(handlers: Mapping[type, object]) -> Iterator[tuple[type, Precondition]]:
    for kind, handler in handlers.items():
        if isinstance(handler, Guarded):
            yield kind, handler.when


def every_page() -> Iterator[Page]:
    """Yield all pages there are."""
    yield from (find_page(module.name) for module in iter_modules(pages.__path__))


PLAIN: Mapping[str, object] = {"int": 1, "str": "", "bool": True, "float": 1.0}


def sample(kind: type, session: Session) -> Any:
    """Make a message of a kind, about the revision that is shown."""
    hints: Mapping[str, str] = kind.__annotations__
    made = kind(**{name: _sample(hint) for name, hint in hints.items()})
    return made._replace(revision=session.revision) if "revision" in hints else made


def _sample(hint: str) -> object:
    return () if hint.startswith("tuple") else PLAIN.get(hint)


MESSAGES = dict(guarded())
TO_OPEN_PAGES = {
    kind: (module.name, when)
    for module in iter_modules(pages.__path__)
    for kind, when in _guarded(find_page(module.name).handlers)
}


@pytest.mark.parametrize("state", states())
def test_a_message_that_does_not_count_changes_nothing(state: str) -> None:
    """Neither the session nor the world; a notice may say why."""
    session = states()[state]
    for kind, when in MESSAGES.items():
        message = sample(kind, session)
        if when.counts(session, message) or kind in (SlotRead, HandleMoved):
            continue
        reached, commands = step(session, message)
        assert commands == (), kind
        assert same_but_notice(session, reached), kind
        assert reached.notice == (when.refusal or session.notice), kind


@pytest.mark.parametrize("kind", TO_OPEN_PAGES)
def test_a_message_to_an_open_page_that_does_not_count_changes_nothing(kind: type) -> None:
    """The page stays as it is; a notice may say why."""
    name, when = TO_OPEN_PAGES[kind]
    for session in states().values():
        opened = after(session, PhoneServiceFound(), OpenPage(name))
        assert opened.kept(name) is not None
        if not when.counts(opened, None):
            reached, commands = step(opened, sample(kind, opened))
            assert commands == () and same_but_notice(opened, reached)
            assert reached.notice == (when.refusal or opened.notice)


@pytest.mark.parametrize("kind", [kind for kind, when in MESSAGES.items() if when.at_revision])
def test_a_message_about_another_step_changes_nothing(kind: type) -> None:
    """In whatever state it comes."""
    for session in states().values():
        message = sample(kind, session)._replace(revision=session.revision - 1)
        reached, commands = step(session, message)
        assert commands == () and same_but_notice(session, reached)


def same_but_notice(session: Session, reached: Session) -> bool:
    """Return whether only the notice has changed."""
    return all(
        getattr(session, name) == getattr(reached, name)
        for name in Session._fields
        if name not in ("notice", "log")
    )


def test_every_guard_refuses_in_one_state_and_lets_through_in_another() -> None:
    """A guard that always or never refuses is an error in the table."""
    opening = [page.opens for page in every_page() if page.opens != Precondition()]
    for when in (*MESSAGES.values(), *opening, *(when for _, when in TO_OPEN_PAGES.values())):
        found = {
            when._replace(at_revision=False).counts(session, None) for session in states().values()
        }
        assert found == {True, False}, when


def test_a_page_that_cannot_be_opened_changes_nothing() -> None:
    """Pages have guards, too."""
    for module in iter_modules(pages.__path__):
        page = find_page(module.name)
        for session in states().values():
            if page.opens.counts(session, None) or session.is_open(module.name):
                continue
            reached, commands = step(session, OpenPage(module.name))
            assert commands == () and same_but_notice(session, reached)
            assert reached.notice == (page.opens.refusal or session.notice)


def test_the_messages_of_a_page_mean_nothing_where_it_does_not_lie() -> None:
    """In any state of the session."""
    for module in iter_modules(pages.__path__):
        page = find_page(module.name)
        for kind in {*page.handlers} - {*page.always}:
            if kind.__module__ != f"{pages.__name__}.{module.name}":
                continue
            for name, session in states().items():
                if not session.is_open(module.name):
                    reached, commands = step(session, sample(kind, session))
                    assert commands == () and same_but_notice(session, reached), (kind, name)


def test_each_message_has_one_handler() -> None:
    """Two tables that name the same message would hide one of their handlers."""
    modules = [module for part in PARTS.values() for module in part]
    assert sum(len(module.HANDLERS) for module in modules) == len(HANDLERS)
