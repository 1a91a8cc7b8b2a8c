import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseSync, type TSInterfaceDeclaration, type TSType, Visitor } from 'oxc-parser';

/** `written` tells how a value gets in: an insert must give it, may give it, or only the database does. */
export interface DeclaredColumn {
  readonly kind: 'text' | 'number' | 'boolean' | 'instant' | 'bytes' | 'list' | 'json' | 'unknown' | 'named';
  readonly nullable: boolean;
  readonly written: 'always' | 'maybe' | 'never' | 'elsewhere';
}

export type Columns<C> = ReadonlyMap<string, C>;

const sources = fileURLToPath(new URL('../', import.meta.url));

/** Reads the tables from the features' sources, which declare them for Kysely in `interface Database`. */
export function declaredTables(): Map<string, Columns<DeclaredColumn>> {
  const files = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  return new Map(files.flatMap((file) => tablesIn(file, readFileSync(`${sources}/${file}`, 'utf8'))));
}

export function tablesIn(file: string, text: string): [table: string, Columns<DeclaredColumn>][] {
  if (!text.includes('interface Database {')) return [];
  const found: TSInterfaceDeclaration[] = [];
  const visitor = new Visitor({
    TSInterfaceDeclaration: (node) => void (node.id.name === 'Database' && found.push(node)),
  });
  visitor.visit(parseSync(file, text).program);
  return found
    .flatMap(({ body }) => membersOf(body.body))
    .map(([table, type]) => [table, columnsOf(file, table, type)]);
}

function columnsOf(file: string, table: string, type: TSType): Columns<DeclaredColumn> {
  if (type.type !== 'TSTypeLiteral')
    throw new Error(`${file} declares ${table} as something else than { column: type }`);
  return new Map(membersOf(type.members).map(([column, declared]) => [column, columnOf(declared)]));
}

function membersOf(members: readonly { type: string }[]): [string, TSType][] {
  return (members as readonly Member[]).map(({ key, typeAnnotation }) => [key.name, typeAnnotation.typeAnnotation]);
}
/** The parts of a property signature that are used here. */
interface Member {
  readonly type: string;
  readonly key: { readonly name: string };
  readonly typeAnnotation: { readonly typeAnnotation: TSType };
}

/** The wrappers of a column's type, with who writes it. Only a database function writes the ledger's `Kept`. */
const wrappers: Record<string, DeclaredColumn['written']> = {
  Generated: 'maybe',
  GeneratedAlways: 'never',
  Kept: 'elsewhere',
  ColumnType: 'elsewhere',
};

function columnOf(type: TSType): DeclaredColumn {
  const name = nameOf(type);
  const [inner] = type.type === 'TSTypeReference' ? (type.typeArguments?.params ?? []) : [];
  const written = name === undefined ? undefined : wrappers[name];
  if (inner && written) return { ...columnOf(inner), written };
  if (inner && name === 'Readonly') return columnOf(inner);
  const parts = type.type === 'TSUnionType' ? type.types : [type];
  const own = parts.filter((part) => part.type !== 'TSNullKeyword');
  return { kind: kindOf(own[0] ?? type), nullable: own.length < parts.length, written: 'always' };
}

function nameOf(type: TSType): string | undefined {
  return type.type === 'TSTypeReference' && type.typeName.type === 'Identifier' ? type.typeName.name : undefined;
}

const named: Record<string, DeclaredColumn['kind']> = {
  Date: 'instant',
  Buffer: 'bytes',
  Record: 'json',
  JSONColumnType: 'json',
};
const kinds: Partial<Record<TSType['type'], DeclaredColumn['kind']>> = {
  TSStringKeyword: 'text',
  TSLiteralType: 'text',
  TSNumberKeyword: 'number',
  TSBooleanKeyword: 'boolean',
  TSArrayType: 'list',
  TSTypeLiteral: 'json',
  TSUnknownKeyword: 'unknown',
  TSObjectKeyword: 'json',
};

/** `named` is a type from elsewhere, such as `Contract['state']`: a text, or the shape of a JSON value. */
function kindOf(type: TSType): DeclaredColumn['kind'] {
  return kinds[type.type] ?? named[nameOf(type) ?? ''] ?? 'named';
}
