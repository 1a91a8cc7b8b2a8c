import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ownText } from './own-usage.ts';
import { payloadOf, rowsIn } from './payload.ts';
import { storableInto, storableText } from './storable-text.ts';
import type { UsageRecordRow } from './usage-record-row.ts';

/** Texts that could be taken for the edges of a line, among others. */
const text = fc.oneof(
  fc.constantFrom('\n[', '\n{', '"]', '{', '$&', '$1', '\\', '数据', ''),
  fc.string({ unit: 'grapheme' }),
);
const row: fc.Arbitrary<UsageRecordRow> = fc.record({
  contract_id: fc.constant('ct-aaaaaaaa'),
  source: text,
  usage_id: text,
  datacloud_id: fc.constant('dc-aaaaaaaa'),
  datacloud_name: text,
  object_id: text,
  object_name: text,
  resource_kind: fc.constantFrom('warehouse', 'database'),
  sku_no: fc.constantFrom(1, 2),
  quantity: fc.constantFrom('1', '1.50', '-0.000000000001'),
  start_at: fc.constant('2026-10-15T10:00:00Z'),
  end_at: fc.constant('2026-10-15T11:00:00Z'),
  bill_at: fc.constant('2026-10-15T10:00:00Z'),
  chargeable: fc.constantFrom(0, 1),
});
const batch = { no: 7n, id: '6ba7b810-9dad-11d1-80b4-00c04fd430c8' };

function kept(rows: readonly UsageRecordRow[]): string {
  return payloadOf(
    rows.map(({ usage_id: id, object_id: objectId, object_name: objectName, quantity, ...shared }) => {
      return { shared: JSON.stringify(shared), own: ownText({ id, objectId, objectName, quantity }) };
    }),
  );
}

const inOrder = (rows: readonly object[]) => rows.map((each) => JSON.stringify(Object.entries(each).sort())).sort();

it('a payload keeps each row, whatever rows share, and names its batch in the usage database', () => {
  const columns = /\((.+)\)/.exec(storableInto)?.[1]?.split(', ') ?? [];
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 12 }), (rows) => {
      const payload = kept(rows);
      expect(inOrder(rowsIn(payload))).toEqual(inOrder(rows));
      const lines =
        storableText({ ...batch, payload })
          ?.trimEnd()
          .split('\n') ?? [];
      const stored = lines.map((line) => {
        const values: unknown[] = JSON.parse(line);
        expect(values).toHaveLength(columns.length);
        return Object.fromEntries(columns.map((column, at) => [column, values[at]]));
      });
      const named = rows.map((each) => ({ batch_no: String(batch.no), batch_id: batch.id, ...each }));
      expect(inOrder(stored)).toEqual(inOrder(named));
    }),
  );
});

it.each([
  '',
  '[]',
  'null',
  '{}',
  '{"contract_id":"ct"}',
  '["u","o","n","1"]',
  '{"source":"a\\ud800"}\n["u","o","n","1"]',
])('the payload %s is not stored together with others', (payload) => {
  expect(storableText({ ...batch, payload })).toBeUndefined();
});
