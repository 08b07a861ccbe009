"""How is memory kept in git? One file for each record, written, read, merged and compared."""
