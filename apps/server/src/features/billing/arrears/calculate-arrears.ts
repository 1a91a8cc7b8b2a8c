import type { arrears } from '@usance/api/billing/arrears';
import type { CallReply } from '@usance/api/call';
import { formatDecimal, sum } from '@usance/money/decimal';
import { withFormatted } from '@usance/money/display';
import type { Work } from '#platform/context/context.ts';
import type { OnLocked } from '../../contract/contract/locked.ts';
import { checkNow } from '../account-period/after-money-moved.ts';
import { arrearsOf } from './arrears.queries.ts';

/** Derives the account period, then returns the contract's overdue statements. */
export async function calculateArrears(
  ctx: OnLocked<Pick<Work, 'tx' | 'now'>>,
): Promise<CallReply<typeof arrears.calculate>> {
  const { tx, now, contract } = ctx;
  await checkNow(ctx, contract);
  const { id: contractId, currency } = contract;
  const statements = await arrearsOf(tx, contractId, now);
  const owed = formatDecimal(sum(statements.map(({ undeductedAmount }) => undeductedAmount)), 8);
  return {
    contractId,
    currency,
    ...withFormatted({ arrears: owed }, currency),
    since: statements[0]?.overdueSince ?? null,
    statements,
  };
}
