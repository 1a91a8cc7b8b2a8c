import { waitings } from '@usance/api/installation/waiting';
import type { Room } from '#platform/house/room.ts';
import { mount } from '#platform/http/calls/verb.ts';
import { findWaiting, logWaiting } from './find-waiting.ts';

export const waitingRoom: Room = {
  calls: mount(waitings, { list: async (ctx) => ({ items: await findWaiting(ctx) }) }),
  rounds: [{ name: 'waiting.tell', cron: '* * * * *', byAnyClock: true, run: logWaiting }],
};
