import { frozens } from '@usance/api/money/hold';
import type { Room } from '#platform/house/room.ts';
import { mount } from '#platform/http/calls/verb.ts';
import { frozenSummary, listFrozenDetails } from './frozen.queries.ts';

export const frozenRoom: Room = { calls: mount(frozens, { details: listFrozenDetails, summary: frozenSummary }) };
