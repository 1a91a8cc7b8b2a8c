/**
 * Finds the circles of a graph given as `[from, to]` pairs. Each circle is a list of nodes: the shortest circle within
 * a set of nodes that all reach each other.
 */
export function circlesOf(pairs) {
  const next = new Map();
  for (const [from, to] of pairs) {
    if (from !== to) next.set(from, (next.get(from) ?? new Set()).add(to));
  }
  const circles = [];
  const reported = new Set();
  for (const start of [...next.keys()].sort()) {
    const circle = reported.has(start) ? undefined : shortestWay(next, start, start);
    if (!circle) continue;
    circles.push(circle);
    for (const node of next.keys()) if (isOneKnot(next, start, node)) reported.add(node);
  }
  return circles;
}

function isOneKnot(next, one, other) {
  return one === other || (shortestWay(next, one, other) && shortestWay(next, other, one));
}

/** Returns the nodes from `start` to just before `goal`, by at least one arrow; undefined if there is no path. */
function shortestWay(next, start, goal) {
  const seen = new Set();
  for (let ways = [[start]]; ways.length > 0; ) {
    const longer = [];
    for (const way of ways) {
      for (const node of next.get(way.at(-1)) ?? []) {
        if (node === goal) return way;
        if (!seen.has(node)) longer.push([...way, node]);
        seen.add(node);
      }
    }
    ways = longer;
  }
  return undefined;
}
