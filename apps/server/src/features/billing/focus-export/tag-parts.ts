import type { TagHistory } from '../../contract/datacloud/tag/tag-history.ts';
import { tagsJson } from '../purchase/tag/tags-json.ts';

/**
 * Divides data clouds into parts, so that one statement can spell all tags of a part. The export cannot be narrowed to
 * fewer data clouds, so it must not refuse many tags.
 */
export function tagParts(datacloudIds: readonly string[], history: TagHistory): readonly (readonly string[])[] {
  const parts: string[][] = [];
  let room = 0;
  for (const id of datacloudIds) {
    const size = bytesOf(history, id);
    if (size > room) {
      parts.push([]);
      room = partBytes;
    }
    parts.at(-1)?.push(id);
    room -= size;
  }
  return parts;
}

const bytesOf = (history: TagHistory, id: string) =>
  (history.get(id) ?? []).reduce((bytes, { tags }) => bytes + Buffer.byteLength(tagsJson(tags)) + bytesOfStep, 100);

/** The numbers of a step in the lookup. */
const bytesOfStep = 50;
const partBytes = 2 ** 22;
