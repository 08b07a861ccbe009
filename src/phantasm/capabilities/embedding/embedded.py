"""What embeds when nothing is installed or configured? The model inside the package."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from phantasm.capabilities.embedding.encoder import Encoder, unit
from phantasm.capabilities.embedding.pieces import Vocabulary
from phantasm.capabilities.embedding.port import Model, View
from phantasm.capabilities.embedding.weights import check_model, read_model
from phantasm.capabilities.embedding.words import likest
from phantasm.contracts.errors import Code, PhantasmError, Remediation

if TYPE_CHECKING:
    from collections.abc import Sequence

    from phantasm.capabilities.embedding.port import Side, Vectors
    from phantasm.capabilities.embedding.words import Numbers

SHIPPED = "phantasm-1"
"""The model that new stores use. A later one gets a name of its own; this one stays as long as stores
use it."""

BATCH = 256
"""Texts per call: enough that texts of like length meet, few enough that progress can be shown."""


class EmbeddedModel:
    """The shipped model: the table alone at exit 0, all its layers at the last one; one for both sides.

    Its files are checked before the first vector that is kept: no index holds vectors of other weights under
    this model's name. A question's vector is gone with its answer.
    """

    def __init__(self, folder: Path) -> None:
        stored = read_model(folder, check=False)
        about = stored.manifest
        self.model = Model(
            about["id"], about["digest"][:16], tuple(about["widths"]), tuple(about["shape"]["exits"]), BATCH
        )
        self._longest = int(about["shape"]["longest"])
        self._vocabulary = Vocabulary(stored.pieces)
        self._encoder = Encoder(stored)
        self._unchecked: Path | None = folder

    def embed(self, texts: Sequence[str], *, side: Side, view: View | None = None) -> Vectors:
        """One row per text, of unit length."""
        view = view or self.model.fine
        check_view(self.model, view)
        if side == "document" and self._unchecked is not None:
            check_model(self._unchecked)
            self._unchecked = None
        pieces = [self._vocabulary.read(text, self._longest) for text in texts]
        if view.exit == 0:
            vectors = self._encoder.look_up(pieces, view.width)
        else:
            vectors = self._encoder.attend(pieces, view.exit)[:, : view.width]
        return unit(vectors)

    def likest(self, words: Sequence[str], texts: Sequence[str]) -> Numbers:
        """How like each word the most alike word of each text is: texts by words, 1 for the word itself."""
        asked = [self._vocabulary.read(word, self._longest) for word in words]
        return likest(
            self._encoder.table, asked, [self._vocabulary.read(text, self._longest) for text in texts]
        )


def check_view(model: Model, view: View) -> None:
    """Refuse a depth or width that the model does not have."""
    if view.exit not in model.exits or view.width not in model.widths:
        raise PhantasmError(
            Code.INVALID_REQUEST,
            f"{model.id} has no vectors of {view.width} numbers after {view.exit} layers",
            remediation=(Remediation(f"choose among the widths {model.widths} and the exits {model.exits}"),),
        )


@cache
def shipped() -> EmbeddedModel:
    """The model of this package, loaded once per process."""
    return EmbeddedModel(Path(__file__).parent / "models" / SHIPPED)
