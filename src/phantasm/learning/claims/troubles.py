"""What is broken and what gets around it: which sentences say so? Pure."""

from phantasm.learning.claims.breaking import (
    begins_with_thing,
    has_remedy,
    is_caused,
    is_explained,
    is_impersonal,
    is_stable,
    is_trouble,
    thing_breaks,
)
from phantasm.learning.claims.ruling import Rule, rule

_BREAKS = (
    r"(?:fails?|crash(?:es)?|hangs?|breaks?(?!\s(?:for|every|in|to|into|down|between|on\sweekends))"
    r"|times\sout|time\sout|runs?\sout\sof|loses?|drops?|ignores?|corrupts?"
    r"|skips?|kills?|diverges?|overwrites?|rolls\sback|stops?|leaks?(?=\s(?:memory|connections|file"
    r"|handles|threads))|deadlocks?|chokes?|panics?|segfaults?|freezes?|stalls?|expires?\severy"
    r"|(?:doesn't|does\snot|don't|do\snot|cannot|can't|won't)\s(?:work|reload|start|compile|build|run|load"
    r"|install"
    r"|connect|update|match|render|parse|support|handle|see|find|resolve|drop|close|clean|survive|respect))"
)
_WHERE = (
    r"(?:because|since|when|whenever|if|unless|on|with|without|after|for|inside|in|under|behind|outside"
    r"|until|every|as|;|,\sso\b)"
)

RULES: tuple[Rule, ...] = (
    rule(
        "issue.cause",
        "known_issue",
        "cause reason culprit problem caused due bug issue",
        r"""^(?:the|its|our)\s(?:(?:root|actual|real|underlying|true)\s(?:cause|problem|reason|issue|bug)
              |cause|culprit|reason\s(?:for|why|behind)\b[^,;]{3,60}?)
            \b[^,;]{0,60}?\s(?:is|was)\s|^what\s(?:actually\s|really\s)?(?:caused|broke)\s.{3,80}?\s(?:is
              |was)\s""",
        check=is_impersonal,
        who="user agent",
    ),
    rule(
        "issue.caused_by",
        "known_issue",
        "caused comes come due",
        r"^(?:[\w`'./-]+\s){1,6}?(?P<breaks>(?:is|was|are|were)\s(?:caused\sby|due\sto)|comes?\sfrom)\s",
        check=is_caused,
        who="user agent",
    ),
    rule(
        "issue.known",
        "known_issue",
        "known bug workaround issue",
        r"\b(?:there\sis|there's|we\shave)\sa\sknown\s(?:bug|issue|problem)\b"
        r"|^the\s(?:known\s)?workaround\s(?:is|for)\b",
        who="user agent",
    ),
    rule(
        "issue.if_you",
        "known_issue",
        "if",
        r"^if\syou\s(?:ever\s)?(?:get|see|hit|run\sinto|encounter)\s[^,]{3,90},\s\w+|^if\s(?:the"
        r"|your)\s[^,]{3,70},\s(?:raise|increase|lower|restart|kill|delete|clear|rebuild|purge)\s",
    ),
    rule(
        "issue.breaks",
        "known_issue",
        "",
        rf"^[^,;:]{{3,80}}?\s(?P<breaks>(?:\w+ly\s)?{_BREAKS})(?:\s[^,;]{{1,80}}?)?(?:\s|,\s)?(?:\b"
        rf"|(?=;)){_WHERE}(?:\s|$|(?<=;))",
        check=is_trouble,
        who="user agent",
    ),
    rule(
        "issue.always_breaks",
        "known_issue",
        "always collides collide conflicts conflict clashes get breaks corrupts",
        rf"""^(?:(?:on|in|under|with|behind|inside)\s[\w.`-]+(?:\s[\w.]+)?,?\s(?=the
              |our))?(?P<thing>[^,;:]{{3,80}}?)\s
             (?P<breaks>always\s{_BREAKS}|collides?\swith|conflicts?\swith|clash(?:es)?\swith
               |don't\sget\salong|(?:breaks|corrupts)\sthe)\b""",
        check=thing_breaks,
        who="user agent",
    ),
    rule(
        "issue.gets_broken",
        "known_issue",
        "gets get",
        r"^(?P<thing>[^,;:]{3,60}?)\s(?P<breaks>gets?\s(?:\w+-)?(?:corrupted|stuck|lost|killed|dropped"
        r"|duplicated|stale|confused|overwritten|truncated|garbled))\s(?:if|when|because|after|on|with"
        r"|unless|whenever)\b",
        check=thing_breaks,
        who="user agent",
    ),
    rule(
        "issue.is_broken",
        "known_issue",
        "broken flaky unusable unreliable",
        r"^(?P<thing>[^,;:]{3,60}?)\s(?P<breaks>is|are)\s(?:broken|flaky|unusable|unreliable)\s(?:in|on"
        r"|with|under|when|if|for|because)\s",
        check=thing_breaks,
        who="user agent",
    ),
    rule(
        "issue.has_bug",
        "known_issue",
        "bug issue problem leak race",
        r"^(?P<thing>[^,;:]{2,60}?)\s(?P<breaks>has)\sa\s(?:known\s|nasty\s)?(?:bug|issue|problem|leak"
        r"|race)\s(?:with|in|when|on|that|where)\b",
        check=thing_breaks,
        who="user agent",
    ),
    rule(
        "issue.there_is",
        "known_issue",
        "there there's",
        r"^there(?:\sis|\sare|'s)\s(?:an?\s)?(?:\w+\s){0,3}?(?:\w+)\s(?:when|whenever|if|because|in"
        r"|on)\s.*\bbecause\b",
        who="user agent",
    ),
    rule(
        "issue.you_get",
        "known_issue",
        "you you'll",
        r"^you(?:'ll)?\s(?:get|see)\san?\s[^,;]{3,60}\s(?:when|if|unless|whenever)\s",
    ),
    rule(
        "issue.explained",
        "known_issue",
        "because since",
        r"^(?P<head>[^;]{5,110}?),?\s(?:because|since)\s(?P<why>.{8,})",
        check=is_explained,
        who="user agent",
    ),
    rule(
        "issue.which_makes",
        "known_issue",
        "which",
        r"^(?P<head>[^,;]{5,90}),\swhich\s(?:makes|causes|lets)\s.*\b(?:fail|crash|break|hang|error|wrong"
        r"|leak)\w*\b|^(?P<other>[^,;]{5,90}),\swhich\s(?:breaks|crashes|corrupts)\b",
        check=lambda _match, said: begins_with_thing(said.text),
        who="user agent",
    ),
    rule(
        "issue.wrong",
        "known_issue",
        "wrong twice orphaned stale incorrect corrupt corrupted garbled duplicate duplicates upside",
        r"^(?P<head>[^,;]{3,90}?)\s(?:returns|gives|shows|reports|renders|produces|picks|leaves|prints"
        r"|sends|writes|reads)\s[^,;]{0,40}?\b(?:wrong|twice|orphaned|stale|incorrect|corrupt(?:ed)?"
        r"|garbled|duplicates?|upside)\b.*\b(?:for|when|before|after|if|because|since|on|with|under)\b",
        check=lambda _match, said: begins_with_thing(said.text),
        who="user agent",
    ),
    rule(
        "issue.clause_fix",
        "known_issue",
        "run set use restart strip trim call kill export unset rebuild delete quote escape",
        r"^[^,;]{8,90}[,;]\s(?:so\s|just\s)?(?:run|set|use|restart|strip|trim|call|kill|export|unset"
        r"|rebuild|delete|quote|escape)\s(?P<fix>[^,;]{3,80})$",
        check=has_remedy,
    ),
    rule(
        "issue.broke_because",
        "known_issue",
        "because since as",
        r"^(?:[\w`'./-]+\s){1,8}?(?P<breaks>(?:\w+ly\s)?(?:broke|failed|crashed|stopped|hung|is\s\w+ed\sas"
        r"|leaked|lost))\s[^,;]{0,60}?\b(?:because|since|as|when)\s",
        check=is_stable,
        who="user agent",
    ),
    rule(
        "issue.so_that",
        "known_issue",
        "so instead",
        r"^[^,;]{5,90}?\s(?P<breaks>(?:write|returns|writes|reports?|sees?"
        r"|skips?))\s[^;]{3,90}?(?:,\sso\s(?:the|that|edits|it|they|users?)\b|,\swhich\sis\swhy\b"
        r"|\sinstead\sof\s\S+\sfor\b)",
        check=is_stable,
        who="user agent",
    ),
)
