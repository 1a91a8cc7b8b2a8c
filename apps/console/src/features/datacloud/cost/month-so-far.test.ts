import { instant } from '@usance/period/instant';
import { purchasePeriodOf } from '@usance/period/purchase-period';
import { expect, it } from 'vitest';
import { monthSoFarOf } from './month-so-far.ts';

it.each([
  ['in the middle of a month', 'UTC', '2026-10-15T12:20:00Z'],
  ['late in a month that is longer than the one before', 'UTC', '2026-03-31T12:20:00Z'],
  ['in the last hour of a month', 'UTC', '2026-10-31T23:30:00Z'],
  ['in the first hour of a month', 'Asia/Shanghai', '2026-09-30T16:10:00Z'],
] as const)('is what cost analysis shows at first, %s', (_, billingZone, text) => {
  for (const commencingOn of ['2026-01-10T00:00:00Z', '2026-09-01T08:00:00Z', '2026-09-02T08:00:00Z']) {
    const at = instant(text);
    const metered = { zone: billingZone, since: instant(commencingOn), through: undefined };
    const { range, previous } = purchasePeriodOf({ range: 'this-month' }, metered, at);
    expect(monthSoFarOf({ billingZone, commencingOn }, at)).toEqual({ now: range, previous });
  }
});
