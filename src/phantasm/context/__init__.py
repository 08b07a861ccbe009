"""What is handed over? The context compiler: from what is remembered to the text that an agent receives."""
