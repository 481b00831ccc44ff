"""What phones see of a session: everybody what the shared screen shows to all, a seat's own phone besides that what only its player may know and do.

A private view is made of the race as that player may know it (`Game.redacted`), of what its reader shows while it is asked, and of the
view that everybody has. Nothing else of the session is looked at, so that no other seat's cards can come into it. Everything here is pure.
"""
from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from companion.games.base import Ask, Counts, Face, Fact, Foreseen, Position, Questions
from companion.session import view
from companion.session.alarms import card_words
from companion.session.lobby.filling import seats_of_player
from companion.session.past.history import shown_turn, turn_records
from companion.session.past.moments import moment_of, moments
from companion.session.pictures import board_of, cards_in_hand, offered_cards, sign_of, slot_fault, standing_rows
from companion.session.remote import BACK, Act, acts, handle_key, pick_key, put_key, take_key
from companion.session.sealed import is_sealed
from companion.session.session import Match, Session, replace
from companion.session.showing import view_of
from companion.session.timing import deadline_runs, seconds_left
from companion.session.trust import foreseen_of, proper
from companion.session.view import BoardPicture, CardsPicture, DealPage, PlayedCard, PlayPage, ProgramPage, ReaderPicture, SeatSign, StandingRow, SummaryPage, View
from companion.signals import EMPTY
from companion.words import NOTHING, Text, lines, sentence, text


class CardSeen(NamedTuple):
    """A card in words, and what it does in a few where its name does not say; `act` puts it in (`companion.session.remote`), "" where that cannot be done here."""

    words: Text
    about: Text = NOTHING
    act: str = ""
    face: Face | None = None
    """What is printed on it."""


class SlotSeen(NamedTuple):
    """One slot of the own reader: its card in words, NOTHING for none; whether it is locked, and what is wrong with it; `act` takes the card out."""

    number: int
    card: Text = NOTHING
    locked: bool = False
    fault: Text | str = NOTHING
    act: str = ""
    face: Face | None = None
    """What is printed on the card in it; None where no card of the deck is known there."""


class ButtonSeen(NamedTuple):
    """Something that the player may do now: the key of its act, its label and a few words about it, and whether it answers what is asked."""

    act: str
    words: Text | str
    about: Text | str = NOTHING
    answers: bool = True


class OwnReader(NamedTuple):
    """What a player alone may see of one of its readers: what is asked, how far it is, what to do, the slots, and the cards of the hand.

    `foreseen` is where the cards in the slots lead, round by round; None where that is not shown. `board` is the map with that way. `seat` and `step` are those of
    the question that can be answered here, with `buttons` besides the cards. `left` are the seconds that are left for it, None where there is no hurry.
    """

    sign: SeatSign
    question: Text
    state: Text | str
    remedy: Text | str
    slots: tuple[SlotSeen, ...]
    hand: tuple[CardSeen, ...] = ()
    foreseen: tuple[Foreseen, ...] | None = None
    board: BoardPicture | None = None
    seat: int = 0
    step: int = 0
    buttons: tuple[ButtonSeen, ...] = ()
    left: int | None = None
    piece: int = 0
    """The seat whose piece it is about; the map has that piece in its middle."""


class LineSeen(NamedTuple):
    """A line that everybody may read: whom it is about, the words, and whether it is "done", "now", "coming", or "" where that means nothing."""

    sign: SeatSign | None
    words: Text | str
    state: str = ""


class PhonePage(NamedTuple):
    """Everything on a phone: `owner` is the seat whose private view it is, None on a second screen.

    `said` is what the page is about in one sentence; `lines`, `standings` and `cards` are for everybody, `own` and `counts` for the owner alone.
    """

    title: Text | str
    said: Text | str
    owner: SeatSign | None = None
    own: tuple[OwnReader, ...] = ()
    board: BoardPicture | None = None
    lines: tuple[LineSeen, ...] = ()
    cards: CardsPicture | None = None
    standings: tuple[StandingRow, ...] = ()
    counts: tuple[Fact, ...] = ()
    piece: int = 0
    """The seat whose piece the map has in its middle, 0 for the whole map."""
    played: tuple[PlayedCard, ...] = ()
    """The cards of the round that is played, in their order."""


# ---- For everybody -------------------------------------------------------------------------------------------------------


def public_view(session: Session) -> View:
    """What the shared screen shows of the race when nobody's hand lies open and no page lies over it."""
    match = session.match
    covered = None if match is None else match._replace(open_seat=None)
    return view_of(replace(session, match=covered, layers=(), hint=None, notice=NOTHING))


def second_screen(session: Session) -> PhonePage:
    """What everybody may see."""
    return _public_page(session, public_view(session))


def _public_page(session: Session, seen: View) -> PhonePage:
    played = seen.body.cards if isinstance(seen.body, PlayPage) else ()
    return PhonePage(
        seen.title, _said(seen), None, (), seen.board, tuple(_lines(seen)), seen.cards, _standings(session, seen), played=played
    )


def _said(seen: View) -> Text | str:
    """The instruction where one is shown, else what to do now."""
    if isinstance(seen.body, PlayPage):
        return seen.body.instruction.words
    if isinstance(seen.body, SummaryPage) and seen.body.winner:
        return seen.body.winner
    return seen.hint


def _lines(seen: View) -> Iterator[LineSeen]:
    """The lines of the page: who is ready, what hands do, what was told at the end."""
    body, signs = seen.body, seen.signs
    if isinstance(body, ProgramPage):
        for reader in body.readers:
            words = lines((sentence(reader.state), reader.remedy)) if reader.remedy else reader.state
            yield LineSeen(_sign(reader), words, "done" if reader.ready else "now" if reader.asked else "")
    elif isinstance(body, PlayPage):
        yield from (LineSeen(None if line.seat is None else signs.get(line.seat), line.words, line.state) for line in body.lines)
    elif isinstance(body, DealPage):
        yield from (LineSeen(signs.get(row.seat), row.words, "now") for row in body.rows if row.words)
    elif isinstance(body, SummaryPage):
        yield from (LineSeen(None, words) for words in body.sentences)
        yield from (LineSeen(SeatSign(row.name, row.colour, row.shape), row.words) for row in body.reasons)


def _sign(row: ReaderPicture | StandingRow) -> SeatSign:
    return SeatSign(row.name, row.colour, row.shape)


def _standings(session: Session, seen: View) -> tuple[StandingRow, ...]:
    """How the race stands, but not while hands still carry out a round: the rules are at its end already, and nobody reads ahead."""
    if isinstance(seen.body, SummaryPage):
        return seen.body.rows
    if session.match is None or session.held or session.page not in view.ASKING:
        return ()
    return standing_rows(_as_known(session, session.match, None), session.match)


def _as_known(session: Session, match: Match, viewer: int | None) -> Session:
    """The session with the race as somebody may know it."""
    return replace(session, match=match._replace(position=_known(session, match, viewer)))


def _known(session: Session, match: Match, viewer: int | None) -> Position:
    return match.position if not is_sealed(session) else session.house.game.redacted(match.position, viewer)


# ---- For the player of a seat --------------------------------------------------------------------------------------------


def private_view(session: Session, seat: int, counts: tuple[Fact, ...] = ()) -> PhonePage:
    """What the player of a seat may see; `counts` is what was counted of it (`counted`), which takes its time."""
    seen, sign = public_view(session), sign_of(session, seat)
    page = _public_page(session, seen)
    if not session.is_person(seat):
        return page._replace(owner=sign, said=text("Nobody who could look plays this seat now."), lines=())
    return page._replace(owner=sign, own=tuple(_own(session, seat, seen)), counts=counts, piece=seat)


def counted(session: Session, seat: int) -> tuple[Fact, ...]:
    """What was counted of a seat in the turns that are over; () where nothing is. It walks through the whole race."""
    match = session.match
    if match is None or seat not in session.setup.playing:
        return ()
    records = turn_records(session)
    if not records:
        return ()
    recap = proper(session, "recap", session.house.game.recap(records, session.setup.names))
    found: list[Counts] = [one for one in (*recap.statistics, *recap.counts) if one.seat == seat]
    # The statistics are fuller where there are any.
    return found[0].facts if found else ()


def counted_till(session: Session) -> object:
    """What changes whenever a turn is over, comes back, or another race begins; what was counted holds as long as this is the same."""
    return None if session.match is None else (session.match.number, shown_turn(moment_of(session)), session.page in (view.SUMMARY, view.OVER))


def _own(session: Session, seat: int, seen: View) -> Iterator[OwnReader]:
    """Every reader in which this player's cards are, or are to come."""
    match = session.match
    if match is None or session.page == view.OVER or session.held:
        return
    mine, asked = seats_of_player(session.setup, seat), set()
    if session.page in view.ASKING and isinstance(match.want, Questions):
        for ask in match.want.asks:
            if ask.player in mine:
                asked.add(ask.seat)
                yield _asked(session, match, ask, seen)
    if session.page == view.PLAY:
        yield from _chosen(session, match, mine)
        return
    for other in mine:
        known = session.house.game.lying(_known(session, match, other)).get(other, ())
        if other not in asked and any(code is not None for code in known):
            yield _lying(session, other, known, session.house.game.locks(match.position).get(other, ()))


def _chosen(session: Session, match: Match, mine: tuple[int, ...]) -> Iterator[OwnReader]:
    """What was chosen for the turn that is played, as it was laid: the race itself is ahead of hands, and may have lost the piece that they still move."""
    asked = next((moment for moment in moments(session) if moment.page in view.ASKING and isinstance(moment.match.want, Questions)), None)
    if asked is None or not isinstance(asked.match.want, Questions) or asked.match.want.turn != match.turn:
        return
    locks = session.house.game.locks(asked.match.position)
    for ask in asked.match.want.asks:
        answer = match.answers.get(ask.seat)
        if ask.player in mine and ask.slots and answer is not None:
            yield _lying(session, ask.seat, answer.codes, locks.get(ask.seat, ()))


def _lying(session: Session, seat: int, codes: tuple[int | None, ...], locked: tuple[int, ...]) -> OwnReader:
    # Nothing can be put in here, so an empty slot says nothing.
    slots = tuple(
        SlotSeen(number, _card(session, code), number in locked, face=_face(session, code))
        for number, code in enumerate(codes, 1)
        if code is not None or number in locked
    )
    return OwnReader(sign_of(session, seat), NOTHING, NOTHING, NOTHING, slots, piece=seat)


def _asked(session: Session, match: Match, ask: Ask, seen: View) -> OwnReader:
    """A reader whose cards this player chooses now; how it is, as everybody sees it."""
    public = next((reader for reader in seen.body.readers if reader.seat == ask.seat), None) if isinstance(seen.body, ProgramPage) else None
    row = session.readers[ask.seat].row if ask.slots else ()
    locked = {number for number, slot in enumerate(public.slots, 1) if slot.locked} if public is not None else set(ask.locked)
    can = acts(session, match, ask)
    slots = tuple(
        SlotSeen(
            number, _card(session, reading.code), number in locked, slot_fault(session, reading), _key(can, take_key(number)), _face(session, reading.code),
        )
        for number, reading in enumerate(row, 1)
        # A question may be about few slots; what lies in another one is seen all the same.
        if number in ask.slots or reading.status != EMPTY
    )
    position, board = _known(session, match, ask.player), board_of(session)
    foreseen = None
    if session.preferences.ghost and ask.slots and board is not None:
        foreseen = foreseen_of(session, position, ask.seat, tuple(reading.code for reading in row))
    picture = seen.board if foreseen else None
    state, remedy = (public.state, public.remedy) if public is not None else (NOTHING, NOTHING)
    return OwnReader(
        sign_of(session, ask.seat), ask.question, state, remedy, slots, tuple(_hand(session, match, ask, can)), foreseen,
        None if picture is None else picture._replace(foreseen=foreseen or ()), ask.seat, session.step, tuple(_buttons(ask, can)), _left(session, match, ask, seen),
        ask.seat if ask.piece is None else ask.piece,
    )


def _key(can: Mapping[str, Act], key: str) -> str:
    return key if key in can else ""


def _hand(session: Session, match: Match, ask: Ask, can: Mapping[str, Act]) -> Iterator[CardSeen]:
    """The cards of the hand that lie in no slot, in the order of the game. Where hands have dealt them only they know: then, on a seat without a reader, all in question."""
    for code in offered_cards(session, match, ask) if session.on_screen(ask.seat) else cards_in_hand(session, ask):
        face: Face | None = session.house.game.face(code)
        if face is not None:
            words, about = card_words(face), NOTHING if face.look is None else face.look.about
            yield CardSeen(words, NOTHING if about == words else about, _key(can, put_key(code)), face)


def _buttons(ask: Ask, can: Mapping[str, Act]) -> Iterator[ButtonSeen]:
    """The moves of the handle, the answers on the screen, and what can be done besides, as far as it can be done here."""
    for position, label in ask.gestures:
        if handle_key(position) in can:
            yield ButtonSeen(handle_key(position), label)
    for offers, answers in ((ask.offers, True), (ask.besides, False)):
        yield from (ButtonSeen(pick_key(offer.key), offer.label, offer.about, answers) for offer in offers if pick_key(offer.key) in can)
    if BACK in can:
        yield ButtonSeen(BACK, text("choose again"))


def _left(session: Session, match: Match, ask: Ask, seen: View) -> int | None:
    """Return the seconds that are left: those of the question, else those of everybody; None before a clock runs."""
    if ask.seat in match.answers:
        return None
    if ask.deadline is not None and session.is_person(ask.player):
        return seconds_left(match, ask.deadline) if deadline_runs(session, match, ask.deadline) else None
    timer = seen.body.timer if isinstance(seen.body, ProgramPage) else None
    return timer.left if timer is not None and timer.runs else None


def _face(session: Session, code: int | None) -> Face | None:
    """Return what is printed on a card; None for none, or for one of no deck."""
    return None if code is None else session.house.game.face(code)


def _card(session: Session, code: int | None) -> Text:
    """What a card is called; NOTHING for none, or for one of no deck."""
    face = _face(session, code)
    return NOTHING if face is None else card_words(face)
