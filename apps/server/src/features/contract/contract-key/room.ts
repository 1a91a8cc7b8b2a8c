import { contractKeys } from '@usance/api/contract/contract-key';
import type { Room } from '#platform/house/room.ts';
import { mount, SpanningVerb } from '#platform/http/calls/verb.ts';
import { backfillLicenses } from './backfill-licenses.ts';
import { showPublicKey } from './contract-key.queries.ts';
import { sealedContractKeys } from './contract-key.ts';
import { encodeLicense } from './encode-license.ts';

const { publickey, encodedlicense, backfilllicenses } = contractKeys;

/** The sealed-secrets room re-encrypts these keys with all others. */
export const contractKeyRoom: Room = {
  calls: mount(
    { publickey, encodedlicense, backfilllicenses },
    {
      publickey: showPublicKey,
      encodedlicense: encodeLicense,
      backfilllicenses: new SpanningVerb(backfillLicenses),
    },
  ),
  tables: {
    contract_key: { travels: { by: ['contract_id'], without: ['key_id', 'secret'] } },
  },
  seals: { contractKeys: sealedContractKeys },
};
