import type { SharedFields } from './payload.ts';

const shared = {
  contract_id: true,
  source: true,
  datacloud_id: true,
  datacloud_name: true,
  resource_kind: true,
  sku_no: true,
  start_at: true,
  end_at: true,
  bill_at: true,
  chargeable: true,
} as const satisfies Record<keyof SharedFields, true>;
const sharedColumns = Object.keys(shared) as (keyof SharedFields)[];
// In the order of `ownText`.
const ownColumns = ['usage_id', 'object_id', 'object_name', 'quantity'];

type KeptBatch = Readonly<{ no: bigint; id: string; payload: string }>;

/** Where `storableText` is inserted, as JSONCompactEachRow. */
export const storableInto = `usage_record (${['batch_no', 'batch_id', ...sharedColumns, ...ownColumns].join(', ')})`;

/**
 * Returns the rows of a payload as lines of JSON that name their batch. Only the shared fields are parsed. Undefined if
 * the payload is not as we write it, or has lone surrogates; such a batch is moved by itself.
 */
export function storableText({ no, id, payload }: KeptBatch): string | undefined {
  if (!payload.startsWith('{') || !payload.endsWith(']') || payload.includes('\\ud')) return undefined;
  try {
    // No line of a row begins with a brace, and JSON escapes the line breaks of texts.
    const kinds = payload.slice(1).split('\n{');
    return kinds.map((kind) => textOfKind(`{${kind}`, [String(no), id])).join('');
  } catch {
    return undefined;
  }
}

function textOfKind(kind: string, batch: readonly string[]): string {
  const end = kind.indexOf('\n');
  const fields: SharedFields = JSON.parse(kind.slice(0, end));
  const values = JSON.stringify([...batch, ...sharedColumns.map((column) => fields[column])]);
  const rows = kind.slice(end).replaceAll('\n[', () => `\n${values.slice(0, -1)},`);
  return `${rows.slice(1)}\n`;
}
