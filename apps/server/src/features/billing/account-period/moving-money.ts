import type { Work } from '#platform/context/context.ts';
import type { LockedContract } from '../../contract/contract/contract.queries.ts';
import type { ContractRow } from '../../contract/contract/contract.ts';
import { type OnLocked, withLockedContract } from '../../contract/contract/locked.ts';
import { timesOfAWrite } from '../calendar/calendar-tick.queries.ts';
import { afterMoneyMoved, catchUp } from './after-money-moved.ts';

declare module '#platform/context/context.ts' {
  interface Fittings {
    /** For rooms that the account period depends on, and that move money themselves. */
    readonly moving: typeof moving;
  }
}

/**
 * Locks the contract of a write that moves its money, and derives the account period before and after. If the
 * server's clock is behind, the write takes effect at the calendar's last round, since it dates notices, disputes and
 * breaches. Cash is deducted only for what is due by both clocks, as either may have run ahead.
 */
export async function movingMoney<Context extends Pick<Work, 'tx' | 'now'>, Answer>(
  ctx: Context & { readonly contract: ContractRow },
  write: (locked: OnLocked<Context>) => Promise<Answer>,
): Promise<Answer> {
  return withLockedContract(ctx, async (held) => {
    const timed = { ...held, ...(await timesOfAWrite(held.tx, held.now)) };
    return moving(timed, timed.contract, () => write(timed));
  });
}

/**
 * Does the same for a caller that has locked the contract. The account period is derived first, so that a payment on
 * time does not look late.
 */
export async function moving<Answer>(
  work: Pick<Work, 'tx' | 'now'>,
  contract: LockedContract,
  move: (contract: LockedContract) => Promise<Answer>,
): Promise<Answer> {
  await catchUp(work, [contract]);
  const answer = await move(contract);
  await afterMoneyMoved(work, contract);
  return answer;
}
