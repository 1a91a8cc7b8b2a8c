import { contractBuyers } from '@usance/api/contract/contract-buyer';
import { kycInfos } from '@usance/api/contract/kyc-info';
import { socialId } from '@usance/api/contract/social-id';
import * as z from 'zod/mini';
import { line } from '#platform/house/archived-text.ts';
import type { Room } from '#platform/house/room.ts';
import { mount } from '#platform/http/calls/verb.ts';
import { showKycInfo } from './kyc-info.queries.ts';
import { sealedKycNumbers } from './sealed-number.ts';
import { showBuyer } from './show-buyer.ts';
import { updateKycInfo } from './update-kyc-info.ts';

export const kycInfoRoom: Room = {
  calls: [
    ...mount(kycInfos, { get: showKycInfo, update: updateKycInfo }),
    ...mount(contractBuyers, { get: showBuyer }),
  ],
  tables: {
    kyc_info: {
      travels: {
        by: ['contract_id'],
        without: ['person_social_id', 'key_id'],
        tells: {
          enterprise_name: line(200),
          enterprise_social_id: z.nullable(socialId),
          enterprise_legal: line(100),
          contact_person: line(100),
          address: line(300),
          citizen_name: line(100),
          contact_phone: line(40),
          contact_email: line(254),
        },
      },
    },
  },
  seals: { kycInfos: sealedKycNumbers },
};
