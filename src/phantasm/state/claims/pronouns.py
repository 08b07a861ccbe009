"""What does "it" mean? What the clause before speaks of."""

from phantasm.state.claims.model import Token
from phantasm.state.claims.shapes import Shape
from phantasm.state.claims.vocabulary import ARTICLES, POSSESSIVES, PRONOUNS


def resolve(shapes: list[Shape | None]) -> None:
    """Let "it" and "they" mean what the clause before speaks of, and "its" a part of that."""
    before: list[Token] = []
    for form in shapes:
        if form is None:
            continue
        if not form.subject:
            if before and form.headless:
                form.subject = before
            else:
                before = form.value  # "don't use X, it is deprecated"
            continue
        if before and all(token.surface in PRONOUNS for token in form.subject):
            form.subject = before
        elif before and form.subject[0].surface in POSSESSIVES:
            form.subject = [*before, *form.subject[1:]]
        before = _without_deed(form.subject)


def _without_deed(subject: list[Token]) -> list[Token]:
    """Return what a deed is done to: "rerunning the loader …, so it is not safe" is about the loader."""
    deed = len(subject) > 2 and subject[0].surface.endswith("ing") and subject[1].surface in ARTICLES  # noqa: PLR2004
    return [token for token in subject[1:] if token.surface not in _REPEATED] if deed else subject


_REPEATED = frozenset("again once twice".split())
