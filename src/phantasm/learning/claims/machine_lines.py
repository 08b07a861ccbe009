"""Did somebody write this line, or did a machine? Logs, diffs, traces, listings, tables, settings. Pure."""

import re

LONGEST_LINE_CHARACTERS = 4_000
"""A longer line is data: the longest paragraph seen in assistants' answers has about half of that."""
_LEAST_PROSE_SHARE = 0.72
"""Share of letters, blanks and plain marks: prose with code words has .85 and more, listings below .65."""
_JUDGED_CHARACTERS = 16
"""Shorter lines say too little about their share of letters."""

_MACHINE = re.compile(
    r"""
    \$\ |%\ \w|>>>|\.\.\.\ |[\w.-]+@[\w.-]+:\S*[$\#]         # prompts
    | diff\ --git|index\ [0-9a-f]{7}|@@|\+\+\+|---|[+-](?=[^\s-])   # differences
    | Traceback|File\ "|\s*at\ [\w.$<>]+\(|Caused\ by:|goroutine\ |panicked\ at|\s*\^+\s*$   # traces
    | (?:[\w.]+\.)?[A-Z]\w*(?:Error|Exception|Warning|Failure)(?::|$)
    | \[?\d{4}-\d\d-\d\d[T\ ]\d\d:\d\d|\[?\d\d:\d\d(?::\d\d)?[\].,]?[ ]
      |[A-Z][a-z]{2}\ +\d+\ \d\d:\d\d:\d\d   # logs
    | \[?(?:TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|ERR|FATAL|CRITICAL)\b\]?[:\s|]
    | (?:error|warning|fatal|note)(?:\[\w+\])?:|(?:FAILED|PASSED|SKIPPED|FAIL|PASS|OK)\b
    | npm\ (?:ERR|WARN|error|warn)|usb\ |\d+\ (?:failed|passed|passing|failing)\b|={3}
    | [d-][rwxs-]{9}|total\ \d+$|.*[├└│─█▏]                  # listings
    | \||.*\ \|\ .*\ \|                                       # tables
    | [{}\[\]]|"[\w.-]+"\s*[:,]|.*[{};]$|</?[A-Za-z!][\w:-]*[^>]*>$|[\w.-]+\s*=\s*\S+$
      |[\w.-]+:(?:\s+\S+)?$   # data and settings
    | (?:From|To|Cc|Subject|Date|Sent|Reply-To):\ |>|On\ .{5,80}\ wrote:$   # mail
    | (?:def|class|import|from|const|let|var|function|return|public|private|async|await|export|fn|func|type
      |struct
        |SELECT|INSERT|UPDATE|CREATE|ALTER|FROM|RUN|COPY|ENV)\ \S.*[\]({:;=>\\]   # code
    | //|/\*|\*/|\#!|<!--|\#(?:include|define|if)
    | \[\d+/\d+\]|\d+%|\s*\d+\s*[│|]\s
    """,
    re.VERBOSE,
)
_PROSE_MARKS = " .,;:!?'\"()-`\u2019\u201c\u201d/"
_MAIL_HEADER = re.compile(r"(?:From|To|Cc|Subject|Date|Sent|Reply-To): ")
_ANNOUNCED = re.compile(
    r"(?i)\b(?:outputs?|logs?|traceback|trace|error|message|wrote|writes|says|said|mail|email|slack|chat"
    r"|get|got"
    r"|shows|prints|diff|came\sin)\b[^.!?]{0,30}:\s*$"
)


def is_machine_line(line: str) -> bool:
    """Tell whether a line, without what stands before it as a list item, is no prose."""
    if len(line) > LONGEST_LINE_CHARACTERS or _MACHINE.match(line):
        return True
    if len(line) < _JUDGED_CHARACTERS:
        return False
    prose = sum(map(str.isalpha, line)) + sum(map(line.count, _PROSE_MARKS))
    return prose < _LEAST_PROSE_SHARE * len(line)


def is_mail_header(line: str) -> bool:
    """Tell whether a line stands above a mail: what follows is somebody else's word."""
    return _MAIL_HEADER.match(line) is not None


def announces_paste(line: str) -> bool:
    """Tell whether what follows a line is pasted ("here is what Ben wrote:")."""
    return line.endswith(":") and _ANNOUNCED.search(line[-160:]) is not None
