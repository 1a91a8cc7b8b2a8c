import { deductions } from '@usance/api/deduction';
import type { Room } from '../../../platform/http/calls/verb.ts';
import { locked } from '../../party/contract/locked.ts';
import { calculateDeductions } from './calculate-deductions.ts';
import { listDeductions } from './deduction.queries.ts';

export const deductionRoom: Room = (mount) =>
  mount(deductions, { list: listDeductions, calculate: locked(calculateDeductions) });
