"""How do agents reach it over the Model Context Protocol? Tools, resources and prompts over the one door."""
