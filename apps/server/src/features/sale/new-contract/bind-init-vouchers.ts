import type { Work } from '#platform/context/context.ts';
import { moving } from '../../billing/account-period/moving-money.ts';
import { lockContract } from '../../contract/contract/contract.queries.ts';
import type { ContractRow } from '../../contract/contract/contract.ts';
import { grantVoucher } from '../../money/voucher/issue-voucher.ts';
import { waitingInitVouchers } from '../../people/account-init-voucher/account-init-voucher.queries.ts';

/**
 * Binds the vouchers that wait for the account's first contract; their validity starts now. Vouchers in another
 * currency keep waiting.
 */
export async function bindInitVouchers(
  work: Pick<Work, 'tx' | 'now'>,
  { id, currency }: Pick<ContractRow, 'id' | 'currency'>,
  accountId: string,
): Promise<void> {
  const waiting = await waitingInitVouchers(work.tx, accountId, currency);
  if (waiting.length === 0) return;
  await moving(work, await lockContract(work.tx, id), async (contract) => {
    for (const { id: initVoucherId, denomination, valid_days } of waiting)
      await grantVoucher(work, contract, {
        denomination,
        valid_days,
        origin: 'accountInit',
        init_voucher_id: initVoucherId,
        reason: 'It waited for the first contract',
        isBound: true,
      });
  });
}
