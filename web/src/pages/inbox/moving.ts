// Which item comes next? Pure: the order of the list in, one key out.

/** The item so many places further; stays at the ends. */
export function neighbour(keys: readonly string[], from: string, places: number): string | undefined {
  const index = keys.indexOf(from);
  if (index < 0) return keys[0];
  return keys[Math.min(Math.max(index + places, 0), keys.length - 1)];
}

/** What is looked at once some items have gone: the first below them that stays, or the last above. */
export function following(keys: readonly string[], gone: readonly string[]): string | undefined {
  const last = Math.max(...gone.map((key) => keys.indexOf(key)));
  const stays = (key: string) => !gone.includes(key);
  return keys.slice(last + 1).find(stays) ?? keys.slice(0, Math.max(last, 0)).findLast(stays);
}
