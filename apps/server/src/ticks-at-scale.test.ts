import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openMetrics } from '#platform/http/load/metrics.ts';
import type { Db } from '#platform/postgres/database.ts';
import { openPostgres } from '#platform/postgres/open-postgres.ts';
import { startTestApp } from '#testing/test-app.ts';
import { nextStep } from './features/billing/statement/next-step.ts';
import { measureWaiting } from './features/installation/waiting/measure-waiting.ts';
import { ticksOf } from './ticks.ts';

const contracts = 100_000;
/** The rows that an idle tick may read: some index pages, never a list of contracts. */
const mostRead = 1_000;

/** Ticks that may read all contracts, with the reason: neither money nor users wait for an hourly round. */
const mayGoRound = {
  'billing-version.tell-upgrades': 'an available upgrade becomes due by no time',
};

let app: Awaited<ReturnType<typeof startTestApp>>;
beforeAll(async () => {
  app = await startTestApp({ now: '2026-10-15T12:00:00Z', clickhouse: true, damaged: 'contracts are planted' });
  // All upcoming events lie in the next month, each contract's at its own time.
  const later = `timestamptz '2026-11-02Z' + no * interval '10 seconds'`;
  await app.ownerScript(`
    set session_replication_role = replica;
    create table planted as select no, 'ct-' || no as id from generate_series(1, ${contracts}) as no;
    insert into contract (id, sign_id, state, tags, buyer_type, buyer_name, service_type, currency, commencing_on, created_at)
      select id, id, 'Active', 'Acme', 'E', 'Acme Ltd', 'saas', case when no % 2 = 0 then 'USD' else 'CNY' end, '2026-01-01Z', '2026-01-01Z' from planted;
    insert into next_to_sign (contract_id, currency, month) select id, currency, '2026-10' from contract;
    insert into account_period (contract_id, looked_at, look_at) select id, '2026-10-01Z', ${later} from planted;
    insert into contract_billing_version (contract_id, id, billing_version, effective_from, creator, created_at)
      select id, 'bv-' || no, 'v2', '2026-01-01Z', 'test', '2026-01-01Z' from planted;
    insert into contract_lifecycle (contract_id, id, from_state, state, reason, effective_at, progress, created_at)
      select id, 'cl-' || no, 'Active', 'End', 'It was agreed on', ${later}, 'planned', '2026-01-01Z' from planted;
    insert into statement (contract_id, id, month, contract_name, customer_name, currency, start_at, end_at, statement_on, due_on,
        confirm_at, deduct_at, overdue_from, signed_at, line_count, digest, exact_amount, amount, voucher_deducted, credit_applied, payable, confirm_state)
      select id, 'stm-' || no, '2026-09', 'Acme', 'Acme Ltd', 'USD', '2026-09-01Z', '2026-10-01Z', '2026-10-02', '2026-11-07',
        ${later}, ${later}, ${later}, '2026-10-02Z', 1, repeat('a', 64), 10, 10, 0, 0, 10, case when no % 2 = 0 then 'unconfirmed' else 'confirmed' end from planted;
    insert into private_offer (contract_id, id, state, channel, discount_type, effective_date, expiration_date, confirmation_deadline, created_at,
        response_action, responded_at, acceptance_no)
      select id, 'po-' || no, case when no % 2 = 0 then 'pending_acceptance' else 'accepted' end, 'direct', 'standard', '2026-11-01Z',
        ${later} + interval '1 year', ${later}, '2026-10-01Z', case when no % 2 = 1 then 'accept' end, case when no % 2 = 1 then timestamptz '2026-10-02Z' end, case when no % 2 = 1 then 1 end from planted;
    insert into ledger_account (contract_id, id, kind, balance) select id, 'cash', 'cash', 100 from planted;
    insert into account (id, identifier, password_hash, created_at) select 'acc-' || no, no || '@example.com', '', '2026-01-01Z' from planted;
    insert into cost_view (contract_id, id, account_id, name, shared, analysis, created_at)
      select id, 'view-' || no, 'acc-' || no, 'mine', false, '{}', '2026-10-01Z' from planted;
    insert into cost_view_mail (contract_id, view_id, account_id, sent_on, next_at)
      select id, 'view-' || no, 'acc-' || no, 'monday', ${later} from planted;
    insert into session (id, account_id, token_hash, created_at, expires_at, device, address, last_used_at, proved_at)
      select 'ses-' || no, 'acc-' || no, 'ses-' || no, '2026-10-14Z', '2026-10-21Z', '', '', '2026-10-14Z', '2026-10-14Z' from planted;
    insert into marketplace_subscription (id, cloud_provider, product, account_id, identity, state, created_at)
      select 'msb-' || no, 'aws', 'prod', no, 'aws/prod/' || no, 'subscribed', '2026-10-01Z' from planted;
    insert into marketplace_link (contract_id, id, subscription_id, cloud_provider, account_id, instance_id, from_hour, activated_at)
      select id, 'mkl-' || no, 'msb-' || no, 'aws', no, '', '2026-10-15T09:00Z', '2026-10-15T09:00Z' from planted;
    insert into marketplace_metering (contract_id, link_id, from_hour, meters_by, product, customer)
      select id, 'mkl-' || no, '2026-10-15T09:00Z', 'product', 'prod', no from planted;
    insert into marketplace_meter (contract_id, link_id, first_hour, next_hour, due_at)
      select id, 'mkl-' || no, '2026-10-15T09:00Z', '2026-10-15T12:00Z', '2026-10-15T13:10Z' from planted;
    insert into marketplace_hour (contract_id, link_id, id, hour, dimension, quantity, unit, cumulative, meters_by, meter_key, state,
        deadline, created_at, ended_at)
      select id, 'mkl-' || no, 'mhs-' || no || '-' || hour, hour, 'usage_cent', 0, 0.01, 0, 'product', 'aws/prod/' || no, 'reported',
        hour + interval '1 day', hour, hour
      from planted, generate_series(timestamptz '2026-10-15T09:00Z', '2026-10-15T11:00Z', interval '1 hour') as hour;
    insert into usage_batch (contract_id, rows, month, hash_total, accepted_at, moved_at)
      select id, 1, '2026-10', 0, '2026-10-14Z', '2026-10-14Z' from planted;
    insert into rated_day (contract_id, day, run_no, rows, amount, rated_through, rated_at)
      select id, '2026-10-14', no, 1, 1, '2026-10-14T01:00Z', '2026-10-14T01:00Z' from planted;
    insert into message_outbox (at, recipient, subject, body, channel) select '2026-10-14Z', no || '@example.com', '', '', 'mail' from planted;
    drop table planted;
    analyze`);
}, 300_000);
afterAll(() => app.close());

/** The rows read from each large table, by connections of its own, which report their reads when closed. */
async function readBy(work: (db: Db) => Promise<unknown>): Promise<Record<string, number>> {
  const before = await readSoFar();
  const url = new URL(app.postgresUrl);
  url.searchParams.set('application_name', 'counted');
  const postgres = await openPostgres(url.href);
  try {
    await work(postgres.db);
  } finally {
    await postgres.close();
  }
  await vi.waitFor(async () => {
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and application_name = 'counted'`.execute(app.deps.db);
    expect(rows).toEqual([]);
  }, 10_000);
  const after = await readSoFar();
  const read = [...after].map(([table, rows]): [string, number] => [table, rows - (before.get(table) ?? 0)]);
  return Object.fromEntries(read.filter(([, rows]) => rows > mostRead));
}

async function readSoFar(): Promise<Map<string, number>> {
  const { rows } = await sql<{ relname: string; read: string }>`
    select relname, seq_tup_read + coalesce(idx_tup_fetch, 0) + coalesce((
      select sum(idx_tup_read) from pg_stat_user_indexes as i where i.relid = t.relid), 0) as read
    from pg_stat_user_tables as t where schemaname = 'public'`.execute(app.deps.db);
  return new Map(rows.map(({ relname, read }) => [relname, Number(read)]));
}

it.each(ticksOf({} as never).map(({ name }) => name))(
  '%s finds due work by an index, with 100,000 contracts',
  async (name) => {
    const read = await readBy(async (db) => {
      const tick = ticksOf({ ...app.deps, db }).find((each) => each.name === name);
      await tick?.run(app.clock.now());
      await tick?.dueAfter?.(app.clock.now());
    });
    if (name in mayGoRound) expect(read).not.toEqual({});
    else expect(read).toEqual({});
  },
);

it('the metrics about waiting work use an index, with 100,000 contracts', async () => {
  const read = await readBy(async (db) => {
    const metrics = openMetrics();
    measureWaiting({ ...app.deps, db, process: { ...app.deps.process, metrics } });
    expect(await metrics.text()).toMatch(/usance_since_seconds\{what="rating"\}/);
  });
  expect(read).toEqual({});
});

it('the count detects a tick that reads all contracts', async () => {
  const read = await readBy((db) => sql`select max(tags) from contract`.execute(db));
  expect(read).toEqual({ contract: contracts });
});

it('the next event is the first of all ticks', async () => {
  expect(await nextStep(app.deps.db, app.clock.now())).toEqual(new Date('2026-11-02T00:00:10Z'));
});
