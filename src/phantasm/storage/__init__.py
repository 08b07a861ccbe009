"""Where it is kept: database, unit of work, journal, receipts, jobs, blobs, backups, migrations."""
