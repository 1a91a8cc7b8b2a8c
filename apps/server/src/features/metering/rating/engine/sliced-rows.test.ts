import { add, type Decimal, formatDecimal, fromUnits, multiply, parseDecimal, sum, zero } from '@usance/money/decimal';
import { type Instant, plusHours } from '@usance/period/instant';
import { range } from '@usance/period/range';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ClickHouse } from '#platform/clickhouse/client.ts';
import { openTestClickHouse } from '#testing/test-clickhouse.ts';
import type { PriceSegment } from '../../price/book/price-segments.ts';
import { slicesOf, type Tier } from '../../tier/graduated.ts';
import { ratedTotals } from './control-totals.ts';
import { first, freshNo, type MeteredRow, metered, second, segmentsOf, third } from './rate-window.fixture.ts';
import { rateWindow } from './rate-window.ts';
import { ratedSums } from './rated-sums.ts';

let ch: ClickHouse;
beforeAll(async () => {
  ch = await openTestClickHouse();
});
afterAll(() => ch.close());

const tiersOf = (...tiers: readonly (readonly [from: string, rate: string])[]): Tier[] =>
  tiers.map(([from, rate]) => ({ from: parseDecimal(from), rate: parseDecimal(rate) }));
const usual = tiersOf(['0', '1'], ['100', '0.9'], ['250', '0.8']);
const always = (tiers: readonly Tier[]) => ({ tiers: [{ from: first, to: null, tiers }] });

type Cut = readonly [id: string, slice: number, consumption: string, zhekou: string, amount: string, mode: string];

/** All rows of a contract, ordered by hour, id and slice. */
async function rowsOf(contractId: string): Promise<Cut[]> {
  const rows = await ch.query<
    Record<'usage_id' | 'consumption' | 'zhekou' | 'amount' | 'tier_mode', string> & { slice_no: number }
  >(
    `SELECT usage_id, slice_no, toString(consumption) AS consumption, toString(zhekou) AS zhekou, toString(amount) AS amount, tier_mode
     FROM purchase WHERE contract_id = {contractId:String} ORDER BY bill_at, usage_id, slice_no`,
    { contractId },
  );
  return rows.map((row) => [row.usage_id, row.slice_no, row.consumption, row.zhekou, row.amount, row.tier_mode]);
}
const told = (rows: readonly Cut[]) =>
  rows.map(([id, slice, ...values]) => [Number(id.slice(2)), slice, ...values.filter(Boolean)].join(' '));

describe('usage where tiers hold', () => {
  it('is cut where the month passes into the next tier, in order of hour and id', async () => {
    const { contractId, days } = await metered(ch, [
      { quantity: '10', startAt: plusHours(first, 2) },
      { quantity: '30', startAt: first },
      { quantity: '40', startAt: plusHours(first, 1) },
      { quantity: '70', startAt: plusHours(first, 1) },
    ]);
    const { carried } = await rateWindow(ch, {
      contractId,
      days,
      segments: segmentsOf([[{ unitPrice: '2' }]], '1', always(usual)),
      carriedIn: zero,
    });
    // The month's amount: 60; 60 + 80 = 140, past 100; 140 + 140 = 280, past 250; 280 + 20 = 300.
    expect(told(await rowsOf(contractId))).toEqual([
      '1 0 30 1 60 graduated',
      '2 0 20 1 40 graduated',
      '2 1 20 0.9 36 graduated',
      '3 0 55 0.9 99 graduated',
      '3 1 15 0.8 24 graduated',
      '0 0 10 0.8 16 graduated',
    ]);
    expect([...carried.values()].map(({ slices, beforeTiers }) => [slices, formatDecimal(beforeTiers, 2)])).toEqual([
      [6n, '300.00'],
    ]);
  });

  it('counts each usage record once, with its whole quantity', async () => {
    const { contractId, days, records } = await metered(ch, [{ quantity: '200' }, { quantity: '-150' }]);
    const segments = segmentsOf([[{ unitPrice: '2' }]], '1', always(usual));
    expect(await rateWindow(ch, { contractId, days, segments, carriedIn: zero })).toMatchObject({ rows: 2n });
    // 400 costs 100 + 150 × 0.9 + 150 × 0.8 = 355. The correction goes back to 100: 300 of it, all but the first 100.
    const [total] = await ratedTotals(ch, [contractId], [days[0]?.runNo ?? 0n]);
    expect(total).toMatchObject({ rows: BigInt(records.length), quantity: '50', amount: '100' });
  });

  it('is not cut if it is not charged: it moves no tier and is one row of 0', async () => {
    const { contractId, days } = await metered(ch, [
      { quantity: '100', skuNo: 2 },
      { quantity: '100', chargeable: 0 },
      { quantity: '60' },
    ]);
    const segments = segmentsOf([[{ unitPrice: '2' }], [{ unitPrice: '2' }]], '1', {
      ...always(usual),
      uncharged: [2],
    });
    await rateWindow(ch, { contractId, days, segments, carriedIn: zero });
    expect(told(await rowsOf(contractId))).toEqual([
      '0 0 100 1 0',
      '1 0 100 1 0',
      '2 0 50 1 100 graduated',
      '2 1 10 0.9 18 graduated',
    ]);
  });

  it('counts usage from before the tiers began at the discount of that time', async () => {
    const { contractId, days } = await metered(ch, [
      { quantity: '100', startAt: first },
      { quantity: '30', startAt: second },
    ]);
    const tiers = [{ from: second, to: null, tiers: usual }];
    const segments = segmentsOf([[{ unitPrice: '2' }]], '0.45', { tiers });
    await rateWindow(ch, { contractId, days, segments, carriedIn: zero });
    // The month has used 200 × 0.45 = 90; 10 more are at 1, and 50 at 0.9.
    expect(told(await rowsOf(contractId))).toEqual([
      '0 0 100 0.45 90',
      '1 0 5 1 10 graduated',
      '1 1 25 0.9 45 graduated',
    ]);
  });

  it('is cut at the same unit from both sides if the bound lies inside a unit', async () => {
    const { contractId, days } = await metered(ch, [{ quantity: '30' }, { quantity: '4' }, { quantity: '-4' }]);
    const segments = segmentsOf([[{ unitPrice: '3' }]], '1', always(usual));
    await rateWindow(ch, { contractId, days, segments, carriedIn: zero });
    // 10 ÷ 3 of the 4 units lie below 100: 3.333333333333. The next unit is above.
    expect(told(await rowsOf(contractId))).toEqual([
      '0 0 30 1 90 graduated',
      '1 0 3.333333333333 1 9.999999999999 graduated',
      '1 1 0.666666666667 0.9 1.800000000001 graduated',
      '2 0 -0.666666666667 0.9 -1.800000000001 graduated',
      '2 1 -3.333333333333 1 -9.999999999999 graduated',
    ]);
  });

  it('continues from the carried amount to its last place', async () => {
    const { contractId, days } = await metered(ch, [{ quantity: '1' }]);
    const segments = segmentsOf([[{ unitPrice: '2' }]], '1', always(usual));
    const carriedIn = parseDecimal('98.999999999999999999999999000001');
    await rateWindow(ch, { contractId, days, segments, carriedIn });
    // 1.000000000000000000000000999999 remain to the bound. Half of it lies below; the part beyond the 12th place lies
    // above.
    expect(told(await rowsOf(contractId))).toEqual(['0 0 0.5 1 1 graduated', '0 1 0.5 0.9 0.9 graduated']);
  });
});

/** Applies `slicesOf` to each row in turn. */
function reference(
  rows: readonly Required<MeteredRow>[],
  segments: readonly PriceSegment[],
): { cuts: Cut[]; beforeTiers: Decimal } {
  const ids = rows.map((_, index) => `u-${String(index).padStart(6, '0')}`);
  const order = rows.map((row, index) => ({ ...row, id: ids[index] ?? '' }));
  order.sort((a, b) => a.billAt - b.billAt || (a.id < b.id ? -1 : 1));
  let before = zero;
  const cuts = order.flatMap(({ id, skuNo, startAt, quantity: text, chargeable }): Cut[] => {
    const segment = segments.find(
      (each) => each.skuNo === skuNo && each.range.start <= startAt && startAt < each.range.end,
    );
    if (!segment) throw new Error('unpriced');
    const quantity = parseDecimal(text);
    const isCharged = chargeable === 1 && segment.chargeable;
    const tiers = isCharged ? segment.tiers : undefined;
    const slices = slicesOf(
      { quantity, price: segment.netPrice, before },
      tiers ?? [{ from: zero, rate: fromUnits(1n, 0) }],
    );
    if (isCharged) before = add(before, multiply(quantity, segment.netPrice));
    return slices.map((slice, at) => [
      id,
      at,
      shortest(slice.quantity),
      shortest(tiers?.[slice.tier]?.rate ?? segment.discount),
      isCharged ? shortest(slice.amount) : '0',
      tiers === undefined ? '' : 'graduated',
    ]);
  });
  return { cuts, beforeTiers: before };
}

function shortest(value: Decimal): string {
  const text = formatDecimal(value);
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}

/** The sums of a contract's rated rows by product. */
async function productsOf(contractId: string): Promise<[string, string][]> {
  const sql =
    'SELECT product, sum(amount) AS total FROM purchase WHERE contract_id = {contractId:String} GROUP BY product';
  const rows = await ch.query<{ product: string; total: string }>(sql, { contractId });
  return rows.map(({ product, total }) => [product, total]);
}

/** Sums the amounts of each name. */
function byName(amounts: Iterable<readonly [string, string]>): Record<string, string> {
  const named = Map.groupBy(amounts, ([name]) => name);
  const sums = [...named].map(([name, parts]) => [name, shortest(sum(parts.map(([, amount]) => amount)))] as const);
  return Object.fromEntries(sums.sort(([a], [b]) => (a < b ? -1 : 1)));
}

const hours = fc.integer({ min: 0, max: 47 }).map((hour) => plusHours(first, hour));
const quantities = fc
  .tuple(fc.bigInt({ min: -3n * 10n ** 15n, max: 4n * 10n ** 15n }), fc.constantFrom(0n, 1n, 1_000n, 10n ** 12n))
  .map(([units, coarse]) => formatDecimal(fromUnits(coarse === 0n ? 0n : (units / coarse) * coarse, 12)));
/** Some of them late, some not charged. */
const usages = fc
  .record({
    quantity: quantities,
    skuNo: fc.constantFrom(1, 1, 2, 3, 4),
    startAt: hours,
    isLate: fc.boolean(),
    later: fc.integer({ min: 1, max: 47 }),
    chargeable: fc.constantFrom<(0 | 1)[]>(1, 1, 1, 0),
  })
  .map(({ isLate, later, ...row }): Required<MeteredRow> => {
    const billed = plusHours(row.startAt, isLate ? later : 0);
    return { ...row, billAt: billed < third ? billed : row.startAt };
  });
const prices = fc
  .tuple(fc.bigInt({ min: 1n, max: 10n ** 13n }), fc.constantFrom(1n, 10n ** 6n, 10n ** 12n))
  .map(([units, coarse]) => formatDecimal(fromUnits((units / coarse + 1n) * coarse, 12)));
const rates = fc.integer({ min: 1, max: 999_999 }).map((rate) => `0.${String(rate).padStart(6, '0')}`);
const ladders = fc
  .tuple(
    fc.uniqueArray(fc.bigInt({ min: 1n, max: 10n ** 13n }), { maxLength: 5 }),
    fc.array(rates, { minLength: 6, maxLength: 6 }),
  )
  .map(([bounds, given]) => {
    const starts = [0n, ...bounds.toSorted((a, b) => (a < b ? -1 : 1))];
    return tiersOf(...starts.map((from, at) => [formatDecimal(fromUnits(from, 8)), given[at] ?? '1'] as const));
  });
const months = fc.record({
  rows: fc.array(usages, { minLength: 1, maxLength: 60, size: 'max' }),
  own: prices,
  listed: prices,
  rate: rates,
  ladder: ladders,
  other: ladders,
  change: fc.integer({ min: 0, max: 60 }).map((hour): Instant => plusHours(first, hour)),
});

it('the engine cuts random months like the pure rule, in one run and day by day', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(months, async ({ rows, own, listed, rate, ladder, other, change }) => {
      const tiers = [
        { from: plusHours(first, 3), to: change, tiers: ladder },
        { from: change, to: null, tiers: other },
      ].filter(({ from, to }) => to === null || from < to);
      const segments = segmentsOf(
        [[{ unitPrice: own }], [{ unitPrice: listed }], [{ unitPrice: '0' }], [{ unitPrice: '3' }]],
        rate,
        {
          tiers,
          uncharged: [4],
        },
      );
      const { contractId, days } = await metered(ch, rows);
      const expected = reference(rows, segments);
      const { carried } = await rateWindow(ch, { contractId, days, segments, carriedIn: zero });
      expect(await rowsOf(contractId)).toEqual(expected.cuts);
      const sums = [...carried.values()].map(({ beforeTiers }) => beforeTiers);
      expect(shortest(sum(sums))).toBe(shortest(expected.beforeTiers));
      const aside = await ratedSums(ch, { contractId, range: range(first, third), segments, carriedIn: zero });
      expect(byName(aside.byProduct)).toEqual(byName(await productsOf(contractId)));
      expect(shortest(aside.beforeTiers)).toBe(shortest(expected.beforeTiers));

      await ch.command('DELETE FROM purchase WHERE contract_id = {contractId:String}', { contractId });
      let carriedIn = zero;
      const asideByDay: [string, string][] = [];
      for (const day of days) {
        const run = { ...day, runNo: freshNo() * 1_000n };
        const { byProduct } = await ratedSums(ch, { contractId, range: day.range, segments, carriedIn });
        asideByDay.push(...byProduct);
        const outcome = await rateWindow(ch, { contractId, days: [run], segments, carriedIn });
        carriedIn = add(carriedIn, outcome.carried.get(run.runNo)?.beforeTiers ?? zero);
      }
      expect(await rowsOf(contractId)).toEqual(expected.cuts);
      expect(byName(asideByDay)).toEqual(byName(aside.byProduct));
    }),
    { numRuns: 15 },
  );
});

/**
 * Quantities in tenths of a unit and round prices, so that months often end exactly at a tier's bound, and fall back
 * below it.
 */
const roundUsages = fc.record({
  tenths: fc.constantFrom(0n, 0n, 50n, 125n, 200n, 250n, 250n, 500n, -1n, -50n, -125n, -250n, -500n),
  skuNo: fc.constantFrom(1, 2, 3),
  startAt: fc.constantFrom(first, plusHours(first, 1), plusHours(first, 23), second, plusHours(second, 23)),
});
const roundPrices = [2n, 4n, 5n] as const;
const [low, high] = [
  { bounds: [0n, 100n, 250n], rates: [10n, 9n, 8n] },
  { bounds: [0n, 50n, 100n], rates: [8n, 5n, 2n] },
] as const;

/** The tiered charge for an amount, in whole thousandths; a negative amount has the first tier's rate. */
function chargedFor(tenths: bigint, { bounds, rates }: typeof low | typeof high): bigint {
  return rates.reduce((charged, rate, at) => {
    const [from, to] = [(bounds[at] ?? 0n) * 10n, bounds[at + 1]];
    const end = to === undefined || tenths < to * 10n ? tenths : to * 10n;
    return end > from || at === 0 ? charged + (end - from) * rate * 10n : charged;
  }, 0n);
}

it('each usage record costs the month’s charge after it less the charge before it, to the last place', {
  timeout: 120_000,
}, async () => {
  const ladderOf = ({ bounds, rates: tenths }: typeof low | typeof high) =>
    tiersOf(...bounds.map((from, at) => [`${from}`, `0.${tenths[at]}`.replace('0.10', '1')] as const));
  const tiers = [
    { from: first, to: second, tiers: ladderOf(low) },
    { from: second, to: null, tiers: ladderOf(high) },
  ];
  const segments = segmentsOf(
    roundPrices.map((price) => [{ unitPrice: `${price}` }]),
    '1',
    { tiers },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(roundUsages, { minLength: 1, maxLength: 40, size: 'max' }), async (usages_) => {
      const { contractId, days } = await metered(
        ch,
        usages_.map(({ tenths, ...row }) => ({ ...row, quantity: formatDecimal(fromUnits(tenths, 1)) })),
      );
      let carriedIn = zero;
      for (const day of days) {
        const { carried } = await rateWindow(ch, { contractId, days: [day], segments, carriedIn });
        carriedIn = add(carriedIn, carried.get(day.runNo)?.beforeTiers ?? zero);
      }
      const rows = await rowsOf(contractId);
      const found = Map.groupBy(rows, ([id]) => Number(id.slice(2)));
      let before = 0n;
      const ordered = usages_.map((usage, index) => ({ ...usage, index }));
      for (const { tenths, skuNo, startAt, index } of ordered.sort(
        (a, b) => a.startAt - b.startAt || a.index - b.index,
      )) {
        const after = before + tenths * (roundPrices[skuNo - 1] ?? 0n);
        const held = startAt < second ? low : high;
        const cuts = found.get(index) ?? [];
        expect(shortest(sum(cuts.map(([, , , , amount]) => parseDecimal(amount))))).toBe(
          shortest(fromUnits(chargedFor(after, held) - chargedFor(before, held), 3)),
        );
        expect(shortest(sum(cuts.map(([, , quantity]) => parseDecimal(quantity))))).toBe(
          shortest(fromUnits(tenths, 1)),
        );
        before = after;
      }
      expect(shortest(carriedIn)).toBe(shortest(fromUnits(before, 1)));
    }),
    { numRuns: 25 },
  );
});
