import { contractKeys } from '@usance/api/contract-key';
import type { Room } from '#platform/house/room.ts';
import { mount, SpanningVerb } from '#platform/http/calls/verb.ts';
import { reencrypt } from './reencrypt.ts';

/** Here and not where contracts have their keys, since it seals anew whatever the installation's key has sealed. */
export const reencryptRoom: Room = {
  calls: mount({ reencrypt: contractKeys.reencrypt }, { reencrypt: new SpanningVerb(reencrypt) }),
};
