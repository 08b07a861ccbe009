"""What does each client tell a hook, and what does it take back? One module per client."""
