import * as z from 'zod/mini';
import { defineCalls, inBody, inQuery } from '../call.ts';
import { cloudProvider, edition } from '../cloud.ts';
import { says } from '../rule.ts';
import { sortedBy } from '../sorted.ts';
import { boolParam, contractId, idOf, instantText, listParam, optionalText, paged, paging, text } from '../wire.ts';

export const datacloudId = idOf('dc');
const datacloudState = z.enum(['CREATING', 'RUNNING', 'PAUSED', 'DELETING', 'DELETED', 'FAILED']);

/** An order to a region's controller. */
export const datacloudOrderId = idOf('dco');
/** The controller's report about an order. */
const datacloudReport = z.enum(['provisioned', 'failed', 'paused', 'resumed', 'deleted']);
export type DatacloudReport = z.output<typeof datacloudReport>;

/** The rule for a data cloud's name. */
export const datacloudName = z.string(says('nameRequired')).check(
  z.minLength(1, says('nameRequired')),
  z.maxLength(64, { error: says('nameLength'), abort: true }),
  z.regex(/^[A-Za-z]/, says('startsWithLetter')),
  z.regex(/^[A-Za-z0-9_]*$/, says('nameCharacters')),
  z.minLength(3, says('nameLength')),
  z.refine((name) => !name.includes('\n'), says('nameCharacters')),
);

const datacloud = z.object({
  id: datacloudId,
  name: z.string(),
  state: datacloudState,
  edition,
  cloud: cloudProvider,
  region: z.string(),
  regionID: z.string(),
  regionName: z.string(),
  regionURL: z.string(),
  creator: z.string(),
  gmtCreated: instantText,
  contractId,
  contractTags: z.string(),
});
export type Datacloud = z.output<typeof datacloud>;

/** A tag as replies have it. */
export const datacloudTag = z.object({ key: z.string(), value: z.string() });

/** `tags` are the present ones, ordered by key. `stopped`: a budget keeps it paused, or is about to. */
const listedDatacloud = z.extend(datacloud, { tags: z.array(datacloudTag), stopped: z.boolean() });
export type ListedDatacloud = z.output<typeof listedDatacloud>;

export const createDatacloudBody = z.strictObject({
  contractId,
  name: datacloudName,
  regionID: text(64),
  edition,
});

export const dataclouds = defineCalls('datacloud', {
  list: {
    method: 'GET',
    path: '/dataclouds',
    summary: 'Data clouds of the contracts on which the caller may read them',
    customer: 'signed-in',
    contract: inQuery('contractId', 'datacloud.read'),
    admission: 'read',
    reads: 'replica',
    query: z.strictObject({
      ...paging,
      contractId: z.optional(contractId),
      /** Matches a part of the name or the id. */
      name: optionalText(64),
      cloud: z.optional(cloudProvider),
      states: z.optional(listParam(datacloudState)),
      includeDeleted: z._default(boolParam, false),
      ...sortedBy('gmtCreated', 'name'),
    }),
    reply: paged(listedDatacloud),
  },
  create: {
    method: 'POST',
    path: '/dataclouds',
    summary: 'Create a data cloud in a region',
    customer: 'datacloud.create',
    contract: inBody,
    admission: 'write',
    refusals: [
      'ACCOUNT_PERIOD_CONFLICT',
      'CONTRACT_STATE_CONFLICT',
      'DATACLOUD_EXISTS',
      'FROZEN_CONFLICT',
      'NOT_GRANT_PLATFORM_ERROR',
    ],
    body: createDatacloudBody,
    reply: datacloud,
  },
  delete: {
    method: 'DELETE',
    path: '/dataclouds/{datacloudID}',
    summary: 'Delete a data cloud and everything in it',
    customer: 'signed-in',
    admission: 'write',
    refusals: ['DATACLOUD_NOT_FOUND', 'DATACLOUD_STATE_CONFLICT', 'NOT_GRANT_PLATFORM_ERROR', 'NO_PERMISSION'],
    params: z.strictObject({ datacloudID: datacloudId }),
    query: z.strictObject({ regionID: text(64) }),
    reply: datacloud,
  },
  reportEvent: {
    internal: 'contract.write',
    admission: 'write',
    method: 'POST',
    path: '/dataclouds/{datacloudID}/events',
    summary: 'Report the result of an order, for the controller of a region; a repeated report changes nothing',
    refusals: ['DATACLOUD_NOT_FOUND', 'DATACLOUD_ORDER_NOT_FOUND', 'DATACLOUD_STATE_CONFLICT'],
    params: z.strictObject({ datacloudID: datacloudId }),
    body: z.strictObject({ orderId: datacloudOrderId, event: datacloudReport }),
    reply: datacloud,
  },
  exists: {
    method: 'GET',
    path: '/dataclouds/{name}/exists',
    summary: 'Whether a name is taken in a region',
    customer: 'signed-in',
    admission: 'read',
    params: z.strictObject({ name: datacloudName }),
    query: z.strictObject({ regionID: text(64) }),
    reply: z.object({ exists: z.boolean() }),
  },
});

/** The first request of the console's tiles, whose reply the server sends along with the page. */
export const datacloudTiles = { query: { pageSize: 999 } } as const;
