"""Which words name the pieces that code is made of, and how they may look? Fragments of patterns. Pure."""

ARTEFACTS = (
    r"(?:tests?|test\sfiles|migrations?|commits?|commit\smessages|branch(?:es)?|branch\snames|components?"
    r"|endpoints?|routes?"
    r"|errors?|error\s(?:codes|messages)|dates?|timestamps?|names?|\w+\snames|imports?|modules?|functions?"
    r"|classes|methods?"
    r"|variables?|constants?|files?|folders?|docs|documentation|docstrings?|comments?|icons?|styles?"
    r"|images?|tables?"
    r"|columns?|models?|\w+\smodels|queries|keywords?|\w+\skeywords|prs?|pull\srequests?|merges?|releases?"
    r"|tags?|versions?|log\s(?:messages|calls|lines)"
    r"|pagination|exports?|helpers?|private\s\w+|public\s\w+|config(?:uration)?|settings?|schemas?|types?"
    r"|enums?|enum\smembers|props"
    r"|hooks?|fixtures?|assets?|translations?|strings?|literals?|paths?|urls?|ids?|identifiers?|keys?"
    r"|fields?|flags?|scripts?|seeds?"
    r"|experiments?|notebooks?|packages?|services?|headings?|samples?|exceptions?|warnings?|handlers?"
    r"|events?|amounts?|money|prices?|sql|\w+\snotes|distances?|units?|shared\s\w+|code)"
)
CODE_THINGS = (
    r"(?:tests|names|commits|messages|subjects|branches|components|endpoints|routes|imports|modules"
    r"|functions|classes|methods|variables|constants"
    r"|files|folders|docs|docstrings|comments|styles|tables|columns|models|queries|prs|requests|releases"
    r"|tags|helpers|schemas|types|enums|props"
    r"|fixtures|controllers|templates|notes|fixes|contributions|issues|translations|exceptions|warnings"
    r"|headings|samples|strings|fields|handlers|migrations|packages|scripts|hooks)"
)
PURE_CODE = (
    r"(?:tests|names|commits|branches|components|endpoints|routes|imports|modules|functions|classes"
    r"|methods|variables|constants|docs|docstrings|comments"
    r"|styles|tables|columns|prs|releases|tags|helpers|schemas|types|enums|props|fixtures|controllers"
    r"|templates|notes|fixes|contributions|issues|translations|exceptions|warnings|headings|samples"
    r"|handlers"
    r"|migrations|packages|scripts|hooks|controllers|templates|notes|fixes|contributions)"
)
STYLE = (
    r"(?:named|written|prefixed|suffixed|sorted|formatted|numbered|placed|kept|put|ordered|indented"
    r"|grouped|wrapped|squashed|documented"
    r"|returned|stored|spelled|capitalised|capitalized|versioned|tagged|added|cut|fixed|typed|translated"
    r"|reviewed|signed|functions|plural|singular"
    r"|cursor|iso|snake_case|camelcase|pascalcase|kebab-case|upper|lower|in|always|never|only)"
)
