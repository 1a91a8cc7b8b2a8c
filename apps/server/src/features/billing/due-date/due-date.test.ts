import { dueDates } from '@usance/api/billing/due-date';
import { statements } from '@usance/api/billing/statement';
import { parseBillingMonth } from '@usance/period/billing-month';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract, member, person } from '#testing/builders.ts';
import { internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { costing, signed } from '../statement/statement.fixture.ts';
import { dueDaysIn } from './due-date.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ now: '2026-10-15T12:00:00Z' });
});
afterAll(() => app.close());

const agree = (id: string, fromMonth: string, dueDays: number) =>
  internalCaller(app).call(dueDates.create, { params: { id }, body: { fromMonth, dueDays } });
const refused = (id: string, body: object) => internalCaller(app).refusal(dueDates.create, { params: { id }, body });
const listed = async (id: string) =>
  (await internalCaller(app).call(dueDates.list, { params: { id }, query: {} })).items.map(
    ({ fromMonth, dueDays }) => `${fromMonth} ${dueDays}`,
  );
const sign = (contractId: string, month: string, at: string) =>
  signed(app, { contractId, month, lines: [costing('10')], at });

describe('the due date of a month', () => {
  it.each([
    ['2026-08', 6],
    ['2026-09', 44],
    ['2026-10', 44],
    ['2026-12', 20],
  ])('in %s it is %i days after the first of the next', (month, days) => {
    const own = [
      { from_month: '2026-12', due_days: 20 },
      { from_month: '2026-09', due_days: 44 },
    ];
    expect(dueDaysIn(parseBillingMonth(month), own)).toBe(days);
  });
});

describe(dueDates.create.id, () => {
  it('moves the due day of the statements from its month on only', async () => {
    const { id } = await contract(app, { signDate: '2026-08-01T00:00:00Z' });
    await sign(id, '2026-08', '2026-09-02T09:00:00Z');
    await agree(id, '2026-10', 44);
    await sign(id, '2026-09', '2026-10-02T09:00:00Z');
    const { items } = await internalCaller(app).call(statements.list, { params: { id }, query: {} });
    expect(items.map(({ month, dueDate }) => `${month} ${dueDate}`)).toEqual([
      '2026-09 2026-10-07',
      '2026-08 2026-09-07',
    ]);
    await sign(id, '2026-10', '2026-11-02T09:00:00Z');
    const [newest] = (await internalCaller(app).call(statements.list, { params: { id }, query: {} })).items;
    expect(newest).toMatchObject({ month: '2026-10', dueDate: '2026-12-15' });
  });

  it('begins with the contract when it is made with its own', async () => {
    const { id } = await contract(app, { signDate: '2026-08-10T00:00:00Z', dueDays: 60 });
    expect(await listed(id)).toEqual(['2026-08 60']);
    expect((await sign(id, '2026-08', '2026-09-02T09:00:00Z')).due_on).toBe('2026-10-31');
  });

  it('cannot begin in a signed month', async () => {
    const { id } = await contract(app, { signDate: '2026-09-01T00:00:00Z' });
    await sign(id, '2026-09', '2026-10-02T09:00:00Z');
    expect(await refused(id, { fromMonth: '2026-09', dueDays: 60 })).toMatchObject({
      code: 409,
      reason: 'MONTH_SIGNED',
    });
  });

  it('cannot begin before the contract, or in the month of another', async () => {
    const { id } = await contract(app, { signDate: '2026-09-01T00:00:00Z' });
    expect(await refused(id, { fromMonth: '2026-08', dueDays: 60 })).toMatchObject({
      code: 409,
      reason: 'MONTH_BEFORE_CONTRACT',
    });
    const { id: inShanghai } = await contract(app, { signDate: '2026-08-31T17:00:00Z', currency: 'CNY' });
    expect(await refused(inShanghai, { fromMonth: '2026-08', dueDays: 60 })).toMatchObject({
      reason: 'MONTH_BEFORE_CONTRACT',
      metadata: { field: 'fromMonth' },
    });
    await agree(id, '2026-11', 20);
    expect(await refused(id, { fromMonth: '2026-11', dueDays: 30 })).toMatchObject({
      code: 409,
      reason: 'DUE_DATE_CONFLICT',
    });
    expect(await listed(id)).toEqual(['2026-11 20']);
  });

  it('is refused if it makes a statement due in the past', async () => {
    const { id } = await contract(app, { signDate: '2026-08-01T00:00:00Z', dueDays: 60 });
    expect(await refused(id, { fromMonth: '2026-09', dueDays: 6 })).toMatchObject({
      code: 409,
      reason: 'DUE_DATE_CONFLICT',
      metadata: { field: 'dueDays' },
    });
    expect(await listed(id)).toEqual(['2026-08 60']);
  });

  it('uses the day of the contract’s zone', async () => {
    const signDate = '2026-08-01T00:00:00Z';
    const [usd, cny] = [
      await contract(app, { signDate, dueDays: 60 }),
      await contract(app, { signDate, dueDays: 60, currency: 'CNY' }),
    ];
    app.clock.moveTo('2026-10-15T17:00:00Z');
    // Due on the 15th, which is over in Shanghai but not in UTC.
    expect(await agree(usd.id, '2026-09', 14)).toMatchObject({ dueDays: 14 });
    expect(await refused(cny.id, { fromMonth: '2026-09', dueDays: 14 })).toMatchObject({ reason: 'DUE_DATE_CONFLICT' });
  });

  it.each([
    [{ fromMonth: '2026-11', dueDays: 1 }, 'dueDays'],
    [{ fromMonth: '2026-11', dueDays: 121 }, 'dueDays'],
    [{ fromMonth: '2026-11', dueDays: 6.5 }, 'dueDays'],
    [{ fromMonth: '2026-13', dueDays: 20 }, 'fromMonth'],
    [{ fromMonth: '9999-12', dueDays: 44 }, 'fromMonth'],
    [{ fromMonth: '1999-12', dueDays: 44 }, 'fromMonth'],
    [{ fromMonth: '2026-11', dueDays: 20, contractId: 'ct-aaaa' }, 'contractId'],
  ])('refuses %j and names %s', async (body, field) => {
    const { id } = await contract(app);
    expect(await refused(id, body)).toMatchObject({ code: 400, metadata: { field } });
  });
});

describe(dueDates.update.id, () => {
  it('changes one that no signed statement has used', async () => {
    const { id } = await contract(app);
    const made = await agree(id, '2026-11', 20);
    const body = { id: made.id, fromMonth: '2026-12', dueDays: 44 };
    expect(await internalCaller(app).call(dueDates.update, { params: { id }, body })).toMatchObject(body);
    expect(await listed(id)).toEqual(['2026-12 44']);
  });

  it('refuses to change one that a signed statement has used', async () => {
    const { id } = await contract(app, { signDate: '2026-09-01T00:00:00Z', dueDays: 60 });
    await sign(id, '2026-09', '2026-10-02T09:00:00Z');
    const [used] = (await internalCaller(app).call(dueDates.list, { params: { id }, query: {} })).items;
    const body = { id: used?.id, fromMonth: '2026-10', dueDays: 20 };
    expect(await internalCaller(app).refusal(dueDates.update, { params: { id }, body })).toMatchObject({
      reason: 'MONTH_SIGNED',
    });
    expect(await listed(id)).toEqual(['2026-09 60']);
  });

  it('refuses to move one into a signed month, onto another, or before the contract', async () => {
    const { id } = await contract(app, { signDate: '2026-09-01T00:00:00Z' });
    await sign(id, '2026-09', '2026-10-02T09:00:00Z');
    const made = await agree(id, '2026-11', 20);
    await agree(id, '2026-12', 30);
    const moved = (fromMonth: string) =>
      internalCaller(app).refusal(dueDates.update, { params: { id }, body: { id: made.id, fromMonth, dueDays: 20 } });
    expect(await moved('2026-09')).toMatchObject({
      code: 409,
      reason: 'MONTH_SIGNED',
      metadata: { months: '2026-09' },
    });
    expect(await moved('2026-08')).toMatchObject({ code: 409, reason: 'MONTH_BEFORE_CONTRACT' });
    expect(await moved('2026-12')).toMatchObject({ code: 409, reason: 'DUE_DATE_CONFLICT' });
    expect(await listed(id)).toEqual(['2026-12 30', '2026-11 20']);
  });

  it('changes the days without moving the month', async () => {
    const { id } = await contract(app);
    const made = await agree(id, '2026-11', 20);
    const body = { id: made.id, fromMonth: '2026-11', dueDays: 44 };
    expect(await internalCaller(app).call(dueDates.update, { params: { id }, body })).toMatchObject(body);
  });

  it('does not find another contract’s', async () => {
    const [one, other] = [await contract(app), await contract(app)];
    const made = await agree(one.id, '2026-11', 20);
    const body = { id: made.id, fromMonth: '2026-12', dueDays: 44 };
    const refusal = await internalCaller(app).refusal(dueDates.update, { params: { id: other.id }, body });
    expect(refusal).toMatchObject({ code: 404, reason: 'DUE_DATE_NOT_FOUND' });
  });
});

describe(dueDates.delete.id, () => {
  it('keeps one without which an unsigned month would be due in the past', async () => {
    const { id } = await contract(app, { signDate: '2026-09-01T00:00:00Z', dueDays: 44 });
    const [made] = (await internalCaller(app).call(dueDates.list, { params: { id }, query: {} })).items;
    const refusal = { code: 409, reason: 'DUE_DATE_CONFLICT' };
    const ids = [made?.id ?? ''];
    expect(await internalCaller(app).refusal(dueDates.delete, { params: { id }, query: { ids } })).toMatchObject(
      refusal,
    );
    const later = { params: { id }, body: { id: made?.id, fromMonth: '2026-10', dueDays: 44 } };
    expect(await internalCaller(app).refusal(dueDates.update, later)).toMatchObject(refusal);
    expect(await listed(id)).toEqual(['2026-09 44']);
  });

  it('keeps one that a signed statement has used', async () => {
    const { id } = await contract(app, { signDate: '2026-09-01T00:00:00Z', dueDays: 44 });
    await sign(id, '2026-09', '2026-10-02T09:00:00Z');
    const { items } = await internalCaller(app).call(dueDates.list, { params: { id }, query: {} });
    const ids = items.map((each) => each.id);
    expect(await internalCaller(app).refusal(dueDates.delete, { params: { id }, query: { ids } })).toMatchObject({
      code: 409,
      reason: 'MONTH_SIGNED',
    });
    expect(await listed(id)).toEqual(['2026-09 44']);
  });

  it('needs at least one id', async () => {
    const { id } = await contract(app);
    const refusal = await internalCaller(app).refusal(dueDates.delete, { params: { id }, query: { ids: [] } });
    expect(refusal).toMatchObject({ code: 400, reason: 'INVALID_PARAMETER' });
  });

  it('deletes all or none', async () => {
    const { id } = await contract(app);
    const made = [await agree(id, '2026-11', 20), await agree(id, '2026-12', 30)];
    const gone = { params: { id }, query: { ids: [made[0]?.id, 'due-aaaaaaaa'] } };
    expect(await internalCaller(app).refusal(dueDates.delete, gone)).toMatchObject({ reason: 'DUE_DATE_NOT_FOUND' });
    expect(await listed(id)).toEqual(['2026-12 30', '2026-11 20']);
    const ids = made.map((each) => each.id);
    expect(await internalCaller(app).call(dueDates.delete, { params: { id }, query: { ids } })).toEqual({ deleted: 2 });
    expect(await listed(id)).toEqual([]);
  });
});

describe('the database', () => {
  it.each([
    ['begins in a signed month', `insert into due_date values ('$C', 'due-bbbb', '2026-09', 20, now())`],
    ['begins before a signed month', `insert into due_date values ('$C', 'due-bbbb', '2026-07', 20, now())`],
    ['changes what a signed month has used', `update due_date set due_days = 7 where contract_id = '$C'`],
    ['moves what a signed month has used', `update due_date set from_month = '2026-11' where contract_id = '$C'`],
    [
      'moves one into a signed month',
      `update due_date set from_month = '2026-09' where from_month = '2026-12' and contract_id = '$C'`,
    ],
    ['takes back what a signed month has used', `delete from due_date where contract_id = '$C'`],
    ['takes back all', 'truncate due_date'],
  ])('refuses a caller who %s', async (_, text) => {
    const { id } = await contract(app, { signDate: '2026-08-01T00:00:00Z', dueDays: 60 });
    await sign(id, '2026-09', '2026-10-02T09:00:00Z');
    await agree(id, '2026-12', 20);
    const attempt = sql.raw(text.replaceAll('$C', id)).execute(app.deps.db);
    // 42501: the application has no permission to try.
    await expect(attempt).rejects.toMatchObject({ code: expect.stringMatching(/^(23001|42501)$/) });
    expect(await listed(id)).toEqual(['2026-12 20', '2026-08 60']);
  });
});

describe(dueDates.list.id, () => {
  it('lists due dates from years that can no longer be given', async () => {
    const { id } = await contract(app);
    await app.deps.db
      .insertInto('due_date')
      .values({ contract_id: id, id: 'due-cccc', from_month: '1999-12', due_days: 44, created_at: new Date() })
      .execute();
    expect(await listed(id)).toEqual(['1999-12 44']);
  });

  it('is visible to billing readers, and not found by a stranger', async () => {
    const { id } = await contract(app, { dueDays: 20 });
    const reader = await member(app, id, 'billing_viewer');
    expect((await reader.call(dueDates.list, { params: { id }, query: {} })).items).toMatchObject([{ dueDays: 20 }]);
    const viewer = await member(app, id, 'viewer');
    expect(await viewer.refusal(dueDates.list, { params: { id }, query: {} })).toMatchObject({
      reason: 'NO_PERMISSION',
    });
    const stranger = await person(app);
    expect(await stranger.refusal(dueDates.list, { params: { id }, query: {} })).toMatchObject({
      reason: 'CONTRACT_NOT_FOUND',
    });
  });
});
