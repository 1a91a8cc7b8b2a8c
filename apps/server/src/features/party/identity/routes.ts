import { identities } from '@usance/api/identity';
import type { Room } from '../../../platform/http/calls/verb.ts';
import { listIdentities } from './identity.queries.ts';

export const identityRoom: Room = (mount) => mount(identities, { list: listIdentities });
