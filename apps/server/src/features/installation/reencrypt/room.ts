import { contractKeys } from '@usance/api/contract/contract-key';
import type { Room } from '#platform/house/room.ts';
import { mount, SpanningVerb } from '#platform/http/calls/verb.ts';
import { reencrypt } from './reencrypt.ts';

/** Not in the room of contract keys, because it reseals all secrets of the installation's key. */
export const reencryptRoom: Room = {
  calls: mount({ reencrypt: contractKeys.reencrypt }, { reencrypt: new SpanningVerb(reencrypt) }),
};
