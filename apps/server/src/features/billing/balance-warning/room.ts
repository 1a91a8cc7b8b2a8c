import { balanceWarnings } from '@usance/api/billing/balance-warning';
import type { Room } from '#platform/house/room.ts';
import { mount } from '#platform/http/calls/verb.ts';
import { getBalanceWarning } from './balance-warning.queries.ts';
import { setBalanceWarning } from './set-balance-warning.ts';

export const balanceWarningRoom: Room = {
  calls: mount(balanceWarnings, { get: getBalanceWarning, set: setBalanceWarning }),
  tables: {
    balance_warning: { stays: 'is when the people of this installation want to be told' },
  },
};
