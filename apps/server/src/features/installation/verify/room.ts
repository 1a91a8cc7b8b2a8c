import { installation } from '@usance/api/installation/installation';
import type { Room } from '#platform/house/room.ts';
import { mount } from '#platform/http/calls/verb.ts';
import { inTotal } from '#platform/http/load/crowd.ts';
import { Slots } from '#platform/http/load/slots.ts';
import { verificationReply } from './verification-reply.ts';

/**
 * A verification reads all data, so one runs at a time, until it ends and not only until its caller leaves; others get
 * 503.
 */
const alone = new Slots({ of: 'checks of the installation', working: inTotal(1), waiting: inTotal(0), waitMs: 0 });

export const verifyRoom: Room = {
  calls: mount(installation, {
    verify: async (ctx) => {
      const slot = await alone.take();
      return verificationReply(ctx).finally(slot.end);
    },
  }),
};
