import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { contract } from '../../../testing/builders.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { lockContract, shareContracts } from './contract.queries.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

it('contracts that are shared are not locked by others until it is over, and can be shared beside', async () => {
  const ids = [(await contract(app)).id, (await contract(app)).id];
  const [first = ''] = ids;
  const held = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const holder = app.deps.db.transaction().execute(async (tx) => {
    expect((await shareContracts(tx, ids.toReversed())).map(({ id }) => id)).toEqual(ids.toSorted());
    held.resolve();
    await release.promise;
  });
  await held.promise;
  await app.deps.db.transaction().execute(async (tx) => expect(await shareContracts(tx, ids)).toHaveLength(2));
  const locking = app.deps.db.transaction().execute(async (tx) => {
    await sql`set local lock_timeout = 50`.execute(tx);
    await lockContract(tx, first);
  });
  await expect(locking).rejects.toMatchObject({ code: '55P03' });
  release.resolve();
  await holder;
  await app.deps.db.transaction().execute(async (tx) => expect((await lockContract(tx, first)).id).toBe(first));
});
