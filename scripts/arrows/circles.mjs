/**
 * The circles of a graph given as `[from, to]` pairs: from each knot of nodes that all reach each other, the shortest
 * way round, as a list of nodes.
 */
export function circlesOf(pairs) {
  const next = new Map();
  for (const [from, to] of pairs) {
    if (from !== to) next.set(from, (next.get(from) ?? new Set()).add(to));
  }
  const circles = [];
  const told = new Set();
  for (const start of [...next.keys()].sort()) {
    const circle = told.has(start) ? undefined : shortestWay(next, start, start);
    if (!circle) continue;
    circles.push(circle);
    for (const node of next.keys()) if (isOneKnot(next, start, node)) told.add(node);
  }
  return circles;
}

function isOneKnot(next, one, other) {
  return one === other || (shortestWay(next, one, other) && shortestWay(next, other, one));
}

/** The nodes from `start` to just before `goal`, by at least one arrow; undefined when there is no way. */
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
