import { type ESTree, type Plugin, parseSync, Visitor } from 'vite';

/** Text that replaces the code between two offsets. */
interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

// Only the server needs these.
const untold = new Set([
  ...['summary', 'params', 'query', 'body', 'reply', 'refusals'],
  ...['customer', 'internal', 'contract', 'admission', 'locks', 'moves', 'reads'],
]);

/**
 * Removes from the build what only the server reads of a call, and with it every schema used nowhere else. The server
 * checks requests and replies; all this would delay the first page.
 */
export const callsAsAsked: Plugin = {
  name: 'calls-as-asked',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /\/packages\/api\/src\/[\w/-]+\.ts$/ },
    handler: (code, id) => {
      const { program } = parseSync(id, code);
      // Keeps every line in its place, so the source map stays true.
      return { code: edited(code, [...untoldInCalls(code, program), ...constantsThatMayGo(program)]), map: null };
    },
  },
};

/** Refuses console code that reads off a call what the build removes. */
export const nothingUntold: Plugin = {
  name: 'nothing-untold',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /\/apps\/console\/src\/.*\.tsx?$/, code: '@usance/api/' },
    handler(code) {
      const found = untoldOfCall(code);
      if (found) this.error(`${found} is left out of the build: export it beside its call, and read that.`);
    },
  },
};

function untoldOfCall(code: string): string | undefined {
  const imports = code.matchAll(/import {([^}]*)} from '@usance\/api\//g);
  const calls = new Set([...imports].flatMap(([, names]) => names?.split(',').map((name) => name.trim()) ?? []));
  const reads = code.matchAll(new RegExp(`\\b(\\w+)\\.\\w+\\.(?:${[...untold].join('|')})\\b`, 'g'));
  return [...reads].find(([, from]) => calls.has(from ?? ''))?.[0];
}

function untoldInCalls(code: string, program: ESTree.Program): Edit[] {
  const edits: Edit[] = [];
  new Visitor({
    ObjectExpression: ({ properties }) => {
      const named = properties.filter((each) => each.type === 'Property').map((each) => [nameOf(each), each] as const);
      if (!named.some(saysOfCall)) return;
      for (const [name, { start, end }] of named) {
        if (untold.has(name)) edits.push({ start, end: pastComma(code, end), text: '' });
      }
    },
  }).visit(program);
  return edits;
}

const pastComma = (code: string, end: number) => (code[end] === ',' ? end + 1 : end);

/** True for a call, or a shared part of calls: only those literally name their path or method. */
function saysOfCall([name, { value }]: readonly [string, ESTree.ObjectProperty]): boolean {
  if (name === 'method') return value.type === 'Literal';
  return (
    name === 'path' && (value.type === 'Literal' || value.type === 'TemplateLiteral' || value.type === 'Identifier')
  );
}

/** Marks constants made by a call or an object literal as pure, so that the bundler drops unused ones. */
function constantsThatMayGo({ body }: ESTree.Program): Edit[] {
  return body
    .map((statement) => (statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement))
    .flatMap((statement) => (statement?.type === 'VariableDeclaration' ? statement.declarations : []))
    .flatMap(({ init }) => (init !== null && isMade(init) ? [init] : []))
    .flatMap(({ start, end }) => [
      { start, end: start, text: '/* @__PURE__ */ (() => (' },
      { start: end, end, text: '))()' },
    ]);
}

function isMade(value: ESTree.Expression): boolean {
  if (value.type === 'TSAsExpression' || value.type === 'TSSatisfiesExpression') return isMade(value.expression);
  return value.type === 'CallExpression' || value.type === 'ObjectExpression';
}

const nameOf = ({ key }: ESTree.ObjectProperty) => (key.type === 'Identifier' ? key.name : '');

function edited(code: string, edits: readonly Edit[]): string {
  let text = '';
  let at = 0;
  for (const { start, end, text: instead } of edits.toSorted((left, right) => left.start - right.start)) {
    text += code.slice(at, start) + instead + code.slice(start, end).replaceAll(/[^\n]/g, '');
    at = end;
  }
  return text + code.slice(at);
}
