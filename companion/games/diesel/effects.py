"""Valid abilities: the subjects of each verb, and what is wrong with an ability (DD13, DD14)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
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
    """Return the fields that an ability sets, apart from key, kind and verb."""
    return tuple(
        field
        for field in (*TARGETS, "number", "source", "may", "only", "wins_by")
        if value_of(ability, field) != value_of(Ability(), field)
    )


def wrong_with(ability: Ability, strength: int | None = None) -> AbilityFault | None:
    """Return the first fault of an ability, None for a valid one.

    With a strength, it also checks whether a card of that strength can have the ability.
    """
    return next(_wrongs(ability, strength), None)


def _wrongs(ability: Ability, strength: int | None) -> Iterator[AbilityFault]:
    if ability.kind == NONE:
        if ability != Ability():
            yield AbilityFault(
                "kind", text("an effect of a card without ability"), text("a kind, or no effect")
            )
        return
    if ability.verb not in VERBS[ability.kind]:
        yield AbilityFault(
            "verb",
            text("a verb that this kind of ability does not have"),
            text("one of the verbs of this kind"),
        )
        return
    for field in set_fields(ability):
        if field not in FIELDS[ability.kind, ability.verb]:
            yield AbilityFault(
                field, text("something that this verb does not take"), text("nothing here")
            )
    yield from _wrong_targets(ability.targets)
    yield from {INSTANT: _wrong_instant, DERBY: _wrong_derby}.get(
        ability.kind, lambda one: iter(())
    )(ability)
    if ability.only and strength is not None and ability.only != TYPES[strength]:
        yield AbilityFault(
            "only",
            text("the only one of a type that the card is not"),
            text("the type of the card itself"),
        )


def _wrong_targets(targets: Filter) -> Iterator[AbilityFault]:
    if targets.least > targets.most:
        yield AbilityFault(
            "least",
            text("a lowest strength above the highest"),
            text("at most the highest strength"),
        )
    elif targets.types and not set(targets.types) & set(TYPES[targets.least : targets.most + 1]):
        yield AbilityFault(
            "types",
            text("types that no combatant of these strengths has"),
            text("types of these strengths"),
        )


def _wrong_instant(ability: Ability) -> Iterator[AbilityFault]:
    targets = ability.targets
    if ability.verb == LOOK and ability.source != ASIDE:
        yield AbilityFault(
            "source", text("looking at what everybody sees"), text("the cards that lie aside")
        )
    if ability.source == ASIDE and ability.verb == GAIN:
        if targets != Filter():
            yield AbilityFault(
                next(field for field in set_fields(ability) if field in TARGETS),
                text("a choice among the cards that lie aside"),
                text("any of them"),
            )
        if ability.number != ONE:
            yield AbilityFault(
                "number", text("several of the cards that lie aside"), text("one of them")
            )
    if ability.verb in (GAIN, SWAP) and ability.source == FRONT and targets.whose != OTHERS:
        yield AbilityFault(
            "whose", text("a combatant that you have already"), text("combatants of other players")
        )
    if ability.verb == TURN_DOWN and not targets.up:
        yield AbilityFault(
            "up",
            text("turning a card face down that may lie so already"),
            text("face-up combatants only"),
        )
    if ability.may and ability.number != ONE:
        yield AbilityFault(
            "may",
            text("an optional effect on several combatants"),
            text("one combatant, or no choice"),
        )
    if ability.number == EACH and targets.whose == OWN:
        yield AbilityFault(
            "number",
            text("one of every player, of your combatants only"),
            text("combatants of all or of other players"),
        )


def _wrong_derby(ability: Ability) -> Iterator[AbilityFault]:
    if ability.verb == WIN and not ability.wins_by:
        yield AbilityFault("wins_by", text("no condition"), text("a condition, or several"))
    if ability.verb == WEAKEN and ability.targets.whose != OWN:
        yield AbilityFault(
            "whose", text("combatants of other players"), text("your own combatants")
        )
