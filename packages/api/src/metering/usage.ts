import * as z from 'zod/mini';
import { defineCalls } from '../call.ts';
import { resourceKind } from '../cloud.ts';
import { datacloudId } from '../contract/datacloud.ts';
import { reasonNames } from '../reason.ts';
import { contractId, exactDecimal, exactText, sensibleInstant } from '../wire.ts';

/** One metered quantity. `id` is unique for ever within its source. */
export const usageRecord = z
  .strictObject({
    id: exactText(200),
    source: z._default(exactText(100), 'default'),
    contractId,
    datacloudId,
    objectId: exactText(300),
    objectName: exactText(300),
    resourceKind,
    billingItem: exactText(200),
    tier: z._default(exactText(60, 0), ''),
    /** At most 12 places. Negative only in a correction, which reverses earlier usage. */
    quantity: exactDecimal,
    correction: z._default(z.boolean(), false),
    unit: exactText(40),
    start: sensibleInstant,
    end: sensibleInstant,
    /** False to list it with amount 0. */
    chargeable: z._default(z.boolean(), true),
  })
  .check(
    // Rating uses one integer width for all rows of a contract, so one record with 26 digits would make them all
    // unratable. Real quantities stay far below 100 trillion units.
    z.refine((record) => /^-?\d{1,14}(\.|$)/.test(record.quantity), {
      path: ['quantity'],
      error: 'Must have at most 14 digits before the point',
    }),
    z.refine((record) => record.correction || !record.quantity.startsWith('-'), {
      path: ['quantity'],
      error: 'Must be 0 or more, except in a correction',
    }),
  );
export type UsageRecord = z.output<typeof usageRecord>;

const refusedUsage = z.object({
  line: z.int(),
  id: z.optional(z.string()),
  reason: z.enum(reasonNames),
  message: z.string(),
});

export const usages = defineCalls('usage', {
  ingest: {
    internal: 'usage.write',
    admission: 'usage-intake',
    method: 'POST',
    path: '/usages',
    summary: 'Ingest usage records, one JSON object (or CloudEvent) per line; each counts only once',
    bodyMedia: 'application/x-ndjson',
    longestLine: 64 * 1024,
    // A stored reply would be wrong if records were lost since; a repetition stores them again.
    runsAgain: true,
    body: z.string(),
    reply: z.object({
      accepted: z.int(),
      duplicate: z.int(),
      refused: z.int(),
      refusals: z.array(refusedUsage),
    }),
  },
});
