import { prices } from '@usance/api/metering/price';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract } from '#testing/builders.ts';
import { internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { pricing, version } from './price.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const { newSku, create, rangesOf, listed } = pricing(() => app);

describe('changing a version', () => {
  it('ends it, and reopens it while nothing follows', async () => {
    const { items } = await create(version(await newSku()));
    const id = items[0]?.id ?? '';
    const set = (effectiveTo: string | null) =>
      internalCaller(app).call(prices.update, { params: { id }, body: { effectiveTo } });
    expect((await set('2026-12-01T00:00:00Z')).effectiveTo).toBe('2026-12-01T00:00:00.000Z');
    expect((await set(null)).effectiveTo).toBeNull();
    const empty = { params: { id }, body: { effectiveTo: '2026-01-01T00:00:00Z' } };
    expect(await internalCaller(app).refusal(prices.update, empty)).toMatchObject({ code: 400 });
  });

  describe('that passes while another holds', () => {
    /** 0.15 from 2026 on, and 0.2 in 2027. */
    async function passing() {
      const sku = await newSku();
      await create(version(sku));
      const year = { unitPrice: '0.2', effectiveFrom: '2027-01-01T00:00:00Z', effectiveTo: '2028-01-01T00:00:00Z' };
      const { items } = await create(version(sku, year));
      const id = items[0]?.id ?? '';
      const end = (effectiveTo: string) =>
        internalCaller(app).call(prices.update, { params: { id }, body: { effectiveTo } });
      return { sku, id, end };
    }

    it('ends it earlier, and the surrounding version continues from there', async () => {
      const { sku, id, end } = await passing();
      expect(await end('2027-06-01T00:00:00Z')).toMatchObject({ id, effectiveTo: '2027-06-01T00:00:00.000Z' });
      expect(await rangesOf(sku)).toEqual([
        ['0.150000000000', '2026-01-01', '2027-01-01'],
        ['0.200000000000', '2027-01-01', '2027-06-01'],
        ['0.150000000000', '2027-06-01', undefined],
      ]);
      await create(
        version(sku, { unitPrice: '0.7', effectiveFrom: '2027-07-01T00:00:00Z', effectiveTo: '2027-08-01T00:00:00Z' }),
      );
      expect((await rangesOf(sku)).slice(2)).toEqual([
        ['0.150000000000', '2027-06-01', '2027-07-01'],
        ['0.700000000000', '2027-07-01', '2027-08-01'],
        ['0.150000000000', '2027-08-01', undefined],
      ]);
      await internalCaller(app).call(prices.delete, { query: { ids: id } });
      expect((await rangesOf(sku)).map(([price]) => price)).not.toContain('0.200000000000');
    });

    it.each([
      ['2028-01-01T00:00:00Z', '2028-01-01'],
      ['2027-09-01T00:00:00Z', '2027-09-01'],
      ['2029-01-01T00:00:00Z', '2029-01-01'],
    ])('ends it earlier by mistake, and at %s after all', async (at, day) => {
      const { sku, end } = await passing();
      await end('2027-06-01T00:00:00Z');
      await end(at);
      const ranges = await rangesOf(sku);
      expect(ranges.slice(0, 2)).toEqual([
        ['0.150000000000', '2026-01-01', '2027-01-01'],
        ['0.200000000000', '2027-01-01', day],
      ]);
      expect(ranges[2]?.slice(0, 2)).toEqual(['0.150000000000', day]);
      expect(ranges.at(-1)?.[2]).toBeUndefined();
      for (const [index, [, , until]] of ranges.slice(0, -1).entries()) expect(ranges[index + 1]?.[1]).toBe(until);
    });

    it.each(['2027-06-01T00:00:00Z', '2028-01-01T00:00:00Z'])(
      'the deletion of a later version reopens the earlier one, which has its end set to %s',
      async (at) => {
        const { sku, end } = await passing();
        await end(at);
        const { items } = await create(version(sku, { unitPrice: '0.3', effectiveFrom: '2028-01-01T00:00:00Z' }));
        await internalCaller(app).call(prices.delete, { query: { ids: items[0]?.id ?? '' } });
        const [last] = (await rangesOf(sku)).toReversed();
        expect([last?.[0], last?.[2]]).toEqual(['0.150000000000', undefined]);
      },
    );
  });

  it('deletes versions that have not begun, all or none', async () => {
    const sku = await newSku();
    const { items } = await create(version(sku), version(await newSku(), { effectiveFrom: '2027-01-01T00:00:00Z' }));
    const [begun, future] = items.map((item) => item.id);
    const both = { query: { ids: `${begun},${future}` } };
    expect(await internalCaller(app).refusal(prices.delete, both)).toMatchObject({ code: 409 });
    await internalCaller(app).call(prices.delete, { query: { ids: future ?? '' } });
    const again = { query: { ids: future ?? '' } };
    expect(await internalCaller(app).refusal(prices.delete, again)).toMatchObject({ code: 404 });
    expect((await listed(sku)).totalSize).toBe(1);
  });
});

describe('deleting versions that have not begun', () => {
  const years = ['2027', '2028', '2029'];
  const remove = (...ids: (string | undefined)[]) =>
    internalCaller(app).call(prices.delete, { query: { ids: ids.join(',') } });
  /** A version that has begun, and one for each later year. */
  async function chain(given: Record<string, unknown> = {}) {
    const sku = await newSku();
    await create(version(sku, given));
    const ids: (string | undefined)[] = [];
    for (const [index, year] of years.entries()) {
      const item = version(sku, { ...given, unitPrice: `0.${index + 2}`, effectiveFrom: `${year}-01-01T00:00:00Z` });
      ids.push((await create(item)).items[0]?.id);
    }
    return { sku, ids };
  }
  const starts = async (sku: string) => (await rangesOf(sku)).map(([, from, to]) => [from, to]);

  it('leaves no gap: the previous version continues to the end of the deleted one', async () => {
    const { sku, ids } = await chain();
    await remove(ids[1]);
    expect(await starts(sku)).toEqual([
      ['2026-01-01', '2027-01-01'],
      ['2027-01-01', '2029-01-01'],
      ['2029-01-01', undefined],
    ]);
    await remove(ids[2]);
    await remove(ids[0]);
    expect(await starts(sku)).toEqual([['2026-01-01', undefined]]);
  });

  it.each([
    [[0, 1], ['2029-01-01']],
    [[2, 0], ['2028-01-01']],
    [[1, 0, 2], []],
  ])('leaves none when %j are deleted at once', async (which, left) => {
    const { sku, ids } = await chain();
    await remove(...which.map((index) => ids[index]));
    const begins = ['2026-01-01', ...left];
    expect(await starts(sku)).toEqual(begins.map((from, index) => [from, begins[index + 1]]));
  });

  it('leaves the versions of another currency as they are', async () => {
    const sku = await newSku();
    const [until, currency] = ['2027-01-01T00:00:00Z', 'CNY' as const];
    const before = version(sku, { currency, unitPrice: '1', effectiveFrom: '2025-01-01T00:00:00Z' });
    const after = version(sku, { currency, unitPrice: '2', effectiveFrom: until });
    for (const each of [before, version(sku), after]) await create(each);
    const { items } = await create(version(sku, { unitPrice: '0.2', effectiveFrom: until }));
    await remove(items[0]?.id);
    expect(await rangesOf(sku)).toEqual([
      ['1.000000000000', '2025-01-01', '2027-01-01'],
      ['0.150000000000', '2026-01-01', undefined],
      ['2.000000000000', '2027-01-01', undefined],
    ]);
  });

  it('keeps an end that a caller set, before or after the version was created', async () => {
    const sku = await newSku();
    const until = '2027-01-01T00:00:00Z';
    await create(version(sku, { effectiveTo: until }));
    const { items } = await create(version(sku, { effectiveFrom: until }));
    await remove(items[0]?.id);
    expect(await starts(sku)).toEqual([['2026-01-01', '2027-01-01']]);

    const { sku: other, ids } = await chain();
    const { items: versions } = await listed(other);
    const begun = versions.find(({ effectiveFrom }) => effectiveFrom.startsWith('2026'))?.id ?? '';
    await internalCaller(app).call(prices.update, { params: { id: begun }, body: { effectiveTo: until } });
    await remove(ids[0]);
    expect((await starts(other))[0]).toEqual(['2026-01-01', '2027-01-01']);
  });

  it('gives a version back all the time that a passing one took', async () => {
    const sku = await newSku();
    await create(version(sku));
    const passing = { effectiveFrom: '2027-06-01T00:00:00Z', effectiveTo: '2027-07-01T00:00:00Z' };
    const { items } = await create(version(sku, { ...passing, unitPrice: '0.1' }));
    await remove(items[0]?.id);
    expect(await starts(sku)).toEqual([
      ['2026-01-01', '2027-07-01'],
      ['2027-07-01', undefined],
    ]);
    const { items: left } = await listed(sku);
    await remove(left.find(({ effectiveTo }) => effectiveTo === null)?.id);
    expect(await starts(sku)).toEqual([['2026-01-01', undefined]]);
  });

  it('reopens the version after a temporary one, but not beyond an end that a caller set', async () => {
    const sku = await newSku();
    const from = (effectiveFrom: string) => ({ unitPrice: '0.2', effectiveFrom: `${effectiveFrom}T00:00:00Z` });
    const after = async (day: string) => (await create(version(sku, from(day)))).items[0]?.id;
    const endOf = async (id: string | undefined, day: string) =>
      internalCaller(app).call(prices.update, {
        params: { id: id ?? '' },
        body: { effectiveTo: `${day}T00:00:00Z` },
      });
    await create(version(sku));
    await create(version(sku, { ...from('2027-06-01'), unitPrice: '0.1', effectiveTo: '2027-07-01T00:00:00Z' }));
    const replacing = await after('2027-07-01');
    await remove(replacing);
    expect(await rangesOf(sku)).toEqual([
      ['0.150000000000', '2026-01-01', '2027-06-01'],
      ['0.100000000000', '2027-06-01', '2027-07-01'],
      ['0.150000000000', '2027-07-01', undefined],
    ]);
    await endOf(await after('2027-07-01'), '2027-09-01');
    await remove(await after('2027-09-01'));
    expect((await starts(sku)).at(-1)).toEqual(['2027-07-01', '2027-09-01']);
  });

  it('leaves the prices of other contracts alone', async () => {
    const { id: contractId } = await contract(app);
    const { sku, ids } = await chain();
    const own = { contractId, unitPrice: '0.9' };
    await create(version(sku, { ...own, effectiveTo: '2027-01-01T00:00:00Z' }));
    await remove(ids[0]);
    const { items } = await internalCaller(app).call(prices.contractList, {
      params: { id: contractId },
      query: { skuId: sku },
    });
    expect(items.find((item) => item.contractId !== null)?.effectiveTo).toBe('2027-01-01T00:00:00.000Z');
  });
});
