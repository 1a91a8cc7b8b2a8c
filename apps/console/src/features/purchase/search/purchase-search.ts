import { changedDimension } from '@usance/api/billing/purchase/purchase-change';
import { comparisons } from '@usance/period/purchase-period';
import * as z from 'zod/mini';
import { choiceSearch, defaultsOf, pageSearch, sizeSearch, sortSearch } from '../../../ui/search/search.ts';

export const groupings = ['product', 'region', 'cloud', 'datacloud', 'object', 'billingItem'] as const;
/** A tag's key groups, too: `tag:team`. */
const grouping = z.union([z.enum(groupings), z.templateLiteral(['tag:', z.string().check(z.minLength(1))])]);
export type Grouping = z.output<typeof grouping>;

const words = z.catch(z.optional(z.array(z.string())), undefined);
const latestMs = 32_503_680_000_000;

/** The whole state of the screen, kept in its URL. */
export const purchaseSearch = z.object({
  /** Epoch milliseconds within the month to show; takes precedence over `range`. */
  time: z.catch(z.optional(z.int().check(z.gte(0), z.lt(latestMs))), undefined),
  /** A relative word, or days: `2026-10-01..2026-10-15`, without the last for "until now". */
  range: z._default(z.catch(z.string(), 'this-month'), 'this-month'),
  cloud: words,
  region: words,
  edition: words,
  product: words,
  type: words,
  subType: words,
  billingItem: words,
  datacloudID: words,
  objectID: words,
  /** `key=value`, or a key alone for usage without it. */
  tag: words,
  nonzero: z._default(z.catch(z.boolean(), false), false),
  /** The id of the open view. */
  saved: z.catch(z.optional(z.string()), undefined),
  /** One day of the range: filters the table and the download, but not the charts. */
  day: z.catch(z.optional(z.iso.date()), undefined),
  groupBy: z._default(z.catch(grouping, 'product'), 'product'),
  compare: z._default(z.catch(z.enum(comparisons), 'previous'), 'previous'),
  /** The dimension of the largest ups and downs. */
  changed: z._default(z.catch(changedDimension, 'datacloudID'), 'datacloudID'),
  /** The width of a bar; without one, it depends on the range. */
  step: choiceSearch('day', 'week', 'month'),
  /** The table: groups, or all rows. */
  view: z._default(z.catch(z.enum(['groups', 'rows']), 'groups'), 'groups'),
  /** The key of the group whose rows are open. */
  open: z.catch(z.optional(z.string()), undefined),
  /** True to explain the amounts of the rows that are shown. */
  explain: z._default(z.catch(z.boolean(), false), false),
  /** The order and page of the groups; those of the rows have the usual names. */
  groupSort: z._default(z.catch(z.enum(['amount', 'former', 'change', 'name']), 'amount'), 'amount'),
  groupOrder: z._default(z.catch(z.enum(['asc', 'desc']), 'desc'), 'desc'),
  groupPage: pageSearch,
  page: pageSearch,
  size: sizeSearch,
  /** The ids of the columns by which the server can sort. */
  ...sortSearch('start', 'amount', 'consumption', 'listPrice', 'product', 'datacloudName', 'billingItem', 'region'),
});
export type PurchaseSearch = z.output<typeof purchaseSearch>;

/** Returns the search for figures and charts: without the page and order of either table, and the part of it that is open. */
export function askedOf(search: PurchaseSearch): PurchaseSearch {
  const { page, size, sort, order, view, open, explain, groupSort, groupOrder, groupPage } = firstRows;
  return { ...search, page, size, sort, order, view, open, explain, groupSort, groupOrder, groupPage };
}

const firstRows = defaultsOf(purchaseSearch);

export type ChangePurchaseSearch = (patch: Partial<PurchaseSearch>) => void;
