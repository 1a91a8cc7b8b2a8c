import { installation } from '@usance/api/installation';
import type { Room } from '#platform/house/room.ts';
import { mount } from '#platform/http/calls/verb.ts';
import { anybody } from '#platform/http/load/crowd.ts';
import { Slots } from '#platform/http/load/slots.ts';
import { tellVerified } from './tell-verified.ts';

/** It reads all there is, so one at a time, until it is done and not only until its caller has gone: 503 for others. */
const alone = new Slots({ of: 'checks of the installation', working: anybody(1), waiting: anybody(0), waitMs: 0 });

export const verifyRoom: Room = {
  calls: mount(installation, {
    verify: async (ctx) => {
      const slot = await alone.take();
      return tellVerified(ctx).finally(slot.end);
    },
  }),
};
