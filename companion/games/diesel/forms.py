"""The form of a combatant that people write: strength, copies by mark, kind, verb and filters.

Each choice proposes the changed combatant. A field is shown only if it has another valid choice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from companion.games.corrections import Field, FieldChoice
from companion.games.diesel.effects import FIELDS, TARGETS, value_of, wrong_with
from companion.games.diesel.engine.cards import (
    ALL,
    ANY,
    ASIDE,
    CONDITIONS,
    COPY,
    DERBY,
    DISCARD,
    EACH,
    EVERY_TYPE,
    FRONT,
    GAIN,
    HIGHEST,
    INSTANT,
    KINDS,
    LOOK,
    LOWEST,
    MARKS,
    MOST_COMBATANTS,
    NO_ABILITY,
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
from companion.games.diesel.narration.abilities import KIND_WORDS, TYPE_WORDS, TYPES_WORDS, WINS
from companion.games.kit.edit import counted, one_of, several_of
from companion.named_tuples import NamedTuple
from companion.words import NOTHING, Text, text


class Combatant(NamedTuple):
    """A combatant with all its copies."""

    name: str
    strength: int = 0
    copies: tuple[int, int, int, int] = (1, 0, 0, 0)
    """The number of copies with each of MARKS."""
    ability: Ability = NO_ABILITY
    """What it does, without a key."""


class Put(NamedTuple):
    """A change of a combatant in a draft."""

    row: int
    """Its place, from 0."""
    combatant: Combatant


FIRST: Final[Mapping[tuple[str, str], Ability]] = {
    (INSTANT, DISCARD): Ability("", INSTANT, DISCARD),
    (INSTANT, GAIN): Ability("", INSTANT, GAIN, Filter(whose=OTHERS)),
    (INSTANT, SWAP): Ability("", INSTANT, SWAP, Filter(whose=OTHERS)),
    (INSTANT, TURN_DOWN): Ability("", INSTANT, TURN_DOWN, Filter(up=True)),
    (INSTANT, LOOK): Ability("", INSTANT, LOOK, source=ASIDE),
    (INSTANT, COPY): Ability("", INSTANT, COPY, Filter(up=True, deployed=True, others=True)),
    (TURN, GAIN): Ability("", TURN, GAIN),
    (ONGOING, EVERY_TYPE): Ability("", ONGOING, EVERY_TYPE),
    (ONGOING, STAND_IN): Ability("", ONGOING, STAND_IN),
    (ONGOING, SAFE): Ability("", ONGOING, SAFE),
    (DERBY, WIN): Ability("", DERBY, WIN, wins_by=(MOST_COMBATANTS,)),
    (DERBY, WEAKEN): Ability("", DERBY, WEAKEN, Filter(whose=OWN, up=True, others=True)),
}
"""The first ability that is offered for each kind and verb."""
VERB_WORDS: Final[Mapping[str, Text]] = {
    DISCARD: text("discard"),
    GAIN: text("gain"),
    SWAP: text("swap"),
    TURN_DOWN: text("turn face down"),
    LOOK: text("look at"),
    COPY: text("copy"),
    EVERY_TYPE: text("is every type"),
    STAND_IN: text("is hit instead"),
    SAFE: text("cannot be taken"),
    WIN: text("win if"),
    WEAKEN: text("count 2 less"),
}
"""The names of the verbs."""
MARK_WORDS: Final = (
    text("Copies for all"),
    text("Copies with 4+"),
    text("Copies with 5+"),
    text("Copies with 6+"),
)
WORDS: Final[Mapping[str, tuple[Text, tuple[tuple[object, Text], ...]]]] = {
    "number": (
        text("Number"),
        (
            (ONE, text("one, by choice")),
            (ALL, text("all of them")),
            (EACH, text("one of each player")),
        ),
    ),
    "whose": (
        text("Owner"),
        ((ANY, text("anybody’s")), (OWN, text("your own")), (OTHERS, text("other players’"))),
    ),
    "extreme": (
        text("Of these"),
        (("", text("any")), (LOWEST, text("the weakest")), (HIGHEST, text("the strongest"))),
    ),
    "deployed": (text("Deployed"), ((False, text("in any turn")), (True, text("in this turn")))),
    "up": (text("Side"), ((False, text("either way")), (True, text("face up")))),
    "others": (
        text("The card itself"),
        ((False, text("may be among them")), (True, text("is not among them"))),
    ),
    "source": (
        text("From where"),
        ((FRONT, text("in front of players")), (ASIDE, text("the pile aside"))),
    ),
    "may": (text("Must or may"), ((False, text("must")), (True, text("may")))),
}
"""The name and the values of each field of an ability, in words."""
END: Final = text("Strengths are 0 to 4.")
ORDER: Final = (
    "source",
    "number",
    "whose",
    "least",
    "most",
    "types",
    "extreme",
    "deployed",
    "up",
    "others",
    "may",
    "only",
    "wins_by",
)
"""The order of the fields."""


def fields_of(row: int, one: Combatant) -> tuple[Field, ...]:
    """Return the form of a combatant with a place in a draft, from 0."""
    return (_strength(row, one), *_copies(row, one), *_effect(row, one))


def altered(ability: Ability, field: str, value: Any) -> Ability:
    """Return an ability with another value in a field.

    The source of cards decides which other fields it can set.
    """
    if field == "source":
        return (
            FIRST[ability.kind, ability.verb]._replace(source=FRONT)
            if value == FRONT
            else ability._replace(source=ASIDE, targets=Filter(), number=ONE)
        )
    if field in TARGETS:
        return ability._replace(targets=ability.targets._replace(**{field: value}))
    changed: Ability = ability._replace(**{field: value})
    # Only a choice of one card can be optional.
    return changed._replace(may=False) if field == "number" and value != ONE else changed


def _strength(row: int, one: Combatant) -> Field:
    def put(strength: int) -> Put:
        # The only one of its type belongs to its own type.
        only = TYPES[strength] if one.ability.only else ""
        ability = one.ability._replace(only=only)
        return Put(row, one._replace(strength=strength, ability=ability))

    labels = (
        (strength, text("{strength} {type}", strength=strength, type=TYPE_WORDS[kind]))
        for strength, kind in enumerate(TYPES)
    )
    return one_of(text("Strength"), labels, one.strength, put)


def _copies(row: int, one: Combatant) -> Iterator[Field]:
    for at, title in enumerate(MARK_WORDS[: len(MARKS)]):

        def put(number: int, at: int = at) -> Put:
            a, b, c, d = (number if at == here else other for here, other in enumerate(one.copies))
            return Put(row, one._replace(copies=(a, b, c, d)))

        yield counted(title, one.copies[at], put)


def _effect(row: int, one: Combatant) -> Iterator[Field]:
    ability = one.ability

    def put(after: Ability) -> Put:
        return Put(row, one._replace(ability=after))

    def put_kind(kind: str) -> Put:
        if kind == ability.kind:
            return put(ability)
        return put(NO_ABILITY if kind == NONE else FIRST[kind, VERBS[kind][0]])

    def put_verb(verb: str) -> Put:
        return put(ability if verb == ability.verb else FIRST[ability.kind, verb])

    kinds = ((kind, KIND_WORDS[kind]) for kind in KINDS)
    yield one_of(text("Kind"), kinds, ability.kind, put_kind)
    verbs = VERBS[ability.kind]
    if len(verbs) > 1:
        labels = ((verb, VERB_WORDS[verb]) for verb in verbs)
        yield one_of(text("Effect"), labels, ability.verb, put_verb)
    asked = FIELDS.get((ability.kind, ability.verb), ())
    for field in (field for field in ORDER if field in asked):
        found = _field(field, one, put)
        if _is_open(one, found):
            yield found


def _is_open(one: Combatant, field: Field) -> bool:
    """Return whether a field has another valid choice."""
    others = [
        pick.change.combatant.ability
        for pick in field.picks
        if pick.change is not None and not (pick.chosen or pick.blocked)
    ]
    return any(other != one.ability and wrong_with(other, one.strength) is None for other in others)


def _field(field: str, one: Combatant, put: Callable[[Ability], Put]) -> Field:
    ability, value = one.ability, value_of(one.ability, field)

    def change(after: Any) -> Put:
        return put(altered(ability, field, after))

    if field in ("least", "most"):
        assert isinstance(value, int)
        title = text("Strength from") if field == "least" else text("Strength up to")
        found = counted(title, value, change)
        ends = zip(found.picks, (value - 1, value + 1), strict=True)
        return found._replace(
            picks=tuple(
                pick._replace(blocked=NOTHING if 0 <= other <= 4 else END) for pick, other in ends
            )
        )
    if field in ("types", "wins_by"):
        assert isinstance(value, tuple)
        if field == "wins_by":
            wins = ((one, WINS[one]) for one in CONDITIONS)
            return several_of(text("Wins alone with"), wins, value, change)
        found = several_of(text("Types"), TYPES_WORDS.items(), value, change)
        # None of them means any.
        any_type = FieldChoice(text("any type"), change(()), chosen=not value)
        return found._replace(picks=(any_type, *found.picks))
    if field == "only":
        own = TYPES[one.strength]
        only = text("as the only {type} of this turn", type=TYPE_WORDS[own])
        return one_of(text("When"), (("", text("always")), (own, only)), value, change)
    title, choices = WORDS[field]
    return one_of(title, choices, value, change)
