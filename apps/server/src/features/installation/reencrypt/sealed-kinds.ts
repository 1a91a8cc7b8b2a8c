import type { SealedRows } from '../../../platform/sealing/sealed-rows.ts';
import { sealedCitizens } from '../../party/citizen/sealed-number.ts';
import { sealedContractKeys } from '../../party/contract-key/contract-key.ts';
import { sealedKycNumbers } from '../../party/kyc-info/sealed-number.ts';
import { sealedSecrets } from '../../party/second-factor-record/sealed-secrets.ts';

/** All rows that the installation's key seals. */
export const sealedKinds = {
  secondFactors: sealedSecrets,
  citizens: sealedCitizens,
  kycInfos: sealedKycNumbers,
  contractKeys: sealedContractKeys,
} as const satisfies Readonly<Record<string, SealedRows>>;
