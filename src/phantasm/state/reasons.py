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
    "verification_missing": "nobody has ever verified it",
    "verification_old": "it was verified too long ago",
    "expired": "it has expired",
    "revalidation_due": "it was to be checked again by now",
    "files_changed": "files that it is about have changed",
    "near_duplicate": "it says nearly the same as another record",
    "import_diverged": "both sides changed it since they were last the same",
}


def meaning(code: str) -> str:
    """Return the sentence behind a code."""
    return MEANINGS.get(code, code.replace("_", " "))
