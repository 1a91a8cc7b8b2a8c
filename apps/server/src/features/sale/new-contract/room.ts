import { contracts } from '@usance/api/contract/contract';
import type { Room } from '#platform/house/room.ts';
import { mount } from '#platform/http/calls/verb.ts';
import { createContract } from './create-contract.ts';
import { createOwnContract } from './create-own-contract.ts';

const { create, createInternal } = contracts;

/** Only creates contracts. Reading is in the contract group, where all other groups can use it. */
export const newContractRoom: Room = {
  calls: mount(
    { create, createInternal },
    {
      create: createOwnContract,
      createInternal: createContract,
    },
  ),
};
