import type { CallBody } from '@usance/api/call';
import { type Voucher, vouchers } from '@usance/api/money/voucher';
import { formatDecimal, sum } from '@usance/money/decimal';
import { instant } from '@usance/period/instant';
import { internalCaller } from '#testing/callers.ts';
import type { TestApp } from '#testing/test-app.ts';
import { costing, signed } from '../../billing/statement/statement.fixture.ts';
import type { StatementRow } from '../../billing/statement-record/statement.queries.ts';

/** Issues a voucher of 100 for 30 days. A test overrides the fields that matter to it. */
export function issued(
  app: TestApp,
  id: string,
  given: Partial<CallBody<typeof vouchers.issue>> = {},
): Promise<Voucher> {
  const body = {
    denomination: '100',
    currency: 'USD',
    validDays: 30,
    bound: true,
    reason: 'A test',
    ...given,
  } as const;
  return internalCaller(app).call(vouchers.issue, { params: { id }, body });
}

/** Signs a month with the given amounts, by the instant at which each hour starts. */
export function signedHours(
  app: TestApp,
  of: { contractId: string; month: string; hours: Readonly<Record<string, string>>; at?: string },
): Promise<StatementRow> {
  const amount = formatDecimal(sum(Object.values(of.hours)), 12);
  const hours = Object.entries(of.hours)
    .map(([hour, each]) => ({ hour: instant(hour), amount: each }))
    .sort((one, other) => one.hour - other.hour);
  return signed(app, { ...of, hours, lines: [costing(amount)], at: of.at ?? app.clock.now().toISOString() });
}
