import type { Instant } from '@usance/period/instant';
import { quote } from '#platform/clickhouse/literal.ts';
import type { DbOrTx } from '#platform/postgres/database.ts';
import { tagHistory } from '../../../contract/datacloud/tag/tag-history.ts';
import { tagLookupSql } from './tag-lookup.ts';

/** Returns SQL for the tags of a rated row as a JSON object; an empty text without tags. */
export async function tagsJsonSql(
  db: DbOrTx,
  contractId: string,
  which: { readonly until: Instant; readonly datacloudIds?: readonly string[] | undefined },
): Promise<string> {
  const history = await tagHistory(db, contractId, which);
  return tagLookupSql(history, 'start_at', (tags) =>
    quote(tags.size === 0 ? '' : JSON.stringify(Object.fromEntries(tags))),
  );
}
