"""Phones over real sockets: who gets in and what they see.

The game is not affected by any phone.
"""

from __future__ import annotations

import socket
import sys
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack, suppress
from html.parser import HTMLParser
from pathlib import Path

import pytest

from companion.app.loop import EventLoop
from companion.games.parts import Preview
from companion.phones import codes, connections
from companion.phones import server as servers
from companion.phones.addresses import is_near
from companion.phones.codes import MAX_PIN_TRIES, Guesses, Tickets
from companion.phones.phone_view import private_view
from companion.phones.service import PhoneService
from companion.privileged.phones_port import open_door
from companion.session.lobby.phone_access import SCREEN
from companion.session.messages import Begin, Message, OpenPage, SetName, SetPin
from companion.session.pages.phones import (
    LetPhonesIn,
    PhoneServiceFound,
    RenewCode,
    RenewCodes,
    ShowInvitation,
)
from companion.session.preferences import Prefer
from companion.session.remote import PlayAtPhone
from companion.signals import InsertCard, TakeCard
from companion.testing.played_session import tells
from tests.phones.looking import HOST, OWN, PATIENCE, cookies, looked_at, trouble_of, words_of
from tests.recorded import recorded
from tests.session.evenings import asked, begun, done, evening, play_out, ready
from tests.typed import present

WRONG, NO_PAGE = "No seat has this code.", "There is no such page at this table."


class Checked(HTMLParser):
    """A parser that notes unclosed tags and foreign addresses of a page."""

    ALONE = frozenset(
        {"meta", "link", "input", "br", "image", "polygon", "rect", "circle", "polyline", "path"}
    )

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.faults: list[str] = []
        self.feed(page)
        self.close()
        self.faults += [f"<{tag}> is not closed" for tag in self.open]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Check that no page has inline styles or scripts, and that all addresses are ours."""
        if tag not in self.ALONE:
            self.open.append(tag)
        for name, value in attrs:
            if (
                name.startswith("on")
                or name == "style"
                or (
                    name in ("src", "href", "action", "data-news")
                    and not (value or "").startswith("/")
                )
            ):
                self.faults.append(f"{tag} {name}={value}")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Treat it as a tag that is closed."""
        self.handle_starttag(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        """Check that it closes the last open tag."""
        if tag in self.ALONE:
            return
        if not self.open or self.open.pop() != tag:
            self.faults.append(f"</{tag}> closes nothing")


def test_a_phone_joins_and_sees_in_real_time_where_its_program_leads() -> None:
    """Send the page, then events: each card put in or taken out changes the path.

    The second screen is not sent that.
    """
    with looked_at(begun()) as table:
        answer, page = table.get(f"/{table.code(1)}")
        assert answer.status == 200 and "BRASS" in page and not Checked(page).faults
        mine, everybody = table.phone(1), table.phone()
        assert mine.event()[1] == recorded("Put-a-card-into-slot-1")
        assert "Your hand" not in everybody.event()[1]
        hand = asked(table.loop.session, 1).hand.codes or ()
        for slot, code in enumerate(hand[:5], 1):
            table.loop.send(InsertCard(1, slot, code))
        shown = mine.until("Your reader 1")
        foreseen = present(Preview.of(table.loop.session.config.game)).foreseen(
            present(table.loop.session.match).position, 1, hand[:5]
        )
        assert str(present(foreseen)[-1].words) in (
            shown
            if str(present(foreseen)[-1].words) in shown
            else mine.until(str(present(foreseen)[-1].words))
        )
        table.loop.send(TakeCard(1, 1))
        assert mine.until("1 no card") == recorded("Put-a-card-into-slot-1-2")
        mine.close()
        everybody.close()
        table.until(lambda: not table.joined(1) and not table.joined(), "both are gone")


def test_the_game_is_woken_by_a_touch_on_a_phone() -> None:
    """Wake the game by a touch, before its next poll."""
    with looked_at(begun(("person", "person"))) as table:
        own = private_view(table.loop.session, 1).own[0]
        woken = threading.Event()
        table.phones.on_news = woken.set
        answer, _ = table.post(
            f"/{table.code(1)}/play", {"seat": 1, "revision": own.revision, "do": own.hand[0].act}
        )
        assert answer.status == 303 and woken.wait(PATIENCE)
        table.loop.poll(0.0)
        assert private_view(table.loop.session, 1).own[0].slots[0].card


def test_the_ghost_is_off_by_default() -> None:
    """Show hand and reader without a path by default."""
    with looked_at(begun(), ghost=False) as table:
        assert (
            not evening().session.lobby.preferences.ghost
            and not evening().session.lobby.preferences.phones
        )
        table.loop.send(InsertCard(1, 1, (asked(table.loop.session, 1).hand.codes or ())[0]))
        _, page = table.get(f"/{table.code(1)}")
        assert "Your hand" in page and "Where it leads" not in page


def test_a_whole_race_with_phones_that_come_and_break_is_the_same_race() -> None:
    """Play the same race with phones that join, break off and stop reading."""

    def played(loop: object, each: object = lambda: None) -> list[str]:
        found = []
        for _ in range(4):
            ready(loop, 1)  # type: ignore[arg-type]
            ready(loop, 2)  # type: ignore[arg-type]
            each()  # type: ignore[operator]
            session = loop.session  # type: ignore[attr-defined]
            found.append(session.config.game.fingerprint(session.match.position))
            play_out(loop)  # type: ignore[arg-type]
        return found

    alone = played(begun(words={"lives": "inf"}))
    with looked_at(begun(words={"lives": "inf"})) as table:

        def breaking() -> None:
            phone = table.phone(1)
            phone.event()
            # Half a request, and a phone whose battery is empty.
            half = socket.create_connection((HOST, table.port))
            half.sendall(b"GET /")
            half.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
            half.close()
            phone.answer.close()
            phone.connection.close()

        assert played(table.loop, breaking) == alone
        assert table.get(f"/{table.code(2)}")[0].status == 200


def test_a_phone_that_takes_nothing_is_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    """Drop a phone that reads nothing, without delay for others and the game."""
    monkeypatch.setattr(servers, "SLOW", 0.3)
    monkeypatch.setattr(connections, "MAX_UNSENT", 1024)
    monkeypatch.setattr(servers, "CALM", 0.001)
    with looked_at(begun()) as table:
        with socket.socket() as lazy:
            lazy.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
            lazy.connect((HOST, table.port))
            lazy.sendall(f"GET /{table.code(1)}/news HTTP/1.1\r\nHost: x\r\n\r\n".encode())
            table.until(lambda: table.joined(1) == 1, "it has joined")
            other, hand, end = (
                table.phone(2),
                asked(table.loop.session, 1).hand.codes or (),
                time.monotonic() + 200,
            )
            at = 0
            while table.joined(1):
                assert time.monotonic() < end, "it is never let go"
                table.loop.send(
                    TakeCard(1, 1) if at % 2 else InsertCard(1, 1, hand[at // 2 % len(hand)])
                )
                at += 1
                table.loop.poll(time.monotonic())
                time.sleep(0.005)
        assert "BRASS" in other.event()[1] or "COPPER" in other.event()[1]
        other.close()


def test_a_wrong_code_gets_one_sentence_and_locks_nobody_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Answer a wrong code in one sentence, later ones with a delay; never delay a right one."""
    held: list[float] = []

    class Noted(Guesses):
        """Guesses that note delays instead of waiting."""

        def delay(self, address: str, now: float) -> float:
            """Note the delay."""
            held.append(super().delay(address, now))
            return 0.0

    monkeypatch.setattr(servers, "Guesses", Noted)
    with looked_at(begun()) as table:
        phone, right = table.phone(1), table.code(2)
        wrong = [
            letters
            for letters in (
                "AAAAAAAA",
                right[::-1],
                right.replace(right[0], "2" if right[0] != "2" else "3"),
            )
            if letters != right
        ]
        for code in wrong * 6:
            answer, page = table.get(f"/{code}")
            assert answer.status == 404 and WRONG in page and not Checked(page).faults
        assert table.get(f"/{right}")[0].status == 200
        assert held[:6] == [0.0] * 6 and min(held[6:]) > 0.0
        phone.until("BRASS")
        table.loop.send(InsertCard(1, 1, (asked(table.loop.session, 1).hand.codes or ())[0]))
        phone.until("Your reader 1")
        phone.close()


def test_what_nobody_typed_as_a_code_counts_for_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Count no guess for icons, which exist, and for requests of foreign pages."""
    monkeypatch.setattr(Guesses, "delay", lambda *_: pytest.fail("it counts as a code"))
    with looked_at(begun()) as table:
        for path in (
            "/favicon.ico",
            "/apple-touch-icon.png",
            "/apple-touch-icon-precomposed.png",
            "/apple-touch-icon-120x120.png",
            "/apple-touch-icon-120x120-precomposed.png",
        ):
            answer = table.raw(f"GET {path} HTTP/1.1\r\n{OWN}\r\n".encode())
            assert answer.startswith(b"HTTP/1.1 200") and b"\x89PNG" in answer, path
        for path in (
            "/robots.txt",
            "/img.png",
            "/.well-known/x",
            "/A",
            "/" + "A" * 300,
            "/%00%ff",
            "/AAAA01",
            f"/{table.code(1)}A",
            "/wp-login.php",
            f"/{table.code(1)}/x",
        ):
            response, page = table.get(path)
            assert response.status == 404 and NO_PAGE in page and not Checked(page).faults, path
        assert table.get(f"/{table.code(1)}")[0].status == 200


def test_thirteen_phones_behind_one_router_are_no_attack() -> None:
    """Accept thirteen phones behind one address with pages, events and touches."""
    with looked_at(begun()) as table:
        phones = [table.phone(seat) for seat in (*[1] * 3, *[2] * 3, *[SCREEN] * 7)]
        table.until(lambda: table.joined() == 7 and table.joined(1) == 3, "all look")
        for phone, seat in zip(phones, (*[1] * 3, *[2] * 3, *[SCREEN] * 7), strict=True):
            assert table.get(f"/{table.code(seat)}")[0].status == 200
            phone.event()


def test_a_code_is_typed_on_the_first_page() -> None:
    """Redirect a typed code, in small letters and with blanks, to its page, not to a header."""
    with looked_at(begun()) as table:
        answer, page = table.get("/")
        assert answer.status == 200 and "<form" in page and not Checked(page).faults
        code = table.code(1)
        answer, _ = table.get(f"/?code={code[:3].lower()}+{code[3:].lower()}")
        assert answer.status == 303 and answer.getheader("Location") == f"/{code}"
        answer, _ = table.get("/?code=a%0d%0aSet-Cookie:x")
        assert (
            answer.getheader("Location") == "/ASETCOOKIEX"
            and answer.getheader("Set-Cookie") is None
        )


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (b"POST / HTTP/1.1\r\n%s\r\n", b"405"),
        (b"GET /" + b"x" * 20_000, b"400"),
        (b"nonsense\r\n\r\n", b"400"),
        (b"GET http://elsewhere/ HTTP/1.1\r\n%s\r\n", b"404"),
        (b"GET /../../etc/passwd HTTP/1.1\r\n%s\r\n", b"404"),
        (b"\xff\xfe\r\n\r\n", b"400"),
        (b"GET /phones.css/.. HTTP/1.1\r\n%s\r\n", b"404"),
        (b"GET /../server.py HTTP/1.1\r\n%s\r\n", b"404"),
        (b"GET / HTTP/1.1\r\n%sX: a\rb\r\n\r\n", b"400"),
        (b"GET /x?a=%%zz&%%&&==&a[]=1;b HTTP/1.1\r\n%s\r\n", b"404"),
        (b"GET /?code=%%ff%%00%%zz HTTP/1.1\r\n%s\r\n", b"303"),
        (b"GET /?a&b&c&d&e=1&f=2&g=3&h=4&i=5 HTTP/1.1\r\n%s\r\n", b"200"),
        (b"HEAD / HTTP/1.1\r\n%s\r\n", b"200"),
        (b"HEAD /nowhere HTTP/1.1\r\n%s\r\n", b"404"),
        (b"HEAD /phones.css HTTP/1.1\r\n%s\r\n", b"200"),
        (b"OPTIONS / HTTP/1.1\r\n%s\r\n", b"405"),
    ],
)
def test_odd_requests_are_answered_by_their_status(
    sent: bytes, status: bytes, capfd: pytest.CaptureFixture[str]
) -> None:
    """Answer odd requests by status, without files, reflected headers or log lines."""
    with looked_at(evening()) as table:
        answer = table.raw(sent.replace(b"%s", OWN.encode()).replace(b"%%", b"%"))
        assert answer.split(b" ")[1] == status
        if sent.startswith(b"HEAD"):
            assert answer.endswith(b"\r\n\r\n")
    assert "Traceback" not in capfd.readouterr().err


def test_a_post_must_come_from_a_page_of_ours() -> None:
    """Accept posts from our own pages only, which a foreign page cannot fake."""
    with looked_at(begun()) as table:
        card = f"put {(asked(table.loop.session, 1).hand.codes or ())[0]}"
        wish = {"seat": 1, "revision": table.loop.session.revision, "do": card}
        for origin in (
            "http://elsewhere",
            "null",
            "",
            f"http://{HOST}",
            f"http://{HOST}:{table.port}.elsewhere",
        ):
            answer, page = table.post(f"/{table.code(1)}/play", wish, Origin=origin)
            assert answer.status == 403 and "does not belong to the table" in page
        table.loop.poll(0.0)
        assert not any(reading.code for reading in table.loop.session.readers.by_seat[1].row)


def test_touches_that_are_refused_say_why_and_change_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Refuse a touch that is late or not offered with a sentence in the phone's language."""
    monkeypatch.setattr(servers, "DEEDS_AT_ONCE", 100)
    with looked_at(begun()) as table:
        hand = asked(table.loop.session, 1).hand.codes or ()
        place, wish = (
            f"/{table.code(1)}/play",
            {"seat": 1, "revision": table.loop.session.revision, "do": f"put {hand[0]}"},
        )
        for changed, status, words in (
            ({"do": "put 0"}, 409, "not possible any more"),
            ({"revision": 0}, 409, "not possible any more"),
            ({"beat": "1"}, 409, "this touch did nothing"),
            ({"beat": str(10**12)}, 409, "this touch did nothing"),
            ({"beat": "x"}, 409, "this touch did nothing"),
            ({"do": "", "x": "y"}, 400, "could not read"),
        ):
            answer, said = table.post(place, {**wish, **changed}, Accept="text/plain")
            assert answer.status == status and words in said and "<" not in said
            assert answer.getheader("Content-Type") == "text/plain; charset=utf-8"
        assert table.post(
            place,
            {**wish, "beat": "1"},
            Accept="text/plain",
            **{"Accept-Language": "de-AT,en;q=0.5"},
        )[1] == recorded("hat-nichts-bewirkt")
        before = table.loop.session
        table.loop.poll(0.0)
        assert table.loop.session is before
        assert table.post(place, wish, Accept="text/plain")[0].status == 204
        table.until(
            lambda: table.loop.session.readers.by_seat[1].row[0].code == hand[0], "the card is in"
        )


def test_a_greedy_phone_gets_a_few_touches_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    """Limit touches a second per phone.

    The rest reaches neither game nor journal nor other seats.
    """
    monkeypatch.setattr(servers, "DEEDS_PER_SECOND", 0.001)
    with looked_at(begun()) as table:
        taken: list[Message] = []

        def poll(
            heard: Callable[[], tuple[Message, ...]] = table.phones.poll,
        ) -> tuple[Message, ...]:
            """Return and note only messages of play."""
            news = tuple(one for one in heard() if isinstance(one, PlayAtPhone))
            taken.extend(news)
            return news

        monkeypatch.setattr(table.phones, "poll", poll)
        hand, place = asked(table.loop.session, 1).hand.codes or (), f"/{table.code(1)}/play"
        statuses = [
            table.post(
                place,
                {"seat": 1, "revision": table.loop.session.revision, "do": f"put {hand[0]}"},
                Accept="text/plain",
            )[0].status
            for _ in range(40)
        ]
        assert statuses == [204] * servers.DEEDS_AT_ONCE + [429] * (40 - servers.DEEDS_AT_ONCE)
        other = asked(table.loop.session, 2).hand.codes or ()
        assert (
            table.post(
                f"/{table.code(2)}/play",
                {"seat": 2, "revision": table.loop.session.revision, "do": f"put {other[0]}"},
            )[0].status
            == 303
        )
        table.until(
            lambda: table.loop.session.readers.by_seat[2].row[0].code == other[0],
            "the other seat plays",
        )
        assert len(taken) == servers.DEEDS_AT_ONCE + 1


@pytest.mark.parametrize("sent", [b"GET / HTT", b"GET / HTTP/1.1\r\nHost: x\r\n"])
def test_half_a_request_is_not_waited_for(sent: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    """End half a request by a deadline, also drop by drop and for a second request."""
    monkeypatch.setattr(connections, "PATIENCE", 0.01)
    with looked_at(evening()) as table:
        assert table.raw(sent) == b""
        # A whole request is answered however long this machine takes to read it.
        monkeypatch.setattr(connections, "PATIENCE", PATIENCE)
        with socket.create_connection((HOST, table.port), PATIENCE) as connection:
            connection.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            assert connection.recv(65536).startswith(b"HTTP/1.1 200")
            monkeypatch.setattr(connections, "PATIENCE", 0.01)
            connection.settimeout(0.02)
            end = time.monotonic() + PATIENCE
            with suppress(ConnectionError):
                while time.monotonic() < end:
                    with suppress(TimeoutError):
                        if connection.recv(65536) == b"":
                            break
                    connection.sendall(b"G")
            assert time.monotonic() < end, "it is never ended"


def test_slow_half_requests_shut_nobody_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Drop slow half requests for a phone that asks, and keep connected phones."""
    monkeypatch.setattr(connections, "MAX_FROM_ONE", 20)
    monkeypatch.setattr(connections, "MAX_OPEN", 20)
    monkeypatch.setattr(connections, "PATIENCE", PATIENCE)
    with looked_at(begun()) as table:
        looking = table.phone(1)
        with ExitStack() as slow:
            for _ in range(60):
                half = slow.enter_context(socket.create_connection((HOST, table.port), PATIENCE))
                half.sendall(b"GET /")
            assert table.get(f"/{table.code(2)}")[0].status == 200
            assert table.get("/")[0].status == 200
            table.loop.send(InsertCard(1, 1, (asked(table.loop.session, 1).hand.codes or ())[0]))
            looking.until("Your reader 1")


def test_guesses_whose_answers_are_held_back_shut_nobody_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Drop delayed guesses for a phone with a right code, and keep connected phones."""
    monkeypatch.setattr(connections, "MAX_OPEN", 20)
    monkeypatch.setattr(Guesses, "delay", lambda *_: PATIENCE)
    with looked_at(begun()) as table:
        looking = table.phone(1)
        with ExitStack() as guessing:
            for _ in range(40):
                one = guessing.enter_context(socket.create_connection((HOST, table.port), PATIENCE))
                one.sendall(f"GET /AAAAAAAA HTTP/1.1\r\n{OWN}\r\n".encode())
            for _ in range(4):
                assert table.get(f"/{table.code(2)}")[0].status == 200
            table.loop.send(InsertCard(1, 1, (asked(table.loop.session, 1).hand.codes or ())[0]))
            looking.until("Your reader")


def test_phones_that_take_seats_count_by_where_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    """Limit new phones per address, not per cookie, and in all."""
    monkeypatch.setattr(servers, "DEEDS_PER_SECOND", 0.001)
    with looked_at(evening(("person", "random"))) as table:
        wish = {"seat": 1, "revision": 0, "do": "join", "name": "?"}
        statuses = [
            table.post(
                f"/{table.code()}/play", wish, cookie=f"phone={number:032x}", Accept="text/plain"
            )[0].status
            for number in range(30)
        ]
        assert statuses == [204] * servers.JOINS_AT_ONCE + [429] * (30 - servers.JOINS_AT_ONCE)
    tickets = Tickets()
    assert [tickets.of("a"), tickets.of("b"), tickets.of("a"), tickets.of("")] == [1, 2, 1, 0]
    monkeypatch.setattr(codes, "MAX_PHONES", 2)
    assert [tickets.of("c"), tickets.of("b"), tickets.of("a")] == [3, 2, 4]


def test_one_connection_too_many_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Say that there are too many phones; let it in when one has gone."""
    monkeypatch.setattr(connections, "MAX_FROM_ONE", 4)
    with looked_at(begun()) as table:
        phones = [table.phone() for _ in range(4)]
        answer, page = table.get(f"/{table.code(1)}")
        assert (
            answer.status == 503
            and "Too many phones" in words_of(page)
            and not Checked(page).faults
        )
        for phone in phones:
            phone.close()
        table.until(lambda: not table.joined(), "all are gone")
        assert table.get(f"/{table.code(1)}")[0].status == 200


def test_so_many_phones_look_by_one_code(monkeypatch: pytest.MonkeyPatch) -> None:
    """Say that too many phones use one code; the others go on."""
    monkeypatch.setitem(servers.MAX_STREAMS, False, 2)
    with looked_at(begun()) as table:
        first, second = table.phone(1), table.phone(1)
        table.until(lambda: table.joined(1) == 2, "both look")
        late = table.look(1)
        assert late.answer.status == 503 and "Too many phones" in late.answer.read().decode()
        for phone in (first, second, table.phone(2)):
            assert phone.event()[0] == "message"


# ---- A seat with a PIN ---------------------------------------------------------------------------


def with_pin() -> EventLoop:
    """Return a race that has begun, in which seat 1 has the PIN 4711."""
    loop = evening()
    loop.send(SetPin(1, "4711"))
    loop.send(Begin())
    done(loop)
    return loop


def test_a_seat_with_a_pin_asks_for_it() -> None:
    """Show nothing of a seat with a PIN without it, in pages and events.

    Keep it out of addresses.
    """
    with looked_at(with_pin()) as table:
        path = f"/{table.code(1)}"
        answer, page = table.get(f"{path}?pin=4711")
        assert (
            "PIN" in page
            and "Your hand" not in page
            and 'method="post"' in page
            and not Checked(page).faults
        )
        assert table.get(f"{path}/news")[0].status == 403
        for wrong in ("0815", "", "ÿ", "47110"):
            answer, page = table.post(f"{path}/pin", {"pin": wrong})
            assert (
                answer.status == 403
                and "not the PIN" in page
                and "Your hand" not in page
                and not cookies(answer)
            )
        answer, _ = table.post(f"{path}/pin", {"pin": "4711"})
        assert (
            answer.status == 303
            and answer.getheader("Location") == path
            and not tells(cookies(answer), "4711")
        )
        assert all(
            "HttpOnly" in value and "SameSite=strict" in value
            for name, value in answer.getheaders()
            if name.lower() == "set-cookie"
        )
        page = table.get(path, Cookie=cookies(answer))[1]
        assert "Your hand" in page and not tells(page, "4711")
        # Neither one cookie without the other, nor another phone's, nor that of another seat.
        phone, seat = cookies(answer).split("; ")
        for cookie in (
            phone,
            seat,
            f"phone={'0' * 32}; {seat}",
            f"{phone}; {seat.replace('seat1', 'seat2')}",
        ):
            assert "Your hand" not in table.get(path, Cookie=cookie)[1]


def test_five_wrong_pins_lock_the_seat_and_nobody_else() -> None:
    """Lock a seat after five wrong PINs, but not phones that have joined or other seats."""
    with looked_at(with_pin()) as table:
        path = f"/{table.code(1)}"
        inside = cookies(table.post(f"{path}/pin", {"pin": "4711"})[0])
        for _ in range(MAX_PIN_TRIES):
            assert table.post(f"{path}/pin", {"pin": "0000"})[0].status == 403
        answer, page = table.post(f"{path}/pin", {"pin": "4711"})
        assert answer.status == 429 and "Try again in 10 minutes" in page
        assert (
            "Your hand" in table.get(path, Cookie=inside)[1]
            and "Your hand" in table.get(f"/{table.code(2)}")[1]
        )


# ---- Codes that end ------------------------------------------------------------------------------


def test_one_phone_throws_out_the_other_of_its_seat() -> None:
    """Throw the other phone of a seat out: redirect one to the new code, end the other's."""
    with looked_at(begun()) as table:
        before, mine = table.code(1), cookies(table.get(f"/{table.code(1)}")[0])
        first, second, other = table.phone(1), table.phone(1, mine), table.phone(2)
        table.until(lambda: table.joined(1) == 2, "both look")
        for each in (first, second, other):
            each.event()
        table.loop.send(RenewCode(1))
        table.until(lambda: table.code(1) != before, "there is another code")
        assert first.until_kind("moved") == f"/{table.code(1)}" and second.until_kind(
            "gone"
        ) == recorded("not-valid-any-more")
        assert table.get(f"/{before}")[0].status == 404
        table.loop.send(InsertCard(2, 1, (asked(table.loop.session, 2).hand.codes or ())[0]))
        other.until("Your reader 1")


def test_a_phone_that_slept_is_sent_on_or_told() -> None:
    """Redirect a phone that slept, or say that its code has ended."""
    with looked_at(begun()) as table:
        before, mine = table.code(1), cookies(table.get(f"/{table.code(1)}")[0])
        phone = table.phone(1, mine)
        phone.event()
        table.loop.send(RenewCode(1))
        table.until(lambda: table.code(1) != before, "there is another code")
        assert phone.until_kind("moved") == f"/{table.code(1)}"
        again = table.open(f"/{before}/news", mine)
        assert again.until_kind("moved") == f"/{table.code(1)}"
        assert table.open(f"/{before}/news").until_kind("gone") == recorded("not-valid-any-more")


def test_other_codes_end_what_the_old_ones_showed() -> None:
    """End the pages of old codes on request and after a session, but not in a repeated game."""
    with looked_at(begun()) as table:
        phone, before = table.phone(1), table.code(1)
        table.loop.send(OpenPage("phones"))
        table.loop.send(RenewCodes())
        table.until(lambda: table.code(1) != before, "there are new codes")
        while (event := phone.event())[0] == "message":
            pass
        assert (
            event[0] == "gone"
            and event[1] == recorded("not-valid-any-more")
            and phone.event()[0] == "end"
        )
        assert (
            table.get(f"/{before}")[0].status == 404
            and table.get(f"/{table.code(1)}")[0].status == 200
        )
        assert len({one.code for one in table.loop.session.config.phone_access.codes}) == 3


def test_switched_off_nobody_comes_in(tmp_path: Path) -> None:
    """Close the port when switched off, and reopen it with the same codes."""
    with looked_at(begun(), folder=tmp_path) as table:
        phone, port, before = table.phone(1), table.port, table.code(1)
        table.loop.send(OpenPage("phones"))
        table.loop.send(LetPhonesIn(False))
        table.until(
            lambda: not table.loop.session.config.phone_access.address,
            "it is said that nobody can join",
        )
        while phone.event()[0] == "message":
            pass
        table.until(lambda: refuses(port), "the port is closed")
        # The second request waits for the first.
        table.loop.send(LetPhonesIn(True))
        table.loop.send(LetPhonesIn(False))
        table.loop.send(LetPhonesIn(True))
        table.until(
            lambda: bool(
                table.loop.session.config.phone_access.address
                and table.loop.session.config.phone_access.codes
            ),
            "the door is open again",
        )
        table.until(lambda: table.code(1) == before, "the codes are the same")


def refuses(port: int) -> bool:
    """Return whether the port has no listener."""
    try:
        socket.create_connection((HOST, port), 1).close()
    except ConnectionRefusedError:
        return True
    return False


def test_a_port_that_is_taken_is_said() -> None:
    """Show in a sentence on the page that a port is taken, and go on."""
    taken = open_door(0)
    loop = begun()
    loop.host.phones = PhoneService(taken.listening.getsockname()[1], HOST)
    try:
        loop.send(PhoneServiceFound(called=True))
        trouble_of(loop)
        loop.send(OpenPage("phones"))
        assert "cannot be opened for phones" in str(loop.view.body) and loop.view.body.shown is None
        ready(loop, 1)
    finally:
        loop.close()
        taken.close()


def test_a_library_that_is_missing_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """Name a missing library with its remedy, and go on."""
    monkeypatch.delitem(sys.modules, "companion.phones.server")
    monkeypatch.setitem(sys.modules, "starlette.applications", None)
    loop = begun()
    loop.host.phones = PhoneService(0, HOST)
    try:
        loop.send(PhoneServiceFound(called=True))
        assert trouble_of(loop) == recorded("starlette-is-not-installed")
        ready(loop, 1)
    finally:
        loop.close()


@pytest.mark.parametrize(
    ("address", "near"),
    [
        ("192.168.178.20", True),
        ("10.1.2.3", True),
        ("172.31.0.9", True),
        ("169.254.7.7", True),
        ("127.0.0.1", True),
        ("100.64.0.1", True),
        ("100.127.255.254", True),
        ("172.32.0.1", False),
        ("100.128.0.1", False),
        ("100.63.255.255", False),
        ("203.0.113.9", False),
        ("8.8.8.8", False),
        ("", False),
    ],
)
def test_only_devices_that_are_near_are_answered(address: str, near: bool) -> None:
    """Answer devices of the house and of private networks only."""
    assert is_near(address) == near


def test_far_away_hears_nothing_at_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """Close connections from outside without an answer, also without a service manager."""
    monkeypatch.setattr(connections, "is_near", lambda address: False)
    with looked_at(begun()) as table, suppress(ConnectionError):
        assert table.raw(f"GET / HTTP/1.1\r\n{OWN}\r\n".encode()) == b""


@pytest.mark.parametrize(
    ("accepted", "screen", "spoken"),
    [
        ("", "de", "de"),
        ("", "en", "en"),
        ("de-CH,de;q=0.9,en;q=0.8", "en", "de"),
        ("en-GB,de;q=0.3", "de", "en"),
        ("fr,de;q=0.5,en;q=0.4", "en", "de"),
        ("fr;q=x,,;q=1", "de", "de"),
        ("de;q=0", "en", "en"),
    ],
)
def test_the_phone_chooses_the_language(accepted: str, screen: str, spoken: str) -> None:
    """Use the phone's language if we have it, else the screen's."""
    assert servers.wished_language(accepted, screen) == spoken


def test_it_speaks_the_language_of_the_screen() -> None:
    """Use the screen's language, and show names with markup as text."""
    loop = evening()
    loop.send(SetName(1, "<B>&\"'"))
    with looked_at(loop) as table:
        table.loop.send(Prefer(table.loop.session.lobby.preferences._replace(language="de")))
        table.loop.send(Begin())
        done(table.loop)
        _, page = table.get(f"/{table.code(1)}")
        assert (
            'lang="de"' in page
            and "Deine Hand" in page
            and "&lt;B&gt;&amp;" in page
            and "<B>" not in page
            and not Checked(page).faults
        )
        table.loop.send(OpenPage("phones"))
        table.loop.send(ShowInvitation(1))
        assert table.loop.view.body.shown.link == f"http://{HOST}:{table.port}/{table.code(1)}"


def test_a_board_is_fetched_once_and_nothing_comes_from_elsewhere() -> None:
    """Cache the picture of a board, but no pages, and forbid foreign content by header."""
    with looked_at(begun()) as table:
        answer, page = table.get(f"/{table.code()}")
        policy = answer.getheader("Content-Security-Policy") or ""
        assert (
            "default-src 'none'" in policy
            and "unsafe" not in policy
            and "http" not in policy
            and answer.getheader("Cache-Control") == "no-store"
        )
        picture = page.partition('<image href="')[2].partition('"')[0]
        answer, drawn = table.get(picture)
        assert (
            answer.status == 200
            and answer.getheader("Content-Type") == "image/svg+xml"
            and "immutable" in (answer.getheader("Cache-Control") or "")
        )
        assert drawn.startswith("<?xml") and "<script" not in drawn
        for path, kind in (("/phones.css", "text/css"), ("/phones.js", "text/javascript")):
            answer, content = table.get(path)
            assert kind in (answer.getheader("Content-Type") or "") and "http" not in content
        assert table.get(f"{picture}x")[0].status == 404
