"""Which commands, ports and environment names does the repository declare, and does it still?"""
