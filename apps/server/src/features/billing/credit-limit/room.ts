import { creditLimitId, creditLimits } from '@usance/api/billing/credit-limit';
import { reason } from '#platform/house/archived-text.ts';
import type { Room } from '#platform/house/room.ts';
import { mount } from '#platform/http/calls/verb.ts';
import { termVerbs } from '../../metering/term/term-verbs.ts';
import { creditLimitTerms } from './credit-limit.ts';

const verbs = termVerbs(creditLimitTerms);

export const creditLimitRoom: Room = {
  calls: mount(creditLimits, {
    list: verbs.list,
    create: verbs.create,
    update: verbs.update,
    delete: verbs.delete,
  }),
  tables: {
    credit_limit: { travels: { by: ['id'], tells: { id: creditLimitId, reason } } },
  },
};
