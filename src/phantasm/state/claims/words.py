"""What is the normal form of a word? Synonyms, then a light stem: the spellings of one word share one key."""

from functools import lru_cache

# How many distinct words keep their normal form: the working vocabulary of a large project's memory.
REMEMBERED_WORDS = 16_384


def table(text: str) -> dict[str, str]:
    """Read `word=normal word=normal …`; an underscore in the normal form stands for a space."""
    pairs = (entry.split("=", 1) for entry in text.split())
    return {word.replace("_", " "): normal.replace("_", " ") for word, normal in pairs}


SYNONYMS = table("""
    licence=license repo=repository db=database config=configuration configs=configuration cfg=configuration
    prod=production dev=development docs=documentation doc=documentation dir=directory folder=directory
    folders=directory dirs=directory max=maximum min=minimum env=environment app=application apps=application
    auth=authentication k8s=kubernetes postgres=postgresql pg=postgresql golang=go js=javascript
    ts=typescript pr=pull_request prs=pull_request mr=merge_request mrs=merge_request deps=dependency
    colour=color behaviour=behavior stg=staging mac=macos osx=macos node.js=node nodejs=node next.js=next
    vue.js=vue each=every all=every both=every deployment=deploy deployments=deploy indentation=indent
    lowest=minimum smallest=minimum highest=maximum largest=maximum filename=file_name
    username=user_name organisation=organization serialise=serialize serialised=serialize
    serialises=serialize serialising=serialize retention=retain retained=retain expiry=expire
    expiration=expire encryption=encrypt installation=install migration=migrate migrations=migrate
    mandatory=required obligatory=required permitted=allowed bytes=byte maintainer=maintainer
    ownership=owner centre=center catalogue=catalog favour=favor formatting=format linting=lint
    provisioning=provision
""")
"""One spelling for what projects write in several ways; a normal form of two words counts as two."""

IRREGULAR = table("""
    is=be are=be was=be were=be been=be being=be am=be be=be died=die dies=die die=die dying=die has=have do=do had=have having=have rewritten=rewrit rewrote=rewrit does=do did=do
    done=do doing=do ran=run running=run wrote=writ written=writ built=build kept=keep held=hold
    sent=send chose=choos chosen=choos went=go goes=go gone=gone sat=sit lives=liv led=lead took=tak
    taken=tak made=mak given=giv gave=giv set=set setting=setting settings=setting founded=founded
    bound=bind spoke=speak drawn=draw found=find got=get became=becom news=news binding=binding
    string=string strings=string during=during spring=spring redis=redis need=need needs=need speed=speed
    feed=feed seed=seed embed=embed hidden=hid forbidden=forbid driven=driv shown=show thrown=throw
    known=known stood=stand sold=sell bought=buy paid=pay hotfix=hotfix uses=use used=use using=use have=have axes=axis series=series
    species=species kubernetes=kubernetes jenkins=jenkins postgres=postgresql ios=ios lts=lts aws=aws
    dns=dns tls=tls css=css cors=cors https=https rails=rails pandas=pandas express=express
""")
"""Normal forms that no rule about endings finds, among them names that only look like plurals."""

_VOWELS = frozenset("aeiouy")
_HISSING = ("s", "x", "z", "ch", "sh")
# Below this length an ending is part of the word more often than not ("bus", "red").
_SHORTEST_INFLECTED = 4
# What is left after "-ing" or "-ed" must be longer than this to be a word: "ring" and "need" keep theirs.
_LONGEST_RUMP = 2


@lru_cache(maxsize=REMEMBERED_WORDS)
def normal_form(word: str) -> str:
    """Return the key of a lower-case word; inflected forms and synonyms share one."""
    known = SYNONYMS.get(word)
    if known is not None:
        return " ".join(map(_stem, known.split()))
    return _stem(word)


def _stem(word: str) -> str:
    irregular = IRREGULAR.get(word)
    if irregular is not None:
        return irregular
    if len(word) < _SHORTEST_INFLECTED or not word.isalpha():
        return word
    if word.endswith("ied") and len(word) > _SHORTEST_INFLECTED:
        return word[:-2]
    word = _without_plural(word)
    for ending in ("ing", "ed"):
        if word.endswith(ending):
            rump = word[: -len(ending)]
            if len(rump) > _LONGEST_RUMP and not _VOWELS.isdisjoint(rump):
                word = rump[:-1] if rump[-1] == rump[-2] and rump[-1] not in "lsz" else rump
            break
    if len(word) < _SHORTEST_INFLECTED:
        return word
    if word[-1] == "y" and word[-2] not in _VOWELS:
        return word[:-1] + "i"
    return word[:-1] if word[-1] == "e" else word


def _without_plural(word: str) -> str:
    if word.endswith("ies") and len(word) > _SHORTEST_INFLECTED:
        return word[:-2]
    if word.endswith("es") and word[:-2].endswith(_HISSING):
        return word[:-2]
    if word[-1] == "s" and word[-2] not in "sui":
        return word[:-1]
    return word
