import { expect, it } from 'vitest';
import { migratePostgres } from '#platform/postgres/migrate.ts';
import { openOlderPostgres } from '#testing/test-postgres.ts';

it('what was kept of a citizen who was sent with an Idempotency-Key is gone, and no other reply', async () => {
  const old = await openOlderPostgres({ before: '0060' });
  try {
    await old.script(`
      insert into idempotency_key (scope, key, request_hash, reply) values
        ('acc-ada citizen.auth', 'once', 'a', '{"citizenName": "Ada", "citizenSocialId": "**************1234"}'),
        ('acc-ada settings.update', 'once', 'b', '{}'), ('internal:tok-all contract.create', 'once', 'c', '{}');`);
    await migratePostgres(old);
    const kept = old.db.selectFrom('idempotency_key').select('scope').orderBy('scope');
    expect(await kept.execute()).toEqual([
      { scope: 'acc-ada settings.update' },
      { scope: 'internal:tok-all contract.create' },
    ]);
  } finally {
    await old.close();
  }
});
