import { balanceWarnings } from '@usance/api/balance-warning';
import type { Room } from '../../../platform/http/calls/verb.ts';
import { locked } from '../../party/contract/locked.ts';
import { getBalanceWarning } from './balance-warning.queries.ts';
import { setBalanceWarning } from './set-balance-warning.ts';

export const balanceWarningRoom: Room = (mount) =>
  mount(balanceWarnings, { get: getBalanceWarning, set: locked(setBalanceWarning) });
