import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { AuditedTable } from '../../ui/audit/audited-table.ts';
import { auditedNouns } from './audited-nouns.ts';
import { fieldName, thingName } from './field-words.ts';

const folder = new URL('../../../../server/migrations/postgres/', import.meta.url);
const migrations = readdirSync(folder)
  .map((file) => readFileSync(new URL(file, folder), 'utf8'))
  .join('\n');

/** The tables whose changes the database notes, with the noted columns. */
const noted = [...migrations.matchAll(/create trigger (\w+)_is_noted after (.+?) on \1\b([^;]*);/g)].map(
  ([, table = '', events = '', call = '']) => {
    const columns = /'\{([\w,\s]*)\}'/.exec(call)?.[1] ?? '';
    return { table, events, columns: columns.split(',').map((column) => column.trim()) };
  },
);

describe('what the audit notes', () => {
  it('has a word for every table', () => {
    expect(noted.map(({ table }) => table)).toContain('contract_lifecycle');
    expect(noted.filter(({ table }) => thingName(table) === table)).toEqual([]);
  });

  it('has a word for every column of what is new', () => {
    const columns = noted
      .filter(({ events }) => events.includes('insert'))
      .flatMap(({ table, columns: seen }) => seen.map((column) => ({ table, column })));
    expect(columns).toContainEqual({ table: 'due_date', column: 'due_days' });
    expect(columns.filter(({ table, column }) => fieldName(table, column) === column)).toEqual([]);
  });

  it('has no word for a column that is not noted', () => {
    const words = auditedNouns.flatMap(({ tables = {} }) =>
      Object.entries<AuditedTable>(tables).flatMap(([table, { columns = {} }]) =>
        Object.keys(columns).map((name) => `${table}.${name}`),
      ),
    );
    const seen = new Set(noted.flatMap(({ table, columns }) => columns.map((column) => `${table}.${column}`)));
    expect(words.filter((word) => !seen.has(word))).toEqual([]);
  });
});
