import { afterAll, beforeAll, it } from 'vitest';
import { contract } from '#testing/builders.ts';
import { type Hostile, refusesToEverybody } from '#testing/hostile.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { monthSigned } from './closed-month.fixture.ts';

let app: TestApp;
let contractId: string;
let otherId: string;
beforeAll(async () => {
  app = await startTestApp();
  contractId = (await contract(app)).id;
  otherId = (await contract(app)).id;
  await app.ownerScript(terms(contractId));
  for (const month of ['2026-07', '2026-08']) await monthSigned(app, contractId, month);
});
afterAll(() => app.close());

/** List and own prices and discounts in signed months, each followed by one that begins after them. */
const terms = (id: string) => `
  insert into sku (id, product, type, sub_type, billing_item, tier, resource_kind, cost_kind, cloud_provider, region, edition, unit)
    select id, 'p', 't', '', id, '', 'warehouse', 'compute', 'aws', 'r', 'e', 'h' from (values ('sku'), ('other'), ('gap')) as given (id);
  insert into price (id, sku_id, contract_id, currency, unit_price, list_price, price_unit, effective_from, effective_to, origin_kind)
    values ('list', 'sku', null, 'USD', 1, 1, 'h', '2026-01-01Z', '2026-09-10Z', 'list'),
           ('list-next', 'sku', null, 'USD', 1, 1, 'h', '2026-09-10Z', null, 'list'),
           ('other', 'other', null, 'USD', 1, 1, 'h', '2024-01-01Z', '2026-09-10Z', 'list'),
           ('gap', 'gap', null, 'USD', 1, 1, 'h', '2026-08-10Z', '2026-08-20Z', 'list'),
           ('gap-next', 'gap', null, 'USD', 1, 1, 'h', '2026-09-01Z', null, 'list'),
           ('own', 'sku', '${id}', 'USD', 1, 1, 'h', '2026-01-01Z', '2026-09-10Z', 'contract'),
           ('own-next', 'sku', '${id}', 'USD', 1, 1, 'h', '2026-09-10Z', '2026-09-20Z', 'contract');
  insert into discount values ('${id}', 'dis', 0.9, '2026-01-01Z', '2026-09-10Z'), ('${id}', 'dis-next', 0.8, '2026-09-10Z', null)`;

/** An own price of the SKU that has no price between 20 August and 10 September; August is signed. */
const ownPrice = (from: string, to: string | null) =>
  `insert into price (id, sku_id, contract_id, currency, unit_price, list_price, price_unit, effective_from, effective_to, origin_kind)
   values ('x', 'gap', '$C', 'USD', 1, 1, 'h', '${from}', ${to === null ? 'null' : `'${to}'`}, 'contract')`;

/** `$C` is the contract with signed months, `$E` one without. */
const hostile: readonly Hostile[] = [
  ...(['list', 'own'] as const).flatMap((kind): Hostile[] => [
    [`changes the ${kind} price of signed months`, `update price set unit_price = 2 where id = '${kind}'`],
    [`ends the ${kind} price within them`, `update price set effective_to = '2026-08-31 23:00Z' where id = '${kind}'`],
    [`takes the ${kind} price of signed months away`, `delete from price where id = '${kind}'`],
    [
      `gives the ${kind} price of signed months to another SKU`,
      `update price set sku_id = 'other' where id = '${kind}'`,
    ],
    [
      `sets ${kind} prices for signed months`,
      `insert into price (id, sku_id, contract_id, currency, unit_price, list_price, price_unit, effective_from, effective_to, origin_kind)
       select 'x', case when contract_id is null then sku_id else 'other' end, contract_id, currency, 1, 1, 'h', '2025-01-01Z', '2026-01-01Z', origin_kind from price where id = '${kind}'`,
    ],
  ]),
  ['sets an open own price from the start of a signed one', ownPrice('2026-08-19Z', null)],
  ['sets one that reaches a price of the signed month', ownPrice('2026-08-01Z', '2026-08-10 01:00Z')],
  [
    'turns an own price into one of the list',
    `update price set contract_id = null, origin_kind = 'list' where id = 'own'`,
  ],
  ['changes a price that has not begun', `update price set unit_price = 2 where id = 'own-next'`],
  ['changes the discount of signed months', `update discount set rate = 0.1 where id = 'dis'`],
  ['ends it within them', `update discount set effective_to = '2026-08-31 23:00Z' where id = 'dis'`],
  ['takes it away', `delete from discount where id = 'dis'`],
  ['sets a discount for signed months', `insert into discount values ('$C', 'x', 0.5, '2025-01-01Z', '2026-01-01Z')`],
  ['gives it to another contract', `update discount set contract_id = '$E' where id = 'dis'`],
  [
    'lets a contract begin earlier than what is signed of it',
    `update contract set commencing_on = commencing_on - interval '1 year' where id = '$C'`,
  ],
  [
    'ends a price while its month is opened and closed again',
    `delete from closed_month where contract_id = '$C'; update price set effective_to = '2026-08-31 23:00Z' where id = 'own';
     insert into closed_month select '$C', month, now() from (values ('2026-07'), ('2026-08')) as given (month)`,
  ],
  ['says of a closed month that it is another', `update closed_month set month = '2026-06' where month = '2026-08'`],
  ['lets it begin later', `update contract set commencing_on = commencing_on + interval '1 year' where id = '$C'`],
];

refusesToEverybody(hostile, () => ({
  db: app.deps.db,
  script: app.ownerScript,
  names: { C: contractId, E: otherId },
  everything,
}));

it('the database lets prices and discounts change in months that are open, and those of another currency', async () => {
  await app.ownerScript(`
    begin;
    update price set effective_to = '2026-09-01Z' where id in ('list', 'own');
    update discount set effective_to = '2026-09-01Z' where id = 'dis';
    delete from price where id in ('list-next', 'own-next');
    delete from discount where id = 'dis-next';
    insert into price (id, sku_id, contract_id, currency, unit_price, list_price, price_unit, effective_from, origin_kind)
      values ('x', 'sku', null, 'USD', 1, 1, 'h', '2026-09-01Z', 'list'), ('y', 'sku', null, 'CNY', 1, 1, 'h', '2026-01-01Z', 'list');
    insert into discount values ('${contractId}', 'x', 0.9, '2026-09-01Z', null), ('${otherId}', 'x', 0.9, '2026-01-01Z', null);
    update contract set commencing_on = now() where id = '${otherId}';
    rollback`);
});

it.each([
  ['before the one it has', '2026-08-01Z', '2026-08-10Z'],
  ['after it, until the next one is there', '2026-08-20Z', '2026-10-01Z'],
  ['after it for good', '2026-08-20Z', null],
])('the database takes an own price where the SKU has none in a signed month: %s', async (_, from, to) => {
  await app.ownerScript(`begin; ${ownPrice(from, to).replace('$C', contractId)}; rollback`);
});

async function everything() {
  const { db } = app.deps;
  return {
    prices: await db.selectFrom('price').selectAll().orderBy('id').execute(),
    discounts: await db.selectFrom('discount').selectAll().orderBy('id').execute(),
    contracts: await db.selectFrom('contract').selectAll().orderBy('id').execute(),
  };
}
