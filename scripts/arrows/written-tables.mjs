import { parseSync, Visitor } from 'oxc-parser';

const writingCalls = new Set(['insertInto', 'updateTable', 'deleteFrom', 'mergeInto', 'replaceInto']);
/** Stands for a table whose name only the running code knows. */
export const unknown = '(a table that is named elsewhere)';

/**
 * Returns the tables that a source writes, in lower case and without duplicates. It finds Kysely's calls with one table
 * or an array, SQL in string literals, and `insert` of the usage database. Tables of other schemas are left out.
 */
export function writtenTables(file, text) {
  if (!/into|update|delete|truncate|copy|insert|alter/i.test(text)) return [];
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file} cannot be read: ${errors[0].message}`);
  const found = [];
  const visitor = new Visitor({
    CallExpression({ callee, arguments: [target] }) {
      if (writingCalls.has(nameOf(callee.property))) found.push(...tablesMeant(target));
      // Other APIs have an `insert` too. Only a call that begins with a table name is one of the usage database.
      if (nameOf(callee.property) === 'insert' && textOf(target) !== undefined) found.push(...tablesMeant(target));
    },
    TemplateLiteral: (node) => void found.push(...tablesInSql(sqlOf(node))),
    Literal: ({ value }) => void (typeof value === 'string' && found.push(...tablesInSql(value))),
  });
  visitor.visit(program);
  return [...new Set(found)];
}

/** Returns the tables that a source declares for Kysely, by merging into `interface Database`. */
export function declaredTables(file, text) {
  if (!text.includes('interface Database {')) return [];
  const found = [];
  const visitor = new Visitor({
    TSInterfaceDeclaration: ({ id, body }) =>
      void (id.name === 'Database' && found.push(...body.body.map(({ key }) => nameOf(key)))),
  });
  visitor.visit(parseSync(file, text).program);
  return found;
}

const nameOf = (key) => key?.name ?? key?.value;

/**
 * Returns the tables in the first argument of a writing call: `'public.statement as s'`, an array of such,
 * `sql.table('statement')`.
 */
function tablesMeant(node) {
  switch (node?.type) {
    case 'ArrayExpression':
      return node.elements.flatMap(tablesMeant);
    case 'ConditionalExpression':
      return [node.consequent, node.alternate].flatMap(tablesMeant);
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'TSNonNullExpression':
    case 'ParenthesizedExpression':
      return tablesMeant(node.expression);
    default: {
      const text = textOf(node);
      return text === undefined ? [unknown] : namesIn(new RegExp(`^\\s*${table}`, 'gi'), text);
    }
  }
}

/** Returns a string literal's text, or the text that `sql.table('…')` and similar calls put into SQL. */
function textOf(node) {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node?.type === 'TemplateLiteral' && node.expressions.length === 0) return sqlOf(node);
  const puts = ['table', 'ref', 'id', 'raw'].includes(nameOf(node?.callee?.property));
  return node?.type === 'CallExpression' && puts ? textOf(node.arguments.at(-1)) : undefined;
}

/** Joins a template into one text. A question mark replaces each part that only the running code knows. */
function sqlOf({ quasis, expressions }) {
  return quasis
    .map(
      ({ value }, at) =>
        (value.cooked ?? value.raw) + (at < expressions.length ? (textOf(expressions[at]) ?? '?') : ''),
    )
    .join('');
}

/** Matches a table of ours, quoted or not, in the schema `public` or without a schema. */
const table = String.raw`(?:only\s+)?(?:"?public"?\s*\.\s*)?"?(\w+)\b(?!"?\s*\.)"?`;
const alias = String.raw`(?:\s*\*)?(?:\s+(?:as\s+)?"?\w+"?)?`;
const writes = [
  String.raw`\b(?:insert\s+into|merge\s+into|delete\s+from)\s+${table}`,
  String.raw`\bupdate\s+${table}${alias}\s+set\b`,
  String.raw`\balter\s+table\s+${table}(?:\s+on\s+cluster\s+\S+)?\s+(?:delete|update|(?:drop|replace|move|attach|detach)\s+part)`,
  String.raw`\bcopy\s+${table}\s*(?:\([^)]*\)\s*)?from\b`,
].map((pattern) => new RegExp(pattern, 'gi'));
const truncate = /\btruncate\s+(?:table\b)?([\w\s".,*]+)/gi;

function tablesInSql(text) {
  const sql = text.replace(/--.*$|\/\*[\s\S]*?\*\//gm, ' ');
  const emptied = [...sql.matchAll(truncate)].flatMap(([, list]) => list.split(','));
  return [
    ...writes.flatMap((pattern) => namesIn(pattern, sql)),
    ...emptied.flatMap((each) => namesIn(new RegExp(`^\\s*${table}`, 'gi'), each)),
  ];
}

function namesIn(pattern, text) {
  return [...text.matchAll(pattern)].map(([, name]) => name.toLowerCase());
}
