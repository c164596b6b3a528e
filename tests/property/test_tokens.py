from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from jiyi.language.estimate import EITHER, estimate
from jiyi.language.normalize import clean, fold, shadow
from jiyi.language.sentences import clauses, sentences
from jiyi.language.tokens import SEPARATOR, hashes, terms

TEXTS = st.text(max_size=120) | st.text(alphabet="我住在杭州的了吗，。 aB1.-+#'’@_😀İß\ud800\n“”", max_size=120)


@given(TEXTS)
def test_fold_changes_nothing_when_applied_again(text: str) -> None:
    assert fold(fold(text)) == fold(text)


@given(TEXTS)
def test_shadow_has_the_length_of_the_text(text: str) -> None:
    assert len(shadow(text)) == len(text)


@given(TEXTS)
def test_clean_is_storable_and_changes_nothing_when_applied_again(text: str) -> None:
    assert clean(clean(text)) == clean(text)
    assert b"\0" not in clean(text).encode()


@given(TEXTS)
def test_hashes_match_the_terms_and_do_not_depend_on_writing(text: str) -> None:
    found = hashes(text)
    assert len(found) == len(terms(text))
    assert SEPARATOR not in found
    assert hashes(fold(text)).tolist() == found.tolist()


@given(TEXTS)
def test_sentences_and_clauses_lose_no_word(text: str) -> None:
    words = [c for c in text if c.isalnum()]
    assert [c for piece in sentences(text) for c in piece if c.isalnum()] == words
    assert [c for piece in clauses(text) for c in piece if c.isalnum()] == words


@given(TEXTS)
def test_estimate_is_between_nothing_and_the_bytes(text: str) -> None:
    assert 0 <= estimate(text, EITHER, 1.4, single_digits=True) <= len(text.encode("utf-8", "surrogatepass"))
    assert (estimate(text, EITHER) == 0) == (text == "")
