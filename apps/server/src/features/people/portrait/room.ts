import { portraits } from '@usance/api/people/portrait';
import type { Room } from '#platform/house/room.ts';
import { mount, PreparedVerb } from '#platform/http/calls/verb.ts';
import { getPortrait } from './portrait.queries.ts';
import { preparePortrait, setPortrait } from './set-portrait.ts';

export const portraitRoom: Room = {
  calls: mount(portraits, { set: new PreparedVerb(preparePortrait, setPortrait), get: getPortrait }),
  tables: {
    portrait: {},
  },
};
