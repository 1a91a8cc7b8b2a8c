import * as z from 'zod/mini';
import { defineCalls } from './call.ts';
import { resourceKind } from './cloud.ts';
import { datacloudId } from './datacloud.ts';
import { reasonNames } from './reason.ts';
import { contractId, exactDecimal, exactText, sensibleInstant } from './wire.ts';

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
    /** At most 12 places. Negative only in a correction, which takes back what was metered too much. */
    quantity: exactDecimal,
    correction: z._default(z.boolean(), false),
    unit: exactText(40),
    start: sensibleInstant,
    end: sensibleInstant,
    /** false: listed with amount 0. */
    chargeable: z._default(z.boolean(), true),
  })
  .check(
    // Rating multiplies a whole contract's rows in one width of whole numbers, so a single record with 26 digits would
    // keep all the others from being rated. Nothing that is metered comes near 100 trillion of its unit.
    z.refine((record) => /^-?\d{1,14}(\.|$)/.test(record.quantity), {
      path: ['quantity'],
      error: 'Must have at most 14 digits before the point',
    }),
    z.refine((record) => record.correction || !record.quantity.startsWith('-'), {
      path: ['quantity'],
      error: 'Must be 0 or more, save in a correction',
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
    summary: 'Take in usage records, one JSON object (or CloudEvent) a line; each counts once for ever',
    bodyMedia: 'application/x-ndjson',
    longestLine: 64 * 1024,
    // Records that were lost since are stored again; a reply from before would say that they are there.
    doneAgain: true,
    body: z.string(),
    reply: z.object({
      accepted: z.int(),
      duplicate: z.int(),
      refused: z.int(),
      refusals: z.array(refusedUsage),
    }),
  },
});
