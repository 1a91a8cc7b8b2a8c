import { contracts } from '@usance/api/contract';
import { signedInAccount } from '../../../platform/context/subject.ts';
import type { Room } from '../../../platform/http/calls/verb.ts';
import { listContractsOf } from './contract.queries.ts';
import { contractOf } from './contract.ts';

const { list, get } = contracts;

/** Reading contracts; they are made in a room further on, where all that hangs on one is at hand. */
export const contractRoom: Room = (mount) =>
  mount(
    { list, get },
    {
      list: (ctx, { query }) => listContractsOf(ctx.db, signedInAccount(ctx.subject), query),
      get: async (ctx) => contractOf(ctx.contract, ctx.roles),
    },
  );
