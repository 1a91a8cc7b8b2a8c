import * as z from 'zod/mini';
import { defineCalls, inPath } from '../call.ts';
import { says } from '../rule.ts';
import { contractId, exactText } from '../wire.ts';
import { datacloudId, datacloudTag } from './datacloud.ts';

/** The number of tags that a data cloud may have. */
export const mostTags = 20;

const longestKey = 64;
const keyCharacters = 'A-Za-z0-9_.\\-\\/:';
export const tagKey = z.string().check(
  z.minLength(1, { error: says('required'), abort: true }),
  z.maxLength(longestKey, { error: says('longest', { max: longestKey }), abort: true }),
  // Readers of JSON objects drop the key __proto__.
  z.regex(new RegExp(`^(?!__proto__$)[${keyCharacters}]+$`), says('tagKey')),
);
const longestValue = 256;
export const tagValue = exactText(longestValue, 0);

const tag = z.strictObject({ key: tagKey, value: tagValue });
export type Tag = z.output<typeof tag>;

/** All tags of a data cloud, ordered by key. */
const tagSet = z.object({ tags: z.array(datacloudTag) });

/** `key=value`, or a key alone for what has no such tag. */
export const tagFilter = exactText(longestKey + 1 + longestValue).check(
  z.regex(new RegExp(`^[${keyCharacters}]{1,${longestKey}}(=|$)`), says('tagFilter')),
);

/** Names each tag whose key stands above it already: letters of another case make another key. */
const keysOnce = z.check<Tag[]>(({ value: tags, issues }) => {
  const seen = new Set<string>();
  for (const [at, { key }] of tags.entries()) {
    if (seen.has(key))
      issues.push({ code: 'custom', input: key, path: [at, 'key'], message: says('namedTwice', { id: key }) });
    seen.add(key);
  }
});

export const replaceTagsBody = z.strictObject({
  tags: z.array(tag).check(z.maxLength(mostTags, says('tooMany', { max: mostTags })), keysOnce),
});

const of = {
  path: '/contracts/{id}/dataclouds/{datacloudID}/tags',
  contract: inPath,
  params: z.strictObject({ id: contractId, datacloudID: datacloudId }),
  refusals: ['DATACLOUD_NOT_FOUND'],
} as const;

export const datacloudTags = defineCalls('datacloud-tag', {
  list: {
    ...of,
    method: 'GET',
    summary: 'The tags of a data cloud, ordered by key',
    customer: 'datacloud.read',
    internal: 'read',
    admission: 'read',
    reply: tagSet,
  },
  replace: {
    ...of,
    method: 'PUT',
    summary:
      'Replace all tags of a data cloud, with effect from the start of this hour; usage before it keeps its tags',
    customer: 'datacloud.create',
    internal: 'contract.write',
    locks: 'contract',
    admission: 'write',
    body: replaceTagsBody,
    reply: tagSet,
  },
});
