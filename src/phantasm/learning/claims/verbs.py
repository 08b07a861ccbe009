"""Which verbs may an order begin with, and which of them are about the work on a project? Pure."""

WORKING = frozenset(
    """abbreviate commit comment deploy document export format hardcode hard-code import install lint log merge mock push
    rebase refactor reformat release rename squash stage validate wrap catch swallow disable invent guess assume
    introduce apologise apologize hand-roll vendor pin bump cherry-pick amend inline monkeypatch cast use avoid
    edit delete overwrite""".split()
)
"""Orders with these are about the work, whatever follows."""

ORDERS = WORKING | frozenset(
    """acknowledge add address adjust aim allow always answer apply ask assess assign attend break bring build buy call change
    check choose clean click close collect combine communicate compare complete confirm consider contact continue convert
    cook copy create cut define describe design determine develop discuss divide do double-check draw dry encourage engage
    ensure establish evaluate explain explore extract find fix focus follow freeze gather get give go handle help highlight
    hold identify ignore implement improve include increase integrate investigate join keep learn leave let link list
    listen look maintain make manage measure mention minimise minimize monitor move name note offer open optimise optimize
    organise organize pass pay plan post prefer prepare print prioritise prioritize provide put quote read record reduce
    refer reflect regularly rely remember remove reorder repeat replace reply report research reserve respect respond
    return review revise rewrite run save say schedule search select send set share show simplify skip sort spell split
    start stay stick stop store structure submit suggest summarise summarize switch take tell test touch track translate
    treat trust try turn understand update utilise utilize verify view visit wait watch work write throw""".split()
)
"""Verbs that begin an order or a piece of advice."""
