import type { ParsedBody } from '@usance/api/call';
import { type Voucher, voucherId, type vouchers } from '@usance/api/money/voucher';
import { formatDecimal, negate } from '@usance/money/decimal';
import type { Work } from '#platform/context/context.ts';
import { newId } from '#platform/ids.ts';
import { conflict } from '#platform/refusal.ts';
import type { LockedContract } from '../../contract/contract/contract.queries.ts';
import type { OnLocked } from '../../contract/contract/locked.ts';
import { post } from '../ledger/post.ts';
import { refuseNoVouchers } from './refuse-no-vouchers.ts';
import { getVoucher } from './voucher.queries.ts';
import { type VoucherReader, type VoucherRow, voucherOf, windowFrom } from './voucher.ts';

type Moment = Pick<Work, 'tx' | 'now'>;

interface Granted extends Pick<VoucherRow, 'denomination' | 'valid_days' | 'origin' | 'init_voucher_id' | 'reason'> {
  /** True if its validity starts now. */
  readonly isBound: boolean;
}

/** Issues a voucher to a contract, bound or unbound. 409 if the contract takes no vouchers, or has another currency. */
export async function issueVoucher(
  ctx: OnLocked<Moment & Pick<VoucherReader, 'subject'>>,
  { body }: { body: ParsedBody<typeof vouchers.issue> },
): Promise<Voucher> {
  const { contract } = ctx;
  refuseNoVouchers(contract);
  if (body.currency !== contract.currency)
    throw conflict('CURRENCY_CONFLICT', `This contract is kept in ${contract.currency}.`, { field: 'currency' });
  const { denomination, validDays, bound, reason } = body;
  const row = await grantVoucher(ctx, contract, {
    denomination,
    valid_days: validDays,
    origin: 'operator',
    init_voucher_id: null,
    reason,
    isBound: bound,
  });
  return voucherOf(row, ctx);
}

/** Creates a voucher and books its denomination as a grant. */
export async function grantVoucher(
  { tx, now }: Moment,
  contract: LockedContract,
  { isBound, ...granted }: Granted,
): Promise<VoucherRow> {
  const id = newId(voucherId);
  const bound = isBound ? windowFrom(now, granted.valid_days) : { start_at: null, end_at: null };
  await tx
    .insertInto('voucher')
    .values({ ...granted, ...bound, contract_id: contract.id, id, created_at: now })
    .execute();
  await post(tx, contract, {
    kind: 'voucher',
    at: now,
    entries: [
      { account: { kind: 'voucher', id }, amount: granted.denomination },
      { account: { kind: 'voucher_grant' }, amount: formatDecimal(negate(granted.denomination)) },
    ],
  });
  return getVoucher(tx, contract.id, id);
}
