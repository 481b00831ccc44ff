"""The facts about one thing: an instruction with its full rule, a piece, a square, a card.

While the page is over the race, nothing is carried out and no time runs; closing it leads back to
the same instruction. All facts are about the table now, and not about the rest of the round.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final, TypeAlias

from companion.art import Shape
from companion.games.kit.story import ACHIEVEMENTS
from companion.games.parts import Facts
from companion.games.scene import (
    AboutCard,
    AboutPiece,
    AboutRule,
    AboutSquare,
    Face,
    Piece,
    Subject,
)
from companion.geometry import ABOVE, Square
from companion.named_tuples import NamedTuple
from companion.records.book import achievements_reached, figures_of
from companion.records.medals import medal
from companion.session.flow import cards_played
from companion.session.game_guard import checked_answer
from companion.session.handling import COVERED, HELD, Guarded, Precondition
from companion.session.lobby.arrangement import BY_CHANCE
from companion.session.messages import ClosePage, Message
from companion.session.pages import Page
from companion.session.pages.rulebook import ShowRule, rule_message
from companion.session.past.undo_points import causes_of, on_table, position_at, standing
from companion.session.pictures import board_of, board_picture, cards_picture, sign_of, with_more
from companion.session.session import Match, Result, Session, pop_pages, show_page
from companion.session.view import ASKING, DEAL, OVER, PLACE, PLAY, SUMMARY, SeatSign, View
from companion.words import NOTHING, Text, count, listed, sentences, text

NAME: Final = "facts"


# ---- Messages ----


class AskPiece(NamedTuple):
    """Show the facts about the piece of a seat."""

    seat: int


class AskSquare(NamedTuple):
    """Show the facts about a square and the piece on it."""

    square: Square


class AskCard(NamedTuple):
    """Show the facts about a seat's card of this round."""

    seat: int


class AskInstruction(NamedTuple):
    """Show the facts about an instruction of this round."""

    at: int
    """Its number, counted from 0, up to that of the present one."""


def asked_about(found: Square | int) -> AskPiece | AskSquare:
    """Return the question of a touch on the map that hit a square, or a seat's parked piece."""
    return AskSquare(found) if isinstance(found, str) else AskPiece(found)


Asked: TypeAlias = AskPiece | AskSquare | AskCard | AskInstruction
"""The state of the page: the last question."""

ALL_THROUGH: Final = Precondition((PLACE, DEAL, *ASKING, PLAY, SUMMARY, OVER), unless=(HELD,))
IN_A_ROUND: Final = Precondition((PLAY,), unless=(HELD,))
WHEN: Final[Mapping[type, Precondition]] = {
    AskPiece: ALL_THROUGH,
    AskSquare: ALL_THROUGH,
    AskCard: IN_A_ROUND,
    AskInstruction: IN_A_ROUND,
}
"""The precondition of each question: about cards and instructions during a round only."""


# ---- Handlers ----


def on_asked(session: Session, message: Asked) -> Result:
    """Show the facts, or replace those on the page; ignored for a thing that does not exist."""
    if not _rows(session, session.race, message):
        return session, ()
    return show_page(session, NAME, message), ()


def on_message(before: Session, after: Session, asked: object, message: Message) -> Result:
    """Close the page when the race goes on or back in spite of it."""
    match = after.match
    same = (
        match is not None
        and before.match is not None
        and (match.number, match.shown.round, match.shown.at)
        == (before.match.number, before.match.shown.round, before.match.shown.at)
    )
    if same and after.page == before.page and WHEN[type(asked)].counts(after, asked):
        return after, ()
    return pop_pages(after, NAME), ()


# ---- View ----


class FactRow(NamedTuple):
    title: Text | str
    """A title."""
    words: Text | str
    """Sentences."""
    rule: str = ""
    """The number of the rule."""
    sign: SeatSign | None = None
    """The sign of the piece that it is about."""
    card: Face | None = None
    """The card that it is about."""
    art: tuple[Shape, ...] = ()
    """The picture of the thing on the board that it is about."""
    leads: ShowRule | None = None
    """The message that shows the rule in full, None where the manual does not have it."""


class FactsPage(NamedTuple):
    """The title of the question, and all facts in order."""

    asked: Asked
    rows: tuple[FactRow, ...]


def facts_view(session: Session, asked: Asked) -> View | None:
    """Return the map with the thing marked, and its facts; None where it no longer exists."""
    match = session.match
    if match is not None and WHEN[type(asked)].counts(session, asked):
        rows = _rows(session, match, asked)
    else:
        rows = ()
    if match is None or not rows:
        return None
    pieces = standing(session, match, session.page).pieces
    board = with_more(board_picture(session, pieces), **_pointed_out(asked, match, pieces))
    title = _title(session, asked)
    hint = text("Touch the map for more.") if board is not None else NOTHING
    # An instruction that was carried out has moved its cards already.
    instructions, past = (
        ((match.shown.script[asked.at],), asked.at < match.shown.at)
        if isinstance(asked, AskInstruction)
        else ((), False)
    )
    cards = cards_picture(session, instructions, on_table(session), () if past else None)
    return View(
        NAME,
        title,
        hint=hint,
        board=board,
        body=FactsPage(asked, rows),
        back=text("Back to the game"),
        on_back=ClosePage(NAME),
        cards=cards,
    )


def _pointed_out(asked: Asked, match: Match, pieces: Iterable[Piece]) -> dict[str, Any]:
    """Return what the map marks: the present move, or the square of the question."""
    if isinstance(asked, AskInstruction):
        instruction = match.shown.script[asked.at]
        # An instruction that was carried out has moved its pieces already.
        return {"marks": instruction.marks} | (
            {"moves": instruction.moves, "beams": instruction.beams}
            if asked.at == match.shown.at
            else {}
        )
    if isinstance(asked, AskSquare):
        return {"marks": (asked.square,)}
    return {
        "marks": tuple(
            piece.square
            for piece in pieces
            if piece.seat == asked.seat and piece.square is not None
        )
    }


def _title(session: Session, asked: Asked) -> Text | str:
    if isinstance(asked, AskSquare):
        return asked.square
    if isinstance(asked, AskInstruction):
        return text("Why?")
    name = session.lobby.setup.seat(asked.seat).name
    return name if isinstance(asked, AskPiece) else text("Card of {name}", name=name)


def _rows(session: Session, match: Match, asked: Asked) -> tuple[FactRow, ...]:
    """Return the facts; none where there is no such thing."""
    if isinstance(asked, AskPiece):
        if asked.seat in session.lobby.setup.playing:
            return _of_piece(session, match, asked.seat)
        return ()
    if isinstance(asked, AskSquare):
        return _of_square(session, match, asked.square)
    if isinstance(asked, AskCard):
        return _of_card(session, match, asked.seat)
    last = min(match.shown.at, len(match.shown.script) - 1)
    if type(asked.at) is not int or not 0 <= asked.at <= last:
        return ()
    # The sentence with its cause, the full rule, and its card.
    instruction = match.shown.script[asked.at]
    sign = sign_of(session, instruction.seat) if instruction.seat is not None else None
    causes = sentences(*causes_of(session, match, asked.at))
    rows = [FactRow(instruction.text, causes, sign=sign)]
    if instruction.rule:
        about = AboutRule(instruction.rule, instruction.card)
        rows += _asked_of_game(session, match, about)
    if instruction.card and instruction.seat is not None and asked.at == match.shown.at:
        rows += _of_card(session, match, instruction.seat)
    return tuple(rows)


def _asked_of_game(session: Session, match: Match, about: Subject) -> tuple[FactRow, ...]:
    """Return the facts that the game knows."""
    pieces = standing(session, match, session.page).pieces
    scene = on_table(session)._replace(board=board_of(session), pieces=pieces)
    # In a round everything is as it was at the beginning of the present step.
    position = position_at(match, match.shown.at) if session.page == PLAY else match.position
    facts = Facts.of(session.config.game)
    found = () if facts is None else facts.facts(position, scene, about, session.lobby.setup.names)
    return tuple(
        FactRow(
            known.title,
            known.words,
            rule=known.rule,
            sign=sign_of(session, known.seat) if known.seat is not None else None,
            card=known.face,
            art=known.art,
            leads=rule_message(session, known.rule),
        )
        for known in checked_answer("facts", found)
    )


def _of_piece(session: Session, match: Match, seat: int) -> tuple[FactRow, ...]:
    """Return the owner of a piece, and the game's facts; the first one may be in the head."""
    who = session.lobby.setup.seat(seat)
    label = session.config.pilot_labels.get(who.player, NOTHING)
    if seat in session.piloted:
        played = text("Seat {seat}, played by {pilot}.", seat=seat, pilot=label or who.player)
    else:
        played = text("Seat {seat}.", seat=seat)
    if who.player == BY_CHANCE:
        played = text("Seat {seat} has no player: its cards are random.", seat=seat)
    sign, found = sign_of(session, seat), _asked_of_game(session, match, AboutPiece(seat))
    so_far, *reached_so_far = _so_far(session, seat)
    if not found or found[0].sign != sign:
        return (FactRow(who.name, played, sign=sign), so_far, *found, *reached_so_far)
    return (
        FactRow(who.name, text("{played} {place}", played=played, place=found[0].words), sign=sign),
        so_far,
        *found[1:],
        *reached_so_far,
    )


def _so_far(session: Session, seat: int) -> tuple[FactRow, ...]:
    """Return the records of the person before this race, and each achievement.

    Or why there are none.
    """
    book, who = session.config.records, session.lobby.setup.seat(seat)
    owner = session.lobby.setup.seat(who.owner) if who.owner else who
    number = owner.person
    person = book.person(number)
    if person is None:
        pilot = seat in session.piloted or who.player == BY_CHANCE
        if pilot:
            why = text("Only people earn them.")
        else:
            why = text("A guest earns none. Choose a name for this seat before the next game.")
        return (FactRow(text("Achievements"), why),)
    found = achievements_reached(book, number)
    figures, medals = figures_of(book, number), len(found)
    games = count("{number} game", "{number} games", figures.games)
    total = count(
        "{name} has played {games}, won {won}, and reached {number} achievement.",
        "{name} has played {games}, won {won}, and reached {number} achievements.",
        medals,
        name=person.name,
        games=games,
        won=figures.won,
    )
    named = listed([one.name for one in ACHIEVEMENTS if one.key in found])
    words = sentences(total, text("{names}.", names=named)) if found else total
    return (
        FactRow(text("Achievements"), words),
        *(FactRow(one.name, one.about, art=medal(one)) for one in ACHIEVEMENTS if one.key in found),
    )


def _of_square(session: Session, match: Match, square: Square) -> tuple[FactRow, ...]:
    """Return the facts about the pieces on a square, then about the square."""
    board = board_of(session)
    if board is None or square not in board.squares:
        return ()
    # Several pieces can be on a square, one above the other.
    here = [
        piece.seat
        for piece in standing(session, match, session.page).pieces
        if piece.square in (square, f"{square}{ABOVE}")
    ]
    pieces = (
        row
        for seat in here
        for row in (
            _of_piece(session, match, seat)
            if seat in session.lobby.setup.playing
            else _asked_of_game(session, match, AboutPiece(seat))
        )
    )
    return (*pieces, *_asked_of_game(session, match, AboutSquare(square)))


def _of_card(session: Session, match: Match, seat: int) -> tuple[FactRow, ...]:
    """Return the facts about a seat's card in this round, as far as the round has come."""
    seats = [other for other, _ in match.shown.cards]
    if seat not in seats:
        return ()
    at, now = seats.index(seat), cards_played(match)
    about = AboutCard(
        seat, match.shown.cards[at][1], match.shown.round, match.shown.cards, at < now, at == now
    )
    return _asked_of_game(session, match, about)


PAGE: Final = Page(
    facts_view,
    always={
        kind: Guarded(on_asked, when._replace(unless=(HELD, COVERED), despite=(NAME,)))
        for kind, when in WHEN.items()
    },
    on_message=on_message,
    of_race=True,
)
