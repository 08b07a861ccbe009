"""What deserves a second look: records that went stale, records that say nearly the same."""
