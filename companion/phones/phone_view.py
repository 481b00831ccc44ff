"""The content of phones as values, and how a session makes them: for everybody, for one seat.

A private view is made of the race as that player may know it (`Game.redacted`), of the player's
reader while a question is open, and of the public view. Nothing else of the session is used, so
that no other seat's cards can be in it. Everything here is pure.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from companion.games.api import Position
from companion.games.asking import EMPTY_READER, Ask, Questions
from companion.games.scene import Face, Fact, Foreseen
from companion.named_tuples import NamedTuple
from companion.session import view
from companion.session.absent import open_asks
from companion.session.advice import hint_words, phone_hint
from companion.session.clock import deadline_runs, seconds_left
from companion.session.game_guard import foreseen_of
from companion.session.lobby.arrangement import NOBODY, PERSON
from companion.session.lobby.extra_seats import expected_extra_seats, seats_of_player
from companion.session.lobby.joining import seat_refusal, with_phone_access
from companion.session.lobby.seat_rules import SeatRule, seat_rules
from companion.session.lobby.setup import entry_of, starts_of
from companion.session.pages.paused import PausedPage
from companion.session.past.undo_points import undo_points
from companion.session.phone_lead import AGAIN, CLOSE, GO_ON, LABELS, MOVED, NEW_SETUP, NEXT, OWN
from companion.session.pictures import (
    board_of,
    cards_in_hand,
    offered_cards,
    sign_of,
    slot_fault,
    standing_rows,
)
from companion.session.reader_faults import card_words
from companion.session.remote import (
    ALONE,
    BACK,
    HINT,
    LAY,
    LEAVE,
    NAME,
    READY,
    UNREADY,
    Act,
    acts,
    handle_key,
    pick_key,
    player_acts,
    put_key,
    take_key,
)
from companion.session.sealed import is_sealed
from companion.session.session import Match, Session
from companion.session.showing import view_of
from companion.session.view import (
    BoardPicture,
    CardsPicture,
    DealPage,
    PlayedCard,
    PlayPage,
    ProgramPage,
    SeatSign,
    StandingRow,
    SummaryPage,
    View,
)
from companion.signals import EMPTY
from companion.words import NOTHING, Text, count, lines, listed, sentence, sentences, text

JOIN = "join"
"""The key by which a phone takes a free seat (`companion.session.lobby.joining.JoinAtPhone`)."""


class CardSeen(NamedTuple):
    """A card in words."""

    words: Text
    about: Text = NOTHING
    """Its effect in a few words if its name does not tell it."""
    act: str = ""
    """Inserts the card (`companion.session.remote`), "" if impossible here."""
    face: Face | None = None
    """The print on it."""


class SlotSeen(NamedTuple):
    """One slot of the player's reader."""

    number: int
    card: Text = NOTHING
    """NOTHING for none."""
    locked: bool = False
    fault: Text | str = NOTHING
    """The fault of the slot, if any."""
    act: str = ""
    """Takes the card out."""
    face: Face | None = None
    """The print on the card in it; None without a known card of the deck."""


class ButtonSeen(NamedTuple):
    """An act that the player may do now."""

    act: str
    words: Text | str
    about: Text | str = NOTHING
    """A few words about it."""
    answers: bool = True
    """Whether it answers the question."""


class OwnReader(NamedTuple):
    """One of a player's readers, for that player alone."""

    sign: SeatSign
    question: Text
    state: Text | str
    """The progress of its program."""
    problem: Text | str
    """The player's remedy for a fault."""
    slots: tuple[SlotSeen, ...]
    hand: tuple[CardSeen, ...] = ()
    foreseen: tuple[Foreseen, ...] | None = None
    """The effect of the cards in the slots, round by round; None if hidden."""
    board: BoardPicture | None = None
    """The map with that path."""
    seat: int = 0
    revision: int = 0
    """With `seat`, the question that can be answered here."""
    buttons: tuple[ButtonSeen, ...] = ()
    """All acts except cards."""
    left: int | None = None
    """Seconds left for the question, None without a limit."""
    hint: Text = NOTHING
    """The choice of a pilot, if the player has asked for it at this phone."""
    piece: int = 0
    """The seat whose piece it is about; the map has that piece in its middle."""


class LineSeen(NamedTuple):
    """A line that everybody may read."""

    sign: SeatSign | None
    """The seat that it is about."""
    words: Text | str
    state: str = ""
    """"done", "now", "coming", or "" if that means nothing."""
    cards: tuple[SlotSeen, ...] = ()
    """The locked slots, whose cards everybody has seen."""


class LobbySeat(NamedTuple):
    """A seat as everybody sees it during the set-up."""

    seat: int
    sign: SeatSign
    who: Text
    """The player of the seat."""
    choices: Text = NOTHING
    """Unusual choices for it, such as its model."""
    ready: bool = False
    free: bool = False
    """A phone may take it."""
    mine: bool = False
    """The phone's own."""
    person: bool = False
    """A person plays it, who may be at the table."""


class OwnSeat(NamedTuple):
    """The choices of a seat's owner during the set-up.

    The keys are those of `companion.session.remote`.
    """

    name: str
    """The present name of its piece; NAME takes another one."""
    rules: tuple[SeatRule, ...] = ()
    """The game's choices for a seat: `rule_key` for each value that is not chosen."""
    key: str = NAME


class PhonePage(NamedTuple):
    """Everything on a phone."""

    title: Text | str
    said: Text | str
    """The subject of the page, in one sentence."""
    owner: SeatSign | None = None
    """The seat whose private view it is, None on a second screen."""
    own: tuple[OwnReader, ...] = ()
    """The readers for the owner alone."""
    board: BoardPicture | None = None
    lines: tuple[LineSeen, ...] = ()
    """For everybody, like `cards` and `standings`."""
    cards: CardsPicture | None = None
    standings: tuple[StandingRow, ...] = ()
    counts: tuple[Fact, ...] = ()
    """Statistics of the owner, for the owner alone."""
    notes: tuple[Text, ...] = ()
    """Facts about the phone for the owner, such as another phone with the same cards."""
    buttons: tuple[ButtonSeen, ...] = ()
    """Acts that answer no question (`companion.session.remote.player_acts`).

    They are sent with seat 0 and `revision`.
    """
    revision: int = 0
    lobby: tuple[LobbySeat, ...] = ()
    """All seats during the set-up; a phone that came by the table's code may take a free one."""
    choices: OwnSeat | None = None
    """The present choices of the owner for its seat, or None."""
    piece: int = 0
    """The seat whose piece the map has in its middle, 0 for the whole map."""
    played: tuple[PlayedCard, ...] = ()
    """The cards of the round that is played, in order."""
    signs: Mapping[int, SeatSign] = {}
    """The signs of the seats that play."""


BEFORE: Final = text("Before the game")
"""The title of phones during the set-up."""


# ---- For everybody -------------------------------------------------------------------------------


def public_view(session: Session) -> View:
    """Return the shared screen's view of the race without an open hand or a page over it."""
    match = session.match
    covered = None if match is None else match.with_hand(None)
    return view_of(session._replace(match=covered, overlays=(), hint=None, notice=NOTHING))


def second_screen(session: Session, ticket: int = 0) -> PhonePage:
    """Return the public page; a phone with a `ticket` that asked for a seat in vain reads why."""
    page, answer = (
        _public_page(session, public_view(session)),
        session.config.phone_access.answers.get(ticket, NOTHING),
    )
    page = page._replace(notes=(answer,) if answer else (), revision=session.revision)
    if session.setting_up:
        return page._replace(title=BEFORE, said=lobby_words(session), lobby=lobby_of(session))
    return page


def _public_page(session: Session, seen: View) -> PhonePage:
    # The instruction if one is shown, else what to do now.
    said = seen.hint
    if isinstance(seen.body, PlayPage):
        said = seen.body.instruction.words
    elif isinstance(seen.body, SummaryPage) and seen.body.winner:
        said = seen.body.winner
    elif isinstance(seen.body, PausedPage):
        said = sentences(seen.body.left, text("Continue on the table's screen."))
    played = seen.body.cards if isinstance(seen.body, PlayPage) else ()
    return PhonePage(
        seen.title,
        said,
        board=seen.board,
        lines=tuple(_lines(seen)),
        cards=seen.cards,
        standings=_standings(session, seen),
        played=played,
        signs=seen.signs,
    )


def _lines(seen: View) -> Iterator[LineSeen]:
    """Yield the lines of the page: who is ready, what to do, what happened at the end."""
    body, signs = seen.body, seen.signs
    if isinstance(body, ProgramPage):
        for reader in body.readers:
            words = (
                lines((sentence(reader.state), reader.problem)) if reader.problem else reader.state
            )
            state = "done" if reader.ready else "now" if reader.asked else ""
            # Everybody has seen the cards in locked slots.
            locked = tuple(
                SlotSeen(number, card_words(Face(*slot.card)), slot.locked, face=Face(*slot.card))
                for number, slot in enumerate(reader.slots, 1)
                if slot.card is not None and slot.locked
            )
            yield LineSeen(signs[reader.seat], words, state, locked)
    elif isinstance(body, PlayPage):
        yield from (
            LineSeen(None if line.seat is None else signs.get(line.seat), line.words, line.state)
            for line in body.lines
        )
    elif isinstance(body, DealPage):
        yield from (LineSeen(signs[row.seat], row.words, "now") for row in body.rows if row.words)
    elif isinstance(body, SummaryPage):
        yield from (LineSeen(None, words) for words in (body.tournament, *body.sentences) if words)
        yield from (LineSeen(signs[row.seat], row.words) for row in body.reasons)


def _standings(session: Session, seen: View) -> tuple[StandingRow, ...]:
    """Return the standings, but not while a round is carried out.

    The rules are at its end already, and nobody should read ahead.
    """
    if isinstance(seen.body, SummaryPage):
        return seen.body.rows
    if session.match is None or session.timeline.is_syncing or session.page not in view.ASKING:
        return ()
    match = session.match
    known = session._replace(match=match._replace(position=_known_position(session, match, None)))
    return standing_rows(known, match)


def _known_position(session: Session, match: Match, viewer: int | None) -> Position:
    if not is_sealed(session):
        return match.position
    return session.config.game.redacted(match.position, viewer)


# ---- For the player of a seat --------------------------------------------------------------------


def private_view(session: Session, seat: int, counts: tuple[Fact, ...] = ()) -> PhonePage:
    """Return the page of a seat's player.

    `counts` are its statistics (`contents.counts_of_seat`).
    """
    # As if no phone had the seat's page open: its player knows of this one.
    access = session.config.phone_access
    codes = tuple(one._replace(joined=0) if one.seat == seat else one for one in access.codes)
    seen = public_view(with_phone_access(session, access._replace(codes=codes)))
    sign = sign_of(session, seat)
    page = _public_page(session, seen)
    if not session.is_person(seat):
        return page._replace(
            owner=sign, said=text("This seat is not played on a phone now."), lines=()
        )
    page = page._replace(
        owner=sign,
        own=tuple(_own(session, seat, seen)),
        counts=counts,
        notes=tuple(_notes(session, seat)),
        buttons=tuple(_deeds(session, seat, seen)),
        revision=session.revision,
        piece=seat,
    )
    # Its own locked slots are among its own cards.
    mine = {own.sign for own in page.own}
    page = page._replace(
        lines=tuple(one._replace(cards=()) if one.sign in mine else one for one in page.lines)
    )
    if (
        session.match is not None
        and isinstance(session.match.next_step, Questions)
        and open_asks(session, seat)
        and not session.timeline.game_paused
    ):
        # Other players are among the lines, and cards need the room.
        page = page._replace(said=session.match.next_step.hint or page.said)
    if not session.setting_up:
        return page
    return page._replace(
        title=BEFORE,
        said=lobby_words(session, seat),
        lobby=lobby_of(session, seat),
        choices=own_seat(session, seat),
    )


def _notes(session: Session, seat: int) -> Iterator[Text]:
    """Yield what was refused to this phone, and who else sees the same cards."""
    if seat in session.config.phone_access.replies:
        yield session.config.phone_access.replies[seat]
    if session.match is not None and session.covered and not session.timeline.game_paused:
        yield text("The table's screen shows another page now. Continue there.")
    if others := _others(session, seat):
        yield count(
            "Another phone also shows your cards.",
            "{number} other phones also show your cards.",
            others,
        )


def _others(session: Session, seat: int) -> int:
    """Return the number of other phones with the code of a seat."""
    mine = session.config.phone_access.invitation(seat)
    return 0 if mine is None else max(0, mine.joined - 1)


def _leading_words(session: Session, key: str, seen: View) -> Text | str:
    """Return the label of a button that leads a game on, as on the screen if everybody has it."""
    if key in (NEXT, AGAIN):
        return seen.forward
    if key == NEW_SETUP:
        return seen.back
    if key == MOVED:
        return text("Not yet")
    if key == CLOSE:
        return text("Back to the game")
    if key == GO_ON:
        return text("Go on")
    match = session.match
    # An instruction without moves of pieces moves cards.
    if match is None or (key == OWN and not match.shown.script[match.shown.at].moves):
        return text("Done")
    return text("My piece stands") if key == OWN or seen.board is not None else text("I am ready")


def _deeds(session: Session, seat: int, seen: View) -> Iterator[ButtonSeen]:
    """Yield the buttons that answer no question."""
    can, others = player_acts(session, seat), _others(session, seat)
    yield from (
        ButtonSeen(key, _leading_words(session, key, seen), answers=key not in (MOVED, NEW_SETUP))
        for key in LABELS
        if key in can
    )
    labels = {
        READY: text("I am ready"),
        UNREADY: text("Not ready yet"),
        LEAVE: text("Leave this seat"),
        ALONE: count("Remove the other phone", "Remove the other phones", others),
    }
    yield from (
        ButtonSeen(key, label, answers=key == READY) for key, label in labels.items() if key in can
    )


def _own(session: Session, seat: int, seen: View) -> Iterator[OwnReader]:
    """Yield every reader that has this player's cards, or will have them."""
    match = session.match
    # No cards are shown while the game is paused.
    if (
        match is None
        or session.page == view.OVER
        or session.timeline.is_syncing
        or session.timeline.game_paused
    ):
        return
    mine, asked = seats_of_player(session.lobby.setup, seat), set()
    if session.page in view.ASKING and isinstance(match.next_step, Questions):
        for ask in match.next_step.asks:
            if ask.player in mine:
                asked.add(ask.seat)
                yield _open_reader(session, match, ask, seen)
    if session.page == view.PLAY:
        yield from _chosen_programs(session, match, mine)
        return
    for other in mine:
        game = session.config.game
        known = game.readers(_known_position(session, match, other)).get(other, EMPTY_READER).codes
        if other not in asked and any(code is not None for code in known):
            locked = game.readers(match.position).get(other, EMPTY_READER).locked
            yield _own_reader(session, other, known, locked)


def _chosen_programs(session: Session, match: Match, mine: tuple[int, ...]) -> Iterator[OwnReader]:
    """Yield the programs of the present turn as they were put in.

    The race itself is ahead of the players, and may have lost the piece that they still move.
    """
    asked = next(
        (
            point
            for point in undo_points(session)
            if point.page in view.ASKING and isinstance(point.match.next_step, Questions)
        ),
        None,
    )
    if (
        asked is None
        or not isinstance(asked.match.next_step, Questions)
        or asked.match.next_step.turn != match.shown.turn
    ):
        return
    readers = session.config.game.readers(asked.match.position)
    for ask in asked.match.next_step.asks:
        answer = match.question.answers.get(ask.seat)
        if ask.player in mine and ask.program.slots and answer is not None:
            locked = readers.get(ask.seat, EMPTY_READER).locked
            yield _own_reader(session, ask.seat, answer.codes, locked)


def _own_reader(
    session: Session, seat: int, codes: tuple[int | None, ...], locked: tuple[int, ...]
) -> OwnReader:
    # Nothing can be inserted here, so an empty slot says nothing.
    slots = tuple(
        SlotSeen(number, _card_name(session, code), number in locked, face=_face(session, code))
        for number, code in enumerate(codes, 1)
        if code is not None or number in locked
    )
    return OwnReader(
        sign_of(session, seat), NOTHING, state=NOTHING, problem=NOTHING, slots=slots, piece=seat
    )


def _open_reader(session: Session, match: Match, ask: Ask, seen: View) -> OwnReader:
    """Return a reader whose cards this player chooses now, with its public state."""
    if isinstance(seen.body, ProgramPage):
        public = next((reader for reader in seen.body.readers if reader.seat == ask.seat), None)
    else:
        public = None
    row = session.readers.by_seat[ask.seat].row if ask.program.slots else ()
    if public is not None:
        locked = {number for number, slot in enumerate(public.slots, 1) if slot.locked}
    else:
        locked = set(ask.program.locked)
    can = acts(session, match, ask)
    slots = tuple(
        SlotSeen(
            number,
            _card_name(session, reading.code),
            locked=number in locked,
            fault=slot_fault(session, reading),
            act=_key(can, take_key(number)),
            face=_face(session, reading.code),
        )
        for number, reading in enumerate(row, 1)
        # A question may be about few slots; cards in others are shown all the same.
        if number in ask.program.slots or reading.status != EMPTY
    )
    position, board = _known_position(session, match, ask.player), board_of(session)
    foreseen = None
    if session.lobby.preferences.ghost and ask.program.slots and board is not None:
        foreseen = foreseen_of(session, position, ask.seat, tuple(reading.code for reading in row))
    picture = seen.board if foreseen else None
    state, remedy = (public.state, public.problem) if public is not None else (NOTHING, NOTHING)
    # There is no advice after the answer.
    hint = phone_hint(session, match, ask) if ask.seat not in match.question.answers else None
    return OwnReader(
        sign_of(session, ask.seat),
        ask.question,
        state=state,
        problem=remedy,
        slots=slots,
        hand=tuple(_hand(session, match, ask, can)),
        foreseen=foreseen,
        board=None if picture is None else picture._replace(foreseen=foreseen or ()),
        seat=ask.seat,
        revision=session.revision,
        buttons=tuple(_buttons(ask, can)),
        left=_seconds_left(session, match, ask, seen),
        hint=NOTHING if hint is None else hint_words(session, hint),
        piece=ask.seat if ask.roles.piece is None else ask.roles.piece,
    )


def _key(can: Mapping[str, Act], key: str) -> str:
    return key if key in can else ""


def _hand(session: Session, match: Match, ask: Ask, can: Mapping[str, Act]) -> Iterator[CardSeen]:
    """Yield the cards of the hand that are in no slot, in the order of the game.

    If people have dealt them, only they know: then, on a seat without a reader, all possible ones.
    """
    for code in (
        offered_cards(session, match, ask)
        if session.on_screen(ask.seat)
        else cards_in_hand(session, ask)
    ):
        face: Face | None = session.config.game.face(code)
        if face is not None:
            words, about = card_words(face), NOTHING if face.look is None else face.look.about
            yield CardSeen(
                words, NOTHING if about == words else about, _key(can, put_key(code)), face
            )


def _buttons(ask: Ask, can: Mapping[str, Act]) -> Iterator[ButtonSeen]:
    """Yield the possible moves of the handle, answers on the screen and optional actions."""
    for position, label in ask.gestures:
        if handle_key(position) in can:
            yield ButtonSeen(handle_key(position), label)
    for offers, answers in ((ask.offers, True), (ask.actions, False)):
        yield from (
            ButtonSeen(pick_key(offer.key), offer.label, offer.about, answers)
            for offer in offers
            if pick_key(offer.key) in can
        )
    yield from (
        ButtonSeen(key, label, answers=False)
        for key, label in ((LAY, text("Lay these cards")), (HINT, text("Hint")))
        if key in can and (key == LAY or LAY not in can)
    )
    if BACK in can:
        yield ButtonSeen(BACK, text("choose again"))


def _seconds_left(session: Session, match: Match, ask: Ask, seen: View) -> int | None:
    """Return the seconds left for the question, or for everybody; None before a clock runs."""
    if ask.seat in match.question.answers:
        return None
    if ask.deadline is not None and session.is_person(ask.player):
        if deadline_runs(session, match, ask.deadline):
            return seconds_left(match, ask.deadline)
        return None
    timer = seen.body.timer if isinstance(seen.body, ProgramPage) else None
    return timer.left if timer is not None and timer.runs else None


def _face(session: Session, code: int | None) -> Face | None:
    """Return what is printed on a card; None for none, or for a card of no deck."""
    return None if code is None else session.config.game.face(code)


def _card_name(session: Session, code: int | None) -> Text:
    """Return the name of a card; NOTHING for none, or for a card of no deck."""
    face = _face(session, code)
    return NOTHING if face is None else card_words(face)


# ---- During the set-up: nothing is dealt yet, so all of this is for everybody --------------------


def lobby_of(session: Session, seat: int | None = None) -> tuple[LobbySeat, ...]:
    """Return all seats that are or can be played, `seat` marked as the phone's own.

    None in a race.
    """
    if not session.setting_up:
        return ()
    more, starts = expected_extra_seats(session), frozenset(starts_of(session))
    seats = []
    for number, setup in enumerate(session.lobby.setup.seats, 1):
        if setup.player == NOBODY and number not in more and number not in starts:
            continue
        special = [
            choice.label
            for rule in seat_rules(session, number)
            for choice in rule.choices
            if choice.chosen and not choice.usual
        ]
        seats.append(
            LobbySeat(
                number,
                sign_of(session, number),
                who=_who(session, number, more),
                choices=listed(special, "") if special else NOTHING,
                ready=number in session.config.phone_access.ready,
                free=number != seat and not seat_refusal(session, number),
                mine=number == seat,
                person=setup.player == PERSON,
            )
        )
    return tuple(seats)


def _who(session: Session, seat: int, more: Mapping[int, int | None]) -> Text:
    """Say who plays a seat, and where."""
    player = session.lobby.setup.seat(seat).player
    if player == PERSON:
        access = session.config.phone_access
        if seat in access.at_hand or seat in access.taken.values():
            return text("on a phone")
        return text("at the table") if session.on_screen(seat) else text("at its reader")
    if player != NOBODY:
        return session.config.pilot_labels.get(player, text("a pilot"))
    if seat not in more:
        return text("nobody")
    owner = more[seat]
    if owner is None:
        return text("by chance")
    return text("with {piece}", piece=session.lobby.setup.seat(owner).name)


def own_seat(session: Session, seat: int) -> OwnSeat | None:
    """Return the choices of a seat's owner; None in a race, and without a person there."""
    if not session.setting_up or seat not in session.people:
        return None
    return OwnSeat(session.lobby.setup.seat(seat).name, seat_rules(session, seat))


def lobby_words(session: Session, seat: int | None = None) -> Text:
    """Say what is being set up, and what to do at the phone."""
    entry, game = entry_of(session), session.config.game
    if entry is not None:
        what = text("{game} on {board}.", game=game.title, board=entry.title)
    else:
        what = text("{game}.", game=game.title)
    if seat is None:
        return sentences(what, text("Take a free seat, or watch."))
    ready = seat in session.config.phone_access.ready
    return sentences(
        what,
        text("You are ready. The game begins at the table.")
        if ready
        else text("Say when you are ready."),
    )
