import { contractKeys } from '@usance/api/contract-key';
import { type Room, SpanningVerb } from '../../../platform/http/calls/verb.ts';
import type { SealingKey } from '../second-factor-record/sealing-key.ts';
import { backfillLicenses } from './backfill-licenses.ts';
import { showPublicKey } from './contract-key.queries.ts';
import { encodeLicense } from './encode-license.ts';

const { publickey, encodedlicense, backfilllicenses } = contractKeys;

/** The key encrypts the private keys of contracts; what else it has sealed is sealed anew further on, with all that is. */
export const contractKeyRoom =
  (key: SealingKey): Room =>
  (mount) =>
    mount(
      { publickey, encodedlicense, backfilllicenses },
      {
        publickey: showPublicKey,
        encodedlicense: (ctx) => encodeLicense(ctx, key),
        backfilllicenses: new SpanningVerb((ctx) => backfillLicenses(ctx, key)),
      },
    );
