import { instant, plusDays24h } from '@usance/period/instant';
import { describe, expect, it } from 'vitest';
import { accountPeriodOf, usualDayCounts } from './account-period.ts';
import { availableBalanceOf } from './available-balance.ts';

describe('availableBalanceOf', () => {
  it('counts what there is and takes off each liability once', () => {
    const parts = { bank: '100', voucher: '20.5', frozen: '1', unbilled: '2.000000004999', due: '30', overdue: '400' };
    expect(availableBalanceOf(parts)).toBe('-312.50000000');
  });

  it('adds usage that was taken back', () => {
    const nothing = { bank: '0', voucher: '0', frozen: '0', due: '0', overdue: '0' };
    expect(availableBalanceOf({ ...nothing, unbilled: '-1.000000005000' })).toBe('1.00000001');
  });
});

describe('accountPeriodOf', () => {
  const overdueSince = instant('2026-10-08T00:00:00Z');
  const after = (days: number, ms = 0) => instant(new Date(plusDays24h(overdueSince, days) + ms).toISOString());
  const stateAt = (now: ReturnType<typeof instant>, grace = 0) =>
    accountPeriodOf({ available: '-1', overdueSince, now, dayCounts: { ...usualDayCounts, grace } });

  it.each([
    ['0.00000000', 'normal'],
    ['5', 'normal'],
    ['-0.00000001', 'overdraft'],
  ])('calls an available balance of %s with nothing overdue %s', (available, summary) => {
    const now = after(100);
    expect(accountPeriodOf({ available, overdueSince: undefined, now, dayCounts: usualDayCounts })).toEqual({
      summary,
    });
  });

  it.each([
    [after(0), 'extensionPeriod'],
    [after(15, -1), 'extensionPeriod'],
    [after(15), 'suspensionPeriod'],
    [after(30, -1), 'suspensionPeriod'],
    [after(30), 'backupPeriod'],
    [after(60, -1), 'backupPeriod'],
    [after(60), 'destructionPeriod'],
    [after(600), 'destructionPeriod'],
  ])('at %s is in its %s, and ends do not move', (now, summary) => {
    expect(stateAt(now)).toEqual({
      summary,
      extensionEnd: after(15),
      suspensionEnd: after(30),
      backupEnd: after(60),
    });
  });

  it('begins an episode when the grace is over, whatever money there is', () => {
    expect(stateAt(after(3, -1), 3)).toEqual({ summary: 'overdraft' });
    expect(stateAt(after(3), 3)).toMatchObject({ summary: 'extensionPeriod', extensionEnd: after(18) });
    expect(accountPeriodOf({ available: '9', overdueSince, now: after(0), dayCounts: usualDayCounts }).summary).toBe(
      'extensionPeriod',
    );
  });
});
