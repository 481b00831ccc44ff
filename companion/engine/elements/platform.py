"""Platform: tilts to the zone with most clanks, and every piece on it slides that way (B29)."""
from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from companion.engine.causes import SLIDE
from companion.engine.effects import NOBODY, Effect, Shift
from companion.engine.element import DEVICE, MOVE, NO_EFFECTS, Beat, Element, register
from companion.engine.geometry import Heading
from companion.engine.keys import GROUP
from companion.engine.looking import Look, Rider
from companion.engine.statuses import FLYING
from companion.words import COMPASS, Text, text

TILTS = Beat(MOVE, 290, "platforms", "B29")
TILTS_ONCE_MORE = Beat(MOVE, 335, "platforms once more", "B29")
_SLIDE = tuple((Shift(heading, SLIDE, NOBODY, "B29", "B29"),) for heading in range(4))


@register
@dataclass(frozen=True, slots=True)
class Platform(Element):
    """A square of a platform: of its outer zone on a side, or with the side None of its centre."""

    group: str
    side: Heading | None = None

    word = "platform"
    layer = DEVICE
    sided = "side"
    keys = (GROUP,)
    needs_others = True
    traits = frozenset({"mover"})
    noun = text("Tilting platform")
    about = text("After all moves it tilts to the outer zone with most clanks, and everybody on it slides one square that way. A tie leaves it level.")
    rule = "B29"
    example = "D5 platform N group=a"

    def title(self) -> Text:
        """Which zone of which platform."""
        if self.side is None:
            return text("Platform {group}, centre", group=self.group)
        return text("Platform {group}, zone {side}", group=self.group, side=COMPASS[self.side])

    def beats(self) -> tuple[Beat, ...]:
        """After the last card, and after repeated cards once more."""
        return TILTS, TILTS_ONCE_MORE

    def act(self, rider: Rider, beat: Beat, look: Look) -> tuple[Effect, ...]:
        """One square towards the heaviest zone, without pushing."""
        way = self._tilt(look)
        return NO_EFFECTS if way is None else _SLIDE[way]

    def _tilt(self, look: Look) -> Heading | None:
        """The outer zone with most clanks; None for a tie and for none at all."""
        # Clanks weigh, other pieces do not; who flies does not stand on it.
        zones = {one.square: one.side for one in look.of_group(self.word, self.group) if isinstance(one, Platform)}
        weights = Counter(
            zones[piece.square] for piece in look.pieces()
            if zones.get(piece.square) is not None and piece.kind == "clank" and not look.wears(piece.seat, FLYING)
        )
        heaviest = weights.most_common(2)
        if not heaviest or len(heaviest) > 1 and heaviest[0][1] == heaviest[1][1]:
            return None
        return heaviest[0][0]
