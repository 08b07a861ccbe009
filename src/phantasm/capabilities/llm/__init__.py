"""Language models, where one is configured: the port and the servers behind it."""
