"""Which words set two look-alikes apart? Members of one set never speak of the same thing."""

from phantasm.state.claims.words import normal_form, stems

_SETS = """
    development staging production test ci local qa preview sandbox canary nightly | client server |
    upper lower | old new | outer inner | read write | send receive | minimum maximum default |
    soft hard | linux windows macos ubuntu debian alpine | liveness readiness startup |
    http grpc https ssl plaintext tcp udp | unit integration contract e2e load smoke acceptance |
    source target | input output | request response | public private internal external |
    frontend backend | primary replica secondary | upload download | inbound outbound ingress egress |
    first last | major minor patch | hot cold warm | anonymous authenticated | user admin guest |
    android ios | arm64 amd64 | x86 arm | producer consumer | publisher subscriber | master worker |
    parent child | sender receiver | start end | open close | connect idle | horizontal vertical |
    monday tuesday wednesday thursday friday saturday sunday | small medium large | alpha beta stable |
    runtime buildtime | debug info warn | encode decode | encrypt decrypt | get post put patch delete |
    session cache | cpu memory disk | branch tag | left right | top bottom | row column | page size
"""

_SET_OF = {
    normal_form(word): (number, normal_form(word))
    for number, line in enumerate(_SETS.split("|"))
    for word in line.split()
}
_CONTRARIES = """
    random fixed sequential | relative absolute | recursive iterative | server client | primary replica |
    real mock | soft hard permanent | first last | author reviewer | before after | ascending descending |
    internal external public | lazy eager | open closed | local remote | oldest newest | shared dedicated
    isolated | strict lenient | singular plural | text binary | midnight noon | root unprivileged | german
    english french spanish | inclusive exclusive | static dynamic | single multi multiple | free paid |
    temporary permanent | generated handwritten | global local | above below | prepended appended | left
    right | short long | high low | fast slow
"""
_OPPOSED = {
    normal_form(word): number for number, line in enumerate(_CONTRARIES.split("|")) for word in line.split()
}
_PLACES = stems("""
    development staging production test ci local qa preview sandbox canary linux windows macos android ios
""")
_DENYING_PREFIXES = ("un", "in", "im", "ir", "il", "non", "dis")


def are_opposite(one: frozenset[str], other: frozenset[str]) -> bool:
    """Tell whether two statements differ in one word that denies the other ("reversible", "irreversible")."""
    if len(one) != 1 or len(other) != 1:
        return False
    shorter, longer = sorted((*one, *other), key=len)
    if shorter in _OPPOSED and _OPPOSED[shorter] == _OPPOSED.get(longer):
        return True
    return any(longer == prefix + shorter for prefix in _DENYING_PREFIXES)


# Two names that share this many letters at either end are names of one sort of thing.
_LETTERS_OF_A_SORT = 4


def are_alike(one: str, other: str) -> bool:
    """Tell whether two names are of one sort: "debian:bullseye" and "debian:bookworm"."""
    mine, theirs = frozenset(one.split()), frozenset(other.split())
    if len(mine - theirs) != 1 or len(theirs - mine) != 1:
        return False
    (one,), (other,) = mine - theirs, theirs - mine
    if one.isalpha() or other.isalpha():
        return False
    size = _LETTERS_OF_A_SORT - (len(one) == len(other))
    return one[:size] == other[:size] or one[-size:] == other[-size:]


def sets_apart(word: str) -> bool:
    """Tell whether a word names one of several places where something may hold."""
    return word in _PLACES


def contrast(one: frozenset[str], other: frozenset[str]) -> bool:
    """Tell whether a word of the one is set against a different word of the same set in the other."""
    mine: dict[int, set[str]] = {}
    for word in one:
        if word in _SET_OF:
            mine.setdefault(_SET_OF[word][0], set()).add(word)
    if not mine:
        return False
    for number, words in mine.items():
        theirs = {word for word in other if word in _SET_OF and _SET_OF[word][0] == number}
        if theirs and not theirs & words:
            return True
    return False
