"""Which words name the pieces that code is made of, and how they may look? Fragments of patterns. Pure."""

ARTEFACTS = (
    r"(?:tests?|test\sfiles|migrations?|commits?|commit\smessages|branch(?:es)?|branch\snames"
    r"|components?|endpoints?|routes?|errors?|error\s(?:codes|messages)|dates?|timestamps?|names?"
    r"|\w+\snames|imports?|modules?|functions?|classes|methods?|variables?|constants?|files?|folders?"
    r"|docs|documentation|docstrings?|comments?|icons?|styles?|images?|tables?|columns?|models?"
    r"|\w+\smodels|queries|keywords?|\w+\skeywords|prs?|pull\srequests?|merges?|releases?|tags?"
    r"|versions?|log\s(?:messages|calls|lines)|pagination|exports?|helpers?|private\s\w+|public\s\w+"
    r"|config(?:uration)?|settings?|schemas?|types?|enums?|enum\smembers|props|hooks?|fixtures?|assets?"
    r"|translations?|strings?|literals?|paths?|urls?|ids?|identifiers?|keys?|fields?|flags?|scripts?"
    r"|seeds?|experiments?|notebooks?|packages?|services?|headings?|samples?|exceptions?|warnings?"
    r"|handlers?|events?|amounts?|money|prices?|sql|\w+\snotes|distances?|units?|shared\s\w+|code)"
)
"""Pieces of code and of what is around it: a custom is about one of these."""

CODE_THINGS = (
    r"(?:tests|names|commits|messages|subjects|branches|components|endpoints|routes|imports|modules"
    r"|functions|classes|methods|variables|constants|files|folders|docs|docstrings|comments|styles"
    r"|tables|columns|models|queries|prs|requests|releases|tags|helpers|schemas|types|enums|props"
    r"|fixtures|controllers|templates|notes|fixes|contributions|issues|translations|exceptions|warnings"
    r"|headings|samples|strings|fields|handlers|migrations|packages|scripts|hooks)"
)
"""Sorts of pieces, in the plural: what they do, they do by custom."""

PURE_CODE = (
    r"(?:tests|names|commits|branches|components|endpoints|routes|imports|modules|functions|classes"
    r"|methods|variables|constants|docs|docstrings|comments|styles|tables|columns|prs|releases|tags"
    r"|helpers|schemas|types|enums|props|fixtures|controllers|templates|notes|fixes|contributions|issues"
    r"|translations|exceptions|warnings|headings|samples|handlers|migrations|packages|scripts|hooks)"
)
"""Sorts of pieces that nobody but a developer sees: what they are, they are by custom."""

STYLE = (
    r"(?:named|written|prefixed|suffixed|sorted|formatted|numbered|placed|kept|put|ordered|indented"
    r"|grouped|wrapped|squashed|documented|returned|stored|spelled|capitalised|capitalized|versioned"
    r"|tagged|added|cut|fixed|typed|translated|reviewed|signed|functions|plural|singular|cursor|iso"
    r"|snake_case|camelcase|pascalcase|kebab-case|upper|lower|in|always|never|only)"
)
"""How a piece of code is said to look or to be treated."""
