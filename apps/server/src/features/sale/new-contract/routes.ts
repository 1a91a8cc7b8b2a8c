import { contracts } from '@usance/api/contract';
import type { Room } from '../../../platform/http/calls/verb.ts';
import { createContract } from './create-contract.ts';

const { createInternal } = contracts;

/** Making contracts; reading them is further back, where everything that hangs on one can use it. */
export const newContractRoom: Room = (mount) => mount({ createInternal }, { createInternal: createContract });
