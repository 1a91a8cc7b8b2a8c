import { contracts } from '@usance/api/contract/contract';
import { line } from '#platform/house/archived-text.ts';
import type { Room } from '#platform/house/room.ts';
import { mount } from '#platform/http/calls/verb.ts';
import { listContracts } from './contract.queries.ts';
import { showContract } from './show-contract.ts';

const { list, get } = contracts;

/** Reads contracts. A later room creates them, where it can reach all that belongs to one. */
export const contractRoom: Room = {
  calls: mount({ list, get }, { list: listContracts, get: showContract }),
  tables: {
    contract: {
      travels: {
        by: ['id'],
        without: ['creator', 'brought_sign_id'],
        tells: {
          name: line(200),
          buyer_name: line(200),
          seller: line(200),
          bank_account: line(100),
          tags: line(100),
        },
      },
    },
    contract_sign_day: {},
  },
};
