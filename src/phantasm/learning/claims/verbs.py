"""Which verbs may an order begin with, and which of them are about the work on a project? Pure."""

WORKING = frozenset(
    """abbreviate commit comment deploy document export format hardcode hard-code import install lint log
    merge mock push rebase refactor reformat release rename squash stage validate wrap catch swallow
    disable invent guess assume introduce apologise apologize hand-roll vendor pin bump cherry-pick
    amend inline monkeypatch cast use avoid edit delete overwrite""".split()
)
"""Orders with these are about the work, whatever follows."""

ORDERS = WORKING | frozenset(
    """acknowledge add address adjust aim allow always answer apply ask assess assign attend break bring
    build buy call change check choose clean click close collect combine communicate compare complete
    confirm consider contact continue convert cook copy create cut define describe design determine
    develop discuss divide do double-check draw dry encourage engage ensure establish evaluate explain
    explore extract find fix focus follow freeze gather get give go handle help highlight hold identify
    ignore implement improve include increase integrate investigate join keep learn leave let link list
    listen look maintain make manage measure mention minimise minimize monitor move name note offer open
    optimise optimize organise organize pass pay plan post prefer prepare print prioritise prioritize
    provide put quote read record reduce refer reflect regularly rely remember remove reorder repeat
    replace reply report research reserve respect respond return review revise rewrite run save say
    schedule search select send set share show simplify skip sort spell split start stay stick stop
    store structure submit suggest summarise summarize switch take tell test touch track translate treat
    trust try turn understand update utilise utilize verify view visit wait watch work write throw""".split()
)
"""Verbs that begin an order or a piece of advice."""

PRESENT = frozenset(
    """accept add aggregate allow apply authenticate begin belong bind block build bundle cache call carry
    check collide come commit compare compile compress connect consume contain control convert copy
    correct cost count cover create crawl decide define detect diverge drop dump delete deploy drive
    emit encode encrypt end enforce expire export expose fail fetch fire follow forward generate get go
    handle happen hash hold host ignore import include index inherit invoke keep kill land last leave
    limit listen live load lock log manage map mark match merge migrate mount open own pack parse pass
    pick point poll predict post print process produce prove provide proxy publish pull push put queue
    read receive redirect refer refresh refuse register reject reload render replace replicate report
    resend reserve reset resolve restart retry return rotate route run save scale scan schedule seed
    sell send serve set share ship show sign sit skip sort speak split stand start stay stop store
    stream subclass subscribe support sync synchronise take talk target throw touch track translate
    trigger trust update upload use validate verify wait watch work wrap write""".split()
)
"""What things of a project do, day by day."""
