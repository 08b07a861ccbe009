"""Which words carry structure rather than meaning? Closed classes of English, as projects write it."""

from phantasm.state.claims.words import stems


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


ARTICLES = _words("""
    a all an any both each every her his its my our some the their these this those your
""")
"""Words before a noun phrase; they point at it and say nothing about it."""

PREPOSITIONS = _words("""
    about above across after against around as at before behind below beside between by during for from in
    inside into like of on onto outside over per since through till to towards under until upon using via
    with within without
""")
"""Words that begin a phrase about place, time, means or purpose."""

BREAKS = _words("""
    although because but else except lest otherwise since so though unless whereas while
""")
"""After one of these a clause explains; the claim stands before it."""

RELATIVES = _words("that where which who whom whose")
"""Words that begin a clause about the noun before them."""

GENERIC = stems("""
    anybody anyone code-base codebase contributor developer engineer everybody everyone everything here i
    it let one ours people project repository team they us we you
""")
"""Subjects that mean the project as a whole."""

PRONOUNS = _words("he it she that them these they this those")
"""Words that mean what was spoken of before."""

POSSESSIVES = _words("her his its their")
"""Words that make what follows a part of what was spoken of before."""

LIGHT = stems("""
    a about across amount an and as at be become between but by cest cet codebase concerning count date
    declared directive do during every for from get gmt have her here his i if in inside into it its my
    number of on onto option or other our out over parameter per pinned project quantity regarding
    repository setting so some specified such team than that the their then there these they this those
    through to total under up us utc value version via we with within you your
""")
"""Words that a topic does without: they come and go between two wordings of one claim."""

COPULAS = _words("""
    're are be became becomes been being equals is means remains stays was were
""")
"""Verbs that set the subject equal to what follows."""

AUXILIARIES = _words("are be been being did do does get gets got had has have is was were")
"""Verbs that only carry tense before another verb."""

TYPES = _words("""
    branch category city cluster continent country county currency department directory district
    environment field folder format genre language level licence license limit name namespace office party
    path port position protocol province rate region religion size sport state timezone town type value
    version zone
""")
"""Nouns that say what kind of thing a value is, in "the TYPE of VALUE"."""

ATTRIBUTES = stems("""
    address algorithm approach approver architect architecture author backend base branch broadcaster
    broker bucket budget build bundler cadence capacity capital captain cdn chairperson champion channel
    charset child cipher cluster cms coach color column company compiler concurrency contact controller
    convention cost creator crm currency database date deadline default delay delimiter depth designer
    destination developer dialect digest director directory distro dns domain driver editor email
    encoding endpoint engine engineer factor fallback file font format formatter founder framework gateway
    government head headquarters height host hostname id ide identifier image indent ingress interpreter
    interval kind kit language layout lead length level library license lifetime limit linter locale
    location maintainer manager manufacturer margin method mirror mode model module name namespace
    officer on-call orchestrator order origin orm os owner package paradigm parallelism partition path
    period platform policy port predecessor prefix president price priority producer protocol provider
    proxy queue quota quote rate ratio region registry remote replica repository retain rev reviewer
    revision runner runtime salt schedule scheduler schema scheme separator server service severity sha
    shard shell size sorting source sponsor spouse stack standard status storage store strategy style
    successor suffix table tag target template theme threshold timeout timezone tool toolchain topic
    tracker ttl type university upstream uri url vcs vendor version width window workflow workspace zone
""")
"""Nouns that name something of which there is one: "the ATTRIBUTE is VALUE" has one value."""

FAINT = LIGHT | stems("""
    against behind allow also any anybody anyone call can contain enable enough fine go he include keep
    lts make may must need now only please put remain require run set she should someone stay take them
    then they use want what when which who
""")
"""Words that two statements about the same thing need not share."""

PROCESSES = stems("""
    adoption change code config configuration constraint decision directory experiment file folder
    former introduction job legacy migration move old plan previous proposal requirement restriction
    rewrite rollout script setup step support switch trial upgrade usage use
""")
"""Nouns around what is said to have ended: "the rollout of X was stopped" is about X."""

NUMERIC = stems("""
    budget capacity concurrency count deadline delay depth expiry factor height interval length lifetime
    limit maximum minimum period quota rate retention size threshold timeout ttl width window
""")
"""Nouns that are numbers by themselves: what is counted after the number is only its unit."""

BOUNDS = stems("""
    age allowance budget cap ceiling count deadline due expire floor lifetime valid validity gate interval
    length limit maximum minimum number period rate retention size threshold time value
""")
"""Nouns that say how a number is meant; a statement of change leaves them out."""

PLACING = stems("""
    accessible address deploy directory endpoint expose file go host keep reachable live location name path
    publish run serve sit store target url use work
""")
"""Attributes that a statement of change leaves out: "moved to" speaks of any of them."""

STIRRING = stems("""
    abandoned advisory again anymore archived banned became become brought bumped cancelled capped caps
    changed deleted deprecated dethroned discouraged ditched doubled dropped emptied ended extended
    floor gone halved increased inherited instead left lifted lowered migrated now outgrown parted
    postponed raised reassigned rebound reduced relaxed relocated removed renamed replaced repointed
    rescheduled retired reverted rolled scaled shifted shortened slipped stepped stopped superseded
    swapped switched tightened transferred tripled undone upgraded withdrawn consolidated
    decommissioned discontinued eased expanded folded narrowed onward onwards phased ported redirected
    reinstated reintroduced rerouted restored retargeted revived split sunset trimmed turned unpinned
    widened
""")
"""Words that stir the suspicion that something changed, wherever they stand in a statement."""

UNIVERSAL = _words("all both each every never no nobody none nothing")
"""Words that speak of all of a kind, or deny it of all."""

ENTITIES = stems("""
    backend broker bucket build cluster column compiler controller database endpoint engine file gateway
    host image ingress model module orchestrator package proxy queue registry repository runner scheduler
    server service stack storage store table template topic workflow workspace application
""")
"""Attributes that are things themselves: "the queue is empty" describes one, "the queue is SQS" names it."""

STRONG_VERBS = stems("""
    abandon abort accept accepts act acts add adds adopt aggregate aggregates alert allocate allocates
    allow allows annotate announce announces answer answers applies apply approve approves archive
    archives arrive ask asks assign assigns authenticate authorize avoid back backed backs batch batches
    become begin believe belong belongs bind binds block blocks boot boots born break breaks bring broke
    buffer buffers build builds bump buy cache caches call calls cap caps carry charge charges chat chats
    check checks choose clean cleans clear clears clone clones close collect come comes collects commit
    commits communicate communicates compare compares compile compiles compose composes compress configure
    configures connect connects consist consume consumes contain contains convert copies copy cost costs
    count counts cover covers crawl crawls create creates declare declares decorate default defaults
    define defines delete deletes deny depend depends deploy deploys deprecate derive derives describe
    describes design develop die dies differ direct disable discontinue discover display displays document
    download draft drafts drain draw draws drive drives drop drops email emails embed embeds emit employ
    enable enables encode encodes encrypt end ends enforce equal equals establish evaluate evaluates evict
    evicts exceed exclude expect expire expires export exports expose exposes extend extends fail fails
    fall fallback feature feel fetch fetches fill filter filters fire fit flag flush flushes follow
    follows forget format formats forward forwards found free fulfil fund gather generate generates get
    give go goes grant grants group grow guard guess hand handle handles happen happens hash hashes hear
    hide hides hire hold holds honor honour host hosts ignore implement implements import include includes
    increase indent index indexes inherit inject injects install installs instruct integrate integrates
    introduce invent invoke join joins keep keeps kill kills know label labels last lasts launch lead
    leads learn leave leaves left let limit limits link links lint lints listen listens live lives load
    loads locate lock locks log logs lose lower maintain maintains manage manages map maps mark marks
    marry match matches meet meets merge merges migrate mirror mirrors monitor monitors mount mounts move
    moves name names need needs normalize notifies notify obey occur omit open opens outgrow override
    overrides own owns page pages paginate paginates paint parse parses partition pass pause pay perform
    persist pin pins play plays plot point points poll polls prefer prefers prefix preserve preserves
    print prints produce protect protects provide provides proxies proxy publish publishes pull purge
    purges push put quarantine queries query queue queues quote raise raises reach reaches read reads
    rebase reboot receive recommend recommends redirect redirects reduce refresh refreshes register
    registers reject release releases relies rely remain remember remove removes rename render renders
    rent replace replaces replicate replicates reply report reports require requires reserve reserves
    reset resets reside resolve respect respond responds restart restarts restore restores restrict resume
    retire retries retry return returns revert review reviews revoke rise rotate rotates round rounds
    route routes run runs satisfy save saves say scale scales scan scans schedule schedules scrape scrapes
    seal search see select sell send sends serialize serve serves settle shard share shares ship ships
    show shows shrink shut sign signs sit sits skip sort sorts spawn spawns speak specify sponsor squash
    stamp stand standardize start starts stay stop stops store stores stream streams strip strips study
    subscribe subscribes suggest sum supersede support supports suppose switch sync syncs tag tags take
    takes talk talks target targets teach tell test tests think throttle throttles throw throws title
    toggle track tracks train transform translate translates travel treat triage triages trigger triggers
    trim truncate truncates trust trusts turn understand upgrade upload uploads use uses validate varies
    vary vendor vendors verify wait waits decide decides edit edits tolerate tolerates survive survives
    appear appears detect detects prune prunes ingest ingests power powers hit hits orchestrate
    orchestrates redact redacts mask masks escape escapes prefetch prefetches weighs chair chairs moderate
    moderates oversee oversees supervise supervises coordinate coordinates operate operates supply
    supplies deliver delivers wake want wants watch watches weigh win work works wrap wraps write writes
""")
"""Verbs that a claim may turn on; inflected forms count."""

NOUN_LIKE = stems("""
    chair escape hit mask power proxy supply
    act alert answer archive ask back batch block boot break buffer build bump cache call cap change
    charge chat check clean clear clone close commit compress copy cost count cover crawl cut default
    deploy design direct display document download draft draw drive drop email embed end equal export
    extend fall fallback feature file filter fire fit flag format free fund grant group guard guess hash
    hire host import indent index install join kill label last launch lead like limit link lint list load
    lock log love map mark match meet merge mirror monitor mount move name need open order out override
    page partition pause pay pin play plot point port prefix print process project pull push query queue
    quote read rebase rebuild redesign refresh register release rent replace reply report reserve reset
    resize restart retrain retry return review rewrite rise round route run scale scan schedule seal
    search set shard share shift ship show sign sit sleep smell sort sound sponsor squash stamp stand
    start state stay store stream strip study sum support swap switch sync tag talk target taste test time
    title toggle touch track train transfer trigger trim trust turn update upgrade upload use vendor wait
    wake want watch work wrap write
""")
"""Verbs that are nouns as often: only the form and the place tell, so they count when nothing better does."""
