import { dueDates } from '@usance/api/billing/due-date';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { contract } from '#testing/builders.ts';
import { internalCaller } from '#testing/callers.ts';
import { startTestApp } from '#testing/test-app.ts';
import { monthSigned } from '../../metering/closed-month/closed-month.fixture.ts';

it('the application cannot shadow a table that a guard reads', async () => {
  const app = await startTestApp({ now: '2026-10-15T12:00:00Z' });
  const { id } = await contract(app, { signDate: '2026-08-01T00:00:00Z', dueDays: 60 });
  await monthSigned(app, id, '2026-09');
  const attempt = app.deps.db.transaction().execute(async (tx) => {
    await sql`create temporary table closed_month (contract_id text, month text)`.execute(tx);
    await sql`update due_date set due_days = 7 where contract_id = ${id}`.execute(tx);
  });
  await expect(attempt).rejects.toThrow('A due date from 2026-08 reaches a month that is signed');
  const { items } = await internalCaller(app).call(dueDates.list, { params: { id }, query: {} });
  expect(items).toMatchObject([{ dueDays: 60 }]);
  await app.close();
});
