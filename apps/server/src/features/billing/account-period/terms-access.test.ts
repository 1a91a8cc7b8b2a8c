import { creditLimits } from '@usance/api/billing/credit-limit';
import { gracePeriods } from '@usance/api/billing/grace-period';
import { describe, expect, it } from 'vitest';
import { member, person } from '#testing/builders.ts';
import { internalCaller } from '#testing/callers.ts';
import { limitOf } from '../credit-limit/credit-limit.fixture.ts';
import { contractInItsYear } from './account-period.fixture.ts';
import { openForAccountTerms } from './account-terms.fixture.ts';

const app = openForAccountTerms();
const days = { graceDays: 0, extensionDays: 15, suspensionDays: 30, backupDays: 60, reason: 'A large customer' };

describe.each([
  ['credit limits', creditLimits.list],
  ['grace periods', gracePeriods.list],
] as const)('the list of %s', (_, call) => {
  it('is visible to billing readers without its reason, and not found by a stranger', async () => {
    const { id, at } = await contractInItsYear(app());
    await internalCaller(app()).call(creditLimits.create, { params: { id }, body: limitOf('100') });
    await internalCaller(app()).call(gracePeriods.create, { params: { id }, body: days });
    const reader = await member(app(), id, 'billing_viewer');
    const { items } = await reader.call(call, { params: { id }, query: {} });
    expect(items).toHaveLength(1);
    expect(items[0]).not.toHaveProperty('reason');
    const earlier = { params: { id }, query: { at: at('02-02T09:59:59Z') } };
    expect(await reader.call(call, earlier)).toMatchObject({ items: [], totalSize: 0 });
    const viewer = await member(app(), id, 'viewer');
    expect(await viewer.refusal(call, { params: { id }, query: {} })).toMatchObject({ reason: 'NO_PERMISSION' });
    const stranger = await person(app());
    expect(await stranger.refusal(call, { params: { id }, query: {} })).toMatchObject({ reason: 'CONTRACT_NOT_FOUND' });
  });
});
