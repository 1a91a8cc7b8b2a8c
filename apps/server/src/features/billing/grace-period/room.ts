import { gracePeriodId, gracePeriods } from '@usance/api/billing/grace-period';
import { reason } from '#platform/house/archived-text.ts';
import type { Room } from '#platform/house/room.ts';
import { mount } from '#platform/http/calls/verb.ts';
import { termVerbs } from '../../metering/term/term-verbs.ts';
import { gracePeriodTerms } from './grace-period.ts';

const verbs = termVerbs(gracePeriodTerms);

export const gracePeriodRoom: Room = {
  calls: mount(gracePeriods, {
    list: verbs.list,
    create: verbs.create,
    update: verbs.update,
    delete: verbs.delete,
  }),
  tables: {
    grace_period: { travels: { by: ['id'], tells: { id: gracePeriodId, reason } } },
  },
};
