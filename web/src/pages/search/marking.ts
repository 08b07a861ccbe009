// Which stretches of a text were found? Pure: a text and spans in characters in, pieces out.

export interface Piece {
  text: string;
  found: boolean;
}

/** Spans count characters as people do; a browser's strings count differently beyond the first 65,536 signs. */
export function pieces(text: string, spans: readonly (readonly [number, number])[]): Piece[] {
  const signs = [...text];
  const found: Piece[] = [];
  let from = 0;
  const add = (until: number, marked: boolean) => {
    if (until > from) found.push({ text: signs.slice(from, until).join(""), found: marked });
    from = Math.max(from, until);
  };
  for (const [start, stop] of [...spans].sort(([one], [other]) => one - other)) {
    add(Math.min(start, signs.length), false);
    add(Math.min(stop, signs.length), true);
  }
  add(signs.length, false);
  return found;
}
