import * as z from 'zod/mini';
import { defineTerms } from '../metering/term.ts';
import { idOf, wholeNumber } from '../wire.ts';

export const gracePeriodId = idOf('gp');

const days = wholeNumber(0, 366);

/**
 * The deadlines of late payment: days of grace after the due day, and days from the breach to the end of extension,
 * suspension and backup, in ascending order.
 */
export const gracePeriods = defineTerms('grace-period', {
  id: gracePeriodId,
  path: '/contracts/{id}/grace-periods',
  words: ['a grace period', 'grace periods'],
  fixed: 'once begun',
  value: { graceDays: days, extensionDays: days, suspensionDays: days, backupDays: days },
  replyFields: { graceDays: z.int(), extensionDays: z.int(), suspensionDays: z.int(), backupDays: z.int() },
  access: { customer: 'billing.read' },
  held: { moves: 'money' },
  refusals: ['TERM_PASSED'],
});
export type GracePeriod = z.output<typeof gracePeriods.create.reply>;
