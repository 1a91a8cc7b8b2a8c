import { regions } from '@usance/api/contract/region';
import type { Room } from '#platform/house/room.ts';
import { mount } from '#platform/http/calls/verb.ts';
import { listRegions } from './list-regions.ts';

export const regionRoom: Room = { calls: mount(regions, { list: listRegions }) };
