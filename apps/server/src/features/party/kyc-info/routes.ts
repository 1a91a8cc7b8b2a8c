import { contractBuyers } from '@usance/api/contract-buyer';
import { kycInfos } from '@usance/api/kyc-info';
import type { Room } from '../../../platform/http/calls/verb.ts';
import { locked } from '../contract/locked.ts';
import type { SealingKey } from '../second-factor-record/sealing-key.ts';
import { showKycInfo } from './kyc-info.queries.ts';
import { showBuyer } from './show-buyer.ts';
import { updateKycInfo } from './update-kyc-info.ts';

/** The key encrypts the numbers of people. */
export const kycInfoRoom =
  (key: SealingKey): Room =>
  (mount) => {
    mount(kycInfos, {
      get: (ctx) => showKycInfo(ctx, key),
      update: locked((ctx, input) => updateKycInfo(ctx, input, key)),
    });
    mount(contractBuyers, { get: (ctx) => showBuyer(ctx, key) });
  };
