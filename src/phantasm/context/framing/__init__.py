"""What is going on, and what comes next? The parts of the session frame."""
