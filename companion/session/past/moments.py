"""The moments of a race, from the present back to its start; which of them going back leads to; and what lies on the table at one.

Each moment holds the one before it, so that the past is never copied; `steps` adds one whenever a race moves on.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from itertools import islice, takewhile

from companion.games.base import (
    Draw,
    Instruction,
    Piece,
    Position,
    Questions,
    Scene,
    Shuffle,
    Square,
    carried_out,
)
from companion.session import view
from companion.session.messages import CARD, INSTRUCTION, START, TURN
from companion.session.past.kept_names import ROUND
from companion.session.session import PERSON, Made, Match, Moment, Session, Travel, replace
from companion.session.view import OFFER, PLAY
from companion.words import NOTHING, Text, text


def moment_of(session: Session, made: Made | None = None) -> Moment:
    """The present as a moment, left by what people `made` by hand or by playing on; a race must run."""
    assert session.match is not None
    return Moment(
        session.number,
        session.page,
        session.match,
        session.setup,
        session.readers,
        session.past,
        made,
    )


def moments(session: Session) -> Iterator[Moment]:
    """Every moment of the race, the present one first, its start last; none while no race runs."""
    moment = moment_of(session) if session.match is not None else None
    while moment is not None:
        yield moment
        moment = moment.past


def target(session: Session, level: str) -> Moment | None:
    """Where going back by this level leads, or None where there is no such place: at a race's start, and for an unknown level.

    ROUND and TURN lead to the beginning of the present one, and from its beginning to that of the one before.
    """
    # A race may have thousands of moments, so no more of them are looked at than it takes.
    places = (moment for moment in islice(moments(session), 1, None) if is_stop(moment))
    if level == INSTRUCTION:
        return next(places, None)
    if level == CARD:
        return next((moment for moment in places if plays_card(moment)), None)
    if level == ROUND:
        return _first(places, lambda moment: moment.page == view.PLAY, round_of)
    if level == TURN:
        return _first(places, lambda moment: True, turn_of)
    return next(iter(deque(places, maxlen=1)), None) if level == START else None


def _first(
    places: Iterator[Moment], counts: Callable[[Moment], bool], part: Callable[[Moment], object]
) -> Moment | None:
    """The first moment of the part of a race to which the nearest place belongs; only some places count."""
    counted = (moment for moment in places if counts(moment))
    # From the nearest place further back as long as it is the same part: the last of these is its beginning.
    found = next(counted, None)
    if found is None:
        return None
    return next(
        iter(deque(takewhile(lambda moment: part(moment) == part(found), counted), maxlen=1)), found
    )


def is_stop(moment: Moment) -> bool:
    """Whether the race stands still there until a person does something; where only pilots are asked it goes on by itself.

    A pilot that has done something besides would do just that again.
    """
    want, made = moment.match.want, moment.left_by
    if (
        made is not None
        and made.player is not None
        and moment.setup.seat(made.player).player != PERSON
    ):
        return False
    # Elsewhere a person's touch leads on, or at the deal a person's hands.
    if moment.page not in view.ASKING:
        return True
    return isinstance(want, Questions) and any(
        moment.setup.seat(ask.player).player == PERSON for ask in want.asks
    )


def is_worth_keeping(session: Session) -> bool:
    """Whether the present belongs into the race's past: not while the shuffled cards are awaited, which nobody sees."""
    return session.match is not None and not (
        session.page == view.PROGRAM and isinstance(session.match.want, (Shuffle, Draw))
    )


def plays_card(moment: Moment) -> bool:
    """Whether a program card is played there."""
    match = moment.match
    return (
        moment.page == view.PLAY
        and match.at < len(match.script)
        and match.script[match.at].card != ""
    )


def round_of(moment: Moment) -> tuple[int, int]:
    """Turn and round of a moment in mid-play."""
    return moment.match.turn, moment.match.round


def turn_of(moment: Moment) -> int:
    """The turn that a moment belongs to, 0 for the start of the race; a turn begins with what is asked first, or with the deal."""
    if moment.page == view.PLACE:
        return 0
    match = moment.match
    # `match.turn` is the turn played last, until a round of the next one is played.
    return match.want.turn if moment.page in (view.DEAL, *view.ASKING) else match.turn


def place_words(session: Session, moment: Moment) -> Text:
    """A moment as people name it in a sentence: "turn 2, round 3: BRASS: 2 forward to E7"."""
    turn, match = session.house.game.wording.turn(turn_of(moment)), moment.match
    if moment.page in view.ASKING:
        return text("{turn}, {part}", turn=turn, part=_asked_words(match))
    known = {
        view.PLACE: text("the start of the game"),
        view.DEAL: text("{turn}, the deal", turn=turn),
        view.SUMMARY: text("the end of {turn}", turn=turn),
        view.OVER: text("the end of the game"),
    }
    told = match.script[match.at].text if match.at < len(match.script) else text("its end")
    return known.get(moment.page) or text(
        "{turn}, {round}: {words}", turn=turn, round=round_words(session, match), words=told
    )


def part_words(session: Session, moment: Moment) -> Text:
    """Name the part of a race to which a moment belongs, within a sentence: "turn 2, round 3"."""
    if moment.page != view.PLAY:
        return place_words(session, moment)
    turn = session.house.game.wording.turn(turn_of(moment))
    return text("{turn}, {part}", turn=turn, part=round_words(session, moment.match))


def short_place(session: Session, moment: Moment) -> Text:
    """A moment in a few words that stand alone: "Turn 2, round 3: BRASS to E7"."""
    wording, match = session.house.game.wording, moment.match
    turn = wording.turn_title(turn_of(moment))
    if moment.page in view.ASKING:
        return text("{turn}, {part}", turn=turn, part=_asked_words(match))
    known = {
        view.PLACE: text("The start of the game"),
        view.DEAL: text("{turn}, the deal", turn=turn),
        view.SUMMARY: text("The end of {turn}", turn=wording.turn(turn_of(moment))),
        view.OVER: text("The end of the game"),
    }
    told = match.script[match.at].short if match.at < len(match.script) else text("its end")
    return known.get(moment.page) or text(
        "{turn}, {round}: {words}", turn=turn, round=round_words(session, match), words=told
    )


def _asked_words(match: Match) -> Text:
    """What is asked, in a few words; the game says them. While cards are shuffled nothing is asked yet."""
    return (
        match.want.place or text("a question")
        if isinstance(match.want, Questions)
        else text("the deal")
    )


def round_words(session: Session, match: Match) -> Text:
    """The part of the turn that is shown, within a sentence."""
    return session.house.game.wording.round(match.round)


def on_table(session: Session) -> tuple[Piece, ...]:
    """The pieces as hands have put them so far; a race must run."""
    match = session.match
    assert match is not None
    if session.travel is not None:
        return _carried(session.travel)
    return standing(session, match, session.page)


def standing(session: Session, match: Match, page: str) -> tuple[Piece, ...]:
    """The pieces as they stand on a page of a race when everything before it has been carried out; in mid-round up to the instruction shown."""
    return (
        before_instruction(session, match)
        if page == PLAY
        else session.house.game.scene(match.position).pieces
    )


def before_instruction(session: Session, match: Match) -> tuple[Piece, ...]:
    """The pieces as they are when the instruction that is shown has not been carried out yet, with what they have at that moment."""
    return session.house.game.after(
        match.before, (event for told in match.script[: match.at] for event in told.events)
    )


def _carried(travel: Travel) -> tuple[Piece, ...]:
    """The pieces after as much of a travel as has been carried out."""
    pieces = {piece.seat: piece for piece in travel.before}
    coming = {piece.seat: piece for piece in travel.after.pieces}
    for told in travel.script[: travel.at]:
        for move in told.moves:
            piece = pieces.get(move.seat) or coming.get(move.seat)
            if piece is not None:
                pieces[move.seat] = piece._replace(square=move.end, heading=move.after)
    return tuple(pieces.values())


def public_scene(session: Session, position: Position) -> Scene:
    """What there is to see of a position for everybody."""
    game = session.house.game
    scene = game.scene(position)
    # Pieces and markers are no secret, and most games have nothing else.
    return game.scene(game.redacted(position, None)) if scene.rows or scene.piles else scene


def cards_on_table(session: Session) -> Scene:
    """The cards as hands have laid them so far, in a scene of which nothing else holds; a race must run."""
    travel, match = session.travel, session.match
    assert match is not None
    if travel is not None:
        return _carried_out(session, travel.laid, travel.script[: travel.at], travel.after)
    return cards_standing(session, match, session.page)


def cards_standing(session: Session, match: Match, page: str) -> Scene:
    """The cards on a page of a race when everything before it has been carried out; in mid-round up to the instruction shown."""
    now = session.house.game.scene(match.position)
    if page != PLAY or not (now.rows or now.piles or now.own is not None):
        return now
    return _carried_out(session, match.laid, match.script[: match.at], now)


def _carried_out(
    session: Session, before: Scene, told: tuple[Instruction, ...], after: Scene
) -> Scene:
    scene = carried_out(before, told, after)
    return scene._replace(
        own=session.house.game.own_after(
            before.own, [event for one in told for event in one.events]
        )
    )


def cards_known(session: Session) -> Scene:
    """The same as on the table, for everybody to see: without what only one player may know. A race must run."""
    assert session.match is not None
    now = session.house.game.scene(session.match.position)
    if not (now.rows or now.piles or now.own is not None):
        return now
    return cards_on_table(
        replace(
            session,
            match=session.match._replace(
                position=session.house.game.redacted(session.match.position, None)
            ),
        )
    )


def has_cards(session: Session) -> bool:
    """Whether real cards lie on the table, or can, so that hands move them: where the app deals they are on the screen alone. A race must run."""
    assert session.match is not None
    scene = session.house.game.scene(session.match.position)
    return not session.match.deals and bool(scene.rows or scene.piles)


def for_hands(match: Match, told: Instruction) -> bool:
    """Whether there is anything for hands to do in an instruction: cards are theirs only where they are real."""
    return bool(told.moves or told.markers or told.besides or (told.cards and not match.deals))


def pieces_meant(session: Session) -> tuple[Piece, ...]:
    """The pieces to which changes apply: in mid-round those at its end.

    A race must run.
    """
    assert session.match is not None
    return session.house.game.scene(session.match.position).pieces


def markers_meant(session: Session) -> tuple[Square, ...]:
    """The markers to which changes apply: where the game has them, or while a race is set up where they were laid."""
    return (
        session.setup.markers
        if session.match is None
        else session.house.game.scene(session.match.position).markers
    )


def markers_on_table(session: Session) -> tuple[Square, ...]:
    """The markers as hands have laid them so far: one that was moved lies where it was until its instruction has been carried out."""
    markers, match, travel = list(markers_meant(session)), session.match, session.travel
    pending = travel.script[travel.at :] if travel is not None else ()
    if match is not None and session.page == PLAY:
        pending = (*pending, *match.script[match.at :])
    # Backwards: of a marker that is moved twice the first move says where it still lies.
    for told in reversed(pending):
        for moved in reversed(told.markers):
            markers[moved.number - 1] = moved.start
    return tuple(markers)


def due(session: Session) -> Text:
    """After what a change by hand comes: "this round" while one is carried out, NOTHING where it comes at once.

    The rules have played a round to its end before hands begin with it, so that a change can only come after that end.
    """
    if session.page != PLAY or session.match is None:
        return NOTHING
    return session.house.game.wording.this_round(session.match.round)


def can_be_mended(session: Session) -> bool:
    """Whether the debugging menu can be opened: while a race runs, whatever lies over it, but not while that race is only offered."""
    offered = session.returning is not None and session.returning.stage == OFFER
    return session.match is not None and not session.setting_up and not offered
