"""When is background work done, and by whom? In this process, under a lease, with no daemon."""
