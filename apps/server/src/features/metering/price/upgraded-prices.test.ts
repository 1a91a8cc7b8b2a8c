import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { migratePostgres } from '#platform/postgres/migrate.ts';
import type { Postgres } from '#platform/postgres/open-postgres.ts';
import { openOlderPostgres } from '#testing/test-postgres.ts';

const opened: Postgres[] = [];
afterAll(async () => {
  for (const old of opened) await old.close();
});

async function before(migration: string): Promise<Postgres> {
  const old = await openOlderPostgres({ before: migration });
  opened.push(old);
  return old;
}

it('prices of an earlier version know where they come from and what ended them, and days they mean otherwise are rated again', async () => {
  const old = await before('0018');
  await sql
    .raw(`
    insert into contract (id, sign_id, state, tags, buyer_type, buyer_name, service_type, currency, commencing_on, created_at)
      select id, id, 'Active', 'Acme', 'E', 'Acme', 'saas', currency, now(), now()
      from (values ('reduced', 'USD'), ('plain', 'USD'), ('late', 'CNY')) as given (id, currency);
    insert into sku (id, product, type, sub_type, billing_item, tier, resource_kind, cost_kind, cloud_provider, region, edition, unit)
      values ('sku', 'p', 't', '', 'i', '', 'warehouse', 'compute', 'aws', 'r', 'e', 'h');
    insert into price (id, sku_id, contract_id, currency, unit_price, list_price, price_unit, effective_from, effective_to)
      select id, 'sku', contract_id, currency, 1, 1, 'h', begins::timestamptz, ends::timestamptz
      from (values ('past', null, 'USD', '2024-01-01Z', '2025-01-01Z'), ('now', null, 'USD', '2025-01-01Z', '2099-01-01Z'),
                   ('next', null, 'USD', '2099-01-01Z', null), ('own', 'reduced', 'USD', '2025-01-01Z', '2099-01-01Z'),
                   ('half', null, 'CNY', '2025-01-01 10:30Z', null)) as given (id, contract_id, currency, begins, ends);
    insert into discount values ('reduced', 'dis', 0.5, '2025-01-01Z', null);
    insert into rated_day (contract_id, day, run_no, rows, amount, rated_through, rated_at)
      select id, '2026-05-10', nextval('purchase_run_no'), 1, 1, now(), now() from contract;`)
    .execute(old.db);

  await migratePostgres(old);

  const prices = await old.db
    .selectFrom('price')
    .select(['id', 'ended_by_next', 'origin_kind'])
    .orderBy('id')
    .execute();
  expect(prices.map(({ id, ended_by_next, origin_kind }) => [id, ended_by_next, origin_kind])).toEqual([
    ['half', false, 'list'],
    ['next', false, 'list'],
    ['now', true, 'list'],
    ['own', false, 'contract'],
    ['past', false, 'list'],
  ]);
  const marked = await old.db.selectFrom('usage_dirty_day').select('contract_id').orderBy('contract_id').execute();
  expect(marked.map(({ contract_id }) => contract_id)).toEqual(['late', 'reduced']);
  const { rows } = await sql<{ runs: string }>`
    select count(*) as runs from rated_day
    where run_no < (select changed_run from rating_terms where reach = 'USD')`.execute(old.db);
  expect(rows[0]?.runs).toBe('3');
});

it('prices of an earlier version pass where it is certain: where something goes on right after them', async () => {
  const old = await before('0027');
  await sql
    .raw(`
    insert into sku (id, product, type, sub_type, billing_item, tier, resource_kind, cost_kind, cloud_provider, region, edition, unit)
      select id, 'p', 't', '', id, '', 'warehouse', 'compute', 'aws', 'r', 'e', 'h' from (values ('goes-on'), ('ends')) as given (id);
    insert into price (id, sku_id, currency, unit_price, list_price, price_unit, effective_from, effective_to, ended_by_next, goes_on)
      select id, sku_id, 'USD', 1, 1, 'h', begins::timestamptz, ends::timestamptz, ended_by_next, goes_on
      from (values ('first', 'goes-on', '2025-01-01Z', '2098-01-01Z', true, false),
                   ('passes', 'goes-on', '2098-01-01Z', '2099-01-01Z', false, false),
                   ('going', 'goes-on', '2099-01-01Z', null, false, true),
                   ('ended', 'ends', '2025-01-01Z', '2098-01-01Z', false, false),
                   ('next', 'ends', '2098-01-01Z', null, false, false)
      ) as given (id, sku_id, begins, ends, ended_by_next, goes_on);`)
    .execute(old.db);

  await migratePostgres(old);

  const passing = await old.db.selectFrom('price').select('id').where('passing', '=', true).execute();
  expect(passing).toEqual([{ id: 'passes' }]);
});
