"""A recipe is one file, and says everything it says."""

from pathlib import Path

import pytest

from training.losses import Weights
from training.recipe import Recipe, read_recipe

RECIPES = sorted((Path(__file__).parents[3] / "training" / "recipes").glob("*.toml"))


def test_a_file_becomes_a_recipe(tmp_path: Path) -> None:
    file = tmp_path / "tiny-1.toml"
    lines = ["layers = 2", "exits = [0, 2]", "widths = [8, 32]"]
    lines += ["[weights]", "pairs = 0.5", "[pulled]", "code = 0.1"]
    file.write_text("\n".join(lines))
    recipe = read_recipe(file)
    assert recipe == Recipe(
        name="tiny-1",
        layers=2,
        exits=(0, 2),
        widths=(8, 32),
        weights=Weights(pairs=0.5),
        pulled={"code": 0.1},
    )
    assert recipe.width == 32


def test_a_file_may_name_its_model(tmp_path: Path) -> None:
    file = tmp_path / "second-try.toml"
    file.write_text('name = "tiny-2"\n')
    assert read_recipe(file) == Recipe(name="tiny-2")


def test_an_unknown_key_is_an_error(tmp_path: Path) -> None:
    file = tmp_path / "tiny.toml"
    file.write_text("layres = 2\n")
    with pytest.raises(ValueError, match="layres"):
        read_recipe(file)


@pytest.mark.parametrize("file", RECIPES, ids=lambda file: file.stem)
def test_recipes_fit_together(file: Path) -> None:
    recipe = read_recipe(file)
    assert recipe.exits[0] == 0
    assert list(recipe.exits) == sorted(set(recipe.exits))
    assert recipe.exits[-1] == recipe.layers
    assert list(recipe.widths) == sorted(set(recipe.widths))
    assert recipe.width % recipe.heads == 0
    assert recipe.join_after < recipe.layers
