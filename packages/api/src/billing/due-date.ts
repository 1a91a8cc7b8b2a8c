import * as z from 'zod/mini';
import { billingRead, defineCalls, inPath } from '../call.ts';
import { dueDays } from '../contract/contract.ts';
import { sortedBy } from '../sorted.ts';
import {
  billingMonth,
  contractId,
  contractParams,
  idOf,
  idsOf,
  instantText,
  paged,
  paging,
  sensibleMonth,
} from '../wire.ts';

export const dueDateId = idOf('due');

/** The due day of a contract's statements from a month on, until the next due date begins. */
const dueDate = z.object({
  id: dueDateId,
  contractId,
  fromMonth: billingMonth,
  dueDays,
  gmtCreated: instantText,
});
export type DueDate = z.output<typeof dueDate>;

const terms = {
  fromMonth: sensibleMonth,
  dueDays,
};
const write = {
  internal: 'contract.write',
  admission: 'write',
  path: '/contracts/{id}/due-dates',
  contract: inPath,
  params: contractParams,
} as const;

export const dueDates = defineCalls('due-date', {
  list: {
    ...billingRead,
    path: '/contracts/{id}/due-dates',
    summary: 'The due dates of a contract, the newest first; months before the first of them are due on the 7th',
    params: contractParams,
    query: z.strictObject({ ...paging, ...sortedBy('fromMonth', 'dueDays', 'gmtCreated') }),
    reply: paged(dueDate),
  },
  create: {
    ...write,
    locks: 'contract',
    method: 'POST',
    summary: 'Set the due date for the statements of a month and later ones',
    refusals: ['DUE_DATE_CONFLICT', 'MONTH_BEFORE_CONTRACT', 'MONTH_SIGNED'],
    body: z.strictObject(terms),
    reply: dueDate,
  },
  update: {
    ...write,
    locks: 'contract',
    method: 'PUT',
    summary: 'Change a due date that no signed statement has used',
    refusals: ['DUE_DATE_CONFLICT', 'DUE_DATE_NOT_FOUND', 'MONTH_BEFORE_CONTRACT', 'MONTH_SIGNED'],
    body: z.strictObject({ id: dueDateId, ...terms }),
    reply: dueDate,
  },
  delete: {
    ...write,
    locks: 'contract',
    method: 'DELETE',
    summary: 'Delete due dates that no signed statement has used, all or none',
    refusals: ['DUE_DATE_NOT_FOUND', 'MONTH_SIGNED', 'DUE_DATE_CONFLICT'],
    query: z.strictObject({ ids: idsOf(dueDateId) }),
    reply: z.object({ deleted: z.int() }),
  },
});
