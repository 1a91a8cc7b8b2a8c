import * as z from 'zod/mini';
import { defineCalls } from '../call.ts';
import { idOf, instantText, noContent } from '../wire.ts';

export const sessionId = idOf('ses');

const session = z.object({
  id: sessionId,
  /** True for the session of this request. */
  isCurrent: z.boolean(),
  /** True if an operator acts for you in it; device and address are empty then. */
  byOperator: z.boolean(),
  /** The browser's user agent at sign-in. */
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
    summary: 'End one of your sessions',
    customer: 'signed-in',
    admission: 'write',
    refusals: ['SESSION_NOT_FOUND'],
    params: z.strictObject({ id: sessionId }),
    reply: noContent,
  },
  endOthers: {
    method: 'DELETE',
    path: '/accounts/self-service/sessions',
    summary: 'End all of your sessions but this one, which gets a new cookie',
    customer: 'signed-in',
    admission: 'write',
    reply: noContent,
  },
});
