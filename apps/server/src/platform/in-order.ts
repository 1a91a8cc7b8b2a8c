interface Placed {
  readonly name: string;
  /** The name of the item that it must follow. */
  readonly after?: string;
}

/** Keeps the given order, but puts each item behind the one that it must follow. Throws if that one is missing. */
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
