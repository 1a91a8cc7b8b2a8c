import * as z from 'zod/mini';
import { defineCall, internalTwin, signedIn } from './call.ts';
import { cloudProvider } from './cloud.ts';
import { contractId } from './wire.ts';

export const region = z.object({
  /** Unique over all clouds: `aws-us-east-1`. */
  id: z.string(),
  cloud: cloudProvider,
  /** The provider's own id: `us-east-1`. */
  region: z.string(),
  name: z.string(),
  regionURL: z.string(),
});
export type Region = z.output<typeof region>;

export const listRegions = defineCall({
  id: 'region.list',
  method: 'GET',
  path: '/api/v1/regions',
  summary: 'Regions in which a contract may create data clouds',
  access: signedIn,
  query: z.strictObject({ contractID: z.optional(contractId) }),
  reply: z.object({ items: z.array(region) }),
});
export const listRegionsInternal = internalTwin(listRegions);
