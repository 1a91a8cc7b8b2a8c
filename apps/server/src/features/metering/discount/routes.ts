import { discounts } from '@usance/api/discount';
import type { Room } from '../../../platform/http/calls/verb.ts';
import { termVerbs } from '../term/term-verbs.ts';
import { discountTerms } from './discount.ts';

export const discountRoom: Room = (mount) => mount(discounts, termVerbs(discountTerms));
