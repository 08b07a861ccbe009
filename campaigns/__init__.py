"""What has to survive: seeded campaigns against real stores, in full size by hand and in small size in CI."""
