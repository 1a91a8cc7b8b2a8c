import * as z from 'zod/mini';
import { defineCalls, inQuery } from '../call.ts';
import { cloudProvider } from '../cloud.ts';
import { contractId } from '../wire.ts';

const region = z.object({
  /** Unique over all clouds: `aws-us-east-1`. */
  id: z.string(),
  cloud: cloudProvider,
  /** The provider's own id: `us-east-1`. */
  region: z.string(),
  name: z.string(),
  regionURL: z.string(),
});
export type Region = z.output<typeof region>;

export const regions = defineCalls('region', {
  list: {
    method: 'GET',
    path: '/regions',
    summary: 'Regions in which a contract may create data clouds',
    customer: 'signed-in',
    internal: 'read',
    contract: inQuery('contractID', 'contract.read'),
    admission: 'read',
    query: z.strictObject({ contractID: z.optional(contractId) }),
    reply: z.object({ items: z.array(region) }),
  },
});
