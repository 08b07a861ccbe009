"""How does a person talk with memory for longer? One line after another, with completion and live answers."""
