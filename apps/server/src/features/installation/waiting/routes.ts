import { waitings } from '@usance/api/waiting';
import type { Room } from '../../../platform/http/calls/verb.ts';
import { findWaiting, type OwnState } from './find-waiting.ts';

export const waitingRoom =
  (own: OwnState): Room =>
  (mount) =>
    mount(waitings, { list: async (ctx) => ({ items: await findWaiting(ctx, own) }) });
