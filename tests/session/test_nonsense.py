"""Every message with invalid numbers, words and seats raises nothing and changes no race."""

from __future__ import annotations

from itertools import islice, product
from pkgutil import iter_modules
from types import NoneType, UnionType
from typing import Any, Final, Union, get_args, get_origin, get_type_hints

import pytest

from companion.certificate import run
from companion.session import pages, steps
from companion.session.messages import ApplyCorrection, Begin, Confirm, Shuffled
from companion.session.pages.certify import CertifyState, OpenCertify
from companion.session.pages.menu import OpenMenu
from companion.session.pages.table import OpenTable
from companion.session.past.spelling import KEPT, message_line, read_message, read_messages
from companion.session.session import Session
from companion.session.showing import view_of
from companion.session.view import CERTIFY
from companion.signals import ASIDE, ReaderLost
from companion.words import NOTHING, Text, count, text
from tests.recorded import recorded
from tests.session.certify import emulated
from tests.session.evenings import begun, evening

PAGES: Final = tuple(pages.find_page(found.name) for found in iter_modules(pages.__path__))
EVERY: Final = tuple(
    dict.fromkeys(
        (*steps.HANDLERS, *(kind for page in PAGES for kind in (*page.always, *page.handlers)))
    )
)
NONSENSE: Final[dict[Any, tuple[Any, ...]]] = {
    int: (99, -1, 10**30),
    float: (float("nan"), float("inf"), -1e308),
    str: ("?" * 10_000, "\x1b[2J\n", ""),
    bool: (True, False),
    NoneType: (None,),
    # No one sends a whole session: the app restores it.
    Session: (None,),
    Text: (text("?" * 10_000), NOTHING),
}
PLAYS: Final = (Confirm, ApplyCorrection, Shuffled)
"""The messages that may carry a race on without a number, such as to deal again."""
MOST: Final = 60
"""Messages of one kind that are tried."""
DEEP: Final = 100_000


def values(hint: Any) -> list[Any]:
    """Return values of a type that are invalid at any table."""
    if hint in NONSENSE:
        return list(NONSENSE[hint])
    if get_origin(hint) in (Union, UnionType):
        return [value for part in get_args(hint) for value in values(part)]
    if get_origin(hint) is tuple:
        parts = get_args(hint)
        if len(parts) == 2 and parts[1] is ...:
            return [(value,) for value in values(parts[0])[:6]] + [tuple(values(parts[0])[:3])]
        return list(islice(product(*map(values, parts)), MOST))
    return nonsense(hint) if hasattr(hint, "_fields") else [None]


def nonsense(kind: Any) -> list[Any]:
    """Return messages of a kind with invalid fields, alone and in combinations."""
    hints = get_type_hints(kind, localns=vars(run))
    columns = [values(hints[name]) for name in kind._fields]
    width = max(map(len, columns), default=1)
    rows = [tuple(column[place % len(column)] for column in columns) for place in range(width)]
    return [kind(*row) for row in dict.fromkeys((*rows, *islice(product(*columns), MOST)))]


def states() -> dict[str, Session]:
    """Return sessions on pages of all kinds."""
    setup, placed, programming, table, menu, playing = (
        evening(),
        evening(),
        begun(),
        begun(),
        begun(),
        begun(("random", "random")),
    )
    for loop, message in (
        (placed, Begin()),
        (table, OpenTable()),
        (menu, OpenMenu()),
        (playing, Confirm(playing.session.revision)),
    ):
        loop.send(message)
    certify, _ = emulated()
    certify.send(OpenCertify())
    loops = {
        "setup": setup,
        "place": placed,
        "program": programming,
        "table": table,
        "menu": menu,
        "play": playing,
        "certify": certify,
    }
    return {name: loop.session for name, loop in loops.items()}


STATES: Final = states()


@pytest.mark.parametrize("kind", EVERY, ids=lambda kind: kind.__name__)
def test_no_nonsense_raises(kind: Any) -> None:
    """Raise nothing on any page, show something, and change no race."""
    for session in STATES.values():
        for message in nonsense(kind):
            after, _ = steps.step(session, message)
            shown = view_of(after)
            assert shown.page and shown.title
            if session.match is not None and after.match is not None:
                assert after.match.position is session.match.position or kind in PLAYS


def test_an_acceptance_run_of_seats_that_are_not_there_is_refused() -> None:
    """Refuse a run of missing seats by name, and begin none."""
    loop, _ = emulated()
    for seats in ((99,), (1, 99), (0,), (-1,), (10**30,)):
        loop.send(OpenCertify(seats))
        assert not loop.session.is_open(CERTIFY) and str(loop.view.notice) == recorded(
            "There-is-no-seat-the-seats", seats=seats[-1]
        )
    loop.send(OpenCertify((1, 1)))
    assert loop.session.is_open(CERTIFY) and list(
        loop.session.open_state(CERTIFY, CertifyState).run.seats
    ) == [1]


@pytest.mark.parametrize(
    "text",
    [
        "[" * DEEP,
        '{"Confirm":{"step":' + "[" * DEEP,
        '{"Confirm":{"step":' + "[" * 900 + "]" * 900 + "}}",
        '{"Confirm":{"step":1' + "0" * 5000 + "}}",
        '{"SetAutoAdvance":{"seconds":1' + "0" * 400 + "}}",
        '{"Confirm":{"step":true}}',
        '{"Confirm":{"step":1.5}}',
        "\x00",
        "\ud800",
    ],
)
def test_what_is_no_message_is_a_fault_with_words(text: str) -> None:
    """Raise ValueError for endless brackets and numbers, and wrong types."""
    with pytest.raises(ValueError, match=r"found .*, expected"):
        read_message(text)
    with pytest.raises(ValueError, match=r"found .*, expected"):
        list(read_messages([text, '{"Begin":{}}']))


@pytest.mark.parametrize("kind", KEPT, ids=lambda kind: kind.__name__)
def test_nonsense_that_can_be_spelled_is_read_as_it_was(kind: Any) -> None:
    """Read spelled nonsense back unchanged, or refuse it."""
    for message in nonsense(kind):
        try:
            again = read_message(message_line(message))
        except ValueError:
            continue
        assert message_line(again) == message_line(message)


@pytest.mark.parametrize(
    "reason",
    [
        text("its cable is unplugged"),
        count(
            "its slot {slots} gives no signal", "its slots {slots} give no signal", 2, slots="4, 5"
        ),
        ASIDE,
        "plain",
    ],
)
def test_why_a_reader_is_lost_is_read_as_it_was(reason: Text | str) -> None:
    """Keep the reason of a lost reader as template and arguments, and old plain words."""
    line = message_line(ReaderLost(2, reason))
    assert read_message(line) == ReaderLost(2, reason)
    assert (line == f'{{"ReaderLost":{{"seat":2,"reason":"{reason}"}}}}') == isinstance(reason, str)


@pytest.mark.parametrize(
    "reason",
    [
        "7",
        "true",
        "{}",
        '{"template":"{slot.__class__}","arguments":{"slot":"1"}}',
        '{"template":"{slot:999}","arguments":{"slot":"1"}}',
    ],
)
def test_what_is_no_text_is_no_reason(reason: str) -> None:
    """Allow only names of arguments in holes."""
    with pytest.raises(ValueError, match=r"found .*, expected"):
        read_message(f'{{"ReaderLost":{{"seat":2,"reason":{reason}}}}}')
