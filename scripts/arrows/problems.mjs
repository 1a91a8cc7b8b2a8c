import { circlesOf } from './circles.mjs';
import { isTest } from './orders.mjs';
import { partsByFolder } from './parts.mjs';

/** Returns one sentence for each fault in the imports between files. */
export function problemsOf(arrows, orders) {
  const lost = arrows.filter(({ to }) => to === undefined);
  const found = arrows.filter(({ to }) => to !== undefined);
  const product = found.filter(({ from, to }) => !isTest(from) && !isTest(to));
  const folders = partsByFolder(product);
  return [
    ...lost.map(({ from, specifier }) => `${from} imports ${specifier}, which does not exist.`),
    ...found.filter(({ from, to }) => isTest(to) && !isTest(from)).map(onlyForTests),
    ...found.filter(betweenApps).map(appImported),
    ...[...orders].flatMap(([folder, order]) => backwards(folder, order, folders.get(folder) ?? [])),
    ...[...folders].filter(([folder]) => !orders.has(folder)).flatMap(([folder, joins]) => circlesIn(folder, joins)),
    ...circlesOf(product.filter(({ runtime }) => runtime).map(({ from, to }) => [from, to])).map(fileCircle),
  ];
}

function onlyForTests({ from, to }) {
  return `${from} imports ${to}, which is only for tests.`;
}

function betweenApps({ from, to }) {
  return to.startsWith('apps/') && from.split('/')[1] !== to.split('/')[1];
}

function appImported({ from, to }) {
  const who = from.startsWith('packages/') ? 'A package must not import an app' : 'An app must not import another app';
  return `${who}, but ${from} imports ${to}.`;
}

/** Finds arrows against a declared order, and parts that the order does not name. */
function backwards(folder, order, joins) {
  const rank = (part) => order.findIndex((column) => [column].flat().includes(part));
  const inWords = order.map((column) => [column].flat().map(partName).join(', ')).join(' ← ');
  const unknown = new Set(joins.flatMap(({ from, to }) => [from, to]).filter((part) => rank(part) < 0));
  return [
    ...[...unknown].map(
      (part) => `${folder}/${part} has no place in: ${inWords}. Give it one in scripts/arrows/orders.mjs.`,
    ),
    ...joins
      .filter(({ from, to }) => !unknown.has(from) && !unknown.has(to) && rank(from) <= rank(to))
      .map(
        ({ arrow }) =>
          `An import runs against the order: ${arrow.from} imports ${arrow.to}. The order in ${folder} is: ${inWords}.`,
      ),
  ];
}

function partName(part) {
  return part === '.' ? 'its own files' : part;
}

function circlesIn(folder, joins) {
  return circlesOf(joins.map(({ from, to }) => [from, to])).map((circle) => {
    const steps = circle.map((part, at) => {
      const next = circle[(at + 1) % circle.length];
      const { arrow } = joins.find(({ from, to }) => from === part && to === next);
      return `\n  ${part} → ${next}: ${arrow.from} imports ${arrow.to}`;
    });
    const wayOut = '\n  Move the code that they share to a folder of its own, which imports none of them.';
    return `A circle between folders, seen from ${folder}:${steps.join('')}${wayOut}`;
  });
}

function fileCircle(files) {
  return `A circle between files:${files.map((file, at) => `\n  ${file} imports ${files[(at + 1) % files.length]}`).join('')}`;
}
