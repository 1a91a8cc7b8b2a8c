import * as z from 'zod/mini';
import { defineCalls } from './call.ts';
import { idOf, instantText, noContent } from './wire.ts';

export const sessionId = idOf('ses');

const session = z.object({
  id: sessionId,
  /** Whether it is the one that asks. */
  isCurrent: z.boolean(),
  /** Whether one of our own people acts for you there; their device and address are empty. */
  byOperator: z.boolean(),
  /** What the browser called itself when it signed in. */
  device: z.string(),
  address: z.string(),
  gmtCreated: instantText,
  /** To the minute. */
  gmtLastUsed: instantText,
  gmtExpires: instantText,
});
export type Session = z.output<typeof session>;

export const sessions = defineCalls('session', {
  list: {
    method: 'GET',
    path: '/accounts/self-service/sessions',
    summary: 'Where you are signed in, the last used first',
    customer: 'signed-in',
    admission: 'read',
    reply: z.object({ items: z.array(session) }),
  },
  end: {
    method: 'DELETE',
    path: '/accounts/self-service/sessions/{id}',
    summary: 'Sign out somewhere',
    customer: 'signed-in',
    admission: 'write',
    refusals: ['SESSION_NOT_FOUND'],
    params: z.strictObject({ id: sessionId }),
    reply: noContent,
  },
});
