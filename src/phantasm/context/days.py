"""How is a day written? Absolute, in words, the same whatever the locale. Pure."""

_MONTHS = ("January February March April May June July August September October November December").split()


def day_of(timestamp: str) -> str:
    """Return the day of a timestamp: 8 May 2023."""
    year, month, day = timestamp[:10].split("-")
    return f"{int(day)} {_MONTHS[int(month) - 1]} {int(year)}"
