import { contracts } from '@usance/api/contract';
import type { Room } from '../../../platform/http/calls/verb.ts';
import type { SealingKey } from '../../party/second-factor-record/sealing-key.ts';
import { createContract } from './create-contract.ts';
import { createOwnContract } from './create-own-contract.ts';

const { create, createInternal } = contracts;

/** Making contracts; reading them is further back, where everything that hangs on one can use it. The key encrypts the numbers of people. */
export const newContractRoom =
  (key: SealingKey): Room =>
  (mount) =>
    mount(
      { create, createInternal },
      {
        create: (work, input) => createOwnContract(work, input, key),
        createInternal: (work, input) => createContract(work, input, key),
      },
    );
