import { identities } from '@usance/api/people/identity';
import type { Room } from '#platform/house/room.ts';
import { mount } from '#platform/http/calls/verb.ts';
import { listIdentities } from './identity.queries.ts';

export const identityRoom: Room = { calls: mount(identities, { list: listIdentities }) };
