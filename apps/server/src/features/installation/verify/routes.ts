import { installation } from '@usance/api/installation';
import type { Room } from '../../../platform/http/calls/verb.ts';
import { Semaphore } from '../../../platform/http/load/semaphore.ts';
import { tellVerified } from './tell-verified.ts';

/** It reads all there is, so one at a time, until it is done and not only until its caller has gone: 503 for others. */
export const verifyRoom = (): Room => {
  const alone = new Semaphore({ atOnce: 1, queue: 0, waitMs: 0 });
  return (mount) =>
    mount(installation, {
      verify: async (ctx) => {
        await alone.acquire();
        return tellVerified(ctx).finally(() => alone.release());
      },
    });
};
