import { expect, it } from 'vitest';
import { migratePostgres } from '#platform/postgres/migrate.ts';
import { openOlderPostgres } from '#testing/test-postgres.ts';
import { verifyMarketplaceHours } from './verify-hours.ts';

it('a meter of an earlier version counts what its closed hours came to, those of a day without hours too', async () => {
  const old = await openOlderPostgres({ before: '0097' });
  try {
    await old.script(`
      set session_replication_role = replica;
      insert into contract (id, sign_id, state, tags, buyer_type, buyer_name, service_type, currency, commencing_on, created_at)
        values ('ct-1', '1', 'Active', 'Acme', 'E', 'Acme Ltd', 'saas', 'CNY', '2026-09-30T16:00Z', '2026-09-30T16:00Z');
      insert into marketplace_subscription (id, cloud_provider, product, account_id, identity, state, created_at)
        values ('msb-1', 'aws', 'prod', '1', 'aws/prod/1/', 'subscribed', '2026-10-01Z');
      insert into marketplace_link (contract_id, id, subscription_id, cloud_provider, account_id, instance_id, from_hour, activated_at)
        values ('ct-1', 'mkl-1', 'msb-1', 'aws', '1', '', '2026-10-01T16:00Z', '2026-10-01T16:00Z');
      insert into marketplace_meter (contract_id, link_id, next_hour, due_at, pushed)
        values ('ct-1', 'mkl-1', '2026-10-02T18:00Z', '2026-10-02T19:10Z', 0);
      insert into rated_day (contract_id, day, run_no, rows, quantity, amount, rated_through, rated_at, hour_starts, hour_amounts) values
        ('ct-1', '2026-10-02', 1, 1, 1, 4, '2026-10-02T16:00Z', '2026-10-02T16:00Z', null, null),
        ('ct-1', '2026-10-03', 2, 3, 1, 7, '2026-10-02T19:00Z', '2026-10-02T19:00Z',
          '{2026-10-01T15:00Z,2026-10-02T17:00Z,2026-10-02T18:00Z}', '{1,2,4}');`);
    await migratePostgres(old);
    const meter = await old.db
      .selectFrom('marketplace_meter')
      .select(['rated', 'first_hour'])
      .executeTakeFirstOrThrow();
    expect(meter).toEqual({ rated: '6.000000000000', first_hour: new Date('2026-10-01T16:00Z') });
    const problems = await verifyMarketplaceHours(old.db);
    expect(problems.filter((problem) => problem.includes('as rated'))).toEqual([]);
  } finally {
    await old.close();
  }
});
