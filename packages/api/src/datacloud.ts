import * as z from 'zod/mini';
import { defineCall, onContract, signedIn } from './call.ts';
import { cloudProvider, edition } from './cloud.ts';
import { boolParam, contractId, idOf, instant, listParam, ordering, pageOf, paging, text } from './wire.ts';

export const datacloudState = z.enum(['CREATING', 'RUNNING', 'PAUSED', 'DELETING', 'DELETED', 'FAILED']);

/** The rule of a data cloud's name, with the words a person reads. */
export const datacloudName = z.string('The name is required').check(
  z.minLength(1, 'The name is required'),
  z.regex(/^[A-Za-z]/, 'Must start with a letter'),
  z.regex(/^[A-Za-z0-9_]*$/, 'Must contain only letters、numbers or underscores'),
  z.minLength(3, 'The length range must be [3-64]'),
  z.maxLength(64, 'The length range must be [3-64]'),
  z.refine((name) => !name.includes('\n'), 'Must contain only letters、numbers or underscores'),
);

export const datacloud = z.object({
  id: idOf('dc'),
  name: z.string(),
  state: datacloudState,
  edition,
  cloud: cloudProvider,
  region: z.string(),
  regionID: z.string(),
  regionName: z.string(),
  regionURL: z.string(),
  creator: z.string(),
  gmtCreated: instant,
  contractId,
  contractTags: z.string(),
});
export type Datacloud = z.output<typeof datacloud>;

export const listDataclouds = defineCall({
  id: 'datacloud.list',
  method: 'GET',
  path: '/api/v1/dataclouds',
  summary: 'Data clouds of the contracts on which the caller may read them',
  access: signedIn,
  query: z.strictObject({
    ...paging,
    contractId: z.optional(contractId),
    name: z.optional(text(64)),
    cloud: z.optional(cloudProvider),
    states: z.optional(listParam(datacloudState)),
    includeDeleted: z._default(boolParam, false),
    orderBy: z._default(z.enum(['gmtCreated', 'name']), 'gmtCreated'),
    ordering,
  }),
  reply: pageOf(datacloud),
});

export const createDatacloudBody = z.strictObject({
  contractId,
  name: datacloudName,
  regionID: text(64),
  edition,
});

export const createDatacloud = defineCall({
  id: 'datacloud.create',
  method: 'POST',
  path: '/api/v1/dataclouds',
  summary: 'Create a data cloud in a region',
  access: onContract('datacloud.create', 'body'),
  body: createDatacloudBody,
  reply: datacloud,
});

export const datacloudExists = defineCall({
  id: 'datacloud.exists',
  method: 'GET',
  path: '/api/v1/dataclouds/{name}/exists',
  summary: 'Whether a name is taken in a region',
  access: signedIn,
  params: z.strictObject({ name: datacloudName }),
  query: z.strictObject({ regionID: text(64) }),
  reply: z.object({ exists: z.boolean() }),
});
