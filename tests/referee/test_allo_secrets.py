"""Nobody learns from view, offer, event or refusal of Allo... la France what is not for his eyes: numbers, plates that were
shown to others, kept cards, the order of the deck."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from referee.allo import events as e
from referee.allo import moves as m
from referee.allo import offers as offering
from referee.allo import rules, turns, views
from referee.allo.game import GAME
from referee.allo.pieces import DECK, KEPT, Part
from referee.allo.robot import choose
from referee.allo.state import State
from referee.allo.ways import distance
from referee.chance import Chance
from referee.game import ARBITER, TABLE, Observer, Refused

SEED = bytes(32)
OPTIONS = m.Options(surnames=6, firsts=6, jobs=6)


def played(seats: int, seed: int, steps: int, pieces: str = "phone") -> tuple[list[e.Event], State]:
    """A game by robots, some of whom say wild numbers; cut off somewhere in the middle."""
    key = seed.to_bytes(32)
    events = GAME.deal(replace(OPTIONS, pieces=pieces), seats, Chance(key, 0))
    state = GAME.evolve(GAME.start(), events[0])
    for step in range(steps):
        seat = (GAME.awaited(state) or (step % seats,))[0]
        offers, dice = GAME.moves(state, seat), Chance(key, 1000 + step)
        move = choose(GAME.view(state, seat), offers, dice)
        wild = [offer for offer in offers if offer.kind == "guess"]
        if wild and not dice.below(3):
            number = "".join(dice.one(OPTIONS.values(part)) for part in Part)
            move = m.Guess(dice.one(wild[0].choices), number, wild[0].settled["free"])
        assert move is not None
        new = GAME.decide(state, seat, move, Chance(key, 1 + step))
        after = state
        for event in new:
            after = GAME.evolve(after, event)
        if GAME.outcome(after):
            break
        events, state = [*events, *new], after
    return events, state


def other_world(state: State, observer: Observer, chance: Chance) -> State:
    """The same but for what that observer cannot know, as far as answers that everybody heard leave a choice: numbers of
    others, plates that others showed each other, which of two cards alike is kept, the cards nobody has drawn."""
    for _ in range(30):
        numbers = list(state.numbers)
        part, seat = chance.one([*Part]), chance.one([s for s in range(state.seats) if s != observer])
        value = chance.one(state.options.values(part))
        owner = next((s for s, n in enumerate(numbers) if n.part(part) == value), None)
        if owner == observer:
            continue
        if owner is not None:
            numbers[owner] = replace(numbers[owner], **{part.value: numbers[seat].part(part)})
        numbers[seat] = replace(numbers[seat], **{part.value: value})
        state = consistent(state, tuple(numbers), observer) or state
    state = other_plates(state, observer, chance)
    if not state.deck:
        return state
    return other_kept(replace(state, deck=chance.shuffled(state.deck)), observer)


def consistent(state: State, numbers: tuple[m.Number, ...], observer: Observer) -> State | None:
    """The state with these numbers, if nothing that the observer heard or saw speaks against it."""
    for call in state.calls:
        of = numbers[call.to]
        if call.number is not None and of.dialled == call.number:
            return None
        if call.part == Part.CITY:
            assert call.at is not None
            if distance(state.options.map, call.at, of.city) != call.answer:
                return None
        elif call.part and (of.part(call.part) == call.value) != call.answer:
            return None
    secrets = []
    for secret in state.secrets:
        value = numbers[secret.owner].part(secret.part)
        if observer in (secret.owner, secret.to) and value != secret.value:
            return None
        secrets.append(replace(secret, value=value))
    return replace(state, numbers=numbers, secrets=tuple(secrets))


def other_plates(state: State, observer: Observer, chance: Chance) -> State:
    """After wrong guesses of others, another plate was shown."""
    for i, secret in enumerate(state.secrets):
        left = state.unseen(secret.owner, secret.to)
        if secret.why == "guess" and observer not in (secret.owner, secret.to) and left:
            part = chance.one(left)
            new = replace(secret, part=part, value=state.numbers[secret.owner].part(part))
            state = replace(state, secrets=(*state.secrets[:i], new, *state.secrets[i + 1 :]))
    return state


def other_kept(state: State, observer: Observer) -> State:
    """Others keep, or are about to keep, the other one of two cards that are alike from outside."""
    for seat, cards in enumerate(state.kept):
        for i, number in enumerate(cards):
            twin = twin_of(number)
            if seat != observer and twin in state.deck:
                kept = (*cards[:i], twin, *cards[i + 1 :])
                deck = tuple(number if each == twin else each for each in state.deck)
                state = replace(state, kept=(*state.kept[:seat], kept, *state.kept[seat + 1 :]), deck=deck)
                cards = kept
    if state.card and state.now and state.now.special in KEPT and state.turn != observer:
        twin = twin_of(state.card)
        if twin in state.deck:
            deck = tuple(state.card if each == twin else each for each in state.deck)
            state = replace(state, card=twin, deck=deck)
    return state


def twin_of(number: int) -> int:
    """The card with the same move and bar of which something else is kept."""
    card = DECK[number - 1]
    alike = [c for c in DECK if (c.move, c.call) == (card.move, card.call) and c.special in KEPT and c != card]
    return alike[0].number


TRIES: tuple[m.Move, ...] = (
    m.Draw(),
    m.Pass(),
    m.Build(),
    m.Build("14"),
    *(m.Go(code) for code in OPTIONS.map.codes),
    *(m.Jump(code) for code in OPTIONS.map.codes[:4]),
    *(m.Lay(code) for code in OPTIONS.map.codes),
    *(m.Ask(to, Part.JOB, "10", free) for to in range(4) for free in (False, True)),
    *(m.Ask(to, Part.JOB, "99") for to in range(4)),
    *(m.Guess(to, "00000000", free) for to in range(4) for free in (False, True)),
    *(m.Look(to, part) for to in range(4) for part in (None, *Part)),
    *(m.Show(part) for part in Part),
    m.Correct(0, 0, Part.JOB, "99"),
    *(m.Skip(seat) for seat in range(4)),
)


def told(state: State, observer: Observer) -> bytes:
    """All that an observer is told: his view, his offers, what is refused to him and why, whom the game waits for."""
    found: list[Any] = [GAME.view(state, observer), GAME.awaited(state)]
    if observer != ARBITER:
        found.append(GAME.moves(state, observer))
        for move in TRIES:
            try:
                GAME.decide(state, observer, move, Chance(SEED, 2))
                found.append("taken")
            except Refused as refusal:
                found.append(str(refusal))
    return msgspec.json.encode(found)


def leaks(state: State, observer: Observer, chance: Chance) -> bool:
    """Does the observer see a difference between two worlds that differ only in what is hidden from him?"""
    return told(state, observer) != told(other_world(state, observer, chance), observer)


games = st.tuples(
    st.integers(3, 4), st.integers(0, 10**9), st.integers(0, 90), st.sampled_from(["phone", "phone", "paper"])
)


@settings(max_examples=40)
@given(games, st.integers(0, 10**6))
def test_views_offers_and_refusals_tell_nothing_hidden(game: tuple[int, int, int, str], other: int) -> None:
    """For each seat, the table, and the arbiter before his time."""
    _, state = played(*game)
    for observer in (*range(state.seats), TABLE, ARBITER):
        assert not leaks(state, observer, Chance(SEED, other))


def spoilt_view(**fields: Callable[[State, Any], Any]) -> Callable[[pytest.MonkeyPatch], None]:
    """A view with something in it that was meant for somebody else."""

    def plant(monkeypatch: pytest.MonkeyPatch) -> None:
        usual = GAME.view
        monkeypatch.setattr(
            GAME, "view", lambda s, o: replace(usual(s, o), **{k: f(s, o) for k, f in fields.items()}), raising=False
        )

    return plant


def by_what_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """The step of the call is left out, or not, by what somebody keeps."""
    usual = views.view

    def spoilt(state: State, observer: Observer) -> views.View:
        free = any(state.holds(seat, KEPT[0]) for seat in range(state.seats) if state.kept and state.kept[seat])
        return replace(usual(state, observer), step="call" if free else "cable")

    monkeypatch.setattr(GAME, "view", spoilt, raising=False)


def by_a_refusal(monkeypatch: pytest.MonkeyPatch) -> None:
    """A refusal that says more than why."""

    def spoilt(state: State, dialled: str) -> None:
        raise Refused("no such plate", near=state.numbers[1].dialled)

    monkeypatch.setattr("referee.allo.calls.check_number", spoilt)


def by_an_offer(monkeypatch: pytest.MonkeyPatch) -> None:
    """The card on top, in the name of an offer."""
    usual = offering.moves
    monkeypatch.setattr(
        GAME, "moves", lambda s, a: [replace(o, id=f"{o.id}.{s.deck[:1]}") for o in usual(s, a)], raising=False
    )


LEAKS: dict[str, tuple[Callable[[pytest.MonkeyPatch], None], str]] = {
    "a number": (spoilt_view(numbers=lambda s, o: s.numbers), "phone"),
    "one digit of a number": (spoilt_view(turns=lambda s, o: int(s.numbers[-1].job)), "phone"),
    "a number beside the board": (spoilt_view(numbers=lambda s, o: s.numbers), "paper"),
    "what was seen": (spoilt_view(secrets=lambda s, o: tuple(views.sight(x, True) for x in s.secrets)), "paper"),
    "which plate was shown": (
        spoilt_view(secrets=lambda s, o: tuple(replace(views.sight(x, False), part=x.part) for x in s.secrets)),
        "phone",
    ),
    "what is kept": (spoilt_view(keeps=lambda s, o: views.keeps(s, 0) + views.keeps(s, 1)), "phone"),
    "what will be kept": (spoilt_view(card=lambda s, o: views.card(s.now, True) if s.now else None), "phone"),
    "the step": (by_what_is_kept, "phone"),
    "the deck": (spoilt_view(turns=lambda s, o: (s.deck or (0,))[0]), "phone"),
    "a refusal": (by_a_refusal, "phone"),
    "an offer": (by_an_offer, "phone"),
}


@pytest.mark.parametrize(("plant", "pieces"), LEAKS.values(), ids=LEAKS)
def test_the_comparison_notices_a_leak(
    plant: Callable[[pytest.MonkeyPatch], None], pieces: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Proof: one leak of each kind is planted, and found by somebody at some table."""
    tables = [played(3, seed, 30 + 10 * seed, pieces)[1] for seed in range(8)]
    plant(monkeypatch)
    assert any(leaks(state, observer, Chance(SEED, 5)) for state in tables for observer in (0, 1, 2, TABLE))


def test_the_worlds_differ() -> None:
    """Or there would be nothing to leak: numbers mostly, sometimes plates and kept cards."""
    found = {"numbers": 0, "secrets": 0, "kept": 0, "card": 0, "deck": 0}
    for seed in range(40):
        _, state = played(3, seed, 2 * seed)
        other = other_world(state, 0, Chance(SEED, seed))
        for name in found:
            found[name] += getattr(other, name) != getattr(state, name)
    assert found["numbers"] >= 35
    assert found["deck"] >= 35
    assert min(found["secrets"], found["kept"]) >= 5
    assert found["card"] >= 1


@settings(max_examples=25)
@given(games)
def test_events_are_witnessed_without_secrets(game: tuple[int, int, int, str]) -> None:
    """Numbers, the deck, plates and kept cards reach those whom they are for, and nobody else."""
    events, state = played(*game)
    for event in events:
        for observer in (*range(state.seats), TABLE, ARBITER):
            seen = GAME.witness(state, event, observer)
            if isinstance(event, e.Dealt):
                assert isinstance(seen, views.Deal)
                assert seen.number == (event.numbers[observer] if isinstance(observer, int) else None)
                assert (seen.seats, seen.starts, seen.first) == (event.seats, event.starts, event.first)
            elif isinstance(event, e.Drawn) and observer != event.seat:
                special = None if event.special in KEPT else event.special
                assert seen == replace(event, card=None, special=special)
            elif isinstance(event, e.Kept) and observer != event.seat:
                assert seen == e.Kept(event.seat, None)
            elif isinstance(event, e.Shown) and observer not in (event.seat, event.to):
                assert seen == e.Shown(event.seat, event.to, None, None)
            elif isinstance(event, e.Looked) and observer not in (event.seat, event.of):
                assert seen == replace(event, value=None)
            else:
                assert seen == event


def test_everybody_sees_everything_when_it_is_over() -> None:
    events, state = played(3, 1, 12, "paper")
    by = next(seat for seat in range(3) if "guess" in {offer.kind for offer in GAME.moves(state, seat)})
    to = (by + 1) % 3
    for event in GAME.decide(state, by, m.Guess(to, state.numbers[to].dialled), Chance(SEED, 1)):
        state = GAME.evolve(state, event)
    assert GAME.witness(state, events[0], ARBITER) == events[0]
    for observer in (0, 1, 2, TABLE, ARBITER):
        assert GAME.view(state, observer).numbers == state.numbers
        assert all(sight.value for sight in GAME.view(state, observer).secrets)


@pytest.mark.parametrize("number", [card.number for card in DECK if card.special in KEPT])
def test_what_will_be_kept_shows_to_whoever_drew_it(number: int) -> None:
    """The others see the card without it, whichever it is; what is done at once they see."""
    state = replace(played(3, 1, 1)[1], card=number)
    for observer in (0, 1, 2, TABLE, ARBITER):
        shown = GAME.view(state, observer).card
        assert shown is not None
        assert shown.special == (DECK[number - 1].special if observer == state.turn else None)
    at_once = next(card for card in DECK if card.special and card.special not in KEPT)
    for observer in (0, 1, 2, TABLE):
        shown = GAME.view(replace(state, card=at_once.number), observer).card
        assert shown and shown.special == at_once.special


@pytest.mark.parametrize("stranger", [3, -1, 99])
def test_a_seat_that_does_not_exist_sees_no_more_than_the_table(stranger: int) -> None:
    _, state = played(3, 1, 40)
    assert replace(GAME.view(state, stranger), observer=TABLE) == GAME.view(state, TABLE)
    assert GAME.moves(state, stranger) == []
    with pytest.raises(Refused, match="no such seat"):
        GAME.decide(state, stranger, m.Draw(), Chance(SEED, 1))


def test_a_step_is_never_left_out_by_what_is_kept() -> None:
    """The same game with the other card kept goes through the same steps."""
    seen = 0
    for seed in range(60):
        _, state = played(3, seed, 60)
        if not state.kept[state.turn] or state.debts:
            continue
        other = other_kept(state, TABLE)
        for world in (state, other):
            assert rules.by_itself(world) is None
        assert turns.can_call(state) == turns.can_call(other)
        seen += other != state
    assert seen >= 3
