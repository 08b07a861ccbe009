"""What would the procedure be that a group of episodes followed? Pure."""

import hashlib
import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from phantasm.learning.procedures.acts import Action, Argument
from phantasm.learning.procedures.align import Column, aligned
from phantasm.learning.procedures.cluster import Cluster
from phantasm.learning.procedures.model import Candidate, Parameter, ProcedureStep, Trigger
from phantasm.learning.procedures.normalise import form_of
from phantasm.learning.procedures.parameters import (
    Template,
    Values,
    Variable,
    examples,
    expressed,
    grouped,
    template,
    variables,
    whole_where_loose,
)
from phantasm.learning.procedures.payload import is_named_well, named_by_steps
from phantasm.learning.procedures.profiles import (
    ALWAYS_SHARE,
    BLUR,
    LEAST_STEPS,
    SOMETIMES_SHARE,
    TELLING_LIFT,
    Corpus,
    Profile,
    chance,
)
from phantasm.learning.procedures.traces import LONGEST_GOAL, STOP, Trace, goal_of, request_of, words_of

VERSION = re.compile(r"[vV]?\d+(?:\.\d+)+(?:[-.+]?(?:a|b|rc|alpha|beta|dev|post|next|canary)[-.]?\d*)*")
_HASH = re.compile(r"(?=[0-9a-f]*\d)(?=\d*[a-f])[0-9a-f]{7,40}")
_TICKET = re.compile(r"[A-Z][A-Z0-9]+-\d+")
_NUMBER = re.compile(r"\d+")
_PATH = re.compile(r"(?=.*[/.]).*\.[A-Za-z]{1,5}|.+/.+")
_HOLDER = re.compile(r"(?:.*\s)?([A-Za-z][A-Za-z-]{2,})[/=:]", re.DOTALL)
_LONG_FLAG = re.compile(r"--([a-z][a-z-]{2,})=?")

_INSTALLING = (
    r"(?:npm|pnpm|yarn|bun|poetry|cargo|uv|uv pip|pip|pipenv|pdm|gem|bundle|go|composer|brew) "
    r"(?:add|install|update|upgrade|remove|get|lock|i|require|uninstall)\b"
)
# Acts whose argument has a name that everybody gives it.
_BY_ACT = (
    (r"git (?:checkout|switch|push|pull|merge|branch|rebase|fetch)\b", "branch"),
    (r"git (?:cherry-pick|revert|reset)\b", "commit"),
    (r"git tag\b", "tag"),
    (_INSTALLING, "package"),
    (r"docker (?:build|push|pull|run|tag)\b", "image"),
    (r"(?:manage\.py|rails|artisan)\b", "app"),
    (r"(?:createdb|dropdb|pg_restore|pg_dump|psql|mysql)\b", "database"),
)
_BY_SHORT_FLAG = {("kubectl", "-n"): "namespace", ("helm", "-n"): "namespace"}
# Folders that hold all kinds of things say nothing about one of them.
_FOLDERS = frozenset(
    "src lib tests test spec docs proto app packages internal pkg cmd scripts bin clients specs".split()
)
_HOLDER_NAMES = {"feature": "branch", "release": "version", "deploy": "deployment", "svc": "service"}
_TAKES_NOTHING = re.compile(r"--(?:if|no|force|dry|with|skip|allow|all)\b.*")


def name_of(values: Sequence[str], *, key: str, act: str, before: str) -> tuple[int, str]:
    """Return a name and how good it is, lower is better; `before` is the constant text in front of it."""
    offered = (
        "version" if _all(VERSION, values) else "",
        _word(key[1:]) if key.startswith("$") else "",
        "ticket" if _all(_TICKET, values) else "commit" if _all(_HASH, values) else "",
        _by_flag(key, act) if not before else "",
        _by_holder(before),
        "message" if any(" " in value for value in values) else "",
        next((name for pattern, name in _BY_ACT if not before and re.match(pattern, act)), ""),
        "number" if _all(_NUMBER, values) else "path" if _all(_PATH, values) else "",
        "name",
    )
    return next((place, name) for place, name in enumerate(offered) if name)


def _all(pattern: re.Pattern[str], values: Sequence[str]) -> bool:
    return all(pattern.fullmatch(value) for value in values)


def _by_flag(key: str, act: str) -> str:
    flag = _LONG_FLAG.fullmatch(key)
    if flag and not _TAKES_NOTHING.fullmatch(key):
        return _word(flag[1])
    return _BY_SHORT_FLAG.get((act.split(maxsplit=1)[0], key), "")


def _by_holder(before: str) -> str:
    """Return what the text in front of a value says it is: `deployment/`, `image=`."""
    holder = _HOLDER.fullmatch(before)
    if not holder or holder[1] in _FOLDERS:
        return ""
    return _HOLDER_NAMES.get(holder[1].lower(), _word(holder[1]))


def _word(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", "_", text.lower()).strip("_") or "name"


USUAL_SHARE = 0.6
"""The share of a step's commands that must have the same make-up; else its places are one list of values."""
MOST_EXAMPLES = 3
"""Values of a parameter that are shown; three show what varies and what does not."""
SAID_SHARE = 0.5
"""The share of sessions whose request must say a parameter's value for it to come from the request."""
_PLACES = "#*"


@dataclass(frozen=True, slots=True)
class Written:
    """Commands with parameters."""

    actions: tuple[str, ...]
    """One for each step."""
    parameters: tuple[Parameter, ...]
    values: Mapping[str, Values]
    """What each parameter was, by session."""
    constants: tuple[tuple[tuple[str, str], ...], ...]
    """The arguments of each step that stay, with their keys."""


def written(columns: Sequence[Column], goals: Sequence[str]) -> Written:
    """Compare the commands of each step over the sessions, and write them with parameters."""
    made = [_words(column) for column in columns]
    raw = [template(values) for words in made for _, values in words if values is not None]
    templates = [whole_where_loose(one, _elsewhere(raw, place)) for place, one in enumerate(raw)]
    templates = [expressed(one, _elsewhere(templates, place)) for place, one in enumerate(templates)]
    names, values = _named(columns, made, templates)
    parameters = tuple(
        Parameter(name, examples(found, MOST_EXAMPLES), in_goal=_is_said(found, goals))
        for name, found in values.items()
    )
    rest = iter(templates)
    numbers = iter(names)
    lines, constants = [], []
    for words in made:
        parts = [(word, None if values is None else _text(next(rest), numbers)) for word, values in words]
        lines.append(_joined(parts))
        constants.append(tuple((key, text) for key, text in parts if text is not None and "{" not in text))
    return Written(tuple(lines), parameters, values, tuple(constants))


def _elsewhere(templates: Sequence[Template], place: int) -> list[Variable]:
    return [variable for at, other in enumerate(templates) if at != place for variable in variables(other)]


def _words(column: Column) -> list[tuple[str, Values | None]]:
    """Return the words of a step, and for each argument its values by session."""
    runs = dict(sorted(column.runs.items()))
    layouts = Counter(action.layout for action in runs.values())
    layout = min(layouts, key=lambda one: (-layouts[one], one))
    if layouts[layout] < USUAL_SHARE * len(runs):
        runs = {place: _with_places_joined(action) for place, action in runs.items()}
        layouts = Counter(action.layout for action in runs.values())
        layout = min(layouts, key=lambda one: (-layouts[one], one))
    found: list[tuple[str, Values | None]] = []
    for word in layout:
        if not word.startswith("\0"):
            found.append((word, None))
            continue
        values = {
            place: argument.value
            for place, action in runs.items()
            for argument in action.arguments
            if argument.key == word[1:]
        }
        found.append((word[1:], values))
    return found


def _with_places_joined(action: Action) -> Action:
    """Put all arguments without a flag together: their number differs, so they are one list."""
    values = [argument.value for argument in action.arguments if argument.key.startswith("#")]
    words: list[str | Argument] = []
    for word in action.words:
        if not (isinstance(word, Argument) and word.key.startswith("#")):
            words.append(word)
        elif values:
            words.append(Argument(_PLACES, " ".join(values)))
            values = []
    return Action(action.act, action.form, tuple(words), action.worked, action.is_test)


def _named(
    columns: Sequence[Column], made: Sequence[list[tuple[str, Values | None]]], templates: Sequence[Template]
) -> tuple[list[str], dict[str, Values]]:
    """Name the variables; the same name for those that are one parameter."""
    places = [
        (column, key)
        for column, words in zip(columns, made, strict=True)
        for key, v in words
        if v is not None
    ]
    found: list[Variable] = []
    suggested: list[tuple[int, str]] = []
    for (column, key), pieces in zip(places, templates, strict=True):
        before = ""
        for piece in pieces:
            if isinstance(piece, str):
                before += piece
                continue
            found.append(piece)
            act = next(iter(column.runs.values())).act
            values = sorted(set(piece.by_session.values()))
            suggested.append(name_of(values, key=key, act=act, before=before))
            before = ""
    names = [""] * len(found)
    values_by_name: dict[str, Values] = {}
    for group in grouped(found):
        name = min((suggested[place] for place in group), key=lambda one: one[0])[1]
        unique, number = name, 2
        while unique in values_by_name:
            unique, number = f"{name}_{number}", number + 1
        values_by_name[unique] = {}
        for place in reversed(group):
            names[place] = unique
            values_by_name[unique].update(found[place].by_session)
    return names, values_by_name


def _text(pieces: Template, names: Iterator[str]) -> str:
    return "".join(piece if isinstance(piece, str) else f"{{{next(names)}}}" for piece in pieces)


def _joined(parts: Sequence[tuple[str, str | None]]) -> str:
    """Write words and arguments as a command line."""
    line: list[str] = []
    for word, text in parts:
        key = word.rpartition("|")[2]
        if text is None:
            line.append(word)
        elif key.startswith("$"):
            line.append(f"{key[1:]}={_quoted(text)}")
        elif key.endswith("=") and line:
            line[-1] += f"={_quoted(text)}"
        else:
            line.append(text if key == _PLACES else _quoted(text))
    return " ".join(line)


def _quoted(text: str) -> str:
    needs_quotes = text in {"", "{message}"} or any(sign in text for sign in " '\";&|<>()\\")
    return '"' + text.replace('"', '\\"') + '"' if needs_quotes else text


def _is_said(found: Values, goals: Sequence[str]) -> bool:
    said = sum(1 for place, value in found.items() if value and value in goals[place])
    return said >= SAID_SHARE * len(found)


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
MOST_COMPARED = 8
"""Requests with which the others are compared for what they have in common, the most usual ones."""
_MARKS = ".,:;!?"
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
    r"[\s,]*+(?:please|pls|thanks|thank you|asap|now)?[.!?\s]*+$",
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
    members: Sequence[Trace],
    values: Mapping[str, Values],
    steps: Sequence[ProcedureStep],
    untrusted: Collection[str],
) -> tuple[str, bool]:
    """Return what a procedure is called, and whether only users' own words are in that.

    It is what most requests have in common, with placeholders for what differs. Where they have nothing in
    common, or nothing that has to do with the steps, it is named by its steps.
    """
    trusted = [place for place, trace in enumerate(members) if is_trusted(trace, untrusted)]
    asked = [_asked(trace) for trace in members]
    titles = []
    for shortest in (SHORTEST_VALUE, 1):
        said = [filled(text, place, values, shortest=shortest).split() for place, text in enumerate(asked)]
        titles.append(_shared(said, [said[place] for place in trusted] or said, values))
    title = max(titles, key=lambda one: one[1])[0]
    if is_named_well(title, steps):
        return title, bool(trusted)
    return named_by_steps(steps), True


def _asked(trace: Trace) -> str:
    """Return the first sentence of a request; nothing for a question, which asks for an answer."""
    sentences = _SENTENCE.split(goal_of(trace.episode)[:LONGEST_GOAL])
    first = next((part for part in sentences if part.strip()), "").strip()
    before, sentence = "", first
    while sentence != before:
        before, sentence = sentence, _POLITE.sub("", sentence)
    is_question = first.endswith("?") and first.startswith(sentence)
    return "" if is_question else sentence


def _shared(
    requests: Sequence[list[str]], models: Sequence[list[str]], values: Mapping[str, Values]
) -> tuple[str, int]:
    """Return what most requests say, in the words of a model, and how many words of it they share."""
    counts = Counter(" ".join(words) for words in models if words)
    usual = sorted(counts, key=lambda text: (-counts[text], len(text), text))
    best: tuple[str, int] = ("", 0)
    for model in map(str.split, usual[:MOST_COMPARED]):
        places = [_aligned(model, words) for words in requests]
        least = TRIGGER_SHARE * len(requests)
        kept = [sum(at in matched for matched in places) >= least for at in range(len(model))]
        if sum(kept) > best[1] and 2 * sum(kept) >= len(model):
            both = list(zip(requests, places, strict=True))
            best = _with_placeholders(model, kept, both, values), sum(kept)
    return best


def _aligned(model: Sequence[str], words: Sequence[str]) -> dict[int, int]:
    """Return which word of a model stands where in a request."""
    one, other = ([word.casefold().strip(_MARKS) for word in text] for text in (model, words))
    blocks = SequenceMatcher(None, one, other, autojunk=False).get_matching_blocks()
    return {block.a + at: block.b + at for block in blocks for at in range(block.size)}


def _with_placeholders(
    model: Sequence[str],
    kept: Sequence[bool],
    requests: Sequence[tuple[list[str], dict[int, int]]],
    values: Mapping[str, Values],
) -> str:
    """Write what is kept of a model; where one word of most requests differs, a placeholder for it."""
    found: list[str] = []
    for at, word in enumerate(model):
        if kept[at]:
            found.append(word)
            continue
        others = [
            words[matched[at - 1] + 1].strip(_MARKS)
            for words, matched in requests
            if at and kept[at - 1] and at - 1 in matched and matched[at - 1] + 1 < len(words)
        ]
        if len(others) > 1 and (at + 1 == len(model) or kept[at + 1]):
            name = name_of(sorted(set(others)), key="#0", act="request", before="")[1]
            end = word[len(word.rstrip(_MARKS)) :]
            found.append(f"{{{name if name not in values else name + '_2'}}}{end}")
    while found and found[-1].casefold().strip(_MARKS) in STOP:
        found.pop()
    while found and not kept[0] and found[0].casefold().strip(_MARKS) in STOP:
        found.pop(0)
    title = " ".join(found).rstrip(_MARKS)
    if re.match(r"[a-z]+(?![\w{])", title):
        title = title[:1].upper() + title[1:]
    return title[:LONGEST_TITLE].strip()


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


def filled(text: str, place: int, values: Mapping[str, Values], *, shortest: int = SHORTEST_VALUE) -> str:
    """Put parameters for the values that one session used."""
    pairs = [(found[place], name) for name, found in values.items() if len(found.get(place, "")) >= shortest]
    for value, name in sorted(pairs, key=lambda pair: (-len(pair[0]), pair[1])):
        text = re.sub(rf"(?<![A-Za-z0-9{{]){re.escape(value)}(?![A-Za-z0-9}}])", f"{{{name}}}", text)
    return text


def _same_text(goal: str, said: str) -> bool:
    one, other = (" ".join(text.lower().split()) for text in (goal, said))
    return bool(one and other) and (one in other or other.rstrip(".…") in one)


MOST_MEMBERS = 60
"""Episodes that are compared for the steps and parameters, the newest: more do not change the answer."""
OPTIONAL_SHARE = 0.7
"""The share of episodes below which a step may be left out."""
COMMON_FILE_SHARE = 0.6
"""The share of episodes that must touch a file for it to belong to the procedure."""
FILE_CHANCE = 0.01
"""The probability up to which a file is touched by more than chance, all of the group taken together."""
FAILING_SHARE = 0.8
"""The share of a step's runs that must fail for failing to be what is expected of it."""
FAILED_FIRST_SHARE = 0.6
"""The share of episodes that must begin with the same failure for it to be the trigger."""
MOST_FILES = 8
DIGEST_CHARACTERS = 6
"""Of the digest in a signature: it tells apart procedures whose words are the same."""
SLUG_WORDS = 3

_ANCHOR = re.compile(r"(?![/~.-])(?:(?:[\w.-]+/)*[\w-]+\.[A-Za-z]{1,5}|[\w.-]+/[\w./-]*\w)")
# Flags that say where something is made; and folders where all is made.
_OUTPUT = re.compile(r"(?:\d+\|)?(?:-o|--?out|--output.*|--out-.*|--export.*|--target|>>?|-d|--dest.*)=?")
_MADE = re.compile(r"(?:build|dist|out|output|target|results|reports|coverage|tmp|node_modules|\.venv)/.*")
# What looks like a path and is a branch, a host or a version.
_NO_FILE = re.compile(
    r"(?:origin|upstream|refs|feature|release|hotfix|https?|s3|registry)[/.]|\d+\.\d+|"
    r".*\.(?:com|io|org|net|local|dev)\b"
)


def made(cluster: Cluster, corpus: Corpus, untrusted: Collection[str] = ()) -> Candidate:
    """Make a candidate of a group."""
    members = cluster.members[-MOST_MEMBERS:]
    goals = [goal_of(trace.episode) for trace in members]
    columns = steps_in(members, cluster.profile)
    lines = written(columns, goals)
    words, words_vouched = trigger_words(
        members, cluster.profile, corpus, values=lines.values, untrusted=untrusted
    )
    notes, notes_vouched = notes_on(lines.actions, members, untrusted)
    steps = tuple(
        _step(column, len(members), action, note)
        for column, action, note in zip(columns, lines.actions, notes, strict=True)
    )
    title, title_vouched = title_of(members, lines.values, steps, untrusted)
    files = _files(members, lines.values, corpus)
    failing, error = _failure(members)
    anchors = _anchors(steps, lines, files)
    return Candidate(
        signature=_signature(words or tuple(title.lower().split()), columns),
        title=title,
        trigger=Trigger(words, tuple(name for name in files if "{" not in name), failing, error),
        preconditions=_preconditions(steps, anchors),
        steps=steps,
        parameters=lines.parameters,
        files=files,
        anchors=anchors,
        sessions=tuple(trace.session for trace in cluster.members),
        text_from_untrusted=not (title_vouched and words_vouched and notes_vouched),
    )


def steps_in(members: Sequence[Trace], profile: Profile) -> list[Column]:
    """Return the steps of a group, in order, each with the commands that were run."""
    forms = profile.own.keys() | profile.options.keys()
    columns = aligned([trace.actions for trace in members], forms)
    return [column for column in columns if column.share >= SOMETIMES_SHARE]


def is_needed(column: Column, sessions: int) -> bool:
    """Whether a step may not be left out: most sessions have it, or all but one of a few."""
    return column.share >= OPTIONAL_SHARE or (
        len(column.runs) >= LEAST_STEPS and len(column.runs) + 1 >= sessions
    )


def _step(column: Column, size: int, action: str, note: str) -> ProcedureStep:
    runs = list(column.runs.values())
    seen = [run.worked for run in runs if run.worked is not None]
    expected = ""
    if seen and seen.count(False) >= FAILING_SHARE * len(seen):
        expected = "fails: an exit code other than 0"
    elif seen:
        expected = "the tests pass: exit code 0" if runs[0].is_test else "exit code 0"
    return ProcedureStep(
        action=action,
        tool=runs[0].act.split()[0],
        act=runs[0].act,
        form=column.form,
        expected=expected,
        optional=not is_needed(column, size),
        note=note,
    )


def _signature(words: Sequence[str], columns: Sequence[Column]) -> str:
    """Name a procedure after what is asked for and always done."""
    acts = sorted(
        {next(iter(column.runs.values())).act for column in columns if column.share >= ALWAYS_SHARE}
    )
    digest = hashlib.sha256("\n".join(acts or [column.form for column in columns]).encode()).hexdigest()
    slug = "-".join(re.sub(r"[^a-z0-9]+", "", word) for word in words[:SLUG_WORDS]).strip("-") or "procedure"
    return f"{slug}-{digest[:DIGEST_CHARACTERS]}"


def _files(members: Sequence[Trace], values: Mapping[str, Values], corpus: Corpus) -> tuple[str, ...]:
    """Return the files that most episodes touch and others do not, with parameters."""
    counts = Counter(
        name
        for place, trace in enumerate(members)
        for name in {filled(file, place, values) for file in trace.episode.files}
    )
    inside = {trace.session for trace in members}
    others = [trace for trace in corpus.traces if trace.session not in inside and not trace.failed]
    elsewhere = Counter(name for trace in others for name in set(trace.episode.files))
    telling = [
        name
        for name, count in counts.items()
        if count >= COMMON_FILE_SHARE * len(members)
        and count / len(members) >= TELLING_LIFT * (elsewhere[name] / max(1, len(others)) + BLUR)
        and len(counts) * chance(count, count + elsewhere[name], len(members), len(members) + len(others))
        <= FILE_CHANCE
    ]
    return tuple(sorted(telling, key=lambda name: (-counts[name], name))[:MOST_FILES])


def _failure(members: Sequence[Trace]) -> tuple[str, tuple[str, ...]]:
    """Return the failure that most episodes begin with, and the words that it always has."""
    firsts = [trace.episode.overcome[0] for trace in members if trace.episode.overcome]
    forms = Counter(form for failed in firsts if (form := form_of(failed.command)))
    if not forms:
        return "", ()
    form, count = min(forms.items(), key=lambda one: (-one[1], one[0]))
    same = [set(failed.signature) for failed in firsts if form_of(failed.command) == form]
    words = set.intersection(*same)
    if count < FAILED_FIRST_SHARE * len(members) or not words:
        return "", ()
    return form, tuple(sorted(words))


def _anchors(steps: Sequence[ProcedureStep], lines: Written, files: Sequence[str]) -> tuple[str, ...]:
    """Return the files of the repository that the steps name, and those that are edited each time."""
    made = {text for texts in lines.constants for key, text in texts if _OUTPUT.fullmatch(key)}
    named = [text for texts in lines.constants for _, text in texts if "/" in text and text not in made]
    scripts = [step.tool for step in steps]
    found = [name for name in (*scripts, *named) if _is_file(name)]
    return tuple(dict.fromkeys([*found, *(name for name in files if "{" not in name)]))


def _is_file(name: str) -> bool:
    return bool(_ANCHOR.fullmatch(name)) and not _NO_FILE.match(name) and not _MADE.fullmatch(name)


def _preconditions(steps: Sequence[ProcedureStep], anchors: Sequence[str]) -> tuple[str, ...]:
    needed = dict.fromkeys(step.tool for step in steps if not step.optional and step.tool not in anchors)
    tools = [f"can be run: {', '.join(needed)}"] if needed else []
    return (*tools, *(f"exists: {name}" for name in anchors))
