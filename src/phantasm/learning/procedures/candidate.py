"""What would the procedure be that a group of episodes followed? Pure."""

import hashlib
import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence

from phantasm.learning.procedures.align import Column, aligned
from phantasm.learning.procedures.cluster import Cluster
from phantasm.learning.procedures.model import Candidate, ProcedureStep, Trigger
from phantasm.learning.procedures.normalise import form_of
from phantasm.learning.procedures.parameters import Values
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
from phantasm.learning.procedures.templates import Written, written
from phantasm.learning.procedures.traces import Trace, goal_of
from phantasm.learning.procedures.wording import filled, notes_on, title_of, trigger_words

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
    title, title_vouched = title_of(members, lines.values, untrusted)
    words, words_vouched = trigger_words(
        members, cluster.profile, corpus, values=lines.values, untrusted=untrusted
    )
    notes, notes_vouched = notes_on(lines.actions, members, untrusted)
    steps = tuple(
        _step(column, len(members), action, note)
        for column, action, note in zip(columns, lines.actions, notes, strict=True)
    )
    files = _files(members, lines.values, corpus)
    failing, error = _failure(members)
    anchors = _anchors(steps, lines, files)
    return Candidate(
        signature=_signature(words or tuple(title.lower().split()), columns),
        title=title or "; ".join(step.act for step in steps[:SLUG_WORDS]),
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
