"""The review of a finished race: each turn's results and best programs, and the decisive turn.

It is computed beside the session, which takes a moment; until then the page says so.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from companion.games.kit.pilot import Foresight
from companion.games.scene import Face, Review, SeatReview
from companion.named_tuples import NamedTuple
from companion.session.choices import Choice
from companion.session.commands import AskReview, Command
from companion.session.lobby.opponents import FinishedReview
from companion.session.messages import ClosePage
from companion.session.pages import Page
from companion.session.past.history import shown_race, turns_played
from companion.session.pictures import sign_of
from companion.session.session import Result, Session, push_page, refuse, show_page
from companion.session.view import OVER, REVIEW, SeatSign, View
from companion.words import NOTHING, Text, text

NOT_OVER: Final = text("The game is not over yet.")
NO_REVIEW: Final = text("This kind of game has no review.")
WORKING: Final = text("Calculating…")
FAILED: Final = text("The review could not be calculated. Close the page and open it again.")


class ReviewState(NamedTuple):
    """The race, and the turn that is shown, None for the decisive one."""

    race: Session
    turn: int | None = None


# ---- Messages ----


class ReviewTurn(NamedTuple):
    turn: int


class ReviewCame(NamedTuple):
    """The review of a race, by its key, is computed, or could not be."""

    race: str
    review: Review | None


# ---- The race ----


def over_race(session: Session) -> Session | None:
    """Return the session at the end of the race to review, over LAST the last one; else None."""
    race = shown_race(session)
    return None if race is None or race.match is None or race.page != OVER else race


def can_be_reviewed(race: Session) -> bool:
    """Return whether the game foresees where cards lead."""
    return race.match is not None and Foresight.of(race.config.game) is not None


def key_of(race: Session) -> str:
    """Return the key of a race."""
    assert race.match is not None
    return f"{race.config.game.fingerprint(race.match.position)}-{race.timeline.number}"


def review_of(session: Session, race: Session) -> Review | None:
    """Return the review of a race, None while it is missing."""
    reviewed = session.timeline.reviewed
    return reviewed.review if reviewed is not None and reviewed.race == key_of(race) else None


def asked_for(session: Session, race: Session) -> tuple[Command, ...]:
    """Return the command for a review; nothing where it is known, or impossible."""
    if not can_be_reviewed(race) or review_of(session, race) is not None:
        return ()
    return (AskReview(key_of(race), race.config.game, turns_played(race)),)


# ---- Handlers ----


def on_open(session: Session) -> Result:
    """Open the review of the finished race."""
    race = over_race(session)
    if race is None or not can_be_reviewed(race):
        return refuse(session, NOT_OVER if race is None else NO_REVIEW)
    # A review that failed before is tried again.
    known = session.timeline.reviewed if review_of(session, race) is not None else None
    return push_page(session, REVIEW, ReviewState(race))._replace(
        notice="", timeline=session.timeline._replace(reviewed=known)
    ), asked_for(session, race)


def on_came(session: Session, message: ReviewCame) -> Result:
    return session._replace(
        timeline=session.timeline._replace(reviewed=FinishedReview(message.race, message.review))
    ), ()


def on_turn(session: Session, leafing: ReviewState, message: ReviewTurn) -> Result:
    """Show another turn; the view replaces an unknown one by the nearest."""
    if type(message.turn) is not int:
        return session, ()
    return show_page(session, REVIEW, leafing._replace(turn=message.turn)), ()


# ---- In words ----


def decision_words(race: Session, review: Review) -> Text:
    """Return which turn decided the race, and for whom."""
    found = next(
        (
            seat
            for turn in review.turns
            if turn.turn == review.decided
            for seat in turn.seats
            if seat.seat == review.winner
        ),
        None,
    )
    if found is None:
        return text("Nobody won, so no turn decided the game.")
    return text(
        "{turn} decided the game: the chances of {name} rose from {before} to {after} %.",
        turn=race.config.game.wording.turn_title(review.decided or 0),
        name=race.lobby.setup.names[found.seat],
        before=percent(found.before),
        after=percent(found.after),
    )


def percent(chance: float) -> int:
    """Return a chance in whole percents."""
    return round(100 * chance)


def lines_of(seat: SeatReview) -> Iterator[Text]:
    """Yield the lines about a seat's turn: the result, the result alone, and the best one."""
    yield text("Reached: {what}.", what=seat.reached)
    if not seat.alone:
        yield text("It did not choose its cards.")
        return
    if seat.alone != seat.reached:
        yield text("If nobody else had moved: {what}.", what=seat.alone)
    yield best_words(seat)


def best_words(seat: SeatReview) -> Text:
    """Return the result of the best program; NOTHING where no cards were chosen."""
    if not seat.alone:
        return NOTHING
    if not seat.known:
        return text("Its other cards are not known.")
    if not seat.best:
        return text("No program from its hand was better.")
    whole, tenth = divmod(max(1, round(10 * seat.sooner)), 10)
    what = text("{what}, in a better position", what=seat.best) if seat.placed else seat.best
    return text(
        "Best: {what}. It saves about {turns} turns.",
        what=what,
        turns=text("{whole}.{tenth}", whole=whole, tenth=tenth),
    )


# ---- View ----


class ReviewRow(NamedTuple):
    """A turn of one seat."""

    sign: SeatSign
    before: int
    """Its chance before the turn, in percent."""
    after: int
    """Its chance after the turn, in percent."""
    lines: tuple[Text, ...]
    cards: tuple[Face | None, ...] = ()
    """The best program."""


class ReviewPage(NamedTuple):
    """One turn of the review."""

    turn: int
    turns: int
    rows: tuple[ReviewRow, ...] = ()
    decided: int | None = None
    """The decisive turn, None for none."""
    waits: Text = NOTHING
    """The reason for which there is nothing to see yet, NOTHING once there is."""
    earlier: Choice | None = None
    """The turn before."""
    later: Choice | None = None
    """The turn after."""
    decisive: Choice | None = None
    """The decisive turn."""


def review_view(session: Session, leafing: ReviewState) -> View:
    """Return one turn, by default the decisive one."""
    race = leafing.race
    review, known = review_of(session, race), session.timeline.reviewed
    page, decision = (
        ReviewPage(
            0, 0, waits=FAILED if known is not None and known.race == key_of(race) else WORKING
        ),
        NOTHING,
    )
    if review is not None and review.turns:
        page, decision = _page(race, review, leafing.turn), decision_words(race, review)
    if page.rows:
        title = text("{turn} in review", turn=race.config.game.wording.turn_title(page.turn))
    else:
        title = text("The game in review")
    return View(
        REVIEW,
        title,
        hint=decision,
        body=page,
        back=text("Close"),
        on_back=ClosePage(REVIEW),
        on_sign=None,
    )


def _page(race: Session, review: Review, wanted: int | None) -> ReviewPage:
    first, last = review.turns[0].turn, review.turns[-1].turn
    turn = min(max(wanted or review.decided or last, first), last)
    shown = next(found for found in review.turns if found.turn >= turn)
    face, rows = race.config.game.face, list[ReviewRow]()
    for seat in shown.seats:
        rows.append(
            ReviewRow(
                sign_of(race, seat.seat),
                percent(seat.before),
                after=percent(seat.after),
                lines=tuple(lines_of(seat)),
                # An empty slot keeps its place, so that the other cards are in their slots.
                cards=tuple(None if code is None else face(code) for code in seat.codes),
            )
        )
    return ReviewPage(
        shown.turn,
        last,
        rows=tuple(rows),
        decided=review.decided,
        earlier=_to(race, shown.turn - 1) if shown.turn > first else None,
        later=_to(race, shown.turn + 1) if shown.turn < last else None,
        decisive=_to(race, review.decided) if review.decided not in (None, shown.turn) else None,
    )


def _to(race: Session, turn: int | None) -> Choice:
    return Choice(race.config.game.wording.turn_title(turn or 0), "", ReviewTurn(turn or 0))


PAGE: Final = Page(
    review_view, {ReviewTurn: on_turn}, always={ReviewCame: on_came}, opened=on_open, of_race=True
)
