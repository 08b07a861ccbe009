"""Which dependency or tool does a name mean? `Next.js` is next, `Postgres` is an image. Pure."""

import re
from collections.abc import Collection

from phantasm.workspace.anchors.references import ECOSYSTEMS
from phantasm.workspace.manifests.dotnet import SDK
from phantasm.workspace.manifests.go import TOOLCHAIN
from phantasm.workspace.manifests.model import IMAGE

Key = tuple[str, str]
"""An ecosystem and a folded name."""
Subject = tuple[Key, ...]
"""What one name means; several keys where several files speak of one thing."""

_RUNS = re.compile(r"[-_.\s]+")
_WORDS = re.compile(r"[^\W_]+")
_MODULE_VERSION = re.compile(r"/v\d+$|\.v\d+$")

# What people call a tool or a package, and where it is found. The first line of each is a tool of the
# ecosystem itself; images are where a database or a runtime is pinned.
KNOWN: dict[str, Subject] = {
    "python": (("python", "python"), (IMAGE, "python")),
    "cpython": (("python", "python"), (IMAGE, "python")),
    "node": (("node", "node"), (IMAGE, "node")),
    "nodejs": (("node", "node"), (IMAGE, "node")),
    "rust": (("rust", "rust"), (IMAGE, "rust")),
    "rustc": (("rust", "rust"), (IMAGE, "rust")),
    "rust-edition": (("rust", "edition"),),
    "go": (("go", "go"), ("go", TOOLCHAIN), (IMAGE, "golang")),
    "golang": (("go", "go"), ("go", TOOLCHAIN), (IMAGE, "golang")),
    "java": (("java", "java"), (IMAGE, "eclipse-temurin"), (IMAGE, "openjdk"), (IMAGE, "amazoncorretto")),
    "jdk": (("java", "java"), (IMAGE, "eclipse-temurin"), (IMAGE, "openjdk"), (IMAGE, "amazoncorretto")),
    "openjdk": (("java", "java"), (IMAGE, "eclipse-temurin"), (IMAGE, "openjdk"), (IMAGE, "amazoncorretto")),
    "ruby": (("ruby", "ruby"), (IMAGE, "ruby")),
    "net": (("dotnet", "dotnet"), ("dotnet", SDK)),
    "dotnet": (("dotnet", "dotnet"), ("dotnet", SDK)),
    "dotnet-sdk": (("dotnet", SDK),),
    "net-sdk": (("dotnet", SDK),),
    "npm": (("node", "npm"),),
    "pnpm": (("node", "pnpm"),),
    "yarn": (("node", "yarn"),),
    "bun": (("node", "bun"),),
    "poetry": (("python", "poetry"),),
    "gradle": (("java", "gradle"),),
    "maven": (("java", "maven"),),
    "bundler": (("ruby", "bundler"),),
    "postgres": ((IMAGE, "postgres"),),
    "postgresql": ((IMAGE, "postgres"),),
    "mongodb": ((IMAGE, "mongo"),),
    "rabbitmq": ((IMAGE, "rabbitmq"),),
    "ruby-on-rails": (("ruby", "rails"),),
    "ror": (("ruby", "rails"),),
    "angular": (("node", "@angular/core"),),
    "tailwind": (("node", "tailwindcss"),),
    "tailwind-css": (("node", "tailwindcss"),),
    "nestjs": (("node", "@nestjs/core"),),
    "nest": (("node", "@nestjs/core"),),
    "sveltekit": (("node", "@sveltejs/kit"),),
    "remix": (("node", "@remix-run/react"),),
    "playwright": (("node", "@playwright/test"), ("node", "playwright")),
    "storybook": (("node", "storybook"),),
    "react-router": (("node", "react-router-dom"), ("node", "react-router")),
    "spring-boot": tuple(
        ("java", f"org.springframework.boot{rest}")
        for rest in (
            ":spring-boot-starter-parent",
            ":spring-boot-dependencies",
            "",
            ":spring-boot-gradle-plugin",
        )
    ),
    "spring": (
        ("java", "org.springframework:spring-core"),
        ("java", "org.springframework:spring-framework-bom"),
    ),
    "kotlin": (
        ("java", "org.jetbrains.kotlin.jvm"),
        ("java", "jvm"),
        ("java", "kotlin"),
        ("java", "org.jetbrains.kotlin:kotlin-stdlib"),
    ),
    "junit": (("java", "org.junit.jupiter:junit-jupiter"), ("java", "junit:junit")),
    "hibernate": (("java", "org.hibernate.orm:hibernate-core"), ("java", "org.hibernate:hibernate-core")),
    "ef-core": (("dotnet", "microsoft.entityframeworkcore"),),
    "entity-framework-core": (("dotnet", "microsoft.entityframeworkcore"),),
    "sklearn": (("python", "scikit-learn"),),
    "torch": (("python", "torch"),),
    "drf": (("python", "djangorestframework"),),
    "django-rest-framework": (("python", "djangorestframework"),),
}


def fold(name: str, ecosystem: str) -> str:
    """Return a name as its ecosystem compares names."""
    lowered = name.strip().lower()
    match ecosystem:
        case "python":
            return _RUNS.sub("-", lowered)
        case "rust":
            return lowered.replace("_", "-")
        case "go" | "java":
            return name.strip()
        case _:
            return lowered


def spoken(name: str) -> str:
    """Return a name as people say it, for looking it up: without `.js` and with hyphens for spaces."""
    return _RUNS.sub("-", re.sub(r"\.?js$", "", name.strip().lower()) or "js").strip("-")


def endings_of(name: str) -> set[str]:
    """Return the last words of a name, in all ways in which `subjects` may look it up.

    Two names of one thing share one of them: "Ruby on Rails" and `rails`, `gin` and the module that ends so.
    """
    lowered = name.strip().lower()
    forms = (lowered, spoken(name), _MODULE_VERSION.sub("", lowered))
    return {words[-1] for form in forms if (words := _WORDS.findall(form))}


def subjects(name: str, ecosystem: str, known: Collection[Key]) -> list[Subject]:
    """Return what a name may mean among what is known: one subject for each meaning."""
    asked = (ecosystem,) if ecosystem else (*ECOSYSTEMS, IMAGE)
    found: list[Subject] = []
    for said in dict.fromkeys((_RUNS.sub("-", name.strip().lower()).strip("-"), spoken(name))):
        together = tuple(key for key in KNOWN.get(said, ()) if key in known and key[0] in asked)
        found += [together] if together and not found else []
    taken = {key for subject in found for key in subject}
    for place in asked:
        forms = dict.fromkeys((fold(name, place), spoken(name) if place == "node" else fold(name, place)))
        key = next(((place, form) for form in forms if (place, form) in known), None)
        if key and key not in taken:
            found.append((key,))
    return found or [(key,) for key in sorted(known) if key[0] in asked and _means_shortly(name, key)]


def _means_shortly(name: str, key: Key) -> bool:
    """Tell whether a name is the last part of a longer one: `gin` of a Go module, an artifact of a group."""
    ecosystem, known = key
    said = name.strip().lower()
    if ecosystem == "go":
        return "/" in known and _MODULE_VERSION.sub("", known).rpartition("/")[2].lower() == said
    return ecosystem == "java" and ":" in known and known.rpartition(":")[2].lower() == said
