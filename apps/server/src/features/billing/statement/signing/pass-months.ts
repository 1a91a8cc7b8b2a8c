import { addMonths } from '@usance/period/billing-month';
import type { Work } from '#platform/context/context.ts';
import type { LockedContract } from '../../../contract/contract/contract.queries.ts';
import { lastMonthToSign, monthsTooOld, monthsToSign } from './due-month.queries.ts';

/**
 * Keeps which month of a contract is to be signed next, so that nobody asks for it before: the first that is due, or the one
 * after the last to which the calendar has come. What opens an earlier month again (usage, another state) keeps that itself,
 * in the database; whoever takes in usage shares the contract meanwhile, and is waited for.
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
