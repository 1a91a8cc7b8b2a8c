import type { Work } from '../../../platform/context/context.ts';
import { type LockedContract, lockContract } from './contract.queries.ts';
import type { ContractRow } from './contract.ts';

/** What a verb gets whose contract this transaction holds. */
export type OnLocked<Context> = Context & { readonly contract: LockedContract };

/** A write that begins by locking its contract: the verb finds it locked, and as it is now, on its context. 404: it is gone. */
export function locked<Context extends Pick<Work, 'tx'>, Given extends unknown[], Answer>(
  verb: (ctx: OnLocked<Context>, ...given: Given) => Promise<Answer>,
) {
  return async (ctx: Context & { readonly contract: ContractRow }, ...given: Given): Promise<Answer> =>
    verb({ ...ctx, contract: await lockContract(ctx.tx, ctx.contract.id) }, ...given);
}
