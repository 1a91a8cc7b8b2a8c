import { quote } from '#platform/clickhouse/literal.ts';
import type { TagHistory, Tags } from '../../../contract/datacloud/tag/tag-history.ts';
import { tagLookupSql } from './tag-lookup.ts';

/** Returns SQL for the tags of a rated row as a JSON object; an empty text without tags. */
export const tagsJsonSql = (history: TagHistory): string =>
  tagLookupSql(history, 'start_at', (tags) => quote(tagsJson(tags)));

export const tagsJson = (tags: Tags): string => (tags.size === 0 ? '' : JSON.stringify(Object.fromEntries(tags)));
