import * as z from 'zod/mini';
import { defineCalls } from './call.ts';
import { noContent } from './wire.ts';

/** The console's pages, as its routes are written. */
export const consolePage = z.enum([
  '/account',
  '/billing-center/$contractId/access-control',
  '/billing-center/$contractId/access-control/$role',
  '/billing-center/$contractId/budgets',
  '/billing-center/$contractId/cost-analysis',
  '/billing-center/$contractId/cost-views/$viewId',
  '/billing-center/$contractId/income-expense',
  '/billing-center/$contractId/private-offers',
  '/billing-center/$contractId/private-offers/$offerId',
  '/billing-center/$contractId/statements',
  '/billing-center/$contractId/statements/$statementId',
  '/billing-center/$contractId/vouchers',
  '/contracts',
  '/contracts/$contractId/access-control',
  '/contracts/$contractId/access-control/$role',
  '/contracts/$contractId/audit',
  '/contracts/$contractId/dataclouds',
  '/contracts/$contractId/overview',
  '/contracts/$contractId/payment-methods',
  '/contracts/$contractId/statements/$statementId',
  '/create-datacloud',
  '/dataclouds',
  '/marketplace',
]);

/** One web vital of a visit: the largest paint and the slowest interaction in milliseconds, or the shift of the layout. */
const pageVital = z.strictObject({
  page: consolePage,
  vital: z.enum(['LCP', 'INP', 'CLS']),
  value: z.number().check(z.minimum(0), z.maximum(600_000)),
});

export type PageVital = z.output<typeof pageVital>;

/** The figures of more pages than a reader opens before they look away. */
export const mostVitals = 100;

export const webVitals = defineCalls('web-vitals', {
  tell: {
    method: 'POST',
    path: '/web-vitals',
    summary: 'How fast pages of the console were for you; counted for the installation, not for you',
    customer: 'signed-in',
    admission: 'read',
    body: z.strictObject({ vitals: z.array(pageVital).check(z.minLength(1), z.maxLength(mostVitals)) }),
    reply: noContent,
  },
});
