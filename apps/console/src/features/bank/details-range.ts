import type { Contract } from '@usance/api/contract';
import { parseBillingMonth, rangeOf } from '@usance/period/billing-month';
import type { ReactNode } from 'react';

/** What both detail tables take: the contract, the range asked for, and the page. */
export interface DetailsProps {
  contract: Contract;
  range: { start?: number; end?: number };
  page: number;
  onPage: (page: number) => void;
  toolbar: ReactNode;
  onClear: (() => void) | undefined;
}

/** Whole months in the contract's zone as the API's half-open range; an open side stays open. */
export function detailsRange(
  contract: Contract,
  from: string | undefined,
  to: string | undefined,
): DetailsProps['range'] {
  return {
    ...(from && { start: rangeOf(parseBillingMonth(from), contract.billingZone).start }),
    ...(to && { end: rangeOf(parseBillingMonth(to), contract.billingZone).end }),
  };
}
