"""The page for phones in typical states."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from companion.app.game_offers import offers_of
from companion.app.loop import EventLoop, open_session
from companion.gallery.race import fill, race, send
from companion.session.lobby.joining import JoinAtPhone
from companion.session.lobby.phone_access import SCREEN, Invitation
from companion.session.messages import Confirm, Go, Message, OpenPage, SetName
from companion.session.pages.board import ChooseGame
from companion.session.pages.phones import (
    LetPhonesIn,
    PhoneServiceFound,
    PhoneServiceReported,
    ShowInvitation,
)
from companion.session.pages.rulebook import ShowTopic
from companion.session.remote import PlayAtPhone
from companion.signals import PULL, MoveHandle
from companion.words import NOTHING, text

ADDRESS: Final = "192.168.178.104:8137"
CODES: Final = (
    Invitation(SCREEN, "K7MPQRT4", 1),
    *(
        Invitation(seat, code, seat % 2)
        for seat, code in enumerate(
            (
                "4HTX9CWB",
                "W3NDQA8K",
                "9PZRE2HV",
                "BV6YKM3T",
                "QA7HXTD5",
                "M2CPD9YR",
                "TZ5WEBK6",
                "HN4RQV2X",
            ),
            1,
        )
    ),
)
REPORTED: Final = PhoneServiceReported(ADDRESS, NOTHING, CODES)
"""The address with the codes of all."""


def _open_page(*messages: Message) -> EventLoop:
    """Return the page over a race of eight people, after some messages."""
    loop = race(players=("person",) * 8)
    return send(loop, PhoneServiceFound(), OpenPage("phones"), *messages)


def _played_at_phones() -> EventLoop:
    """Return three people that choose, two of them on phones."""
    loop = race(players=("person",) * 3 + ("random",))
    return send(
        loop,
        Confirm(loop.session.revision),
        PhoneServiceFound(called=True),
        PhoneServiceReported(ADDRESS, NOTHING, CODES[:4]),
    )


def _offered(
    *messages: Message, players: tuple[str, ...] = ("person", "person", "random", "random")
) -> EventLoop:
    """Return the setup of a table that phones may join, after some messages."""
    loop = open_session(seed=1, players=players, games=offers_of({}))
    return send(loop, PhoneServiceFound(), *messages)


def _joined() -> EventLoop:
    """Return two players who joined by the table's code, one of them ready."""
    joined = tuple(one._replace(joined=int(one.seat in (3, 5))) for one in CODES)
    return _offered(
        JoinAtPhone(1, 3, "Zoë"),
        JoinAtPhone(2, 5, "Maximilian X"),
        PhoneServiceReported(ADDRESS, NOTHING, joined),
        PlayAtPhone(3, 0, 0, "ready"),
        Go("seats"),
    )


def _gone() -> EventLoop:
    """Return a question to the table about a player whose phone is gone."""
    loop = race(SetName(2, "Maximilian X"), players=("person", "person", "random"))
    loop.send(Confirm(loop.session.revision))
    for joined in (1, 0):
        codes = CODES[0], CODES[1], CODES[2]._replace(joined=joined)
        send(loop, PhoneServiceFound(called=True), PhoneServiceReported(ADDRESS, NOTHING, codes))
    fill(loop, 1)
    loop.send(MoveHandle(1, PULL))
    for now in (0.0, 60.0):
        loop.poll(now)
    return loop


PHONE_SCENES: Final[dict[str, Callable[[], EventLoop]]] = {
    "phones-board": lambda: _offered(),
    "phones-flags": lambda: _offered(Go("flags")),
    "phones-seats": lambda: _offered(Go("seats")),
    "phones-seats-nobody": lambda: _offered(Go("seats"), players=("",)),
    "phones-joined": _joined,
    "phones-join": lambda: _offered(
        OpenPage("phones"),
        LetPhonesIn(True),
        PhoneServiceReported(ADDRESS, NOTHING, CODES[:3]),
    ),
    "phones-rules": lambda: _offered(Go("rules")),
    "phones-off": lambda: _open_page(),
    "phones-seat": lambda: _open_page(
        LetPhonesIn(True),
        REPORTED,
        ShowInvitation(3),
    ),
    "phones-screen": lambda: _open_page(
        LetPhonesIn(True), PhoneServiceReported("10.42.0.1:8137", NOTHING, CODES[:3])
    ),
    "phones-covered": lambda: _open_page(
        LetPhonesIn(True),
        REPORTED,
        ShowInvitation(3),
        ShowInvitation(4),
        ShowInvitation(3),
    ),
    "phones-crowded": lambda: _open_page(
        LetPhonesIn(True),
        REPORTED,
        PhoneServiceReported(
            ADDRESS,
            NOTHING,
            tuple(one._replace(joined=2 if one.seat == 3 else one.joined) for one in CODES),
        ),
    ),
    "phones-manual": lambda: _offered(REPORTED, OpenPage("howto")),
    "phones-manual-lesson": lambda: _offered(
        ChooseGame("cardbot"),
        REPORTED,
        OpenPage("howto"),
    ),
    "rulebook-topics": lambda: _offered(REPORTED, OpenPage("rulebook")),
    "rulebook-topic": lambda: _offered(
        REPORTED,
        OpenPage("rulebook"),
        ShowTopic("games/clockwork.html", "75-belts"),
    ),
    "phones-gone": _gone,
    "phones-played": _played_at_phones,
    "phones-no-network": lambda: _open_page(
        LetPhonesIn(True),
        PhoneServiceReported(
            "",
            text("This computer is on no network. Connect it to the Wi-Fi or cable of the phones."),
            CODES,
        ),
    ),
}
"""Pictures of the gallery of the page for phones, in its order."""
