"""The debugging menu: where it stands, whom it is about, what is proposed, and what its places show (rulebook 12).

Leafing through it changes nothing of the race, so nothing of it is kept: only `Decide` is (`companion.session.deciding`). Values come from a screen
or from tests and may be anything; what means nothing changes nothing.

A remedy is tried before it is shown (`deciding.outcome`), and the session that comes of it is looked at and thrown away: so preview and deed cannot
differ, and one that cannot be done says why instead of being touched in vain.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final, TypeAlias

from companion.games.boards import Exhibits
from companion.games.corrections import (
    CHOICE,
    HEADING,
    LIST,
    NUMBER,
    PLACE,
    Correction,
    Corrections,
    Field,
    FieldChoice,
)
from companion.games.corrections import PIECE as AIMS_AT_PIECE
from companion.games.scene import Instruction, Piece
from companion.geometry import Square
from companion.named_tuples import NamedTuple
from companion.session import view
from companion.session.alarms import missing_words
from companion.session.choices import (
    CHIPS,
    LINES,
    STEPPER,
    WAYS,
    Choice,
    ChoiceGroup,
    MenuPage,
    Preview,
)
from companion.session.deciding import NO_RACE, REMEDIES, outcome, said
from companion.session.handling import RACE_CAN_BE_MENDED, Guarded
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
    GoTo,
    HandSeat,
    Message,
    OpenPage,
    Remedy,
    Repeat,
    SaveReport,
    Skip,
    SwapSeats,
    TouchSquare,
)
from companion.session.pages import Page
from companion.session.pages.doctor import SaveBundle
from companion.session.pages.elements import NAME as ELEMENTS
from companion.session.pages.howto import NAME as HOWTO
from companion.session.pages.howto import howto_label
from companion.session.pages.paused import can_pause, pause_choice
from companion.session.pages.phones import NAME as PHONES
from companion.session.pages.rules import timer_groups
from companion.session.pages.save import NAME as SAVE
from companion.session.past.history import EVERYBODY, REASONS, who_words
from companion.session.past.kept_names import ROUND
from companion.session.past.moments import (
    can_be_mended,
    due,
    known_table,
    markers_meant,
    markers_on_table,
    moment_of,
    on_table,
    pieces_meant,
    scripted,
    short_place,
    target,
    turn_of,
)
from companion.session.past.travel import way_between
from companion.session.pictures import (
    numbered,
    pieces_on_it,
    table_picture,
    table_words,
    with_more,
)
from companion.session.session import (
    Made,
    Moment,
    Result,
    Session,
    close_pages,
    laid,
    lifted,
    refused,
    replace,
    show_page,
)
from companion.session.view import (
    HISTORY,
    MARKERS,
    MENU,
    PIECE,
    TOP,
    BoardPicture,
    CardsPicture,
    View,
)
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
OF_PIECES: Final = (TOP, PIECE)
"""Where touching a piece on the map chooses it."""
LAYOUTS: Final[Mapping[str, str]] = {NUMBER: STEPPER, CHOICE: CHIPS, HEADING: CHIPS, LIST: LINES}
"""How each kind of field is laid out."""
ENDS: Final = (text("less"), text("more"))
IN_TIME: Final = (GoBack, GoTo, GoForward, Abort)
"""What leads to another moment of the race."""


class Menu(NamedTuple):
    """Its place, whom and which marker it is about, what is proposed, by whom and why.

    `straight`: it was opened at this place, so that closing it leads back to the race. `tried`, for the view only, is what comes of the proposal:
    the session after it, or why not.
    """

    where: str = TOP
    seat: int | None = None
    marker: int | None = None
    proposed: Remedy | None = None
    who: str = ""
    why: str = ""
    straight: bool = False
    tried: Any = None


# ---- What is said --------------------------------------------------------------------------------------------------------


class OpenMenu(NamedTuple):
    """Show the debugging menu over the page, at one of its places (`companion.session.view`: TOP, BACK, PIECE …), about one piece."""

    where: str = TOP
    seat: int | None = None


class CloseMenu(NamedTuple):
    """Away with the debugging menu, or from one of its places back to its top."""


class Choose(NamedTuple):
    """This piece is meant."""

    seat: int | None


class ChooseMarker(NamedTuple):
    """This marker is meant; the square touched next is its new place."""

    marker: int | None


class Propose(NamedTuple):
    """Show what this would do; None drops it."""

    remedy: Remedy | None


class Because(NamedTuple):
    """Who wants it and why."""

    who: str
    why: str


# ---- What it does --------------------------------------------------------------------------------------------------------


def on_open(session: Session, message: OpenMenu) -> Result:
    """Show the menu at one of its places; from another place, or from the history, it leads there."""
    if message.where not in PLACES or (
        message.seat is not None and not _races(session, message.seat)
    ):
        return session, ()
    # Opened at a place, as from the check, closing it leads back there; leafed to from the top, it leads to the top.
    menu: Menu = session.kept(MENU) or Menu(straight=message.where != TOP)
    seat = menu.seat if message.seat is None else message.seat
    where = TOP if message.where == PIECE and seat is None else message.where
    return show_page(
        lifted(session, HISTORY),
        MENU,
        menu._replace(where=where, seat=seat, marker=None, proposed=None),
    ), ()


def on_close(session: Session, menu: Menu, message: CloseMenu) -> Result:
    """Back to the top of the menu, or from there, and from where it was opened, out of it."""
    if menu.where == TOP or menu.straight:
        return close_pages(session, MENU), ()
    # Who speaks often sets several things; the reason belongs to the one that was left.
    return show_page(session, MENU, Menu(who=menu.who)), ()


def on_choose(session: Session, menu: Menu, message: Choose) -> Result:
    """A piece is meant: its page, or on the page of the seats who plays it."""
    seat = message.seat
    if seat is not None and not _races(session, seat):
        return refused(session, text("This seat does not play in the game."))
    where = (
        PIECE
        if seat is not None and menu.where in OF_PIECES
        else TOP
        if menu.where == PIECE
        else menu.where
    )
    return show_page(session, MENU, menu._replace(where=where, seat=seat, proposed=None)), ()


def _races(session: Session, seat: object) -> bool:
    """Whether this is the seat of a piece in the race, whatever is asked about."""
    return session.match is not None and type(seat) is int and seat in session.setup.playing


def on_choose_marker(session: Session, menu: Menu, message: ChooseMarker) -> Result:
    """A marker is meant; the square touched next is its new place."""
    if message.marker is not None and message.marker not in range(
        1, len(markers_meant(session)) + 1
    ):
        return session, ()
    return show_page(session, MENU, menu._replace(marker=message.marker, proposed=None)), ()


def on_propose(session: Session, menu: Menu, message: Propose) -> Result:
    """Something is to be shown before it is done, or is dropped; whether it can be done says its preview."""
    remedy, kinds = message.remedy, (*REMEDIES, *_corrections(session).changes)
    if remedy is not None and (session.match is None or type(remedy) not in kinds):
        return session, ()
    return show_page(session, MENU, menu._replace(proposed=remedy)), ()


def on_because(session: Session, menu: Menu, message: Because) -> Result:
    """Who wants it and why."""
    return laid(session, MENU, menu._replace(who=said(message.who), why=said(message.why))), ()


# ---- The map -------------------------------------------------------------------------------------------------------------


def on_touch_square(session: Session, menu: Menu, message: TouchSquare) -> Result:
    """A square of the map: the piece or the marker there, or the new place of the chosen one."""
    if menu.where == MARKERS:
        return _marker_touched(session, menu, message.square)
    return (
        _piece_touched(session, menu, message.square) if menu.where in OF_PIECES else (session, ())
    )


def _marker_touched(session: Session, menu: Menu, square: Square) -> Result:
    """A marker is chosen by touching it; any other square is the chosen one's new place."""
    # As they lie on the map: one that was moved in mid-round goes only after it.
    markers = markers_on_table(session)
    if menu.marker is None or square in markers:
        return on_choose_marker(
            session, menu, ChooseMarker(markers.index(square) + 1 if square in markers else None)
        )
    assert session.match is not None
    change = _corrections(session).put_marker(session.match.position, menu.marker, square)
    return on_propose(session, menu, Propose(change)) if change is not None else (session, ())


def _piece_touched(session: Session, menu: Menu, square: Square) -> Result:
    """The piece that stands there, or for the chosen one that it shall stand there; while one is placed every square is meant for it."""
    assert session.match is not None
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


# ---- Choices -------------------------------------------------------------------------------------------------------------


def _corrections(session: Session) -> Corrections:
    """What can be put right in the game; nothing in one without this part."""
    return session.house.game.part(Corrections) or Corrections()


def refusal(session: Session, remedy: Remedy) -> Text:
    """Why something cannot be done now, NOTHING when it can, by trying it."""
    found = outcome(session, remedy)
    return found if isinstance(found, Text) else NOTHING


def choice(
    session: Session,
    label: Text | str,
    remedy: Remedy,
    about: Text | str = "",
    chosen: bool = False,
    **sign: Any,
) -> Choice:
    """A choice that proposes something; what is so already proposes nothing. `sign` are its sign and symbol."""
    if chosen:
        return Choice(label, about, Propose(None), chosen=True, **sign)
    return Choice(label, about, Propose(remedy), refusal(session, remedy), **sign)


def drawn(session: Session, field: Field) -> ChoiceGroup:
    """A field of a form as a group of choices."""
    labels = ENDS if field.kind == NUMBER else tuple(pick.label for pick in field.picks)
    # What a value of a setting means has no room on a chip: it stands below, once it is chosen.
    picks = [pick._replace(about=NOTHING) for pick in field.picks] if field.about else field.picks
    choices = (
        _drawn(session, field.kind, pick, label) for pick, label in zip(picks, labels, strict=True)
    )
    return ChoiceGroup(
        field.title,
        LAYOUTS[field.kind],
        tuple(choices),
        field.value,
        field.about,
        _chosen_words(field),
    )


def _chosen_words(field: Field) -> Text:
    """What the value in force means, where a setting is explained."""
    chosen = next((pick for pick in field.picks if pick.chosen), None)
    return chosen.about if field.about and chosen is not None else NOTHING


def _drawn(session: Session, kind: str, pick: FieldChoice, label: Text | str) -> Choice:
    about = pick.about
    if pick.change is None:
        return Choice(label, about, Propose(None), pick.blocked, pick.chosen, symbol=pick.symbol)
    # Which way a piece faces is tried together with its place, by the preview.
    if kind == HEADING:
        return Choice(label, about, Propose(pick.change), chosen=pick.chosen, symbol=pick.symbol)
    return choice(session, label, pick.change, about, pick.chosen, symbol=pick.symbol)


# ---- The preview ---------------------------------------------------------------------------------------------------------


def _about(session: Session, proposed: Remedy) -> Correction:
    """The question above its preview, the word on its button, and how it can still be altered."""
    corrections, match = _corrections(session), session.match
    if match is not None and type(proposed) in corrections.changes:
        return corrections.about(match.position, proposed, session.setup.names)
    _, title, button = REMEDIES[type(proposed)]
    # One out of nowhere may be about a seat that nobody plays.
    if isinstance(proposed, ForgetPin) and proposed.seat in session.setup.playing:
        title = text("Take the PIN of {piece} away?", piece=session.setup.seat(proposed.seat).name)
    return Correction(title, button)


def _preview(session: Session, menu: Menu, about: Correction, found: Result | Text) -> Preview:
    """What the proposal would do or why it cannot be done, as `found` by trying."""
    proposed = menu.proposed
    return Preview(
        about.title,
        ()
        if isinstance(found, Text)
        else (*_setting_words(session, proposed), *_words(session, proposed, found[0])),
        found if isinstance(found, Text) else NOTHING,
        about.button,
        Decide(proposed, menu.who, menu.why),
        Propose(None),
        _who(session, menu),
        _why(menu),
        (who_words(menu.who), REASONS.get(menu.why, menu.why)),
    )


def _setting_words(session: Session, proposed: Remedy) -> tuple[Text, ...]:
    """What a setting decides and what the proposed value means, as the set-up says it; nothing for any other proposal."""
    match = session.match
    for field in () if match is None else _corrections(session).settings(match.position):
        for pick in field.picks:
            if pick.change == proposed:
                return tuple(filter(None, (field.about, pick.about)))
    return ()


def _words(session: Session, proposed: Remedy, after: Session) -> tuple[Text | str, ...]:
    """What hands will have to do, or that there is nothing."""
    made = _made_by(session, proposed, after)
    if made is not None:
        return made.words
    if after.again is not None and after.match is not None:
        return (text("Shown once more. Move nothing:"), after.match.script[after.again].text)
    if isinstance(proposed, ForgetPin):
        return (
            text("It opens without a PIN then."),
            text("The history shows it, even if you go back later."),
        )
    if after.travel is None:
        return (after.house.game.wording.none_moves,)
    return (*(told.text for told in after.travel.script), *missing_words(after, after.travel.rows))


def _made_by(before: Session, proposed: Remedy, after: Session) -> Made | None:
    """What a proposal makes by hand, if anything; going back makes nothing."""
    # Whatever people make by hand leaves a new moment; where there is none nothing was made.
    left = after.previous
    if left is None or left is before.past or isinstance(proposed, IN_TIME):
        return None
    return left.left_by


def _later_words(session: Session, proposed: Remedy) -> Text:
    """What the map shows instead of the table as it is, where a proposal moves something only after a round; else NOTHING."""
    when, kind = due(session), _corrections(session).changes.get(type(proposed))
    if not when or kind != PLACE:
        return NOTHING
    return text("The map shows the table after {part}. The change comes then.", part=when)


def _told(session: Session, proposed: Remedy, found: Result | Text) -> tuple[Instruction, ...]:
    """What a proposal would change by hand, as instructions for the table to which it applies: in mid-round that at its end; () for nothing."""
    made = None if isinstance(found, Text) else _made_by(session, proposed, found[0])
    if made is None:
        return ()
    assert session.match is not None
    return scripted(session, session.match.position, made.steps, session.setup.names)[0]


def _board_with(
    session: Session,
    board: BoardPicture,
    about: Correction,
    told: tuple[Instruction, ...],
    later: Text,
) -> BoardPicture:
    """The map with what a proposal would move; while it is placed any square can be touched.

    In mid-round the pieces and markers stand there as the proposal will find them.
    """
    if later:
        meant = pieces_on_it(session, pieces_meant(session))
        board = replace(board, markers=numbered(markers_meant(session)), marks=(), **meant)
    if told:
        moves = tuple(move for one in told for move in one.moves)
        marks = tuple(square for one in told for square in one.marks)
        return replace(board, moves=moves, marks=marks, touchable=about.aims != "")
    # Refused, or nothing on the map: the square that was touched is shown all the same.
    known = isinstance(about.square, str) and about.square in board.board.squares
    marks = (about.square,) if known else board.marks
    return replace(board, marks=marks, touchable=about.aims != "")


def _cards_with(
    session: Session, told: tuple[Instruction, ...], later: Text
) -> CardsPicture | None:
    """The cards on the table with what a proposal would move, as it will find them; None without cards."""
    there = replace(session, page=view.SUMMARY, travel=None) if later else session
    return cards_picture(session, told, known_table(there))


def _who(session: Session, menu: Menu) -> ChoiceGroup:
    """Everybody at the table, to say who wants it; touched once more nobody does."""
    persons = [session.setup.seat(seat).name for seat in session.people]
    chips = (
        Choice(
            who_words(name),
            "",
            Because("" if menu.who == name else name, menu.why),
            chosen=menu.who == name,
        )
        for name in (*persons, EVERYBODY)
    )
    return ChoiceGroup(text("Corrected by"), CHIPS, tuple(chips))


def _why(menu: Menu) -> ChoiceGroup:
    chips = (
        Choice(words, "", Because(menu.who, "" if menu.why == why else why), chosen=menu.why == why)
        for why, words in REASONS.items()
    )
    return ChoiceGroup(text("Why"), CHIPS, tuple(chips))


# ---- What there is to see ------------------------------------------------------------------------------------------------


def tried(session: Session, menu: Menu, covered: Callable[[Session], Session]) -> Menu:
    """With what comes of the proposal, tried out with all cards and covered afterwards."""
    if menu.proposed is None:
        return menu
    found = outcome(session, menu.proposed)
    return menu._replace(tried=found if isinstance(found, Text | str) else (covered(found[0]), ()))


def menu_view(session: Session, menu: Menu) -> View | None:
    """The menu at its place; nothing where no race runs that could be put right."""
    if not can_be_mended(session):
        return None
    title, hint, groups, board = PLACES.get(menu.where, _top)(session, menu)
    page, shown, cards = MenuPage(menu.where, groups), table_words(session), None
    if menu.proposed is not None:
        # Tried once, for the words and for the map, and before cards were covered.
        found = menu.tried if menu.tried is not None else outcome(session, menu.proposed)
        about, later = _about(session, menu.proposed), _later_words(session, menu.proposed)
        told = _told(session, menu.proposed, found)
        preview = _preview(session, menu, about, found)
        adjust = () if about.field is None else (drawn(session, about.field),)
        page = replace(page, preview=preview, adjust=adjust)
        board = board and _board_with(session, board, about, told, later)
        cards = _cards_with(session, told, later)
        if later:
            title, shown = text("After {part}", part=due(session)), later
    elif menu.where == TOP:
        cards = _choosing(cards_picture(session))
    back = text("Close") if menu.where == TOP or menu.straight else text("Menu")
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
        cards, tells={card.key: Choose(row.seat) for row in cards.rows for card in row.cards}
    )


# ---- Top -----------------------------------------------------------------------------------------------------------------


def _top(session: Session, menu: Menu) -> Place:
    names, said = session.setup.names, session.house.game.wording
    seats = tuple(
        Choice(names[seat], "", Choose(seat), sign=seat) for seat in session.setup.playing
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
        (howto_label(session), OpenPage(HOWTO), bool(howto_label(session)), "page"),
        (
            text("Elements"),
            OpenPage(ELEMENTS),
            session.house.game.part(Exhibits) is not None,
            "page",
        ),
    )
    table = (
        (text("Table test"), OpenPage(view.TABLE), True, ""),
        (text("Certify"), OpenPage(view.CERTIFY), True, ""),
        (text("Clean screen"), OpenPage(view.LOCKED), True, ""),
        (text("Phones"), OpenPage(PHONES), session.house.invited.offered, ""),
        (text("First steps"), OpenPage(view.WELCOME), True, ""),
    )
    computer = (
        (text("Doctor"), OpenPage(view.DOCTOR), True, ""),
        (text("Update"), OpenPage(view.UPDATE), True, ""),
        (text("Game report"), SaveReport(), True, ""),
        (text("Fault bundle"), SaveBundle(), True, ""),
        (ending_label(session), OpenPage(view.ENDING), True, ""),
    )
    # Who is in a hurry looks for the pause first.
    pause = (ChoiceGroup("", WAYS, (pause_choice(),)),) if can_pause(session) else ()
    groups = (
        *pause,
        ChoiceGroup(said.piece, CHIPS, seats),
        ChoiceGroup(text("Put something right"), WAYS, mending),
        ChoiceGroup(text("This game"), WAYS, game),
        ChoiceGroup(text("Look something up"), WAYS, _entries(lookups)),
        ChoiceGroup(text("Table and screen"), CHIPS, _entries(table)),
        ChoiceGroup(text("Computer"), CHIPS, _entries(computer)),
    )
    return (
        text("Menu"),
        _top_hint(session),
        groups,
        with_more(table_picture(session), touchable=True),
    )


def _entries(
    rows: Iterable[tuple[Text, Message | Deed, bool, str]],
) -> tuple[Choice, ...]:
    """Return a choice for each (label, message, whether there is such a page, symbol)."""
    return tuple(
        Choice(label, "", message, symbol=symbol) for label, message, there, symbol in rows if there
    )


def _top_hint(session: Session) -> Text:
    """Who is stranded stands first, since nobody else will help it (12.1)."""
    stranded, match = NOTHING, session.match
    if match is not None and session.page not in (view.PLAY, view.OVER):
        stranded = _corrections(session).stranded(match.position, session.setup.names)
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
    corrections, name = _corrections(session), session.setup.seat(menu.seat).name
    now = next((piece for piece in on_table(session).pieces if piece.seat == menu.seat), None)
    piece = next((piece for piece in pieces_meant(session) if piece.seat == menu.seat), None)
    form = corrections.form(session.match.position, menu.seat)
    fields = tuple(drawn(session, field) for field in form.fields)
    if now is None or piece is None:
        return verbatim(name), form.hint, fields, table_picture(session)
    marks = (now.square,) if now.square is not None else form.marks
    title = text("{piece} {where}", piece=name, where=corrections.whereabouts(now))
    when = due(session)
    hint = (
        text("Touch the square where it belongs after {part}.", part=when)
        if when
        else text("Touch the square where it belongs.")
    )
    return (
        title,
        form.hint or hint,
        (*_later(session, piece), *fields),
        with_more(table_picture(session), marks=marks, touchable=True),
    )


def _later(session: Session, piece: Piece) -> Iterator[ChoiceGroup]:
    """In the middle of a round, above everything that can be set: when it comes, and where the piece stands then."""
    when = due(session)
    if when:
        name = session.setup.seat(piece.seat).name
        where = _corrections(session).whereabouts(piece)
        then = text("Then: {piece} {where}", piece=name, where=where)
        yield ChoiceGroup(
            text("This change comes after {part}", part=when),
            LINES,
            (Choice(then, "", Propose(None)),),
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
        choice(session, session.setup.seat(other).name, SwapSeats(seat, other), sign=other)
        for other in session.setup.chosen
        if other not in mine
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


# ---- This turn, settings -------------------------------------------------------------------------------------------------


def _turning(session: Session, menu: Menu) -> Place:
    assert session.match is not None
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
            for pick in _corrections(session).course(session.match.position)
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
    fields = _corrections(session).settings(session.match.position)
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
MENDABLE: Final = RACE_CAN_BE_MENDED._replace(refusal=NO_RACE)

PAGE: Final = Page(
    menu_view,
    {
        CloseMenu: on_close,
        Choose: on_choose,
        ChooseMarker: on_choose_marker,
        Propose: on_propose,
        Because: on_because,
    },
    always={OpenMenu: Guarded(on_open, MENDABLE)},
    opened=lambda session: on_open(session, OpenMenu()),
    opens=MENDABLE,
    takes={TouchSquare: on_touch_square},
    of_race=True,
    tried=tried,
    is_unfinished=lambda menu: menu.proposed is not None,
)
