import { accountPeriods } from '@usance/api/billing/account-period';
import { gracePeriods } from '@usance/api/billing/grace-period';
import type { CallBody } from '@usance/api/call';
import { describe, expect, it } from 'vitest';
import { internalCaller } from '#testing/callers.ts';
import { contractInItsYear } from '../account-period/account-period.fixture.ts';
import { openForAccountTerms } from '../account-period/account-terms.fixture.ts';
import { limitsOn } from '../credit-limit/credit-limit.fixture.ts';

const app = openForAccountTerms();
const { agree } = limitsOn(app);
const days = (graceDays: number, extensionDays: number, suspensionDays: number, backupDays: number) => ({
  graceDays,
  extensionDays,
  suspensionDays,
  backupDays,
  reason: 'A large customer',
});
const grant = (id: string, body: CallBody<typeof gracePeriods.create>) =>
  internalCaller(app()).call(gracePeriods.create, { params: { id }, body });

describe(gracePeriods.create.id, () => {
  it('gives a late payer more days, and shows the ends of the periods', async () => {
    const { id, at, until, sign, balance } = await contractInItsYear(app());
    expect(await grant(id, days(10, 5, 6, 7))).toMatchObject({ graceDays: 10, backupDays: 7 });
    await agree(id, '1000');
    await sign('01', '50', '02-02T10:00:00Z');
    await until('02-17T23:59:59Z');
    expect((await balance()).state).toEqual({ summary: 'overdraft' });
    await until('02-18T01:11:00Z');
    const { state, details } = await balance();
    expect(state).toEqual({ summary: 'extensionPeriod', cause: 'overdue', t0: at('02-18T00:00:00Z') });
    expect(details).toMatchObject({
      extensionPeriodEnd: at('02-23T00:00:00Z'),
      suspensionPeriodEnd: at('02-24T00:00:00Z'),
      backupPeriodEnd: at('02-25T00:00:00Z'),
    });
  });

  it('opens an episode when the days are reduced, not earlier, and moves no t0', async () => {
    const { id, at, until, sign, balance, episodes } = await contractInItsYear(app());
    await agree(id, '1000');
    await grant(id, days(30, 15, 30, 60));
    await sign('01', '50', '02-02T10:00:00Z');
    await until('02-20T00:00:00Z');
    await grant(id, days(0, 15, 30, 60));
    expect((await balance()).state).toMatchObject({ summary: 'extensionPeriod', t0: at('02-20T00:00:00Z') });
    await until('03-01T00:00:00Z');
    await grant(id, days(60, 1, 20, 60));
    expect((await balance()).state).toMatchObject({ summary: 'suspensionPeriod', t0: at('02-20T00:00:00Z') });
    expect(await episodes()).toEqual([['overdue', at('02-20T00:00:00.000Z'), null]]);
  });

  it('does not undo a destruction', async () => {
    const { id, until, sign, balance, reopen, caller } = await contractInItsYear(app());
    await grant(id, days(0, 1, 2, 3));
    await sign('01', '50', '02-02T10:00:00Z');
    await until('02-20T00:00:00Z');
    expect((await balance()).state.summary).toBe('destructionPeriod');
    await grant(id, days(0, 15, 30, 60));
    expect((await balance()).state.summary).toBe('destructionPeriod');
    await until('02-22T00:00:00Z');
    expect((await balance()).state.summary).toBe('destructionPeriod');
    await caller.call(accountPeriods.reopen, reopen);
    expect((await balance()).state.summary).toBe('extensionPeriod');
  });

  it.each([
    [{ graceDays: -1 }, 'graceDays'],
    [{ graceDays: 1.5 }, 'graceDays'],
    [{ extensionDays: 367 }, 'extensionDays'],
    [{ extensionDays: 31 }, 'suspensionDays'],
    [{ backupDays: 29 }, 'backupDays'],
    [{ days: 1 }, 'days'],
  ])('refuses %j and names %s', async (wrong, field) => {
    const { id } = await contractInItsYear(app());
    const body = { ...days(0, 15, 30, 60), ...wrong };
    const refusal = await internalCaller(app()).refusal(gracePeriods.create, { params: { id }, body });
    expect(refusal).toMatchObject({ code: 400, metadata: { field } });
  });
});
