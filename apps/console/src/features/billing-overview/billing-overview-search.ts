import * as z from 'zod/mini';
import { choiceSearch, monthSearch, pageSearch, sizeSearch, sortSearch } from '../../ui/search/search.ts';

const { sort, order } = sortSearch('gmtTime', 'amount');

/** Each history of the page has its own page, months, type and order in the URL. */
export const billingOverviewSearch = z.object({
  cashPage: pageSearch,
  cashSize: sizeSearch,
  cashFrom: monthSearch,
  cashTo: monthSearch,
  cashType: choiceSearch('deposit', 'deduct', 'withdraw'),
  cashSort: sort,
  cashOrder: order,
  frozenPage: pageSearch,
  frozenSize: sizeSearch,
  frozenFrom: monthSearch,
  frozenTo: monthSearch,
  frozenType: choiceSearch('frozen', 'unfrozen'),
  frozenSort: sort,
  frozenOrder: order,
  /** True to explain the available balance. */
  explain: z._default(z.catch(z.boolean(), false), false),
});
export type BillingOverviewSearch = z.output<typeof billingOverviewSearch>;
