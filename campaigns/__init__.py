"""What has to survive: seeded campaigns against real stores, in full size by hand and in small size in CI."""

from phantasm.config.environment import use_one_thread_each

# Before numpy is loaded, as every command does: one thread adds up in one order, and children inherit it.
use_one_thread_each()
