import { deductions } from '@usance/api/deduction';
import type { Room } from '../../../platform/http/calls/verb.ts';
import { movingMoney } from '../account-period/moving-money.ts';
import { calculateDeductions } from './calculate-deductions.ts';
import { listDeductions } from './deduction.queries.ts';

export const deductionRoom: Room = (mount) =>
  mount(deductions, { list: listDeductions, calculate: movingMoney(calculateDeductions) });
