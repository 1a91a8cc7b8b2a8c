import { withdrawals } from '@usance/api/billing/withdrawal';
import type { Room } from '#platform/house/room.ts';
import { mount } from '#platform/http/calls/verb.ts';
import { beginWithdrawal } from './begin-withdrawal.ts';
import { cancelWithdrawal } from './cancel-withdrawal.ts';
import { completeWithdrawal } from './complete-withdrawal.ts';

/** A withdrawal is a special hold on cash; `frozens/holds` lists it. */
export const withdrawalRoom: Room = {
  calls: mount(withdrawals, {
    beginWithdrawal: beginWithdrawal,
    completeWithdrawal: completeWithdrawal,
    cancelWithdrawal: cancelWithdrawal,
  }),
};
