import * as z from 'zod/mini';
import { defineCalls, inPath } from '../call.ts';
import { boolParam, contractId, contractParams, idOf, instantText, noContent } from '../wire.ts';

export const notificationId = idOf('ntf');

/** The kinds of notifications. Each kind has one template in both languages. */
export const notificationKind = z.enum([
  'private_offer',
  'statement_issued',
  'balance_low',
  'budget',
  'account_period',
  'billing_upgrade',
  'voucher_ending',
  'marketplace_hour',
]);
export type NotificationKind = z.output<typeof notificationKind>;

const notification = z.object({
  id: notificationId,
  notificationType: notificationKind,
  /** The severity, which selects the icon. */
  level: z.enum(['info', 'warning', 'error']),
  notificationTitle: z.string(),
  notificationText: z.string(),
  contractId,
  contractName: z.string(),
  /** A path of the console, or an external https address; empty without a target. */
  url: z.string(),
  createdAt: instantText,
  isRead: z.boolean(),
});
export type Notification = z.output<typeof notification>;

const preference = z.object({ kind: notificationKind, mail: z.boolean() });

export const notifications = defineCalls('notification', {
  list: {
    method: 'GET',
    path: '/contracts/{id}/notifications',
    summary: 'A contract’s notifications for you, in your language, the newest first',
    customer: 'contract.read',
    contract: inPath,
    admission: 'read',
    params: contractParams,
    query: z.strictObject({ unread: z.optional(boolParam) }),
    reply: z.object({ notifications: z.array(notification) }),
  },
  read: {
    method: 'POST',
    path: '/contracts/{id}/notifications/read',
    summary: 'Mark notifications as read, for yourself',
    customer: 'contract.read',
    contract: inPath,
    admission: 'write',
    params: contractParams,
    body: z.strictObject({ ids: z.array(notificationId).check(z.minLength(1), z.maxLength(100)) }),
    reply: noContent,
  },
  preferences: {
    method: 'GET',
    path: '/accounts/self-service/notification-preferences',
    summary: 'The kinds of notifications that you also get by mail',
    customer: 'signed-in',
    admission: 'read',
    reply: z.object({ items: z.array(preference) }),
  },
  prefer: {
    method: 'PUT',
    path: '/accounts/self-service/notification-preferences',
    summary: 'Choose the kinds of notifications that you also get by mail; absent kinds stay as they are',
    customer: 'signed-in',
    admission: 'write',
    body: z.strictObject({ items: z.array(preference).check(z.minLength(1), z.maxLength(20)) }),
    reply: noContent,
  },
});
