import type { BillingMonth } from '@usance/period/billing-month';
import type { Deps } from '#platform/context/context.ts';
import { startingOver } from '#platform/start-over.ts';
import { lockContract } from '../../../contract/contract/contract.queries.ts';
import type { ContractRow } from '../../../contract/contract/contract.ts';
import { moving } from '../../account-period/moving-money.ts';
import { postpone } from '../waiting/postpone.ts';
import { isWaiting } from '../waiting/waiting-month.queries.ts';
import { isInDoubt } from './month/marketplace-doubt.ts';
import { passMonths } from './month/pass-months.ts';
import { rateThroughMonth } from './month/rate-through-month.ts';
import { type RateMonth, rateMonth } from './month/rated-month.ts';
import { assertSignable } from './month/signable-month.ts';
import { signStatement } from './sign-statement.ts';

/**
 * Rates and signs a month for the calendar, except one that waits for an operator. Returns true if it is signed;
 * refuses like `signStatement`.
 */
export function signMonth(
  deps: Deps,
  contract: ContractRow,
  { month, now, rate = rateMonth }: { month: BillingMonth; now: Date; rate?: RateMonth },
): Promise<boolean> {
  return startingOver(async () => {
    await assertSignable(deps.db, contract, month, now);
    const toSign = await rateThroughMonth(deps, contract, month, rate);
    return deps.db.transaction().execute(async (tx) => {
      const work = { tx, now, log: deps.log };
      const locked = await lockContract(tx, contract.id);
      if (await isWaiting(tx, contract.id, month)) return false;
      if (await isInDoubt(tx, contract, month)) {
        // An operator must decide: who bills these hours would be a guess.
        await postpone(work, locked, [month], 'marketplaceOutstanding');
        deps.log.warn({ contractId: contract.id, month }, 'the share of a marketplace in a month is uncertain');
        return false;
      }
      await moving(work, locked, (current) => signStatement(work, current, toSign));
      await passMonths(work, locked);
      return true;
    });
  });
}
