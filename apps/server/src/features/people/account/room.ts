import { accounts } from '@usance/api/account';
import type { Room } from '#platform/house/room.ts';
import { mount, SpanningVerb } from '#platform/http/calls/verb.ts';
import { forgetPassed } from './forget-passed.ts';
import { endSession } from './session.ts';
import { signIn } from './sign-in.ts';
import { whoami } from './whoami.ts';

export const accountRoom: Room = {
  calls: mount(accounts, {
    // A refused sign-in is counted, so it cannot be one transaction that is undone.
    login: new SpanningVerb((ctx, { body }) => signIn(ctx, body)),
    whoami,
    logout: endSession,
  }),
  rounds: [{ name: 'account.forget-passed', cron: '29 * * * *', run: (deps, { now }) => forgetPassed(deps, now) }],
  tables: {
    account: {},
    session: {},
    known_device: {},
    sign_in_address: {},
    sign_in_failure: {},
  },
};
