"""Everything known about one thing, and how Cardbot Derby is played, thing by thing.

Facts describe the present table and nothing that comes later. Places bring their own names and
descriptions (`places`); this module adds connections and for whom they matter.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from companion.art import Shape
from companion.games.api import Step
from companion.games.cardbot.engine.cards import LAST_TARGET, card_of, pile_of, taken_out
from companion.games.cardbot.engine.events import GameEvent
from companion.games.cardbot.engine.grid import ALL_SQUARES, CardbotGrid
from companion.games.cardbot.engine.state import CardbotState, Robot
from companion.games.cardbot.look import SUIT_WORDS, face_of, words_of
from companion.games.cardbot.narration.causes import order_words
from companion.games.cardbot.narration.standing import (
    goal_square,
    places_between,
)
from companion.games.cardbot.narration.telling import causes
from companion.games.cardbot.narration.why import in_full, why
from companion.games.cardbot.places import (
    SLIPPERY_ART,
    STICKY_ART,
    TELEPORT_ART,
    belt_art,
    target_art,
)
from companion.games.cardbot.stages import CardbotPosition
from companion.games.kit.facts import cards_around, rule_facts
from companion.games.parts import Facts
from companion.games.scene import (
    AboutCard,
    AboutPiece,
    AboutRule,
    AboutSquare,
    Instruction,
    Known,
    Piece,
    Scene,
    Subject,
)
from companion.geometry import E, N, S, Square, W
from companion.words import (
    COMPASS,
    NOTHING,
    SIDES,
    WAYS,
    Text,
    capital,
    count,
    listed,
    sentence,
    sentences,
    text,
)


def _card_fact(card: str, title: Text, words: Text, rule: str) -> Known:
    return Known(title, words, rule, face=face_of(card_of(card)))


def _place_fact(art: tuple[Shape, ...], title: Text, words: Text, rule: str) -> Known:
    return Known(title, words, rule, art=art)


HOW_TO_PLAY: Final[tuple[Known, ...]] = (
    _place_fact(
        target_art(1),
        text("The aim"),
        text(
            "Bring your robot to the red jack, then to the queen, then to the king. A robot "
            "that has been on all three at the end of a round wins."
        ),
        "CB18",
    ),
    _card_fact(
        "QH",
        text("Your cards"),
        text(
            "Thirteen cards of one suit are yours. In each round you draw five and put them in "
            "the order in which they are to be played."
        ),
        "CB02",
    ),
    _card_fact(
        "AH",
        text("Your neighbour drives"),
        text(
            "You do not play them yourself: they go to the next player, who drives your robot "
            "with them. You drive the robot of the player before you."
        ),
        "CB04",
    ),
    _card_fact(
        "KC",
        text("Cards that move"),
        text(
            "Ace, king, queen, jack and 10: one place straight on. West of column A lies column G "
            "again; the north and the south side are closed."
        ),
        "CB07",
    ),
    _card_fact(
        "3S",
        text("Cards that turn"),
        text(
            "2 to 9: that many quarter turns to the right. So a 3 turns left, a 5 right, a 2 "
            "round, and a 4 changes nothing."
        ),
        "CB08",
    ),
    _card_fact(
        "AS",
        text("Order of play"),
        text(
            "The highest card of each command goes first, the ace before all others. Of two "
            "equal cards, the robot with the higher card in the command before goes first."
        ),
        "CB05",
    ),
    _card_fact(
        "TD",
        text("Collisions"),
        text(
            "A robot that is in the way is shoved on by one place. If that place is taken or "
            "beyond the grid, it pings: it goes to the side instead."
        ),
        "CB10",
    ),
    _place_fact(
        belt_art(True),
        text("Belts"),
        text(
            "After each command a belt carries every robot on it one place along, away from its "
            "ace."
        ),
        "CB13",
    ),
    _place_fact(
        TELEPORT_ART,
        text("Teleports"),
        text("After each command a robot on a black jack goes to the other black jack."),
        "CBR26",
    ),
    _place_fact(
        STICKY_ART,
        text("Sticky places"),
        text("On a black king cards that turn do nothing."),
        "CBR35",
    ),
    _place_fact(
        SLIPPERY_ART,
        text("Slippery places"),
        text("A robot that comes onto a black queen slides on in the same direction."),
        "CBR12",
    ),
    _card_fact(
        "JH",
        text("A target is reached"),
        text(
            "At the end of the round its jack, queen or king leaves your pile for good: one card "
            "fewer to move with."
        ),
        "CB17",
    ),
)
"""The things in the order in which beginners need them."""


class CardbotFacts(Facts[CardbotPosition, GameEvent]):
    """Facts about robots, places, cards and rules."""

    how_to_play = HOW_TO_PLAY
    manual = "games/cardbot.html"

    def why(self, rule: str, move: str = "") -> Text:
        return why(rule, move)

    def causes(
        self,
        before: CardbotPosition,
        step: Step[CardbotPosition, GameEvent],
        instruction: Instruction[GameEvent],
        names: Mapping[int, str],
    ) -> tuple[Text, ...]:
        return causes(before.shown, step.events, instruction, names, before.custody)

    def facts(
        self, position: CardbotPosition, scene: Scene, about: Subject, names: Mapping[int, str]
    ) -> tuple[Known, ...]:
        """Return what is known about a subject; the places of robots are in the scene only."""
        state = position.shown
        if isinstance(about, AboutRule):
            return rule_facts(about.rule, in_full(about.rule, about.move))
        if isinstance(about, AboutCard):
            return tuple(_card_facts(state, about, names))
        if isinstance(about, AboutSquare):
            if about.square in ALL_SQUARES:
                return tuple(_place_facts(state, scene, about.square, names))
            return ()
        if isinstance(about, AboutPiece):
            piece = next((piece for piece in scene.pieces if piece.seat == about.seat), None)
        else:
            piece = None
        return tuple(_robot_facts(state, piece)) if piece is not None else ()


# ---- A robot -------------------------------------------------------------------------------------


def _robot_facts(state: CardbotState, piece: Piece) -> Iterator[Known]:
    robot = state.robot(piece.seat)._replace(square=piece.square or "", heading=piece.heading)
    where = text(
        "On {square}, facing {heading}.", square=robot.square, heading=COMPASS[robot.heading]
    )
    if robot.slide is not None:
        stuck = text(
            "It is stuck there, and tries to slide on {way} after the next command.",
            way=WAYS[robot.slide],
        )
    else:
        stuck = NOTHING
    yield Known(text("Place"), sentences(where, stuck), "CBR25" if stuck else "", robot.seat)
    by_chance, driver = robot.seat == state.random_seat, state.enactors[robot.seat]
    if by_chance:
        driven = text(
            "Nobody chooses its cards: the top five of its pile are played. Seat {driver} "
            "drives it.",
            driver=driver,
        )
    elif driver == robot.seat:
        driven = text("Seat {seat} chooses its cards and drives it.", seat=driver)
    else:
        driven = text(
            "Seat {seat} chooses its cards, seat {driver} drives it.",
            seat=robot.seat,
            driver=driver,
        )
    yield Known(text("Driver"), driven, "CBR16" if by_chance else "CB04")
    yield Known(text("Targets"), _targets(state, robot), "CB17")
    yield Known(text("Pile"), _pile(robot), "CB17")


def _targets(state: CardbotState, robot: Robot) -> Text:
    """Return how many targets a robot has, and the way to the next one."""
    words = [text("{targets} of {of} reached.", targets=robot.targets, of=LAST_TARGET)]
    if robot.visited:
        been = listed([str(target) for target in range(robot.targets + 1, robot.goal)])
        words.append(
            count(
                "It has been on target {targets}, which counts at the end of the round.",
                "It has been on targets {targets}, which count at the end of the round.",
                len(robot.visited),
                targets=been,
            )
        )
    goal = goal_square(robot, state.grid)
    if goal is None or (robot.goal > LAST_TARGET and not state.rules.must_end_on_final_target):
        return sentences(*words)
    away = places_between(robot.square, goal)
    if robot.goal > LAST_TARGET:
        words.append(
            text(
                "To win it must stand on target {target}, on {square}, when a round ends.",
                target=LAST_TARGET,
                square=goal,
            )
        )
    else:
        words.append(text("Target {target} on {square} is next.", target=robot.goal, square=goal))
    words.append(
        count(
            "It is {number} move away, turns not counted.",
            "It is {number} moves away, turns not counted.",
            away,
        )
        if away
        else NOTHING
    )
    return sentences(*words)


def _pile(robot: Robot) -> Text:
    """Return what its pile holds: its suit without the cards of reached targets."""
    cards, out = pile_of(robot.seat), taken_out(robot.seat, robot.targets)
    suit = sentence(SUIT_WORDS[cards[0].suit])
    if not out:
        return sentences(
            suit, text("All {number} cards are in its pile or its program.", number=len(cards))
        )
    gone = count(
        "The {cards} lies under its target.",
        "The {cards} lie under their targets.",
        len(out),
        cards=listed([words_of(card) for card in out]),
    )
    return sentences(
        suit,
        text("{number} cards are in its pile or its program.", number=len(cards) - len(out)),
        gone,
    )


# ---- A place -------------------------------------------------------------------------------------


def _place_facts(
    state: CardbotState, scene: Scene, square: Square, names: Mapping[int, str]
) -> Iterator[Known]:
    """Yield what is on a place, its connections, whom it concerns, and where its border leads."""
    grid = state.grid
    board, target = scene.board, grid.target_on(square)
    if board is None:
        return
    for element in board.at(square):
        if target is not None and element.rule == "CB17":
            seeking = [names[robot.seat] for robot in state.robots if robot.goal == target]
            if seeking:
                more = text("The next one for {robots}.", robots=listed(seeking))
            else:
                more = text("It is nobody's next target now.")
        else:
            more = _together(grid, square)
        yield Known(
            element.title(), sentences(element.about, more), element.rule, art=element.art(board)
        )
    if not board.at(square):
        yield Known(text("Face-down card"), text("Nothing happens here by itself."))
    ends = [SIDES[direction] for direction in (N, S) if grid.step(square, direction) is None]
    if ends:
        yield Known(
            text("Closed side"),
            text("The grid ends on the {sides} side: robots stop there.", sides=listed(ends)),
            "CBR04",
        )
    for direction in (W, E):
        place = grid.step(square, direction)
        # Over the seam the columns go the other way.
        if place is not None and (place < square) == (direction == E):
            yield Known(
                text("Seam"),
                text(
                    "A robot that leaves over the {side} side comes in on {square}.",
                    side=SIDES[direction],
                    square=place,
                ),
                "CB07",
            )


def _together(grid: CardbotGrid, square: Square) -> Text:
    """Return the other places that belong to this one."""
    if square in grid.teleports:
        other = next(place for place in grid.teleports if place != square)
        return text("The other one is on {square}.", square=other)
    belt = next((belt for belt in grid.belts if square in belt.places), None)
    if belt is None:
        return NOTHING
    if belt.ring:
        return text("The belt is a ring round the grid.")
    last = belt.places[-1]
    out = grid.step(last, belt.direction)
    ends = text("It ends on {square} and carries robots on to {out}.", square=last, out=out or "")
    begins = text("The belt begins on {square}.", square=belt.places[0])
    return sentences(
        begins,
        ends
        if out is not None
        else text("It ends on {square} and carries robots no further.", square=last),
    )


# ---- A card --------------------------------------------------------------------------------------


def _card_facts(state: CardbotState, about: AboutCard, names: Mapping[int, str]) -> Iterator[Known]:
    """Yield what a card does, who plays it with which robot, and when its turn comes."""
    card = card_of(about.face.move)
    rule = "CB07" if card.moves else "CB08"
    yield Known(
        capital(words_of(card)), why(rule, about.face.move), rule, about.seat, face=about.face
    )
    played = text(
        "Seat {driver} plays it with {robot}, as command {command}.",
        driver=state.enactors.get(about.seat, about.seat),
        robot=names[about.seat],
        command=about.round,
    )
    if about.played:
        now = text("It was played.")
    elif about.now:
        now = text("It is played now.")
    else:
        now = text("It is still to come.")
    yield Known(text("Owner"), sentences(played, now), "CB04")
    order = [(seat, card_of(face.move)) for seat, face in about.cards]
    words = order_words(about.seat, order, about.round - 1, state.programs, names)
    yield Known(
        text("Order"),
        sentences(
            sentence(words) if words else NOTHING,
            cards_around(
                about,
                lambda seat, face: text(
                    "{robot} with the {card}",
                    robot=names[seat],
                    card=words_of(card_of(face.move)),
                ),
            ),
        ),
        "CB05",
    )
