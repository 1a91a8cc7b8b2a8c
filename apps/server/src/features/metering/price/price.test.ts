import { prices } from '@usance/api/metering/price';
import { requestOf } from '@usance/api/request';
import { formatDecimal } from '@usance/money/decimal';
import { instant, toRfc3339 } from '@usance/period/instant';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract } from '#testing/builders.ts';
import { internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { getContract } from '../../contract/contract/contract.queries.ts';
import { createDatacloud } from '../../contract/datacloud/create-datacloud.ts';
import { monthSigned } from '../closed-month/closed-month.fixture.ts';
import { setDiscount } from '../discount/set-discount.ts';
import { priceSegments } from './book/price-book.ts';
import { pricing, version } from './price.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const { newSku, create, refused, rangesOf, listed } = pricing(() => app);
const unknownSku = 'sku-aaaaaaaaaaaaaaaa';

describe(prices.create.id, () => {
  it('ends the open version where the new one begins', async () => {
    const sku = await newSku();
    await create(version(sku));
    await create(version(sku, { unitPrice: '0.20', effectiveFrom: '2026-03-01T00:00:00Z' }));
    const { items } = await listed(sku);
    const ranges = items.map((item) => [item.effectiveFrom, item.effectiveTo]).sort();
    expect(ranges).toEqual([
      ['2026-01-01T00:00:00.000Z', '2026-03-01T00:00:00.000Z'],
      ['2026-03-01T00:00:00.000Z', null],
    ]);
  });

  it('continues the open version in the times that the new ones leave free', async () => {
    const sku = await newSku();
    await create(version(sku));
    const summer = { unitPrice: '0.10', effectiveFrom: '2026-06-01T00:00:00Z', effectiveTo: '2026-07-01T00:00:00Z' };
    const winter = { unitPrice: '0.12', effectiveFrom: '2026-11-01T00:00:00Z', effectiveTo: '2026-12-01T00:00:00Z' };
    expect((await create(version(sku, summer), version(sku, winter))).items).toHaveLength(2);
    expect(await rangesOf(sku)).toEqual([
      ['0.150000000000', '2026-01-01', '2026-06-01'],
      ['0.100000000000', '2026-06-01', '2026-07-01'],
      ['0.150000000000', '2026-07-01', '2026-11-01'],
      ['0.120000000000', '2026-11-01', '2026-12-01'],
      ['0.150000000000', '2026-12-01', undefined],
    ]);
  });

  it('replaces a continuation that begins together with the new version', async () => {
    const sku = await newSku();
    const passing = (unitPrice: string, from: string, to: string) =>
      version(sku, { unitPrice, effectiveFrom: `${from}T00:00:00Z`, effectiveTo: `${to}T00:00:00Z` });
    await create(version(sku));
    await create(passing('0.10', '2026-10-05', '2026-10-12'));
    await create(passing('0.11', '2026-10-12', '2026-10-15'));
    await create(version(sku, { unitPrice: '0.20', effectiveFrom: '2026-10-15T00:00:00Z' }));
    expect(await rangesOf(sku)).toEqual([
      ['0.150000000000', '2026-01-01', '2026-10-05'],
      ['0.100000000000', '2026-10-05', '2026-10-12'],
      ['0.110000000000', '2026-10-12', '2026-10-15'],
      ['0.200000000000', '2026-10-15', undefined],
    ]);
    // A caller requested that version, so it is not a continuation.
    const again = version(sku, { unitPrice: '0.30', effectiveFrom: '2026-10-15T00:00:00Z' });
    expect(await refused(again)).toMatchObject({ reason: 'PRICE_CONFLICT' });
  });

  it('keeps a continuation once a caller has set its end', async () => {
    const sku = await newSku();
    await create(version(sku));
    const [from, until] = ['2027-10-05T00:00:00Z', '2027-10-12T00:00:00Z'];
    await create(version(sku, { unitPrice: '0.10', effectiveFrom: from, effectiveTo: until }));
    const { items } = await listed(sku);
    const id = items.find(({ effectiveTo }) => effectiveTo === null)?.id ?? '';
    for (const effectiveTo of ['2027-11-01T00:00:00Z', null]) {
      await internalCaller(app).call(prices.update, { params: { id }, body: { effectiveTo } });
    }
    expect(await refused(version(sku, { effectiveFrom: until }))).toMatchObject({ reason: 'PRICE_CONFLICT' });
  });

  it('has the origin of a price', async () => {
    const { id: contractId } = await contract(app);
    const sku = await newSku();
    const { items } = await create(version(sku), version(sku, { contractId }));
    expect(items.map(({ origin }) => origin)).toEqual([
      { kind: 'list', id: null },
      { kind: 'contract', id: null },
    ]);
  });

  it('refuses any other overlap, all or none', async () => {
    const [sku, untouched] = [await newSku(), await newSku()];
    await create(version(sku, { effectiveTo: '2026-06-01T00:00:00Z' }));
    const overlapping = version(sku, { effectiveFrom: '2026-05-31T23:00:00Z' });
    expect(await refused(version(untouched), overlapping)).toMatchObject({ code: 409, reason: 'PRICE_CONFLICT' });
    expect((await listed(untouched)).totalSize).toBe(0);
  });

  it('the database refuses an overlap from any writer', async () => {
    const sku = await newSku();
    await create(version(sku));
    const copy = app.deps.db
      .insertInto('price')
      .columns(['id', 'sku_id', 'currency', 'unit_price', 'list_price', 'price_unit', 'effective_from'])
      .expression((eb) =>
        eb
          .selectFrom('price')
          .select(['sku_id as id', 'sku_id', 'currency', 'unit_price', 'list_price', 'price_unit', 'effective_from'])
          .where('sku_id', '=', sku),
      );
    await expect(copy.execute()).rejects.toMatchObject({ code: '23P01' });
  });

  it.each<[string, Record<string, unknown>]>([
    ['unitPrice', { unitPrice: '1e3' }],
    ['unitPrice', { unitPrice: '-1' }],
    ['unitPrice', { unitPrice: 0.15 }],
    ['unitPrice', { unitPrice: '0.1234567890123' }],
    ['unitPrice', { unitPrice: '1000000.000000000001' }],
    ['unitPrice', { unitPrice: '1000001' }],
    ['unitPrice', { unitPrice: '15000000' }],
    ['effectiveTo', { effectiveTo: '2026-01-01T00:00:00Z' }],
    ['currency', { currency: 'EUR' }],
  ])('refuses a bad %s (%j)', async (field, given) => {
    const refusal = await refused(version(await newSku(), given));
    expect(refusal).toMatchObject({ code: 400, reason: 'INVALID_PARAMETER' });
    expect(refusal.metadata['field']).toContain(field);
  });

  it('of two concurrent calls for the same time one succeeds and the other is refused', async () => {
    const { id: contractId } = await contract(app);
    const skuId = await newSku();
    const create = (from: string) => {
      const item = {
        skuId,
        contractId,
        currency: 'USD',
        unitPrice: '2',
        priceUnit: 'USD/core-hour',
        effectiveFrom: from,
      };
      const { body: payload = '', ...request } = requestOf(prices.create, { body: { items: [item] } }, 'internal');
      return internalCaller(app).raw({ ...request, payload });
    };
    await create('2026-10-01T00:00:00Z');
    for (let day = 2; day < 28; day += 2) {
      const at = (offset: number) => `2026-10-${String(day + offset).padStart(2, '0')}T00:00:00Z`;
      const replies = await Promise.all([create(at(0)), create(at(1))]);
      for (const reply of replies.filter(({ statusCode }) => statusCode !== 200))
        expect([reply.statusCode, reply.json().reason]).toEqual([409, 'PRICE_CONFLICT']);
    }
  });

  it('refuses an unknown SKU', async () => {
    expect(await refused(version(unknownSku))).toMatchObject({ code: 400 });
  });

  it('refuses a contract price in a currency that is not the contract’s', async () => {
    const { id: contractId } = await contract(app, { currency: 'CNY' });
    expect(await refused(version(await newSku(), { contractId }))).toMatchObject({ code: 409 });
  });

  // In CNY, because a signed month freezes the list prices of its whole currency.
  it('refuses a price that begins in a signed month, and takes one that begins after it', async () => {
    const { id: contractId } = await contract(app, { currency: 'CNY' });
    await monthSigned(app, contractId, '2026-09');
    const sku = await newSku();
    const from = (effectiveFrom: string) => version(sku, { currency: 'CNY', effectiveFrom });
    expect(await refused(from('2026-09-30T15:59:59Z'))).toMatchObject({ code: 409, reason: 'MONTH_SIGNED' });
    await create(from('2026-09-30T16:00:00Z'));
    await create(version(await newSku(), { effectiveFrom: '2026-09-30T15:59:59Z' }));
  });
});

describe(prices.list.id, () => {
  it.each([
    ['2027-03-10T10:59:59Z', '0.150000000000'],
    ['2027-03-10T11:00:00Z', '0.200000000000'],
    ['2027-03-10T18:59:59+08:00', '0.150000000000'],
    ['2027-03-10T19:15:00+08:00', '0.200000000000'],
  ])('says what holds in the hour of %s, after a change at its half', async (at, unitPrice) => {
    const sku = await newSku();
    await create(version(sku));
    await create(version(sku, { unitPrice: '0.20', effectiveFrom: '2027-03-10T10:30:00Z' }));
    const { items } = await internalCaller(app).call(prices.list, { query: { skuId: sku, at } });
    expect(items.map((item) => item.unitPrice)).toEqual([unitPrice]);
    expect((await listed(sku)).items.map(({ effectiveFrom }) => effectiveFrom)).toContain('2027-03-10T10:30:00.000Z');
  });

  it.each(['2026-10-01T00:00:00+23:59', '2026-10-01T00:00:00-16:00', '2026-10-01T00:00:00.123456Z'])(
    'takes %s as an instant',
    async (at) => {
      expect(await internalCaller(app).call(prices.list, { query: { at } })).toMatchObject({ pageNum: 1 });
    },
  );

  it.each(['0000-01-01T00:00:00Z', '9999-12-31T23:59:59-23:59', '1999-12-31T23:59:59Z'])('refuses %s', async (at) => {
    expect(await internalCaller(app).refusal(prices.list, { query: { at } })).toMatchObject({
      code: 400,
      metadata: { field: 'at' },
    });
  });
});

describe(priceSegments.name, () => {
  const range = { start: instant('2026-01-01T00:00:00Z'), end: instant('2026-05-01T00:00:00Z') };

  it('prefers the contract’s own price while it holds, and multiplies list prices by the discount of the time', async () => {
    const { id: contractId } = await contract(app);
    const sku = await newSku();
    await app.deps.db.transaction().execute(async (tx) => {
      const datacloud = { contractId, name: 'priced', regionID: 'aws-us-east-1', edition: 'ENTERPRISE' } as const;
      await createDatacloud({ tx, now: app.clock.now() }, { ...datacloud, creator: 'someone' });
      await setDiscount({ tx }, { contractId, rate: '0.9', from: new Date('2026-02-15T00:00:00Z') });
    });
    await create(
      version(sku),
      version(sku, {
        contractId,
        unitPrice: '0.10',
        effectiveFrom: '2026-02-01T00:00:00Z',
        effectiveTo: '2026-03-01T00:00:00Z',
      }),
    );
    const { sku_no } = await app.deps.db
      .selectFrom('sku')
      .select('sku_no')
      .where('id', '=', sku)
      .executeTakeFirstOrThrow();
    const segments = await priceSegments(app.deps.db, await getContract(app.deps.db, contractId), range);
    const mine = segments
      .filter((segment) => segment.skuNo === sku_no)
      .map((segment) => [toRfc3339(segment.range.start), formatDecimal(segment.netPrice, 12)]);
    expect(mine).toEqual([
      ['2026-01-01T00:00:00Z', '0.150000000000'],
      ['2026-02-01T00:00:00Z', '0.100000000000'],
      ['2026-03-01T00:00:00Z', '0.135000000000'],
    ]);
    const held = await internalCaller(app).call(prices.contractList, {
      params: { id: contractId },
      query: { skuId: sku, at: '2026-02-10T00:00:00Z' },
    });
    expect(held.items.map((item) => [item.contractId, item.unitPrice])).toEqual([[contractId, '0.100000000000']]);
    const listed = await internalCaller(app).call(prices.contractList, {
      params: { id: contractId },
      query: { skuId: sku, at: '2026-03-10T00:00:00Z' },
    });
    expect(listed.items.map((item) => [item.contractId, item.unitPrice])).toEqual([[null, '0.150000000000']]);
  });
});
