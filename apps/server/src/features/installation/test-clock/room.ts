import { clocks } from '@usance/api/installation/clock';
import type { Room } from '#platform/house/room.ts';
import { mount, SpanningVerb } from '#platform/http/calls/verb.ts';
import { getClock, moveClock } from './move-clock.ts';

export const testClockRoom: Room = {
  calls: mount(clocks, { get: getClock, move: new SpanningVerb(moveClock) }),
  tables: {
    installation_mode: {},
    sandbox_clock: {},
  },
};
