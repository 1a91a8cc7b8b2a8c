import { formatDecimal } from '@usance/money/decimal';
import { range } from '@usance/period/range';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ClickHouse } from '#platform/clickhouse/client.ts';
import { openTestClickHouse } from '#testing/test-clickhouse.ts';
import { amountsOf, first, metered, segmentsOf, third } from './rate-window.fixture.ts';
import { rateWindow } from './rate-window.ts';
import { ratedSums } from './rated-sums.ts';

let ch: ClickHouse;
beforeAll(async () => {
  ch = await openTestClickHouse();
});
afterAll(() => ch.close());

const all = range(first, third);
// Half of the last place less 15 % rounds to 0 in each row.
const rows = [{ quantity: '0.5' }, { quantity: '0.5' }, { quantity: '1', skuNo: 2 }, { quantity: '-0.5' }];
const prices = segmentsOf([[{ unitPrice: '0.000000000001' }], [{ unitPrice: '3' }]], '0.85');

it('sums rows as rating would write them, each rounded, and writes none', async () => {
  const { contractId, days } = await metered(ch, rows);
  const { byProduct, beforeTiers } = await ratedSums(ch, { contractId, range: all, segments: prices });
  expect(await amountsOf(ch, contractId)).toEqual([]);
  expect(Object.fromEntries(byProduct)).toEqual({ 'product 1': '0', 'product 2': '2.55' });
  expect(formatDecimal(beforeTiers)).toBe('0');
  await rateWindow(ch, { contractId, days, segments: prices });
  expect(await amountsOf(ch, contractId)).toEqual(['0', '0', '2.55', '0']);
});

it('is 0 without usage, and refuses usage without a price', async () => {
  const { contractId } = await metered(ch, [{ quantity: '1', skuNo: 9 }]);
  await expect(ratedSums(ch, { contractId, range: all, segments: prices })).rejects.toThrow('Usage without a price');
  const none = await ratedSums(ch, { contractId: 'ct-none', range: all, segments: prices });
  expect([...none.byProduct]).toEqual([]);
});
