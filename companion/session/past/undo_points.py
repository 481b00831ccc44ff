"""The undo points of a race back to its start, the targets of going back, and the table at each.

Each undo point holds the one before it, so the past is never copied; `steps` adds one whenever a
race moves on.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import islice, takewhile

from companion.games.api import Game, PlayResult, Position, Step
from companion.games.asking import Draw, Questions, Shuffle
from companion.games.parts import Facts
from companion.games.scene import Instruction, Piece, Scene, scene_after, with_cards_turned_up
from companion.geometry import Square
from companion.session import view
from companion.session.game_guard import checked_answer
from companion.session.lobby.arrangement import PERSON
from companion.session.messages import CARD, INSTRUCTION, START, TURN
from companion.session.past.kept_names import ROUND
from companion.session.session import Chapter, ManualAction, Match, Session, ShownRound, UndoPoint
from companion.session.view import OFFER, PLAY
from companion.words import NOTHING, Text, text


def undo_point_of(session: Session, made: ManualAction | None = None) -> UndoPoint:
    """Return the present as an undo point, left by people or by play; a race must run."""
    assert session.match is not None
    return UndoPoint(
        session.timeline.number,
        session.page,
        session.match,
        session.lobby.setup,
        session.readers.by_seat,
        session.timeline.past,
        made,
    )


def undo_points(
    session: Session, passed_over: Callable[[Chapter], bool] = lambda chapter: False
) -> Iterator[UndoPoint]:
    """Yield every undo point of the race, from the present to its start; none without a race.

    Chapters are replayed, at some milliseconds for each turn, except those `passed_over`.
    """
    if session.match is None:
        return
    link: UndoPoint | Chapter | None = undo_point_of(session)
    while link is not None:
        if not isinstance(link, Chapter):
            yield link
            link = link.past
        elif passed_over(link):
            link = link.opening.timeline.past
        else:
            link = _last_of(link)


# Walking back through a chapter is often repeated.
@lru_cache(maxsize=2)
def _last_of(chapter: Chapter) -> UndoPoint:
    """Return the last undo point of a chapter, from which the others can be reached."""
    session = chapter.opening
    for message in chapter.messages.value:
        session = chapter.replay_step(session, message)
    last = session.timeline.past
    assert isinstance(last, UndoPoint)
    return last


def links(session: Session) -> Iterator[UndoPoint | Chapter]:
    """Yield the undo points and the chapters of the race, the present first, without any replay."""
    link: UndoPoint | Chapter | None = undo_point_of(session) if session.match is not None else None
    while link is not None:
        yield link
        link = link.opening.timeline.past if isinstance(link, Chapter) else link.past


def corrections(session: Session) -> int:
    """Return how many corrections people have made in the race."""
    return sum(
        link.corrections
        if isinstance(link, Chapter)
        else link.left_by is not None and link.left_by.corrects
        for link in links(session)
    )


def target(session: Session, level: str) -> UndoPoint | None:
    """Return the undo point to which going back by this level leads, or None.

    None at a race's start, and for an unknown level. ROUND and TURN lead to the beginning of the
    present one, and from there to the beginning of the one before.
    """
    # A race may have thousands of undo points, so only the necessary ones are visited.
    walk = undo_points(
        session, lambda chapter: level == START and chapter.opening.timeline.past is not None
    )
    places = (point for point in islice(walk, 1, None) if is_stop(point))
    if level == INSTRUCTION:
        return next(places, None)
    if level == CARD:
        return next((point for point in places if plays_card(point)), None)
    if level == ROUND:
        return _first(places, lambda point: point.page == view.PLAY, round_of)
    if level == TURN:
        return _first(places, lambda point: True, turn_of)
    return next(iter(deque(places, maxlen=1)), None) if level == START else None


def _first(
    places: Iterator[UndoPoint],
    counts: Callable[[UndoPoint], bool],
    part: Callable[[UndoPoint], object],
) -> UndoPoint | None:
    """Return the first undo point of the part of a race to which the nearest place belongs."""
    counted = (point for point in places if counts(point))
    # From the nearest place further back within the same part: the last of these is its beginning.
    found = next(counted, None)
    if found is None:
        return None
    return next(
        iter(deque(takewhile(lambda point: part(point) == part(found), counted), maxlen=1)), found
    )


def is_stop(point: UndoPoint) -> bool:
    """Return whether the race waits there for a person, not only for pilots.

    A pilot after an optional action would just repeat it.
    """
    next_step, made = point.match.next_step, point.left_by
    if (
        made is not None
        and made.player is not None
        and point.setup.seat(made.player).player != PERSON
    ):
        return False
    # Elsewhere a person's touch leads on, or at the deal a person's hands.
    if point.page not in view.ASKING:
        return True
    return isinstance(next_step, Questions) and any(
        point.setup.seat(ask.player).player == PERSON for ask in next_step.asks
    )


def is_worth_keeping(session: Session) -> bool:
    """Return whether the present belongs to the past; not while a shuffle is awaited, unseen."""
    return session.match is not None and not (
        session.page == view.PROGRAM and isinstance(session.match.next_step, (Shuffle, Draw))
    )


def plays_card(point: UndoPoint) -> bool:
    """Return whether a program card is played at an undo point."""
    match = point.match
    return (
        point.page == view.PLAY
        and match.shown.at < len(match.shown.script)
        and match.shown.script[match.shown.at].card != ""
    )


def round_of(point: UndoPoint) -> tuple[int, int]:
    """Return the turn and the round of an undo point in a round."""
    return point.match.shown.turn, point.match.shown.round


def turn_of(point: UndoPoint) -> int:
    """Return the turn of an undo point, 0 at the start; a turn begins with its question or deal."""
    return turn_on(point.page, point.match)


def turn_on(page: str, match: Match) -> int:
    """Return the turn of a page of a race, as `turn_of` does."""
    if page == view.PLACE:
        return 0
    # `match.shown.turn` is the last turn, until a round of the next one is played.
    return match.next_step.turn if page == view.DEAL or page in view.ASKING else match.shown.turn


def place_words(session: Session, point: UndoPoint) -> Text:
    """Return an undo point's name within a sentence: "turn 2, round 3: BRASS: 2 forward to E7"."""
    turn, match = session.config.game.wording.turn(turn_of(point)), point.match
    if point.page in view.ASKING:
        return text("{turn}, {part}", turn=turn, part=_asked_words(match))
    known = {
        view.PLACE: text("the start of the game"),
        view.DEAL: text("{turn}, the deal", turn=turn),
        view.SUMMARY: text("the end of {turn}", turn=turn),
        view.OVER: text("the end of the game"),
    }
    if match.shown.at < len(match.shown.script):
        words = match.shown.script[match.shown.at].text
    else:
        words = text("its end")
    return known.get(point.page) or text(
        "{turn}, {round}: {words}", turn=turn, round=round_words(session, match), words=words
    )


def part_words(session: Session, point: UndoPoint) -> Text:
    """Return the name of an undo point's part of the race within a sentence: "turn 2, round 3"."""
    if point.page != view.PLAY:
        return place_words(session, point)
    turn = session.config.game.wording.turn(turn_of(point))
    return text("{turn}, {part}", turn=turn, part=round_words(session, point.match))


def short_place(session: Session, point: UndoPoint) -> Text:
    """Return an undo point's name for a label: "Turn 2, round 3: BRASS to E7"."""
    wording, match = session.config.game.wording, point.match
    turn = wording.turn_title(turn_of(point))
    if point.page in view.ASKING:
        return text("{turn}, {part}", turn=turn, part=_asked_words(match))
    known = {
        view.PLACE: text("The start of the game"),
        view.DEAL: text("{turn}, the deal", turn=turn),
        view.SUMMARY: text("The end of {turn}", turn=wording.turn(turn_of(point))),
        view.OVER: text("The end of the game"),
    }
    if match.shown.at < len(match.shown.script):
        words = match.shown.script[match.shown.at].short
    else:
        words = text("its end")
    return known.get(point.page) or text(
        "{turn}, {round}: {words}", turn=turn, round=round_words(session, match), words=words
    )


def _asked_words(match: Match) -> Text:
    """Return the game's short words for the question; during a shuffle there is none."""
    if isinstance(match.next_step, Questions):
        return match.next_step.place or text("a question")
    return text("the deal")


def round_words(session: Session, match: Match) -> Text:
    """Return the words for the present part of the turn, within a sentence."""
    return session.config.game.wording.round(match.shown.round)


# ---- The table ----


def match_after(session: Session, match: Match, passage: PlayResult) -> Match:
    """Return a match that is no part of a race after what its game played."""
    script, ends = script_of(session, match.position, passage.steps, session.lobby.setup.names)
    return match._replace(
        shown=ShownRound(
            match.position, passage.steps, script, ends, turn=passage.turn, round=passage.round
        ),
        position=passage.position,
    )


def script_of(
    session: Session, before: Position, steps: Iterable[Step], names: Mapping[int, str]
) -> tuple[tuple[Instruction, ...], tuple[int, ...]]:
    """Return the instructions of steps, and for each step how many there are up to its end."""
    script: list[Instruction] = []
    ends = []
    for step in steps:
        script += checked_answer("tell", session.config.game.tell(before, step, names))
        ends.append(len(script))
        before = step.position
    return tuple(script), tuple(ends)


def step_of(match: Match, number: int) -> int:
    """Return the index of an instruction's step; after the last instruction the number of steps."""
    return bisect_right(match.shown.ends, number)


def position_at(match: Match, number: int) -> Position:
    """Return the position in which the step of an instruction began."""
    step = step_of(match, number)
    return match.shown.steps[step - 1].position if step else match.shown.opening


def causes_of(session: Session, match: Match, number: int) -> tuple[Text, ...]:
    """Return why the event of an instruction happened."""
    facts = Facts.of(session.config.game)
    if facts is None:
        return ()
    return checked_answer(
        "causes",
        facts.causes(
            position_at(match, number),
            match.shown.steps[step_of(match, number)],
            match.shown.script[number],
            session.lobby.setup.names,
        ),
    )


def table_at(session: Session, match: Match, number: int) -> Scene:
    """Return the table, as everybody knows it, after so many instructions of the round.

    Between two steps it is the scene of the position; within a step the scene of its beginning,
    with the moves since then.
    """
    step = step_of(match, number)
    scene = public_scene(session, position_at(match, number))
    done = match.shown.script[match.shown.ends[step - 1] if step else 0 : number]
    if done:
        scene = scene_after(scene, done, public_scene(session, match.shown.steps[step].position))
    if not any(card.down for row in scene.rows for card in row.cards):
        return scene
    return with_cards_turned_up(scene, match.shown.script, public_scene(session, match.position))


def standing(session: Session, match: Match, page: str) -> Scene:
    """Return the table on a page of a race, in a round up to the present instruction."""
    if page == PLAY:
        return table_at(session, match, match.shown.at)
    return session.config.game.scene(match.position)


def on_table(session: Session) -> Scene:
    """Return the table as hands have brought it so far; a race must run."""
    match, sync = session.match, session.timeline.table_sync
    assert match is not None
    if sync is not None:
        return scene_after(sync.before, sync.script[: sync.at], sync.after)
    return standing(session, match, session.page)


def known_table(session: Session) -> Scene:
    """Return that table without what only one player may know; a race must run."""
    assert session.match is not None
    if session.timeline.table_sync is not None or session.page == PLAY:
        return on_table(session)
    return public_scene(session, session.match.position)


def of_hands(session: Session, scene: Scene) -> Scene:
    """Return a scene without the cards that are on the screen alone."""
    return scene if has_cards(session) else scene._replace(rows=(), piles=(), hands=None)


def public_scene(session: Session, position: Position) -> Scene:
    """Return the public scene of a position."""
    return _public_scene(_PositionKey(session.config.game, position))


class _PositionKey:
    """A key for the cache: identical positions only are equal, since comparing them is slow."""

    __slots__ = ("game", "position")

    def __init__(self, game: Game, position: Position) -> None:
        self.game, self.position = game, position

    def __hash__(self) -> int:
        return id(self.position)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, _PositionKey)
            and self.position is other.position
            and self.game is other.game
        )


# A view asks for the same few scenes repeatedly: for pieces, markers, board and cards.
@lru_cache(maxsize=8)
def _public_scene(place: _PositionKey) -> Scene:
    game, position = place.game, place.position
    scene = game.scene(position)
    # Pieces and markers are no secret, and most games have nothing else.
    return game.scene(game.redacted(position, None)) if scene.rows or scene.piles else scene


def has_cards(session: Session) -> bool:
    """Return whether hands move real cards on the table; a race must run.

    Where the app deals, cards are on the screen alone.
    """
    assert session.match is not None
    scene = session.config.game.scene(session.match.position)
    return session.match.cards_are_real and bool(scene.rows or scene.piles)


def for_hands(match: Match, instruction: Instruction) -> bool:
    """Return whether an instruction has work for hands, who move cards only where they are real."""
    return bool(
        instruction.moves
        or instruction.markers
        or instruction.has_other_work
        or (instruction.cards and match.cards_are_real)
    )


def pieces_meant(session: Session) -> tuple[Piece, ...]:
    """Return the pieces to which changes apply, in a round those at its end; a race must run."""
    assert session.match is not None
    return session.config.game.scene(session.match.position).pieces


def markers_meant(session: Session) -> tuple[Square, ...]:
    """Return the markers to which changes apply, of the game or, without a race, the set-up."""
    if session.match is None:
        return session.lobby.setup.markers
    return session.config.game.scene(session.match.position).markers


def markers_on_table(session: Session) -> tuple[Square, ...]:
    """Return the markers on the table, or those of the set-up without a race."""
    return session.lobby.setup.markers if session.match is None else on_table(session).markers


def coming_part(session: Session) -> Text:
    """Return "this round" where a change by hand comes after it, else NOTHING.

    The rules play a round to its end before hands begin with it, so a change can only come after
    that end.
    """
    if session.page != PLAY or session.match is None:
        return NOTHING
    return session.config.game.wording.this_round(session.match.shown.round)


def can_be_mended(session: Session) -> bool:
    """Return whether the debugging menu can be opened: a race runs that is not only offered."""
    offered = (
        session.timeline.resume_check is not None and session.timeline.resume_check.stage == OFFER
    )
    return session.match is not None and not session.setting_up and not offered
