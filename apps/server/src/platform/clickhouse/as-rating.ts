import { bounded } from './bounded.ts';
import type { ClickHouse } from './client.ts';
import { limitsOf } from './limits.ts';

/** For rounds that rate, as calls do: without limits of its own a statement has an hour, for which one that is never answered would wait. */
export const asRating = <Asking extends { readonly clickhouse: ClickHouse }>(deps: Asking): Asking => ({
  ...deps,
  clickhouse: bounded(deps.clickhouse, { limits: limitsOf.rating }),
});
