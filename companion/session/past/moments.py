"""The moments of a race, from the present back to its start; which of them going back leads to; and what lies on the table at one.

Each moment holds the one before it, so that the past is never copied; `steps` adds one whenever a race moves on.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import islice, takewhile

from companion.games.api import Game, Position, Step
from companion.games.asking import Draw, Questions, Shuffle
from companion.games.parts import Facts
from companion.games.scene import Instruction, Piece, Scene, carried_out, turned_up
from companion.geometry import Square
from companion.session import view
from companion.session.lobby.arrangement import PERSON
from companion.session.messages import CARD, INSTRUCTION, START, TURN
from companion.session.past.kept_names import ROUND
from companion.session.session import Chapter, Made, Match, Moment, Session
from companion.session.trust import checked
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


def moments(
    session: Session, passed_over: Callable[[Chapter], bool] = lambda chapter: False
) -> Iterator[Moment]:
    """Every moment of the race, the present one first, its start last; none while no race runs.

    Chapters are told again, at some milliseconds for each turn, but for those that are `passed_over`.
    """
    if session.match is None:
        return
    link: Moment | Chapter | None = moment_of(session)
    while link is not None:
        if not isinstance(link, Chapter):
            yield link
            link = link.past
        elif passed_over(link):
            link = link.opening.past
        else:
            link = _last_of(link)


# Whoever walks back through a chapter comes by again soon.
@lru_cache(maxsize=2)
def _last_of(chapter: Chapter) -> Moment:
    """Return the last moment of a chapter, from which the others can be reached."""
    session = chapter.opening
    for message in chapter.messages.value:
        session = chapter.retold(session, message)
    last = session.past
    assert isinstance(last, Moment)
    return last


def links(session: Session) -> Iterator[Moment | Chapter]:
    """Yield the moments of the race and its chapters as they are, the present first; nothing is made again."""
    link: Moment | Chapter | None = moment_of(session) if session.match is not None else None
    while link is not None:
        yield link
        link = link.opening.past if isinstance(link, Chapter) else link.past


def corrections(session: Session) -> int:
    """Return how often people have put something right in the race."""
    return sum(
        link.corrections
        if isinstance(link, Chapter)
        else link.left_by is not None and link.left_by.corrects
        for link in links(session)
    )


def target(session: Session, level: str) -> Moment | None:
    """Where going back by this level leads, or None where there is no such place: at a race's start, and for an unknown level.

    ROUND and TURN lead to the beginning of the present one, and from its beginning to that of the one before.
    """
    # A race may have thousands of moments, so no more of them are looked at than it takes.
    walk = moments(session, lambda chapter: level == START and chapter.opening.past is not None)
    places = (moment for moment in islice(walk, 1, None) if is_stop(moment))
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
    return turn_on(moment.page, moment.match)


def turn_on(page: str, match: Match) -> int:
    """Return the turn that a page of a race belongs to, as `turn_of` does."""
    if page == view.PLACE:
        return 0
    # `match.turn` is the turn played last, until a round of the next one is played.
    return match.want.turn if page == view.DEAL or page in view.ASKING else match.turn


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


# ---- What lies on the table ----------------------------------------------------------------------------------------------


def scripted(
    session: Session, before: Position, steps: Iterable[Step], names: Mapping[int, str]
) -> tuple[tuple[Instruction, ...], tuple[int, ...]]:
    """All instructions of some steps that begin in a position, and how many there are up to the end of each step."""
    script: list[Instruction] = []
    ends = []
    for step in steps:
        script += checked("tell", session.house.game.tell(before, step, names))
        ends.append(len(script))
        before = step.position
    return tuple(script), tuple(ends)


def step_of(match: Match, number: int) -> int:
    """Which step an instruction of the round belongs to, counted from 0; behind the last instruction the number of steps."""
    return bisect_right(match.ends, number)


def position_at(match: Match, number: int) -> Position:
    """The position in which the step of an instruction began."""
    step = step_of(match, number)
    return match.steps[step - 1].position if step else match.opening


def causes_of(session: Session, match: Match, number: int) -> tuple[Text, ...]:
    """Why happened what an instruction of the round tells."""
    facts = session.house.game.part(Facts)
    if facts is None:
        return ()
    return checked(
        "causes",
        facts.causes(
            position_at(match, number),
            match.steps[step_of(match, number)],
            match.script[number],
            session.setup.names,
        ),
    )


def table_at(session: Session, match: Match, number: int) -> Scene:
    """The table when so many instructions of the round have been carried out, as everybody knows it.

    Between two steps it is the scene of the position there; within one that of its beginning, with what hands have moved since.
    """
    step = step_of(match, number)
    scene = public_scene(session, position_at(match, number))
    done = match.script[match.ends[step - 1] if step else 0 : number]
    if done:
        scene = carried_out(scene, done, public_scene(session, match.steps[step].position))
    if not any(card.down for row in scene.rows for card in row.cards):
        return scene
    return turned_up(scene, match.script, public_scene(session, match.position))


def standing(session: Session, match: Match, page: str) -> Scene:
    """The table on a page of a race when everything before it has been carried out; in mid-round up to the instruction shown."""
    if page == PLAY:
        return table_at(session, match, match.at)
    return session.house.game.scene(match.position)


def on_table(session: Session) -> Scene:
    """The table as hands have brought it so far; a race must run."""
    match, travel = session.match, session.travel
    assert match is not None
    if travel is not None:
        return carried_out(travel.before, travel.script[: travel.at], travel.after)
    return standing(session, match, session.page)


def known_table(session: Session) -> Scene:
    """The same for everybody to see: without what only one player may know. A race must run."""
    assert session.match is not None
    if session.travel is not None or session.page == PLAY:
        return on_table(session)
    return public_scene(session, session.match.position)


def of_hands(session: Session, scene: Scene) -> Scene:
    """A scene without the cards that no hands hold, since they are on the screen alone."""
    return scene if has_cards(session) else scene._replace(rows=(), piles=(), hands=None)


def public_scene(session: Session, position: Position) -> Scene:
    """What there is to see of a position for everybody."""
    return _public_scene(_Place(session.house.game, position))


class _Place:
    """A position of a game, the same as another one only where it is that very value: to compare positions takes longer than to look at them."""

    __slots__ = ("game", "position")

    def __init__(self, game: Game, position: Position) -> None:
        self.game, self.position = game, position

    def __hash__(self) -> int:
        return id(self.position)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, _Place)
            and self.position is other.position
            and self.game is other.game
        )


# A view asks for the same few scenes again and again: for pieces, markers, board and cards.
@lru_cache(maxsize=8)
def _public_scene(place: _Place) -> Scene:
    game, position = place.game, place.position
    scene = game.scene(position)
    # Pieces and markers are no secret, and most games have nothing else.
    return game.scene(game.redacted(position, None)) if scene.rows or scene.piles else scene


def has_cards(session: Session) -> bool:
    """Whether real cards lie on the table, or can, so that hands move them: where the app deals they are on the screen alone. A race must run."""
    assert session.match is not None
    scene = session.house.game.scene(session.match.position)
    return session.match.cards_are_real and bool(scene.rows or scene.piles)


def for_hands(match: Match, told: Instruction) -> bool:
    """Whether there is anything for hands to do in an instruction: cards are theirs only where they are real."""
    return bool(told.moves or told.markers or told.besides or (told.cards and match.cards_are_real))


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
    """The markers as hands have laid them so far, or while a race is set up where they were laid."""
    return session.setup.markers if session.match is None else on_table(session).markers


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
