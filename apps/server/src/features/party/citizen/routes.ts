import { citizens } from '@usance/api/citizen';
import type { Room } from '../../../platform/http/calls/verb.ts';
import { authenticateCitizen } from './authenticate-citizen.ts';

export const citizenRoom: Room = (mount) => mount(citizens, { auth: authenticateCitizen });
