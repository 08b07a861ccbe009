"""How do other frameworks reach it? One thin adapter each; what they need is installed as an extra."""
