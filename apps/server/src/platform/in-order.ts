interface Placed {
  readonly name: string;
  /** The one behind which it comes. */
  readonly after?: string;
}

/** In their order, but each behind the one that it says it comes after. Throws where that is not there. */
export function inOrder<Each extends Placed>(all: readonly Each[]): readonly Each[] {
  const ordered = all.filter(({ after }) => after === undefined);
  for (const each of all) {
    if (each.after === undefined) continue;
    const place = ordered.findIndex(({ name }) => name === each.after);
    if (place === -1) throw new Error(`${each.name} comes after ${each.after}, which is not there`);
    ordered.splice(place + 1, 0, each);
  }
  return ordered;
}
