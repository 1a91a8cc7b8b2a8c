import { afterAll, beforeAll, expect, it } from 'vitest';
import { contract } from '#testing/builders.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { signed } from '../statement/statement.fixture.ts';

let app: TestApp;
let contractId: string;
beforeAll(async () => {
  app = await startTestApp({ now: '2026-10-02T10:00:00Z' });
  contractId = (await contract(app)).id;
});
afterAll(() => app.close());

it('a withdrawn statement cannot be put back, not even in one transaction', async () => {
  const statement = await signed(app, { contractId, month: '2026-09', lines: [] });
  const { undeducted: _, deduct_state: __, ...kept } = statement;
  const attempt = app.deps.db.transaction().execute(async (tx) => {
    await tx.deleteFrom('statement').where('id', '=', statement.id).execute();
    await tx
      .insertInto('statement')
      .values({ ...kept, due_on: '2031-10-07', decided_dispute: null })
      .execute();
  });
  await expect(attempt).rejects.toMatchObject({
    message: `Statement ${statement.id} is withdrawn, and is not put back otherwise`,
  });
  expect(await app.deps.db.selectFrom('statement').selectAll().execute()).toEqual([statement]);
});
