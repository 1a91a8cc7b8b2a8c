import { citizens } from '@usance/api/people/citizen';
import type { Room } from '#platform/house/room.ts';
import { mount } from '#platform/http/calls/verb.ts';
import { authenticateCitizen } from './authenticate-citizen.ts';
import { sealedCitizens } from './sealed-number.ts';

export const citizenRoom: Room = {
  calls: mount(citizens, { auth: authenticateCitizen }),
  tables: {
    citizen: {},
  },
  seals: { citizens: sealedCitizens },
};
