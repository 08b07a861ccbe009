"""Which gems and which Ruby does the repository ask for and settle? Pure."""

import re

from phantasm.workspace.manifests.model import Dependency, Read
from phantasm.workspace.manifests.texts import lines

_GEM = re.compile(
    r"""\s*(?:gem|\w+\.add_(?:runtime_|development_)?dependency)[\s(]+["']([\w.-]+)["']((?:\s*,\s*["'][^"']*["'])*)"""
)
_RUBY = re.compile(r"""\s*ruby[\s(]+["']([^"']+)["']((?:\s*,\s*["'][^"']*["'])*)""")
_NEEDED = re.compile(r"""\s*\w+\.required_ruby_version\s*=\s*(.+)""")
_QUOTED = re.compile(r"""["']([^"']*)["']""")
_PLAIN = re.compile(r"=?\s*(\d[\w.]*)")
_LOCKED = re.compile(r" {4}([\w.-]+) \(([\d][\w.]*)(?:-[\w.-]+)?\)")
_LOCKED_RUBY = re.compile(r"\s+ruby (\d+(?:\.\d+)*)\S*")


def read_gems(text: str, file: str, _read: Read) -> list[Dependency]:
    """Read a Gemfile or a gemspec, line by line."""
    found = []
    for number, line in lines(text):
        gem = _GEM.match(line)
        if gem:
            specs = _QUOTED.findall(gem[2])
            pin = _PLAIN.fullmatch(specs[0]) if len(specs) == 1 else None
            found.append(Dependency("ruby", gem[1], ", ".join(specs), pin[1] if pin else "", file, number))
            continue
        ruby = _RUBY.match(line)
        needed = _NEEDED.match(line)
        specs = [ruby[1], *_QUOTED.findall(ruby[2])] if ruby else _QUOTED.findall(needed[1]) if needed else []
        if specs:
            pin = _PLAIN.fullmatch(specs[0]) if len(specs) == 1 and ruby else None
            spec = ", ".join(specs)
            found.append(Dependency("ruby", "ruby", spec, pin[1] if pin else "", file, number, loose=True))
    return found


def read_lock(text: str, file: str, _read: Read) -> list[Dependency]:
    """Read Gemfile.lock; a gem for several platforms is settled once."""
    found: dict[tuple[str, str], Dependency] = {}
    section = ""
    for number, line in lines(text):
        if line and not line[0].isspace():
            section = line.strip()
            continue
        gem = _LOCKED.fullmatch(line) if section in {"GEM", "PATH", "GIT"} else None
        ruby = _LOCKED_RUBY.fullmatch(line) if section == "RUBY VERSION" else None
        if gem:
            one = Dependency("ruby", gem[1], locked=gem[2], file=file, line=number)
            found.setdefault((one.name, one.locked), one)
        elif ruby:
            found["ruby", ruby[1]] = Dependency("ruby", "ruby", locked=ruby[1], file=file, line=number)
        elif section == "BUNDLED WITH" and line.strip()[:1].isdigit():
            version = line.strip()
            found["bundler", version] = Dependency("ruby", "bundler", locked=version, file=file, line=number)
    return list(found.values())
