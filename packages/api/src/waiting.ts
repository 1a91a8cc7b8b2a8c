import * as z from 'zod/mini';
import { defineCalls } from './call.ts';
import { instantText } from './wire.ts';

/** A thing that waits for a person, or for longer than it should. */
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
  /** How many of it: batches, days, months, hours, messages; 1 of what there is one. */
  count: z.int(),
  /** Since when the oldest waits; null where nobody keeps it. */
  since: z.nullable(instantText),
  toDo: z.string(),
});
export type Waiting = z.output<typeof waiting>;

export const waitings = defineCalls('waiting', {
  list: {
    method: 'GET',
    path: '/monitor/waiting',
    summary: 'What waits in this installation, since when, and what to do about it; nothing where all goes its way',
    internal: 'read',
    admission: 'read',
    tellsOfNobody: true,
    reply: z.object({ items: z.array(waiting) }),
  },
});
