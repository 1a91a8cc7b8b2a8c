import * as z from 'zod/mini';
import { defineCalls } from '../call.ts';
import { instantText, noContent } from '../wire.ts';

/** The apps that may obtain security tokens on behalf of a person; only the platform so far. */
export const appId = z.enum(['platform']);
const app = z.object({ id: appId, name: z.string() });
const grantedApp = z.extend(app, { grantedAt: instantText });
export type AskingApp = z.output<typeof app>;
export type GrantedApp = z.output<typeof grantedApp>;

const granting = {
  path: '/accounts/self-service/auth/apps/{id}',
  customer: 'signed-in',
  admission: 'write',
  params: z.strictObject({ id: appId }),
  reply: noContent,
} as const;

export const apps = defineCalls('app', {
  list: {
    method: 'GET',
    path: '/accounts/self-service/apps',
    summary: 'The apps that may ask to be authorized',
    customer: 'signed-in',
    admission: 'read',
    reply: z.object({ items: z.array(app) }),
  },
  listGranted: {
    method: 'GET',
    path: '/accounts/self-service/auth/apps',
    summary: 'The apps that you have authorized',
    customer: 'signed-in',
    admission: 'read',
    reply: z.object({ items: z.array(grantedApp) }),
  },
  grant: { ...granting, method: 'POST', summary: 'Authorize an app to obtain security tokens for you' },
  revoke: { ...granting, method: 'DELETE', summary: 'Take an app’s authorization back' },
});
