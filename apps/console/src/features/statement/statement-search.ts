import * as z from 'zod/mini';
import { monthSearch, pageSearch, sizeSearch, sortSearch } from '../../ui/search/search.ts';

export const statementSearch = z.object({
  page: pageSearch,
  size: sizeSearch,
  ...sortSearch('start', 'amount', 'payableAmount', 'dueDate'),
  /** How many months the trend looks back. */
  trend: z._default(z.catch(z.union([z.literal(6), z.literal(12)]), 6), 6),
  month: monthSearch,
  /** Only those that are overdue, or only those that are not. */
  overdue: z.catch(z.optional(z.boolean()), undefined),
});
export type StatementSearch = z.output<typeof statementSearch>;
export type ChangeStatementSearch = (patch: Partial<StatementSearch>) => void;
