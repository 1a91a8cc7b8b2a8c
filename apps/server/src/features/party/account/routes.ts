import { accounts } from '@usance/api/account';
import { type Room, SpanningVerb } from '../../../platform/http/calls/verb.ts';
import type { SealingKey } from '../second-factor-record/sealing-key.ts';
import { endSession } from './session.ts';
import { signIn } from './sign-in.ts';
import { whoami } from './whoami.ts';

/** The key reads the secrets of second factors. */
export const accountRoom =
  (key: SealingKey): Room =>
  (mount) =>
    mount(accounts, {
      // A refused sign-in is counted, so it cannot be one transaction that is undone.
      login: new SpanningVerb((ctx, { body }) => signIn(ctx, body, key)),
      whoami,
      logout: endSession,
    });
