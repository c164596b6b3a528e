from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from jiyi.language.estimate import EITHER, estimate
from jiyi.language.normalize import clean, fold, shadow
from jiyi.language.sentences import clauses, sentences
from jiyi.language.tokens import SEPARATOR, hashes, may_hold, terms

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


@given(st.text(alphabet="abcdeglinorstuyé'’ \u200b-ＰＲpr我", max_size=30))
def test_text_may_hold_a_term_when_it_has_it(text: str) -> None:
    assert all(may_hold(fold(text), term) for term in terms(text))


@given(st.from_regex(r"[a-z]{1,12}(ing|ied|ies|ational|izer|ly|ness|ed|y|s|ogist|fulness|ible)?", fullmatch=True))
def test_text_may_hold_a_stem_when_it_has_the_word(word: str) -> None:
    assert all(may_hold(word, term) for term in terms(word))


def test_text_surely_lacks_a_term_when_no_word_begins_so() -> None:
    assert not may_hold("i play the guitar", "piano")
    assert may_hold("i studied", "studi") and may_hold("o'connor", "oconnor")
