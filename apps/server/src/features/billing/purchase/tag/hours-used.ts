import { instant } from '@usance/period/instant';
import type { QueryParams } from '#platform/clickhouse/client.ts';
import type { ReadContext } from '#platform/context/context.ts';
import type { UsedHours } from '../../../contract/datacloud/tag/tags-of-hours.ts';

/** The rated rows of whole days. */
export interface RowsOfDays {
  /** A condition for both rated rows and their sums. */
  readonly ofDays: string;
  readonly params: QueryParams;
}

/**
 * Returns the hours in which the rated rows of days were used. Sums tell them without reading the rows, except of late
 * usage, which was used before the hour that bills it.
 */
export async function hoursUsed(
  { clickhouse }: Pick<ReadContext, 'clickhouse'>,
  { ofDays, params }: RowsOfDays,
): Promise<readonly UsedHours[]> {
  const ofSums = `FROM rated_rollup WHERE ${ofDays}`;
  const rows = await clickhouse.queryKept<{ datacloud_id: string; first_at: string; last_at: string }>(
    `SELECT datacloud_id, min(first) AS first_at, max(last) AS last_at FROM (
       SELECT datacloud_id, bill_at AS first, named_at AS last ${ofSums} AND adjustment = 0
       UNION ALL
       SELECT datacloud_id, start_at AS first, start_at AS last FROM purchase
       WHERE ${ofDays} AND adjustment = 1 AND run_no IN (SELECT run_no ${ofSums} AND adjustment = 1)
     ) GROUP BY datacloud_id`,
    params,
  );
  return rows.map(({ datacloud_id, first_at, last_at }) => ({
    datacloudId: datacloud_id,
    first: instant(first_at),
    last: instant(last_at),
  }));
}
