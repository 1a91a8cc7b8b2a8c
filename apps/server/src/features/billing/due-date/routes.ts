import { dueDates } from '@usance/api/due-date';
import type { Room } from '../../../platform/http/calls/verb.ts';
import { lockContract } from '../../party/contract/contract.queries.ts';
import { createDueDate } from './create-due-date.ts';
import { deleteDueDates } from './delete-due-dates.ts';
import { listDueDates } from './due-date.queries.ts';
import { updateDueDate } from './update-due-date.ts';

export const dueDateRoom: Room = (mount) =>
  mount(dueDates, {
    list: (ctx, { query }) => listDueDates(ctx.db, ctx.contract.id, query),
    create: async (ctx, { body }) => createDueDate(ctx, await lockContract(ctx.tx, ctx.contract.id), body),
    update: async (ctx, { body }) => updateDueDate(ctx, await lockContract(ctx.tx, ctx.contract.id), body),
    delete: async (ctx, { query }) => ({
      deleted: await deleteDueDates(ctx, await lockContract(ctx.tx, ctx.contract.id), query.ids),
    }),
  });
