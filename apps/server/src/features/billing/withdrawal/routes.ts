import { withdrawals } from '@usance/api/withdrawal';
import type { Room } from '../../../platform/http/calls/verb.ts';
import type { AmountByCurrency } from '../../money/cash-hold/two-people.ts';
import { movingMoney } from '../account-period/moving-money.ts';
import { beginWithdrawal } from './begin-withdrawal.ts';
import { cancelWithdrawal } from './cancel-withdrawal.ts';
import { completeWithdrawal } from './complete-withdrawal.ts';

/** A withdrawal is a hold on cash with an end of its own; `frozens/holds` lists it. */
export const withdrawalRoom =
  (twoPeopleAbove: AmountByCurrency): Room =>
  (mount) =>
    mount(withdrawals, {
      beginWithdrawal: movingMoney(beginWithdrawal),
      completeWithdrawal: movingMoney(completeWithdrawal(twoPeopleAbove)),
      cancelWithdrawal: movingMoney(cancelWithdrawal),
    });
