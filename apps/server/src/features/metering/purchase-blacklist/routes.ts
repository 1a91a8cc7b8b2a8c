import { purchaseBlacklists } from '@usance/api/purchase-blacklist';
import type { Room } from '../../../platform/http/calls/verb.ts';
import { termVerbs } from '../term/term-verbs.ts';
import { purchaseBlacklistTerms } from './purchase-blacklist.ts';

export const purchaseBlacklistRoom: Room = (mount) => mount(purchaseBlacklists, termVerbs(purchaseBlacklistTerms));
