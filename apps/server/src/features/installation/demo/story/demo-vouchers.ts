import type { ParsedBody } from '@usance/api/call';
import type { vouchers } from '@usance/api/money/voucher';
import type { Deps } from '#platform/context/context.ts';
import { moving } from '../../../billing/account-period/moving-money.ts';
import { lockContract } from '../../../contract/contract/contract.queries.ts';
import { issueVoucher } from '../../../money/voucher/issue-voucher.ts';
import { atOnce } from './at-once.ts';

type DemoVoucher = Omit<ParsedBody<typeof vouchers.issue>, 'currency'> & {
  /** Counted from the first month of the story; without it, the voucher is issued at the end. */
  readonly inMonth?: number;
};

/** Each has another state: used up, partly used and expired, running, about to expire, and not yet bound. */
const demoVouchers: readonly DemoVoucher[] = [
  { inMonth: 2, denomination: '200', validDays: 60, bound: true, reason: 'Welcome' },
  { inMonth: 7, denomination: '2000', validDays: 1, bound: true, reason: 'A day of load tests' },
  { denomination: '500', validDays: 180, bound: true, reason: 'Goodwill after an outage' },
  { denomination: '100', validDays: 5, bound: true, reason: 'A training week' },
  { denomination: '1000', validDays: 90, bound: false, reason: 'Agreed with sales, to be used when it suits' },
];

/** Issues the company's vouchers of a month of the story, or those issued at the end. */
export async function giveVouchers(deps: Deps, contractId: string, inMonth?: number): Promise<void> {
  for (const { inMonth: given, ...terms } of demoVouchers) {
    if (given !== inMonth) continue;
    await atOnce(deps, async (work) =>
      moving(work, await lockContract(work.tx, contractId), (contract) =>
        issueVoucher(
          { ...work, contract, subject: { kind: 'anonymous' } },
          { body: { ...terms, currency: contract.currency } },
        ),
      ),
    );
  }
}
