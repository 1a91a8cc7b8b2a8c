import { accountPeriods } from '@usance/api/account-period';
import type { Room } from '../../../platform/http/calls/verb.ts';
import { listEpisodes } from './account-period.queries.ts';
import { movingMoney } from './moving-money.ts';
import { reopenContract } from './reopen-contract.ts';

export const accountPeriodRoom: Room = (mount) =>
  mount(accountPeriods, { list: listEpisodes, reopen: movingMoney(reopenContract) });
