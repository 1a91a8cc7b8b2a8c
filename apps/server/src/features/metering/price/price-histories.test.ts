import { prices } from '@usance/api/metering/price';
import { skus } from '@usance/api/metering/sku';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

type Step =
  | { do: 'create'; items: readonly { from: number; days: number | undefined }[] }
  | { do: 'delete'; which: readonly number[] };
/** A requested price. It applies from its day on until the next one, or until its own end. */
type Asked = { id: string; unitPrice: string; from: number; to: number | undefined };

const item = fc.record({
  from: fc.integer({ min: 1, max: 12 }),
  days: fc.option(fc.integer({ min: 1, max: 4 }), { nil: undefined }),
});
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('create' as const), items: fc.array(item, { minLength: 1, maxLength: 2 }) }),
  fc.record({ do: fc.constant('create' as const), items: fc.array(item, { minLength: 1, maxLength: 1 }) }),
  fc.record({ do: fc.constant('delete' as const), which: fc.array(fc.nat(), { minLength: 1, maxLength: 2 }) }),
);
const days = Array.from({ length: 20 }, (_, day) => day);
const at = (day: number) => new Date(Date.UTC(2028, 0, 1 + day)).toISOString();

/** A passing price while it lasts, otherwise the open-ended one that began last. */
function appliedOn(day: number, asked: readonly Asked[]): string | undefined {
  const begun = asked.filter(({ from }) => from <= day).sort((a, b) => b.from - a.from);
  const applied = begun.find(({ to }) => to !== undefined && day < to) ?? begun.find(({ to }) => to === undefined);
  return applied?.unitPrice;
}

/** A price that has begun, with calls that change it. */
async function begun() {
  const caller = internalCaller(app);
  const [product, type, subType, tier] = ['Compute', 'Warehouse', '', ''];
  const [resourceKind, costKind, cloudProvider] = ['warehouse', 'compute', 'aws'] as const;
  const place = { cloudProvider, region: 'us-east-1', edition: 'ENTERPRISE', unit: 'core-hour' } as const;
  const words = { product, type, subType, tier, resourceKind, costKind, ...place, billingItem: crypto.randomUUID() };
  const [sku] = (await caller.call(skus.create, { body: { items: [words] } })).items;
  const skuId = sku?.id ?? '';
  let asked: Asked[] = [];
  let serial = 0;
  const create = async (items: readonly { from: number; days: number | undefined }[]) => {
    const wanted = items.map(({ from, days: length }) => {
      serial += 1;
      return { unitPrice: String(serial), from, to: length === undefined ? undefined : from + length };
    });
    const body = {
      items: wanted.map(({ unitPrice, from, to }) => {
        const effectiveTo = to === undefined ? {} : { effectiveTo: at(to) };
        return { skuId, currency: 'USD' as const, priceUnit: 'h', unitPrice, effectiveFrom: at(from), ...effectiveTo };
      }),
    };
    const created = await caller.call(prices.create, { body }).catch(() => undefined);
    // A refused overlap must change nothing.
    if (created) asked.push(...wanted.map((each, index) => ({ ...each, id: created.items[index]?.id ?? '' })));
    return created !== undefined;
  };
  const listed = async () => (await caller.call(prices.list, { query: { skuId, pageSize: 999_999 } })).items;
  await create([{ from: -1_000, days: undefined }]);
  return {
    create,
    async remove(which: readonly number[]) {
      const future = (await listed()).filter(({ effectiveFrom }) => effectiveFrom >= at(0));
      const ids = new Set(which.flatMap((each) => future[each % future.length]?.id ?? []));
      if (ids.size === 0) return;
      await caller.call(prices.delete, { query: { ids: [...ids].join(',') } });
      asked = asked.filter(({ id }) => !ids.has(id));
    },
    async assertAsAsked() {
      const versions = await listed();
      const held = days.map((day) => {
        const now = versions.filter((each) => each.effectiveFrom <= at(day) && at(day) < (each.effectiveTo ?? '9'));
        return now.map(({ unitPrice }) => String(Number(unitPrice)));
      });
      expect(held).toEqual(days.map((day) => [appliedOn(day, asked)]));
    },
  };
}

it('every day has its requested price after versions are created, replaced and deleted before they begin', {
  timeout: 120_000,
}, async () => {
  let created = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), async (steps) => {
      const history = await begun();
      for (const what of steps) {
        if (what.do === 'delete') await history.remove(what.which);
        else created += Number(await history.create(what.items));
        await history.assertAsAsked();
      }
    }),
    { numRuns: 30 },
  );
  expect(created).toBeGreaterThan(30);
});
