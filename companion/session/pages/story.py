"""A round as a story: all its movements one after another, before hands move anything.

The page is over the playback and changes nothing in the race. The screen plays the beats by itself;
at the end it lists the moves that bring the table to the end of the round, which one touch
confirms together (`ConfirmRound`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from companion.games.parts import scene_diff_of
from companion.games.scene import BY_HAND, Instruction
from companion.games.sounds import sounds_of
from companion.named_tuples import NamedTuple
from companion.session.flow import at_once
from companion.session.game_guard import checked_answer
from companion.session.handling import COVERED, HELD, PAUSED, REPEATING, Precondition
from companion.session.messages import WATCH, ClosePage, ConfirmRound, Message, OpenPage
from companion.session.pages import Page
from companion.session.past.undo_points import for_hands, of_hands, table_at
from companion.session.pictures import board_picture, cards_picture, instruction_marks, sign_of
from companion.session.session import Match, Result, Session, pop_pages, show_page
from companion.session.view import PLAY, STORY, BoardPicture, CardsPicture, SeatSign, View
from companion.words import NOTHING, Text, text


class StoryLine(NamedTuple):
    """A sentence, and the sign of the piece that it concerns first, or None."""

    sign: SeatSign | None
    words: Text


class StoryBeat(NamedTuple):
    """One moment of a round, as the map and the cards show it."""

    part: Text
    """The title of the part of the round."""
    lines: tuple[StoryLine, ...]
    board: BoardPicture | None
    """The map before the moment, with its moves."""
    cards: CardsPicture | None
    """The cards on the table before it, with their moves."""
    drama: str = ""
    """One of `companion.games.scene.DRAMAS` if it is shown large."""
    headline: tuple[Text, ...] = ()
    """The drama in a few words."""
    sounds: tuple[str, ...] = ()
    """The sounds that are heard with it, words of `companion.games.sounds`."""


class StoryPage(NamedTuple):
    """A whole round, moment by moment."""

    beats: tuple[StoryBeat, ...]
    moves: StoryBeat
    """The moves that hands have to make: those from the table before the round to the one after."""


def can_watch(session: Session, match: Match) -> bool:
    """Return whether the round can be watched: nothing of it is done yet, and there is a story."""
    return (
        session.page == PLAY
        and session.lobby.flow != WATCH
        and session.timeline.repeated is None
        and match.shown.at == 0
        and len(match.shown.script) > 1
        and any(for_hands(match, one) for one in match.shown.script)
        and not any(one.part == BY_HAND for one in match.shown.script)
    )


def headline_of(instruction: Instruction) -> tuple[Text, ...]:
    """Return what is dramatic about an instruction in a few words, () for nothing."""
    if not instruction.drama:
        return ()
    return instruction.news or (instruction.short or instruction.text,)


def story_view(session: Session, state: object) -> View | None:
    """Return the beats of the round and the moves for hands; None once something is done."""
    match = session.match
    if match is None or not can_watch(session, match):
        return None
    return View(
        STORY,
        session.config.game.wording.play_title(match.shown.turn, match.shown.round),
        hint=text("Watch first. Nothing is to be moved yet."),
        body=StoryPage(tuple(beats_of(session, match)), _moves(session, match)),
        back=text("Close"),
        forward=text("All done"),
        on_back=ClosePage(STORY),
        on_forward=ConfirmRound(session.revision),
    )


def beats_of(session: Session, match: Match) -> Iterator[StoryBeat]:
    """Yield the moments of the round; what is dramatic is a moment of its own."""
    at, stop = 0, len(match.shown.script)
    while at < stop:
        shown = at_once(match.at_instruction(at), stop)
        calm = next((number for number, one in enumerate(shown) if one.drama), len(shown))
        shown = shown[: calm or 1]
        table, first = table_at(session, match, at), shown[0]
        yield StoryBeat(
            session.config.game.wording.called(first.part),
            tuple(_story_line(session, one) for one in shown),
            board=board_picture(session, table.pieces, **instruction_marks(session, match, shown)),
            cards=cards_picture(session, shown, table),
            drama=first.drama,
            headline=headline_of(first),
            sounds=sounds_of(shown),
        )
        at += len(shown)


def _moves(session: Session, match: Match) -> StoryBeat:
    """Return what hands have to do, from the table now to the end of the round."""
    game, end = session.config.game, len(match.shown.script)
    before, after = table_at(session, match, 0), table_at(session, match, end)
    way = checked_answer(
        "scene_diff",
        scene_diff_of(
            game,
            of_hands(session, before),
            of_hands(session, after),
            session.lobby.setup.names,
            False,
        ),
    )
    # Instructions say more about rings and parts of the board than their difference.
    work = [one for one in match.shown.script if one.has_other_work]
    todo = [one for one in way if not (work and one.has_other_work)] + work
    moves = tuple(move for one in way for move in one.moves)
    return StoryBeat(
        NOTHING,
        tuple(_story_line(session, one) for one in todo),
        board=board_picture(session, before.pieces, moves=moves),
        cards=cards_picture(session, way, before),
    )


def _story_line(session: Session, one: Instruction) -> StoryLine:
    return StoryLine(None if one.seat is None else sign_of(session, one.seat), one.text)


WATCHED: Final = OpenPage(STORY)
"""The message that begins the story."""


def on_open(session: Session) -> Result:
    """Show the story of a round of which nothing is done yet."""
    match = session.match
    if match is None or not can_watch(session, match):
        return session, ()
    return show_page(session, STORY, ()), ()


def on_message(before: Session, after: Session, state: tuple[()], message: Message) -> Result:
    """Close the page once something of the round is done, so that it covers nothing unseen."""
    open_still = after.match is not None and can_watch(after, after.match)
    return after if open_still else pop_pages(after, STORY), ()


PAGE: Final = Page(
    story_view,
    opened=on_open,
    opens=Precondition((PLAY,), unless=(HELD, COVERED, PAUSED, REPEATING)),
    on_message=on_message,
    of_race=True,
)
"""It keeps nothing: what was seen is known to the screen alone."""
