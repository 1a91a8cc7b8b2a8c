import { passkeys } from '@usance/api/people/passkey';
import type { Room } from '#platform/house/room.ts';
import { mount, SpanningVerb } from '#platform/http/calls/verb.ts';
import { addPasskey } from './add-passkey.ts';
import { beginPasskey } from './begin-passkey.ts';
import { forgetChallenges } from './challenge.ts';
import { listPasskeys } from './passkey.queries.ts';
import { removePasskey } from './remove-passkey.ts';
import { renamePasskey } from './rename-passkey.ts';
import { beginSignIn, signInWithPasskey } from './sign-in-with-passkey.ts';

export const passkeyRoom: Room = {
  calls: mount(passkeys, {
    list: listPasskeys,
    begin: beginPasskey,
    // A refusal must still use up the challenge and count, so these span several transactions.
    add: new SpanningVerb((ctx, { body }) => addPasskey(ctx, body)),
    rename: renamePasskey,
    remove: removePasskey,
    beginSignIn,
    signIn: new SpanningVerb((ctx, { body }) => signInWithPasskey(ctx, body)),
  }),
  rounds: [
    { name: 'passkey.forget-challenges', cron: '31 * * * *', run: (deps, { now }) => forgetChallenges(deps, now) },
  ],
  tables: {
    passkey: {},
    passkey_challenge: {},
  },
};
