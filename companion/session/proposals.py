"""Proposals of the debugging menu: choices that make one, and what it would do, in words, on the map, with what can still be chosen about it.

It is found out by doing it (`deciding.outcome`) and looking at the session that comes of it, so that preview and deed cannot differ. Nothing here
bounds a value: stepping beyond one is a proposal that the game refuses, and its sentence blocks the button.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.games.corrections import (
    CHOICE,
    HEADING,
    LIST,
    NUMBER,
    PLACE,
    SETTING,
    Correction,
    Corrections,
    Field,
    FieldChoice,
    changes_of,
)
from companion.games.scene import Instruction
from companion.session import view
from companion.session.alarms import missing_words
from companion.session.choices import CHIPS, LINES, STEPPER, Choice, ChoiceGroup, Preview
from companion.session.deciding import outcome
from companion.session.lying import cards_picture
from companion.session.messages import (
    Abort,
    Decide,
    ForgetPin,
    GoBack,
    GoForward,
    GoTo,
    HandSeat,
    Remedy,
    Repeat,
    Skip,
    SwapSeats,
)
from companion.session.pages.menu import Because, Menu, Propose
from companion.session.past.history import EVERYBODY, REASONS, who_words
from companion.session.past.moments import due, known_table, markers_meant, pieces_meant, scripted
from companion.session.pictures import numbered, piece_pictures
from companion.session.session import Made, Result, Session, replace
from companion.session.view import BoardPicture, CardsPicture
from companion.words import NOTHING, Text, text

LAYOUTS: Final[Mapping[str, str]] = {NUMBER: STEPPER, CHOICE: CHIPS, HEADING: CHIPS, LIST: LINES}
"""How each kind of field is laid out."""
ENDS: Final = (text("less"), text("more"))
IN_TIME: Final = (GoBack, GoTo, GoForward, Abort)
"""What leads to another moment of the race."""
TITLES: Final[Mapping[type, tuple[Text, Text]]] = {
    GoBack: (text("Go back?"), text("Go back")),
    GoTo: (text("Go back to here?"), text("Go back")),
    GoForward: (text("Forward again?"), text("Forward")),
    Abort: (text("Break it off?"), text("Break off")),
    Repeat: (text("Show again?"), text("Show")),
    Skip: (text("Skip these?"), text("Skip")),
    HandSeat: (text("Another player?"), text("Change")),
    SwapSeats: (text("Change places?"), text("Change")),
    ForgetPin: (text("Take the PIN away?"), text("Take away")),
}
"""The question above each preview, and the word on its button; the game knows those of its own changes."""


# ---- Choices -------------------------------------------------------------------------------------------------------------


def refusal(session: Session, remedy: Remedy) -> Text:
    """Why something cannot be done now, NOTHING when it can.

    By trying it: the session that comes of it is thrown away.
    """
    found = outcome(session, remedy)
    return found if isinstance(found, Text) else NOTHING


def choice(
    session: Session,
    label: Text | str,
    remedy: Remedy,
    about: Text | str = "",
    chosen: bool = False,
    symbol: str = "",
) -> Choice:
    """A choice that proposes something; what is so already proposes nothing."""
    if chosen:
        return Choice(label, about, Propose(None), chosen=True, symbol=symbol)
    return Choice(label, about, Propose(remedy), refusal(session, remedy), symbol=symbol)


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
    return choice(session, label, pick.change, about, pick.chosen, pick.symbol)


# ---- The preview ---------------------------------------------------------------------------------------------------------


def preview_of(
    session: Session, menu: Menu, proposed: Remedy, found: Result | Text
) -> tuple[Preview, tuple[ChoiceGroup, ...]]:
    """What the proposal would do or why it cannot be done, as `found` by trying, and what can be chosen about it.

    The words are empty where it is refused, the choices where there is nothing to choose or the proposal makes no sense.
    """
    about = _about(session, proposed)
    if about is not None:
        title, label = about.title, about.button
    else:
        title, label = TITLES[type(proposed)]
        # One out of nowhere may be about a seat that nobody plays.
        if isinstance(proposed, ForgetPin) and proposed.seat in session.setup.playing:
            title = text(
                "Take the PIN of {piece} away?", piece=session.setup.seat(proposed.seat).name
            )
    words = (
        ()
        if isinstance(found, Text)
        else (*_setting_words(session, proposed), *_words(session, proposed, found[0]))
    )
    refused = found if isinstance(found, Text) else NOTHING
    preview = Preview(
        title,
        words,
        refused,
        label,
        Decide(proposed, menu.who, menu.why),
        Propose(None),
        _who(session, menu),
        _why(menu),
        (who_words(menu.who), REASONS.get(menu.why, menu.why)),
    )
    return preview, (
        drawn(session, about.field),
    ) if about is not None and about.field is not None else ()


def _setting_words(session: Session, proposed: Remedy) -> tuple[Text, ...]:
    """What a setting decides and what the proposed value means, as the set-up says it; nothing for any other proposal."""
    corrections, match = session.house.game.part(Corrections), session.match
    if match is None or corrections is None or corrections.changes.get(type(proposed)) != SETTING:
        return ()
    fields = (
        (field, pick) for field in corrections.settings(match.position) for pick in field.picks
    )
    return next(
        (
            tuple(filter(None, (field.about, pick.about)))
            for field, pick in fields
            if pick.change == proposed
        ),
        (),
    )


def _about(session: Session, proposed: Remedy) -> Correction | None:
    """What the game says about one of its changes, None for any other proposal."""
    corrections, match = session.house.game.part(Corrections), session.match
    if match is None or corrections is None or type(proposed) not in corrections.changes:
        return None
    return corrections.about(match.position, proposed, session.setup.names)


def _words(session: Session, proposed: Remedy, after: Session) -> tuple[Text | str, ...]:
    """What hands will have to do, or that there is nothing."""
    made = made_by(session, proposed, after)
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


def made_by(before: Session, proposed: Remedy, after: Session) -> Made | None:
    """What a proposal makes by hand, if anything; going back makes nothing."""
    # Whatever people make by hand leaves a new moment; where there is none nothing was made.
    left = after.previous
    if left is None or left is before.past or isinstance(proposed, IN_TIME):
        return None
    return left.left_by


def instructions_of(session: Session, made: Made) -> tuple[Instruction, ...]:
    """What was changed, as instructions for the pieces to which it applies.

    In mid-round that is the position at its end.
    """
    assert session.match is not None
    return scripted(session, session.match.position, made.steps, session.setup.names)[0]


def later_words(session: Session, proposed: Remedy) -> Text:
    """What the map shows instead of the table as it is, where a proposal moves something only after a round; else NOTHING."""
    when = due(session)
    later = when and _moves_something(session, proposed)
    return (
        text("The map shows the table after {part}. The change comes then.", part=when)
        if later
        else NOTHING
    )


def _moves_something(session: Session, proposed: Remedy) -> bool:
    """Whether a proposal is a change of where something lies, so that it is to be seen on the map beforehand."""
    return changes_of(session.house.game).get(type(proposed)) == PLACE


def with_preview(
    session: Session, proposed: Remedy, board: BoardPicture | None, found: Result | Text
) -> BoardPicture | None:
    """The map with what a proposal would move, as `found` by trying; while it is placed any square can be touched.

    In mid-round the pieces and markers stand there as the proposal will find them.
    """
    if board is None:
        return None
    about = _about(session, proposed)
    touchable = about is not None and about.aims != ""
    if later_words(session, proposed):
        pieces = piece_pictures(session, pieces_meant(session))
        board = replace(board, markers=numbered(markers_meant(session)), pieces=pieces, marks=())
    made = made_by(session, proposed, found[0]) if not isinstance(found, Text) else None
    if made is None:
        # Refused, or nothing on the map: the square that was touched is shown all the same.
        square = about.square if about is not None else None
        marks = (
            (square,) if isinstance(square, str) and square in board.board.squares else board.marks
        )
        return replace(board, marks=marks, touchable=touchable)
    told = instructions_of(session, made)
    moves = tuple(move for one in told for move in one.moves)
    return replace(
        board,
        moves=moves,
        marks=tuple(square for one in told for square in one.marks),
        touchable=touchable,
    )


def cards_with_preview(
    session: Session, proposed: Remedy, found: Result | Text
) -> CardsPicture | None:
    """The cards on the table with what a proposal would move, as it will find them; None without cards."""
    assert session.match is not None
    made = made_by(session, proposed, found[0]) if not isinstance(found, Text) else None
    told = () if made is None else instructions_of(session, made)
    later = later_words(session, proposed)
    scene = (
        known_table(replace(session, page=view.SUMMARY, travel=None))
        if later
        else known_table(session)
    )
    return cards_picture(session, told, scene)


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
