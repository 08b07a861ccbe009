"""Everything that is checked about Phantasm."""
