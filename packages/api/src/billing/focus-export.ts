import * as z from 'zod/mini';
import { billingRead, defineCalls } from '../call.ts';
import { contractParams, sensibleMonth } from '../wire.ts';

/** The versions of FOCUS in which costs can be exported. The other datasets exist only from 1.4 on. */
export const focusVersion = z.enum(['1.4', '1.2']);
export type FocusVersion = z.output<typeof focusVersion>;

/** Whole billing months, both included: an invoice is in a file with all its rows, or not at all. */
const months = { fromMonth: sensibleMonth, toMonth: sensibleMonth };

const csv = {
  ...billingRead,
  reads: 'replica',
  params: contractParams,
  replyMedia: 'text/csv',
  reply: z.string(),
} as const;

export const focusExports = defineCalls('focus-export', {
  costAndUsage: {
    ...csv,
    admission: 'usage-export',
    path: '/contracts/{id}/focus/cost-and-usage',
    summary: 'Rated rows, vouchers, credit and rounding of billing months as FOCUS Cost and Usage, 1.4 or 1.2',
    query: z.strictObject({ ...months, version: z._default(focusVersion, '1.4') }),
  },
  invoiceDetails: {
    ...csv,
    admission: 'usage-export',
    path: '/contracts/{id}/focus/invoice-detail',
    summary: 'Lines of the signed statements of billing months as FOCUS 1.4 Invoice Detail',
    query: z.strictObject(months),
  },
  billingPeriods: {
    ...csv,
    admission: 'export',
    path: '/contracts/{id}/focus/billing-period',
    summary: 'Billing months, open or closed, as FOCUS 1.4 Billing Period',
    query: z.strictObject(months),
  },
});
