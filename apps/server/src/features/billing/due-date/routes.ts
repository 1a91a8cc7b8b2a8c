import { dueDates } from '@usance/api/due-date';
import type { Room } from '../../../platform/http/calls/verb.ts';
import { locked } from '../../party/contract/locked.ts';
import { createDueDate } from './create-due-date.ts';
import { deleteDueDates } from './delete-due-dates.ts';
import { listDueDates } from './due-date.queries.ts';
import { updateDueDate } from './update-due-date.ts';

export const dueDateRoom: Room = (mount) =>
  mount(dueDates, {
    list: listDueDates,
    create: locked(createDueDate),
    update: locked(updateDueDate),
    delete: locked(deleteDueDates),
  });
