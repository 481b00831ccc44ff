"""Instructions: each event once; obedient hands arrive where the rules do, also by undo."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from companion.games.diesel.corrections import GameEvent
from companion.games.diesel.deck_file import house_deck
from companion.games.diesel.engine.asking import GivenAnswer
from companion.games.diesel.engine.cards import Deck
from companion.games.diesel.engine.dealing import new_game
from companion.games.diesel.engine.rules import Rules
from companion.games.diesel.engine.state import Claim, DieselState, RowCard
from companion.games.diesel.engine.turn import end_turn, resolve, reveal
from companion.games.diesel.narration.recap import DieselResults
from companion.games.diesel.narration.scene_diff import scene_diff
from companion.games.diesel.narration.table import scene_of
from companion.games.diesel.narration.telling import REASON_EVENTS, causes, tell
from companion.games.diesel.narration.why import SENTENCES, why
from companion.games.scene import Instruction, Scene, scene_after
from tests.catalogues import spoken
from tests.games.diesel.derbies import game, odd_deck, turns
from tests.games.instructions import Explained
from tests.recorded import recorded

NAMES = {1: "COPPER", 2: "BRASS", 3: "TIN", 4: "AZURE", 5: "RUBY", 6: "IVORY"}
GERMAN = spoken("de")
CHANCES = some.integers(0, 10**6).map(Random)
DECKS = some.one_of(
    some.just(house_deck()), some.integers(0, 10**6).map(lambda seed: odd_deck(Random(seed)))
)


def table(*rows: str, deployed: str = "", hands: bool = False, **more: Any) -> DieselState:
    """Return a turn with these combatants, `guard:down` face down.

    `deployed` are those of this turn.
    """
    state = new_game(house_deck(), Rules(), tuple(range(1, len(rows) + 1)))
    front = {
        seat: tuple(
            RowCard(
                card.removesuffix(":down"),
                card.endswith(":down"),
                card.removesuffix(":down") in deployed.split(),
            )
            for card in row.split()
        )
        for seat, row in enumerate(rows, 1)
    }
    known = dict.fromkeys(state.seats, ()) if hands else None
    return state._replace(
        front=front, turn=1, hands=known, unused=None if not hands else (), aside=3, **more
    )


def instructions_from(
    state: DieselState, events: Iterable[Any]
) -> tuple[Instruction[GameEvent], ...]:
    """Return the instructions for a step that begins in a state."""
    return tell(scene_of(state), state, events, NAMES)


def explained_from(state: DieselState, events: Iterable[Any]) -> tuple[Explained, ...]:
    """Return the same, each with its reasons."""
    events = tuple(events)
    return tuple(
        Explained(one, causes(scene_of(state), state, events, one, NAMES))
        for one in instructions_from(state, events)
    )


def led(before: Scene, after: Scene) -> tuple[Instruction, ...]:
    """Return the instructions that lead from one scene to another."""
    return scene_diff(house_deck(), before, after, NAMES)


def struck(state: DieselState, strength: int, *given: str) -> tuple[Explained, ...]:
    """Return the instructions of a strength; answers are as "2 brawler: walker"."""
    answers = tuple(
        GivenAnswer(int(one.split()[0]), one.split()[1].rstrip(":"), one.split()[2])
        for one in given
    )
    return explained_from(state, resolve(state, strength, answers).events)


def words(instructions: Iterable[Instruction | Explained]) -> list[str]:
    """Return their sentences."""
    return [
        str((one.instruction if isinstance(one, Explained) else one).text) for one in instructions
    ]


def why_so(explained: Iterable[Explained]) -> list[str]:
    """Return their reasons."""
    return [str(cause) for one in explained for cause in one.cause]


def rows_of(scene: Scene) -> dict[int, list[tuple[str, bool]]]:
    """Return the cards in front of seats, and their sides."""
    return {row.seat: [(card.key, card.down) for card in row.cards] for row in scene.rows}


# ---- Any game ------------------------------------------------------------------------------------


@given(CHANCES, DECKS, some.booleans())
@settings(max_examples=40)
def test_who_only_obeys_arrives_where_the_rules_do(chance: Random, deck: Deck, real: bool) -> None:
    """Arrive where the rules do with any deck, each event told once at most."""
    for before, outcome in turns(chance, game(chance, deck)):
        # The hands of real cards are unknown, except for what events say.
        state, after = (
            one._replace(hands=None) if real else one for one in (before, outcome.state)
        )
        explained = explained_from(state, outcome.events)
        instructions = [one.instruction for one in explained]
        there = scene_after(scene_of(state), instructions, scene_of(after))
        assert rows_of(there) == rows_of(scene_of(after))
        assert {pile.key: pile.number for pile in there.piles} == {
            pile.key: pile.number for pile in scene_of(after).piles
        }
        events = [event for one in instructions for event in one.events]
        # Two equal events, such as a copied card that is chosen twice, are two.
        assert not Counter(map(repr, events)) - Counter(map(repr, outcome.events))
        assert {repr(event) for event in outcome.events if not isinstance(event, REASON_EVENTS)} - {
            repr(event) for event in events
        } <= looks(outcome.events)
        for one, cause in explained:
            assert (
                one.text.said(GERMAN)
                and str(one.short)
                and (not one.rule or why(one.rule))
                and all(words.said(GERMAN) for words in cause)
            )


def looks(events: Iterable[Any]) -> set[str]:
    """Return looks at cards aside, which need no words if a card is taken."""
    return {repr(event) for event in events if type(event).__name__ == "Looked"}


@given(CHANCES)
@settings(max_examples=40)
def test_who_is_led_arrives_anywhere(chance: Random) -> None:
    """Arrive at any position of two Derbies from any other, also in mid-step."""
    state, scenes = game(chance), list[Scene]()
    for _ in range(2):
        for before, outcome in turns(chance, state):
            known, state = before._replace(hands=None, unused=None), outcome.state
            passes = state.turn - (
                any(row_card.deployed for row in state.front.values() for row_card in row)
                or state.over
            )
            scenes.append(scene_of(state._replace(hands=None, unused=None), passes))
            instructions = instructions_from(known, outcome.events)
            scenes.append(
                scene_after(
                    scene_of(known),
                    instructions[: chance.randint(0, len(instructions))],
                    scenes[-1],
                )
            )
    for _ in range(8):
        start, end = chance.choice(scenes), chance.choice(scenes)
        back = led(start, end)
        assert rows_of(scene_after(start, back, end)) == rows_of(end)
        assert all(one.text.said(GERMAN) and one.part == "back" for one in back)
        assert led(end, end) == ()


# ---- Sentences -----------------------------------------------------------------------------------


def test_the_reveal_and_the_end_of_a_turn() -> None:
    """Leave reveal and end of a turn without work if the app holds all cards."""
    cards = {1: ("brawler",), 2: ("avenger",), 3: ("walker",)}
    for hands, who in ((False, "by-people"), (True, "by-the-app")):
        state = table("", "", "", hands=hands)._replace(turn=0)
        outcome = reveal(state, cards)
        assert words(instructions_from(state, outcome.events)) == recorded(f"cards-revealed-{who}")
        assert words(instructions_from(outcome.state, end_turn(outcome.state).events)) == recorded(
            f"hands-passed-{who}"
        )


def test_a_target_that_was_chosen() -> None:
    """Tell the moves first, then the ability, and the chosen target."""
    instructions = struck(
        table("brawler", "walker guard", "", deployed="brawler walker"), 1, "1 brawler: walker"
    )
    assert (
        words(instructions) == recorded("Discard-WALKER-in-front-of-BRASS")
        and instructions[0].instruction.part == "strength1"
        and str(instructions[0].instruction.short) == recorded("WALKER-discarded")
    )
    assert why_so(instructions)[1:] == recorded("COPPER-has-chosen-WALKER-of-BRASS") and why_so(
        instructions
    )[0] == recorded("BRAWLER-of-COPPER")
    assert (
        instructions[0].instruction.points == ("walker", "brawler")
        and instructions[0].instruction.for_hands
    )


def test_alike_cards_are_told_apart_by_their_places() -> None:
    """Distinguish equal and hidden cards by places; name them only where they must be found."""
    instructions = struck(
        table("hunter brawler", "hunter#2 hunter#3", "guard:down walker:down", deployed="brawler"),
        1,
        "1 brawler: hunter#3",
    )
    assert words(instructions) == recorded("Discard-HUNTER-card-2-from-the")
    instructions = struck(
        table("hunter brawler", "hunter#2 hunter#3", "guard:down walker:down", deployed="brawler"),
        1,
        "1 brawler: walker",
    )
    assert words(instructions) == recorded("Discard-the-face-down-WALKER-card")
    assert why_so(instructions)[-1] == recorded("COPPER-has-chosen-a-face-down")


@pytest.mark.parametrize(
    ("rows", "deployed", "strength", "given", "expected"),
    [
        (("raider", "decoy", ""), "raider", 3, (), "Move-DECOY-from-BRASS-to-COPPER"),
        (
            ("chameleon", "walker", ""),
            "chameleon walker",
            2,
            ("1 chameleon: walker",),
            "Swap-CHAMELEON-in-front-of-COPPER",
        ),
        (
            ("guard", "walker", ""),
            "guard walker",
            2,
            ("1 guard: guard",),
            "Turn-GUARD-in-front-of-COPPER",
        ),
        (
            ("scout", "", ""),
            "scout",
            2,
            ("1 scout: walker",),
            "COPPER-lay-WALKER-out-of-slot",
        ),
        (
            ("heavy", "walker", "colossus"),
            "walker colossus heavy",
            1,
            (),
            "Discard-HEAVY-in-front-of-COPPER",
        ),
        (
            ("lookout", "heavy brawler", "hunter hunter#2"),
            "lookout",
            2,
            (),
            "Discard-HEAVY-and-BRAWLER-in-front",
        ),
        (
            ("raider", "raider#2", "decoy"),
            "raider raider#2",
            3,
            (),
            "RAIDER-of-COPPER-and-RAIDER-of",
        ),
        (
            ("copycat", "guard", ""),
            "copycat guard",
            2,
            ("2 guard: copycat",),
            "COPYCAT-of-COPPER-is-not-the",
        ),
        (("brawler", "", ""), "brawler", 1, (), "BRAWLER-of-COPPER-finds-nobody"),
    ],
)
def test_what_abilities_do(
    rows: tuple[str, ...], deployed: str, strength: int, given: tuple[str, ...], expected: str
) -> None:
    """Tell moves that belong together in one sentence."""
    assert words(struck(table(*rows, deployed=deployed), strength, *given)) == recorded(expected)


def test_who_is_hit_instead_and_who_gains() -> None:
    """Name the Decoy that stands in, and the Avenger that gains."""
    state = table(
        "brawler", "walker decoy", "avenger", deployed="brawler", claims=(Claim(3, "avenger"),)
    )
    instructions = struck(state, 1, "1 brawler: walker")
    assert words(instructions) == recorded("Move-DECOY-from-BRASS-to-TIN")
    reasons = why_so(instructions)
    assert reasons == recorded("DECOY-is-hit-instead-of-WALKER") and reasons == recorded(
        "AVENGER-of-TIN"
    )


def test_who_lies_face_down_and_is_saved_has_no_name() -> None:
    """Leave out the name of a saved hidden card, which need not be found."""
    instructions = struck(table("hunter", "", "walker:down decoy", deployed="hunter walker"), 1)
    assert why_so(instructions) == recorded("DECOY-is-hit-instead-of-a")


def test_a_copied_ability() -> None:
    """Tell a copied ability with its owner and words."""
    instructions = struck(
        table("copycat", "brawler", "walker", deployed="copycat brawler walker"),
        2,
        "1 copycat: walker",
    )
    assert words(instructions) == recorded("Discard-WALKER-in-front-of-TIN") and why_so(
        instructions
    )[0] == recorded("COPYCAT-of-COPPER-copies-BRAWLER-of")


def test_everything_that_a_copied_ability_does_says_so() -> None:
    """Mention the copy for everything it does, with a player's gains in one instruction."""
    state = table(
        "copycat",
        "leveller",
        "walker avenger",
        deployed="copycat leveller",
        claims=(Claim(3, "avenger"),),
    )
    instructions = struck(state, 2)
    assert words(instructions) == recorded("Move-to-TIN-COPYCAT-in-front")
    assert all(
        str(one.cause[0]) == recorded("COPYCAT-of-COPPER-copies-LEVELLER-of")
        for one in instructions
    )


def test_the_end_of_a_derby() -> None:
    """Tell totals seat by seat, then winner and reason, token, and perhaps the game's end."""
    state = table("colossus walker:down", "walker#2", "guard", tokens={1: 2, 2: 0, 3: 0})._replace(
        turn=4
    )
    outcome = end_turn(state)
    instructions = explained_from(state, outcome.events)
    assert words(instructions) == recorded("Everybody-discard-your-last-card-face")
    assert why_so(instructions)[0] == recorded("COLOSSUS-4-face-down-3") and why_so(
        instructions
    ) == recorded("7-is-the-highest-total-strength")
    assert not DieselResults().turn_note(outcome.events, 1)


def test_a_token_lies_there_once_it_is_told() -> None:
    """Show a token beside the winner's name after its instruction."""
    state = table("colossus walker:down", "walker#2", "guard", tokens={1: 2, 2: 0, 3: 0})._replace(
        turn=4
    )
    outcome = end_turn(state)
    instructions = instructions_from(state, outcome.events)
    (given,) = (at for at, one in enumerate(instructions) if one.tokens)
    seen = [
        {row.seat: row.tokens for row in scene_after(scene_of(state), instructions[:done]).rows}
        for done in range(len(instructions) + 1)
    ]
    before, after = {1: 2, 2: 0, 3: 0}, {1: 3, 2: 0, 3: 0}
    assert seen == [after if done > given else before for done in range(len(instructions) + 1)]
    assert outcome.state.tokens == after


def test_what_befell_a_player() -> None:
    """Tell losses to others, and gains."""
    state = table("raider", "decoy walker", "brawler", deployed="raider brawler")
    first = resolve(state, 3, ())
    both = (*first.events, *resolve(first.state, 1, (GivenAnswer(3, "brawler", "walker"),)).events)
    assert [str(DieselResults().turn_note(both, seat)) for seat in (1, 2, 3)] == recorded(
        "1-gained"
    )


def test_a_derby_that_was_level() -> None:
    """Decide a level Derby by combatants; play on with several at three tokens."""
    state = table("walker", "guard heavy", "scout", tokens={1: 0, 2: 2, 3: 3})._replace(turn=4)
    instructions = explained_from(state, end_turn(state).events)
    assert why_so(instructions) == recorded("COPPER-and-BRASS-are-level-with")
    assert why_so(instructions)[-1] == recorded("Several-are-level-with-3-tokens")


def test_led_back_over_a_turn() -> None:
    """Return cards to their hands, hands to the right, and discarded cards to rows."""
    start = table("", "", "")._replace(turn=0)
    first = reveal(start, {1: ("walker",), 2: ("guard",), 3: ("colossus",)}).state
    passed = end_turn(first).state
    second = reveal(passed, {1: ("brawler",), 2: ("decoy",), 3: ("heavy",)}).state
    third = resolve(second, 1, (GivenAnswer(1, "brawler", "guard"),)).state
    assert words(led(scene_of(third, 1), scene_of(first, 0))) == recorded(
        "Back-into-the-hands-BRAWLER-to"
    )
    assert words(led(scene_of(first, 0), scene_of(third, 1))) == recorded(
        "Everybody-pass-your-hand-to-the"
    )


def test_led_to_another_derby() -> None:
    """Shuffle and deal all unknown cards on the way to another Derby."""
    before = table("walker", "", "", derby=2)
    after = table("", "guard:down walker", "hunter", discard=("heavy",), tokens={1: 0, 2: 1, 3: 0})
    assert words(led(scene_of(before), scene_of(after))) == recorded("Collect-all-cards-of-Derby-2")


def test_every_number_of_the_rules_has_a_sentence() -> None:
    """Have a sentence for each of 15 rules and 28 rulings."""
    assert set(SENTENCES) == {
        *(f"DD{number:02}" for number in range(1, 16)),
        *(f"DDR{number:02}" for number in range(1, 29)),
    }
    sentences = [str(one) for one in SENTENCES.values()]
    assert (
        len(set(sentences)) == len(sentences)
        and all(one[0].isupper() and one.endswith(".") for one in sentences)
        and not why("DD99")
    )
