import { creditLimits } from '@usance/api/billing/credit-limit';
import { gracePeriods } from '@usance/api/billing/grace-period';
import { discounts } from '@usance/api/metering/discount';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract } from '#testing/builders.ts';
import { internalCaller } from '#testing/callers.ts';
import { type Hostile, refusesToEverybody } from '#testing/hostile.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { verifyTerms } from './verify-terms.ts';

let app: TestApp;
let contractId: string;
let otherId: string;
const reason = 'As agreed';
const from = '2026-11-01T00:00:00Z';
beforeAll(async () => {
  app = await startTestApp({ now: '2026-10-15T12:00:00Z', damaged: 'faults are planted' });
  otherId = (await contract(app)).id;
  contractId = (await contract(app)).id;
  const params = { id: contractId };
  const caller = internalCaller(app);
  await caller.call(creditLimits.create, { params, body: { amount: '10', currency: 'USD', reason } });
  const days = { graceDays: 3, extensionDays: 15, suspensionDays: 30, backupDays: 60 };
  await caller.call(gracePeriods.create, { params, body: { ...days, reason } });
  await caller.call(discounts.create, { params, body: { zhekou: '0.9', start: from, reason } });
  app.clock.moveTo('2026-10-20T12:00:00Z');
  // The read keeps the account's state on these terms from then on.
  await caller.call(creditLimits.create, { params, body: { amount: '20', currency: 'USD', start: from, reason } });
});
afterAll(() => app.close());

const limit = (amount: string, start: string, end: string) =>
  `insert into credit_limit values ('$C', 'cl-bbbb', ${amount}, ${start}, ${end}, false, '', now())`;
const grace = (days: string) =>
  `insert into grace_period values ('$E', 'gp-bbbb', ${days}, '2027-01-01Z', null, false, '', now())`;

const hostile: readonly Hostile[] = [
  ['agrees on a second limit for a time', limit('5', `'2026-12-01Z'`, `'2026-12-02Z'`)],
  ['turns a time round', limit('5', `'2026-10-28Z'`, `'2026-10-27Z'`)],
  ['agrees on a limit of nothing sound', limit(`'NaN'`, `'2027-01-01Z'`, 'null')],
  ['agrees on less than nothing', limit('-1', `'2027-01-01Z'`, 'null')],
  ['lets one begin before all time', limit('1', `'-infinity'`, `'2026-01-01Z'`)],
  ['raises the limit that the account has stood on', `update credit_limit set amount = 99 where amount = 10`],
  ['lets it begin later', `update credit_limit set effective_from = '2026-10-20Z' where amount = 10`],
  ['ends it where it held', `update credit_limit set effective_to = '2026-10-16Z' where amount = 10`],
  ['takes it back', `delete from credit_limit where amount = 10`],
  ['gives it to another contract', `update credit_limit set contract_id = '$E' where amount = 20`],
  ['changes the days that the account has stood on', `update grace_period set grace_days = 1`],
  ['takes them back', `delete from grace_period`],
  ['lets suspension end before extension', grace('0, 5, 4, 60')],
  ['lets backup end before suspension', grace('0, 5, 6, 5')],
  ['gives less than no day', grace('-1, 5, 6, 7')],
  ['gives a discount of nothing', `insert into discount values ('$E', 'dis-bbbb', 0, '2027-01-01Z', null)`],
  ['gives a discount that adds', `insert into discount values ('$E', 'dis-bbbb', 1.1, '2027-01-01Z', null)`],
  ['gives two at once', `insert into discount values ('$C', 'dis-bbbb', 0.5, '2026-12-01Z', null)`],
  ['empties the limits', 'truncate credit_limit'],
  ['empties the days', 'truncate grace_period'],
];

refusesToEverybody(hostile, () => ({
  db: app.deps.db,
  script: app.ownerScript,
  names: { C: contractId, E: otherId },
  everything: async () => {
    const { db } = app.deps;
    return {
      limits: await db.selectFrom('credit_limit').selectAll().orderBy('id').execute(),
      days: await db.selectFrom('grace_period').selectAll().orderBy('id').execute(),
      discounts: await db.selectFrom('discount').selectAll().orderBy('id').execute(),
    };
  },
}));

describe('inconsistent terms are found', () => {
  /** Bypasses all triggers. */
  const plant = (text: string) =>
    app.ownerScript(`set session_replication_role = replica; ${text}; reset session_replication_role`);

  it('finds nothing in a sound installation', async () => {
    expect(await verifyTerms(app.deps.db)).toEqual([]);
  });

  it('finds an overlap, a reversed version, and an end for a missing next one', async () => {
    await app.ownerScript(`
      alter table credit_limit drop constraint credit_limits_never_overlap;
      alter table discount drop constraint discount_check;
      alter table discount drop constraint discounts_never_overlap`);
    await plant(`
      insert into credit_limit values ('${contractId}', 'cl-bbbb', 5, '2026-12-01Z', '2026-12-02Z', false, '', now());
      insert into discount values ('${otherId}', 'dis-bbbb', 0.5, '2026-12-05Z', '2026-12-01Z');
      update grace_period set effective_to = '2026-12-24Z', ended_by_next = true`);
    const found = (await verifyTerms(app.deps.db)).map((problem) => problem.replace(/ gp-\w+/, ''));
    expect(new Set(found)).toEqual(
      new Set([
        `${contractId}: credit limit cl-bbbb holds while another one does`,
        `${contractId}: grace period ends where the next one begins, and none does`,
        `${otherId}: discount dis-bbbb ends before it begins`,
      ]),
    );
  });
});
