import { accounts } from '@usance/api/account';
import { signedInAccount } from '../../../platform/context/subject.ts';
import { type Room, SpanningVerb } from '../../../platform/http/calls/verb.ts';
import { getAccount, identityOf } from './account.queries.ts';
import { endSession } from './session.ts';
import { signIn } from './sign-in.ts';

export const accountRoom: Room = (mount) =>
  mount(accounts, {
    // A refused sign-in is counted, so it cannot be one transaction that is undone.
    login: new SpanningVerb(signIn),
    whoami: async (ctx) => identityOf(await getAccount(ctx.db, signedInAccount(ctx.subject))),
    logout: endSession,
  });
