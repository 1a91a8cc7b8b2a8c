import { discountId, discounts } from '@usance/api/metering/discount';
import { reason } from '#platform/house/archived-text.ts';
import type { Room } from '#platform/house/room.ts';
import { mount } from '#platform/http/calls/verb.ts';
import { termVerbs } from '../term/term-verbs.ts';
import { discountTerms } from './discount.ts';

export const discountRoom: Room = {
  calls: mount(discounts, termVerbs(discountTerms)),
  tables: {
    discount: { travels: { by: ['id'], tells: { id: discountId, reason } } },
  },
};
