import { formatQuantity, formatRate } from '@usance/money/display';
import * as m from '../../i18n/messages.gen.ts';
import { formatDay, formatInstant, formatMonth } from '../format/dates.ts';
import { formatFileSize } from '../format/file-size.ts';
import type { AuditWord } from './audited-noun.ts';

/** The words of a table in the audit. The audit shows the columns in this order. */
export interface AuditedTable {
  readonly word: AuditWord;
  /** Columns that mean the same in every table are `commonColumns`. */
  readonly columns?: Readonly<Record<string, AuditedColumn>>;
}

/**
 * A column's word, and the format of its values if they are more than text. A format returns undefined for a value that
 * it does not know; the audit shows such a value unchanged.
 */
export type AuditedColumn = AuditWord | FormattedColumn;

interface FormattedColumn {
  readonly word: AuditWord;
  readonly format: (text: string) => string | undefined;
}

const figureText = /^-?\d+(\.\d+)?$/;
const figure =
  (format: (text: string) => string) =>
  (word: AuditWord): FormattedColumn => ({
    word,
    format: (text) => (figureText.test(text) ? format(text) : undefined),
  });

/** An amount or a quantity, without trailing zeros. */
export const quantityColumn = figure(formatQuantity);
/** The full price is 100 % here: beside a change, a dash would read as nothing. */
export const rateColumn = figure((text) => (formatRate(text) === '-' ? '100%' : formatRate(text)));
export const fileSizeColumn = figure((text) => formatFileSize(Number(text)));

const monthText = /^\d{4}-(0[1-9]|1[0-2])$/;

export function monthColumn(word: AuditWord): FormattedColumn {
  return { word, format: (text) => (monthText.test(text) ? formatMonth(text) : undefined) };
}

const instantText = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;
const dayText = /^\d{4}-\d\d-\d\d$/;

/** An instant or a day. */
export function timeColumn(word: AuditWord): FormattedColumn {
  return { word, format: timeOf };
}

function timeOf(text: string): string | undefined {
  if (Number.isNaN(Date.parse(text))) return undefined;
  if (instantText.test(text)) return formatInstant(text);
  return dayText.test(text) ? formatDay(text) : undefined;
}

/** A column with a closed list of values, each with its word. */
export function choiceColumn<Value extends string>(
  word: AuditWord,
  words: Readonly<Record<Value, AuditWord | string>>,
): FormattedColumn {
  const known = new Map(Object.entries<AuditWord | string>(words));
  return {
    word,
    format: (text) => {
      const own = known.get(text);
      return typeof own === 'function' ? own() : own;
    },
  };
}

/** The columns that mean the same in every table. The audit shows them after a table's own, in this order. */
export const commonColumns: Readonly<Record<string, AuditedColumn>> = {
  effective_from: timeColumn(m.audit_record_field_effective_from),
  effective_to: timeColumn(m.audit_record_field_effective_to),
  temporary: m.audit_record_field_temporary,
  ended_at: timeColumn(m.audit_record_field_ended_at),
  deleted_at: timeColumn(m.audit_record_field_deleted_at),
  contract_id: m.contract_id,
  creator: m.audit_record_field_creator,
  id: m.audit_record_field_id,
  created_at: timeColumn(m.audit_record_field_created_at),
};
