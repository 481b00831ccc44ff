"""The pictures of the rules sheet: the deck's seven signs, the damage table with its locks, the handle, and the stages of a register."""
from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.content.card_art import MOVE_ART, MOVE_WORDS
from companion.engine.art import Disc, Line, Polygon, Shape, box
from companion.engine.board import Board
from companion.engine.cards import DECK, MOVES, NO_CARDS, cards_dealt, locked_slots
from companion.engine.elements.belt import Belt
from companion.engine.elements.crusher import Crusher
from companion.engine.elements.laser import Laser
from companion.engine.elements.pusher import Pusher
from companion.engine.elements.repair import Repair
from companion.engine.elements.rotator import Rotator
from companion.press.leaves import CREAM
from companion.press.letters import centred, fitting
from companion.press.marks import MIDDLE, RIGHT, Circle, Fill, Group, Mark, Plate, Stroke, Words
from companion.press.paint import painted
from companion.press.palette import BRASS, FAINT, GREY, INK, INKS, RED
from companion.press.prose import Block

DAMAGES: Final = range(10)
# What elements draw may depend on their neighbours; here they have none.
_ALONE: Final = Board(1, 1)
_SHOT: Final[tuple[Shape, ...]] = (
    Polygon(((0.06, 0.2), (0.42, 0.5), (0.06, 0.8)), "steel"),
    Line(((0.42, 0.5), (0.8, 0.5)), "laser_glow", 0.2), Line(((0.42, 0.5), (0.8, 0.5)), "laser", 0.08),
    Disc((0.84, 0.5), 0.12, "laser"), Disc((0.84, 0.5), 0.06, "paper"),
)
_CARD: Final[tuple[Shape, ...]] = (
    box(0.2, 0.06, 0.8, 0.94, "ink"), box(0.24, 0.1, 0.76, 0.9, "paper"), Polygon(((0.5, 0.8), (0.7, 0.52), (0.3, 0.52)), "ink"),
)

SIGNS: Final[Mapping[str, tuple[Shape, ...]]] = {
    "cards": _CARD, "fast belts": Belt("A1", 1, "fast").art(_ALONE), "all belts": Belt("A1", 1).art(_ALONE),
    "pushers": Pusher("A1", 3, (1, 3, 5)).art(_ALONE), "rotators": Rotator("A1", "cw").art(_ALONE), "crushers": Crusher("A1", (2, 4)).art(_ALONE),
    "board lasers": Laser("A1", 3, 2).art(_ALONE), "clank lasers": _SHOT, "touching": Repair("A1", 2).art(_ALONE),
}
"""What stands for each part of a register, drawn as on the board."""


def sign(part: str, side: float) -> Block:
    """A part of the register on a plate of floor."""
    # Beams and mounts reach over their square.
    shapes = Group(painted(SIGNS[part], 0, 0, side), 0, -side, clip=(0, 0, side, side))
    return Block((Plate(0, -side, side, side, 0.8, INKS["floor"]), shapes, Plate(0, -side, side, side, 0.8, "", FAINT, 0.2)), side)


def deck_strip(width: float) -> Block:
    """Every move with its number of cards and their priorities, the slowest first (4)."""
    lane, side = width / len(MOVES), 9.0
    marks: list[Mark] = []
    for place, move in enumerate(MOVES):
        priorities = [card.priority for card in DECK if card.move == move]
        left = lane * place
        marks += [
            Plate(left + 0.6, -15.4, lane - 1.2, 15.4, 1.4, CREAM, FAINT, 0.2),
            *painted(MOVE_ART[move], left + 3, -side - 3.2, side, {**INKS, "hole": CREAM}),
            Words(MOVE_WORDS[move], left + lane - 2.4, -5.4, fitting(MOVE_WORDS[move], 3.4, 11.4, True), INK, True, RIGHT),
            Words(f"{len(priorities)} cards", left + lane - 2.4, -9.4, 2.9, GREY, align=RIGHT),
            Words(f"{priorities[0]}–{priorities[-1]}", left + lane - 2.4, -13, 2.9, GREY, align=RIGHT),
        ]
    return Block(tuple(marks), 15.4)


def damage_table(width: float, card_lock: bool) -> Block:
    """For each damage the cards that are dealt, and the five slots with those that lock (6.2.1, 6.2.2, 6.3.1).

    From no damage to nine; the tenth destroys (8). With `card_lock` off nothing locks, and five cards are the least.
    """
    first = 17.0
    lane = (width - first) / len(DAMAGES)
    names = (("Damage", -3.6), ("Cards dealt", -9.2), ("Slots 1 to 5", -17.0))
    marks: list[Mark] = [Words(name, 0, up, 3.1, GREY) for name, up in names]
    for damage in DAMAGES:
        left, locked = first + lane * damage, locked_slots(damage, card_lock)
        marks += [
            Plate(left + 0.3, -20.4, lane - 0.6, 20.4, 1, "#f6e3dc" if locked else CREAM),
            centred(str(damage), left + lane / 2, -2.8, 3.8, INK),
            Plate(left + lane / 2 - 2.1, -10.6, 4.2, 4.8, 0.6, "#ffffff", INK, 0.2),
            centred(str(cards_dealt(damage, card_lock)), left + lane / 2, -8.2, 3.4, INK),
        ]
        for slot in range(1, len(NO_CARDS) + 1):
            x = left + lane / 2 + (slot - 3) * 1.35 - 0.5
            marks.append(Plate(x, -18.6, 1.0, 5.2, 0.2, RED if slot in locked else "#ffffff", INK, 0.15))
    return Block(tuple(marks), 20.4)


def handle(width: float, ways: tuple[tuple[str, str], tuple[str, str]]) -> Block:
    """Pull and push, each with what it means: a word and a line."""
    half = width / 2
    marks: list[Mark] = []
    for place, (word, about) in enumerate(ways):
        left = half * place
        said = Words(about, left + 14, -8.6, fitting(about, 3.2, half - 15), INK)
        marks += [*_lever(left + 6, place == 0), Words(word, left + 14, -4.4, 4.4, INK, True), said]
    return Block(tuple(marks), 11.0)


def _lever(x: float, pull: bool) -> tuple[Mark, ...]:
    """A lever on its base, seen from the side, with an arrow: towards you is to the left."""
    way = -1 if pull else 1
    top = (x + way * 3.2, -2.4)
    tip = x + way * 5.6
    return (
        Plate(x - 4, -10.4, 8, 2.4, 0.6, INK), Stroke(((x, -8.6), top), INK, 0.9, rounded=True), Circle(top, 1.5, RED, INK, 0.3),
        Stroke(((x - way * 4.8, -5.4), (tip - way * 1.2, -5.4)), BRASS, 0.6),
        Fill(((tip, -5.4), (tip - way * 1.8, -4.3), (tip - way * 1.8, -6.5)), BRASS),
    )


def bullet(number: int) -> Block:
    """The number of a step."""
    return Block((Circle((2.2, -2.2), 2.2, BRASS), Words(str(number), 2.2, -3.4, 3.4, INK, True, MIDDLE)), 4.4)
