import { balances } from '@usance/api/billing/balance';
import type { Room } from '#platform/house/room.ts';
import { mount } from '#platform/http/calls/verb.ts';
import { calculateBalance } from './calculate-balance.ts';

export const balanceRoom: Room = { calls: mount(balances, { calculate: calculateBalance }) };
