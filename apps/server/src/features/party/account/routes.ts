import { accounts } from '@usance/api/account';
import { type Room, SpanningVerb } from '../../../platform/http/calls/verb.ts';
import { endSession } from './session.ts';
import { signIn } from './sign-in.ts';
import { whoami } from './whoami.ts';

export const accountRoom: Room = (mount) =>
  mount(accounts, {
    // A refused sign-in is counted, so it cannot be one transaction that is undone.
    login: new SpanningVerb(signIn),
    whoami,
    logout: endSession,
  });
