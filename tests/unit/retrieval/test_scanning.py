"""What is compared is bounded, by texts and by their length, and it is known whether that was too little."""

from phantasm.retrieval.literal import Scan
from tests.conftest import Project


def test_the_newest_are_compared_and_the_bound_is_noticed(project: Project) -> None:
    for number in range(6):
        project.hold(f"Fact number {number}.")
    with project.runtime.environment.snapshot() as work:
        scan = Scan(6)
        every = list(scan.newest(work))
        assert ([unit.id for unit in every], scan.limited) == ([6, 5, 4, 3, 2, 1], False)
        scan = Scan(5)
        assert (list(scan.newest(work)), scan.limited) == (every[:5], True)


def test_long_texts_count_as_their_parts(project: Project) -> None:
    texts = [f"number {n}. " + "lorem ipsum " * 170 + f"last of {n}." for n in range(4)]
    project.get("ingest", evidence=[{"text": text} for text in texts])
    with project.runtime.environment.snapshot() as work:
        whole = {unit.item_id: unit for unit in Scan(100).newest(work)}.values()
        scan = Scan(12)
        assert [unit.stop for unit in scan.affordable(whole)] == [len(text) for text in texts]
        assert not scan.limited
        scan = Scan(5)
        # The last one as far as what is left of the bound reaches.
        assert [(unit.start, unit.stop) for unit in scan.affordable(whole)] == [
            (0, len(texts[0])),
            (0, 2_000),
        ]
        assert scan.limited
