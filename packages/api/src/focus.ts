import * as z from 'zod/mini';
import { defineCall, internal } from './call.ts';
import { contractId, idOf, instant } from './wire.ts';

export const focusReport = z.object({
  contractId,
  rows: z.int(),
  rated: z.int(),
  excluded: z.int(),
  agreed: z.int(),
  disagreed: z.int(),
  totalListCost: z.string(),
  totalRated: z.string(),
  /** When the contract begins, which is where its usage does. */
  commencingOn: instant,
  /** Every row that was not rated, or whose amount differs, with its line and why. */
  notes: z.array(
    z.object({
      line: z.int(),
      kind: z.enum(['excluded', 'disagreed', 'broken']),
      reason: z.string(),
      message: z.string(),
    }),
  ),
});
export type FocusReport = z.output<typeof focusReport>;

export const importFocus = defineCall({
  id: 'focus.import',
  method: 'POST',
  path: '/internal/api/v1/imports/focus',
  summary: 'Import a FOCUS 1.0 cost file as usage and prices of a contract made for it',
  access: internal('write'),
  bodyMedia: 'text/csv',
  query: z.strictObject({
    name: z.optional(z.string().check(z.maxLength(100))),
    admin: z.optional(idOf('acc')),
    adminEmail: z.optional(z.string().check(z.maxLength(254))),
  }),
  body: z.string(),
  reply: focusReport,
});
