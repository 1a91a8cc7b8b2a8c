import * as m from '../../i18n/messages.gen.ts';
import type { AuditedColumn, AuditedTable } from '../../ui/audit/audited-table.ts';
import { commonColumns } from '../../ui/audit/audited-table.ts';
import { auditedNouns } from './audited-nouns.ts';

// Maps, because a table or a column of a newer server may have any name, even that of an object's property.
const tables = new Map(
  auditedNouns
    .flatMap(({ tables: own = {} }) => Object.entries<AuditedTable>(own))
    .map(([of, { word, columns = {} }]) => [of, { word, columns: new Map(Object.entries(columns)) }]),
);
const common = new Map(Object.entries(commonColumns));

/** Returns the word for a row of a table, or the table's name if this console does not know it. */
export function thingName(of: string): string {
  return tables.get(of)?.word() ?? of;
}

export function fieldName(of: string, field: string): string {
  const column = columnOf(of, field);
  if (column === undefined) return field;
  return typeof column === 'function' ? column() : column.word();
}

/** Returns a text for any value, as a person reads it. */
export function valueName(of: string, field: string, value: unknown): string {
  if (value === null || value === undefined) return m.audit_record_nothing();
  if (typeof value === 'boolean') return value ? m.audit_record_yes() : m.audit_record_no();
  if (value === '') return m.audit_record_empty_text();
  const text = rawText(value);
  const column = columnOf(of, field);
  return typeof column === 'object' ? (column.format(text) ?? text) : text;
}

/** Returns a value as the database has it, for copying. */
export function rawText(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The place of a field: a table's own columns, then columns that this console does not know, then the common ones. */
export function rankOf(of: string, field: string): number {
  const own = [...(tables.get(of)?.columns.keys() ?? [])];
  const rank = own.indexOf(field);
  return rank === -1 ? own.length + 1 + [...common.keys()].indexOf(field) : rank;
}

function columnOf(of: string, field: string): AuditedColumn | undefined {
  return tables.get(of)?.columns.get(field) ?? common.get(field);
}
