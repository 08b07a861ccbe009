"""Is a file read once for each content?"""

from pathlib import Path

from phantasm.workspace.checkout import Checkout
from phantasm.workspace.manifests.keeping import MOST_KEPT, Kept
from phantasm.workspace.manifests.model import Read


def test_reads_a_content_once(tmp_path: Path) -> None:
    reads: list[str] = []
    kept: Kept[str] = Kept()

    def reader(text: str, _file: str, _read: Read) -> list[str]:
        reads.append(text)
        return [text]

    for text in ("one", "one", "two", "one"):
        (tmp_path / "a").write_text(text)
        assert kept.read("a", Checkout(tmp_path), reader) == (text,)
    assert reads == ["one", "two"]


def test_keeps_nothing_that_rests_on_other_files(tmp_path: Path) -> None:
    kept: Kept[str] = Kept()
    (tmp_path / "a").write_text("same")
    for text in ("one", "two"):
        (tmp_path / "b").write_text(text)
        assert kept.read("a", Checkout(tmp_path), lambda _text, _file, read: [read("b") or ""]) == (text,)


def test_forgets_the_oldest(tmp_path: Path) -> None:
    kept: Kept[str] = Kept()
    for number in range(MOST_KEPT + 5):
        (tmp_path / "a").write_text(str(number))
        kept.read("a", Checkout(tmp_path), lambda text, _file, _read: [text])
    assert len(vars(kept)["_said"]) == MOST_KEPT
