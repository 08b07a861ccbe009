"""How memory leaves the store as text, and comes back: lines for git, Markdown for people, other files in."""
