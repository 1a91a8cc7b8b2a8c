import { internalScope } from '@usance/api/token';
import { expect, it } from 'vitest';
import { migratePostgres } from '#platform/postgres/migrate.ts';
import { openOlderPostgres } from '#testing/test-postgres.ts';
import { listTokens } from './token.queries.ts';

it('what could read or write before reads or writes everything, and failures go on being counted', async () => {
  const old = await openOlderPostgres({ before: '0032' });
  try {
    await old.script(`
      insert into internal_token (id, token_hash, scopes, created_at) values
        ('tok-all', 'a', '{read,write}', '2026-10-01'), ('tok-reads', 'b', '{read}', '2026-10-02');
      insert into sign_in_failure (identifier, failures, locked_until) values ('ada@example.com', 5, '2026-10-03');`);
    await migratePostgres(old);
    const { items } = await listTokens(old, {
      query: { pageNum: 1, pageSize: 10, orderBy: 'gmtCreated', ordering: 'desc' },
    });
    expect(items.map(({ id, name, scopes }) => [id, name, scopes.toSorted()])).toEqual([
      ['tok-reads', 'tok-reads', ['metrics', 'read']],
      ['tok-all', 'tok-all', internalScope.options.toSorted()],
    ]);
    const failures = await old.db.selectFrom('sign_in_failure').select(['identifier', 'device', 'failures']).execute();
    expect(failures).toEqual([{ identifier: 'ada@example.com', device: '', failures: 5 }]);
  } finally {
    await old.close();
  }
});
