import type { Work } from '#platform/context/context.ts';
import { type LockedContract, lockContract } from './contract.queries.ts';
import type { ContractRow } from './contract.ts';

/** What a verb gets whose contract this transaction holds. */
export type OnLocked<Context> = Context & { readonly contract: LockedContract };

/** Locks the contract of a write, which finds it locked, and as it is now, on its context. 404: it is gone. */
export async function holdingContract<Context extends Pick<Work, 'tx'>, Answer>(
  ctx: Context & { readonly contract: ContractRow },
  write: (held: OnLocked<Context>) => Promise<Answer>,
): Promise<Answer> {
  return write({ ...ctx, contract: await lockContract(ctx.tx, ctx.contract.id) });
}
