import { holds } from '@usance/api/hold';
import type { Room } from '../../../platform/http/calls/verb.ts';
import { movingMoney } from '../account-period/moving-money.ts';
import { calculateHolds } from './calculate-holds.ts';
import { listHolds } from './hold.queries.ts';

export const holdRoom: Room = (mount) => mount(holds, { list: listHolds, calculate: movingMoney(calculateHolds) });
