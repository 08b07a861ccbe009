"""What a session comes to: its episode, formed from its turns. Pure."""
