import { addMonths } from '@usance/period/billing-month';
import type { Work } from '#platform/context/context.ts';
import type { LockedContract } from '../../../../contract/contract/contract.queries.ts';
import { lastMonthToSign, monthsTooOld, monthsToSign } from './due-month.queries.ts';

/**
 * Stores the next month to sign, so that the contract is not read before: the first due one, or the one after the
 * last that can be signed. Database triggers lower it for new usage or another state; accepting usage shares the
 * contract's lock, so this waits for it.
 */
export async function passMonths({ tx, now }: Pick<Work, 'tx' | 'now'>, contract: LockedContract): Promise<void> {
  const due = [...(await monthsTooOld(tx, now, contract)), ...(await monthsToSign(tx, now, contract))];
  const next = due[0]?.month ?? addMonths(lastMonthToSign(contract.currency, now), 1);
  await tx
    .updateTable('next_to_sign')
    .set({ month: next })
    .where('contract_id', '=', contract.id)
    .where('month', '<', next)
    .execute();
}
