import { accounts } from '@usance/api/people/account';
import type { Room } from '#platform/house/room.ts';
import { mount, SpanningVerb } from '#platform/http/calls/verb.ts';
import { forgetExpired } from './forget-expired.ts';
import { signIn } from './sign-in.ts';
import { endSession } from './signed-in/session.ts';
import { whoami } from './whoami.ts';

export const accountRoom: Room = {
  calls: mount(accounts, {
    // A refused sign-in must still be counted, so it spans several transactions.
    login: new SpanningVerb((ctx, { body }) => signIn(ctx, body)),
    whoami,
    logout: endSession,
  }),
  rounds: [{ name: 'account.forget-passed', cron: '29 * * * *', run: (deps, { now }) => forgetExpired(deps, now) }],
  tables: {
    account: {},
    session: {},
    known_device: {},
    sign_in_address: {},
    sign_in_failure: {},
  },
};
