"""What is said: envelopes, operation kinds, errors, ids and canonical bytes."""
