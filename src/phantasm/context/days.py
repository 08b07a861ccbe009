"""How is a day written? Absolute, in words, the same whatever the locale. Pure."""

_MONTHS = ("January February March April May June July August September October November December").split()


def end_of(day: str) -> str:
    """Return the last moment of a day that is given as YYYY-MM-DD: the same answer all day long."""
    return f"{day}T23:59:59.999999Z"


def day_of(timestamp: str) -> str:
    """Return the day of a timestamp: 8 May 2023."""
    year, month, day = timestamp[:10].split("-")
    return f"{int(day)} {_MONTHS[int(month) - 1]} {int(year)}"
