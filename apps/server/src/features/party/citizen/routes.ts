import { citizens } from '@usance/api/citizen';
import type { Room } from '../../../platform/http/calls/verb.ts';
import type { SealingKey } from '../second-factor-record/sealing-key.ts';
import { authenticateCitizen } from './authenticate-citizen.ts';

/** The key encrypts the numbers of people. */
export const citizenRoom =
  (key: SealingKey): Room =>
  (mount) =>
    mount(citizens, { auth: (work, input) => authenticateCitizen(work, input, key) });
