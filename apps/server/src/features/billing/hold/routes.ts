import { holds } from '@usance/api/hold';
import type { Room } from '../../../platform/http/calls/verb.ts';
import { listCashHolds } from '../../money/cash-hold/cash-hold.queries.ts';
import type { AmountByCurrency } from '../../money/cash-hold/two-people.ts';
import { movingMoney } from '../account-period/moving-money.ts';
import { calculateHolds } from './calculate-holds.ts';
import { listHolds } from './hold.queries.ts';
import { holdCash } from './hold-cash.ts';
import { approveRelease, rejectRelease, releaseHeld } from './release-hold.ts';

export const holdRoom =
  (twoPeopleAbove: AmountByCurrency): Room =>
  (mount) =>
    mount(holds, {
      list: listHolds,
      calculate: movingMoney(calculateHolds),
      hold: movingMoney(holdCash),
      cashHolds: listCashHolds,
      release: movingMoney(releaseHeld(twoPeopleAbove)),
      approve: movingMoney(approveRelease),
      reject: movingMoney(rejectRelease),
    });
