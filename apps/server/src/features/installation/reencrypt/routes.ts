import { contractKeys } from '@usance/api/contract-key';
import { type Room, SpanningVerb } from '../../../platform/http/calls/verb.ts';
import type { SealingKey } from '../../party/second-factor-record/sealing-key.ts';
import { reencrypt } from './reencrypt.ts';

/** Here and not where contracts have their keys, since it seals anew whatever the installation's key has sealed. */
export const reencryptRoom =
  (key: SealingKey): Room =>
  (mount) =>
    mount(
      { reencrypt: contractKeys.reencrypt },
      { reencrypt: new SpanningVerb((ctx, input) => reencrypt(ctx, input, key)) },
    );
