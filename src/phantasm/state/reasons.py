"""What do the codes of reasons mean? One sentence each, without any content, for people and programs."""

MEANINGS: dict[str, str] = {
    "suggested": "somebody who may only suggest proposed it",
    "review_requested": "its writer asked for a decision",
    "untrusted_instruction": "it would instruct agents on the word of an untrusted origin",
    "person_only": "only a person may replace a record of this kind",
    "rests_on_superseded": "something it rests on was replaced",
    "rests_on_withdrawn": "something it rests on was withdrawn",
    "rests_on_erased": "something it rests on was erased",
    "rests_on_gone": "it came to rest on something that no longer holds",
    "rests_on_doubtful": "it came to rest on something doubtful",
    "untrusted_basis": "it would instruct agents, and it is derived from an untrusted origin",
    "promoted": "somebody wants it to hold in a wider scope",
    "rests_on_undone": "something it was built on was undone",
    "verification_missing": "nobody has ever verified it",
    "verification_old": "it was verified too long ago",
    "expired": "it has expired",
    "revalidation_due": "it was to be checked again by now",
    "files_changed": "files that it is about have changed",
    "found_false": "somebody checked it and found that it does not hold",
    "near_duplicate": "it says nearly the same as another record",
    "import_diverged": "both sides changed it since they were last the same",
    "import_withdrawn": "it was withdrawn here and changed there",
    "import_subject_held": "another record holds its subject key here",
    "import_less_trusted": "a file would replace what a person said",
    "import_frozen": "a file would replace what only a person may change",
    "import_id_elsewhere": "its id belongs to another record here",
    "import_absent": "the imported file does not have it",
}


def meaning(code: str) -> str:
    """Return the sentence behind a code."""
    return MEANINGS.get(code, code.replace("_", " "))
