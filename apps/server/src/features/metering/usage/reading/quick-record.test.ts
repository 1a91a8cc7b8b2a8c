import { type UsageRecord, usageRecord } from '@usance/api/metering/usage';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseInput } from '#platform/http/calls/input/parse-input.ts';
import { Refusal } from '#platform/refusal.ts';
import { quickRecord } from './quick-record.ts';

const ordinary = {
  id: 'u-1',
  contractId: 'ct-abcdefghijkl',
  datacloudId: 'dc-abcdefghijkl',
  objectId: 'wh-1',
  objectName: '数据 warehouse',
  resourceKind: 'warehouse',
  billingItem: 'compute.r',
  quantity: '1.25',
  unit: 'core-hour',
  start: '2026-10-10T10:00:00Z',
  end: '2026-10-10T11:00:00Z',
};

/** The schema's answer; undefined if it refuses. */
function bySchema(value: Record<string, unknown>): UsageRecord | undefined {
  try {
    return parseInput(usageRecord, value);
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

const quantities = [
  '0',
  '1',
  '007',
  '.5',
  '1.',
  '-1',
  '-0',
  '1e3',
  '9'.repeat(14),
  '9'.repeat(15),
  `0.${'1'.repeat(12)}`,
];
const times = ['2026-10-10T10:00:00.5Z', '2026-10-10T10:00:00+08:00', '1999-12-31T23:59:59Z', '2026-02-30T00:00:00Z'];
const oddTexts = [
  '',
  ' ',
  'a\nb',
  '\0',
  '\u2028',
  '\u202e',
  '\ud800',
  'x'.repeat(41),
  'x'.repeat(201),
  'x'.repeat(2_001),
];
const odd: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(...quantities, ...times, ...oddTexts),
  fc.constantFrom<unknown>(null, undefined, true, false, 0, 1.5, 1_790_000_000_000, '1790000000000', [], {}, ['u-1']),
  fc.string({ unit: 'binary' }),
  fc.jsonValue(),
);
const names = [...Object.keys(usageRecord.shape), 'another', 'constructor', '__proto__'];
/** An ordinary record with up to three fields replaced or left out. */
const records = fc.array(fc.tuple(fc.constantFrom(...names), odd, fc.boolean()), { maxLength: 3 }).map((changes) => {
  const fields = new Map<string, unknown>(Object.entries(ordinary));
  for (const [name, value, isLeftOut] of changes) {
    if (isLeftOut) fields.delete(name);
    else fields.set(name, value);
  }
  return Object.fromEntries(fields);
});

it('accepts only what the schema accepts, as the schema reads it', () => {
  fc.assert(
    fc.property(records, (value) => {
      const quick = quickRecord(value);
      if (quick !== undefined) expect(quick).toEqual(bySchema(value));
    }),
    { numRuns: 2_000 },
  );
});

it.each([
  {},
  { source: 'meter', tier: 'gold', chargeable: false },
  { quantity: '12345678901234.123456789012' },
  { quantity: '0', start: '2026-10-10T10:00:00.500Z' },
  { correction: true, start: '2026-10-10T10:00:00+08:00' },
])('reads the ordinary record with %j by itself', (given) => {
  const value = { ...ordinary, ...given };
  expect(quickRecord(value)).toEqual(bySchema(value));
  expect(quickRecord(value)).toBeDefined();
});
