import { ownUsageIn } from './own-usage.ts';
import type { UsageRecordRow } from './usage-record-row.ts';

/** The columns that rows of one kind share, billed in one hour. */
export type SharedFields = Omit<UsageRecordRow, 'usage_id' | 'object_id' | 'object_name' | 'quantity'>;

/** A row of a batch while it waits to be moved. */
export interface KeptRow {
  /** JSON of its `SharedFields`. */
  readonly shared: string;
  /** See `ownText`. */
  readonly own: string;
}

/** Returns lines of JSON: an object with shared fields, and an array for each row that has them; then the next object. */
export function payloadOf(rows: readonly KeptRow[]): string {
  const lines = [...Map.groupBy(rows, ({ shared }) => shared)].map(([shared, alike]) => {
    return `${shared}\n${alike.map(({ own }) => own).join('\n')}`;
  });
  return lines.join('\n');
}

/**
 * Returns the rows of a payload. Replaces lone surrogates, which the usage database refuses; only they have an escape
 * "\ud…" in our JSON. Throws SyntaxError for anything else than our own lines.
 */
export function rowsIn(payload: string): UsageRecordRow[] {
  const rows: UsageRecordRow[] = [];
  let shared: SharedFields | undefined;
  for (const line of payload.split('\n')) {
    if (line.startsWith('{')) {
      shared = JSON.parse(line);
      continue;
    }
    if (!shared) throw new SyntaxError('The payload does not begin with shared fields');
    const { id, objectId, objectName, quantity } = ownUsageIn(line);
    rows.push({ ...shared, usage_id: id, object_id: objectId, object_name: objectName, quantity });
  }
  return payload.includes('\\ud') ? rows.map(wellFormed) : rows;
}

function wellFormed(row: UsageRecordRow): UsageRecordRow {
  const { source, usage_id, datacloud_name, object_id, object_name } = row;
  return {
    ...row,
    source: source.toWellFormed(),
    usage_id: usage_id.toWellFormed(),
    datacloud_name: datacloud_name.toWellFormed(),
    object_id: object_id.toWellFormed(),
    object_name: object_name.toWellFormed(),
  };
}
