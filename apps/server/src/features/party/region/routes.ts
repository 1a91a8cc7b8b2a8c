import { regions } from '@usance/api/region';
import type { Room } from '../../../platform/http/calls/verb.ts';
import { listRegions } from './list-regions.ts';

export const regionRoom: Room = (mount) => mount(regions, { list: listRegions });
