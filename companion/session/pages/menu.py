"""The debugging menu: its places, the selected piece, a proposal and its preview.

Navigating it changes nothing in the race, so only `ApplyCorrection` is kept
(`companion.session.corrections`). Values come from a screen or from tests and may be anything;
invalid ones are ignored.

A correction is tried before it is shown (`corrections.try_correction`), and the resulting session
is displayed and discarded: preview and correction cannot differ, and an impossible one says why
before it is touched.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final, TypeAlias

from companion.games.corrections import (
    CHOICE,
    HEADING,
    PLACE,
    CorrectionForm,
    Corrections,
    Field,
    FieldChoice,
)
from companion.games.corrections import PIECE as AIMS_AT_PIECE
from companion.games.parts import how_to_play_of, manual_of
from companion.games.scene import Instruction, Piece
from companion.named_tuples import NamedTuple
from companion.session import view
from companion.session.choices import (
    CHIPS,
    FIELD_LAYOUTS,
    LINES,
    WAYS,
    Choice,
    ChoiceGroup,
    CorrectionPreview,
    MenuPage,
    pick_labels,
)
from companion.session.corrections import CORRECTIONS, NO_RACE, one_line, try_correction
from companion.session.handling import RACE_CAN_BE_MENDED, Guarded
from companion.session.lobby.arrangement import BY_CHANCE, PERSON
from companion.session.lobby.device import ending_label, screen_groups
from companion.session.lobby.extra_seats import seats_of_player
from companion.session.messages import (
    CARD,
    INSTRUCTION,
    START,
    TURN,
    Abort,
    ApplyCorrection,
    Correction,
    ForgetPin,
    GoBack,
    GoForward,
    GoTo,
    HandSeat,
    Message,
    OpenPage,
    Repeat,
    SaveReport,
    Skip,
    SwapSeats,
    TouchSquare,
)
from companion.session.pages import Page
from companion.session.pages.doctor import SaveBundle
from companion.session.pages.elements import NAME as ELEMENTS
from companion.session.pages.elements import exhibits_label
from companion.session.pages.howto import NAME as HOWTO
from companion.session.pages.howto import howto_label
from companion.session.pages.paused import can_pause, pause_choice
from companion.session.pages.phones import NAME as PHONES
from companion.session.pages.rulebook import NAME as RULEBOOK
from companion.session.pages.rules import timer_groups
from companion.session.pages.save import NAME as SAVE
from companion.session.past.history import EVERYBODY, REASONS, who_words
from companion.session.past.kept_names import ROUND
from companion.session.past.rewind import way_between
from companion.session.past.undo_points import (
    can_be_mended,
    coming_part,
    known_table,
    markers_meant,
    markers_on_table,
    on_table,
    pieces_meant,
    script_of,
    short_place,
    target,
    turn_of,
    undo_point_of,
)
from companion.session.pictures import (
    cards_picture,
    numbered_markers,
    pieces_on_it,
    table_picture,
    table_words,
    with_more,
)
from companion.session.reader_faults import missing_words
from companion.session.session import (
    ManualAction,
    Result,
    Session,
    UndoPoint,
    close_pages,
    pop_pages,
    push_page,
    refuse,
    show_page,
)
from companion.session.view import (
    HISTORY,
    MARKERS,
    MENU,
    PIECE,
    TOP,
    BoardPicture,
    View,
)
from companion.signals import ASIDE, Deed, SetAside
from companion.words import NOTHING, Text, sentences, text, verbatim

Place: TypeAlias = tuple[Text, Text, tuple[ChoiceGroup, ...], BoardPicture | None]
"""Title, hint, groups and map of a place."""
LEVELS: Final[Mapping[str, Text]] = {
    INSTRUCTION: text("One instruction"),
    CARD: text("One card"),
    ROUND: NOTHING,
    TURN: NOTHING,
    START: text("To the start"),
}
OF_PIECES: Final = (TOP, PIECE)
"""The places where touching a piece on the map selects it."""
IN_TIME: Final = (GoBack, GoTo, GoForward, Abort)
"""The corrections that lead to another undo point of the race."""


class MenuState(NamedTuple):
    """The state of the menu."""

    where: str = TOP
    """The present place."""
    seat: int | None = None
    """The selected seat."""
    marker: int | None = None
    """The selected marker."""
    proposed: Correction | None = None
    """The proposed correction."""
    who: str = ""
    """The person who wants it, or EVERYBODY."""
    why: str = ""
    """The reason for it."""
    straight: bool = False
    """Whether it was opened at this place, so that closing it leads back to the race."""
    tried: Any = None
    """For the view only: the session after the proposal, or why that is impossible."""


# ---- Messages ----


class OpenMenu(NamedTuple):
    """Show the debugging menu over the page."""

    where: str = TOP
    """One of the places in `companion.session.view`: TOP, BACK, PIECE …"""
    seat: int | None = None
    """The selected seat."""


class CloseMenu(NamedTuple):
    """Close the debugging menu, or go from one of its places back to its top."""


class Choose(NamedTuple):
    seat: int | None


class ChooseMarker(NamedTuple):
    """Select this marker; the square touched next is its new place."""

    marker: int | None


class Propose(NamedTuple):
    """Show what this correction would do; None drops it."""

    correction: Correction | None


class SetReason(NamedTuple):
    """Say who wants it and why."""

    who: str
    why: str


# ---- Handlers ----


def on_open(session: Session, message: OpenMenu) -> Result:
    """Show the menu at one of its places, also from another place or from the history."""
    if message.where not in PLACES or (
        message.seat is not None and not _races(session, message.seat)
    ):
        return session, ()
    # A menu opened at a place, as from the check, closes to where it was; otherwise it closes to
    # its top.
    menu = session.state_of(MENU, MenuState) or MenuState(straight=message.where != TOP)
    seat = menu.seat if message.seat is None else message.seat
    where = TOP if message.where == PIECE and seat is None else message.where
    return show_page(
        pop_pages(session, HISTORY),
        MENU,
        menu._replace(where=where, seat=seat, marker=None, proposed=None),
    ), ()


def on_close(session: Session, menu: MenuState, message: CloseMenu) -> Result:
    """Go back to the top of the menu, or from there, and from where it was opened, out of it."""
    if menu.where == TOP or menu.straight:
        return close_pages(session, MENU), ()
    # The same person often makes several changes; the reason belongs to the last one.
    return show_page(session, MENU, MenuState(who=menu.who)), ()


def on_choose(session: Session, menu: MenuState, message: Choose) -> Result:
    """Show the page of the selected piece, or who plays it."""
    seat = message.seat
    if seat is not None and not _races(session, seat):
        return refuse(session, text("This seat does not play in the game."))
    if seat is not None and menu.where in OF_PIECES:
        where = PIECE
    elif menu.where == PIECE:
        where = TOP
    else:
        where = menu.where
    return show_page(session, MENU, menu._replace(where=where, seat=seat, proposed=None)), ()


def _races(session: Session, seat: object) -> bool:
    """Return whether any value is the seat of a piece in the race."""
    return session.match is not None and type(seat) is int and seat in session.lobby.setup.playing


def on_choose_marker(session: Session, menu: MenuState, message: ChooseMarker) -> Result:
    """Select a marker; the square touched next is its new place."""
    if message.marker is not None and message.marker not in range(
        1, len(markers_meant(session)) + 1
    ):
        return session, ()
    return show_page(session, MENU, menu._replace(marker=message.marker, proposed=None)), ()


def on_propose(session: Session, menu: MenuState, message: Propose) -> Result:
    """Show a proposal, or drop it; its preview says whether it is possible."""
    correction, kinds = message.correction, (*CORRECTIONS, *_corrections(session).changes)
    if correction is not None and type(correction) not in kinds:
        return session, ()
    return show_page(session, MENU, menu._replace(proposed=correction)), ()


def on_because(session: Session, menu: MenuState, message: SetReason) -> Result:
    """Note who wants it and why."""
    return push_page(
        session, MENU, menu._replace(who=one_line(message.who), why=one_line(message.why))
    ), ()


# ---- The map ----


def on_touch_square(session: Session, menu: MenuState, message: TouchSquare) -> Result:
    """Select the piece or the marker on a square, or propose the square as its new place."""
    square = message.square
    if menu.where == MARKERS:
        # As on the map: a marker that was moved in a round moves only after it.
        markers = markers_on_table(session)
        if menu.marker is None or square in markers:
            number = markers.index(square) + 1 if square in markers else None
            return on_choose_marker(session, menu, ChooseMarker(number))
        assert session.match is not None
        change = _corrections(session).put_marker(session.match.position, menu.marker, square)
        return on_propose(session, menu, Propose(change)) if change is not None else (session, ())
    if menu.where not in OF_PIECES:
        return session, ()
    assert session.match is not None
    # While a piece is placed every square is proposed for it.
    placing = menu.proposed is not None and _about(session, menu.proposed).aims == AIMS_AT_PIECE
    if menu.proposed is not None and not placing:
        return session, ()
    there = next((piece.seat for piece in on_table(session).pieces if piece.square == square), None)
    if there is not None and not placing:
        return on_choose(session, menu, Choose(there))
    if menu.where != PIECE or menu.seat is None:
        return session, ()
    position = session.match.position
    change = _corrections(session).put(position, menu.seat, square, menu.proposed)
    return on_propose(session, menu, Propose(change)) if change is not None else (session, ())


# ---- Choices ----


def _corrections(session: Session) -> Corrections:
    """Return the corrections of the game, none in a game without any."""
    return Corrections.of(session.config.game) or Corrections()


def refusal(session: Session, correction: Correction) -> Text:
    """Try a correction, and return why it is impossible, NOTHING when it is possible."""
    found = try_correction(session, correction)
    return found if isinstance(found, Text) else NOTHING


def field_choices(session: Session, field: Field) -> ChoiceGroup:
    """Return a field of a form as a group of choices."""
    labels = pick_labels(field)
    # The meaning of a setting's value is too long for a chip: it is below, once it is chosen.
    picks = [pick._replace(about=NOTHING) for pick in field.picks] if field.about else field.picks
    choices = (
        _choice_of(session, field.kind, pick, label)
        for pick, label in zip(picks, labels, strict=True)
    )
    # Where a setting is explained, the meaning of its present value is, too.
    chosen = next((pick for pick in field.picks if pick.chosen and field.about), None)
    return ChoiceGroup(
        field.title,
        FIELD_LAYOUTS[field.kind],
        choices=tuple(choices),
        value=field.value,
        about=field.about,
        note=NOTHING if chosen is None else chosen.about,
    )


def _choice_of(session: Session, kind: str, pick: FieldChoice, label: Text | str) -> Choice:
    """Return a choice that proposes a change; the present state proposes nothing."""
    change = None if pick.chosen and kind != HEADING else pick.change
    blocked = pick.blocked
    # The direction of a piece is tried together with its place, by the preview.
    if change is not None and kind != HEADING:
        blocked = refusal(session, change)
    return Choice(
        label,
        pick.about,
        message=Propose(change),
        blocked=blocked,
        chosen=pick.chosen,
        symbol=pick.symbol,
    )


# ---- The preview ----


def _about(session: Session, proposed: Correction) -> CorrectionForm:
    """Return the question of a proposal, the label of its button, and how to change it."""
    corrections, match = _corrections(session), session.match
    if match is not None and type(proposed) in corrections.changes:
        return corrections.about(match.position, proposed, session.lobby.setup.names)
    _, title, button = CORRECTIONS[type(proposed)]
    # A proposal may be about a seat that nobody plays.
    if isinstance(proposed, ForgetPin) and proposed.seat in session.lobby.setup.playing:
        title = text(
            "Remove the PIN of {piece}?", piece=session.lobby.setup.seat(proposed.seat).name
        )
    return CorrectionForm(title, button)


def _preview(
    session: Session, menu: MenuState, about: CorrectionForm, found: Result | Text
) -> CorrectionPreview:
    """Return what the proposal would do, or why it is impossible, as `found` by trying."""
    proposed = menu.proposed
    # Everybody at the table can say who wants it and why; touching a chip again clears it.
    persons = [session.lobby.setup.seat(seat).name for seat in session.people]
    who = tuple(
        Choice(
            who_words(name),
            "",
            SetReason("" if menu.who == name else name, menu.why),
            chosen=menu.who == name,
        )
        for name in (*persons, EVERYBODY)
    )
    why = tuple(
        Choice(
            words,
            "",
            SetReason(menu.who, "" if menu.why == reason else reason),
            chosen=menu.why == reason,
        )
        for reason, words in REASONS.items()
    )
    return CorrectionPreview(
        about.title,
        ()
        if isinstance(found, Text)
        else (*_setting_words(session, proposed), *_words(session, proposed, found[0])),
        refused=found if isinstance(found, Text) else NOTHING,
        label=about.button,
        do=ApplyCorrection(proposed, menu.who, menu.why),
        drop=Propose(None),
        who=ChoiceGroup(text("Corrected by"), CHIPS, who),
        why=ChoiceGroup(text("Why"), CHIPS, why),
        names=(who_words(menu.who), REASONS.get(menu.why, menu.why)),
    )


def _setting_words(session: Session, proposed: Correction) -> tuple[Text, ...]:
    """Return the explanation of a proposed setting, as in the set-up; else nothing."""
    match = session.match
    for field in () if match is None else _corrections(session).settings(match.position):
        for pick in field.picks:
            if pick.change == proposed:
                return tuple(filter(None, (field.about, pick.about)))
    return ()


def _words(session: Session, proposed: Correction, after: Session) -> tuple[Text | str, ...]:
    """Return the work of hands, or that there is none."""
    made = _made_by(session, proposed, after)
    if made is not None:
        return made.words
    if after.timeline.repeated is not None and after.match is not None:
        return (
            text("Shown again. Do not move anything:"),
            after.match.shown.script[after.timeline.repeated].text,
        )
    if isinstance(proposed, ForgetPin):
        return (
            text("The seat then opens without a PIN."),
            text("The history shows it, even if you go back later."),
        )
    if after.timeline.table_sync is None:
        return (after.config.game.wording.none_moves,)
    return (
        *(instruction.text for instruction in after.timeline.table_sync.script),
        *missing_words(after, after.timeline.table_sync.rows),
    )


def _made_by(before: Session, proposed: Correction, after: Session) -> ManualAction | None:
    """Return the change that a proposal makes by hand, if any; going back makes none."""
    # A change by people leaves a new undo point; without one nothing was changed.
    left = after.timeline.previous
    if left is None or left is before.timeline.past or isinstance(proposed, IN_TIME):
        return None
    return left.left_by


def _proposed_instructions(
    session: Session, proposed: Correction, found: Result | Text
) -> tuple[Instruction, ...]:
    """Return a proposal's changes as instructions for its table, in a round that at its end."""
    made = None if isinstance(found, Text) else _made_by(session, proposed, found[0])
    if made is None:
        return ()
    assert session.match is not None
    return script_of(session, session.match.position, made.steps, session.lobby.setup.names)[0]


def _board_with(
    session: Session,
    board: BoardPicture,
    about: CorrectionForm,
    instructions: tuple[Instruction, ...],
    later: Text,
) -> BoardPicture:
    """Return the map with the moves of a proposal; while it is placed every square is touchable.

    In a round the pieces and markers are where the proposal will find them.
    """
    if later:
        meant = pieces_on_it(session, pieces_meant(session))
        board = board._replace(markers=numbered_markers(markers_meant(session)), marks=(), **meant)
    if instructions:
        moves = tuple(move for one in instructions for move in one.moves)
        marks = tuple(square for one in instructions for square in one.marks)
        return board._replace(moves=moves, marks=marks, touchable=about.aims != "")
    # Refused, or without a move on the map: the touched square is marked anyway.
    square = about.square
    marks = (square,) if square is not None and square in board.board.squares else board.marks
    return board._replace(marks=marks, touchable=about.aims != "")


# ---- View ----


def try_proposal(
    session: Session, menu: MenuState, covered: Callable[[Session], Session]
) -> MenuState:
    """Return the menu with the result of its proposal, tried with all cards and then covered."""
    if menu.proposed is None:
        return menu
    found = try_correction(session, menu.proposed)
    return menu._replace(tried=found if isinstance(found, Text | str) else (covered(found[0]), ()))


def menu_view(session: Session, menu: MenuState) -> View | None:
    """Return the menu at its place; None where no race can be corrected."""
    if not can_be_mended(session):
        return None
    title, hint, groups, board = PLACES.get(menu.where, _top)(session, menu)
    page, shown, cards = MenuPage(menu.where, groups), table_words(session), None
    if menu.proposed is not None:
        # Tried once, for the words and for the map, before cards were covered.
        found = menu.tried if menu.tried is not None else try_correction(session, menu.proposed)
        about, later = _about(session, menu.proposed), NOTHING
        when, kind = coming_part(session), _corrections(session).changes.get(type(menu.proposed))
        if when and kind == PLACE:
            later = text(
                "The map shows the table after {part}. The change is made then.", part=when
            )
        instructions = _proposed_instructions(session, menu.proposed, found)
        preview = _preview(session, menu, about, found)
        adjust = () if about.field is None else (field_choices(session, about.field),)
        page = page._replace(preview=preview, adjust=adjust)
        board = board and _board_with(session, board, about, instructions, later)
        if later:
            there = session._replace(
                page=view.SUMMARY, timeline=session.timeline._replace(table_sync=None)
            )
        else:
            there = session
        cards = cards_picture(session, instructions, known_table(there))
        if later:
            title, shown = text("After {part}", part=when), later
    elif menu.where == view.SETTINGS:
        # All of them take the whole page.
        board, shown = None, NOTHING
    elif menu.where == TOP:
        cards = cards_picture(session)
        if cards is not None:
            # Touching a card selects its seat.
            seats = {card.key: Choose(row.seat) for row in cards.rows for card in row.cards}
            cards = cards._replace(tells=seats)
    back = text("Close") if menu.where == TOP or menu.straight else text("Menu")
    return View(
        view.MENU,
        title,
        hint=sentences(shown, hint),
        board=board,
        body=page,
        back=back,
        on_back=CloseMenu(),
        cards=cards,
    )


# ---- Top ----


def _top(session: Session, menu: MenuState) -> Place:
    names, said = session.lobby.setup.names, session.config.game.wording
    seats = tuple(
        Choice(names[seat], "", Choose(seat), sign=seat) for seat in session.lobby.setup.playing
    )
    mending: tuple[Choice, ...] = (
        Choice(text("Go back"), text("Undo what was played"), OpenMenu(view.BACK), symbol="undo"),
        Choice(
            said.this_turn,
            text("Repeat, skip, deal again, end"),
            OpenMenu(view.TURNING),
            symbol="skip",
        ),
        Choice(said.markers, said.lay_elsewhere, OpenMenu(view.MARKERS), symbol="marker"),
        Choice(text("Seats"), said.who_plays, OpenMenu(view.CHAIRS), symbol="person"),
    )
    if not markers_meant(session):
        mending = (*mending[:2], mending[3])
    game = (
        Choice(text("Settings"), said.other_rules, OpenMenu(view.SETTINGS), symbol="gear"),
        Choice(text("Save as"), text("Give this game a name"), OpenPage(SAVE), symbol="page"),
    )
    lookups = (
        (text("History"), OpenPage(view.HISTORY), True, "clock"),
        (
            text("Cards on the table"),
            OpenPage(view.WHERE),
            cards_picture(session) is not None,
            "page",
        ),
        (howto_label(session), OpenPage(HOWTO), bool(how_to_play_of(session.config.game)), "page"),
        (text("Rules"), OpenPage(RULEBOOK), bool(manual_of(session.config.game)), "page"),
        (
            exhibits_label(session),
            OpenPage(ELEMENTS),
            bool(exhibits_label(session)),
            "page",
        ),
    )
    table = (
        (text("Table test"), OpenPage(view.TABLE), True, ""),
        (text("Certify"), OpenPage(view.CERTIFY), True, ""),
        (text("Clean screen"), OpenPage(view.LOCKED), True, ""),
        (text("Phones"), OpenPage(PHONES), session.config.phone_access.offered, ""),
        (text("First steps"), OpenPage(view.WELCOME), True, ""),
    )
    computer = (
        (text("Doctor"), OpenPage(view.DOCTOR), True, ""),
        (text("Update"), OpenPage(view.UPDATE), True, ""),
        (text("Game report"), SaveReport(), True, ""),
        (text("Fault bundle"), SaveBundle(), True, ""),
        (ending_label(session), OpenPage(view.ENDING), True, ""),
    )
    # A person in a hurry looks for the pause first.
    pause = (ChoiceGroup("", WAYS, (pause_choice(),)),) if can_pause(session) else ()
    groups = (
        *pause,
        ChoiceGroup(said.piece, CHIPS, seats),
        ChoiceGroup(text("Correct something"), WAYS, mending),
        ChoiceGroup(text("This game"), WAYS, game),
        ChoiceGroup(text("Look something up"), WAYS, _entries(lookups)),
        ChoiceGroup(text("Table and screen"), CHIPS, _entries(table)),
        ChoiceGroup(text("Computer"), CHIPS, _entries(computer)),
    )
    # A stranded piece comes first in the hint, since nobody else will help it.
    stranded, match = NOTHING, session.match
    if match is not None and session.page not in (view.PLAY, view.OVER):
        stranded = _corrections(session).stranded(match.position, names)
    return (
        text("Menu"),
        stranded or said.touch_piece,
        groups,
        with_more(table_picture(session), touchable=True),
    )


def _entries(
    rows: Iterable[tuple[Text, Message | Deed, bool, str]],
) -> tuple[Choice, ...]:
    """Return a choice for each (label, message, whether the page exists, symbol)."""
    return tuple(
        Choice(label, "", message, symbol=symbol) for label, message, there, symbol in rows if there
    )


# ---- The way back ----


def _back(session: Session, menu: MenuState) -> Place:
    match, wording = session.match, session.config.game.wording
    ways = []
    for level, label in LEVELS.items():
        point = target(session, level)
        # A game without rounds, or whose cards are not played one by one, has no such part; rounds
        # that the screen does not count may have numbers anyway.
        if match is not None and not session.config.game.rounds:
            if level == ROUND and match.shown.round <= 1:
                continue
            if level == CARD and point is None:
                continue
        label = label or (wording.one_round if level == ROUND else wording.one_turn)
        if point is not None:
            ways.append(_way(session, GoBack(level), label, point, "undo"))
            continue
        ways.append(
            Choice(
                label,
                text("Nothing comes before this."),
                message=ApplyCorrection(GoBack(level)),
                blocked=refusal(session, GoBack(level)),
                symbol="undo",
            )
        )
    if session.timeline.future:
        # Shown only where going forward is possible; the five ways back always keep their places.
        ways.append(
            _way(session, GoForward(), text("Forward again"), session.timeline.future[0], "redo")
        )
    groups = (ChoiceGroup("", WAYS, tuple(ways)),)
    return (
        text("Go back"),
        text("Choose how far. The screen then names each move."),
        groups,
        table_picture(session),
    )


def _way(
    session: Session, correction: GoBack | GoForward, label: Text, point: UndoPoint, symbol: str
) -> Choice:
    """Return a way back: where it leads, and how many pieces move; there is no preview."""
    game = session.config.game
    there = session._replace(
        match=point.match, page=point.page, timeline=session.timeline._replace(table_sync=None)
    )
    moved = way_between(session, there)
    moves = sum(len(instruction.moves) + len(instruction.cards) for instruction in moved)
    hands = game.wording.moving(moves) if moves else game.wording.nothing_moves
    # A destination exists, so only a check of the table can prevent it; trying would walk through
    # the whole race.
    blocked = refusal(session, correction) if session.timeline.resume_check is not None else NOTHING
    return Choice(
        label,
        text("{place}; {hands}", place=short_place(session, point), hands=hands),
        message=ApplyCorrection(correction),
        blocked=blocked,
        symbol=symbol,
    )


# ---- A piece ----


def _piece(session: Session, menu: MenuState) -> Place:
    """Return the page of the selected piece: where it is, and the form of its changes.

    Title and map show where it is now. The form shows it as changes will find it: in a round after
    its end, below a line that says so.
    """
    assert session.match is not None and menu.seat is not None
    corrections, name = _corrections(session), session.lobby.setup.seat(menu.seat).name
    now = next((piece for piece in on_table(session).pieces if piece.seat == menu.seat), None)
    piece = next((piece for piece in pieces_meant(session) if piece.seat == menu.seat), None)
    form = corrections.form(session.match.position, menu.seat)
    fields = tuple(field_choices(session, field) for field in form.fields)
    if now is None or piece is None:
        return verbatim(name), form.hint, fields, table_picture(session)
    marks = (now.square,) if now.square is not None else form.marks
    title = text("{piece} {where}", piece=name, where=corrections.whereabouts(now))
    when = coming_part(session)
    if when:
        hint = text("Touch the square where it belongs after {part}.", part=when)
    else:
        hint = text("Touch the square where it belongs.")
    return (
        title,
        form.hint or hint,
        (*_later(session, piece), *fields),
        with_more(table_picture(session), marks=marks, touchable=True),
    )


def _later(session: Session, piece: Piece) -> Iterator[ChoiceGroup]:
    """Yield, within a round, when a change comes, and where the piece is then."""
    when = coming_part(session)
    if when:
        name = session.lobby.setup.seat(piece.seat).name
        where = _corrections(session).whereabouts(piece)
        then = text("Then: {piece} {where}", piece=name, where=where)
        yield ChoiceGroup(
            text("This change is made after {part}", part=when),
            LINES,
            (Choice(then, "", Propose(None)),),
        )


# ---- Markers and seats ----


def _markers(session: Session, menu: MenuState) -> Place:
    """Return the page to select a marker, then its new square on the map."""
    markers, said = markers_on_table(session), session.config.game.wording
    chips = tuple(
        Choice(
            text("{number} on {square}", number=number, square=square),
            "",
            ChooseMarker(None if number == menu.marker else number),
            chosen=number == menu.marker,
            symbol="marker",
        )
        for number, square in numbered_markers(markers)
    )
    chosen = menu.marker is not None and 1 <= menu.marker <= len(markers)
    hint = said.marker_to(menu.marker or 0) if chosen else said.touch_marker
    marks = (markers[menu.marker - 1],) if chosen and menu.marker is not None else ()
    when = coming_part(session)
    later = text("It is moved after {part}.", part=when) if when else NOTHING
    return (
        said.move_marker,
        sentences(hint, later),
        (ChoiceGroup(said.marker, CHIPS, chips),),
        with_more(table_picture(session), marks=marks, touchable=True),
    )


def _chairs(session: Session, menu: MenuState) -> Place:
    """Return the page to select a seat, then its player or a seat to swap with."""
    names, seats = session.lobby.setup.names, session.lobby.setup.playing
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
    groups = [ChoiceGroup(session.config.game.wording.piece, CHIPS, chips)]
    if menu.seat in seats:
        groups += _of_seat(session, menu.seat)
    if menu.seat is None:
        hint = session.config.game.wording.choose_player
    else:
        hint = text("A pilot takes over, or two players swap seats.")
    return text("Players"), hint, tuple(groups), table_picture(session)


def _of_seat(session: Session, seat: int) -> list[ChoiceGroup]:
    now = session.lobby.setup.seat(seat).player
    mine = seats_of_player(session.lobby.setup, seat)
    swaps = {
        other: SwapSeats(seat, other) for other in session.lobby.setup.chosen if other not in mine
    }
    others = tuple(
        Choice(
            session.lobby.setup.seat(other).name,
            "",
            message=Propose(swap),
            blocked=refusal(session, swap),
            sign=other,
        )
        for other, swap in swaps.items()
    )
    if now == BY_CHANCE:
        return [*_readers(session, seat)]
    players = tuple(
        FieldChoice(label, HandSeat(seat, player), chosen=player == now)
        for player, label in ((PERSON, text("Person")), *session.config.pilot_labels.items())
    )
    fields = [Field(text("Played by"), CHOICE, players)]
    if session.lobby.setup.seat(seat).pin:
        opened = FieldChoice(text("Remove the PIN"), ForgetPin(seat))
        fields.append(Field(verbatim("PIN"), CHOICE, (opened,)))
    played_by, *pin = (field_choices(session, field) for field in fields)
    groups = [played_by, *_readers(session, seat), *pin]
    return [*groups, *([ChoiceGroup(text("Swap seats"), CHIPS, others)] if others else [])]


def _readers(session: Session, seat: int) -> Iterator[ChoiceGroup]:
    """Yield, at a table of real readers, whether a person plays with a reader or on this screen."""
    lost = session.readers.by_seat[seat].lost
    if seat in session.config.touch or seat in session.piloted:
        return
    if lost not in ("", ASIDE):
        none = text("Seat {seat} has no reader that answers.", seat=seat)
    else:
        none = NOTHING
    yield ChoiceGroup(
        text("Reader"),
        CHIPS,
        (
            Choice(
                text("Its own"), "", message=SetAside(seat, False), blocked=none, chosen=not lost
            ),
            Choice(text("This screen"), "", SetAside(seat, True), chosen=bool(lost)),
        ),
    )


# ---- This turn, settings ----


def _turning(session: Session, menu: MenuState) -> Place:
    assert session.match is not None
    wording = session.config.game.wording
    again = Choice(
        text("Show again"),
        text("The previous instruction again"),
        message=ApplyCorrection(Repeat()),
        blocked=refusal(session, Repeat()),
        symbol="clock",
    )
    began = text("Back to the start of {turn}", turn=wording.turn(turn_of(undo_point_of(session))))
    picks = (
        FieldChoice(text("Skip to the end"), Skip(), wording.skip_rest, symbol="skip"),
        *_corrections(session).course(session.match.position),
        FieldChoice(text("Break off the turn"), Abort(), began, symbol="undo"),
    )
    ways = (_choice_of(session, CHOICE, pick, pick.label) for pick in picks)
    return (
        wording.this_turn,
        text("Entries that are not possible now say why."),
        (ChoiceGroup("", WAYS, (again, *ways)),),
        table_picture(session),
    )


def _settings(session: Session, menu: MenuState) -> Place:
    assert session.match is not None
    fields = _corrections(session).settings(session.match.position)
    groups = (
        *timer_groups(session),
        *(field_choices(session, field) for field in fields),
        *screen_groups(session.lobby.preferences),
    )
    return (
        text("Settings"),
        session.config.game.wording.change_holds,
        groups,
        table_picture(session),
    )


PLACES: Final[Mapping[str, Callable[[Session, MenuState], Place]]] = {
    view.TOP: _top,
    view.BACK: _back,
    view.PIECE: _piece,
    view.MARKERS: _markers,
    view.CHAIRS: _chairs,
    view.TURNING: _turning,
    view.SETTINGS: _settings,
}
"""The function that returns each place of the menu."""
MENDABLE: Final = RACE_CAN_BE_MENDED._replace(refusal=NO_RACE)

PAGE: Final = Page(
    menu_view,
    {
        CloseMenu: on_close,
        Choose: on_choose,
        ChooseMarker: on_choose_marker,
        Propose: on_propose,
        SetReason: on_because,
    },
    always={OpenMenu: Guarded(on_open, MENDABLE)},
    opened=lambda session: on_open(session, OpenMenu()),
    opens=MENDABLE,
    intercepts={TouchSquare: on_touch_square},
    of_race=True,
    with_trial=try_proposal,
    is_unfinished=lambda menu: menu.proposed is not None,
)
