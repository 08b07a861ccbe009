"""When does a question mean? Time words, as spans and events."""
