import { focusExports } from '@usance/api/billing/focus-export';
import type { Room } from '#platform/house/room.ts';
import { mount } from '#platform/http/calls/verb.ts';
import { exportBillingPeriods } from './export-billing-periods.ts';
import { exportCostAndUsage } from './export-cost-and-usage.ts';
import { exportInvoiceDetails } from './export-invoice-details.ts';

export const focusExportRoom: Room = {
  calls: mount(focusExports, {
    costAndUsage: exportCostAndUsage,
    invoiceDetails: exportInvoiceDetails,
    billingPeriods: exportBillingPeriods,
  }),
};
