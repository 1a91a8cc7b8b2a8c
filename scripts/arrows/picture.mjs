import { featureGroups, isTest } from './orders.mjs';

const home = 'apps/server/src/features';

/**
 * Draws the server's groups with their rooms as a Mermaid flow chart. Leaves out an arrow if a longer path implies it.
 */
export function pictureOf(arrows) {
  const pairs = arrows
    .filter(({ from, to }) => to !== undefined && !isTest(from) && !isTest(to))
    .map(({ from, to }) =>
      [from, to].map((file) =>
        file
          .slice(home.length + 1)
          .split('/')
          .slice(0, -1),
      ),
    )
    .filter(([from, to]) => from[0] in featureGroups && to[0] in featureGroups);
  const betweenGroups = pairs.map(([from, to]) => [from[0], to[0]]);
  const groups = Object.entries(featureGroups)
    .filter(([group]) => betweenGroups.flat().includes(group))
    .flatMap(([group, meaning]) => {
      const inside = pairs.filter(([from, to]) => from[0] === group && to[0] === group);
      const rooms = new Set(
        pairs
          .flat()
          .filter(([its]) => its === group)
          .map(([, room]) => room),
      );
      return [
        `  subgraph ${group}["${group}: ${meaning}"]`,
        ...[...rooms].sort().map((room) => `    ${group}/${room}["${room}"]`),
        ...drawn(inside.map(([from, to]) => [`${group}/${from[1]}`, `${group}/${to[1]}`])).map((line) => `  ${line}`),
        '  end',
      ];
    });
  return ['flowchart RL', ...groups, ...drawn(betweenGroups)].join('\n');
}

function drawn(pairs) {
  const next = new Map();
  for (const [from, to] of pairs) if (from !== to) next.set(from, (next.get(from) ?? new Set()).add(to));
  const reaches = (from, to, seen = new Set()) =>
    [...(next.get(from) ?? [])].some((node) => node === to || (!seen.has(node) && reaches(node, to, seen.add(node))));
  const implied = (from, to) => [...next.get(from)].some((node) => node !== to && reaches(node, to));
  return [...next].flatMap(([from, nodes]) =>
    [...nodes].filter((to) => !implied(from, to)).map((to) => `  ${from} --> ${to}`),
  );
}
