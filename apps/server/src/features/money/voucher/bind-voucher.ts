import type { ParsedParams } from '@usance/api/call';
import type { Voucher, vouchers } from '@usance/api/money/voucher';
import type { Work } from '#platform/context/context.ts';
import { conflict } from '#platform/refusal.ts';
import type { OnLocked } from '../../contract/contract/locked.ts';
import { refuseNoVouchers } from './refuse-no-vouchers.ts';
import { getVoucher } from './voucher.queries.ts';
import { stateAt, type VoucherReader, voucherOf, windowFrom } from './voucher.ts';

/**
 * Binds a voucher; its validity starts now. 404 if the contract has no such voucher; 409 if it is bound already, or the
 * contract is over.
 */
export async function bindVoucher(
  ctx: OnLocked<Pick<Work, 'tx' | 'now'> & Pick<VoucherReader, 'subject'>>,
  { params: { voucherID } }: { params: ParsedParams<typeof vouchers.redeem> },
): Promise<Voucher> {
  const { tx, now, contract } = ctx;
  const voucher = await getVoucher(tx, contract.id, voucherID);
  if (voucher.start_at !== null)
    throw conflict('VOUCHER_STATE_CONFLICT', 'This voucher is bound already.', { state: stateAt(voucher, now) });
  refuseNoVouchers(contract);
  const bound = windowFrom(now, voucher.valid_days);
  await tx
    .updateTable('voucher')
    .set(bound)
    .where('contract_id', '=', contract.id)
    .where('id', '=', voucherID)
    .execute();
  return voucherOf({ ...voucher, ...bound }, ctx);
}
