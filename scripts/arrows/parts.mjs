/**
 * Returns `{ folder, from, to, arrow }`: the deepest folder that holds both files, and the part of it that each file
 * lies in. A part is a direct subfolder with all its contents, or `.` for the folder's own files.
 */
function partsOf(arrow) {
  const [from, to] = [arrow.from.split('/').slice(0, -1), arrow.to.split('/').slice(0, -1)];
  let common = 0;
  while (common < from.length && common < to.length && from[common] === to[common]) common += 1;
  return { folder: from.slice(0, common).join('/'), from: from[common] ?? '.', to: to[common] ?? '.', arrow };
}

/**
 * Groups the arrows between different parts by their common folder. Arrows within one part belong to a deeper folder.
 */
export function partsByFolder(arrows) {
  return Map.groupBy(
    arrows.map(partsOf).filter(({ from, to }) => from !== to),
    ({ folder }) => folder,
  );
}
