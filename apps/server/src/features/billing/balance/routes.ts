import { balances } from '@usance/api/balance';
import type { Room } from '../../../platform/http/calls/verb.ts';
import { locked } from '../../party/contract/locked.ts';
import { calculateBalance } from './calculate-balance.ts';

export const balanceRoom: Room = (mount) => mount(balances, { calculate: locked(calculateBalance) });
