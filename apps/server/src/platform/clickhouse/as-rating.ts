import { bounded } from './bounded.ts';
import type { ClickHouse } from './client.ts';
import { limitsOf } from './limits.ts';

/**
 * Gives rounds that rate the same limits as calls that rate. The default of an hour would let a hanging statement block
 * them.
 */
export const asRating = <Asking extends { readonly clickhouse: ClickHouse }>(deps: Asking): Asking => ({
  ...deps,
  clickhouse: bounded(deps.clickhouse, { limits: limitsOf.rating }),
});
