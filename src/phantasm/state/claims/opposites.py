"""Which word says the contrary of which? "Forbids" is "does not allow", "unsafe" is "not safe"."""

from phantasm.state.claims.words import table

DENYING_VERBS = table("""
    disable=enable disables=enables disabling=enabling forbid=allow forbids=allows prohibit=allow
    prohibits=allows ban=allow bans=allows disallow=allow disallows=allows bar=allow bars=allows avoid=use
    avoids=uses rejects=accepts reject=accept refuses=accepts refuse=accept declines=accepts skip=run
    skips=runs excludes=includes exclude=include omit=include omits=includes ignore=respect
    ignores=respects disregard=respect disregards=respects denies=allows deny=allow fails=works fail=work
    lacks=has lack=have dont=not prevents=allows prevent=allow discourages=encourages discourage=encourage
    hides=shows hide=show loses=keeps lose=keep discards=keeps discard=keep
""")
"""Verbs that deny another verb: "avoid X" is "do not use X"."""

DENYING_STATES = table("""
    disabled=enabled inactive=active forbidden=allowed prohibited=allowed banned=allowed
    disallowed=allowed optional=required unnecessary=required unneeded=required needless=required
    superfluous=required unsupported=supported unsafe=safe irreversible=reversible serially=parallel
    sequentially=parallel serial=parallel sequential=parallel rejected=accepted refused=accepted
    skipped=run asynchronous=synchronous async=sync asynchronously=synchronously invisible=visible
    unavailable=available unencrypted=encrypted insecure=secure immutable=mutable private=public
    unlimited=limited unbounded=bounded unsigned=signed untyped=typed uncached=cached unstable=stable
    experimental=stable incompatible=compatible unreachable=reachable excluded=included omitted=included
    ignored=respected denied=allowed failed=worked manually=automatically manual=automatic offline=online
    down=up invalid=valid unused=used closed=open unlocked=locked impossible=possible broken=working
    unversioned=versioned stateless=stateful unmaintained=maintained hidden=visible discouraged=encouraged
    unauthenticated=authenticated unauthorized=authorized uncompressed=compressed unprivileged=privileged
    untested=tested unreviewed=reviewed uncommitted=committed unchecked=checked unvalidated=validated
    unverified=verified unordered=ordered unsorted=sorted unrestricted=restricted unprotected=protected
    unmanaged=managed unformatted=formatted unindexed=indexed undocumented=documented unreliable=reliable
    nondeterministic=deterministic inconsistent=consistent insensitive=sensitive incomplete=complete
    incorrect=correct temporary=permanent idle=active stale=fresh absent=present red=green unpinned=pinned
""")
"""States that deny another one, where they are what is said: "is disabled" is "is not enabled"."""
