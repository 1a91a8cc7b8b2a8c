import { dueDateId, dueDates } from '@usance/api/billing/due-date';
import type { Room } from '#platform/house/room.ts';
import { mount } from '#platform/http/calls/verb.ts';
import { createDueDate } from './create-due-date.ts';
import { deleteDueDates } from './delete-due-dates.ts';
import { listDueDates } from './due-date.queries.ts';
import { updateDueDate } from './update-due-date.ts';

export const dueDateRoom: Room = {
  calls: mount(dueDates, {
    list: listDueDates,
    create: createDueDate,
    update: updateDueDate,
    delete: deleteDueDates,
  }),
  tables: {
    due_date: { travels: { by: ['id'], tells: { id: dueDateId } } },
  },
};
