"""Which words carry structure rather than meaning? Closed classes of English, as projects write it."""

from phantasm.state.claims.words import normal_form


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


def _stems(text: str) -> frozenset[str]:
    return frozenset(normal_form(word) for word in text.split())


ARTICLES = _words("the a an our its their your my this these those his her every each all any both some")
"""Words before a noun phrase; they point at it and say nothing about it."""

PREPOSITIONS = _words("""of in on at to for from by with under over into onto within inside via through per across
    between during before after until till since against about above below as like behind beside using towards
    outside upon around without""")
"""Words that begin a phrase about place, time, means or purpose."""

BREAKS = _words("""because so while whereas although though unless otherwise else therefore hence thus
    except lest causing making given but since""")
"""After one of these a clause explains; the claim stands before it."""

RELATIVES = _words("that which who whose where whom")
"""Words that begin a clause about the noun before them."""

GENERIC = _stems("""we i you they it us one everyone project repository codebase team people developer engineer
    here let ours everything contributor code-base""")
"""Subjects that mean the project as a whole."""

PRONOUNS = _words("it they he she this that them these those")
"""Words that mean what was spoken of before."""

POSSESSIVES = _words("his her its their")
"""Words that make what follows a part of what was spoken of before."""

LIGHT = _stems("""the a an our its their your my this that these those his her of in on at to for from by with
    under over into onto within inside via through per across between during as and or but be have do get become
    value setting option directive parameter version number count amount
    total quantity date every some such other
    than then if there here so up out we i you they it us project repository codebase team""")
"""Words that a topic does without: they come and go between two wordings of one claim."""

COPULAS = _words("is are was were be been being equals becomes became remains stays means 're")
"""Verbs that set the subject equal to what follows."""

AUXILIARIES = _words("has have had do does did been being get gets got is are was were be")
"""Verbs that only carry tense before another verb."""

TYPES = _words("""city country continent region sport religion language field position genre state province town party
    port version branch license licence format name directory folder path rate limit size value zone cluster
    environment namespace category type level timezone currency protocol department office district county""")
"""Nouns that say what kind of thing a value is, in "the TYPE of VALUE"."""

ATTRIBUTES = _stems("""port version timeout limit size length width height rate interval period delay ttl threshold
    budget quota owner maintainer author lead manager head contact captain driver backend broker engine framework
    library tool runner linter formatter bundler compiler runtime database store queue registry host hostname url
    uri endpoint path directory location file name prefix suffix branch license language region zone cluster image
    tag digest policy strategy mode format encoding charset locale timezone currency protocol scheme algorithm
    default schema address domain email channel theme color font style convention standard level status
    deadline date schedule window target source origin destination provider platform distro shell
    editor capital chairperson director officer president headquarters editor founder developer manufacturer
    creator producer rev revision sha coach child spouse successor predecessor editor base toolchain
    interpreter server service stack layout separator delimiter indent quote salt cipher workflow tracker
    repository remote upstream mirror proxy gateway ingress controller scheduler orchestrator template
    factor ratio margin depth capacity replica partition shard concurrency parallelism cadence lifetime retain
    window cost price color locale dialect orm cdn dns vendor sponsor approver reviewer contact on-call
    namespace bucket engineer champion designer architect id identifier topic table column package module workspace build model type kind method approach
    priority severity order sorting paradigm architecture broadcaster government company university""")
"""Nouns that name something of which there is one: "the ATTRIBUTE is VALUE" has one value."""

FAINT = (
    LIGHT
    | _stems("""allow require fine use need run must should contain include put set make enable go take call
    want keep may can also only now please any anyone anybody someone then them they he she who when which what""")
)
"""Words that two statements about the same thing need not share."""

PROCESSES = _stems("""rollout experiment adoption usage introduction decision plan proposal requirement rewrite trial
    migration switch move use support step change upgrade old previous former legacy""")
"""Nouns around what is said to have ended: "the rollout of X was stopped" is about X."""

NUMERIC = _stems("""limit timeout size length width height rate interval period delay ttl threshold budget quota maximum
    minimum count concurrency deadline capacity depth lifetime retention expiry window factor""")
"""Nouns that are numbers by themselves: what is counted after the number is only its unit."""

BOUNDS = _stems(
    "retention limit maximum minimum time threshold size length period interval count number value rate"
)
"""Nouns that say how a number is meant; a statement of change leaves them out."""

PLACING = _stems(
    "name endpoint url path address directory file location host live run use target deploy publish store store keep go sit serve work"
)
"""Attributes that a statement of change leaves out: "moved to" speaks of any of them."""

UNIVERSAL = _words("every each all any never no none nothing nobody")
"""Words that speak of all of a kind, or deny it of all."""

STRONG_VERBS = _stems(
    """leave leaves arrive meet meets happen occur contain consist weigh cost costs charge charges count
    counts collect collects gather fill drain flush flushes sync syncs copy copies clone clones compress parse parses
    scan scans crawl crawls index indexes monitor monitors watch watches notify notifies page pages email emails
    announce announces approve approves reject accept grant grants deny revoke guard protect protects secure
    register registers subscribe subscribes map maps translate translates transform normalize convert scale scales
    spawn spawns launch boot boots restart restarts reboot shut wake sleep kill kills abort timeout throttle throttles
    queue queues schedule schedules batch batches stream streams replicate replicates mirror mirrors shard
    partition group join joins link links embed embeds inject injects wrap wraps decorate annotate document describe
    describes define defines configure configures override overrides ignore respect honor honour obey satisfy meet fulfil
    exclude omit strip strips trim truncate truncates round rounds sum compare compares match matches equal equals differ
    vary varies depend rely inherit compose composes aggregate aggregates filter filters select query queries search
    show shows display displays hide hides print prints paint draw plot save saves load loads restore restores
    back backs reset clear clears clean cleans purge purges evict evicts free allocate allocates reserve reserves
    share shares own rent buy pay sell sponsor fund host employ hire fire train teach learn study live die born
    win lose play sing act direct perform produce found establish build design develop invent discover
    travel walk drive sit stand lie fall rise grow shrink stay remain become turn get give put bring carry
    speak talk say ask answer reply respond responds call name title label labels sign stamp seal want wants like
    love hate prefer think believe know understand remember forget forgive suppose guess mean see hear feel smell taste touch"""
    """ use uses require requires need needs depend depends live lives reside listen listens run runs
    serve serves store stores keep keeps contain contains include includes provide provides expect accept
    accepts expose exposes speak consume consumes produce emit import integrate integrates write writes read reads send sends
    receive fetch fetches return returns publish publishes push pull deploy deploys merge merges follow follows prefer
    prefers adopt choose own owns maintain maintains manage manages lead leads handle handles happen happens belong belongs go
    goes expire expires retry retries fail fails throw throws raise raises start starts end ends begin stop stops
    point points resolve connect connects bind binds mount mounts take takes allow allows enforce block blocks
    trigger triggers call calls invoke create creates generate generates render renders validate rotate
    rotates scrape scrapes poll polls delete deletes remove removes add adds drop drops deprecate
    move moves migrate switch replace replaces rename upgrade bump lower increase reduce revert
    extend extends inherit implement implements compile compiles sign signs verify assign assigns ship
    ships pin pins declare declares sit sits stand last lasts fit consist encode encodes serialize format formats
    sort sorts hash hashes encrypt authenticate authorize persist trust trusts open opens close derive derives
    mark marks apply applies exceed draw draws preserve preserves treat ignore skip alert drive drives specify
    enable enables disable work works play plays marry die employ locate left forward redirect
    forwards redirects route routes paginate paginates prefix name names buffer buffers let wrap target targets
    ask asks wait waits lock locks check checks avoid hold holds die dies bring know feature restrict
    instruct tell respect reach reaches supersede discontinue retire abandon introduce convert
    tag tags standardize settle archive archives upload uploads download install installs commit commits
    squash rebase indent quote cover covers default defaults cache caches host hosts build builds test tests lint lints log logs
    export exports backed rely relies talk talks communicate communicates act acts print prints proxy proxies extend share shares hand pass join joins limit limits support supports review reviews"""
)
"""Verbs that a claim may turn on; inflected forms count."""

NOUN_LIKE = _stems("""cost charge count sync copy clone index monitor watch page email grant guard map scale launch boot
    restart kill queue schedule batch stream mirror shard partition group link document override match query search show display
    print plot load back reset share free fund train study act direct design drive fall turn call label stamp seal want like
    love page project filter round sum page study answer reply talk touch taste smell guess rent sleep wake answer ask scan crawl fire
    hire page meet stay rise name title join trim strip round page pay page sign wrap label page test build release log cache host support default limit export import lint cover deploy review
    merge store call commit lock hash sign mark point target route buffer tag index archive upload download
    install name prefix quote open format check sort start end run lead drive block alert work play pull push
    read write file need feature switch move bump drop order state process trigger use close return wrap indent
    draw ship last fit stand extend upgrade replace cut change update set list time out port pin schedule
    commit mount sound load wait sit trust retry squash rebase""")
"""Verbs that are nouns as often: only the form and the place tell, so they count when nothing better does."""
