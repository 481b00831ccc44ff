"""The page of questions: every seat's reader and offers, who is ready, and what is wrong.

Hands and secret offers are covered until somebody uncovers those of a seat, because everybody sees
the screen.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil
from typing import Final

from companion.engine.board import Board
from companion.games.asking import EMPTY_READER, Answer, Ask, Questions, Reading
from companion.games.scene import ACTIVE, OUT, Foreseen, Piece, Standing
from companion.geometry import Square, column_row
from companion.session import view
from companion.session.advice import gives_hints, hint_of, hint_words
from companion.session.clock import seconds_left, timer_picture
from companion.session.facing import asked_seat, deciding_seat
from companion.session.game_guard import foreseen_of
from companion.session.lobby.device import has_preview
from companion.session.pages import Page
from companion.session.pictures import (
    board_of,
    board_picture,
    can_choose_again,
    faces,
    lost_words,
    offered_cards,
    reader_kind,
    sign_of,
    slot_fault,
)
from companion.session.reader_faults import card_words
from companion.session.readers import ReaderState
from companion.session.readiness import all_answered, pilots_are_choosing
from companion.session.remote import at_phone
from companion.session.sealed import Known, known_cards
from companion.session.session import Match, Session
from companion.session.timing import open_order
from companion.session.view import (
    Bearing,
    OfferPicture,
    ProgramPage,
    ReaderPicture,
    SeatSign,
    SlotPicture,
    View,
)
from companion.signals import ASIDE, BLINK, DARK, EMPTY, LIT, PUSH, SLOTS, UNSTABLE
from companion.words import NOTHING, WAYS, Text, count, facts, listed, sentences, term, text

DIRECTIONS: Final = (
    WAYS[0],
    term("way", "north-east"),
    WAYS[1],
    term("way", "south-east"),
    WAYS[2],
    term("way", "south-west"),
    WAYS[3],
    term("way", "north-west"),
)
"""The eight directions, clockwise from north."""
SLANT: Final = 0.4142
"""The tangent of 22.5 degrees: below that ratio a direction is a straight one."""


def bearing_of(
    session: Session, piece: Piece | None, row: Standing | None, board: Board | None, seat: int
) -> Bearing:
    """Return the state of a seat's piece; without pieces, the facts of the standings alone."""
    owner = session.lobby.setup.seat(seat).owner
    whose = None if owner is None or owner == seat else sign_of(session, owner)
    facing = NOTHING
    if piece is not None and piece.square is not None:
        facing = text(
            "{square}, facing {heading}", square=piece.square, heading=WAYS[piece.heading]
        )
    if row is None:
        return Bearing(facing, whose=whose)
    ahead, goal = row.ahead, row.goal
    if (
        piece is not None
        and piece.square is not None
        and board is not None
        and goal not in (None, piece.square)
    ):
        ahead = text(
            "{way} on {square}, {direction}",
            way=ahead,
            square=goal,
            direction=DIRECTIONS[direction(board, piece.square, goal)],
        )
    rings = [badge.meaning for badge in piece.badges if badge.ring] if piece is not None else []
    return Bearing(
        facing,
        ahead,
        condition=facts([row.state, *(fact.words for fact in row.facts), *rings]),
        goal=goal,
        whose=whose,
    )


def direction(board: Board, start: Square, end: Square) -> int:
    """Return the index in `DIRECTIONS` from one square to another, also over joined sides."""
    (column, row), (to_column, to_row) = column_row(start), column_row(end)
    east, north = to_column - column, to_row - row
    if board.joined and 2 * abs(east) > board.columns:
        east += board.columns if east < 0 else -board.columns
    straight = abs(east) < SLANT * abs(north), abs(north) < SLANT * abs(east)
    signs = (
        0 if straight[0] else (east > 0) - (east < 0),
        0 if straight[1] else (north > 0) - (north < 0),
    )
    return _TURNED[signs]


_TURNED: Final[Mapping[tuple[int, int], int]] = {
    (0, 1): 0,
    (1, 1): 1,
    (1, 0): 2,
    (1, -1): 3,
    (0, -1): 4,
    (-1, -1): 5,
    (-1, 0): 6,
    (-1, 1): 7,
}
"""The index in `DIRECTIONS` for the signs of the distances to the east and to the north."""


ALL: Final = tuple(range(1, SLOTS + 1))
FEW: Final = 3
"""The number of open offers that fit beside a seat's name."""


def questions_view(session: Session, state: object) -> View:
    """Return the view of the pages of ASKING."""
    match = session.match
    assert match is not None
    pieces = session.config.game.scene(match.position).pieces
    known = {piece.seat: piece for piece in pieces}
    bearings, seen = _bearings(session, match, known), known_cards(session)
    readers = tuple(
        _reader(session, match, seat, known.get(seat), seen)._replace(
            bearing=bearings.get(seat, Bearing())
        )
        for seat in session.lobby.setup.playing
    )
    next_step = match.next_step
    if isinstance(next_step, Questions) and next_step.title:
        title = next_step.title
    else:
        title = session.config.game.wording.turn_title(next_step.turn)
    marks = tuple(
        square for reader in readers for offer in reader.offers for square in offer.squares
    )
    foreseen, hint = _foreseen(session, match), hint_of(session, match)
    shown = foreseen if has_preview(session) else None
    page = ProgramPage(
        next_step.turn,
        readers,
        open_seat=match.question.open_seat,
        foresees=foreseen is not None,
        preview=None if shown is None else _forecast_words(session, shown),
        timer=timer_picture(session),
        hints=gives_hints(session, match),
        hint=NOTHING if hint is None else hint_words(session, hint),
        advised=None if hint is None else hint.code,
    )
    return View(
        session.page,
        title,
        hint=_hint(session, match, readers),
        board=board_picture(session, pieces, marks=marks, foreseen=shown or ()),
        body=page,
        forward=session.config.game.wording.play_turn
        if all_answered(match) and not pilots_are_choosing(session, match)
        else "",
        seat=asked_seat(session, match),
    )


def _bearings(session: Session, match: Match, pieces: Mapping[int, Piece]) -> Mapping[int, Bearing]:
    """Return the state of the piece of each person who is not ready."""
    every = match.next_step.asks if isinstance(match.next_step, Questions) else ()
    asks = [
        ask
        for ask in every
        if ask.seat not in match.question.answers and session.is_person(ask.player)
    ]
    if not asks:
        return {}
    rows = {row.seat: row for row in session.config.game.standings(match.position)}
    about, board = (
        {ask.seat: ask.seat if ask.roles.piece is None else ask.roles.piece for ask in asks},
        board_of(session),
    )
    return {
        seat: bearing_of(session, pieces.get(piece), rows.get(piece), board, piece)
        for seat, piece in about.items()
    }


def _foreseen(session: Session, match: Match) -> tuple[Foreseen, ...] | None:
    """Return where the cards of the open seat lead, as far as its player may know.

    None where no seat is open, the game cannot say it, or there is no map.
    """
    ask = match.ask(match.question.open_seat) if match.question.open_seat is not None else None
    if ask is None or not ask.program.slots or board_of(session) is None:
        return None
    codes = tuple(reading.code for reading in session.readers.by_seat[ask.seat].row)
    return foreseen_of(session, match.position, ask.seat, codes)


def _forecast_words(session: Session, foreseen: tuple[Foreseen, ...]) -> Text:
    """Return what happens to the piece in the last round that has a card."""
    if not foreseen:
        return text("The map shows your way.")
    return text(
        "{part}: {words}",
        part=session.config.game.wording.round_title(len(foreseen)),
        words=foreseen[-1].words,
    )


def how_to_choose(name: str, by_lights: bool) -> Text:
    """Return how a player answers by the handle."""
    if by_lights:
        return text(
            "{name}: push the handle until the light of your answer blinks, then pull it.",
            name=name,
        )
    return text("{name}: pull the handle to take this answer, push it for the next one.", name=name)


def _hint(session: Session, match: Match, readers: tuple[ReaderPicture, ...]) -> Text:
    next_step = match.next_step
    if not isinstance(next_step, Questions):
        return text("The cards are being shuffled.")
    waiting = [
        session.lobby.setup.seat(ask.player).name
        for ask in next_step.asks
        if ask.must and ask.seat not in match.question.answers
    ]
    if not waiting:
        return next_step.done or text("Everybody is ready.")
    awaited = text("Waiting for {names}.", names=listed(list(dict.fromkeys(waiting)), ""))
    choosing = [reader for reader in readers if reader.by_handle and not reader.handles]
    if len(waiting) == len(choosing) == 1:
        awaited = how_to_choose(waiting[0], bool(choosing[0].numbered))
    elif choosing and all(reader.numbered for reader in choosing):
        how = text("Push the handle until the light of your answer blinks, then pull it.")
        awaited = sentences(how, awaited)
    return sentences(next_step.hint, awaited) if next_step.hint else awaited


def _reader(
    session: Session, match: Match, number: int, piece: Piece | None, seen: Known
) -> ReaderPicture:
    """Return one seat's reader; secret cards and offers only while it is open."""
    reader = session.readers.by_seat.get(number, ReaderState())
    ask = match.ask(number)
    answer = match.question.answers.get(number)
    uncovered = match.question.open_seat == number
    player, deadline = (number, None) if ask is None else (ask.player, ask.deadline)
    # A light can also be on where a card is expected.
    locked = [
        slot
        for slot in session.config.game.readers(match.position).get(number, EMPTY_READER).locked
        if ask is None or slot not in ask.program.slots or slot in ask.program.locked
    ]
    lost = lost_words(session, number)
    drives, decides, passes = _whose(session, ask)
    by_handle, answer_at, action_at = _by_handle(session, number)
    secretly = by_handle and answer_at is None and action_at is None
    return ReaderPicture(
        number,
        reader_kind(session, number),
        ask is not None and ask.must,
        answer is not None,
        # There is space for one sentence; visible faults are already among the remedies
        # (`showing`).
        _state(session, match, number, piece),
        _orders(session, match, number) or match.question.problems.get(number, "") or lost,
        ask.hand.number if ask is not None else None,
        tuple(
            _slot(
                session,
                (number, slot),
                reading,
                slot in locked,
                uncovered or (number, slot, reading.code) in seen,
            )._replace(asked=ask is None or slot in (ask.program.slots or ALL))
            for slot, reading in enumerate(reader.row, 1)
        ),
        faces(session, offered_cards(session, match, ask)) if uncovered and ask is not None else (),
        uncovered,
        reader.handle,
        _handles(session, ask, answer),
        lost,
        reader.lost == ASIDE and number not in session.readers.unused,
        match.cards_are_real and session.on_screen(number),
        bool(session.lobby.setup.seat(player).pin),
        _offers(session, ask, answer, uncovered, answer_at),
        ask is not None and _opens(session, match, ask, answer),
        ask is None or ask.secret or bool(ask.program.slots),
        ask is None or bool(ask.program.slots),
        seconds_left(match, deadline)
        if deadline is not None and answer is None and session.is_person(player)
        else 0,
        ceil(deadline.seconds) if deadline is not None else 0,
        _drawing_order(session, match, ask) if uncovered else (),
        drives,
        decides,
        passes,
        NOTHING if ask is None else ask.question,
        _optional_actions(session, ask, answer, action_at),
        at_phone(session, number),
        by_handle=by_handle,
        numbered=tuple(offer.label for offer in ask.offers) if secretly and ask is not None else (),
    )


def _by_handle(session: Session, seat: int) -> tuple[bool, int | None, int | None]:
    """Return whether a seat's handle goes through answers or actions, and the place of each.

    A place is None where there is none or it is secret, and -1 before the first action.
    """
    if not session.lobby.preferences.hands_free:
        return False, None, None
    # Most tables are touched: the first screen does not wait for it.
    from companion.session.hands_free import (  # noqa: PLC0415
        chooses_by_handle,
        has_answers,
        place_of,
    )

    ask = chooses_by_handle(session, seat)
    if ask is None:
        return False, None, None
    place = place_of(session, ask)
    if not has_answers(ask):
        return True, None, place
    return True, None if ask.secret else place, None


def _whose(
    session: Session, ask: Ask | None
) -> tuple[SeatSign | None, SeatSign | None, SeatSign | None]:
    """Return the piece asked about, its decider and its mover.

    Each is None if it is the seat's own.
    """
    if ask is None:
        return None, None, None

    def sign(seat: int | None) -> SeatSign | None:
        return None if seat is None or seat == ask.seat else sign_of(session, seat)

    return sign(ask.roles.piece), sign(deciding_seat(session, ask)), sign(ask.roles.mover)


def _drawing_order(session: Session, match: Match, ask: Ask | None) -> tuple[int, ...]:
    """Return a hand in the order drawn, where cards have pictures and no numbers; else ()."""
    if ask is None or ask.hand.codes is None or match.cards_are_real:
        return ()
    known = (session.config.game.face(code) for code in ask.hand.codes)
    return (
        ask.hand.codes if all(face is not None and face.look is not None for face in known) else ()
    )


def _orders(session: Session, match: Match, seat: int) -> Text:
    """Return what a person whose time is over puts into which slot; NOTHING without hands.

    A card is named only where just its player reads it. In an unknown hand cards are described by
    their places; wrong cards come out first.
    """
    ask, row = open_order(session, match, seat), session.readers.by_seat[seat].row
    slots = [slot for _, slot in match.question.marks.get(seat, ())]
    if ask is None or not slots:
        return NOTHING
    out = [str(slot) for slot in slots if row[slot - 1].status not in (EMPTY, UNSTABLE)]
    if out:
        taken = count(
            "Take the card out of slot {slots}.",
            "Take the cards out of slots {slots}.",
            len(out),
            slots=listed(out, ""),
        )
    else:
        taken = NOTHING
    return sentences(
        text("Time is up."),
        taken,
        text(
            "{name}: {cards}.",
            name=session.lobby.setup.seat(seat).name,
            cards=_order_words(session, match, ask, slots),
        ),
    )


def _order_words(session: Session, match: Match, ask: Ask, slots: list[int]) -> Text:
    """Return the cards for some slots in words; on a shared screen, only the slots."""
    cards, into = dict(match.question.orders[ask.seat]), listed([str(slot) for slot in slots])
    if ask.hand.codes is not None:
        named = [
            text("{card} into slot {slot}", card=card_words(face), slot=slot)
            for slot in slots
            if (face := session.config.game.face(cards[slot])) is not None
        ]
        return listed(named, "")
    if any(cards[slot] < 0 for slot in slots):
        return count(
            "its own page names the card for slot {slots}",
            "its own page names the cards for slots {slots}",
            len(slots),
            slots=into,
        )
    if not all(cards[slot] for slot in slots):
        return text("cards of the hand into slots {slots}", slots=into)
    # Each is counted in the rest of the hand; in few words, because the tile is small.
    first, *others = slots
    words = text("card {place} from the left into slot {slot}", place=cards[first], slot=first)
    for slot in others:
        words = text("{cards}, then {place} into {slot}", cards=words, place=cards[slot], slot=slot)
    return words


def _opens(session: Session, match: Match, ask: Ask, answer: Answer | None) -> bool:
    """Return whether a touch on a seat opens its cards or offers.

    Until it is ready, if they are on this screen and do not fit on its tile.
    """
    if answer is not None or not session.is_person(ask.player):
        return False
    # Squares are chosen on the map, if there is one, and cards on the table are chosen there.
    mapped = board_of(session) is not None and all(offer.squares for offer in ask.offers)
    shown = (
        not ask.secret
        and not ask.program.slots
        and (mapped or any(offer.table_cards for offer in ask.offers))
    )
    if (
        ask.offers
        and not shown
        and (
            ask.secret
            or len(ask.offers) > FEW
            or any(offer.cards or offer.about for offer in ask.offers)
        )
    ):
        return True
    return (
        bool(ask.program.slots)
        and ask.must
        and (
            session.on_screen(ask.seat)
            or (not match.cards_are_real and open_order(session, match, ask.seat) is not None)
        )
    )


def _offers(
    session: Session, ask: Ask | None, answer: Answer | None, uncovered: bool, place: int | None
) -> tuple[OfferPicture, ...]:
    """Return what can be touched for a seat; secret offers only while they are uncovered."""
    if ask is None or not session.is_person(ask.player) or (ask.secret and not uncovered):
        return ()
    chosen, late = (
        answer.offer if answer is not None else "",
        ask.deadline.late if ask.deadline is not None else "",
    )
    return tuple(
        OfferPicture(
            offer.key,
            offer.label,
            about=offer.about,
            cards=offer.cards,
            squares=offer.squares,
            chosen=offer.key == chosen,
            late=offer.key == late,
            table_cards=offer.table_cards,
            current=at == place,
        )
        for at, offer in enumerate(ask.offers)
    )


def _optional_actions(
    session: Session, ask: Ask | None, answer: Answer | None, place: int | None
) -> tuple[OfferPicture, ...]:
    """Return the public offers that a person may touch before its answer."""
    if ask is None or answer is not None or not session.is_person(ask.player):
        return ()
    return tuple(
        OfferPicture(offer.key, offer.label, offer.about, current=at == place)
        for at, offer in enumerate(ask.actions)
    )


def _handles(
    session: Session, ask: Ask | None, answer: Answer | None
) -> tuple[tuple[str, Text], ...]:
    """Return the possible moves of the handle; a ready program on this screen can be taken back."""
    if ask is None or not session.is_person(ask.player):
        return ()
    if answer is not None and can_choose_again(session, ask, answer):
        return ((view.TAKE_BACK, text("take back")),)
    pushed = (
        answer is not None
        and not answer.late
        and bool(ask.program.slots)
        and PUSH not in (move for move, _ in ask.gestures)
    )
    return ((PUSH, text("take back")),) if pushed else ask.gestures


def _state(session: Session, match: Match, seat: int, piece: Piece | None) -> Text | str:
    """Return the state of a seat in one short line."""
    ask, answer = match.ask(seat), match.question.answers.get(seat)
    if piece is not None and piece.status != ACTIVE:
        return text("out of the game") if piece.status == OUT else text("parked, skips this turn")
    if ask is not None and answer is not None:
        return facts(
            [
                _answer_words(ask, answer),
                text("time was up") if seat in match.question.orders else NOTHING,
            ]
        )
    if piece is not None and piece.down:
        return text("rests now")
    if ask is None:
        return text("waiting")
    state, names = (
        text("time is up") if seat in match.question.orders else ask.choosing or text("choosing"),
        session.lobby.setup.names,
    )
    if at_phone(session, seat):
        state = facts([state, text("on a phone")])
    if (player := deciding_seat(session, ask)) != seat:
        state = text("{piece} decides", piece=names[player])
    if ask.roles.mover not in (None, seat):
        return text("{state}, {piece} plays them", state=state, piece=names[ask.roles.mover])
    if ask.roles.piece in (None, seat):
        return state
    if ask.player != seat:
        return text("{state} for {piece}", state=state, piece=names[ask.roles.piece])
    return text("drives {piece}, {state}", piece=names[ask.roles.piece], state=state)


def _answer_words(ask: Ask, answer: Answer) -> Text:
    """Return how a seat is ready: in the words of a push or a public answer, else "ready"."""
    words = dict(
        (
            *ask.gestures,
            *ask.outcomes,
            *((offer.key, offer.label) for offer in ask.offers if not ask.secret),
        )
    )
    shown = answer.gesture == PUSH or not ask.program.slots
    return words.get(answer.offer or answer.gesture, text("ready")) if shown else text("ready")


def _slot(
    session: Session, place: tuple[int, int], reading: Reading, locked: bool, bare: bool
) -> SlotPicture:
    """Return one slot; its card only where it is `bare`, but a fault always.

    It is bare while the reader is open, or if everybody has seen the card.
    """
    known = session.config.game.face(reading.code) if bare and reading.code is not None else None
    return SlotPicture(
        known,
        reading.status != EMPTY,
        locked=locked,
        fault=slot_fault(session, reading),
        lamp=lamp_at(session, place),
    )


def lamp_at(session: Session, place: tuple[int, int]) -> int:
    """Return the state of a slot's lock light; at an emulated reader that of its bulb."""
    seat, slot = place
    wanted = session.readers.lamps.lit.get(seat, ())
    lamp = wanted[slot - 1] if wanted else DARK
    model = session.readers.by_seat[seat].model
    # A blinking bulb is dark in between; only the session knows that it blinks.
    return lamp if model is None or lamp == BLINK else LIT if any(model.bulbs[slot - 1]) else DARK


PAGE: Final = Page(questions_view)
