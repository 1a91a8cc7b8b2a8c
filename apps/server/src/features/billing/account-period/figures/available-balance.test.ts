import { describe, expect, it } from 'vitest';
import { availableBalanceOf } from './available-balance.ts';

describe('availableBalanceOf', () => {
  it('adds the assets and subtracts each liability once', () => {
    const parts = { bank: '100', voucher: '20.5', frozen: '1', unbilled: '2.000000004999', due: '30', overdue: '400' };
    expect(availableBalanceOf(parts)).toBe('-312.50000000');
  });

  it('adds corrections below zero', () => {
    const nothing = { bank: '0', voucher: '0', frozen: '0', due: '0', overdue: '0' };
    expect(availableBalanceOf({ ...nothing, unbilled: '-1.000000005000' })).toBe('1.00000001');
  });
});
