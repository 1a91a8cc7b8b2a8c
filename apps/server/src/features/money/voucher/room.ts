import { voucherId, vouchers } from '@usance/api/money/voucher';
import { madeAnew, reason } from '#platform/house/archived-text.ts';
import type { Room } from '#platform/house/room.ts';
import { mount } from '#platform/http/calls/verb.ts';
import { atEachStep } from '#platform/jobs/round.ts';
import { bindVoucher } from './bind-voucher.ts';
import { issueVoucher } from './issue-voucher.ts';
import { nextEndingNotice, notifyEnding } from './notify-ending.ts';
import { verifyVouchers } from './verify-vouchers.ts';
import { listVouchers, voucherSummary } from './voucher.queries.ts';
import { listVoucherDetails } from './voucher-details.queries.ts';
import { writeOffEnded } from './write-off-ended.ts';

export const voucherRoom: Room = {
  calls: mount(vouchers, {
    list: listVouchers,
    summary: voucherSummary,
    details: listVoucherDetails,
    issue: issueVoucher,
    redeem: bindVoucher,
  }),
  rounds: [
    {
      name: 'voucher.tell-ending',
      cron: '7 * * * *',
      run: (deps, { now }) => notifyEnding(deps, now),
      dueAfter: nextEndingNotice,
    },
    {
      name: 'voucher.write-off-ended',
      cron: '*/10 * * * *',
      run: (deps, { now }) => writeOffEnded(deps, now),
      dueAfter: atEachStep,
      // Runs after signing, which it waits for.
      after: 'statement.run-due',
    },
  ],
  tables: {
    voucher: { travels: { by: ['id'], without: ['init_voucher_id'], tells: { id: voucherId, reason } } },
    voucher_total: { stays: madeAnew },
  },
  checks: [{ name: 'vouchers are worth what is left, redeemed and overdue', look: ({ db }) => verifyVouchers(db) }],
};
