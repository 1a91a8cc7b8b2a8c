import { machineTypes } from '@usance/api/machine-type';
import type { Room } from '../../../platform/http/calls/verb.ts';
import { seedMachineTypes } from './seed-machine-types.ts';

export const machineTypeRoom: Room = (mount) => mount(machineTypes, { seed: seedMachineTypes });
