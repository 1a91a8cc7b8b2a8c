import { idOf } from '@usance/api/wire';
import type { Work } from '../../../platform/context/context.ts';
import { newId } from '../../../platform/ids.ts';
import { getContract } from '../../party/contract/contract.queries.ts';
import { markRepricedDays } from '../billing-day/dirty-days.ts';
import { changePrices } from '../rating-terms/rating-terms.ts';
import { assertUnsignedFrom } from './assert-unsigned.ts';

const discountId = idOf('dis');

interface NewDiscount {
  readonly contractId: string;
  /** A multiplier above 0 and up to 1: 0.85 means pay 85 %. */
  readonly rate: string;
  readonly from: Date;
}

/**
 * Gives a contract a multiplier of list prices from an instant on, never of its own; the one before ends there, and what
 * it reaches is rated again. 409 when it reaches a month that is signed.
 */
export async function setDiscount({ tx }: Pick<Work, 'tx'>, { contractId, rate, from }: NewDiscount): Promise<void> {
  const { currency } = await getContract(tx, contractId);
  const change = { contractId, currency, from };
  await changePrices(tx, [change]);
  await assertUnsignedFrom(tx, [change]);
  await tx
    .updateTable('discount')
    .set({ effective_to: from })
    .where('contract_id', '=', contractId)
    .where('effective_to', 'is', null)
    .execute();
  await tx
    .insertInto('discount')
    .values({ contract_id: contractId, id: newId(discountId), rate, effective_from: from, effective_to: null })
    .execute();
  await markRepricedDays(tx, [change]);
}
