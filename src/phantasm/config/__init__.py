"""What was chosen: phantasm.toml, clients.toml, environment."""
