import { newId } from '../../../platform/ids.ts';
import type { Tx } from '../../../platform/postgres/database.ts';
import { getContract } from '../../party/contract/contract.queries.ts';
import { markRepricedDays } from './mark-repriced-days.ts';
import './price.table.ts';

/** Gives a contract a multiplier of every price from an instant on; the one before ends there, and what it reaches is rated again. */
export async function setDiscount(tx: Tx, discount: { contractId: string; rate: string; from: Date }): Promise<void> {
  await tx
    .updateTable('discount')
    .set({ effective_to: discount.from })
    .where('contract_id', '=', discount.contractId)
    .where('effective_to', 'is', null)
    .execute();
  await tx
    .insertInto('discount')
    .values({
      contract_id: discount.contractId,
      id: newId('dis'),
      rate: discount.rate,
      effective_from: discount.from,
      effective_to: null,
    })
    .execute();
  const { currency } = await getContract(tx, discount.contractId);
  await markRepricedDays(tx, { contractId: discount.contractId, currency, from: discount.from });
}
