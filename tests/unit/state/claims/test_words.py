"""Do the spellings of one word share one key?"""

import pytest

from phantasm.state.claims.words import SYNONYMS, normal_form, stems


@pytest.mark.parametrize(
    "words",
    [
        "use uses used using",
        "cache caches cached caching",
        "cookie cookies",
        "retry retries retried",
        "run runs ran running",
        "repo repository repositories",
        "licence license licenses licensed",
        "pr prs",
        "max maximum",
        "migrate migration migrations migrated",
    ],
)
def test_inflected_forms_and_synonyms_share_one_key(words: str) -> None:
    assert len(stems(words)) == 1


@pytest.mark.parametrize("pair", ["founded find", "redis red", "string strong", "server serve", "need new"])
def test_different_words_keep_different_keys(pair: str) -> None:
    one, other = pair.split()
    assert normal_form(one) != normal_form(other)


def test_a_normal_form_is_stable_under_itself_for_plain_words() -> None:
    for word in ("port", "branch", "owner", "timeout", "limit"):
        assert normal_form(normal_form(word)) == normal_form(word)


def test_no_synonym_points_at_another_synonym() -> None:
    chains = {word: normal for word, normal in SYNONYMS.items() if SYNONYMS.get(normal, normal) != normal}
    assert chains == {}
