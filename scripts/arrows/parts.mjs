/**
 * Seen from a folder, an arrow between files below it joins two of its parts: the folders that lie in it, each with all
 * it holds, and `.`, its own files. Answers `{ folder, from, to, arrow }` for the one folder where the two ways part.
 */
function partsOf(arrow) {
  const [from, to] = [arrow.from.split('/').slice(0, -1), arrow.to.split('/').slice(0, -1)];
  let common = 0;
  while (common < from.length && common < to.length && from[common] === to[common]) common += 1;
  return { folder: from.slice(0, common).join('/'), from: from[common] ?? '.', to: to[common] ?? '.', arrow };
}

/** The parts of each folder that arrows join, by folder. Arrows within one part are told by a deeper folder. */
export function partsByFolder(arrows) {
  return Map.groupBy(
    arrows.map(partsOf).filter(({ from, to }) => from !== to),
    ({ folder }) => folder,
  );
}
