import { contractState } from '@usance/api/contract';
import { contractId, currency } from '@usance/api/wire';
import * as z from 'zod/mini';

const second = z.int().check(z.gte(0), z.lte(4_133_980_800));

/** What a licence says. Whoever verifies one refuses what says more, which it would not understand. */
export const licenceClaims = z.strictObject({
  contractId,
  tags: z.string(),
  buyerName: z.string(),
  serviceType: z.enum(['saas', 'byoc']),
  state: contractState,
  currency,
  /** When it was issued and until when it holds, in seconds since 1970. */
  iat: second,
  exp: second,
});
export type LicenceClaims = z.output<typeof licenceClaims>;

/** What kind of token it is: nothing else that the same key might sign one day can be taken for one. */
export const licenceType = 'usance-licence+jwt';

/** A time that a licence says, as instants are told. */
export const timeOf = (second: number): string => new Date(second * 1000).toISOString();
