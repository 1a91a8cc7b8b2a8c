import { machineTypes } from '@usance/api/metering/machine-type';
import type { Room } from '#platform/house/room.ts';
import { mount } from '#platform/http/calls/verb.ts';
import { seedMachineTypes } from './seed-machine-types.ts';

export const machineTypeRoom: Room = {
  calls: mount(machineTypes, { seed: seedMachineTypes }),
  tables: {
    machine_type: {},
  },
};
