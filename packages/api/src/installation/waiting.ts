import * as z from 'zod/mini';
import { defineCalls } from '../call.ts';
import { instantText } from '../wire.ts';

/** Work that waits for an operator, or for longer than it should. */
export const waitingKind = z.enum([
  'clock',
  'usageToStore',
  'usageSetAside',
  'usageLost',
  'usageToRate',
  'monthsToSign',
  'statementsToConfirm',
  'marketplaceHours',
  'messages',
  'secrets',
  'disk',
]);
export type WaitingKind = z.output<typeof waitingKind>;

const waiting = z.object({
  what: waitingKind,
  /** The number of waiting batches, days, months, hours or messages; 1 for a single thing. */
  count: z.int(),
  /** The instant since which the oldest waits; null if it is unknown. */
  since: z.nullable(instantText),
  toDo: z.string(),
});
export type Waiting = z.output<typeof waiting>;

export const waitings = defineCalls('waiting', {
  list: {
    method: 'GET',
    path: '/monitor/waiting',
    summary: 'Waiting work of this installation, since when, and what to do about it; empty if all is well',
    internal: 'read',
    admission: 'read',
    isUnaudited: true,
    reply: z.object({ items: z.array(waiting) }),
  },
});
