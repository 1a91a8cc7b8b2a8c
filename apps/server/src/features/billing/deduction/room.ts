import { deductions } from '@usance/api/billing/deduction';
import type { Room } from '#platform/house/room.ts';
import { mount } from '#platform/http/calls/verb.ts';
import { calculateDeductions } from './calculate-deductions.ts';
import { listDeductions } from './deduction.queries.ts';

export const deductionRoom: Room = {
  calls: mount(deductions, { list: listDeductions, calculate: calculateDeductions }),
};
