"""Which statement of a conversation replaces which earlier one? Decided when the later one is written."""
