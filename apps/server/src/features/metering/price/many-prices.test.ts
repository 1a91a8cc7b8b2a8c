import { afterAll, beforeAll, expect, it } from 'vitest';
import { contract } from '#testing/builders.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { monthSigned } from '../closed-month/closed-month.fixture.ts';
import { createPrices } from './create-prices.ts';
import { pricing, version } from './price.fixture.ts';

let app: TestApp;
const { newSku, create, refused } = pricing(() => app);
let agreed: readonly string[];
beforeAll(async () => {
  app = await startTestApp();
  const made = [];
  for (let count = 0; count < 4; count += 1) made.push(await contract(app, { signDate: '2026-08-01T00:00:00Z' }));
  agreed = made.map(({ id }) => id);
  for (const id of agreed.slice(1)) await monthSigned(app, id, '2026-08');
});
afterAll(() => app.close());

const own = (skuId: string, contractId: string, effectiveFrom: string) => version(skuId, { contractId, effectiveFrom });

/** Creates the versions and counts the statements and the rows they return. */
async function spentOn(items: ReturnType<typeof version>[]): Promise<{ statements: number; rows: number }> {
  let [statements, rows] = [0, 0];
  const counting = app.deps.db.withPlugin({
    transformQuery: ({ node }) => {
      statements += 1;
      return node;
    },
    transformResult: async ({ result }) => {
      rows += result.rows.length;
      return result;
    },
  });
  await counting.transaction().execute((tx) => createPrices({ tx }, { body: { items } }));
  return { statements, rows };
}

it('new prices of many contracts take as many statements as those of one, and lock the contracts against signing', async () => {
  const spent = [];
  for (const some of [agreed.slice(1, 2), agreed.slice(1)]) {
    const sku = await newSku();
    // First without a price in the signed time, then with one.
    for (const from of ['2026-08-10T00:00:00Z', '2026-09-10T00:00:00Z'])
      spent.push((await spentOn(some.map((id) => own(sku, id, from)))).statements);
  }
  expect(spent.slice(2)).toEqual(spent.slice(0, 2));
});

it('they read no versions of other prices, however many the contracts have', async () => {
  const spent = [];
  for (const hasOthers of [false, true]) {
    const of = new Map(await Promise.all(agreed.map(async (id) => [id, await newSku()] as const)));
    const prices = [...of].flatMap(([id, sku]) =>
      (hasOthers ? [...of.values()] : [sku]).map((each) => [each, id] as const),
    );
    await create(...prices.map(([sku, id]) => own(sku, id, '2026-09-01T00:00:00Z')));
    spent.push((await spentOn([...of].map(([id, sku]) => own(sku, id, '2026-09-10T00:00:00Z')))).rows);
  }
  expect(spent[1]).toBe(spent[0]);
});

it('each is checked against the signed months of its own contract and ends only its own open version', async () => {
  const [open = '', signed = '', other = ''] = agreed;
  const [sku, another] = [await newSku(), await newSku()];
  await create(own(sku, open, '2026-08-01T00:00:00Z'), own(sku, signed, '2026-08-01T00:00:00Z'));
  await create(own(another, other, '2026-08-01T00:00:00Z'));
  // `open` has no signed month, `other` had no price of this SKU, and `signed` had one.
  const begins = '2026-08-20T00:00:00Z';
  const coming = [own(sku, open, begins), own(sku, other, begins)];
  expect(await refused(...coming, own(sku, signed, begins))).toMatchObject({ reason: 'MONTH_SIGNED' });
  await create(...coming, version(sku, { effectiveFrom: '2026-09-01T00:00:00Z' }));
  const versions = await app.deps.db
    .selectFrom('price')
    .select(['sku_id', 'contract_id', 'effective_from', 'effective_to'])
    .where('sku_id', 'in', [sku, another])
    .execute();
  const told = versions.map(({ sku_id, contract_id, effective_from, effective_to }) =>
    [sku_id === sku ? 'sku' : 'another', contract_id, effective_from, effective_to]
      .map((each) => (each instanceof Date ? each.toISOString().slice(5, 10) : each))
      .join(' '),
  );
  expect(told.sort()).toEqual(
    [
      `another ${other} 08-01 `,
      `sku  09-01 `,
      `sku ${open} 08-01 08-20`,
      `sku ${open} 08-20 `,
      `sku ${other} 08-20 `,
      `sku ${signed} 08-01 `,
    ].sort(),
  );
});
