import type { BalanceWarning } from '@usance/api/billing/balance-warning';
import { formatDecimal, zero } from '@usance/money/decimal';
import { withFormatted } from '@usance/money/display';
import type { ContractRow } from '../../contract/contract/contract.ts';
import type { ContractReading } from '../../contract/contract/contract-reading.ts';

/** Returns the threshold below which members are notified; 0 if none is set. */
export async function getBalanceWarning({ db, contract }: ContractReading): Promise<BalanceWarning> {
  const row = await db
    .selectFrom('balance_warning')
    .select('threshold')
    .where('contract_id', '=', contract.id)
    .executeTakeFirst();
  return balanceWarningOf(contract, row?.threshold ?? formatDecimal(zero, 8));
}

/** The wire form of a threshold. */
export function balanceWarningOf(
  { id, currency }: Pick<ContractRow, 'id' | 'currency'>,
  threshold: string,
): BalanceWarning {
  return { contractId: id, currency, ...withFormatted({ threshold }, currency) };
}
