import { tokens } from '@usance/api/people/token';
import type { Room } from '#platform/house/room.ts';
import { mount } from '#platform/http/calls/verb.ts';
import { createToken } from './create-token.ts';
import { revokeToken } from './revoke-token.ts';
import { listTokens } from './token.queries.ts';

export const tokenRoom: Room = {
  calls: mount(tokens, {
    list: listTokens,
    create: createToken,
    revoke: revokeToken,
  }),
  tables: {
    internal_token: {},
  },
};
