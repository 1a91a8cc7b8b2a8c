import * as z from 'zod/mini';
import { monthSearch, pageSearch } from '../../ui/search/search.ts';

/** Each history of the page has its page and its months, under names of its own. */
export const billingOverviewSearch = z.object({
  cashPage: pageSearch,
  cashFrom: monthSearch,
  cashTo: monthSearch,
  frozenPage: pageSearch,
  frozenFrom: monthSearch,
  frozenTo: monthSearch,
});
export type BillingOverviewSearch = z.output<typeof billingOverviewSearch>;
