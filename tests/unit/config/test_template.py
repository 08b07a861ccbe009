"""Do fresh config files say exactly the defaults, and explain every key?"""

import tomllib

from phantasm.config.explain import explain_settings
from phantasm.config.settings import ClientsSettings, ProfileSettings, Settings
from phantasm.config.template import clients_text, settings_text


def test_the_fresh_settings_are_the_defaults() -> None:
    values = tomllib.loads(settings_text())
    assert Settings.model_validate(values) == Settings()
    # Nothing is left out either, but what has no value: TOML cannot say that.
    assert values == Settings().model_dump(exclude_none=True)


def test_every_key_is_explained_where_it_stands() -> None:
    text = " ".join(line.removeprefix("# ") for line in settings_text().splitlines())
    for key in explain_settings():
        section, _, name = key.key.rpartition(".")
        own = text.partition(f" [{section}] ")[2] if section else text  # names recur in other sections
        assert key.description
        assert key.description in own
        assert own.index(key.description) < own.index(f"{name} = ")


def test_the_fresh_clients_file_names_nobody_and_shows_how() -> None:
    text = clients_text()
    assert ClientsSettings.model_validate(tomllib.loads(text)) == ClientsSettings()
    example = "\n".join(
        line.removeprefix("#").strip() for line in text.splitlines() if line.startswith("#   ")
    )
    shown = ClientsSettings.model_validate(tomllib.loads(example)).profiles
    assert [set(profile.model_fields_set) for profile in shown.values()] == [
        set(ProfileSettings.model_fields)
    ]
    assert all(len(line) <= 102 for line in settings_text().splitlines())
