"""What is a procedure called, when is it used, and what did users say about it? Pure.

Words come only from users' requests and corrections. Where one comes from text that nobody vouches for, that
is said: commands and exit codes are observations, words are not.
"""

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence

from phantasm.learning.procedures.parameters import Values
from phantasm.learning.procedures.profiles import ALWAYS_SHARE, Corpus, Profile, chance
from phantasm.learning.procedures.traces import LONGEST_GOAL, Trace, goal_of, request_of, words_of

TRIGGER_SHARE = 0.6
"""The share of the requests that the trigger's words together must be in; else the requests have nothing in
common, and what was done is a habit."""
WORD_SHARE = 0.2
"""The share of the requests that one word of the trigger must be in: one way of asking in five."""
CHANCE = 0.01
"""The probability up to which a word is in the requests of a group by more than chance, all words that were
tried taken together."""
MOST_WAYS = 4
"""Words that together must be in most requests, one for each way to ask; more would cover any requests."""
MOST_WORDS = 6
"""Words of a trigger."""
LONGEST_REQUEST = 280
"""Characters of a request in a user's own words; longer ones carry pasted text."""
LONGEST_TITLE = 80
LONGEST_NOTE = 160
SHORTEST_VALUE = 2
"""Characters of a value that is recognised in a request; a single one is there by chance."""
LEAST_SAID = 2
"""Telling words that a correction must share with a step to be about it."""

_SENTENCE = re.compile(r"(?<=[.!?])\s+|\n")
_PASTED = re.compile(r"```|^\s*>|^\s{4}|\bTraceback\b|<[a-z]+>", re.MULTILINE)
_POLITE = re.compile(
    r"^(?:hey|hi|hello|ok|okay|so|now|and|then)[,!]?\s+|"
    r"^(?:please|pls|kindly|can you|could you|would you|i need you to|i want you to|we need to|we have to|"
    r"i need to|let's|lets|time to|go ahead and|need to)\s+|"
    r"[\s,]*(?:please|pls|thanks|thank you|asap|now)?[.!?\s]*$",
    re.IGNORECASE,
)


def is_trusted(trace: Trace, untrusted: Collection[str]) -> bool:
    """Whether the request of an episode is a user's own words."""
    goal, episode = goal_of(trace.episode), trace.episode
    sources = [said for said in episode.asked if _same_text(goal, said.text)]
    if trace.session in untrusted or any(said.evidence_id in untrusted for said in sources):
        return False
    # A condensed episode no longer has what was asked; its goal was the user's when it was formed.
    said_by_user = bool(sources) or not episode.asked
    request = request_of(episode)
    return said_by_user and bool(goal) and len(request) <= LONGEST_REQUEST and not _PASTED.search(request)


def title_of(
    members: Sequence[Trace], values: Mapping[str, Values], untrusted: Collection[str]
) -> tuple[str, bool]:
    """Return the most usual request with parameters in it, and whether a user's own words are behind it."""
    trusted = [place for place, trace in enumerate(members) if is_trusted(trace, untrusted)]
    counts = Counter(
        title for place in trusted or range(len(members)) if (title := _title(members[place], place, values))
    )
    if not counts:
        return "", False
    best = min(counts, key=lambda title: (-counts[title], len(title), title))
    return best, bool(trusted)


def trigger_words(
    members: Sequence[Trace],
    profile: Profile,
    corpus: Corpus,
    *,
    values: Mapping[str, Values],
    untrusted: Collection[str],
) -> tuple[tuple[str, ...], bool]:
    """Return the words that requests for it have in common, and whether users' own words have all of them."""
    surfaces: dict[str, Counter[str]] = {}
    for trace in members:
        for stemmed, word in words_of(request_of(trace.episode)):
            surfaces.setdefault(stemmed, Counter())[word] += 1
    named = {
        stemmed
        for found in values.values()
        for value in set(found.values())
        for stemmed, _ in words_of(value)
    }
    # A parameter's value says which one, not what.
    telling = {word for word in profile.words if word not in named and _tells(word, members, corpus)}
    left = [trace.words for trace in members]
    chosen: list[str] = []
    for _ in range(MOST_WAYS):
        counts = Counter(word for words in left for word in words if word in telling)
        fitting = [word for word, count in counts.items() if count > 1 or len(left) == 1]
        if not fitting:
            break
        best = min(fitting, key=lambda word: (-counts[word], -profile.words[word], word))
        chosen.append(best)
        left = [words for words in left if best not in words]
    if len(members) - len(left) < TRIGGER_SHARE * len(members):
        return (), True
    # What else is typical comes after what was needed to cover the requests.
    more = sorted(telling - set(chosen), key=lambda word: (-profile.words[word], word))
    chosen += more[: MOST_WORDS - len(chosen)]
    own = {word for trace in members if is_trusted(trace, untrusted) for word in trace.words}
    shown = [min(surfaces[word], key=lambda one: (-surfaces[word][one], one)) for word in chosen]
    return tuple(shown), all(word in own for word in chosen)


def _tells(word: str, members: Sequence[Trace], corpus: Corpus) -> bool:
    """Whether a word is in enough of the requests, and there by more than chance or in nearly all."""
    count = sum(word in trace.words for trace in members)
    tried = len({word for trace in members for word in trace.words})
    by_chance = chance(count, corpus.words[word], len(members), corpus.size) * tried
    share = count / len(members)
    return share >= WORD_SHARE and (by_chance <= CHANCE or share >= ALWAYS_SHARE)


def notes_on(
    actions: Sequence[str], members: Sequence[Trace], untrusted: Collection[str]
) -> tuple[list[str], bool]:
    """Return for each step what a user last said about it, and whether users vouch for all of it."""
    notes, vouched = [""] * len(actions), True
    about = [frozenset(re.findall(r"[a-z][a-z0-9-]{2,}", action.lower())) for action in actions]
    for trace in members:
        for said in trace.episode.corrections:
            words = frozenset(re.findall(r"[a-z][a-z0-9-]{2,}", said.text.lower()))
            shared = [len(words & step) for step in about]
            best = max(shared, default=0)
            if best < LEAST_SAID:
                continue
            notes[shared.index(best)] = said.text.strip()[:LONGEST_NOTE]
            if said.evidence_id in untrusted or trace.session in untrusted or _PASTED.search(said.text):
                vouched = False
    return notes, vouched


def filled(text: str, place: int, values: Mapping[str, Values]) -> str:
    """Put parameters for the values that one session used."""
    pairs = [
        (found[place], name) for name, found in values.items() if len(found.get(place, "")) >= SHORTEST_VALUE
    ]
    for value, name in sorted(pairs, key=lambda pair: (-len(pair[0]), pair[1])):
        text = re.sub(rf"(?<![A-Za-z0-9{{]){re.escape(value)}(?![A-Za-z0-9}}])", f"{{{name}}}", text)
    return text


def _title(trace: Trace, place: int, values: Mapping[str, Values]) -> str:
    sentence = next(
        (part for part in _SENTENCE.split(goal_of(trace.episode)[:LONGEST_GOAL]) if part.strip()), ""
    ).strip()
    before = None
    while sentence != before:
        before, sentence = sentence, _POLITE.sub("", sentence)
    sentence = " ".join(filled(sentence, place, values).split())
    if not re.search(r"[A-Za-z]", re.sub(r"\{\w+\}", "", sentence)):
        # Nothing but values: it says which one, not what.
        return ""
    if re.match(r"[a-z]+(?![\w{])", sentence):
        sentence = sentence[:1].upper() + sentence[1:]
    return sentence[:LONGEST_TITLE].strip()


def _same_text(goal: str, said: str) -> bool:
    one, other = (" ".join(text.lower().split()) for text in (goal, said))
    return bool(one and other) and (one in other or other.rstrip(".…") in one)
