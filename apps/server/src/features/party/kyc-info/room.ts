import { contractBuyers } from '@usance/api/contract-buyer';
import { kycInfos } from '@usance/api/kyc-info';
import type { Room } from '../../../platform/house/room.ts';
import { mount } from '../../../platform/http/calls/verb.ts';
import { showKycInfo } from './kyc-info.queries.ts';
import { showBuyer } from './show-buyer.ts';
import { updateKycInfo } from './update-kyc-info.ts';

export const kycInfoRoom: Room = {
  calls: [
    ...mount(kycInfos, { get: showKycInfo, update: updateKycInfo }),
    ...mount(contractBuyers, { get: showBuyer }),
  ],
};
