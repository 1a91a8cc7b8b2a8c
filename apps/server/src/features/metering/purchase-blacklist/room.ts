import { purchaseBlacklists } from '@usance/api/purchase-blacklist';
import type { Room } from '../../../platform/house/room.ts';
import { mount } from '../../../platform/http/calls/verb.ts';
import { termVerbs } from '../term/term-verbs.ts';
import { purchaseBlacklistTerms } from './purchase-blacklist.ts';

export const purchaseBlacklistRoom: Room = { calls: mount(purchaseBlacklists, termVerbs(purchaseBlacklistTerms)) };
