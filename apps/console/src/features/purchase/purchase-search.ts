import * as z from 'zod/mini';

export const groupings = ['product', 'region', 'cloud', 'datacloud'] as const;
export type Grouping = (typeof groupings)[number];

/** What the server can order rows by; the ids of the sortable columns. */
export const sortWords = [
  'start',
  'amount',
  'consumption',
  'listPrice',
  'product',
  'datacloudName',
  'billingItem',
  'region',
] as const;
export type SortWord = (typeof sortWords)[number];

const words = z.catch(z.optional(z.array(z.string())), undefined);
const latestMs = 32_503_680_000_000;

/** The whole state of the screen, as its URL keeps it. */
export const usageSearch = z.object({
  /** Epoch milliseconds within the month to show; wins over `range`. */
  time: z.catch(z.optional(z.int().check(z.gte(0), z.lt(latestMs))), undefined),
  /** A relative word, or days: `2026-10-01..2026-10-15`, the last left out for "till now". */
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
  nonzero: z._default(z.catch(z.boolean(), false), false),
  /** One day of the range: narrows the table and the download, and leaves the charts whole. */
  day: z.catch(z.optional(z.iso.date()), undefined),
  groupBy: z._default(z.catch(z.enum(groupings), 'product'), 'product'),
  page: z._default(z.catch(z.int().check(z.gte(1)), 1), 1),
  sort: z._default(z.catch(z.enum(sortWords), 'start'), 'start'),
  order: z._default(z.catch(z.enum(['asc', 'desc']), 'desc'), 'desc'),
});
export type UsageSearch = z.output<typeof usageSearch>;

export const usageDefaults = {
  range: 'this-month',
  nonzero: false,
  groupBy: 'product',
  page: 1,
  sort: 'start',
  order: 'desc',
} as const;

export type ChangeSearch = (patch: Partial<UsageSearch>) => void;
