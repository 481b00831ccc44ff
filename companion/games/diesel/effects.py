"""Valid abilities: the subjects of each verb, and what is wrong with an ability (DD13, DD14)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.games.diesel.engine.cards import (
    ASIDE,
    COPY,
    DERBY,
    DISCARD,
    EACH,
    EVERY_TYPE,
    FRONT,
    GAIN,
    INSTANT,
    LOOK,
    NONE,
    ONE,
    ONGOING,
    OTHERS,
    OWN,
    SAFE,
    STAND_IN,
    SWAP,
    TURN,
    TURN_DOWN,
    TYPES,
    VERBS,
    WEAKEN,
    WIN,
    Ability,
    Filter,
)
from companion.named_tuples import NamedTuple
from companion.words import Text, text

TARGETS: Final = ("least", "most", "types", "whose", "deployed", "up", "others", "extreme")
"""The fields of a filter."""
SETTABLE: Final = (*TARGETS, "number", "source", "may", "only", "wins_by")
"""The fields of an ability apart from key, kind and verb."""
FIELDS: Final[Mapping[tuple[str, str], tuple[str, ...]]] = {
    (INSTANT, DISCARD): (*TARGETS, "number", "may", "only"),
    (INSTANT, TURN_DOWN): (*TARGETS, "number", "may", "only"),
    (INSTANT, GAIN): (*TARGETS, "number", "source", "may", "only"),
    (INSTANT, SWAP): (*TARGETS, "may", "only"),
    (INSTANT, COPY): (*TARGETS, "may", "only"),
    (INSTANT, LOOK): ("source", "only"),
    (TURN, GAIN): ("least", "most", "types", "whose", "deployed", "up", "others"),
    (ONGOING, EVERY_TYPE): (),
    (ONGOING, STAND_IN): (),
    (ONGOING, SAFE): (),
    (DERBY, WIN): ("wins_by",),
    (DERBY, WEAKEN): ("least", "most", "types", "whose", "up", "others"),
}
"""The fields that an ability may set, by kind and verb; all others keep their defaults."""


class AbilityFault(NamedTuple):
    """A field of an ability with a value that cannot be."""

    field: str
    found: Text
    """Its value, in words."""
    expected: Text
    """Valid values, in words."""


def value_of(ability: Ability, field: str) -> object:
    """Return the value of an ability's field, its own or its filter's."""
    value: object = getattr(ability.targets if field in TARGETS else ability, field)
    return value


def set_fields(ability: Ability) -> tuple[str, ...]:
    """Return those of SETTABLE that an ability sets."""
    return tuple(
        field for field in SETTABLE if value_of(ability, field) != value_of(Ability(), field)
    )


def wrong_with(ability: Ability, strength: int | None = None) -> AbilityFault | None:
    """Return the first fault of an ability, None for a valid one.

    With a strength, it also checks whether a card of that strength can have the ability.
    """
    targets, verb = ability.targets, ability.verb
    if ability.kind == NONE:
        if ability == Ability():
            return None
        return AbilityFault(
            "kind", text("an effect of a card without ability"), text("a kind, or no effect")
        )
    if verb not in VERBS[ability.kind]:
        return AbilityFault(
            "verb",
            text("a verb that this kind of ability does not have"),
            text("one of the verbs of this kind"),
        )
    fields = set_fields(ability)
    surplus = [field for field in fields if field not in FIELDS[ability.kind, verb]]
    if surplus:
        return AbilityFault(
            surplus[0], text("something that this verb does not take"), text("nothing here")
        )
    instant, derby = ability.kind == INSTANT, ability.kind == DERBY
    from_aside = instant and verb == GAIN and ability.source == ASIDE
    from_front = instant and verb in (GAIN, SWAP) and ability.source == FRONT
    checks = (
        (
            targets.least > targets.most,
            "least",
            text("a lowest strength above the highest"),
            text("at most the highest strength"),
        ),
        (
            targets.types and not {*targets.types} & {*TYPES[targets.least : targets.most + 1]},
            "types",
            text("types that no combatant of these strengths has"),
            text("types of these strengths"),
        ),
        (
            instant and verb == LOOK and ability.source != ASIDE,
            "source",
            text("looking at what everybody sees"),
            text("the cards that lie aside"),
        ),
        (
            from_aside and targets != Filter(),
            next((field for field in fields if field in TARGETS), ""),
            text("a choice among the cards that lie aside"),
            text("any of them"),
        ),
        (
            from_aside and ability.number != ONE,
            "number",
            text("several of the cards that lie aside"),
            text("one of them"),
        ),
        (
            from_front and targets.whose != OTHERS,
            "whose",
            text("a combatant that you have already"),
            text("combatants of other players"),
        ),
        (
            instant and verb == TURN_DOWN and not targets.up,
            "up",
            text("turning a card face down that may lie so already"),
            text("face-up combatants only"),
        ),
        (
            instant and ability.may and ability.number != ONE,
            "may",
            text("an optional effect on several combatants"),
            text("one combatant, or no choice"),
        ),
        (
            instant and ability.number == EACH and targets.whose == OWN,
            "number",
            text("one of every player, of your combatants only"),
            text("combatants of all or of other players"),
        ),
        (
            derby and verb == WIN and not ability.wins_by,
            "wins_by",
            text("no condition"),
            text("a condition, or several"),
        ),
        (
            derby and verb == WEAKEN and targets.whose != OWN,
            "whose",
            text("combatants of other players"),
            text("your own combatants"),
        ),
        (
            ability.only and strength is not None and ability.only != TYPES[strength],
            "only",
            text("the only one of a type that the card is not"),
            text("the type of the card itself"),
        ),
    )
    return next(
        (
            AbilityFault(field, found, expected)
            for is_wrong, field, found, expected in checks
            if is_wrong
        ),
        None,
    )
