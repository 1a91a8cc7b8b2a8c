import type { Deps } from '#platform/context/context.ts';
import { startingOver } from '#platform/start-over.ts';
import { lockContract } from '../../../contract/contract/contract.queries.ts';
import type { ContractRow } from '../../../contract/contract/contract.ts';
import { moving } from '../../account-period/moving-money.ts';
import { letWait } from '../waiting/let-wait.ts';
import { isWaiting } from '../waiting/waiting-month.queries.ts';
import { isInDoubt } from './marketplace-doubt.ts';
import { passMonths } from './pass-months.ts';
import { rateEarlierMonths } from './rate-earlier-months.ts';
import { type RateMonth, rateMonth } from './rated-month.ts';
import { signStatement } from './sign-statement.ts';
import { signableMonth } from './signable-month.ts';

/**
 * Rates a month and signs it for the calendar, which leaves one that waits for people to them; answers whether it is signed.
 * Refuses as signStatement does.
 */
export function signMonth(
  deps: Deps,
  contract: ContractRow,
  { month, now, rate = rateMonth }: { month: string; now: Date; rate?: RateMonth },
): Promise<boolean> {
  return startingOver(async (attempt) => {
    const signable = await signableMonth(deps.db, contract, month, now);
    const earlier = await rateEarlierMonths(deps, contract, signable);
    const rated = await rate(deps, contract, signable, attempt);
    return deps.db.transaction().execute(async (tx) => {
      const work = { tx, now, log: deps.log };
      const held = await lockContract(tx, contract.id);
      if (await isWaiting(tx, contract.id, month)) return false;
      if (await isInDoubt(tx, contract, signable)) {
        // People look at it: whose these hours are would be a guess.
        await letWait(work, held, [signable], 'marketplaceOutstanding');
        deps.log.warn({ contractId: contract.id, month }, 'It is in doubt what of a month a marketplace bills');
        return false;
      }
      await moving(work, held, (locked) => signStatement(work, locked, { month, rated, earlier }));
      await passMonths(work, held);
      return true;
    });
  });
}
