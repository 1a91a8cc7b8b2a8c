import { discounts } from '@usance/api/discount';
import type { Room } from '../../../platform/house/room.ts';
import { mount } from '../../../platform/http/calls/verb.ts';
import { termVerbs } from '../term/term-verbs.ts';
import { discountTerms } from './discount.ts';

export const discountRoom: Room = { calls: mount(discounts, termVerbs(discountTerms)) };
