"""What is the normal form of a word? Synonyms, then a light stem: the spellings of one word share one key."""

from functools import lru_cache

# How many distinct words keep their normal form: what a day's work talks about.
REMEMBERED_WORDS = 4_096


def table(text: str) -> dict[str, str]:
    """Read `word=normal word=normal …`; an underscore in the normal form stands for a space."""
    pairs = (entry.split("=", 1) for entry in text.split())
    return {word.replace("_", " "): normal.replace("_", " ") for word, normal in pairs}


SYNONYMS = table("""
    all=every app=application approvals=approval apps=application auth=authentication behaviour=behavior
    both=every bytes=byte catalogue=catalog centre=center cfg=configuration colour=color
    config=configuration configs=configuration db=database deployment=deploy deployments=deploy
    deps=dependency dev=development dir=directory dirs=directory doc=documentation docs=documentation
    each=every elastic=elasticsearch encryption=encrypt env=environment es=elasticsearch expiration=expire
    expiry=expire favour=favor filename=file_name folder=directory folders=directory formatting=format
    golang=go highest=maximum honor=respect honored=respect honors=respect honour=respect honoured=respect
    honours=respect indentation=indent installation=install js=javascript k8s=kubernetes largest=maximum
    licence=license linting=lint lowest=minimum mac=macos maintainer=maintainer maintenance=maintainer
    mandatory=required max=maximum migration=migrate migrations=migrate min=minimum mr=merge_request
    mrs=merge_request next.js=next node.js=node nodejs=node obligatory=required organisation=organization
    osx=macos ownership=owner responsibility=owner permitted=allowed pg=postgresql postgres=postgresql
    pr=pull_request prod=production provisioning=provision prs=pull_request removal=remove deletion=delete
    requirement=require requirements=require signature=sign signatures=sign compression=compress
    validation=validate verification=verify compilation=compile serialization=serialize
    generation=generate replication=replicate necessary=required compulsory=required repo=repository
    retained=retain retention=retain serialise=serialize serialised=serialize serialises=serialize
    serialising=serialize smallest=minimum stg=staging tagging=tag ts=typescript upgrades=upgrade
    username=user_name wide=width long=length vue.js=vue
""")
"""One spelling for what projects write in several ways; a normal form of two words counts as two."""

IRREGULAR = table("""
    am=be are=be aws=aws axes=axis be=be became=becom been=be being=be binding=binding bindings=binding
    bought=buy bound=bind built=build chose=choos chosen=choos cors=cors css=css did=do die=die died=die
    dies=die dns=dns do=do does=do doing=do done=do drawn=draw driven=driv during=during dying=die
    embed=embed express=express feed=feed forbidden=forbid found=find founded=founded gave=giv given=giv
    goes=go gone=gone got=get had=have has=have have=have having=have held=hold hidden=hid hotfix=hotfix
    https=https ios=ios is=be jenkins=jenkins kept=keep known=known kubernetes=kubernetes led=lead
    lives=liv lts=lts made=mak need=need needs=need news=news paid=pay pandas=pandas postgres=postgresql
    rails=rails ran=run redis=redis rewritten=rewrit rewrote=rewrit running=run sat=sit seed=seed
    sent=send series=series set=set setting=setting settings=setting shown=show sold=sell
    species=species speed=speed spoke=speak spring=spring stood=stand string=string strings=string
    taken=tak thrown=throw tls=tls took=tak used=use uses=use using=use was=be went=go were=be
    written=writ wrote=writ
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


def stems(text: str) -> frozenset[str]:
    """Return the normal forms of a list of words."""
    return frozenset(map(normal_form, text.split()))
