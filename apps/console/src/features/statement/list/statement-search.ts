import * as z from 'zod/mini';
import { monthSearch, pageSearch, sizeSearch, sortSearch } from '../../../ui/search/search.ts';

export const statementSearch = z.object({
  page: pageSearch,
  size: sizeSearch,
  ...sortSearch('start', 'amount', 'payableAmount', 'dueDate'),
  /** The number of months in the trend. */
  trend: z._default(z.catch(z.union([z.literal(6), z.literal(12)]), 6), 6),
  month: monthSearch,
  /** True for overdue statements only, false for the others only. */
  overdue: z.catch(z.optional(z.boolean()), undefined),
});
export type StatementSearch = z.output<typeof statementSearch>;
export type ChangeStatementSearch = (patch: Partial<StatementSearch>) => void;
