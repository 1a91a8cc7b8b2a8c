import { waitings } from '@usance/api/waiting';
import type { Room } from '../../../platform/http/calls/verb.ts';
import { findWaiting } from './find-waiting.ts';

/** `dataDir` is the folder of this process that must not be full. */
export const waitingRoom =
  (dataDir: string | undefined): Room =>
  (mount) =>
    mount(waitings, { list: async (ctx) => ({ items: await findWaiting(ctx, dataDir) }) });
