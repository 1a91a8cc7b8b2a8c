import { vouchers } from '@usance/api/voucher';
import type { Room } from '../../../platform/http/calls/verb.ts';
import { bindVoucher } from '../../money/voucher/bind-voucher.ts';
import { issueVoucher } from '../../money/voucher/issue-voucher.ts';
import { listVouchers, voucherSummary } from '../../money/voucher/voucher.queries.ts';
import { listVoucherDetails } from '../../money/voucher/voucher-details.queries.ts';
import { movingMoney } from '../account-period/moving-money.ts';

export const voucherRoom: Room = (mount) =>
  mount(vouchers, {
    list: listVouchers,
    summary: voucherSummary,
    details: listVoucherDetails,
    issue: movingMoney(issueVoucher),
    redeem: movingMoney(bindVoucher),
  });
