import type { Work } from '#platform/context/context.ts';
import type { LockedContract } from '../../contract/contract/contract.queries.ts';
import type { ContractRow } from '../../contract/contract/contract.ts';
import { type OnLocked, withLockedContract } from '../../contract/contract/locked.ts';
import { timesOfAWrite } from '../calendar/times-of-a-write.ts';
import { afterMoneyMoved, catchUp } from './after-money-moved.ts';

declare module '#platform/context/context.ts' {
  interface Fittings {
    /** For rooms that the account period asks, and that move money by themselves. */
    readonly moving: typeof moving;
  }
}

/**
 * Locks the contract of a write that moves its money: the account period stands by it when the transaction ends. By a clock
 * that is behind it happens when the calendar last went round: what it keeps counts days of notice, disputes and breaches.
 * But nothing is taken that is not due by its own clock and by that round, as either may have run ahead.
 */
export async function movingMoney<Context extends Pick<Work, 'tx' | 'now'>, Answer>(
  ctx: Context & { readonly contract: ContractRow },
  write: (held: OnLocked<Context>) => Promise<Answer>,
): Promise<Answer> {
  return withLockedContract(ctx, async (held) => {
    const timed = { ...held, ...(await timesOfAWrite(held.tx, held.now)) };
    return moving(timed, timed.contract, () => write(timed));
  });
}

/**
 * The same for whoever has locked the contract. What time has brought about comes first: who pays on time and is looked at
 * late must not be told from who paid late.
 */
export async function moving<Answer>(
  work: Pick<Work, 'tx' | 'now'>,
  contract: LockedContract,
  move: (contract: LockedContract) => Promise<Answer>,
): Promise<Answer> {
  await catchUp(work, contract);
  const answer = await move(contract);
  await afterMoneyMoved(work, contract);
  return answer;
}
