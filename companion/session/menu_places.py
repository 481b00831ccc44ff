"""What the places of the debugging menu show: its top, the way back, a piece, markers, seats, the turn, the settings (rulebook 12).

Remedies are tried before they are shown (`proposals.refusal`), so that one that cannot be says why instead of being touched in vain.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final, TypeAlias

from companion.games.boards import Exhibits
from companion.games.corrections import Corrections, Form
from companion.games.parts import lesson_of
from companion.games.scene import Piece
from companion.session import view
from companion.session.choices import CHIPS, LINES, WAYS, Choice, ChoiceGroup, MenuPage
from companion.session.deciding import outcome
from companion.session.lobby.arrangement import BY_CHANCE, PERSON
from companion.session.lobby.filling import seats_of_player
from companion.session.lobby.house import (
    calm_group,
    ending_label,
    hints_group,
    preview_group,
    seen_group,
    sound_group,
)
from companion.session.lying import cards_picture
from companion.session.messages import (
    CARD,
    INSTRUCTION,
    START,
    TURN,
    Abort,
    Decide,
    ForgetPin,
    GoBack,
    GoForward,
    HandSeat,
    Message,
    OpenPage,
    Repeat,
    SaveReport,
    Skip,
    SwapSeats,
)
from companion.session.pages.doctor import SaveBundle
from companion.session.pages.elements import NAME as ELEMENTS
from companion.session.pages.howto import NAME as HOWTO
from companion.session.pages.menu import Choose, ChooseMarker, CloseMenu, Menu, OpenMenu, Propose
from companion.session.pages.paused import can_pause, pause_choice
from companion.session.pages.phones import NAME as PHONES
from companion.session.pages.rules import timer_groups
from companion.session.pages.save import NAME as SAVE
from companion.session.past.kept_names import ROUND
from companion.session.past.moments import (
    due,
    markers_meant,
    markers_on_table,
    moment_of,
    on_table,
    pieces_meant,
    short_place,
    target,
    turn_of,
)
from companion.session.past.travel import way_between
from companion.session.pictures import numbered, table_picture, table_words, with_more
from companion.session.proposals import (
    cards_with_preview,
    choice,
    drawn,
    later_words,
    preview_of,
    refusal,
    with_preview,
)
from companion.session.session import Moment, Session, replace
from companion.session.view import BoardPicture, CardsPicture, View
from companion.signals import ASIDE, Deed, SetAside
from companion.words import NOTHING, Text, sentences, text, verbatim

Place: TypeAlias = tuple[Text, Text, tuple[ChoiceGroup, ...], BoardPicture | None]
"""What a place shows: title, hint, groups and map."""
LEVELS: Final[Mapping[str, Text]] = {
    INSTRUCTION: text("One instruction"),
    CARD: text("One card"),
    ROUND: NOTHING,
    TURN: NOTHING,
    START: text("To the start"),
}


def place_view(session: Session, menu: Menu) -> View:
    """The menu at its place; a race must run."""
    title, hint, groups, board = PLACES.get(menu.where, _top)(session, menu)
    page, shown, cards = MenuPage(menu.where, groups), table_words(session), None
    if menu.proposed is not None:
        # Tried once, for the words and for the map, and before cards were covered.
        found = menu.tried if menu.tried is not None else outcome(session, menu.proposed)
        preview, adjust = preview_of(session, menu, menu.proposed, found)
        page, board = (
            replace(page, preview=preview, adjust=adjust),
            with_preview(session, menu.proposed, board, found),
        )
        cards = cards_with_preview(session, menu.proposed, found)
        if later := later_words(session, menu.proposed):
            title, shown = text("After {part}", part=due(session)), later
    elif menu.where == view.TOP:
        cards = _choosing(cards_picture(session))
    back = text("Close") if menu.where == view.TOP or menu.straight else text("Menu")
    return View(
        view.MENU,
        title,
        sentences(shown, hint),
        board,
        page,
        session.step,
        back,
        "",
        "",
        session.notice,
        session.house.table,
        on_back=CloseMenu(),
        cards=cards,
    )


def _choosing(cards: CardsPicture | None) -> CardsPicture | None:
    """The cards on the table, where touching one means the seat in front of which it lies."""
    if cards is None:
        return None
    return replace(
        cards,
        rows=tuple(
            replace(row, cards=tuple(replace(card, tells=Choose(row.seat)) for card in row.cards))
            for row in cards.rows
        ),
    )


# ---- Top -----------------------------------------------------------------------------------------------------------------


def _top(session: Session, menu: Menu) -> Place:
    names, said = session.setup.names, session.house.game.wording
    seats = tuple(
        Choice(names[seat], "", Choose(seat), sign=seat) for seat in session.setup.playing
    )
    mending = (
        Choice(text("Go back"), text("Undo what was played"), OpenMenu(view.BACK), symbol="undo"),
        Choice(
            session.house.game.wording.this_turn,
            text("Repeat, skip, deal again, end"),
            OpenMenu(view.TURNING),
            symbol="skip",
        ),
        *(
            [Choice(said.markers, said.lay_elsewhere, OpenMenu(view.MARKERS), symbol="marker")]
            if markers_meant(session)
            else []
        ),
        Choice(text("Seats"), said.who_plays, OpenMenu(view.CHAIRS), symbol="person"),
    )
    game = (
        Choice(text("Settings"), said.other_rules, OpenMenu(view.SETTINGS), symbol="gear"),
        Choice(text("Save as"), text("Give this game a name"), OpenPage(SAVE), symbol="page"),
    )
    lookups = (
        Choice(text("History"), "", OpenPage(view.HISTORY), symbol="clock"),
        *(
            [Choice(text("Cards on the table"), "", OpenPage(view.WHERE), symbol="page")]
            if cards_picture(session) is not None
            else []
        ),
        *(
            [Choice(text("How to play"), "", OpenPage(HOWTO), symbol="page")]
            if lesson_of(session.house.game)
            else []
        ),
        *(
            [Choice(text("Elements"), "", OpenPage(ELEMENTS), symbol="page")]
            if session.house.game.part(Exhibits) is not None
            else []
        ),
    )
    table: tuple[tuple[Text, Message | Deed], ...] = (
        (text("Table test"), OpenPage(view.TABLE)),
        (text("Certify"), OpenPage(view.CERTIFY)),
        (text("Clean screen"), OpenPage(view.LOCKED)),
        *([(text("Phones"), OpenPage(PHONES))] if session.house.invited.offered else []),
        (text("First steps"), OpenPage(view.WELCOME)),
    )
    computer: tuple[tuple[Text, Message | Deed], ...] = (
        (text("Doctor"), OpenPage(view.DOCTOR)),
        (text("Update"), OpenPage(view.UPDATE)),
        (text("Game report"), SaveReport()),
        (text("Fault bundle"), SaveBundle()),
        (ending_label(session), OpenPage(view.ENDING)),
    )
    # Who is in a hurry looks for the pause first.
    pause = (ChoiceGroup("", WAYS, (pause_choice(),)),) if can_pause(session) else ()
    groups = (
        *pause,
        ChoiceGroup(said.piece, CHIPS, seats),
        ChoiceGroup(text("Put something right"), WAYS, mending),
        ChoiceGroup(text("This game"), WAYS, game),
        ChoiceGroup(text("Look something up"), WAYS, lookups),
        ChoiceGroup(text("Table and screen"), CHIPS, _chips(table)),
        ChoiceGroup(text("Computer"), CHIPS, _chips(computer)),
    )
    return (
        text("Menu"),
        _top_hint(session),
        groups,
        with_more(table_picture(session), touchable=True),
    )


def _chips(labels: tuple[tuple[Text, Message | Deed], ...]) -> tuple[Choice, ...]:
    return tuple(Choice(label, "", message) for label, message in labels)


def _top_hint(session: Session) -> Text:
    """Who is stranded stands first, since nobody else will help it (12.1)."""
    match = session.match
    corrections = session.house.game.part(Corrections)
    stranded = (
        corrections.stranded(match.position, session.setup.names)
        if corrections is not None
        and match is not None
        and session.page not in (view.PLAY, view.OVER)
        else NOTHING
    )
    return stranded or session.house.game.wording.touch_piece


# ---- The way back --------------------------------------------------------------------------------------------------------


def _back(session: Session, menu: Menu) -> Place:
    wording = session.house.game.wording
    ways = [
        _level(session, level, label or (wording.one_round if level == ROUND else wording.one_turn))
        for level, label in LEVELS.items()
        if _there_is(session, level)
    ]
    if session.future:
        # Shown only where there is something to go forward to; the five ways back always stand in their places.
        ways.append(_way(session, GoForward(), text("Forward again"), session.future[0], "redo"))
    groups = (ChoiceGroup("", WAYS, tuple(ways)),)
    return (
        text("Go back"),
        text("Choose how far. Then the screen names every move."),
        groups,
        table_picture(session),
    )


def _there_is(session: Session, level: str) -> bool:
    """Whether the game has anything by which this level counts: parts of a turn, and cards that are played one by one."""
    match = session.match
    if session.house.game.rounds or match is None:
        return True
    # Parts that the screen does not count may have numbers all the same.
    return match.round > 1 if level == ROUND else level != CARD or target(session, CARD) is not None


def _level(session: Session, level: str, label: Text) -> Choice:
    """One way back, blocked where it leads nowhere."""
    moment = target(session, level)
    if moment is None:
        return Choice(
            label,
            text("There is nothing before this."),
            Decide(GoBack(level)),
            refusal(session, GoBack(level)),
            symbol="undo",
        )
    return _way(session, GoBack(level), label, moment, "undo")


def _way(
    session: Session, remedy: GoBack | GoForward, label: Text, moment: Moment, symbol: str
) -> Choice:
    """Where it leads and how many pieces hands will move for it; touched, it goes there without a preview."""
    game = session.house.game
    there = replace(session, match=moment.match, page=moment.page, travel=None)
    moved = way_between(session, there)
    moves = sum(len(told.moves) + len(told.cards) for told in moved)
    hands = game.wording.moving(moves) if moves else game.wording.nothing_moves
    # There is a place to go to, so that only a check of the table can be in the way; asking costs a walk through the whole race.
    blocked = refusal(session, remedy) if session.returning is not None else NOTHING
    return Choice(
        label,
        text("{place}; {hands}", place=short_place(session, moment), hands=hands),
        Decide(remedy),
        blocked,
        symbol=symbol,
    )


# ---- A piece -------------------------------------------------------------------------------------------------------------


def _piece(session: Session, menu: Menu) -> Place:
    """The chosen seat, one of the race: where it is, and the form of everything that can be changed about it.

    Title and map show where it stands now. What it has is shown as changes will find it: in the middle of a round as after it, below a line
    that says so, and where it will stand then.
    """
    assert session.match is not None and menu.seat is not None
    corrections = session.house.game.part(Corrections)
    now = next((piece for piece in on_table(session).pieces if piece.seat == menu.seat), None)
    piece = next((piece for piece in pieces_meant(session) if piece.seat == menu.seat), None)
    form, name = (
        Form(()) if corrections is None else corrections.form(session.match.position, menu.seat),
        session.setup.seat(menu.seat).name,
    )
    fields = tuple(drawn(session, field) for field in form.fields)
    if now is None or piece is None:
        return verbatim(name), form.hint, fields, table_picture(session)
    marks = (now.square,) if now.square is not None else form.marks
    title = text("{piece} {where}", piece=name, where=_whereabouts(session, now))
    return (
        title,
        form.hint or _piece_hint(session),
        (*_later(session, piece), *fields),
        with_more(table_picture(session), marks=marks, touchable=True),
    )


def _later(session: Session, piece: Piece) -> Iterator[ChoiceGroup]:
    """In the middle of a round, above everything that can be set: when it comes, and where the piece stands then."""
    when = due(session)
    if when:
        name, where = (
            session.setup.seat(piece.seat).name,
            _whereabouts(session, piece),
        )
        then = text("Then: {piece} {where}", piece=name, where=where)
        yield ChoiceGroup(
            text("This change comes after {part}", part=when),
            LINES,
            (Choice(then, "", Propose(None)),),
        )


def _whereabouts(session: Session, piece: Piece) -> Text:
    corrections = session.house.game.part(Corrections)
    return corrections.whereabouts(piece) if corrections is not None else NOTHING


def _piece_hint(session: Session) -> Text:
    when = due(session)
    return (
        text("Touch the square where it belongs after {part}.", part=when)
        if when
        else text("Touch the square where it belongs.")
    )


# ---- Markers and seats ---------------------------------------------------------------------------------------------------


def _markers(session: Session, menu: Menu) -> Place:
    """Choose a marker, then its new square on the map."""
    markers, said = markers_on_table(session), session.house.game.wording
    chips = tuple(
        Choice(
            text("{number} on {square}", number=number, square=square),
            "",
            ChooseMarker(None if number == menu.marker else number),
            chosen=number == menu.marker,
            symbol="marker",
        )
        for number, square in numbered(markers)
    )
    chosen = menu.marker is not None and 1 <= menu.marker <= len(markers)
    hint = said.marker_to(menu.marker or 0) if chosen else said.touch_marker
    marks = (markers[menu.marker - 1],) if chosen and menu.marker is not None else ()
    when = due(session)
    later = text("It is moved after {part}.", part=when) if when else NOTHING
    return (
        said.move_marker,
        sentences(hint, later),
        (ChoiceGroup(said.marker, CHIPS, chips),),
        with_more(table_picture(session), marks=marks, touchable=True),
    )


def _chairs(session: Session, menu: Menu) -> Place:
    """Choose a seat, then who plays it or with whom its player changes places."""
    names, seats = session.setup.names, session.setup.playing
    chips = tuple(
        Choice(
            names[seat],
            "",
            Choose(None if seat == menu.seat else seat),
            chosen=seat == menu.seat,
            sign=seat,
        )
        for seat in seats
    )
    groups = [ChoiceGroup(session.house.game.wording.piece, CHIPS, chips)]
    if menu.seat in seats:
        groups += _of_seat(session, menu.seat)
    hint = (
        session.house.game.wording.choose_player
        if menu.seat is None
        else text("A pilot takes over, or two players change places.")
    )
    return text("Players"), hint, tuple(groups), table_picture(session)


def _of_seat(session: Session, seat: int) -> list[ChoiceGroup]:
    now = session.setup.seat(seat).player
    players = tuple(
        choice(session, label, HandSeat(seat, player), chosen=player == now)
        for player, label in ((PERSON, text("Person")), *session.house.pilot_labels.items())
    )
    mine = seats_of_player(session.setup, seat)
    others = tuple(
        _swap(session, seat, other) for other in session.setup.chosen if other not in mine
    )
    if now == BY_CHANCE:
        return [*_readers(session, seat)]
    groups = [
        ChoiceGroup(text("Played by"), CHIPS, players),
        *_readers(session, seat),
        *_pin(session, seat),
    ]
    return [*groups, *([ChoiceGroup(text("Change places"), CHIPS, others)] if others else [])]


def _readers(session: Session, seat: int) -> Iterator[ChoiceGroup]:
    """At a table of real readers: whether a person's seat is worked through its own or on this screen."""
    lost = session.readers[seat].lost
    if seat in session.house.touch or seat in session.piloted:
        return
    none = (
        text("Seat {seat} has no reader that answers.", seat=seat)
        if lost not in ("", ASIDE)
        else NOTHING
    )
    yield ChoiceGroup(
        text("Reader"),
        CHIPS,
        (
            Choice(text("Its own"), "", SetAside(seat, False), none, chosen=not lost),
            Choice(text("This screen"), "", SetAside(seat, True), chosen=bool(lost)),
        ),
    )


def _pin(session: Session, seat: int) -> Iterator[ChoiceGroup]:
    """The way out for a PIN that nobody remembers."""
    if session.setup.seat(seat).pin:
        yield ChoiceGroup(
            "PIN", CHIPS, (choice(session, text("Take the PIN away"), ForgetPin(seat)),)
        )


def _swap(session: Session, seat: int, other: int) -> Choice:
    found = choice(session, session.setup.seat(other).name, SwapSeats(seat, other))
    return Choice(found.label, "", found.message, found.blocked, sign=other)


# ---- This turn, settings -------------------------------------------------------------------------------------------------


def _turning(session: Session, menu: Menu) -> Place:
    assert session.match is not None
    corrections = session.house.game.part(Corrections)
    wording = session.house.game.wording
    again = Choice(
        text("Show again"),
        text("The instruction before this one, once more"),
        Decide(Repeat()),
        refusal(session, Repeat()),
        symbol="clock",
    )
    ways = (
        again,
        choice(session, text("Skip to the end"), Skip(), wording.skip_rest, symbol="skip"),
        *(
            choice(session, pick.label, pick.change, pick.about, symbol=pick.symbol)
            for pick in (corrections.course(session.match.position) if corrections else ())
        ),
        choice(
            session,
            text("Break it off"),
            Abort(),
            text("Back to where {turn} began", turn=wording.turn(turn_of(moment_of(session)))),
            symbol="undo",
        ),
    )
    return (
        wording.this_turn,
        text("Entries that are not possible now show the reason."),
        (ChoiceGroup("", WAYS, ways),),
        table_picture(session),
    )


def _settings(session: Session, menu: Menu) -> Place:
    assert session.match is not None
    corrections = session.house.game.part(Corrections)
    fields = corrections.settings(session.match.position) if corrections else ()
    here = tuple(
        group(session.preferences)
        for group in (sound_group, seen_group, preview_group, hints_group, calm_group)
    )
    groups = (*timer_groups(session), *(drawn(session, field) for field in fields), *here)
    return text("Settings"), session.house.game.wording.change_holds, groups, table_picture(session)


PLACES: Final[Mapping[str, Callable[[Session, Menu], Place]]] = {
    view.TOP: _top,
    view.BACK: _back,
    view.PIECE: _piece,
    view.MARKERS: _markers,
    view.CHAIRS: _chairs,
    view.TURNING: _turning,
    view.SETTINGS: _settings,
}
"""Each place of the menu."""
