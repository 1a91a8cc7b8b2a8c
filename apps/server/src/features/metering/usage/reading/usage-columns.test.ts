import fc from 'fast-check';
import { expect, it } from 'vitest';
import { recordHashOf } from '../moving/hash-total.ts';
import { ownUsageIn } from '../payload/own-usage.ts';
import { contentHash, keyOf } from './content-hash.ts';
import { linesIn, usageColumns } from './usage-columns.ts';
import { readUsageLine, type UsageLine } from './usage-line.ts';

const now = new Date('2026-10-15T12:00:00Z');

/** Texts that need escapes in JSON, or more than a byte, among others. */
const text = fc.oneof(
  fc.constantFrom('"', '\\', '\\"', '数据', '😀', 'a"b', '\u007f', 'x'),
  fc.string({ unit: 'binary' }),
);
const records = fc.record({
  id: text,
  source: fc.constantFrom('meter', '"', 'ü'),
  contractId: fc.constantFrom('ct-aaaaaaaa', 'ct-bbbbbbbb'),
  datacloudId: fc.constant('dc-aaaaaaaa'),
  objectId: text,
  objectName: text,
  resourceKind: fc.constantFrom('warehouse', 'database'),
  billingItem: text,
  tier: fc.constantFrom('', 'gold'),
  quantity: fc.constantFrom('1', '1.50', '0.000000000001', '99999999999999'),
  unit: fc.constantFrom('GB', '"'),
  start: fc.constantFrom('2026-10-15T10:00:00Z', '2026-10-15T12:00:00+02:00', '2026-10-15T10:00:00.5Z'),
  end: fc.constant('2026-10-15T11:00:00Z'),
  chargeable: fc.boolean(),
});

it('gives the lines that were read, after their travel to another thread', () => {
  fc.assert(
    fc.property(fc.array(records, { maxLength: 20 }), fc.nat(), (given, linesBefore) => {
      const lines = given
        .map((record, at) => readUsageLine(at + 1, JSON.stringify(record), now))
        .filter((line): line is UsageLine => 'kind' in line);
      const expected = lines.map((line) => ({ ...line, line: line.line + linesBefore }));
      const columns = usageColumns(lines);
      expect(linesIn(structuredClone(columns), linesBefore)).toEqual(expected);
      // One kind is one object, whatever the piece it came in.
      const [first, again] = [linesIn(columns, 0), linesIn(structuredClone(columns), 0)];
      for (const [at, { kind }] of first.entries()) expect(again[at]?.kind).toBe(kind);
    }),
  );
});

it('keeps each field of a record, and hashes them all', () => {
  let read = 0;
  fc.assert(
    fc.property(records, (record) => {
      const line = readUsageLine(1, JSON.stringify(record), now);
      if (!('kind' in line)) return;
      read += 1;
      const { start, end } = line.kind;
      const { id, objectId, objectName, quantity, start: from, end: to, ...shared } = record;
      expect(line.kind).toEqual({ ...shared, start: Date.parse(from), end: Date.parse(to) });
      expect(ownUsageIn(line.own)).toEqual({ id, objectId, objectName, quantity });
      expect(line).toMatchObject({ quantity, key: keyOf(record), recordHash: recordHashOf(record.source, id) });
      expect(line.contentHash).toBe(contentHash({ ...shared, start, end }, { objectId, objectName, quantity }));
    }),
    { numRuns: 500 },
  );
  expect(read).toBeGreaterThan(100);
});
