"""Phones over real sockets: who comes in, who does not, what they are told; and whatever a phone does, the game does not notice."""
from __future__ import annotations

import asyncio
import socket
import time
from html.parser import HTMLParser

import pytest

from companion.phones import request as requests
from companion.phones import server as servers
from companion.phones.door import open_door
from companion.phones.service import Phones
from companion.session.messages import Again, Begin, NewEvening, OpenPage, SetName, SetPin
from companion.session.pages.phones import LetPhonesIn, OfferPhones, RenewCodes, ShowInvitation
from companion.session.preferences import Prefer
from companion.signals import InsertCard, TakeCard
from tests.phones.looking import HOST, looked_at, words_of
from tests.session.evenings import asked, begun, done, evening, play_out, ready

SENTENCES = {404: "No seat has this code.", 429: "Too many wrong codes came from here."}


class Checked(HTMLParser):
    """Reads a page as a browser does, and notes what is not closed and what comes from elsewhere."""

    ALONE = frozenset({"meta", "link", "input", "br", "image", "polygon", "rect", "circle", "polyline", "path"})

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.faults: list[str] = []
        self.feed(page)
        self.close()
        self.faults += [f"<{tag}> is not closed" for tag in self.open]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Styles and scripts stand in no page, and every address is one of ours."""
        if tag not in self.ALONE:
            self.open.append(tag)
        for name, value in attrs:
            if name.startswith("on") or name == "style" or name in ("src", "href", "action", "data-news") and not (value or "").startswith("/"):
                self.faults.append(f"{tag} {name}={value}")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """As one that is closed at once."""
        self.handle_starttag(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        """The one that was opened last."""
        if tag in self.ALONE:
            return
        if not self.open or self.open.pop() != tag:
            self.faults.append(f"</{tag}> closes nothing")


def test_a_phone_joins_and_sees_in_real_time_where_its_program_leads() -> None:
    """The page, then news: with every card that is put in or taken out the way is another one. The second screen is told nothing of it."""
    with looked_at(begun()) as table:
        answer, page = table.get(f"/{table.code(1)}")
        assert answer.status == 200 and "BRASS" in page and not Checked(page).faults
        mine, everybody = table.phone(1), table.phone()
        assert "Put a card into slot 1" in mine.event()[1]
        assert "Your hand" not in everybody.event()[1]
        hand = asked(table.loop.session, 1).hand or ()
        for slot, code in enumerate(hand[:5], 1):
            table.loop.send(InsertCard(1, slot, code))
        shown = mine.until("Your reader 1")
        foreseen = table.loop.session.house.game.foreseen(table.loop.session.match.position, 1, hand[:5])  # type: ignore[union-attr]
        assert str(foreseen[-1].words) in (shown if str(foreseen[-1].words) in shown else mine.until(str(foreseen[-1].words)))
        table.loop.send(TakeCard(1, 1))
        assert "Put a card into slot 1" in mine.until("1 no card")
        mine.close()
        everybody.close()
        table.until(lambda: not table.joined(1) and not table.joined(), "both are gone")


def test_the_ghost_is_off_by_default() -> None:
    """Then a private view shows hand and reader, and no way."""
    with looked_at(begun(), ghost=False) as table:
        assert not evening().session.preferences.ghost and not evening().session.preferences.phones
        table.loop.send(InsertCard(1, 1, (asked(table.loop.session, 1).hand or ())[0]))
        _, page = table.get(f"/{table.code(1)}")
        assert "Your hand" in page and "Where it leads" not in page


def test_a_whole_race_with_phones_that_come_and_break_is_the_same_race() -> None:
    """Phones join, are thrown away in the midst of an answer, and stop reading: every position of the race is the one without them."""
    def played(loop: object, each: object = lambda: None) -> list[str]:
        found = []
        for _ in range(4):
            ready(loop, 1)  # type: ignore[arg-type]
            ready(loop, 2)  # type: ignore[arg-type]
            each()  # type: ignore[operator]
            session = loop.session  # type: ignore[attr-defined]
            found.append(session.house.game.fingerprint(session.match.position))
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
    """The others are told as ever meanwhile, and the game goes on."""
    monkeypatch.setattr(servers, "SLOW", 0.3)
    monkeypatch.setattr(servers, "UNSENT", 1024)
    monkeypatch.setattr(servers, "CALM", 0.001)
    with looked_at(begun()) as table:
        with socket.socket() as lazy:
            lazy.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
            lazy.connect((HOST, table.port))
            lazy.sendall(f"GET /{table.code(1)}/news HTTP/1.1\r\nHost: x\r\n\r\n".encode())
            table.until(lambda: table.joined(1) == 1, "it has joined")
            other, hand, end = table.phone(2), asked(table.loop.session, 1).hand or (), time.monotonic() + 200
            at = 0
            while table.joined(1):
                assert time.monotonic() < end, "it is never let go"
                table.loop.send(TakeCard(1, 1) if at % 2 else InsertCard(1, 1, hand[at // 2 % len(hand)]))
                at += 1
                table.loop.poll(time.monotonic())
                time.sleep(0.005)
        assert "BRASS" in other.event()[1] or "COPPER" in other.event()[1]
        other.close()


def test_a_wrong_code_gets_one_sentence_and_a_few_tries() -> None:
    """Then no code from there is looked at for a while, the right one neither; who has joined already goes on."""
    with looked_at(begun()) as table:
        phone = table.phone(1)
        right = table.code(2)
        for wrong in ("AAAAAA", right[:-1], f"{right}A", right[::-1], "%00%ff", "A" * 300):
            answer, page = table.get(f"/{wrong}")
            assert answer.status == 404 and SENTENCES[404] in page and not Checked(page).faults
        answer, page = table.get(f"/{right}")
        assert answer.status == 429 and SENTENCES[429] in page
        phone.until("BRASS")
        table.loop.send(InsertCard(1, 1, (asked(table.loop.session, 1).hand or ())[0]))
        phone.until("Your reader 1")
        phone.close()


def test_a_code_is_typed_on_the_first_page() -> None:
    """In small letters, too, with blanks; what is typed leads to its own address."""
    with looked_at(begun()) as table:
        answer, page = table.get("/")
        assert answer.status == 200 and "<form" in page and not Checked(page).faults
        code = table.code(1)
        answer, _ = table.get(f"/?code={code[:3].lower()}+{code[3:].lower()}%0d%0aX:1"[:len(f"/?code={code}+")])
        assert answer.status == 303 and answer.getheader("Location") == f"/{code}"
        answer, _ = table.get("/?code=a%0d%0aSet-Cookie:x")
        assert answer.getheader("Location") == "/ASETCOOKIEX" and answer.getheader("Set-Cookie") is None


@pytest.mark.parametrize(("sent", "status"), [
    (b"POST / HTTP/1.1\r\n\r\n", b"405"), (b"HEAD / HTTP/1.1\r\n\r\n", b"405"), (b"GET / HTTP/1.1\r\nX: " + b"x" * 20_000 + b"\r\n\r\n", b"431"),
    (b"GET /" + b"x" * 20_000, b"431"), (b"GET / HTTP/1.1\r\nContent-Length: 5\r\n\r\nhello", b"413"), (b"GET / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n", b"413"),
    (b"nonsense\r\n\r\n", b"400"), (b"GET http://elsewhere/ HTTP/1.1\r\n\r\n", b"400"), (b"GET /../../etc/passwd HTTP/1.1\r\n\r\n", b"404"), (b"\xff\xfe\r\n\r\n", b"400"),
    (b"GET /?a&b&c&d&e=1&f=2&g=3&h=4&i=5 HTTP/1.1\r\n\r\n", b"400"), (b"GET /phones.css/.. HTTP/1.1\r\n\r\n", b"404"),
])
def test_what_is_no_short_get_is_refused(sent: bytes, status: bytes) -> None:
    """By its status, and nothing of the disk is ever an answer."""
    with looked_at(evening()) as table:
        assert table.raw(sent).split(b" ")[1] == status


def test_who_says_nothing_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Half a request is answered by the end."""
    monkeypatch.setattr(requests, "PATIENCE", 0.2)
    with looked_at(evening()) as table:
        assert table.raw(b"GET / HTT").split(b" ")[1] == b"408"


def test_fifty_connections_at_once() -> None:
    """So many as are allowed from one address stay; who comes on top is told, and comes in when others have gone."""
    with looked_at(begun()) as table:
        phones = [table.phone() for _ in range(servers.MOST_FROM_ONE)]
        late = [table.look() for _ in range(50 - len(phones))]
        assert {phone.answer.status for phone in late} == {503}
        assert "Too many phones" in words_of(late[0].answer.read().decode())
        for phone in (*phones, *late):
            assert phone.answer.status in (200, 503)
            phone.close()
        ready(table.loop, 1)
        table.until(lambda: not table.joined(), "all are gone")
        assert table.get(f"/{table.code(1)}")[0].status == 200


def test_a_seat_with_a_pin_asks_for_it() -> None:
    """Without it, or with a wrong one, nothing of the seat is told; nor any news."""
    loop = evening()
    loop.send(SetPin(1, "4711"))
    with looked_at(loop) as table:
        table.loop.send(Begin())
        done(table.loop)
        path = f"/{table.code(1)}"
        for more in ("", "?pin=0815", "?pin=", "?pin=%ff"):
            answer, page = table.get(f"{path}{more}")
            assert "PIN" in page and "Your hand" not in page and not Checked(page).faults
        assert table.get(f"{path}/news")[0].status == 204
        answer, page = table.get(f"{path}?pin=4711")
        assert "Your hand" in page and f'data-news="{path}/news?pin=4711"' in page


def test_other_codes_end_what_the_old_ones_showed() -> None:
    """On the screen all can be made anew; and they are by themselves where the evening is over, not where the same people play again."""
    with looked_at(begun()) as table:
        phone, before = table.phone(1), table.code(1)
        table.loop.send(OpenPage("phones"))
        table.loop.send(RenewCodes())
        table.until(lambda: table.code(1) != before, "there are new codes")
        while (event := phone.event())[0] == "message":
            pass
        assert event[0] == "gone" and "not valid any more" in event[1] and phone.event()[0] == "end"
        assert table.get(f"/{before}")[0].status == 404 and table.get(f"/{table.code(1)}")[0].status == 200
        assert len({one.code for one in table.loop.session.house.invited.codes}) == 3


def test_switched_off_nobody_comes_in() -> None:
    """The port is closed, whoever looked sees no more; switched on it is open again, with other codes."""
    with looked_at(begun()) as table:
        phone, port, before = table.phone(1), table.port, table.code(1)
        table.loop.send(OpenPage("phones"))
        table.loop.send(LetPhonesIn(False))
        table.until(lambda: not table.loop.session.house.invited.address, "it is said that nobody can join")
        while phone.event()[0] == "message":
            pass
        table.until(lambda: refuses(port), "the port is closed")
        # At once off and on again: the second waits for the first.
        table.loop.send(LetPhonesIn(True))
        table.loop.send(LetPhonesIn(False))
        table.loop.send(LetPhonesIn(True))
        table.until(lambda: bool(table.loop.session.house.invited.address and table.loop.session.house.invited.codes), "the door is open again")
        assert table.code(1) != before


def refuses(port: int) -> bool:
    """Whether nobody listens there."""
    try:
        socket.create_connection((HOST, port), 1).close()
    except ConnectionRefusedError:
        return True
    return False


def test_a_port_that_is_taken_is_said() -> None:
    """On the page, in a sentence; the game does not mind."""
    taken = open_door(0)
    loop = begun()
    loop.host.phones = Phones(taken.listening.getsockname()[1], HOST)
    try:
        loop.send(OfferPhones(called=True))
        end = time.monotonic() + 200
        while not loop.session.house.invited.trouble:
            assert time.monotonic() < end
            loop.poll(time.monotonic())
            time.sleep(0.002)
        loop.send(OpenPage("phones"))
        assert "cannot be opened for phones" in str(loop.view.body) and loop.view.body.shown is None
        ready(loop, 1)
    finally:
        loop.close()
        taken.close()


class FromElsewhere(asyncio.Transport):
    """A connection that comes from an address, and takes down what it is answered."""

    def __init__(self, address: str) -> None:
        super().__init__({"peername": (address, 40_000)})
        self.answered, self.ended = b"", False

    def write(self, data: bytes | bytearray | memoryview) -> None:
        """Some more of the answer."""
        self.answered += bytes(data)

    def is_closing(self) -> bool:
        """Whether the server has let go."""
        return self.ended

    def get_write_buffer_size(self) -> int:
        """It takes everything at once."""
        return 0

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        """No limit is needed where nothing waits."""

    def close(self) -> None:
        """The server lets go."""
        self.ended = True

    abort = close


@pytest.mark.parametrize(("address", "near"), [
    ("192.168.178.20", True), ("10.1.2.3", True), ("172.31.0.9", True), ("169.254.7.7", True), ("127.0.0.1", True),
    ("172.32.0.1", False), ("203.0.113.9", False), ("8.8.8.8", False), ("", False),
])
def test_only_devices_that_are_near_are_answered(address: str, near: bool) -> None:
    """Who comes from far away hears nothing at all, also where no service manager sees to it."""
    async def asked() -> FromElsewhere:
        reader, transport = asyncio.StreamReader(), FromElsewhere(address)
        reader.feed_data(b"GET / HTTP/1.1\r\nHost: table\r\n\r\n")
        reader.feed_eof()
        writer = asyncio.StreamWriter(transport, asyncio.StreamReaderProtocol(asyncio.StreamReader()), reader, asyncio.get_running_loop())
        await servers.PhoneServer(time.monotonic, lambda said: None, lambda message: False).serve(reader, writer)
        return transport

    transport = asyncio.run(asked())
    assert transport.ended and transport.answered.startswith(b"HTTP/1.1 200") == near and bool(transport.answered) == near


def test_it_speaks_the_language_of_the_screen() -> None:
    """And names that look like markup are names."""
    loop = evening()
    loop.send(SetName(1, "<B>&\"'"))
    with looked_at(loop) as table:
        table.loop.send(Prefer(table.loop.session.preferences._replace(language="de")))
        table.loop.send(Begin())
        done(table.loop)
        _, page = table.get(f"/{table.code(1)}")
        assert 'lang="de"' in page and "Deine Hand" in page and "&lt;B&gt;&amp;" in page and "<B>" not in page and not Checked(page).faults
        table.loop.send(OpenPage("phones"))
        table.loop.send(ShowInvitation(1))
        assert table.loop.view.body.shown.link == f"http://{HOST}:{table.port}/{table.code(1)}"


def test_a_board_is_fetched_once_and_nothing_comes_from_elsewhere() -> None:
    """Its picture may be kept; pages may not. Whatever a page could be made to ask for elsewhere, the browser is told not to."""
    with looked_at(begun()) as table:
        answer, page = table.get(f"/{table.code()}")
        policy = answer.getheader("Content-Security-Policy") or ""
        assert "default-src 'none'" in policy and "unsafe" not in policy and "http" not in policy and answer.getheader("Cache-Control") == "no-store"
        picture = page.partition('<image href="')[2].partition('"')[0]
        answer, drawn = table.get(picture)
        assert answer.status == 200 and answer.getheader("Content-Type") == "image/svg+xml" and "immutable" in (answer.getheader("Cache-Control") or "")
        assert drawn.startswith("<?xml") and "<script" not in drawn
        for path, kind in (("/phones.css", "text/css"), ("/phones.js", "text/javascript")):
            answer, content = table.get(path)
            assert kind in (answer.getheader("Content-Type") or "") and "http" not in content
        assert table.get("/favicon.ico")[0].status == 204 and table.get(f"{picture}x")[0].status == 404


def test_codes_hold_for_an_evening() -> None:
    """Played again they are the same; back at the setup all are others."""
    loop = begun(("person", "random"))
    with looked_at(loop) as table:
        before = table.code(1)
        for _ in range(3000):
            if table.loop.session.page == "over":
                break
            if table.loop.session.page == "program" and 1 not in table.loop.session.match.answers:  # type: ignore[union-attr]
                ready(table.loop, 1)
            done(table.loop)
        assert table.loop.session.page == "over"
        table.loop.send(Again())
        table.get("/")
        assert table.code(1) == before
        table.loop.send(NewEvening())
        if table.loop.session.page == "place":
            table.loop.send(NewEvening())
        assert table.code(1) == before or table.loop.session.match is None
